import { and, asc, eq, gt, gte, inArray, isNotNull, lt, not, or, sql } from "drizzle-orm";
import { shownName } from "~/accounts/admins/names.server";
import { type ConsultationSettings, readConsultationSettings } from "~/content/settings/consultation-settings";
import { readHolidays, readHours } from "~/content/settings/hours";
import { defaultFigures, lengthMinutes } from "~/content/texts/figures";
import { currentFigures } from "~/content/texts/published-texts.server";
import { daysAfter, nassauDay, nassauInstant } from "~/core/time";
import { db, type Queryable } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import { appointments } from "~/db/schema/case";
import { blockedTimes, consultationCells, consultations } from "~/db/schema/consultations";
import { siteSettings } from "~/db/schema/content";
import { hasConsultationHours, readConsultationHours } from "./consultation-hours";
import type { SlotFacts, Taker } from "./slots";

/** SQL: a booking that takes its time: booked, or unconfirmed with its hour not over by the database's clock. */
export const takesTime = or(
  eq(consultations.state, "booked"),
  and(eq(consultations.state, "unconfirmed"), gt(consultations.unconfirmedUntil, sql`clock_timestamp()`)),
);

/**
 * SQL: a consultation itself, or an unconfirmed booking with the email of its inquiry. Neither is in the way of its
 * move: somebody who has one and books again is mailed the link to move it.
 */
export const isOwn = (id: string) => sql<boolean>`(${consultations.id} = ${id}::uuid
  or ${consultations.state} = 'unconfirmed' and ${consultations.inquiryId} is null and lower(${consultations.email}) = coalesce((
    select lower(i.email) from consultations own join visa_inquiries i on i.id = own.inquiry_id where own.id = ${id}::uuid
  ), ''))`;

/** Booking settings, office hours and length of a consultation. */
async function readBookingRules(from: Queryable = db) {
  const rows = await from
    .select()
    .from(siteSettings)
    .where(inArray(siteSettings.key, ["consultations", "office_hours", "holidays"]));
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  const { consultation } = await currentFigures(from);
  return {
    settings: readConsultationSettings(stored.get("consultations")),
    officeHours: readHours(stored.get("office_hours")),
    holidays: readHolidays(stored.get("holidays")),
    minutes: lengthMinutes(consultation.value) ?? lengthMinutes(defaultFigures.consultation.value) ?? 30,
  };
}

/** Active admins with consultation hours, by name. */
export async function readTakers(from: Queryable = db): Promise<Taker[]> {
  const rows = await from
    .select({ id: adminUsers.id, name: shownName, hours: adminUsers.consultationHours })
    .from(adminUsers)
    .where(and(eq(adminUsers.isActive, true), isNotNull(adminUsers.consultationHours)))
    .orderBy(asc(sql`lower(${shownName})`), asc(adminUsers.id));
  return rows.flatMap(({ id, name, hours: stored }) => {
    const hours = readConsultationHours(stored);
    return hasConsultationHours(hours) ? [{ id, name, hours }] : [];
  });
}

type Range = { from: string; to: string };

/**
 * The facts of the free times of Nassau days, both included. `except`: a consultation that is being moved, whose own
 * time does not count.
 */
export async function readSlotFacts(
  { from, to }: Range,
  { source = db, except, now }: { source?: Queryable; except?: string; now?: Date } = {},
): Promise<SlotFacts & { settings: ConsultationSettings }> {
  const rules = await readBookingRules(source);
  const takers = await readTakers(source);
  const ids = takers.map(({ id }) => id);
  const [starts, ends] = [nassauInstant(from, "00:00"), nassauInstant(daysAfter(to, 1), "00:00")];
  const other = except === undefined ? undefined : not(isOwn(except));
  const facts = { ...rules, takers, now: now ?? new Date() };
  if (ids.length === 0) return { ...facts, cells: [], busy: [], taken: [] };
  // One after the other: within a transaction they share its connection.
  const cells = await source
    .select({ adminId: consultationCells.adminId, startsAt: consultationCells.startsAt })
    .from(consultationCells)
    .innerJoin(consultations, eq(consultations.id, consultationCells.consultationId))
    .where(
      and(
        inArray(consultationCells.adminId, ids),
        gte(consultationCells.startsAt, starts),
        // A consultation late in the evening takes quarter hours of the next day.
        lt(consultationCells.startsAt, new Date(ends.getTime() + 24 * 3_600_000)),
        takesTime,
        other,
      ),
    );
  const taken = await source
    .select({ adminId: sql<string>`${consultations.adminId}`, day: consultations.day })
    .from(consultations)
    .where(
      and(
        inArray(consultations.adminId, ids),
        gte(consultations.startsAt, starts),
        lt(consultations.startsAt, ends),
        takesTime,
        other,
      ),
    );
  const blocked = await source
    .select({ adminId: blockedTimes.adminId, startsAt: blockedTimes.startsAt, endsAt: blockedTimes.endsAt })
    .from(blockedTimes)
    .where(and(inArray(blockedTimes.adminId, ids), lt(blockedTimes.startsAt, ends), gt(blockedTimes.endsAt, starts)));
  const planned = await source
    .select({
      adminId: sql<string>`${appointments.staffId}`,
      startsAt: appointments.startsAt,
      minutes: appointments.minutes,
    })
    .from(appointments)
    .where(
      and(
        inArray(appointments.staffId, ids),
        eq(appointments.state, "planned"),
        // An appointment lasts a day at most.
        gt(appointments.startsAt, new Date(starts.getTime() - 24 * 3_600_000)),
        lt(appointments.startsAt, ends),
      ),
    );
  const busy = planned.map(({ minutes, ...appointment }) => ({
    ...appointment,
    endsAt: new Date(appointment.startsAt.getTime() + minutes * 60_000),
  }));
  return { ...facts, cells, taken, busy: [...blocked, ...busy] };
}

/** The facts of the whole booking window. */
export async function readWindowFacts(options: { source?: Queryable; except?: string; now?: Date } = {}) {
  const today = nassauDay(options.now ?? new Date());
  // The longest window, because the settings are read with the facts.
  return readSlotFacts({ from: today, to: daysAfter(today, 90) }, options);
}
