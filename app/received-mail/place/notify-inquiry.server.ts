import { and, eq } from "drizzle-orm";
import { shownName } from "~/accounts/admins/names.server";
import type { Transaction } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import type { visaInquiries } from "~/db/schema/inquiries";
import { referenceOf } from "~/inquiries/reference";
import { enqueueMail } from "~/mail/outbox.server";
import { notificationAddress } from "~/mail/sender.server";

type Inquiry = typeof visaInquiries.$inferSelect;

/** Mails an active owner and the office's notification address that an inquirer wrote back; once if they are one. */
export async function notifyInquiry(tx: Transaction, inquiry: Inquiry, written: { text: string; files: number }) {
  const { id, fullName: name, visaService: service } = inquiry;
  const data = { ...{ name, inquiryId: id, reference: referenceOf(id), service }, ...written };
  const mail = { kind: "inquiry_mail_notification", contactInquiryId: id, data } as const;
  const owner = inquiry.ownerId === null ? undefined : await findActive(tx, inquiry.ownerId);
  if (owner) await enqueueMail(tx, { ...mail, to: owner.email, toName: owner.name });
  const office = await notificationAddress(tx);
  if (owner?.email.toLowerCase() !== office.toLowerCase()) await enqueueMail(tx, mail);
}

async function findActive(tx: Transaction, adminId: string) {
  const [admin] = await tx
    .select({ name: shownName, email: adminUsers.email })
    .from(adminUsers)
    .where(and(eq(adminUsers.id, adminId), eq(adminUsers.isActive, true)));
  return admin;
}
