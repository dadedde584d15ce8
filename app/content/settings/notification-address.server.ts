import { superAdminEmails } from "~/accounts/admins/super-admins.server";
import type { Transaction } from "~/db/client.server";
import { enqueueMail } from "~/mail/outbox.server";
import { notificationAddress } from "~/mail/sender.server";

/**
 * Mails the former address and every active super admin when notices to staff go to another address (F-SAFE-3). Call in
 * the transaction that stores the setting. `by`: the admin's email, null if unknown.
 */
export async function notifyAddressChange(tx: Transaction, former: string, by: string | null): Promise<void> {
  const now = await notificationAddress(tx);
  if (now.toLowerCase() === former.toLowerCase()) return;
  const recipients = new Map([former, ...(await superAdminEmails(tx))].map((email) => [email.toLowerCase(), email]));
  const data = { former, now, by, at: new Date().toISOString() };
  for (const to of recipients.values())
    await enqueueMail(tx, { kind: "notification_address_changed", to, toName: "", data });
}
