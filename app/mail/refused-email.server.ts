import { hash } from "node:crypto";
import { and, eq, notInArray, sql } from "drizzle-orm";
import { comparableEmail } from "~/core/email/email-address";
import type { Transaction } from "~/db/client.server";
import { emailNotifications } from "~/db/schema/mail";
import { waitsUntil } from "./due.server";
import { officeKinds } from "./templates";

/**
 * The hash of a refused address for `refused_email_hashes`: SHA-256 in hexadecimal. Addresses that differ only in their
 * `+tag` have one hash.
 */
export const emailHash = (email: string): string =>
  hash("sha256", comparableEmail(email).replace(/^([^+@]*)\+[^@]*@/, "$1@"), "hex");

/** Why a mail about an application never goes to an address again (V-ATK-12, V-ATK-14). */
export const refusedByOwner = "Not sent: the owner of this address told us the application isn’t theirs.";

/**
 * Ends the pending mails about an application to an address; for a mail being sent now, the worker checks the refusal
 * itself. Mails never sent do not count against the address's hourly limit (V-ATK-20).
 */
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
