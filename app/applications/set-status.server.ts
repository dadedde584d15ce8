import { eq } from "drizzle-orm";
import { z } from "zod";
import { recordActivity } from "~/accounts/activity.server";
import { mayAct, type StaffContext } from "~/accounts/staff.server";
import { attemptHash } from "~/attempt-hash.server";
import { db } from "~/db/client.server";
import { applicationStatusHistory, visaApplications } from "~/db/schema/applications";
import { log } from "~/log.server";
import { enqueueMail } from "~/mail/outbox.server";
import { renderPreview } from "~/mail/preview.server";
import { compose } from "~/mail/templates";
import { textInput } from "~/typed-input.server";
import { keepResult, resultOf } from "./attempts.server";
import { choicesFor, statusChoices } from "./status-choices";
import { statusMail } from "./status-mail.server";

const input = z.object({
  applicationId: z.uuid(),
  status: z.enum(statusChoices),
  message: textInput(2000).default(""),
  /** The status that the person saw; another one now means that somebody was faster. */
  seen: z.string().optional(),
  /** One for each form that is shown: sent twice, it is one change and one mail. */
  attempt: z.uuid().optional(),
});

export type StatusRefused = { ok: false; reason: Reason; message: string; detail: string };
/** `mailed`: the applicant is told; false where there is no address to write to. */
export type SetStatusResult = { ok: true; mailed: boolean } | StatusRefused;
export type StatusPreview = { subject: string; to: string; html: string; text: string };
export type PreviewResult = { ok: true; preview: StatusPreview } | StatusRefused;
type Reason = "no-status" | "forbidden" | "invalid" | "not-found" | "draft" | "changed" | "failed";

const failed = "Failed to update status. Please try again.";
const details: Partial<Record<Reason, string>> = {
  forbidden: "Your account is not active any more.",
  invalid:
    "That is not one of the statuses, or the message is longer than 2,000 characters or holds some that can’t be used.",
  draft: "An application that was never submitted can only be withdrawn.",
  changed: "Somebody else changed the status in the meantime; the page shows the present one. Nothing was sent.",
};

function refuse(reason: Reason): StatusRefused {
  const message = reason === "no-status" ? "Please select a status." : failed;
  return { ok: false, reason, message, detail: details[reason] ?? "" };
}

function read(given: unknown): z.output<typeof input> | StatusRefused {
  const parsed = input.safeParse(given);
  if (parsed.success) return parsed.data;
  const empty = z.object({ status: z.string().min(1) }).safeParse(given);
  return refuse(empty.success ? "invalid" : "no-status");
}

const columns = {
  id: visaApplications.id,
  status: visaApplications.status,
  submittedAt: visaApplications.submittedAt,
  applicationNumber: visaApplications.applicationNumber,
  userEmail: visaApplications.userEmail,
};

const mayFollow = (application: { status: string; submittedAt: Date | null }, status: string) => {
  const choices: readonly string[] = choicesFor(application);
  return choices.includes(status);
};

/**
 * Sets the status that staff chose: row, history, activity and the applicant's mail in one transaction, so that a
 * failed update leaves the old status and no mail (A-APPD-8 to -14).
 */
export async function setStatus({ staff, address }: StaffContext, given: unknown): Promise<SetStatusResult> {
  const asked = read(given);
  if ("ok" in asked) return asked;
  const { applicationId, status, message, seen, attempt } = asked;
  try {
    return await db.transaction(async (tx): Promise<SetStatusResult> => {
      if (!(await mayAct(tx, staff))) return refuse("forbidden");
      const [before] = await tx
        .select(columns)
        .from(visaApplications)
        .where(eq(visaApplications.id, applicationId))
        .for("update");
      if (!before) return refuse("not-found");
      const key = attempt && attemptHash("status", staff.adminId, attempt);
      const repeated = key ? await resultOf(tx, key) : undefined;
      if (repeated?.applicationId === applicationId) return { ok: true, mailed: before.userEmail !== "" };
      if (seen !== undefined && before.status !== seen) return refuse("changed");
      if (!mayFollow(before, status)) return refuse("draft");

      await tx
        .update(visaApplications)
        // A status that staff set answers an open request to withdraw, whatever it is.
        .set({ status, lastUpdatedAt: new Date(), withdrawalRequestedAt: null, withdrawalReason: null })
        .where(eq(visaApplications.id, applicationId));
      const mail = await statusMail(tx, before, status, message);
      await tx.insert(applicationStatusHistory).values({
        applicationId,
        fromStatus: before.status,
        toStatus: status,
        message: mail.data.statusMessage,
        adminEmail: staff.email,
      });
      if (key) await keepResult(tx, key, "status", { applicationId });
      await recordActivity(tx, staff, {
        actionType: "application_status_updated",
        subjectType: "application",
        subjectId: applicationId,
        details: { number: before.applicationNumber, from: before.status, to: status },
        address,
      });
      await enqueueMail(tx, mail);
      return { ok: true, mailed: mail.to !== "" };
    });
  } catch (err) {
    log.error({ err, applicationId }, "a status could not be updated");
    return refuse("failed");
  }
}

/** The mail that `setStatus` would send for the same input, and nothing else: nothing is changed, nothing is sent. */
export async function previewStatus({ staff }: StaffContext, given: unknown): Promise<PreviewResult> {
  const asked = read(given);
  if ("ok" in asked) return asked;
  if (!(await mayAct(db, staff))) return refuse("forbidden");
  const [application] = await db
    .select(columns)
    .from(visaApplications)
    .where(eq(visaApplications.id, asked.applicationId));
  if (!application) return refuse("not-found");
  if (!mayFollow(application, asked.status)) return refuse("draft");
  const mail = await statusMail(db, application, asked.status, asked.message);
  const rendered = await renderPreview({ emailType: mail.kind, templateData: mail.data });
  const subject = compose(mail.kind, mail.data)?.subject;
  if (!rendered || subject === undefined) return refuse("failed");
  return { ok: true, preview: { subject, to: mail.to, html: rendered.html, text: rendered.text } };
}
