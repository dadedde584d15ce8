import { calendarWeekday, nassauZone } from "~/core/time";
import { formatWallClock, formatZone, isSameWall, isZone, wallTimeAt } from "~/core/zones/wall-time";

/** `10:30 am` */
export const formatClock = (at: string, zone: string): string => formatWallClock(at, zone).toLowerCase();

const cityOf = (zone: string) => formatZone(zone).replace(/ time$/, "");

/** A time in another zone, with the weekday if its day differs from Nassau's; null if both clocks show the same. */
export function otherClock(at: string, zone: string): { clock: string; city: string } | null {
  if (!isZone(zone) || isSameWall(at, nassauZone, zone)) return null;
  const { day } = wallTimeAt(at, zone);
  // `Tue`
  const weekday = day === wallTimeAt(at, nassauZone).day ? "" : `${calendarWeekday(day).slice(0, 3)} `;
  return { clock: `${weekday}${formatClock(at, zone)}`, city: cityOf(zone) };
}

/** `Tuesday, December 1, 10:30 am Nassau time (3:30 pm London time)` */
export function describeTime(at: string, zone: string): string {
  const other = otherClock(at, zone);
  const day = calendarWeekday(wallTimeAt(at, nassauZone).day);
  const nassau = `${day}, ${formatClock(at, nassauZone)} Nassau time`;
  return other ? `${nassau} (${other.clock} ${formatZone(zone)})` : nassau;
}
