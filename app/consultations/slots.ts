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

type Between = { opens: Date; closes: Date };

/** Spans of one day as instants, because clocks may change within it; each clock of all spans is converted once. */
function converterOf(day: string) {
  const known = new Map<string, Date>();
  const at = (clock: string): Date => {
    const instant = known.get(clock) ?? nassauInstant(day, clock);
    known.set(clock, instant);
    return instant;
  };
  return (spans: readonly Span[]): Between[] =>
    spans.map(({ opens, closes }) => ({ opens: at(opens), closes: at(closes) }));
}

/** Whether a consultation is wholly in one of the spans. */
const isWithin = (spans: readonly Between[], startsAt: Date, endsAt: Date): boolean =>
  spans.some(({ opens, closes }) => startsAt >= opens && endsAt <= closes);

/** The facts of one day: a window has thousands of quarter hours, and each time of each day is checked. */
function factsOfDay({ cells, busy, taken }: SlotFacts, day: string) {
  // A consultation late in the evening takes quarter hours of the next day.
  const [from, to] = [nassauInstant(day, "00:00"), nassauInstant(daysAfter(day, 2), "00:00")];
  const occupied = new Set<string>();
  const [first, end] = [from.getTime(), to.getTime()];
  for (const { adminId, startsAt } of cells) {
    const at = startsAt.getTime();
    if (at >= first && at < end) occupied.add(`${adminId} ${at}`);
  }
  const counts = new Map<string, number>();
  for (const { adminId, day: of } of taken) if (of === day) counts.set(adminId, (counts.get(adminId) ?? 0) + 1);
  return {
    busy: busy.filter(({ startsAt, endsAt }) => startsAt < to && endsAt > from),
    isOccupied: (adminId: string, cell: Date) => occupied.has(`${adminId} ${cell.getTime()}`),
    countOf: (adminId: string) => counts.get(adminId) ?? 0,
  };
}

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
  const { busy, isOccupied, countOf } = factsOfDay(facts, day);
  const instantsOf = converterOf(day);
  const open = takers
    .map(({ id, hours }) => ({ id, spans: instantsOf(weekdayHours(day, hours)) }))
    .filter(({ id, spans }) => spans.length > 0 && countOf(id) < settings.dailyMaximum)
    .sort((a, b) => countOf(a.id) - countOf(b.id));
  if (open.length === 0) return [];
  const officeSpans = instantsOf(office);
  const [first, last] = [
    Math.min(...office.map(({ opens }) => minutesOf(opens))),
    Math.max(...office.map(({ closes }) => minutesOf(closes))),
  ];
  return clocks.flatMap((time) => {
    if (minutesOf(time) < first || minutesOf(time) >= last) return [];
    const startsAt = instantOf({ day, time }, nassauZone);
    if (!startsAt || startsAt.getTime() < earliest || startsAt <= now) return [];
    const endsAt = new Date(startsAt.getTime() + minutes * minute);
    if (!isWithin(officeSpans, startsAt, endsAt)) return [];
    const cells = cellsOf(startsAt, minutes, settings.bufferMinutes);
    const free = open.filter(
      ({ id, spans }) =>
        isWithin(spans, startsAt, endsAt) &&
        !cells.some((cell) => isOccupied(id, cell)) &&
        !busy.some((other) => other.adminId === id && other.startsAt < endsAt && other.endsAt > startsAt),
    );
    return free.length > 0 ? [{ startsAt, day, time, adminIds: free.map(({ id }) => id) }] : [];
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
