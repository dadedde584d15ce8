import { isLongerThan } from "~/core/character-count";
import { readEmail } from "~/core/email/email-address";
import { readNumber } from "~/core/numbers";
import { canonicalPhone } from "~/core/phones/phones";
import { withoutInvisible, withPlainDigits } from "~/core/text-input";
import { unreadableAnswer } from "~/core/unreadable";
import {
  type Answers,
  type EntryField,
  type Field,
  type FileField,
  type SingleField,
  textLimit,
} from "~/form-engine/definition";
import { normalized } from "~/normalized";
import { type DateParts, dateIn, dateParts, datePartsOf, dayOf, isSameDateParts, noDay, packed } from "./dates";
import type { RawInput } from "./raw-input";

type Asked = SingleField | EntryField;
/** The fields whose answer may be typed in many ways and means one thing. */
export type NormalizedField =
  | Extract<SingleField, { kind: "date" }>
  | Extract<SingleField, { kind: "number" }>
  | PhoneField;
type PhoneField = Extract<SingleField, { kind: "text" | "textarea" | "email" | "phone" }> & { kind: "phone" };

export const isNormalizedField = (field: Field): field is NormalizedField =>
  field.kind === "date" || field.kind === "number" || field.kind === "phone";

/** What a form says of a field: the answer to store, and what was typed where that differs. */
export type ParsedInput = { value?: string; typed?: RawInput };

/**
 * Reads what was typed into the inputs of a field. `text` gives the text of an input by its name, undefined for one
 * that was not sent.
 */
export function parseInput(field: NormalizedField, text: (name: string) => string | undefined): ParsedInput {
  if (field.kind === "date") return readDate(field, text);
  const typed = text(field.name) ?? "";
  if (typed === "") return {};
  const value = field.kind === "phone" ? canonicalPhone(typed) : canonicalNumber(field, typed);
  if (value === typed) return { value };
  if (field.encrypted) return { value: typed };
  return { ...(value === undefined ? {} : { value }), typed: { [field.name]: typed } };
}

function canonicalNumber(field: Extract<NormalizedField, { kind: "number" }>, typed: unknown): string | undefined {
  const read = readNumber(field, typed);
  return read && "text" in read ? read.text : undefined;
}

function readDate(
  { name, encrypted, noDay: tick }: Extract<NormalizedField, { kind: "date" }>,
  text: (name: string) => string | undefined,
): ParsedInput {
  const [day = "", month = "", year = ""] = dateParts.map((part) => text(`${name}.${part}`));
  const isTicked = tick !== undefined && isOn(text(`${name}.${noDay}`));
  // A text in a hidden box can't be corrected by anybody: one that can't be stored does not count.
  const shownDay = isTicked && isLongerThan(day, textLimit.date) ? "" : day;
  const boxes: DateParts = { day: shownDay, month, year };
  const iso = dateIn(boxes, isTicked);
  if (iso && isSameDateParts(boxes, datePartsOf(iso))) return { value: iso };
  const filled = dateParts.filter((part) => boxes[part] !== "");
  if (filled.length === 0 && !isTicked) return {};
  // What was typed of an encrypted date is as secret as the date: nothing of it stands beside it.
  if (encrypted) return { value: packed(boxes) };
  const typed = Object.fromEntries(filled.map((part) => [`${name}.${part}`, boxes[part]]));
  if (iso) return { value: iso, typed };
  return { typed: isTicked ? { ...typed, [`${name}.${noDay}`]: "yes" } : typed };
}

/** A box to tick sends `on` where it has no value of its own. */
const isOn = (text: string | undefined): boolean => text === "yes" || text === "on";

/**
 * An answer in its canonical form, as it is signed and stored in tables: drafts of before hold numbers, phones and the
 * letters of records as they were typed, with what nobody sees, and an encrypted date may be kept so. What can't be
 * read stays as it is.
 */
export function canonicalAnswer(field: Asked | FileField, answer: unknown): unknown {
  if (typeof answer !== "string" || field.kind === "textarea") return answer;
  const seen = withoutInvisible(answer);
  if (field.kind === "date") return dayOf(seen) ?? seen;
  if (field.kind === "phone") return canonicalPhone(seen);
  if (field.kind === "email") return readEmail(seen) ?? seen;
  if (field.kind === "text" && field.look === "record") return inCapitals(seen);
  return field.kind === "number" ? (canonicalNumber(field, seen) ?? seen) : seen;
}

/** The letters of a record, as its box shows them, and its digits as 0 to 9. What can't be read keeps its words. */
const inCapitals = (answer: string): string =>
  answer === unreadableAnswer ? answer : normalized(withPlainDigits(answer).toUpperCase());

/** An entry of a list in its canonical form. */
export function canonicalEntry(fields: readonly EntryField[], entry: Answers): Answers {
  const given = fields.filter(({ name }) => entry[name] !== undefined);
  return {
    ...entry,
    ...Object.fromEntries(given.map((field) => [field.name, canonicalAnswer(field, entry[field.name])])),
  };
}
