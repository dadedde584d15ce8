import { useEffect, useState } from "react";
import { formatTime, nassauZone } from "~/core/time";
import { useScripted } from "~/ui/use-scripted";

/** An instant in the reader's time zone; without JavaScript in Nassau's, which it says. */
export function LocalTime({ at, options }: { at: string; options: Intl.DateTimeFormatOptions }) {
  const scripted = useScripted();
  const inNassau = { ...options, timeZone: nassauZone, timeZoneName: undefined };
  const text = formatTime(at, scripted ? options : inNassau);
  // The server may render on the day before the browser shows it.
  return (
    <time dateTime={at} suppressHydrationWarning>
      {scripted || !(options.timeStyle || options.hour) ? text : `${text} Nassau time`}
    </time>
  );
}

/** `4:12 PM` today, `Nov 19, 4:12 PM` on other days, with the year in other years. */
export function RecentTime({ at }: { at: string }) {
  const scripted = useScripted();
  const today = useToday();
  const zone = scripted ? {} : { timeZone: nassauZone };
  const [month, day, year] = dayOf(at, zone).split("/");
  const [thisMonth, thisDay, thisYear] = dayOf(today, zone).split("/");
  const isToday = day === thisDay && month === thisMonth && year === thisYear;
  return (
    <LocalTime
      at={at}
      options={{
        hour: "numeric",
        minute: "2-digit",
        ...(isToday ? {} : { month: "short", day: "numeric" }),
        ...(year === thisYear ? {} : { year: "numeric" }),
      }}
    />
  );
}

const dayOf = (instant: string, zone: { timeZone?: string }) =>
  formatTime(instant, { day: "numeric", month: "numeric", year: "numeric", ...zone });

/** The present time, updated once a minute: a page may stay open over midnight. */
function useToday(): string {
  const [now, setNow] = useState(() => new Date().toISOString());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
