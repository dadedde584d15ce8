import { useScripted } from "~/ui/use-scripted";

/** An instant as the reader's clock shows it. Without script it is told in Nassau's time, and says so. */
export function LocalTime({ at, options }: { at: string; options: Intl.DateTimeFormatOptions }) {
  const scripted = useScripted();
  const zone = scripted ? {} : { timeZone: "America/Nassau" };
  const text = new Intl.DateTimeFormat("en-US", { ...options, ...zone }).format(new Date(at));
  return <time dateTime={at}>{scripted || !options.timeStyle ? text : `${text} Nassau time`}</time>;
}
