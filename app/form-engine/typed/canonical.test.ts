import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { knownSteps } from "~/applications/steps/registry";
import { type Answers, type Field, fieldsOf, type StepDefinition } from "~/form-engine/definition";
import { readStepForm } from "~/form-engine/read-form";
import { entriesOf, relevantAnswers } from "~/form-engine/relevance";
import { storableAnswers, unstorableAnswers } from "~/form-engine/storable";
import { formOf } from "~/form-engine/write-form";
import { exampleStep as step } from "../../../test/harness/applicants/example-step";
import { rawInputIn, rawInputKey } from "./raw-input";
import { typedText, withTypedEntries } from "./typed-text";

const read = (inputs: Record<string, string>, of: StepDefinition = step) =>
  readStepForm(of, new URLSearchParams(inputs));
const born = (day: string, month: string, year: string) => ({
  "born.day": day,
  "born.month": month,
  "born.year": year,
});

describe("raw input and normalized answers", () => {
  test.each<[string, Record<string, string>, Answers]>([
    ["a date as we write it", born("14", "5", "1990"), { born: "1990-05-14" }],
    [
      "as somebody writes it",
      born("14", "may", "1990"),
      { born: "1990-05-14", [rawInputKey]: born("14", "may", "1990") },
    ],
    ["half a date", born("14", "may", ""), { [rawInputKey]: { "born.day": "14", "born.month": "may" } }],
    ["a day that is none", born("30", "2", "1990"), { [rawInputKey]: born("30", "2", "1990") }],
    ["no date", born("", " ", ""), {}],
    ["a number", { days: "2.5" }, { days: "2.5" }],
    ["with a comma", { days: "2,50" }, { days: "2.5", [rawInputKey]: { days: "2,50" } }],
    ["money", { price: "$3,500" }, { price: "3500.00", [rawInputKey]: { price: "$3,500" } }],
    ["no number", { days: "many" }, { [rawInputKey]: { days: "many" } }],
    ["a phone", { phone: "242.555.0142" }, { phone: "242 555 0142", [rawInputKey]: { phone: "242.555.0142" } }],
    ["no phone", { phone: "call me" }, { phone: "call me" }],
    [
      "an entry of a list",
      { "names[3].since.day": "1er", "names[3].since.month": "août", "names[3].since.year": "2001" },
      {
        names: [
          {
            since: "2001-08-01",
            [rawInputKey]: { "since.day": "1er", "since.month": "août", "since.year": "2001" },
          },
        ],
      },
    ],
  ])("[N-NUM-7, N-DATE-1] %s is read into its normalized answer and raw input", (_, inputs, expected) => {
    const answers = read(inputs);
    expect(answers).toEqual(expected);
    expect(readStepForm(step, new URLSearchParams(formOf(step, answers))), "the form that shows it").toEqual(answers);
  });

  test("[N-NUM-7, N-DATE-9] the normalized answer counts, without the raw input", () => {
    const answers = read({
      ...born("14", "may", "1990"),
      price: "3 500",
      "names[0].first": "A",
      "names[0].since.day": "2",
    });
    expect(relevantAnswers(step, answers)).toMatchObject({ born: "1990-05-14", price: "3500.00" });
    expect(JSON.stringify(relevantAnswers(step, answers))).not.toContain(rawInputKey);
    const before = { price: "1,299.5", phone: "242.555.0142", born: "1990-05-14" };
    expect(relevantAnswers(step, before)).toMatchObject({ ...before, price: "1299.50", phone: "242 555 0142" });
  });
});

