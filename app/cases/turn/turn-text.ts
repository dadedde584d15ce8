import { inSentence } from "~/content/facts/in-sentence";
import { formatPromise } from "~/content/settings/hours";
import { calendarLongDate, nassauLongDate } from "~/core/time";
import type { Turn } from "~/db/schema/values";

/** The facts of the sentence at the top of a case. Instants as ISO, days as YYYY-MM-DD. */
export type TurnData =
  | { closed: string; since: string }
  | {
      closed: null;
      turn: Turn;
      since: string;
      things: number;
      wantedBy: string | null;
      /** Number of items due by that day. */
      wantedThen: number;
      /**
       * Why it is our turn, and by when we promise; `work` without a promise, `wait` until the day of an appointment.
       */
      ours: { does: "answer" | "check"; by: string | null } | { does: "work" } | { does: "wait"; until: string };
      processingTime: string | null;
      authority: string;
      expectedBy: string | null;
    };

/** The authority that decides, as named within a sentence. */
export const authorityOf = (countryCode: string | null) =>
  countryCode === "BS" ? "the Department of Immigration" : "the embassy";

const sides = { applicant: "It has been your turn", office: "It has been our turn" } as const;
const atDesk = { applicant: "It has been the applicant’s turn", office: "It has been our turn" } as const;

const sideOf = (data: Extract<TurnData, { closed: null }>, words: typeof sides | typeof atDesk) =>
  data.turn === "authority" ? `It has been with ${data.authority}` : words[data.turn];

/** The appointment's day that a case waits for; nobody has to act before. */
export const waitedFor = (data: TurnData): string | null =>
  data.closed === null && data.turn === "office" && data.ours.does === "wait" ? data.ours.until : null;

/** Whose turn it is and since when, for the desk; the status if the case is closed. */
export function turnLabel(data: TurnData): string {
  if (data.closed !== null) return `This case has been closed since ${nassauLongDate(data.since)}: ${data.closed}.`;
  const day = waitedFor(data);
  return day
    ? `The case is waiting for the appointment on ${calendarLongDate(day)}.`
    : `${sideOf(data, atDesk)} since ${nassauLongDate(data.since)}.`;
}

/** The day until which items are due; with their number if others have another day or none. */
function wantedWords({ things, wantedBy, wantedThen }: Extract<TurnData, { closed: null }>): string {
  if (!wantedBy) return "";
  const part = wantedThen === things ? "" : wantedThen === 1 ? ", one of them" : `, ${wantedThen} of them`;
  return `${part} by ${calendarLongDate(wantedBy)}`;
}

/** The sentence at the top of the page, and what follows it. */
export function turnText(data: TurnData): { sentence: string; following: string | null } {
  if (data.closed !== null)
    return {
      sentence: `This case has been closed since ${nassauLongDate(data.since)}: ${data.closed}.`,
      following: null,
    };
  const day = waitedFor(data);
  if (day)
    return {
      sentence: `Your appointment is on ${calendarLongDate(day)}: until then we need nothing from you.`,
      following: null,
    };
  const since = `${sideOf(data, sides)} since ${nassauLongDate(data.since)}`;
  if (data.turn === "applicant") {
    const things = data.things === 1 ? "1 thing" : `${data.things} things`;
    return {
      sentence: `${since}: we need ${things} from you${wantedWords(data)}.`,
      following: `Once we have ${data.things === 1 ? "it" : "them"}, we’ll check ${data.things === 1 ? "it" : "them"} within one business day.`,
    };
  }
  if (data.turn === "authority") {
    const decision = data.expectedBy
      ? `we expect the decision by ${calendarLongDate(data.expectedBy)} and write to you the day we hear of it`
      : "we’ll write to you the day we hear the decision";
    return { sentence: `${since}: ${decision}.`, following: null };
  }
  if (data.ours.does === "work" || data.ours.does === "wait") {
    const time = inSentence(data.processingTime ?? "7 to 14 days");
    return { sentence: `${since}: we work on your application, and most are decided within ${time}.`, following: null };
  }
  const does = data.ours.does === "answer" ? "we answer your message" : "we check what you sent";
  const by = data.ours.by ? ` by ${formatPromise(new Date(data.ours.by))} in Nassau` : "";
  return { sentence: `${since}: ${does}${by}.`, following: null };
}
