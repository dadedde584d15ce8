import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { knownOf } from "~/applications/steps/answers-in";
import { metadataKey, standardSteps, stepByCode } from "~/applications/steps/registry";
import { shownSteps } from "~/applications/steps/review";
import type { Metadata } from "~/db/schema/applications";
import { fieldsOf, type StepDefinition } from "~/form-engine/definition";
import { relevantAnswers, visibleFields } from "~/form-engine/relevance";
import { rawInputKey } from "~/form-engine/typed/raw-input";
import { todayAround } from "~/form-engine/validate";
import { anyForm, isStorable } from "../../../../test/harness/applicants/any-form";
import { draws, goodAnswers, toForm } from "../../../../test/harness/applicants/drawn-answers";
import { column } from "../../../../test/harness/applicants/full-answers";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { stepTable } from "../../../../test/harness/applicants/journey-rows";
import { serviceOf } from "../../../../test/harness/applicants/listed-steps";
import { readMetadata, readSigned, readStepRow } from "../../../../test/harness/encryption/stored-answers";
import { testDatabase } from "../../../../test/harness/in-process/test-database";

const database = testDatabase();
const addOns = ["bahamas_employment", "family_relatives", "criminal_history", "accommodation", "dependents"];
const allSteps = [...standardSteps, ...addOns.flatMap((code) => stepByCode(code) ?? [])];
const seven = standardSteps.slice(0, 7);
const countries = new Set(["BS", "HT", "CA", "GB"]);
const metadataOf = async (id: string): Promise<Metadata> => (await readMetadata(database, id)) ?? {};

describe("arbitrary answers in a step of a draft", () => {
  let applicant: Applicant;
  let id: string;
  beforeAll(async () => {
    applicant = new Applicant(database);
    id = await applicant.start(undefined, { service: (await serviceOf(database, "bahamian-evisa")).id });
    await database.query("update visa_applications set furthest_step = 13, total_steps = 13 where id = $1", [id]);
  });

  test.each(allSteps.map((step): [string, StepDefinition] => [step.code, step]))(
    "[W-SAVE-4, W-STORE-2, W-STORE-27] %s: answers are saved and shown again; a row exists once the needed answers did and has the relevant ones",
    async (code, step) => {
      let revision = 0;
      let hadRow = false;
      const table = stepTable(code);
      await fc.assert(
        fc.asyncProperty(draws, async (g) => {
          const { form, kept } = anyForm(step, g);
          for (const [name, value] of Object.entries({ step: code, revision: String(revision), intent: "save" }))
            form.set(name, value);
          const { status, outcome } = await applicant.save(id, form);
          expect([status, outcome.kind]).toEqual([200, "saved"]);
          revision = outcome.revision ?? 0;

          const stored = (await metadataOf(id))[metadataKey(step)] ?? {};
          expect(stored).toMatchObject(kept);
          const own = new Set([rawInputKey, ...fieldsOf(step).map((field) => field.name)]);
          for (const name of Object.keys(stored)) expect([...own]).toContain(name);
          expect((await applicant.screen(id, code)).answers).toMatchObject(kept);

          if (!table) return;
          const row = await readStepRow(database, code, id);
          const relevant = relevantAnswers(step, stored);
          // An answer that its column can't store, such as an impossible date, is null in the row.
          const needed = visibleFields(step, stored).filter(({ name }) => step.needed?.includes(name));
          const holds = needed.every(({ name }) => name in relevant && isStorable(step, name, relevant[name]));
          hadRow ||= holds;
          expect(row !== undefined, "its row is there").toBe(hadRow);
          for (const field of fieldsOf(step)) {
            if (!row || (field.kind !== "text" && field.kind !== "textarea")) continue;
            if (!(column(field.name) in row)) continue;
            expect([field.name, row[column(field.name)]]).toEqual([field.name, relevant[field.name] ?? null]);
          }
        }),
        { numRuns: 8 },
      );
    },
  );
});

test("[W-SHARED-9, W-SUBMIT-4] exactly the relevant answers of any valid application are reviewed, signed and saved", async () => {
  await fc.assert(
    fc.asyncProperty(draws, async (g) => {
      const applicant = new Applicant(database);
      const id = await applicant.start();
      const entered: Metadata = {};
      for (const step of seven) {
        const answers = goodAnswers(step, g, todayAround(), countries, knownOf(step, entered));
        entered[metadataKey(step)] = answers;
        const form = new URLSearchParams({ step: step.code, revision: "0", intent: "next" });
        for (const [name, value] of toForm(step, answers)) form.set(name, String(value));
        expect((await applicant.saveTicked(id, form)).outcome, step.code).toMatchObject({ kind: "moved" });
      }
      const stored = await metadataOf(id);
      const { review: shown } = await applicant.screen(id, "review_certification");
      const visible = seven.flatMap((step) => {
        const answers = stored[metadataKey(step)] ?? {};
        return visibleFields(step, answers).filter(({ kind, name }) => kind !== "tick" || answers[name] === true);
      });
      expect(shown.flatMap(({ answers }) => answers)).toHaveLength(visible.length);
      for (const step of seven) {
        const rows = await database.query(`select 1 from ${stepTable(step.code)} where application_id = $1`, [id]);
        expect([step.code, rows.length]).toEqual([step.code, 1]);
      }
      const certified = { certifyAccuracy: "on", certifyUnderstanding: "on", electronicSignature: "Ana Rolle" };
      const review = { step: "review_certification", revision: "0", intent: "submit", attempt: crypto.randomUUID() };
      const sent = await applicant.saveTicked(id, new URLSearchParams({ ...review, ...certified }));
      expect(sent.outcome).toMatchObject({ kind: "submitted" });
      const signed = await readSigned(database, id);
      expect(shownSteps(signed ?? []).filter(({ code }) => code !== "review_certification")).toEqual(
        shown.map(({ folded: _, ...step }) => step),
      );
      const after = await metadataOf(id);
      for (const step of seven)
        expect(after[metadataKey(step)]).toEqual(relevantAnswers(step, stored[metadataKey(step)] ?? {}));
    }),
    { numRuns: 6 },
  );
});
