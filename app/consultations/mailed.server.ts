import { and, eq } from "drizzle-orm";
import { shownName } from "~/accounts/admins/names.server";
import type { Queryable } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import type { ConsultationRow } from "~/db/schema/consultations";
import { visaInquiries } from "~/db/schema/inquiries";
import { referenceOf } from "~/inquiries/reference";
import type { MailedConsultation } from "~/mail/calendar/consultation";
import { loadSender } from "~/mail/sender.server";

type Change = Pick<MailedConsultation, "change"> & Partial<Pick<MailedConsultation, "was" | "reason" | "byStaff">>;

/**
 * A confirmed consultation as mails, calendar files and its page show it, with its inquiry and the active admin who
 * takes it; undefined without an inquiry.
 */
export async function mailedConsultationOf(
  from: Queryable,
  row: ConsultationRow,
  { change, was = null, reason = "", byStaff = false }: Change,
) {
  if (!row.inquiryId) return undefined;
  const [inquiry] = await from.select().from(visaInquiries).where(eq(visaInquiries.id, row.inquiryId));
  if (!inquiry) return undefined;
  const admin = row.adminId ? await findTaker(from, row.adminId) : undefined;
  const { address } = await loadSender(from);
  const { id, day, time, zone, minutes, way, sequence, updatedAt } = row;
  const details: MailedConsultation = {
    ...{ id, day, time, zone, minutes, way, sequence, change, was, reason, byStaff },
    phone: way === "office" ? "" : inquiry.phone,
    place: way === "office" ? address.join(", ") : "",
    // Never the email of an admin without a name.
    takenBy: admin?.name ?? "",
    topic: inquiry.visaService,
    reference: referenceOf(inquiry.id),
    changedAt: updatedAt.toISOString(),
  };
  return { details, inquiry, admin };
}

/** An active admin; `shown` is the email of one without a name. */
export async function findTaker(from: Queryable, adminId: string) {
  const [admin] = await from
    .select({ name: adminUsers.name, shown: shownName, email: adminUsers.email })
    .from(adminUsers)
    .where(and(eq(adminUsers.id, adminId), eq(adminUsers.isActive, true)));
  return admin;
}
