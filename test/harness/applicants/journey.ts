import { expect } from "vitest";
import { contradictionsIn } from "../../../app/applications/steps/contradictions/asked";
import { metadataKey, standardSteps, stepByCode } from "../../../app/applications/steps/registry";
import { countryNames } from "../../../app/core/countries.server";
import { confirmedIn, withConfirmed } from "../../../app/form-engine/confirmed-part";
import {
  type Answers,
  type EntryField,
  type Field,
  fieldsOf,
  type StepDefinition,
} from "../../../app/form-engine/definition";
import { readStepForm } from "../../../app/form-engine/read-form";
import { todayAround } from "../../../app/form-engine/validate";
import type { AppServer } from "../app-server";
import { mailsTo, resumeLinkOf } from "../fakes/mails";
import { formIn } from "../form-fields";
import { HttpClient, type Saved } from "../http-client";
import type { Expected } from "./journey-model";
import { serviceOf } from "./listed-steps";
import { countryMeant } from "./spellings";

const addOns = ["bahamas_employment", "family_relatives", "criminal_history", "accommodation", "dependents"];
const bahamas = [...standardSteps.slice(0, 7), ...addOns.flatMap((code) => stepByCode(code) ?? [])];
export const review = standardSteps[7] as StepDefinition;

/** A tab with a form: its step, and what it would send. */
export type Tab = { step: StepDefinition; form: URLSearchParams };

/** The system under test: an application, a browser that has it open, and a tab opened earlier. */
export class Journey {
  readonly app: AppServer;
  client: HttpClient;
  id = "";
  link = "";
  other: Tab | undefined;
  /** The conflict page of a step, with both versions, if requested without JavaScript. */
  conflict: (Tab & { typed: Answers; html: string; revision: number }) | undefined;
  /** The idempotency key of the submission. */
  attempt = "";
  #sent = 0;

  constructor(app: AppServer) {
    this.app = app;
    this.client = new HttpClient(app);
  }

  async start(isBahamian: boolean): Promise<Expected> {
    const email = `walk.${this.client.address}@mail.example`;
    const service = isBahamian ? (await serviceOf(this.app, "bahamian-evisa")).id : "";
    this.id = await this.client.start(email, { service });
    const [welcome] = await mailsTo(this.app, email, "application_started", 1);
    this.link = resumeLinkOf(welcome).path;
    const steps = isBahamian ? [...bahamas, review] : standardSteps;
    return {
      steps,
      visa: isBahamian ? { maxStay: "90 days", isSingleEntry: true } : null,
      metadata: { step1: { email } },
      revisions: {},
      current: 1,
      furthest: 1,
      percent: 0,
      status: "draft",
      rows: new Set(),
    };
  }

  async page(step = ""): Promise<string> {
    const response = await this.client.get(`/apply/${this.id}${step && `?step=${step}`}`);
    expect(response.status).toBe(200);
    return response.text();
  }

  async open(m: Expected, code: string): Promise<Tab> {
    const position = m.steps.findIndex((step) => step.code === code) + 1;
    const step = m.steps[(position <= m.furthest ? position : m.current) - 1] as StepDefinition;
    const form = formIn(await this.page(code));
    expect(form.get("step"), "the step that was asked for if it was reached, otherwise the present one").toBe(
      step.code,
    );
    expect(form.get("revision")).toBe(String(m.revisions[step.code] ?? 0));
    // An untouched form equals the stored answers; a step without answers may be prefilled from earlier steps.
    const own = m.metadata[metadataKey(step)];
    const stored = (answers: Answers) => withoutEmptyLists(withInitial(step, stillConfirmed(m, step, answers)));
    if (own) expect(stored(asTyped(step, form, own))).toEqual(stored(withFilled(step, own)));
    return { step, form };
  }

  /** Sends a form by script or as a page's form; returns the result in one shape for both. */
  async send(form: URLSearchParams, byScript: boolean): Promise<{ status: number; outcome: Saved; html: string }> {
    // A browser may save 30 times a minute.
    if (++this.#sent % 25 === 0) await this.client.changeBrowser(this.id);
    const path = `/apply/${this.id}`;
    if (byScript) {
      const response = await this.client.post(`${path}/save`, form);
      return { status: response.status, outcome: (await response.json()) as Saved, html: "" };
    }
    const response = await this.client.post(`${path}?step=${form.get("step")}`, form);
    const to = response.headers.get("location");
    const kind = to?.endsWith("?exit=1") ? "exited" : to?.endsWith("?submitted=1") ? "submitted" : "moved";
    return { status: response.status, outcome: { kind: to ? kind : "page", to }, html: await response.text() };
  }
}

/**
 * Answers with confirmations whose contradiction still exists: after another step was changed, the form may or may not
 * repeat an irrelevant one.
 */
function stillConfirmed(m: Expected, step: StepDefinition, answers: Answers): Answers {
  const all = { steps: m.steps, metadata: m.metadata, today: todayAround(), countries: countryNames, visa: m.visa };
  const found = contradictionsIn(all, step.code === review.code ? undefined : step);
  const current = Object.entries(confirmedIn(answers)).filter(([key, value]) =>
    found.some((contradiction) => contradiction.key === key && contradiction.mark === value),
  );
  return withConfirmed(answers, Object.fromEntries(current));
}

/** Drops empty lists: one whose entries were all removed, or are blank, equals one never started. */
export const withoutEmptyLists = (answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).filter(
      ([, value]) => !(Array.isArray(value) && value.every((entry: object) => Object.keys(entry).length === 0)),
    ),
  );

/** Without a selection, a form's first option counts as selected. */
const withInitial = (step: StepDefinition, answers: Answers): Answers => ({
  ...Object.fromEntries(
    fieldsOf(step).flatMap((field) => (field.kind === "choice" && field.initial ? [[field.name, field.initial]] : [])),
  ),
  ...answers,
});

/** An open question is prefilled again by the answer that fills it. */
const withFilled = (step: StepDefinition, answers: Answers): Answers => ({
  ...Object.fromEntries(
    fieldsOf(step).flatMap((field) => {
      const filled = field.kind === "text" ? field.fill?.(answers) : undefined;
      return filled === undefined ? [] : [[field.name, filled]];
    }),
  ),
  // An answer that depends on an earlier step is an empty question.
  ...Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== null)),
});

/** A form's answers; files come from `stored`, because the form doesn't contain them. */
export function asTyped(step: StepDefinition, form: URLSearchParams, stored: Answers): Answers {
  const data = new FormData();
  for (const [name, value] of form) data.append(name, value);
  const files = fieldsOf(step).flatMap((field) => (field.kind === "file" && stored[field.name] ? [field] : []));
  const fileEntries = files.flatMap((field) => [field.name, field.filename]).map((name) => [name, stored[name]]);
  return { ...withCodes(fieldsOf(step), readStepForm(step, data)), ...Object.fromEntries(fileEntries) };
}

/** Replaces typed country names by codes. */
const withCodes = (fields: readonly (Field | EntryField)[], answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([name, value]) => {
      const field = fields.find((field) => field.name === name);
      if (field?.kind === "country") return [name, countryMeant(String(value))];
      if (field?.kind !== "list" || !Array.isArray(value)) return [name, value];
      return [name, value.map((entry: Answers) => withCodes(field.fields, entry))];
    }),
  );
