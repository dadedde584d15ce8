import { counted } from "~/core/counted";
import { calendarLongDate } from "~/core/time";
import type { CaseItemKind } from "~/db/schema/values";

/** `items` counts items of one request, all others are characters. */
export const itemLimits = { items: 20, name: 120, question: 500, reason: 500, ifLate: 300, answer: 5000 } as const;

const defaultIfLate = "If it comes later, our work on your application waits until it is here.";
export const ifLateOf = (ifLate: string): string => ifLate || defaultIfLate;

export const closedForAsking = "This case is closed. Change its status before you ask for something.";
export const nothingOpen = "Nothing is open. We’ll write to you as soon as we need something.";
export const nothingComplete = "Nothing is complete yet.";
export const passedOnAsMessage =
  "We closed this request before your answer arrived, so we’ve added your answer to the messages.";

/** Whether a day, as YYYY-MM-DD, is over in every time zone: UTC-12 is the last. */
export const isOverEverywhere = (day: string, now: number): boolean =>
  now >= Date.parse(`${day}T12:00:00Z`) + 24 * 3_600_000;

export function formatDue({ dueOn, ifLate }: { dueOn: string; ifLate: string }, isOverdue: boolean): string {
  const day = calendarLongDate(dueOn);
  return isOverdue
    ? `This was due on ${day}. You can still send it. ${ifLateOf(ifLate)}`
    : `Please send it by ${day}. ${ifLateOf(ifLate)}`;
}

/** `Sent: 2 of 3. Still open: Police certificate.` */
export function formatSent(sent: number, of: number, open: readonly string[]): string {
  return `Sent: ${sent} of ${of}.${open.length > 0 ? ` Still open: ${open.join(", ")}.` : ""}`;
}

type Named = { kind: CaseItemKind; name: string };
/** Name of an item for both sides and every mail, without the questions of a correction. */
export const itemName = ({ kind, name }: Named): string => (kind === "correction" ? `Correction of ${name}` : name);

type Questions = { questions?: readonly { label: string }[] | undefined };
type DescribedItem = Named & Questions & { statement?: string; reason: string; dueOn: string | null; ifLate: string };

export const namedWhole = ({ questions = [], ...item }: Named & Questions): string =>
  [itemName(item), ...questions.map(({ label }) => `- ${label}`)].join("\n");

function itemInWords({ statement, reason, dueOn, ifLate, ...item }: DescribedItem): string {
  const due = dueOn === null ? [] : [`By ${calendarLongDate(dueOn)}. ${ifLateOf(ifLate)}`];
  return [namedWhole(item), ...(statement ? [statement] : []), `Why: ${reason}`, ...due].join("\n");
}

/** Formats all items of a request for a mail, which also counts and names those still open from before. */
export function formatItems(items: readonly DescribedItem[], stillOpen: readonly (Named & Questions)[] = []): string {
  const all = items.map((item, index) => (items.length === 1 ? "" : `${index + 1}. `) + itemInWords(item));
  const earlier = stillOpen.length > 0 ? [`Still open from before: ${stillOpen.map(itemName).join("; ")}`] : [];
  const count = `We need ${counted(items.length + stillOpen.length, "thing")} from you:`;
  return [count, ...all, ...earlier].join("\n\n");
}
