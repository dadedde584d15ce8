import { calendarLongDate } from "~/core/time";
import { bestCondition, type DateKind, type FileCondition, sentenceOf } from "~/documents/dates/date-rule";
import type { DocumentSlot } from "./requirements.server";

/** A document whose files are not recent or valid enough, with why. */
export type AgedDocument = Pick<DocumentSlot, "type" | "name" | "description"> & {
  says: string;
  /** The question of step 2 that its date answers; null if it is asked for at the file. */
  answer: string | null;
  isDated: boolean;
  /** The date of issue of a required document that is too old to be submitted: a newer one is requested. */
  tooOldOf: string | null;
};

const answers: Record<DateKind, string> = { issued: "issueDate", expires: "expirationDate" };

/** None of its files is recent or valid enough, though one has its date. */
export const needsNewer = (slot: DocumentSlot): boolean => agedDocuments([slot]).some(({ isDated }) => isDated);

const isFine = ({ state }: FileCondition) => state === "good" || state === "replaced" || state === "without-trip";

/** Stored documents that are or will be too old, expire too early or lack their date. */
export const agedDocuments = (slots: readonly DocumentSlot[]): AgedDocument[] =>
  slots.flatMap(({ type, name, description, isRequired, files }) => {
    const dates = files.flatMap(({ date }) => date ?? []);
    const condition = bestCondition(dates.map((date) => date.condition));
    if (!condition || isFine(condition)) return [];
    const tooOldOf = isRequired && condition.state === "too-old" ? condition.issuedOn : null;
    const [dated] = dates;
    const answer = dated?.isAsked === false ? answers[dated.kind] : null;
    const isDated = condition.state !== "without-date";
    return [{ type, name, description, says: sentenceOf(condition), answer, isDated, tooOldOf }];
  });

/** Why a document is requested although one was sent. */
export const newerNeeded = (issuedOn: string): string =>
  `A newer one is needed: the one you sent was issued on ${calendarLongDate(issuedOn)}.`;

/** A document’s name in a list of what is missing, if one was sent. */
export const newerOne = (name: string): string => `${name} (a newer one)`;
