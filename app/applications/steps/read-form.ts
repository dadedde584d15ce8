import { type Answers, type EntryField, type Field, fieldsOf, type ListField, type StepDefinition } from "./definition";

/**
 * A step's answers out of its form, as they were typed: valid or not, relevant or not. An unanswered question is left
 * out. Text is trimmed and loses control characters, which neither PostgreSQL nor a passport can hold.
 */
export function readStepForm(step: StepDefinition, form: FormData): Answers {
  const answers: Answers = {};
  for (const field of fieldsOf(step)) {
    const value = field.kind === "list" ? readList(field, form) : readValue(field, field.name, form);
    if (value !== undefined) answers[field.name] = value;
  }
  return answers;
}

function readValue(field: Exclude<Field, { kind: "list" }> | EntryField, name: string, form: FormData): unknown {
  if (field.kind === "number" && field.compute) return undefined;
  const raw = form.get(name);
  if (field.kind === "tick") return raw !== null ? true : undefined;
  if (typeof raw !== "string") return undefined;
  const text = cleanText(raw);
  if (field.kind === "yesno") return text === "yes" ? true : text === "no" ? false : undefined;
  return text === "" ? undefined : text;
}

/** Entries are numbered in the form, with gaps where one was removed; one without any answer counts too: it was added. */
function readList(field: ListField<string>, form: FormData): Answers[] | undefined {
  const numbers = new Set<number>();
  for (const key of form.keys()) {
    const match = key.startsWith(`${field.name}[`) && /^\[(\d{1,3})\]\./.exec(key.slice(field.name.length));
    if (match) numbers.add(Number(match[1]));
  }
  if (numbers.size === 0) return undefined;
  return [...numbers]
    .sort((a, b) => a - b)
    .map((number) => {
      const entry: Answers = {};
      for (const part of field.fields) {
        const value = readValue(part, `${field.name}[${number}].${part.name}`, form);
        if (value !== undefined) entry[part.name] = value;
      }
      return entry;
    });
}

// All of C0 but tab and line feed, DEL, and the lone surrogates that no encoding can write.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const unwanted = /[\u0000-\u0008\u000B-\u001F\u007F]/g;

export const cleanText = (raw: string): string =>
  raw.replaceAll("\r\n", "\n").replace(unwanted, "").toWellFormed().normalize("NFC").trim();
