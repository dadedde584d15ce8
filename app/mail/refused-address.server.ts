import { hash } from "node:crypto";
import { and, eq, notInArray, sql } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { emailNotifications } from "~/db/schema/mail";
import { waitsUntil } from "./due.server";
import { officeKinds } from "./templates";

/**
 * An address whose owner did not begin the application, as `refused_email_hashes` keeps it: SHA-256 in hex. With
 * another `+tag` it is the same person's.
 */
export const addressHash = (email: string): string =>
  hash(
    "sha256",
    email
      .trim()
      .toLowerCase()
      .replace(/\+[^@]*(?=@)/, ""),
    "hex",
  );

/** Why a mail about an application never goes to an address again (V-ATK-12, V-ATK-14). */
export const refusedByOwner = "Not sent: the owner of this address told us that they did not begin this application.";

/**
 * Settles what waits to go to an address about an application; what is being sent now, the worker looks at itself. What
 * never went holds up no other mail to that address (V-ATK-20).
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
        eq(sql`lower(${emailNotifications.recipientEmail})`, email.trim().toLowerCase()),
        eq(emailNotifications.status, "pending"),
        notInArray(emailNotifications.emailType, officeKinds),
      ),
    );
}
