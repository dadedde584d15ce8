import { itemLimits } from "~/cases/requests/request-words";
import { fewerPlease, isLongerThan } from "~/core/character-count";
import { isDueDay, wrongDay } from "~/core/due-day";
import {
  invalidCharactersMessage,
  isValidText,
  normalizeFigures,
  normalizeLine,
  normalizeText,
} from "~/core/text-input";

/**
 * An item of the form: `what` is `question`, `document`, `document:` and one of the service’s types, or `correction:`
 * and a step's code, with the `questions` to correct.
 */
export type TypedItem = {
  what: string;
  name: string;
  questions: string[];
  reason: string;
  dueOn: string;
  ifLate: string;
};
export type ItemField = keyof TypedItem;
export type ItemProblem = { index: number; field: ItemField; message: string };

export const emptyItem: TypedItem = { what: "", name: "", questions: [], reason: "", dueOn: "", ifLate: "" };
export const isEmptyItem = ({ questions, ...texts }: TypedItem): boolean =>
  questions.length === 0 && Object.values(texts).every((text) => text.trim() === "");

export const correctionOf = (stepCode: string): string => `correction:${stepCode}`;
export const correctedStep = (what: string): string | undefined => /^correction:(.+)$/.exec(what)?.[1];

export const noItem = "Add at least one thing that you need.";
const noQuestion = "Select the questions to correct.";

type TextRule = { label: string; limit: number; empty: string | null };

export function textProblem(text: string, { label, limit, empty }: TextRule): string | undefined {
  if (!isValidText(text)) return invalidCharactersMessage(label);
  if (text === "") return empty ?? undefined;
  return isLongerThan(text, limit) ? fewerPlease(limit, text) : undefined;
}

export const typedItem = ({ what, name, questions, reason, dueOn, ifLate }: TypedItem): TypedItem => ({
  what,
  name: what === "question" ? normalizeText(name) : normalizeLine(name),
  questions: [...new Set(questions)],
  reason: normalizeText(reason),
  dueOn: normalizeFigures(dueOn),
  ifLate: normalizeText(ifLate),
});

/** Problems of one item that need no data of the case. */
export function problemsOfItem(item: TypedItem, today: string): Omit<ItemProblem, "index">[] {
  const { what, name, questions, reason, dueOn, ifLate } = item;
  const found: [ItemField, string | undefined][] = [
    ["what", what === "" ? "Choose what you need." : undefined],
    ["name", nameProblem(what, name)],
    ["questions", correctedStep(what) && questions.length === 0 ? noQuestion : undefined],
    [
      "reason",
      textProblem(reason, {
        label: "The reason",
        limit: itemLimits.reason,
        empty: "Say why you need it: the applicant reads this.",
      }),
    ],
    ["dueOn", dueOn !== "" && !isDueDay(dueOn, today) ? wrongDay : undefined],
    ["ifLate", textProblem(ifLate, { label: "What happens if it’s late", limit: itemLimits.ifLate, empty: null })],
  ];
  return found.flatMap(([field, message]) => (message ? [{ field, message }] : []));
}

function nameProblem(what: string, name: string): string | undefined {
  if (what === "question")
    return textProblem(name, { label: "The question", limit: itemLimits.question, empty: "Write the question." });
  if (what === "document")
    return textProblem(name, { label: "The name", limit: itemLimits.name, empty: "Give the document a name." });
  return undefined;
}
