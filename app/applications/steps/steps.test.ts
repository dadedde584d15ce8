import { getTableColumns } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/pg-core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stepRow, stepTables } from "../step-tables.server";
import { type Answers, type EntryField, type Field, fieldsOf, type StepDefinition } from "./definition";
import { cleanText, readStepForm } from "./read-form";
import { standardSteps } from "./registry";
import { isRequired, labelOf, relevantAnswers, visibleFields } from "./relevance";
import { dateBounds, isDay, type Today, textLimit, todayAround, toNumber, validateStep } from "./validate";

const today: Today = { earliest: "2026-11-20", latest: "2026-11-21" };
const countries = new Set(["BS", "HT", "CA", "GB"]);
const steps = standardSteps.map((step): [string, StepDefinition] => [step.code, step]);
const tabled = steps.filter(([code]) => stepTables[code]);
const problems = (step: StepDefinition, answers: Answers) => validateStep(step, answers, today, countries);

/** Draws one value after another; all of them follow from a number, so that a failure can be looked at again. */
type Draw = <Value>(from: fc.Arbitrary<Value>) => Value;
const draws = fc.integer().map((seed): Draw => {
  let drawn = seed;
  return (from) => {
    for (const value of fc.sample(from, { seed: drawn++, numRuns: 1 })) return value;
    throw new Error("nothing was drawn");
  };
});

/** A good answer to a field, whatever it is. */
function good(field: Field | EntryField, answers: Answers, g: Draw): unknown {
  const text = (max: number) =>
    g(
      fc
        .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
        .map((one) => [...cleanText(`A${one}`)].slice(0, max).join("").trim()),
    );
  switch (field.kind) {
    case "text":
    case "textarea":
      return text(field.maxLength ?? textLimit[field.kind]);
    case "email":
      return g(fc.emailAddress());
    case "phone":
      return g(fc.stringMatching(/^\+\d{3} \(\d{3}\) \d{3}-\d{2,4}$/));
    case "yesno":
      return g(fc.boolean());
    case "tick":
      return true;
    case "country":
      return g(fc.constantFrom(...countries));
    case "choice":
      return g(fc.constantFrom(...field.options.map((option) => option.value)));
    case "number":
      return String(g(fc.integer({ min: Math.max(field.min, 0), max: Math.min(field.max, 90_000) })));
    case "date": {
      const { min = "1930-01-01", max = "2090-12-31" } = dateBounds(field, answers, today);
      const [from = 0, to = 0] = [Date.parse(min), Date.parse(max)].map((time) => time / 86_400_000);
      const day = g(fc.integer({ min: field.isAfterMin ? from + 1 : from, max: to }));
      return new Date(day * 86_400_000).toISOString().slice(0, 10);
    }
    case "list": {
      const entry = () => {
        const made: Answers = {};
        for (const part of field.fields) made[part.name] = good(part, made, g);
        return made;
      };
      return Array.from({ length: g(fc.integer({ min: 1, max: 3 })) }, entry);
    }
  }
}

/** Answers that nothing stands in the way of: what is asked is answered well; of the rest anything may be there. */
function goodAnswers(step: StepDefinition, g: Draw): Answers {
  const answers: Answers = {};
  const fields = fieldsOf(step).filter((field) => !(field.kind === "number" && field.compute));
  const deciding = fields.filter(({ kind }) => ["yesno", "tick", "choice"].includes(kind));
  const others = fields.filter((field) => !deciding.includes(field));
  for (const field of [...deciding, ...others]) {
    const needed = isRequired(field, answers);
    if (needed || g(fc.boolean())) answers[field.name] = good(field, answers, g);
  }
  const asked = new Set(visibleFields(step, answers).map((field) => field.name));
  for (const field of others) if (!asked.has(field.name) && g(fc.boolean())) answers[field.name] = "hidden and wrong @";
  return answers;
}

