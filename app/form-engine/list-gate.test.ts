import { describe, expect, test } from "vitest";
import { knownSteps } from "~/applications/steps/registry";
import { fieldsOf, type ListField, type StepDefinition } from "./definition";
import { gateProblem, withOpenGates } from "./list-gate";
import { readStepForm } from "./read-form";
import { todayAround, validateStep } from "./validate";

const lists = knownSteps.flatMap((step) =>
  fieldsOf(step).flatMap((field): [string, StepDefinition, ListField][] =>
    field.kind === "list" ? [[field.name, step, field]] : [],
  ),
);
const texts: Record<string, string> = {
  otherNames: "Other names",
  otherNationalities: "Other nationalities",
  previousTravel: "Earlier trips",
  previousEmployment: "Earlier employers",
  dependents: "Dependents",
};

test("[N-LIST-1] each of the five lists has its yes/no question in the same step", () => {
  expect(Object.fromEntries(lists.map(([name, , { gate }]) => [name, gate]))).toEqual({
    otherNames: "hasOtherNames",
    otherNationalities: "hasOtherNationality",
    previousTravel: "hasPreviousTravel",
    previousEmployment: "hasPreviousEmployment",
    dependents: "hasDependents",
  });
  for (const [, step, { gate }] of lists)
    expect(fieldsOf(step).find(({ name }) => name === gate)).toMatchObject({ kind: "yesno" });
});

describe.each(lists)("%s", (name, step, list) => {
  const gate = list.gate ?? "";
  const [first] = list.fields;
  const filled = { [first?.name ?? ""]: "BS" };
  const problem = (answer: boolean | undefined, entries?: object[]) =>
    gateProblem(list, { [gate]: answer, ...(entries ? { [name]: entries } : {}) })?.message;

  test("[N-LIST-2] Yes with an empty list is refused; an entry with content is enough", () => {
    const message = `${texts[name]}: please add at least one, or answer No`;
    for (const entries of [undefined, [], [{}], [{ [first?.name ?? ""]: " " }]])
      expect(problem(true, entries)).toBe(message);
    expect(problem(true, [filled])).toBeUndefined();
    // The blank one beside another is asked for its own answers.
    expect(problem(true, [filled, {}])).toBeUndefined();
    const heard = validateStep(step, { [gate]: true, [name]: [{}] }, todayAround(), new Set(["BS"]));
    expect(heard.filter(({ name: at }) => at.startsWith(name))).toEqual([{ name, message }]);
  });

  test("[N-LIST-3] an entry together with No is stored and refused; together with no answer it implies Yes", () => {
    const message = `${texts[name]}: you answered No, and there is an entry. Answer Yes, or remove it`;
    expect(problem(false, [filled])).toBe(message);
    expect(problem(false, [{}])).toBeUndefined();
    expect(problem(false)).toBeUndefined();
    const heard = validateStep(step, { [gate]: false, [name]: [filled] }, todayAround(), new Set(["BS"]));
    expect(heard.filter(({ name: at }) => at.startsWith(name))).toEqual([{ name, message }]);

    const input = `${name}[0].${first?.name}`;
    const read = (pairs: Record<string, string>) => readStepForm(step, new URLSearchParams(pairs));
    expect(read({ [input]: "BS" })).toEqual({ [gate]: true, [name]: [filled] });
    expect(read({ [input]: "" })).toEqual({ [name]: [{}] });
    expect(read({ [input]: "BS", [gate]: "no" })).toEqual({ [gate]: false, [name]: [filled] });
    expect(withOpenGates(step, {})).toEqual({});
  });
});
