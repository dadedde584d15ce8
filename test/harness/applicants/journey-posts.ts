import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect } from "vitest";
import { answersIn, withKnown } from "../../../app/applications/steps/answers-in";
import { openContradictions } from "../../../app/applications/steps/contradictions/asked";
import { followed } from "../../../app/applications/steps/earlier-answers";
import { metadataKey } from "../../../app/applications/steps/registry";
import { countryNames } from "../../../app/core/countries.server";
import { confirmingInput } from "../../../app/form-engine/confirmed-part";
import { type Answers, fieldsOf, type StepDefinition } from "../../../app/form-engine/definition";
import { todayAround } from "../../../app/form-engine/validate";
import { expectReview } from "../browser/journey-look";
import { formIn } from "../form-fields";
import type { Draw } from "./drawn-answers";
import { asTyped, type Journey, type Tab, withoutEmptyLists } from "./journey";
import {
  answerWell,
  counted,
  deciding,
  type Expected,
  incompleteSteps,
  inputsOf,
  spoil,
  spoilable,
  storable,
  unstorableIn,
  wrongIn,
} from "./journey-model";
import { makesRow, stepTable } from "./journey-rows";
import { expectSignedAsShown, screensOf } from "./journey-screens";

export type How = "well" | "partly" | "wrong" | "emptied" | "toggled" | "untouched";