/** The form that shows these answers, as a browser sends it. */
function toForm(step: StepDefinition, answers: Answers): FormData {
  const form = new FormData();
  const add = (field: Field | EntryField, name: string, value: unknown) => {
    if (value === undefined) return;
    if (field.kind === "tick") form.set(name, "on");
    else if (field.kind === "yesno") form.set(name, value === true ? "yes" : "no");
    else form.set(name, String(value));
  };
  for (const field of fieldsOf(step)) {
    const value = answers[field.name];
    if (field.kind !== "list") add(field, field.name, value);
    else if (Array.isArray(value))
      for (const [place, entry] of value.entries())
        for (const part of field.fields) add(part, `${field.name}[${place}].${part.name}`, entry[part.name]);
  }
  return form;
}

describe.each(steps)("%s", (_, step) => {
  test("good answers are good: nothing is said against them, and hidden ones are not looked at", () => {
    fc.assert(
      fc.property(draws, (g) => {
        expect(problems(step, goodAnswers(step, g))).toEqual([]);
      }),
    );
  });

  test("each required answer that is missing, empty or blank is asked for, in the words of the field", () => {
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

  test("whatever is answered, only what is asked is relevant, and that stays so", () => {
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
        const asked = visibleFields(step, answers).map((field) => field.name);
        expect(asked).toEqual(expect.arrayContaining(Object.keys(relevant)));
        expect(relevantAnswers(step, relevant)).toEqual(relevant);
        expect(() => [problems(step, answers), stepRow(step, answers)]).not.toThrow();
      }),
    );
  });

  test("a form reads back as the answers that it shows", () => {
    fc.assert(
      fc.property(draws, (g) => {
        const answers = goodAnswers(step, g);
        for (const field of fieldsOf(step))
          if (field.kind === "list" && !Array.isArray(answers[field.name])) delete answers[field.name];
        expect(readStepForm(step, toForm(step, answers))).toEqual(answers);
      }),
    );
  });

  test("every name stands once, and is one that a form, JSON and SQL can hold", () => {
    const names = fieldsOf(step).map((field) => field.name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z]\w*$/);
  });
});

describe.each(tabled)("the table of %s", (code, step) => {
  const table = stepTables[code] as NonNullable<(typeof stepTables)[string]>;

  test("has a column for each field, and no column that is not asked", () => {
    const properties = Object.keys(getTableColumns(table)).filter(
      (name) => !["applicationId", "updatedAt"].includes(name),
    );
    expect([...fieldsOf(step)].map((field) => field.name).sort()).toEqual(properties.sort());
    for (const name of step.needed ?? []) expect(properties).toContain(name);
  });

  test("good answers make a whole row, with every column once", () => {
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

  test("the list's entries are numbered in the form, gaps and all", () => {
    for (const field of fieldsOf(step)) {
      if (field.kind !== "list") continue;
      const form = new FormData();
      const part = field.fields.find((one) => one.kind !== "yesno")?.name ?? "";
      for (const place of [7, 0, 3]) form.set(`${field.name}[${place}].${part}`, `entry ${place}`);
      for (const name of [
        "x[0].y",
        `${field.name}[].${part}`,
        `${field.name}[-1].${part}`,
        `${field.name}[1e3].${part}`,
      ])
        form.set(name, "no entry");
      const entries = ["entry 0", "entry 3", "entry 7"].map((value) => ({ [part]: value }));
      expect(readStepForm(step, form)).toEqual({ [field.name]: entries });
    }
  });
});

describe("days and numbers", () => {
  test("today is the day that is kinder to the person, wherever they are", () => {
    expect(todayAround(new Date("2026-11-21T11:30:00Z"))).toEqual({ earliest: "2026-11-20", latest: "2026-11-22" });
    const bounds = (code: string, name: string, answers: Answers = {}) => {
      const field = steps
        .flatMap(([found, step]) => (found === code ? fieldsOf(step) : []))
        .find((one) => one.name === name);
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

  test("a day is a day of the calendar, as PostgreSQL knows it", () => {
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

  test("a number is what is typed, with or without its commas", () => {
    const typed: [unknown, number | undefined][] = [
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
    for (const [given, number] of typed) expect(toNumber(given), String(given)).toBe(number);
  });
});
