import { type ClockChange, clockChanges, offsetAt } from "~/core/zones/wall-time";

/**
 * A VTIMEZONE for an appointment: the zone's clock changes within about a year, from this machine's zone data. Packages
 * with such files have one more list, which ages.
 */
export function timeZoneComponent(zone: string, around: Date): string {
  const changes = clockChanges(around, zone);
  const standing = offsetAt(around, zone);
  const parts = changes.length > 0 ? changes.flatMap(observance) : fixed(standing);
  return ["BEGIN:VTIMEZONE", `TZID:${zone}`, ...parts, "END:VTIMEZONE"].join("\r\n");
}

/** From when an offset applies, in the wall time before. */
function observance({ at, from, to }: ClockChange): string[] {
  const shown = new Date(at.getTime() + from * 60_000).toISOString().slice(0, 16);
  return component(to > from ? "DAYLIGHT" : "STANDARD", shown, from, to);
}

const fixed = (offset: number) => component("STANDARD", "1970-01-01T00:00", offset, offset);

const component = (name: string, start: string, from: number, to: number) => [
  `BEGIN:${name}`,
  `DTSTART:${start.replace(/[-:]/g, "")}00`,
  `TZOFFSETFROM:${offsetWords(from)}`,
  `TZOFFSETTO:${offsetWords(to)}`,
  `END:${name}`,
];

/** `-0500` */
function offsetWords(minutes: number): string {
  const [hours, remainder] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}${String(remainder).padStart(2, "0")}`;
}