/** Changes a form as a person would. */
export function change(m: Expected, { step, form }: Tab, how: How, g: Draw): void {
  const fields = fieldsOf(step);
  const read = () => withKnown(step, asTyped(step, form, {}), m.metadata);
  if (how === "untouched") return;
  if (how === "toggled") {
    const decidingFields = deciding(step);
    const field = decidingFields.length > 0 ? g(fc.constantFrom(...decidingFields)) : undefined;
    if (field?.kind === "tick") form.has(field.name) ? form.delete(field.name) : form.set(field.name, "yes");
    else if (field)
      answerWell(form, field, g, field.kind === "yesno" ? (form.get(field.name) === "yes" ? "no" : "yes") : undefined);
    return;
  }
  if (how === "partly") for (const field of g(fc.subarray([...fields]))) answerWell(form, field, g);
  if (how === "well" || how === "wrong") {
    for (const field of deciding(step)) if (g(fc.boolean()) || !form.get(field.name)) answerWell(form, field, g);
    // A conviction requires a certificate, which is uploaded separately.
    if (form.has("hasCriminalConvictions") && g(fc.boolean())) form.set("hasCriminalConvictions", "no");
    const mend = (name: string) => {
      const field = fields.find((field) => field.name === name.replace(/\[.*/, ""));
      if (field?.kind === "list" && field.gate && form.get(field.gate) === "no") {
        for (const key of [...form.keys()]) if (key.startsWith(`${field.name}[`)) form.delete(key);
      } else if (field) answerWell(form, field, g);
    };
    for (const name of ["hasLost", ...wrongIn(step, read())]) mend(name);
    // A wrong answer may have hidden other questions.
    for (const name of wrongIn(step, read())) mend(name);
  }
  const subset = <Item>(items: Item[]) => g(fc.subarray(items, { maxLength: Math.min(3, items.length) }));
  if (how === "wrong") for (const wrong of subset(spoilable(step, read(), g))) spoil(form, wrong, g);
  if (how !== "emptied") return;
  for (const field of subset(fields.filter((field) => inputsOf(form, field).length > 0)))
    for (const name of inputsOf(form, field)) form.delete(name);
}

/** An accepted save, and its redirect. */
function saved(m: Expected, step: StepDefinition, rawAnswers: Answers, goal: number): void {
  const key = metadataKey(step);
  if (!isDeepStrictEqual(m.metadata[key], rawAnswers)) m.revisions[step.code] = (m.revisions[step.code] ?? 0) + 1;
  m.metadata = followed(m.metadata, { ...m.metadata, [key]: rawAnswers });
  if (stepTable(step.code) && makesRow(step, rawAnswers)) m.rows.add(step.code);
  m.current = goal;
  m.furthest = Math.max(m.furthest, goal);
  m.percent = Math.round((100 * goal) / m.steps.length);
}

/** Submits a tab's form, and compares the result with the expected one. */
export async function post(
  m: Expected,
  r: Journey,
  { step, form }: Tab,
  intent: string,
  byScript: boolean,
): Promise<void> {
  form.set("intent", intent);
  if (intent === "next" || intent === "submit") confirmAll(m, { step, form });
  const key = metadataKey(step);
  const rawAnswers = withList(step, asTyped(step, form, m.metadata[key] ?? {}), intent);
  const position = m.steps.indexOf(step) + 1;
  const screens = intent === "submit" && m.status === "draft" ? await screensOf(m, r) : undefined;
  const { status, outcome, html } = await r.send(form, byScript);
  if (m.status === "submitted") {
    const own = intent === "submit" && form.get("attempt") === r.attempt;
    if (byScript) expect([status, outcome.kind]).toEqual(own ? [200, "submitted"] : [409, "already"]);
    else if (!own) expect([status, html.includes("Already Submitted")]).toEqual([409, true]);
    return;
  }
  const stored = m.metadata[key];
  const storedAnswers = storable(step, rawAnswers, stored);
  if (Number(form.get("revision")) !== (m.revisions[step.code] ?? 0) && !isDeepStrictEqual(stored, storedAnswers)) {
    expect(status).toBe(409);
    if (byScript)
      expect(outcome).toMatchObject({ kind: "stale", revision: m.revisions[step.code], stored, answers: rawAnswers });
    else expect(html).toContain("Two versions of this step");
    r.conflict = { step, form, typed: rawAnswers, html, revision: m.revisions[step.code] ?? 0 };
    return;
  }
  const wrong =
    intent === "next" || intent === "submit"
      ? wrongIn(step, withKnown(step, rawAnswers, m.metadata))
      : unstorableIn(step, rawAnswers);
  if (wrong.length > 0) {
    saved(m, step, storedAnswers, position);
    expect(status).toBe(422);
    if (byScript) expect((outcome.problems as { name: string }[]).map(({ name }) => name)).toEqual(wrong);
    else {
      expect(html).toContain("Please complete all required fields before continuing");
      // Each has its message; the summary leads to each, or if they are many to the first of each section. An error of
      // a date may be at one of its inputs.
      for (const name of wrong) {
        const id = `${name.replaceAll(/[[\].]+/g, "-")}(-(month|year))?`;
        expect(html).toMatch(new RegExp(`id="${id}(-file)?-error"`));
        if (wrong.length <= 7) expect(html).toMatch(new RegExp(`href="#${id}"`));
      }
      expect(withoutEmptyLists(asTyped(step, formIn(html), rawAnswers)), "what was typed is there again").toMatchObject(
        withoutEmptyLists(withoutUnseen(step, rawAnswers)),
      );
    }
    return;
  }
  if (intent === "submit") {
    saved(m, step, storedAnswers, position);
    // A tab opened before other steps changed doesn't show what would be signed.
    if (form.get("seen") !== othersIn(m)) {
      expect([status, byScript ? outcome.kind : html.includes("Your answers have changed since")]).toEqual([
        409,
        byScript ? "changed" : true,
      ]);
      return;
    }
    const missing = incompleteSteps(m);
    if (missing.length > 0) {
      expect(status).toBe(422);
      const named = (outcome.steps ?? []) as { code: string; problems: { name: string }[] }[];
      if (byScript)
        expect(named.map(({ code, problems }) => ({ code, names: problems.map(({ name }) => name) }))).toEqual(missing);
      else expectReview(m, html);
      return;
    }
    expect(outcome).toMatchObject({ kind: "submitted" });
    m.status = "submitted";
    m.percent = 100;
    r.attempt = form.get("attempt") ?? "";
    if (screens) await expectSignedAsShown(m, r, screens);
    for (const step of m.steps) m.metadata[metadataKey(step)] = counted(step, answersIn(m.metadata, step));
    return;
  }
  const [verb, code] = intent.split(":");
  const requestedStep = m.steps.findIndex((step) => step.code === code) + 1;
  const goal =
    intent === "next"
      ? Math.min(position + 1, m.steps.length)
      : intent === "previous"
        ? Math.max(position - 1, 1)
        : verb === "goto" && requestedStep > 0
          ? requestedStep
          : position;
  const reached = intent === "next" || goal <= m.furthest ? goal : position;
  saved(m, step, storedAnswers, reached);
  if (byScript) {
    expect([status, outcome.kind, outcome.problems]).toEqual([
      200,
      intent === "exit" ? "exited" : intent === "documents" ? "leaving" : reached === position ? "saved" : "moved",
      undefined,
    ]);
    return;
  }
  expect(status).toBe(302);
  // Every redirect leads to an existing page.
  const after = await r.client.get(String(outcome.to).replace(/#.*/, ""));
  expect(after.status).toBe(200);
  expect(await after.text()).toMatch(/<form|<a [^>]*href="\/apply\//);
}

/** The revisions that a review opened now would show. */
const othersIn = ({ steps, revisions }: Expected) =>
  steps
    .slice(0, -1)
    .map(({ code }) => `${code}:${revisions[code] ?? 0}`)
    .join(" ");

/** Confirms all contradictions of this step, which other tests cover. */
function confirmAll(m: Expected, { step, form }: Tab): void {
  const metadata = { ...m.metadata, [metadataKey(step)]: asTyped(step, form, m.metadata[metadataKey(step)] ?? {}) };
  const all = { steps: m.steps, metadata, today: todayAround(), countries: countryNames, visa: m.visa };
  for (const { key, mark: value } of openContradictions(all, step.code === "review_certification" ? undefined : step))
    form.set(confirmingInput(key), value);
}

function withList(step: StepDefinition, rawAnswers: Answers, intent: string): Answers {
  const [verb, name = "", index] = intent.split(":");
  if (verb !== "add" && verb !== "remove") return rawAnswers;
  const entries = (rawAnswers[name] ?? []) as Answers[];
  const list = fieldsOf(step).find((field) => field.name === name);
  if (verb === "remove") return { ...rawAnswers, [name]: entries.filter((_, position) => position !== Number(index)) };
  if (list?.kind !== "list" || entries.length >= list.maxEntries) return rawAnswers;
  return { ...rawAnswers, ...(list.gate ? { [list.gate]: true } : {}), [name]: [...entries, {}] };
}
const withoutUnseen = (step: StepDefinition, rawAnswers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(rawAnswers).filter(([name]) =>
      fieldsOf(step).some((field) => field.name === name && field.kind !== "yesno"),
    ),
  );
