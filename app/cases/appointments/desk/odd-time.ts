import { formatSpan, type OfficeHours, officeDay } from "~/content/settings/hours";
import type { Holiday } from "~/content/settings/public-holidays";
import { normalizeFigures } from "~/core/text-input";
import { calendarWeekday, nassauDay, nassauInstant } from "~/core/time";

type Office = { hours: OfficeHours; holidays: readonly Holiday[] | null };

const hour = 3_600_000;

type RequestedTime = { day: string; time: string; zone: string; minutes: string | number };

/** Identifies the confirmed time by start and length, so that a change of either asks again. */
export const timeKey = ({ day, time, zone, minutes }: RequestedTime) =>
  `${day} ${time.slice(0, 5)} ${zone} ${Number(normalizeFigures(String(minutes)))}`;

/** The same for an appointment over a consultation of an admin. */
export const overlapKey = ({ staffId, ...time }: RequestedTime & { staffId: string }) => `${staffId} ${timeKey(time)}`;

/**
 * The question to confirm before an appointment is made at an unusual time; null if the time is usual. Office hours are
 * in Nassau time, wherever the appointment takes place.
 */
export function oddTimeQuestion(startsAt: Date, minutes: number, office: Office, now: Date): string | null {
  const odd = [hoursWords(startsAt, minutes, office), distanceWords(startsAt, now)].filter((text) => text !== null);
  return odd.length > 0 ? `${odd.join(" ")} Is the time right?` : null;
}

function hoursWords(startsAt: Date, minutes: number, { hours, holidays }: Office): string | null {
  const day = nassauDay(startsAt);
  const endsAt = new Date(startsAt.getTime() + minutes * 60_000);
  const { holiday, spans } = officeDay(day, hours, holidays);
  const isOpen = spans.some(
    ({ opens, closes }) => nassauInstant(day, opens) <= startsAt && endsAt <= nassauInstant(day, closes),
  );
  if (isOpen) return null;
  const dayText = `${calendarWeekday(day)}${holiday ? `, a holiday${holiday.name ? ` (${holiday.name})` : ""}` : ""}`;
  if (spans.length === 0) return `The office is closed on ${dayText}.`;
  return `On ${dayText}, the office is open ${spans.map(formatSpan).join(" and ")} in Nassau.`;
}

function distanceWords(startsAt: Date, now: Date): string | null {
  if (startsAt.getTime() < now.getTime() + 12 * hour) return "The appointment begins in less than 12 hours.";
  const yearAhead = new Date(now);
  yearAhead.setFullYear(yearAhead.getFullYear() + 1);
  return startsAt > yearAhead ? "The appointment is more than a year ahead." : null;
}
