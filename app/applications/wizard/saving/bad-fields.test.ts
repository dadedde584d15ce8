import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { metadataKey, standardSteps, stepByCode } from "~/applications/steps/registry";
import {
  type Answers,
  type EntryField,
  type Field,
  fieldsOf,
  type StepDefinition,
  textLimit,
} from "~/form-engine/definition";
import { dateBoxes } from "../../../../test/harness/applicants/date-boxes";
import { draws } from "../../../../test/harness/applicants/drawn-answers";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { answerWell, shown } from "../../../../test/harness/applicants/journey-model";
import { rowsOf, stepTable } from "../../../../test/harness/applicants/journey-rows";
import { serviceOf } from "../../../../test/harness/applicants/listed-steps";
import { readMetadata } from "../../../../test/harness/encryption/stored-answers";
import { testDatabase } from "../../../../test/harness/in-process/test-database";

const database = testDatabase();
let applicant: Applicant;
let id: string;
beforeAll(async () => {
  applicant = new Applicant(database);
  id = await applicant.start(undefined, { service: (await serviceOf(database, "bahamian-evisa")).id });
  await database.query("update visa_applications set furthest_step = 13, total_steps = 13 where id = $1", [id]);
});

const addOns = ["bahamas_employment", "family_relatives", "criminal_history", "accommodation", "dependents"];
const steps = [...standardSteps.slice(0, 7), ...addOns.flatMap((code) => stepByCode(code) ?? [])];

/** A question with its input's name: a field, or a field of a list's first entry. */
type Question = {
  field: Exclude<Field, { kind: "list" | "statuses" | "file" }> | EntryField;
  name: string;
  said: string;
};
const isComputed = (field: Field) => (field.kind === "number" || field.kind === "yesno") && field.compute !== undefined;
/** A date goes into its own inputs; any other text goes into the first of them. */
const inputsOf = ({ field, name }: Question, value: string) => {
  if (field.kind !== "date") return { [name]: value };
  return /^\d+-\d\d-\d\d$/.test(value) ? dateBoxes(name, value) : { [`${name}.day`]: value };
};
const questionsIn = (fields: readonly Field[]): Question[] =>
  fields.flatMap((field): Question[] => {
    if (field.kind === "list")
      return field.fields.map((part) => ({
        field: part,
        name: `${field.name}[0].${part.name}`,
        said: `${field.entry} #1: `,
      }));
    if (field.kind === "statuses" || field.kind === "file" || isComputed(field)) return [];
    return [{ field, name: field.name, said: "" }];
  });
const labelOf = ({ field }: Question, answers: Answers) =>
  ("labelWhen" in field && field.labelWhen?.(answers)) || field.label;

/** A form of the step with valid answers to every question that can be shown. */
function goodForm(step: StepDefinition): URLSearchParams {
  const [g] = fc.sample(draws, { seed: step.number, numRuns: 1 });
  const form = new URLSearchParams();
  if (g) for (const field of fieldsOf(step)) answerWell(form, field, g, field.kind === "yesno" ? "yes" : undefined);
  // With a second entry, a blank first one is invalid itself.
  for (const [name, value] of [...form]) if (name.includes("[0].")) form.set(name.replace("[0].", "[1]."), value);
  form.delete("nativeAlphabetNotApplicable");
  form.delete("bookNumberNotApplicable");
  for (const [name, value] of Object.entries({ whoIsPaying: "sponsor", currentStatus: "employed", yearsEmployed: "1" }))
    if (form.has(name)) form.set(name, value);
  // A conviction would require a certificate, and forms carry no files.
  if (form.has("hasCriminalConvictions")) form.set("hasCriminalConvictions", "no");
  return form;
}

/** Sends the step with `next`. `raw` replaces a word by bytes that no browser's form would send. */
async function send(step: StepDefinition, form: URLSearchParams, raw: Record<string, string> = {}) {
  const [row] = await database.query<{ revision: number | null }>(
    "select (revisions ->> $2)::int as revision from visa_applications where id = $1",
    [id, metadataKey(step)],
  );
  const envelope = { step: step.code, revision: String(row?.revision ?? 0), intent: "next" };
  let body = new URLSearchParams([...form, ...Object.entries(envelope)]).toString();
  for (const [word, bytes] of Object.entries(raw)) body = body.replaceAll(word, bytes);
  const { status, outcome } = await applicant.saveTicked(id, new URLSearchParams(body));
  const problems = (outcome.problems ?? []) as { name: string; message: string }[];
  const table = stepTable(step.code);
  const stored = (await readMetadata(database, id))?.[metadataKey(step)] ?? {};
  const stepRow = table ? (await rowsOf(database, id))[table] : undefined;
  expectSound(stored);
  expectSound(stepRow ?? {});
  return { status, said: problems, stored, row: stepRow };
}

