import { eq } from "drizzle-orm";
import { listAssignable } from "~/accounts/admins/names.server";
import type { Staff } from "~/accounts/staff.server";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { visaInquiries } from "~/db/schema/inquiries";
import { dueOf } from "./due";
import type { Owned } from "./owned";
import { ownerName } from "./owned-rows.server";

export type OwnedRecord = NonNullable<Awaited<ReturnType<typeof readOwned>>>;

/** Null if the record was deleted. */
export async function readOwned(of: Owned, id: string, staff: Staff) {
  const [[row], admins] = await Promise.all([
    of === "application" ? ofApplication(id) : ofInquiry(id),
    listAssignable(db),
  ]);
  if (!row) return null;
  const today = nassauDay();
  return { ...row, due: dueOf(row.dueDay, row.status, today), today, people: { admins, me: staff.adminId } };
}

function ofApplication(id: string) {
  const { ownerId, dueOn, dueDay, status } = visaApplications;
  return db
    .select({ id: visaApplications.id, ownerId, ownerName: ownerName(ownerId), dueOn, dueDay, status })
    .from(visaApplications)
    .where(eq(visaApplications.id, id));
}

function ofInquiry(id: string) {
  const { ownerId, dueOn, dueDay, status } = visaInquiries;
  return db
    .select({ id: visaInquiries.id, ownerId, ownerName: ownerName(ownerId), dueOn, dueDay, status })
    .from(visaInquiries)
    .where(eq(visaInquiries.id, id));
}
