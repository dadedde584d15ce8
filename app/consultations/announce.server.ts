import { and, eq } from "drizzle-orm";
import { shownName } from "~/accounts/admins/names.server";
import { nassauZone } from "~/core/time";
import { wallTimeAt } from "~/core/zones/wall-time";
import type { Transaction } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import type { ConsultationRow } from "~/db/schema/consultations";
import { emailNotifications } from "~/db/schema/mail";
import { enqueueMail } from "~/mail/outbox.server";
import { notificationAddress } from "~/mail/sender.server";
import { findTaker, mailedConsultationOf } from "./mailed.server";

/**
 * `was`: the former start; `formerAdminId`: who took it before, if that is another admin now; `reason`: of a
 * cancellation by staff.
 */
export type Announcement =
  | { change: "booked" }
  | { change: "moved"; was: Date; formerAdminId?: string | null }
  | { change: "canceled"; reason?: string }
  | { change: "given"; formerAdminId: string | null };

/**
 * Enqueues the mails of a change: to the visitor, if they gave an email, unless only another admin takes it; to the
 * admin who takes it, who took it before, and to the office's notification address. Call it in the transaction of the
 * change, with the row as it is then, whose last entry of `history` names who changed it; its inquiry holds name and
 * email.
 */
export async function announce(tx: Transaction, row: ConsultationRow, what: Announcement): Promise<void> {
  const { change } = what;
  const by = row.history.at(-1)?.by ?? null;
  const found = await mailedConsultationOf(tx, row, {
    change,
    was: change === "moved" ? wallTimeAt(what.was, nassauZone) : null,
    reason: change === "canceled" ? (what.reason ?? "") : "",
    byStaff: by !== null,
  });
  if (!found) return;
  const { details, inquiry, admin } = found;
  const { id: contactInquiryId, fullName: name, email } = inquiry;
  await deletePendingReminders(tx, contactInquiryId);
  if (change !== "given")
    await enqueueMail(tx, {
      kind: "consultation",
      to: email,
      toName: name,
      contactInquiryId,
      data: {
        ...{ name, email, consultation: row.id, details: { ...details, change } },
        changeHours: row.changeHours,
      },
    });
  const common = { kind: "consultation_notification", contactInquiryId } as const;
  const data = {
    ...{ name, email, phone: inquiry.phone, about: inquiry.purpose, inquiryId: contactInquiryId },
    ...{ details, changedBy: by === null ? "" : await nameOf(tx, by) },
  };
  const office = await notificationAddress(tx);
  if (admin) {
    const calendar = { name: admin.shown, email: admin.email };
    await enqueueMail(tx, { ...common, to: admin.email, toName: admin.shown, data: { ...data, calendar } });
  }
  const former = "formerAdminId" in what && what.formerAdminId !== row.adminId ? what.formerAdminId : undefined;
  const formerAdmin = former ? await findTaker(tx, former) : undefined;
  if (formerAdmin) {
    const calendar = { name: formerAdmin.shown, email: formerAdmin.email, isRemoved: true };
    await enqueueMail(tx, { ...common, to: formerAdmin.email, toName: formerAdmin.shown, data: { ...data, calendar } });
  }
  const notified = [admin, formerAdmin].map((taker) => taker?.email.toLowerCase());
  if (!notified.includes(office.toLowerCase())) await enqueueMail(tx, { ...common, data: { ...data, calendar: null } });
}

/** A reminder that waits for the mail server would name a time that is no longer true. */
async function deletePendingReminders(tx: Transaction, inquiryId: string): Promise<void> {
  await tx
    .delete(emailNotifications)
    .where(
      and(
        eq(emailNotifications.contactInquiryId, inquiryId),
        eq(emailNotifications.emailType, "consultation_reminder"),
        eq(emailNotifications.status, "pending"),
      ),
    );
}

async function nameOf(tx: Transaction, email: string): Promise<string> {
  const [admin] = await tx.select({ name: shownName }).from(adminUsers).where(eq(adminUsers.email, email));
  return admin?.name ?? email;
}
