import { later } from "~/core/calendar";
import { calendarLongDate } from "~/core/time";

/** Days as YYYY-MM-DD. `tripEnd` is the arrival if no departure is given. */
type Days = {
  expires: string | null | undefined;
  today: string | null;
  tripEnd?: string | null | undefined;
  decision?: string | null | undefined;
};

export type ShortPassport = { isExpired: boolean; sentence: string };

/** Whether a passport expired, or expires within six months of today, the trip or the decision. */
export function shortPassport({ expires, today, tripEnd, decision }: Days): ShortPassport | undefined {
  if (!expires) return undefined;
  const on = calendarLongDate(expires);
  if (today && expires < today) return { isExpired: true, sentence: `The passport expired on ${on}.` };
  const days = [
    { day: today, words: "from today" },
    { day: tripEnd, words: "after the end of the trip" },
    { day: decision, words: "after the decision" },
  ];
  const [latest] = days.filter(({ day }) => day).sort((a, b) => ((a.day ?? "") < (b.day ?? "") ? 1 : -1));
  const until = latest?.day && later(latest.day, { months: 6 });
  if (!until || expires >= until) return undefined;
  return {
    isExpired: false,
    sentence: `The passport expires on ${on}. It should be valid until ${calendarLongDate(until)}, six months ${latest.words}.`,
  };
}
