import { hash } from "node:crypto";
import { and, eq, notInArray, sql } from "drizzle-orm";
import { comparableEmail } from "~/core/email/email-address";
import type { Transaction } from "~/db/client.server";
import { emailNotifications } from "~/db/schema/mail";
import { waitsUntil } from "./due.server";
import { officeKinds } from "./templates";

/** SHA-256 in hexadecimal, for `refused_email_hashes`. Emails that differ only in their `+tag` have the same hash. */
export const emailHash = (email: string): string =>
  hash("sha256", comparableEmail(email).replace(/^([^+@]*)\+[^@]*@/, "$1@"), "hex");

/** Why a mail never goes to this email again. */
export const refusedByOwner = "Not sent: the owner of this address told us the application isn’t theirs.";

/** The worker itself checks mails being sent. Mails never sent do not count against the hourly limit. */
export async function stopMailsTo(tx: Transaction, applicationId: string, email: string): Promise<void> {
  await tx
    .update(emailNotifications)
    .set({
      status: "failed",
      errorMessage: refusedByOwner,
      dueAt: sql`case when ${waitsUntil} is null then due_at end`,
    })
    .where(
      and(
        eq(emailNotifications.applicationId, applicationId),
        eq(sql`lower(${emailNotifications.recipientEmail})`, comparableEmail(email)),
        eq(emailNotifications.status, "pending"),
        notInArray(emailNotifications.emailType, officeKinds),
      ),
    );
}
