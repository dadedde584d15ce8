import { formatTime, isDay, nassauZone } from "~/core/time";

// A day and a time as a clock in the zone shows them. They stay the same when the zone's rules change (C-APPT-6).

type WallTime = { day: string; time: string };

const minute = 60_000;
const dayLong = 24 * 60 * minute;

/** Whether this is a time zone's name, such as `America/Nassau`; an offset such as `+05:00` is not. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    formatTime(0, { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** `09:05`, as `input type="time"` submits it. */
export const isClock = (time: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(time);

export function wallTimeAt(instant: Date | string, zone: string): WallTime {
  const [month, day, remaining = ""] = formatTime(instant, {
    ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" },
    ...{ hourCycle: "h23", timeZone: zone },
  }).split("/");
  const [year, time = ""] = remaining.split(", ");
  return { day: `${year}-${month}-${day}`, time };
}

/** Minutes ahead of UTC. */
export function offsetAt(instant: Date, zone: string): number {
  const { day, time } = wallTimeAt(instant, zone);
  // A year of five digits, as on the day after 9999-12-31, is written with a sign and six digits.
  const shown = day.length > 10 ? `+0${day}` : day;
  return Math.round((Date.parse(`${shown}T${time}Z`) - Math.floor(instant.getTime() / minute) * minute) / minute);
}

/** Returns the instant of a wall time: the first one if it occurs twice, null if clocks skip it. */
export function instantOf({ day, time }: WallTime, zone: string): Date | null {
  if (!isDay(day) || !isClock(time)) return null;
  const shown = Date.parse(`${day}T${time}Z`);
  const offsets = [-dayLong, dayLong].map((shift) => offsetAt(new Date(shown + shift), zone));
  const [first] = offsets
    .map((offset) => new Date(shown - offset * minute))
    .filter((instant) => {
      const wall = wallTimeAt(instant, zone);
      return wall.day === day && wall.time === time;
    })
    .sort((a, b) => a.getTime() - b.getTime());
  return first ?? null;
}

/** `Nassau time`, `New York time`, `UTC`. */
export function formatZone(zone: string): string {
  const city = zone.split("/").at(-1)?.replaceAll("_", " ") ?? zone;
  return zone.includes("/") && !zone.startsWith("Etc/") ? `${city} time` : city;
}

/** Some browsers put a narrow or no-break space before `AM`. */
const plainSpaces = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

/** `Tuesday, November 24, 2026 at 10:30 AM` */
export const formatWallTime = (instant: Date | string, zone: string): string =>
  plainSpaces(
    formatTime(instant, {
      ...{ weekday: "long", year: "numeric", month: "long", day: "numeric" },
      ...{ hour: "numeric", minute: "2-digit", timeZone: zone },
    }),
  );

/** `10:30 AM` */
export const formatWallClock = (instant: Date | string, zone: string): string =>
  plainSpaces(formatTime(instant, { hour: "numeric", minute: "2-digit", timeZone: zone }));

/** `Tuesday, November 24, 2026 at 10:30 AM Nassau time` */
export const momentIn = (instant: Date | string, zone: string): string =>
  `${formatWallTime(instant, zone)} ${formatZone(zone)}`;

export function isSameWall(instant: Date | string, zone: string, otherZone: string): boolean {
  const [time, otherTime] = [wallTimeAt(instant, zone), wallTimeAt(instant, otherZone)];
  return time.day === otherTime.day && time.time === otherTime.time;
}

export type ClockChange = { at: Date; from: number; to: number };

/** Returns when the zone's clocks change within `days` days of an instant. */
export function clockChanges(around: Date, zone: string, days = 400): ClockChange[] {
  const changes: ClockChange[] = [];
  const step = 7 * dayLong;
  const end = around.getTime() + days * dayLong;
  for (let start = around.getTime() - days * dayLong; start < end; start += step) {
    const [from, to] = [offsetAt(new Date(start), zone), offsetAt(new Date(start + step), zone)];
    if (from !== to) changes.push({ at: changeBetween(start, start + step, zone, from), from, to });
  }
  return changes;
}

/** The first minute at which the offset is no longer `from`, by bisection. */
function changeBetween(start: number, end: number, zone: string, from: number): Date {
  let [before, after] = [Math.floor(start / minute), Math.ceil(end / minute)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(new Date(middle * minute), zone) === from) before = middle;
    else after = middle;
  }
  return new Date(after * minute);
}

/** The zones that the desk offers; any other zone is accepted as well. */
export const timeZoneOptions: readonly string[] = [
  nassauZone,
  ...["America/New_York", "America/Toronto", "America/Chicago", "America/Denver", "America/Los_Angeles"],
  ...["America/Vancouver", "America/Halifax", "America/Port-au-Prince", "America/Jamaica", "America/Santo_Domingo"],
  ...["America/Havana", "America/Port_of_Spain", "America/Barbados", "America/Guyana", "America/Panama"],
  ...["America/Mexico_City", "America/Bogota", "America/Lima", "America/Caracas", "America/Sao_Paulo"],
  ...["America/Argentina/Buenos_Aires", "America/Santiago", "Europe/London", "Europe/Dublin", "Europe/Lisbon"],
  ...["Europe/Madrid", "Europe/Paris", "Europe/Brussels", "Europe/Berlin", "Europe/Rome", "Europe/Zurich"],
  ...["Europe/Istanbul", "Africa/Lagos", "Africa/Accra", "Africa/Nairobi", "Africa/Johannesburg", "Asia/Dubai"],
  ...["Asia/Kolkata", "Asia/Manila", "Asia/Shanghai", "Asia/Hong_Kong", "Asia/Tokyo", "Australia/Sydney", "UTC"],
];
