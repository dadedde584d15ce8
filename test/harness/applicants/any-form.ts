import fc from "fast-check";
import { countryNames } from "../../../app/core/countries.server";
import { withCountryCodes } from "../../../app/form-engine/countries/typed-countries";
import { type Answers, fieldsOf, type StepDefinition } from "../../../app/form-engine/definition";
import { maxLengthOf } from "../../../app/form-engine/storable";
import { type Draw, toStoredForm } from "./drawn-answers";

/** Arbitrary text input, in its stored form: trimmed, NFC, without control characters. */
const odd = fc.oneof(
  fc.constantFrom(
    "O'Brien",
    "Ñuñez-陳",
    "محمد",
    "👩🏽‍✈️ 🇧🇸",
    "'; drop table visa_applications; --",
    "</script><b>",
    "{{7*7}}",
    "__proto__",
  ),
  fc.constantFrom("null", "NaN", "-1", "1e400", "0000-00-00", "[object Object]", "長".repeat(30), "\\u0000 \\x00 %s"),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }).map((text) =>
    `A${text}Z`
      // A line separator becomes a space in a single-line answer, and a newline in others. Invisible characters are
      // removed from single lines.
      .replaceAll(/[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028-\u202E\u2066-\u2069\uFFF9-\uFFFB]/gu, "")
      .normalize("NFC"),
  ),
);

/** Text longer than its field isn't stored, which other tests cover. */
const fitting = (field: Parameters<typeof maxLengthOf>[0], text: string) =>
  [...toStoredForm(field, text)].length <= (maxLengthOf(field) ?? Number.POSITIVE_INFINITY) ? text : "Ab";

/** A form with anything anywhere, and what must be stored of it. */
export function anyForm(step: StepDefinition, g: Draw) {
  const form = new URLSearchParams({
    [`unknown${g(fc.nat())}`]: g(odd),
    status: "approved",
    [`${step.code}[0].x`]: "?",
  });
  const saved: Answers = {};
  const rawAnswers: Answers = {};
  for (const field of fieldsOf(step)) {
    if (["list", "statuses", "file"].includes(field.kind) || g(fc.nat(3)) === 0) continue;
    const worked = (field.kind === "number" || field.kind === "yesno") && field.compute;
    const text =
      field.kind === "yesno" || field.kind === "tick"
        ? g(fc.constantFrom("yes", "no", "maybe"))
        : fitting(field, g(odd));
    form.set(field.kind === "date" ? `${field.name}.day` : field.name, text);
    if (worked || text === "maybe" || (field.kind === "tick" && text === "no")) continue;
    if (field.kind === "date" || field.kind === "number") Object.assign(rawAnswers, storedAs(field, text));
    else
      saved[field.name] =
        field.kind === "tick" ? true : field.kind === "yesno" ? text === "yes" : toStoredForm(field, text);
  }
  // A random text may name a country, which is stored as its code.
  const stored = withCountryCodes(step, saved, countryNames);
  return { form, kept: Object.keys(rawAnswers).length > 0 ? { ...stored, _typed: rawAnswers } : stored };
}

/** The raw input stored with a date or number: nothing drawn here is canonical. */
function storedAs({ name, kind, encrypted }: ReturnType<typeof fieldsOf>[number], text: string): Answers {
  if (encrypted || kind === "number") return encrypted || text === "-1" ? {} : { [name]: text };
  return { [`${name}.day`]: text };
}

/** Whether a column can store an answer. */
export function isStorable(step: StepDefinition, name: string, value: unknown): boolean {
  const field = fieldsOf(step).find((candidate) => candidate.name === name);
  if (field?.kind === "choice") return field.options.some((option) => option.value === value);
  return field?.kind !== "date" || /^[1-9]\d{3}-\d\d-\d\d$/.test(String(value));
}