/** PostgreSQL, mails and printed pages fail on control characters and on lone surrogates. */
function expectSound(value: unknown): void {
  if (typeof value === "string") {
    expect(value.isWellFormed()).toBe(true);
    expect(value).not.toMatch(/(?![\n\t])\p{Cc}/u);
    expect(value).toBe(value.normalize("NFC").trim());
  } else if (typeof value === "object" && value !== null) for (const part of Object.values(value)) expectSound(part);
}

const limitOf = ({ field }: Question) =>
  field.kind === "text" || field.kind === "textarea" || field.kind === "email" || field.kind === "phone"
    ? (("maxLength" in field ? field.maxLength : undefined) ?? textLimit[field.kind])
    : 0;
const isText = ({ field }: Question) => ["text", "textarea"].includes(field.kind);
/** The expected message for these dates; any other text is typed into one input only. */
const ofDate = new Map(
  Object.entries({
    "2026-02-30": "February 2026 has only 28 days",
    "2026-13-01": "there is no month 13",
    "0000-01-01": "please check the year",
    "12026-01-01": "please check the year",
  }),
);
const example = (field: Question["field"]) =>
  field.kind !== "number" ? "" : field.unit === "USD" ? "3500.00" : field.step < 1 ? "2.5" : "14";

/** A bad input and its expected message; no message where the field accepts it. */
type Bad = [
  what: string,
  give: (question: Question) => string | undefined,
  said: (question: Question, label: string, input: string) => string | undefined,
];
const kinds = (table: Partial<Record<Field["kind"], string>>) => (question: Question) => table[question.field.kind];

const missing = ({ field }: Question, label: string) =>
  field.required
    ? (field.missing ?? (field.kind === "email" ? "Email address is required" : `${label} is required`))
    : undefined;
const noCountry = (label: string, input: string) =>
  `${label}: “${input}” is not on the list. ${input === "__proto__" ? "Did you mean Puerto Rico?" : "Please choose a country."}`;
const shape = ({ field }: Question, label: string, input: string): string | undefined =>
  (
    ({
      date: `${label}: ${ofDate.get(input) ?? "the month and the year are missing"}`,
      number: `${label} must be a number, such as ${example(field)}`,
      email: "Please enter a valid email address",
      phone: "Please enter a valid phone number, such as +1 242 555 0142",
      country: noCountry(label, input),
      choice: `${label}: choose one of the options`,
    }) as Partial<Record<string, string>>
  )[field.kind];
const range = (question: Question, label: string) => {
  const { field } = question;
  return field.kind === "number" ? `${label} must be between ${field.min} and ${field.max}` : undefined;
};

const year = (_: Question, label: string) => `${label}: please check the year`;

const inDigits = (count: number) => count.toLocaleString("en-US");
const tooMany = (question: Question, label: string, input: string) =>
  `${label} can have at most ${inDigits(limitOf(question))} characters; this one has ${inDigits(input.length)}`;

const bad: Bad[] = [
  ["nothing", () => "", missing],
  ["blanks of every kind", () => " \t\r\n\u00a0\u2003\u3000", missing],
  ["signs that nobody sees", () => "\u200b\u2060\ufeff\u00ad\u3164\u2800", missing],
  ["control characters alone", () => "\u0000\u0007\u001b\u007f\u0085\u009b", missing],
  ["too much", (question) => (isText(question) ? "w".repeat(limitOf(question) + 1) : undefined), tooMany],
  ["too much in an address or a number", kinds({ email: `${"a".repeat(250)}@b.cd`, phone: "0".repeat(31) }), tooMany],
  ["emoji", (question) => (isText(question) ? undefined : "👩🏽‍✈️🇧🇸"), shape],
  [
    "words turned from right to left",
    (question) => (isText(question) ? undefined : "\u202eمحمد"),
    (question, label) => shape(question, label, "محمد"),
  ],
  ["markup", (question) => (isText(question) ? undefined : `"><script>alert(1)</script>`), shape],
  ["a date that is none", kinds({ date: "2026-02-30" }), shape],
  ["a month that is none", kinds({ date: "2026-13-01" }), shape],
  ["the year 0", kinds({ date: "0000-01-01" }), shape],
  ["a year of five digits", kinds({ date: "12026-01-01" }), shape],
  ["a date of another country", kinds({ date: "31/12/2026" }), shape],
  ["a number in digits of another script", kinds({ number: "－１" }), shape],
  ["the first day there was", kinds({ date: "0001-01-01" }), year],
  ["the last one", kinds({ date: "9999-12-31" }), year],
  ["a number without end", kinds({ number: "Infinity" }), shape],
  ["a number with an exponent", kinds({ number: "1e3" }), shape],
  ["a hexadecimal number", kinds({ number: "0x10" }), shape],
  ["commas anywhere", kinds({ number: "1,2,3" }), shape],
  ["less than nothing", kinds({ number: "-1" }), range],
  ["more than there is", kinds({ number: "99999999999999999999" }), range],
  ["nine digits", kinds({ phone: "242555014" }), shape],
  ["an address with a blank", kinds({ email: "a b@mail.example" }), shape],
  ["an address without a domain", kinds({ email: "nadege@mail" }), shape],
  [
    "an object's words",
    kinds({ country: "__proto__", choice: "constructor", date: "toString", number: "valueOf" }),
    shape,
  ],
  ["a value that is offered elsewhere", kinds({ choice: "on", country: "EU" }), shape],
];

