import { eq } from "drizzle-orm";
import { z } from "zod";
import { recordActivity } from "~/accounts/activity.server";
import { mayAct, type StaffContext } from "~/accounts/staff.server";
import { db, type Transaction } from "~/db/client.server";
import { isDatabaseAway } from "~/db/failure.server";
import { visaApplications } from "~/db/schema/applications";
import { visaInquiries } from "~/db/schema/inquiries";
import { log } from "~/log.server";
import { isPlainJson, lineInput } from "~/typed-input.server";
import { enqueueGiven } from "./outbox.server";
import { notificationAddress } from "./sender.server";
import { compose } from "./templates";

/** The five templates that a call may name (A-FN-11). */
const callableKinds = [
  "contact_confirmation",
  "contact_admin_notification",
  "application_started",
  "application_submitted",
  "status_update",
] as const;

const payload = z.object({
  to: z.string().trim().pipe(z.email().max(254)),
  toName: lineInput(200, "The name").transform((name) => name.replace(/[\p{C}\s]+/gu, " ").trim()),
  templateName: z.enum(callableKinds),
  templateData: z.record(z.string(), z.unknown()).refine(isPlainJson, "there is a character that can’t be stored"),
  emailType: z.enum(callableKinds),
  contactInquiryId: z.uuid().nullish(),
  applicationId: z.uuid().nullish(),
});
type Payload = z.output<typeof payload>;

/** A member of the staff, or whoever holds the server's own key. */
export type SendContext = StaffContext | "server";
export type SendResult = { ok: true; mailId: string } | { ok: false; status: 400 | 403 | 404 | 500; error: string };

/**
 * Enqueues one of the five mails. It goes to the person of the application or inquiry that the call names and to nobody
 * else, so that the house's name writes to no stranger (decision 4); what is for the team goes to the house's own
 * address. With the server's own key none goes that carries a private link: who gets hold of the key opens nothing
 * (V-ATK-25).
 */
export async function sendEmail(by: SendContext, given: unknown): Promise<SendResult> {
  const parsed = payload.safeParse(given);
  if (!parsed.success) return refuse(400, inWords(parsed.error));
  const mail = parsed.data;
  if (mail.emailType !== mail.templateName) return refuse(400, "emailType: it is the same as templateName");
  const composed = composeSafely(mail);
  if (typeof composed === "string") return refuse(400, composed);
  if (composed?.resumes && by === "server")
    return refuse(403, "This template carries a private link: staff send it, signed in");
  if (composed?.resumes && !mail.applicationId) return refuse(400, "applicationId: this template needs it");
  try {
    return await db.transaction(async (tx): Promise<SendResult> => {
      if (by !== "server" && !(await mayAct(tx, by.staff))) return refuse(403, "Only active admins can do this");
      const wrong = await wrongSubject(tx, mail);
      if (wrong) return wrong;
      const mailId = await enqueueGiven(tx, mail);
      if (by !== "server")
        await recordActivity(tx, by.staff, {
          actionType: "email_sent",
          subjectType: mail.applicationId ? "application" : "inquiry",
          subjectId: mail.applicationId ?? mail.contactInquiryId ?? "",
          details: { kind: mail.emailType, mail: mailId },
          address: by.address,
        });
      return { ok: true, mailId };
    });
  } catch (err) {
    if (isDatabaseAway(err)) throw err;
    log.error({ err }, "a mail could not be written into the outbox");
    return refuse(500, "Failed to send email");
  }
}

const refuse = (status: 400 | 403 | 404 | 500, error: string): SendResult => ({ ok: false, status, error });

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

/** Why the mail does not belong to what it names; null when it does. */
async function wrongSubject(tx: Transaction, mail: Payload): Promise<SendResult | null> {
  const people: string[] = [];
  if (mail.applicationId) {
    const [found] = await tx
      .select({ email: visaApplications.userEmail })
      .from(visaApplications)
      .where(eq(visaApplications.id, mail.applicationId));
    if (!found) return refuse(404, "There is no such application");
    people.push(found.email);
  }
  if (mail.contactInquiryId) {
    const [found] = await tx
      .select({ email: visaInquiries.email })
      .from(visaInquiries)
      .where(eq(visaInquiries.id, mail.contactInquiryId));
    if (!found) return refuse(404, "There is no such inquiry");
    people.push(found.email);
  }
  if (people.length === 0) return refuse(400, "Name the application or the inquiry that the mail is about");
  const allowed = mail.templateName === "contact_admin_notification" ? [await notificationAddress(tx)] : people;
  const isTheirs = allowed.every((email) => email.toLowerCase() === mail.to.toLowerCase());
  return isTheirs ? null : refuse(403, "The recipient is not that of the application or inquiry");
}
