import { formatTime, nassauZone } from "~/ground/time";
import { useScripted } from "~/ui/use-scripted";

/** An instant as the reader's clock shows it. Without script it is told in Nassau's time, and says so. */
export function LocalTime({ at, options }: { at: string; options: Intl.DateTimeFormatOptions }) {
  const scripted = useScripted();
  const text = formatTime(at, scripted ? options : { ...options, timeZone: nassauZone });
  return <time dateTime={at}>{scripted || !options.timeStyle ? text : `${text} Nassau time`}</time>;
}
