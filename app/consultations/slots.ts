import type { ConsultationSettings } from "~/content/settings/consultation-settings";
import { type OfficeHours, officeDay, type Span, weekdayHours } from "~/content/settings/hours";
import type { Holiday } from "~/content/settings/public-holidays";
import { daysAfter, nassauDay, nassauInstant, nassauZone } from "~/core/time";
import { instantOf } from "~/core/zones/wall-time";

/** An active admin with consultation hours, in the order of names. */
export type Taker = { id: string; name: string; hours: OfficeHours };
/** A blocked time, or an appointment that the admin takes part in. */
type BusyTime = { adminId: string; startsAt: Date; endsAt: Date };

/** All that decides which times are free. */
export type SlotFacts = {
  now: Date;
  settings: Pick<ConsultationSettings, "isOpen" | "leadHours" | "windowDays" | "bufferMinutes" | "dailyMaximum">;
  /** The length of a consultation. */
  minutes: number;
  officeHours: OfficeHours;
  holidays: readonly Holiday[] | null;
  takers: readonly Taker[];
  /** Quarter hours that other consultations take. */
  cells: readonly { adminId: string; startsAt: Date }[];
  busy: readonly BusyTime[];
  /** Consultations by admin and Nassau day, canceled and expired ones left out. */
  taken: readonly { adminId: string; day: string }[];
};

/** `adminIds`: who is free then; the first takes it. */
export type FreeTime = { startsAt: Date; day: string; time: string; adminIds: readonly string[] };

const minute = 60_000;
const quarter = 15 * minute;

/** The quarter hours of a consultation with its buffer, rounded up. */
export function cellsOf(startsAt: Date, minutes: number, bufferMinutes: number): Date[] {
  const first = Math.floor(startsAt.getTime() / quarter);
  const end = Math.ceil((startsAt.getTime() + (minutes + bufferMinutes) * minute) / quarter);
  return Array.from({ length: Math.max(1, end - first) }, (_, index) => new Date((first + index) * quarter));
}

/** On the hour and half hour. */
const clocks = Array.from({ length: 48 }, (_, index) => {
  const hours = String(Math.floor(index / 2)).padStart(2, "0");
  return `${hours}:${index % 2 ? "30" : "00"}`;
});

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Whether a consultation is wholly in one of a day's spans; by instants, because clocks may change within it. */
const isWithin = (spans: readonly Span[], day: string, startsAt: Date, endsAt: Date): boolean =>
  spans.some(({ opens, closes }) => startsAt >= nassauInstant(day, opens) && endsAt <= nassauInstant(day, closes));

/**
 * The free times of one Nassau day. With `ofStaff` lead time, booking window and closed booking do not count: staff
 * may book for a caller at once.
 */
export function freeTimesOf(facts: SlotFacts, day: string, { ofStaff = false } = {}): FreeTime[] {
  const { now, settings, minutes, takers } = facts;
  if (!ofStaff && (!settings.isOpen || day < nassauDay(now) || day > lastBookableDay(facts))) return [];
  const office = officeDay(day, facts.officeHours, facts.holidays).spans;
  if (office.length === 0) return [];
  const earliest = now.getTime() + (ofStaff ? 0 : settings.leadHours * 60 * minute);
  const dayHours = takers.map((taker) => ({ taker, spans: weekdayHours(day, taker.hours) }));
  const countOf = (id: string) => facts.taken.filter((taken) => taken.adminId === id && taken.day === day).length;
  const open = dayHours
    .filter(({ taker, spans }) => spans.length > 0 && countOf(taker.id) < settings.dailyMaximum)
    .sort((a, b) => countOf(a.taker.id) - countOf(b.taker.id));
  if (open.length === 0) return [];
  const occupied = new Set(facts.cells.map(({ adminId, startsAt }) => `${adminId} ${startsAt.getTime()}`));
  const latestStart = Math.max(...office.map(({ closes }) => minutesOf(closes)));
  return clocks.flatMap((time) => {
    if (minutesOf(time) >= latestStart) return [];
    const startsAt = instantOf({ day, time }, nassauZone);
    if (!startsAt || startsAt.getTime() < earliest || startsAt <= now) return [];
    const endsAt = new Date(startsAt.getTime() + minutes * minute);
    if (!isWithin(office, day, startsAt, endsAt)) return [];
    const cells = cellsOf(startsAt, minutes, settings.bufferMinutes);
    const free = open.filter(
      ({ taker: { id }, spans }) =>
        isWithin(spans, day, startsAt, endsAt) &&
        !cells.some((cell) => occupied.has(`${id} ${cell.getTime()}`)) &&
        !facts.busy.some((busy) => busy.adminId === id && busy.startsAt < endsAt && busy.endsAt > startsAt),
    );
    return free.length > 0 ? [{ startsAt, day, time, adminIds: free.map(({ taker }) => taker.id) }] : [];
  });
}

/** The last Nassau day of the booking window. */
const lastBookableDay = ({ now, settings }: Pick<SlotFacts, "now" | "settings">): string =>
  daysAfter(nassauDay(now), settings.windowDays);

/** The free times of all days in the booking window, earliest first. */
export function freeTimes(facts: SlotFacts): FreeTime[] {
  const today = nassauDay(facts.now);
  return Array.from({ length: facts.settings.windowDays + 1 }, (_, later) => daysAfter(today, later)).flatMap((day) =>
    freeTimesOf(facts, day),
  );
}
