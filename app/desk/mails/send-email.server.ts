import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { emailInput } from "~/core/email/email-input.server";
import { isPlainJson, lineInput } from "~/core/input-schemas.server";
import { inTransaction } from "~/core/verbs/in-transaction.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { isDatabaseUnavailable } from "~/db/failure.server";
import { visaApplications } from "~/db/schema/applications";
import { visaInquiries } from "~/db/schema/inquiries";
import { log } from "~/log.server";
import { enqueueInput } from "~/mail/outbox.server";
import { notificationAddress } from "~/mail/sender.server";
import type { Composed } from "~/mail/template";
import { compose } from "~/mail/templates";

/** The five templates that a call may name, by the specification. */
const callableKinds = [
  "contact_confirmation",
  "contact_admin_notification",
  "application_started",
  "application_submitted",
  "status_update",
] as const;

const payload = z.object({
  to: emailInput,
  toName: lineInput(200, "The name").transform((name) => name.replace(/[\p{C}\s]+/gu, " ").trim()),
  templateName: z.enum(callableKinds),
  templateData: z.record(z.string(), z.unknown()).refine(isPlainJson, "there is a character that can’t be stored"),
  emailType: z.enum(callableKinds),
  contactInquiryId: z.uuid().nullish(),
  applicationId: z.uuid().nullish(),
});
type Payload = z.output<typeof payload>;

/** Staff, or a client with the server's own key. */
export type SendContext = StaffContext | "server";

const failed = "a mail could not be written into the outbox";
const notSent = "Failed to send email";
const invalid = (error: z.ZodError) => refuse("invalid", inWords(error));
const verb = {
  input: payload,
  failed,
  rethrowsUnavailable: true,
  messages: { invalid, forbidden: "Only active admins can do this", failed: notSent },
};

/**
 * Enqueues one of the five mails. Its recipient is always the person of the named application or inquiry, so that no
 * mail to strangers is sent in our name (D4); mails for the team go to the office's own address. The server's own key
 * can't send private links, so that a leaked key opens no application (V-ATK-25).
 */
export async function sendEmail(by: SendContext, input: unknown): Promise<Done<{ mailId: string }> | Refused> {
  if (by !== "server")
    return asStaff(by, verb, input, async ({ tx, record }, mail) => {
      const sent = await enqueueFitting(tx, by, mail);
      if (sent.ok)
        await record({
          actionType: "email_sent",
          subjectType: mail.applicationId ? "application" : "inquiry",
          subjectId: mail.applicationId ?? mail.contactInquiryId ?? "",
          details: { kind: mail.emailType, mail: sent.mailId },
        });
      return sent;
    });
  const parsed = payload.safeParse(input);
  if (!parsed.success) return invalid(parsed.error);
  try {
    return await inTransaction((tx) => enqueueFitting(tx, by, parsed.data));
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err;
    log.error({ err }, failed);
    return refuse("failed", notSent);
  }
}

/** Enqueues the mail, unless its data doesn't match its template or the recipient isn't the person it names. */
async function enqueueFitting(tx: Transaction, by: SendContext, mail: Payload) {
  if (mail.emailType !== mail.templateName) return refuse("invalid", "emailType: it is the same as templateName");
  const composed = composeSafely(mail);
  if (typeof composed === "string") return refuse("invalid", composed);
  const isPrivate = composed.links.length > 0;
  if (isPrivate && by === "server")
    return refuse("forbidden", "This template carries a private link: staff send it, signed in");
  if (isPrivate && !mail.applicationId) return refuse("invalid", "applicationId: this template needs it");
  const wrong = await wrongSubject(tx, mail, composed);
  return wrong ?? ({ ok: true, mailId: await enqueueInput(tx, mail) } as const);
}

function composeSafely({ templateName, templateData }: Payload) {
  try {
    return compose(templateName, templateData);
  } catch (error) {
    if (error instanceof z.ZodError) return inWords(error, "templateData.");
    throw error;
  }
}

function inWords({ issues }: z.ZodError, where = ""): string {
  return issues.map(({ path, message }) => `${where}${path.join(".")}: ${message}`).join("; ");
}

/** Why the mail doesn't belong to the record it names; null if it does. */
async function wrongSubject(tx: Transaction, mail: Payload, { to }: Composed): Promise<Refused | null> {
  const people: string[] = [];
  if (mail.applicationId) {
    const [found] = await tx
      .select({ email: visaApplications.userEmail })
      .from(visaApplications)
      .where(eq(visaApplications.id, mail.applicationId));
    if (!found) return refuse("not-found", "Application not found");
    people.push(found.email);
  }
  if (mail.contactInquiryId) {
    const [found] = await tx
      .select({ email: visaInquiries.email })
      .from(visaInquiries)
      .where(eq(visaInquiries.id, mail.contactInquiryId));
    if (!found) return refuse("not-found", "Inquiry not found");
    people.push(found.email);
  }
  if (people.length === 0) return refuse("invalid", "Name the application or the inquiry that the mail is about");
  const allowed = to === "office" ? [await notificationAddress(tx)] : people;
  const isTheirs = allowed.every((email) => email.toLowerCase() === mail.to.toLowerCase());
  return isTheirs ? null : refuse("forbidden", "The recipient is not that of the application or inquiry");
}
