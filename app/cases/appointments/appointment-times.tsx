import { nassauZone } from "~/core/time";
import { formatWallTime, formatZone, isSameWall } from "~/core/zones/wall-time";
import { useScripted } from "~/ui/use-scripted";

/** A time of an appointment, and the zones whose clocks show it. */
type Shown = { text: string; zones: string[] };

/** Groups zones that show the same time, so that each time is given once. */
function timesIn(startsAt: string, zones: readonly string[]): Shown[] {
  const apart: string[][] = [];
  for (const zone of new Set(zones)) {
    const same = apart.find(([first = zone]) => isSameWall(startsAt, first, zone));
    if (same) same.push(zone);
    else apart.push([zone]);
  }
  return apart.map((together) => ({ text: formatWallTime(startsAt, together[0] ?? nassauZone), zones: together }));
}

/** `Nassau and New York time` */
function zonesWords(zones: readonly string[]): string {
  const words = zones.map(formatZone);
  return words.map((name, index) => (index < words.length - 1 ? name.replace(/ time$/, "") : name)).join(" and ");
}

type AppointmentTimesProps = { startsAt: string; zone: string };

/**
 * Shows an appointment in Nassau time, in its own zone, and with a script in the reader's zone too; zones with the same
 * time share one line.
 */
export function AppointmentTimes({ startsAt, zone }: AppointmentTimesProps) {
  const own = useScripted() ? Intl.DateTimeFormat().resolvedOptions().timeZone : nassauZone;
  const [first, ...otherTimes] = timesIn(startsAt, [nassauZone, zone, own]);
  return (
    <>
      <p className="text-lg font-semibold">
        <Moment startsAt={startsAt} shown={first} />
      </p>
      {otherTimes.map((shown) => (
        <p key={shown.text} className="text-stone">
          <Moment startsAt={startsAt} shown={shown} />
        </p>
      ))}
    </>
  );
}

function Moment({ startsAt, shown }: { startsAt: string; shown: Shown | undefined }) {
  if (!shown) return null;
  return (
    <time dateTime={startsAt}>
      {shown.text} {zonesWords(shown.zones)}
    </time>
  );
}
