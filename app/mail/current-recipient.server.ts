import { and, eq, notInArray, sql } from "drizzle-orm";
import { db, type Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { emailNotifications as t } from "~/db/schema/mail";
import { type MailKind, officeKinds } from "./templates";

/** Mails about an application that keep their recipient when its email changes. */
const stays: string[] = [...officeKinds, "email_change", "email_changed"] satisfies MailKind[];

/** Redirects queued mails about an application to its new email. */
export async function redirectMails(tx: Transaction, applicationId: string, from: string, to: string): Promise<void> {
  await tx
    .update(t)
    .set({ recipientEmail: to })
    .where(
      and(
        eq(t.applicationId, applicationId),
        eq(sql`lower(${t.recipientEmail})`, from.toLowerCase()),
        eq(t.status, "pending"),
        notInArray(t.emailType, stays),
      ),
    );
}

/** The recipient of a resent mail: the application's present email. */
export async function currentRecipient(
  tx: Transaction,
  {
    applicationId,
    emailType,
    recipientEmail,
  }: Pick<typeof t.$inferSelect, "applicationId" | "emailType" | "recipientEmail">,
): Promise<string> {
  if (!applicationId || stays.includes(emailType)) return recipientEmail;
  const [application] = await tx
    .select({ email: visaApplications.userEmail })
    .from(visaApplications)
    .where(eq(visaApplications.id, applicationId));
  return application?.email || recipientEmail;
}

/**
 * Whether mails to this email bounce: its server refused one permanently, and since then none arrived, none was
 * accepted for a whole day, and no link of one was used (`confirmedAt`).
 */
export async function comesBack(applicationId: string, email: string, confirmedAt: Date | null): Promise<boolean> {
  if (email === "") return false;
  const acceptedAt = sql`case when ${t.status} = 'delivered' then ${t.deliveredAt}
    when ${t.status} = 'sent' and ${t.sentAt} < now() - interval '1 day' then ${t.sentAt} end`;
  const [found] = await db
    .select({
      bounced: sql<Date | null>`max(${t.bouncedAt})`.mapWith(t.bouncedAt),
      arrived: sql<Date | null>`max(${acceptedAt})`.mapWith(t.bouncedAt),
    })
    .from(t)
    .where(and(eq(t.applicationId, applicationId), eq(sql`lower(${t.recipientEmail})`, email.toLowerCase())));
  if (!found?.bounced) return false;
  const since = Math.max(found.arrived?.getTime() ?? 0, confirmedAt?.getTime() ?? 0);
  return found.bounced.getTime() > since;
}
