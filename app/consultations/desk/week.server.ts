import { and, asc, eq, gt, gte, lt, or } from "drizzle-orm";
import { listAssignable, shownName } from "~/accounts/admins/names.server";
import type { Staff } from "~/accounts/staff.server";
import { appointmentsOfWeek, later } from "~/cases/appointments/desk/week.server";
import { nassauDay, nassauInstant } from "~/core/time";
import { db } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import { blockedTimes, consultations } from "~/db/schema/consultations";
import { listConsultations } from "./listed.server";

export type WeekItem = Awaited<ReturnType<typeof readWeek>>["days"][number]["items"][number];

/** Appointments, consultations and blocked times of a week in Nassau. `mine`: of the admin alone. */
export async function readWeek(monday: string, { adminId }: Staff, mine: boolean, now = new Date()) {
  const [starts, ends] = [nassauInstant(monday, "00:00"), nassauInstant(later(monday, 7), "00:00")];
  const ownConsultations = mine ? eq(consultations.adminId, adminId) : undefined;
  const [planned, booked, blocked, admins] = await Promise.all([
    appointmentsOfWeek(monday),
    listConsultations(
      and(gte(consultations.startsAt, starts), lt(consultations.startsAt, ends), ownConsultations),
      now,
    ),
    blockedWithin({ starts, ends }, mine ? adminId : null),
    listAssignable(db),
  ]);
  const names = new Map(admins.map((admin) => [admin.id, admin]));
  const appointments = planned
    .filter(({ staffId, ownerId }) => !mine || staffId === adminId || (staffId === null && ownerId === adminId))
    .map(({ firstName, lastName, email, startsAt, confirmedAt, staffId, ownerId: _, ...row }) => ({
      ...{ ...row, what: "appointment" as const },
      startsAt: startsAt.toISOString(),
      confirmedAt: confirmedAt?.toISOString() ?? null,
      name: [firstName, lastName].filter(Boolean).join(" ") || email || "No name",
      taker: (staffId && names.get(staffId)) || null,
    }));
  const items = [
    ...appointments.map((item) => ({ ...item, day: nassauDay(item.startsAt) })),
    ...booked.map((item) => ({ ...item, what: "consultation" as const })),
    ...blocked.flatMap((block) => daysOfBlock(block, monday)),
  ].toSorted((a, b) => a.startsAt.localeCompare(b.startsAt) || a.id.localeCompare(b.id));
  const days = Map.groupBy(items, ({ day }) => day);
  return {
    days: [...days].map(([day, list]) => ({ day, items: list })).toSorted((a, b) => a.day.localeCompare(b.day)),
  };
}

type Span = { starts: Date; ends: Date };

const blockedWithin = ({ starts, ends }: Span, adminId: string | null) =>
  db
    .select({
      id: blockedTimes.id,
      startsAt: blockedTimes.startsAt,
      endsAt: blockedTimes.endsAt,
      note: blockedTimes.note,
      taker: { id: adminUsers.id, name: shownName, email: adminUsers.email },
    })
    .from(blockedTimes)
    .innerJoin(adminUsers, eq(adminUsers.id, blockedTimes.adminId))
    .where(
      and(
        lt(blockedTimes.startsAt, ends),
        gt(blockedTimes.endsAt, starts),
        or(adminId === null ? undefined : eq(blockedTimes.adminId, adminId)),
      ),
    )
    .orderBy(asc(blockedTimes.startsAt));

/** A blocked time as an item of each day of the week that it touches; `startsAt` and `endsAt` are cut to the day. */
function daysOfBlock(
  { startsAt, endsAt, ...block }: Awaited<ReturnType<typeof blockedWithin>>[number],
  monday: string,
) {
  return Array.from({ length: 7 }, (_, n) => later(monday, n)).flatMap((day) => {
    const [from, to] = [nassauInstant(day, "00:00"), nassauInstant(later(day, 1), "00:00")];
    if (startsAt >= to || endsAt <= from) return [];
    return {
      ...{ ...block, what: "blocked" as const, day, isWholeDay: startsAt <= from && endsAt >= to },
      startsAt: (startsAt > from ? startsAt : from).toISOString(),
      endsAt: (endsAt < to ? endsAt : to).toISOString(),
    };
  });
}
