import { useEffect, useState } from "react";
import { formatTime, nassauDay, nassauZone } from "~/core/time";
import { useScripted } from "~/ui/use-scripted";

/**
 * An instant in Nassau's time for every reader: what happened on one day has that day on the page, in our emails, in
 * PDFs and at the desk. A time of day names its zone, unless the reader's clock shows the same.
 */
export function NassauTime({ at, options }: { at: string; options: Intl.DateTimeFormatOptions }) {
  const scripted = useScripted();
  const { timeZoneName, ...shown } = options;
  const text = formatTime(at, { ...shown, timeZone: nassauZone });
  const isNamed = timeZoneName || ((shown.timeStyle || shown.hour) && !(scripted && formatTime(at, shown) === text));
  return <time dateTime={at}>{isNamed ? `${text} Nassau time` : text}</time>;
}

/**
 * `4:12 PM` on the reader's clock for the last twelve hours; before, `Nov 19, 4:12 PM Nassau time`, if need be with its
 * year.
 */
export function RecentTime({ at }: { at: string }) {
  const scripted = useScripted();
  const now = useNow();
  const clock = { hour: "numeric", minute: "2-digit" } as const;
  if (scripted && Date.parse(now) - Date.parse(at) < 12 * 3_600_000)
    return <time dateTime={at}>{formatTime(at, clock)}</time>;
  const year = nassauDay(at).slice(0, 4) === nassauDay(now).slice(0, 4) ? {} : ({ year: "numeric" } as const);
  return <NassauTime at={at} options={{ ...clock, month: "short", day: "numeric", ...year }} />;
}

/** The present time, updated once a minute: a page may stay open over midnight. */
function useNow(): string {
  const [now, setNow] = useState(() => new Date().toISOString());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
