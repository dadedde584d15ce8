import { and, asc, eq, gt, lt, sql } from "drizzle-orm";
import { shownName } from "~/accounts/admins/names.server";
import type { Staff } from "~/accounts/staff.server";
import { takesTime } from "~/consultations/read-times.server";
import { db } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import { blockedTimes, consultations } from "~/db/schema/consultations";
import { visaInquiries } from "~/db/schema/inquiries";

/** Blocked times that are not over, earliest first, each with the consultations in it. */
export async function listBlocked({ adminId, role }: Staff, now = new Date()) {
  const rows = await db
    .select({
      id: blockedTimes.id,
      startsAt: blockedTimes.startsAt,
      endsAt: blockedTimes.endsAt,
      note: blockedTimes.note,
      adminId: blockedTimes.adminId,
      admin: { name: shownName, email: adminUsers.email },
    })
    .from(blockedTimes)
    .innerJoin(adminUsers, eq(adminUsers.id, blockedTimes.adminId))
    .where(gt(blockedTimes.endsAt, now))
    .orderBy(asc(blockedTimes.startsAt), asc(blockedTimes.id))
    .limit(200);
  const within = await consultationsWithin(now);
  return rows.map(({ startsAt, endsAt, ...row }) => ({
    ...row,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    isOwn: row.adminId === adminId,
    mayFree: row.adminId === adminId || role === "super_admin",
    within: within
      .filter(({ block }) => block === row.id)
      .map(({ startsAt: start, id, name }) => ({ id, name, startsAt: start.toISOString() })),
  }));
}

const endsAtOf = sql`${consultations.startsAt} + make_interval(mins => ${consultations.minutes})`;

/** Consultations ahead in a blocked time of the admin who takes them. */
const consultationsWithin = (now: Date) =>
  db
    .select({
      block: blockedTimes.id,
      id: consultations.id,
      startsAt: consultations.startsAt,
      name: visaInquiries.fullName,
    })
    .from(consultations)
    .innerJoin(
      blockedTimes,
      and(
        eq(blockedTimes.adminId, consultations.adminId),
        lt(consultations.startsAt, blockedTimes.endsAt),
        gt(endsAtOf, blockedTimes.startsAt),
      ),
    )
    .leftJoin(visaInquiries, eq(visaInquiries.id, consultations.inquiryId))
    .where(and(takesTime, gt(consultations.startsAt, now)))
    .orderBy(asc(consultations.startsAt));
