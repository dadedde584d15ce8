import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { attemptResult, storeAttemptResult } from "~/applications/attempts.server";
import { addRequest, countOpenItems, type NewItem } from "~/applications/case/requests/add-request.server";
import { closeItemsOf } from "~/applications/case/requests/close-items.server";
import { statusMail } from "~/applications/case/status-mail.server";
import { passTurn } from "~/applications/case/turn/pass-turn.server";
import { isUndecided } from "~/applications/case/undecided";
import type { Queryable } from "~/db/client.server";
import { applicationStatusHistory, visaApplications } from "~/db/schema/applications";
import { attemptHash } from "~/ground/attempt-hash.server";
import { textInput } from "~/ground/typed-input.server";
import { type Done, type Refused, refuse } from "~/ground/verbs/refused";
import { enqueueMail } from "~/mail/outbox.server";
import { renderPreview } from "~/mail/preview.server";
import { compose } from "~/mail/templates";
import { choicesFor, statusChoices } from "./status-choices";

const input = z.object({
  applicationId: z.uuid(),
  status: z.enum(statusChoices),
  message: textInput(2000).default(""),
  /** The status that the person saw; if the stored one differs, somebody else has changed it. */
  seen: z.string().optional(),
  /** A key for each form that is shown: sent twice, it is one change and one mail. */
  attempt: z.uuid().optional(),
});

export type StatusPreview = { subject: string; to: string; html: string; text: string };

const words = {
  forbidden: "Your account is not active any more.",
  invalid:
    "That is not one of the statuses, or the message is longer than 2,000 characters or holds some that can’t be used.",
};
const refuseDraft = () => refuse("closed", "An application that was never submitted can only be withdrawn.");

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

const sayWhat = "Say what you need: ask for something, or write a message.";

/**
 * `Additional Info Required` while nothing is open asks its message as one question (C-REQ-9); `nothing` without one.
 */
async function askedBy(from: Queryable, applicationId: string, status: string, message: string) {
  if (status !== "additional_info_required" || (await countOpenItems(from, applicationId)) > 0) return null;
  if (message === "") return "nothing";
  const reason = "We need your answer to go on with your application.";
  const question: NewItem = {
    kind: "question",
    documentType: null,
    name: message,
    description: "",
    reason,
    dueOn: null,
    ifLate: "",
  };
  return question;
}

/**
 * Sets the status that staff chose: row, history, activity and the applicant's mail in one transaction, so that a
 * failed update leaves the old status and no mail (A-APPD-8 to -14). `mailed`: the applicant is told; false where there
 * is no address to write to.
 */
export function setStatus(context: StaffContext, given: unknown) {
  const verb = { input, failed: "a status could not be updated", words };
  return asStaff(
    context,
    verb,
    given,
    async ({ tx, staff, record }, { applicationId, status, message, seen, attempt }) => {
      const [before] = await tx
        .select(columns)
        .from(visaApplications)
        .where(eq(visaApplications.id, applicationId))
        .for("update");
      if (!before) return refuse("not-found");
      const key = attempt && attemptHash("status", staff.adminId, attempt);
      const repeated = key ? await attemptResult(tx, key) : undefined;
      if (repeated?.applicationId === applicationId) return { ok: true, mailed: before.userEmail !== "" };
      if (seen !== undefined && before.status !== seen)
        return refuse(
          "conflict",
          "Somebody else changed the status in the meantime; the page shows the present one. Nothing was sent.",
        );
      if (!mayFollow(before, status)) return refuseDraft();
      const asked = await askedBy(tx, applicationId, status, message);
      if (asked === "nothing") return refuse("invalid", sayWhat);

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
      if (key) await storeAttemptResult(tx, key, "status", { applicationId });
      await record({
        actionType: "application_status_updated",
        subjectType: "application",
        subjectId: applicationId,
        details: { number: before.applicationNumber, from: before.status, to: status },
      });
      if (!isUndecided(status)) await closeItemsOf(tx, applicationId);
      if (asked) await addRequest(tx, { applicationId, adminEmail: staff.email, items: [asked] });
      await enqueueMail(tx, mail);
      await passTurn(tx, applicationId);
      return { ok: true, mailed: mail.to !== "" };
    },
  );
}

/** The mail that `setStatus` would send for the same input, and nothing else: nothing is changed, nothing is sent. */
export async function previewStatus(
  context: StaffContext,
  given: unknown,
): Promise<Done<{ preview: StatusPreview }> | Refused> {
  const written = await asStaff(
    context,
    { input, words },
    given,
    async ({ tx }, { applicationId, status, message }) => {
      const [application] = await tx
        .select(columns)
        .from(visaApplications)
        .where(eq(visaApplications.id, applicationId));
      if (!application) return refuse("not-found");
      if (!mayFollow(application, status)) return refuseDraft();
      if ((await askedBy(tx, applicationId, status, message)) === "nothing") return refuse("invalid", sayWhat);
      return { ok: true, mail: await statusMail(tx, application, status, message) };
    },
  );
  if (!written.ok) return written;
  const { mail } = written;
  const rendered = await renderPreview({ emailType: mail.kind, templateData: mail.data });
  const subject = compose(mail.kind, mail.data)?.subject;
  if (!rendered || subject === undefined) return refuse("failed");
  return { ok: true, preview: { subject, to: mail.to, html: rendered.html, text: rendered.text } };
}
