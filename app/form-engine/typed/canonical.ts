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
import {
  type DateParts,
  dateIn,
  dateParts,
  datePartsOf,
  dayOf,
  isSameDateParts,
  noDay,
  serializeDateParts,
} from "./dates";
import type { RawInput } from "./raw-input";

type QuestionField = SingleField | EntryField;
/** Fields with many spellings of one value. */
export type NormalizedField =
  | Extract<SingleField, { kind: "date" }>
  | Extract<SingleField, { kind: "number" }>
  | PhoneField;
type PhoneField = Extract<SingleField, { kind: "text" | "textarea" | "email" | "phone" }> & { kind: "phone" };

export const isNormalizedField = (field: Field): field is NormalizedField =>
  field.kind === "date" || field.kind === "number" || field.kind === "phone";

/** The answer to store, and the raw input if it differs. */
export type ParsedInput = { value?: string; typed?: RawInput };

/** `text` returns an input's text by name, undefined if it was not sent. */
export function parseInput(field: NormalizedField, text: (name: string) => string | undefined): ParsedInput {
  if (field.kind === "date") return readDate(field, text);
  const rawValue = text(field.name) ?? "";
  if (rawValue === "") return {};
  const value = field.kind === "phone" ? canonicalPhone(rawValue) : canonicalNumber(field, rawValue);
  if (value === rawValue) return { value };
  if (field.encrypted) return { value: rawValue };
  return { ...(value === undefined ? {} : { value }), typed: { [field.name]: rawValue } };
}

function canonicalNumber(field: Extract<NormalizedField, { kind: "number" }>, rawValue: unknown): string | undefined {
  const read = readNumber(field, rawValue);
  return read && "text" in read ? read.text : undefined;
}

function readDate(
  { name, encrypted, noDay: noDayOption }: Extract<NormalizedField, { kind: "date" }>,
  text: (name: string) => string | undefined,
): ParsedInput {
  const [day = "", month = "", year = ""] = dateParts.map((part) => text(`${name}.${part}`));
  const isChecked = noDayOption !== undefined && isOn(text(`${name}.${noDay}`));
  // Nobody can correct a hidden input: text in it that can't be stored does not count.
  const shownDay = isChecked && isLongerThan(day, textLimit.date) ? "" : day;
  const parts: DateParts = { day: shownDay, month, year };
  const iso = dateIn(parts, isChecked);
  if (iso && isSameDateParts(parts, datePartsOf(iso))) return { value: iso };
  const filled = dateParts.filter((part) => parts[part] !== "");
  if (filled.length === 0 && !isChecked) return {};
  // The raw input of an encrypted date is as secret as the date: don't store it in clear.
  if (encrypted) return { value: serializeDateParts(parts) };
  const rawInput = Object.fromEntries(filled.map((part) => [`${name}.${part}`, parts[part]]));
  if (iso) return { value: iso, typed: rawInput };
  return { typed: isChecked ? { ...rawInput, [`${name}.${noDay}`]: "yes" } : rawInput };
}

/** Checkboxes without a value send `on`. */
const isOn = (text: string | undefined): boolean => text === "yes" || text === "on";

/**
 * The canonical form for signing and tables: older drafts contain numbers, phones and document numbers as typed, with
 * invisible characters, and possibly packed encrypted dates. Unreadable values stay as they are.
 */
export function canonicalAnswer(field: QuestionField | FileField, answer: unknown): unknown {
  if (typeof answer !== "string" || field.kind === "textarea") return answer;
  const seen = withoutInvisible(answer);
  if (field.kind === "date") return dayOf(seen) ?? seen;
  if (field.kind === "phone") return canonicalPhone(seen);
  if (field.kind === "email") return readEmail(seen) ?? seen;
  if (field.kind === "text" && field.look === "record") return inCapitals(seen);
  return field.kind === "number" ? (canonicalNumber(field, seen) ?? seen) : seen;
}

/** For document numbers. An unreadable answer keeps its text. */
const inCapitals = (answer: string): string =>
  answer === unreadableAnswer ? answer : normalized(withPlainDigits(answer).toUpperCase());

export function canonicalEntry(fields: readonly EntryField[], entry: Answers): Answers {
  const answered = fields.filter(({ name }) => entry[name] !== undefined);
  return {
    ...entry,
    ...Object.fromEntries(answered.map((field) => [field.name, canonicalAnswer(field, entry[field.name])])),
  };
}