test("[N-DATE-9] a comparison of two versions distinguishes half a date and two spellings of one date", () => {
  const field = (name: string) => fieldsOf(step).find((candidate) => candidate.name === name) as Field;
  expect(typedText(field("born"), read(born("14", "may", "")))).toBe("14 may");
  expect(typedText(field("born"), read(born("14", "mayo", "1990")))).toBe("14 mayo 1990");
  expect(typedText(field("born"), read(born("14", "5", "1990"))), "as it is stored").toBe("");
  expect(typedText(field("days"), read({ days: "2,5" }))).toBe("2,5");
  const names = { "names[0].first": "A", "names[0].since.day": "1er", "names[1].since.year": "2001" };
  expect(withTypedEntries(field("names"), read(names))).toMatchObject({
    names: [{ first: "A", since: "1er" }, { since: "2001" }],
  });
});

const long = "1".repeat(41);
describe("[V-ATK-8] the limit of each kind of field", () => {
  test.each<[string, Record<string, string>, string]>([
    ["a year of 41 digits", born("14", "5", long), "born"],
    ["a number of 41 digits", { days: long }, "days"],
    ["a phone longer than a draft keeps", { phone: "1".repeat(10_001) }, "phone"],
    ["a box of an entry", { "names[0].first": "A", "names[0].since.year": long }, "names[0].since"],
  ])("%s is not stored, and the previous raw input stays", (_, inputs, name) => {
    const before = read({ ...born("1", "may", "2000"), days: "2,5", phone: "242.555.0142" });
    const answers = read(inputs);
    const unstorable = unstorableAnswers(step, answers);
    expect(unstorable.map((problem) => problem.name)).toEqual([name]);
    const stored = storableAnswers(step, answers, unstorable, before);
    const expected = name.includes("[") ? {} : rawInputIn(before);
    const own = Object.fromEntries(Object.entries(expected).filter(([input]) => input.startsWith(name)));
    expect(rawInputIn(stored)).toEqual(own);
    expect(stored[name]).toEqual(before[name]);
    expect(JSON.stringify(stored)).not.toContain(long);
  });
});

describe("[V-ENC-1, N-NUM-7] raw input of encrypted answers", () => {
  const encryptedNames = (fields: readonly Field[]) => fields.flatMap((field) => (field.encrypted ? [field.name] : []));
  const odd = fc.oneof(fc.string(), fc.constantFrom("14", "may", "1990", "2,5", "$5", "242.555.0142", "1990-05-14"));

  test.each(knownSteps.map((step): [string, StepDefinition] => [step.code, step]))(
    "the encrypted answers of step %s store no raw input",
    (_, known) => {
      const names = fieldsOf(known).flatMap((field): string[] => {
        const parts =
          field.kind === "list" ? field.fields.map((part) => `${field.name}[0].${part.name}`) : [field.name];
        return parts.flatMap((name) => [name, `${name}.day`, `${name}.month`, `${name}.year`]);
      });
      fc.assert(
        fc.property(fc.dictionary(fc.constantFrom(...names), odd, { noNullPrototype: true }), (inputs) => {
          const answers = read(inputs, known);
          const all = [{ fields: fieldsOf(known), answers }];
          for (const field of fieldsOf(known))
            if (field.kind === "list")
              for (const entry of entriesOf(field, answers)) all.push({ fields: field.fields, answers: entry });
          for (const entry of all)
            for (const name of Object.keys(rawInputIn(entry.answers)))
              expect(encryptedNames(entry.fields)).not.toContain(name.replace(/\..*/, ""));
        }),
      );
    },
  );

  test("an encrypted date keeps its raw input, encrypted in its own field", () => {
    const criminal = knownSteps.find(({ code }) => code === "criminal_history") as StepDefinition;
    const entered = { "convictionDate.day": "14", "convictionDate.month": "may", "convictionDate.year": "1990" };
    const answers = read({ hasCriminalConvictions: "yes", ...entered }, criminal);
    expect(Object.keys(answers)).toEqual(["hasCriminalConvictions", "convictionDate"]);
    expect(Object.fromEntries(formOf(criminal, answers))).toMatchObject(entered);
    expect(relevantAnswers(criminal, answers)).toMatchObject({ convictionDate: "1990-05-14" });
  });
});