describe.each(steps.map((step): [string, StepDefinition] => [step.code, step]))("%s", (_, step) => {
  test("valid answers go to the next step", async () => {
    expect(await send(step, goodForm(step))).toMatchObject({ status: 200, said: [] });
  });

  test.each(bad)(
    "[W-SHARED-7, W-STORE-26] %s: every question reports its own problem, and the row has none of the values",
    async (what, give, messageOf) => {
      const form = goodForm(step);
      const inputs = new Map<string, string>();
      for (const question of questionsIn(fieldsOf(step))) {
        const value = question.field.kind === "yesno" || question.field.kind === "tick" ? undefined : give(question);
        if (value !== undefined) inputs.set(question.name, value);
        if (value === undefined) continue;
        for (const part of ["day", "month", "year", "noDay"]) form.delete(`${question.name}.${part}`);
        for (const [input, text] of Object.entries(inputsOf(question, value))) form.set(input, text);
      }
      if (inputs.size === 0) return;
      const response = await send(step, form);
      const expected = questionsIn(shown(step, response.stored)).flatMap((question) => {
        const value = inputs.get(question.name);
        const text = value === undefined ? undefined : messageOf(question, labelOf(question, response.stored), value);
        return text ? [[question.name, question.said + text]] : [];
      });
      const heard = response.said.map(({ name, message }) => [
        name,
        message.replace(/(must be between) \d{4}-.*/, "$1"),
      ]);
      expect(heard, what).toEqual(expected);
      expect(response.status).toBe(expected.length > 0 ? 422 : 200);
      // Text that is no date, number or choice is null in the row.
      for (const question of questionsIn(fieldsOf(step))) {
        if (!response.row || question.said || !inputs.has(question.name)) continue;
        const column = response.row[question.name.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase()];
        if (column === undefined) continue;
        if (question.field.kind === "number") expect(column === null || typeof column === "number").toBe(true);
        if (question.field.kind === "date" && column !== null) expect(column).toMatch(/^\d{4}-\d\d-\d\d$/);
        if (question.field.kind === "choice")
          expect([null, question.field.initial, ...question.field.options.map(({ value }) => value)]).toContain(column);
      }
    },
  );

  test("[W-SAVE-3] fields with brackets, dots, repeated or unknown names are ignored, and each question is read once", async () => {
    const form = goodForm(step);
    const before = (await send(step, form)).stored;
    for (const { name } of questionsIn(fieldsOf(step))) {
      form.append(name, "a second time");
      for (const odd of [`${name}[]`, `${name}[x]`, `${name}.x`, `${name}[0][1]`, `${name}[__proto__]`])
        form.append(odd, "odd");
    }
    for (const { kind, name } of fieldsOf(step))
      if (kind === "file") {
        form.append(name, "/documents/00000000-0000-4000-8000-000000000000");
        form.append(`${name.replace(/Url$/, "Filename")}`, "foreign.pdf");
      } else if (kind === "list" || kind === "statuses") {
        for (const odd of [name, `${name}[-1].x`, `${name}[1e2].x`, `${name}[].x`, `${name}.nobody`])
          form.append(odd, "odd");
      }
    for (const odd of ["__proto__", "__proto__.polluted", "constructor", "status", "metadata", "id"])
      form.append(odd, "odd");
    expect((await send(step, form)).stored).toEqual(before);
    expect(Object.keys({}).length + Number("polluted" in {})).toBe(0);
  });

  test("[W-SHARED-1] lone surrogates and invalid bytes are replaced, and single-line text stays on one line", async () => {
    const form = goodForm(step);
    const texts = questionsIn(fieldsOf(step)).filter((question) => isText(question) && limitOf(question) > 20);
    if (texts.length === 0) return;
    for (const { name } of texts) form.set(name, " A\u200dB\u202e LONE\tBROKE ");
    const { stored } = await send(step, form, { LONE: "%ED%A0%80", BROKE: "%C0%80" });
    for (const { field, name, said } of texts) {
      if (said) continue;
      const text = String(stored[name]);
      expect(text).toMatch(field.kind === "textarea" ? /^A\u200dB \ufffd+\t\ufffd+$/ : /^AB \ufffd+ \ufffd+$/);
    }
  });
});

test("[W-S8-2, W-S8-3] a certification is checked only by its own value", async () => {
  const review = standardSteps[7] as StepDefinition;
  for (const value of ["", "no", "false", "0", "off", "YES "]) {
    const form = new URLSearchParams({
      certifyAccuracy: value,
      certifyUnderstanding: value,
      electronicSignature: "Nadège Rolle",
    });
    const { stored } = await send(review, form);
    expect([value, Object.keys(stored)]).toEqual([value, ["electronicSignature"]]);
  }
});
