import { getTableColumns } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/pg-core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stepRow, stepTables } from "~/applications/stored-answers/step-tables.server";
import { isDay } from "~/core/time";
import { type Draw, goodAnswers as drawnAnswers, draws, toForm } from "../../../test/harness/applicants/drawn-answers";
import { type Answers, fieldsOf, type StepDefinition } from "../../form-engine/definition";
import { readStepForm } from "../../form-engine/read-form";
import { isRequired, labelOf, relevantAnswers, visibleFields } from "../../form-engine/relevance";
import { dateBounds, type Today, todayAround, toNumber, validateStep } from "../../form-engine/validate";
import { metadataKey, standardSteps } from "./registry";
import { reviewSteps } from "./review";

const today: Today = { earliest: "2026-11-20", latest: "2026-11-21" };
const countries = new Set(["BS", "HT", "CA", "GB"]);
const steps = standardSteps.map((step): [string, StepDefinition] => [step.code, step]);
const tabled = steps.filter(([code]) => stepTables[code]);
const goodAnswers = (step: StepDefinition, g: Draw) => drawnAnswers(step, g, today, countries);
const reviewed = (step: StepDefinition, answers: Answers) =>
  reviewSteps([{ definition: step, title: step.title }], { [metadataKey(step)]: answers }, (code) => code);
const problems = (step: StepDefinition, answers: Answers) => validateStep(step, answers, today, countries);

describe.each(steps)("%s", (_, step) => {
  test("valid answers have no problems, and hidden answers are not checked", () => {
    fc.assert(
      fc.property(draws, (g) => {
        expect(problems(step, goodAnswers(step, g))).toEqual([]);
      }),
    );
  });

  test("each required answer that is missing, empty or blank is refused with its field's message", () => {
    fc.assert(
      fc.property(draws, fc.constantFrom(undefined, "", " \t", null, []), (g, nothing) => {
        const answers = goodAnswers(step, g);
        for (const field of visibleFields(step, answers)) {
          if (!isRequired(field, answers)) continue;
          const email = field.kind === "email" ? "Email address is required" : undefined;
          const message = field.missing ?? email ?? `${labelOf(field, answers)} is required`;
          expect(problems(step, { ...answers, [field.name]: nothing })).toContainEqual({ name: field.name, message });
        }
      }),
    );
  });

  test("any answers are reduced to the relevant ones, and reducing again changes nothing", () => {
    const junk = fc.oneof(
      fc.boolean(),
      fc.string(),
      fc.double(),
      fc.constant(null),
      fc.array(fc.object({ maxDepth: 1 })),
    );
    const names = fieldsOf(step).map((field) => field.name);
    const any = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), junk, { noNullPrototype: true });
    fc.assert(
      fc.property(any, (answers) => {
        const relevant = relevantAnswers(step, answers);
        const visible = visibleFields(step, answers).map((field) => field.name);
        expect(visible).toEqual(expect.arrayContaining(Object.keys(relevant)));
        expect(relevantAnswers(step, relevant)).toEqual(relevant);
        expect(() => [problems(step, answers), stepRow(step, answers), reviewed(step, answers)]).not.toThrow();
      }),
    );
  });

  test("a form is read back as the answers it shows", () => {
    fc.assert(
      fc.property(draws, (g) => {
        const answers = goodAnswers(step, g);
        for (const field of fieldsOf(step))
          if (field.kind === "list" && !Array.isArray(answers[field.name])) delete answers[field.name];
        expect(readStepForm(step, toForm(step, answers))).toEqual(answers);
      }),
    );
  });

  test("every name is unique and valid in forms, JSON and SQL", () => {
    const names = fieldsOf(step).map((field) => field.name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]\w*$/);
  });
});

describe.each(tabled)("the table of %s", (code, step) => {
  const table = stepTables[code] as NonNullable<(typeof stepTables)[string]>;

  test("every column has a question, while a question may have no column", () => {
    const properties = Object.keys(getTableColumns(table)).filter(
      (name) => !["applicationId", "updatedAt"].includes(name),
    );
    expect(fieldsOf(step).map((field) => field.name)).toEqual(expect.arrayContaining(properties));
    for (const name of step.needed ?? []) expect(properties).toContain(name);
  });

  test("valid answers make a complete row with every column once", () => {
    const all = getTableConfig(table).columns.map((column) => column.name);
    fc.assert(
      fc.property(draws, (g) => {
        const made = stepRow(step, goodAnswers(step, g));
        expect(made?.complete).toBe(true);
        expect(["applicationId", "updatedAt", ...(made?.columns ?? [])].length).toBe(all.length);
        expect(new Set(made?.columns).size).toBe(made?.columns.length);
      }),
    );
  });

  test("list entries are read by their numbers in the form, including gaps", () => {
    for (const field of fieldsOf(step)) {
      if (field.kind !== "list") continue;
      const form = new FormData();
      const part = field.fields.find((candidate) => candidate.kind !== "yesno")?.name ?? "";
      for (const index of [7, 0, 3]) form.set(`${field.name}[${index}].${part}`, `entry ${index}`);
      for (const name of [
        "x[0].y",
        `${field.name}[].${part}`,
        `${field.name}[-1].${part}`,
        `${field.name}[1e3].${part}`,
      ])
        form.set(name, "no entry");
      const entries = ["entry 0", "entry 3", "entry 7"].map((value) => ({ [part]: value }));
      expect(readStepForm(step, form)).toEqual({
        ...(field.gate ? { [field.gate]: true } : {}),
        [field.name]: entries,
      });
    }
  });
});

describe("days and numbers", () => {
  test("the range of today's date allows for every time zone", () => {
    expect(todayAround(new Date("2026-11-21T11:30:00Z"))).toEqual({ earliest: "2026-11-20", latest: "2026-11-22" });
    const bounds = (code: string, name: string, answers: Answers = {}) => {
      const field = steps
        .flatMap(([found, step]) => (found === code ? fieldsOf(step) : []))
        .find((candidate) => candidate.name === name);
      if (field?.kind !== "date") throw new Error(name);
      return dateBounds(field, answers, today);
    };
    expect(bounds("applicant_info", "dateOfBirth").max).toBe("2026-11-21");
    expect(bounds("passport_info", "issueDate").max).toBe("2026-11-21");
    expect(bounds("passport_info", "expirationDate").min).toBe("2026-11-20");
    expect(bounds("trip_details", "intendedArrivalDate").min).toBe("2026-11-20");
    expect(bounds("trip_details", "intendedDepartureDate", { intendedArrivalDate: "2027-01-02" }).min).toBe(
      "2027-01-02",
    );
  });

  test("a day is a calendar day that PostgreSQL accepts", () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date("0001-01-01"), max: new Date("9999-12-31") }), (date) =>
        isDay(date.toISOString().slice(0, 10)),
      ),
    );
    for (const wrong of [
      "0000-01-01",
      "2026-02-29",
      "2026-13-01",
      "2026-1-1",
      "20260101",
      "2026-01-01T00:00",
      20260101,
      null,
    ])
      expect(isDay(wrong), String(wrong)).toBe(false);
  });

  test("a number is read as typed, with or without thousands separators", () => {
    const spellings: [unknown, number | undefined][] = [
      ["1,299.00", 1299],
      ["1299", 1299],
      [" 0 ", 0],
      ["-3.5", -3.5],
      ["1,29", undefined],
      ["1.299,00", undefined],
      ["1e3", undefined],
      ["", undefined],
      [Number.NaN, undefined],
    ];
    for (const [rawValue, number] of spellings) expect(toNumber(rawValue), String(rawValue)).toBe(number);
  });
});
