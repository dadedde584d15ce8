import { useScripted } from "~/ui/use-scripted";

/** An instant as the reader's clock shows it. Without script it is told in Nassau's time, and says so. */
export function LocalTime({ at, options }: { at: string; options: Intl.DateTimeFormatOptions }) {
  const scripted = useScripted();
  const zone = scripted ? {} : { timeZone: "America/Nassau" };
  const text = formatOf({ ...options, ...zone }).format(new Date(at));
  return <time dateTime={at}>{scripted || !options.timeStyle ? text : `${text} Nassau time`}</time>;
}

/** Each is made once: making one costs more than the rest of such a line. Our screens know a handful. */
function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", options);
  formats.set(key, made);
  return made;
}
const formats = new Map<string, Intl.DateTimeFormat>();
