import { randomInt } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { knownOf } from "../../../app/applications/steps/answers-in";
import { metadataKey, standardSteps, stepByCode } from "../../../app/applications/steps/registry";
import { shownSteps } from "../../../app/applications/steps/review";
import { runsOf } from "../../../app/applications/stored-answers/answer-runs";
import { fieldsOf, type StepDefinition } from "../../../app/form-engine/definition";
import { visibleFields } from "../../../app/form-engine/relevance";
import { todayAround } from "../../../app/form-engine/validate";
import { anyForm } from "../../harness/applicants/any-form";
import { drawFrom, draws, goodAnswers, toForm } from "../../harness/applicants/drawn-answers";
import { serviceId } from "../../harness/applicants/listed-steps";
import { readMetadata, readSigned } from "../../harness/encryption/stored-answers";
import { fieldsIn } from "../../harness/form-fields";
import { HttpClient } from "../../harness/http-client";
import { screenOf } from "../../harness/screen";
import { sharedApp } from "../../harness/shared";

const app = await sharedApp();

const addOns = ["bahamas_employment", "family_relatives", "criminal_history", "accommodation", "dependents"];
const allSteps = [...standardSteps, ...addOns.flatMap((code) => stepByCode(code) ?? [])];
const countries = new Set(["BS", "HT", "CA", "GB"]);
const metadataOf = async (id: string) => (await readMetadata(app, id)) ?? {};

describe("a draft", () => {
  let client: HttpClient;
  let id: string;
  beforeAll(async () => {
    client = new HttpClient(app);
    id = await client.start("any@mail.example", { service: await serviceId(app, "bahamian-evisa") });
    await app.query("update visa_applications set furthest_step = 13, total_steps = 13 where id = $1", [id]);
  });

  test.each(allSteps.map((step): [string, StepDefinition] => [step.code, step]))(
    "[W-SAVE-4] %s shows every typed value again",
    async (code, step) => {
      const seed = Number(process.env.SEED?.split(":")[0] ?? randomInt(2 ** 31));
      const { form, kept } = anyForm(step, drawFrom(seed));
      for (const [name, value] of Object.entries({ step: code, revision: "0", intent: "save" })) form.set(name, value);
      const response = await client.post(`/apply/${id}/save`, form);
      expect(await response.json(), `SEED=${seed} ${JSON.stringify(kept)}`).toMatchObject({ kind: "saved" });
      const shown = fieldsIn(await (await client.get(`/apply/${id}?step=${code}`)).text());
      for (const field of fieldsOf(step)) {
        const value = kept[field.name];
        if (typeof value !== "string" || !["text", "textarea", "email", "phone", "date"].includes(field.kind)) continue;
        expect([field.name, shown.get(field.name)?.attributes.value], `SEED=${seed}`).toEqual([field.name, value]);
      }
    },
  );
});

test("names of built-in object properties are unknown countries, and are shown as typed", async () => {
  const client = new HttpClient(app);
  const id = await client.start("proto@mail.example");
  await client.fillIn(id);
  for (const word of ["__proto__", "constructor", "toString"]) {
    const { outcome } = await client.save(id, { step: "family_background", revision: "1", fatherCitizenship: word });
    const revision = String(outcome.revision ?? 0);
    await client.save(id, { step: "family_background", revision, fatherCitizenship: word });
    const response = await client.get(`/apply/${id}?step=review_certification`);
    expect(response.status).toBe(200);
    expect(pairsOn(await response.text())).toContainEqual(["Father’s citizenship", word]);
  }
});

/** Questions and answers of a review, in order; without the files below them. */
function pairsOn(html: string): [label: string, answer: string][] {
  const { element } = screenOf(html);
  return [...element.querySelectorAll('[id^="answers-"] dt')].map((question) => [
    question.textContent ?? "",
    question.nextElementSibling?.textContent ?? "",
  ]);
}

test("[W-S8-6, W-SHARED-9] in any valid journey the review shows exactly the relevant answers, and these are signed", async () => {
  await fc.assert(
    fc.asyncProperty(draws, async (g) => {
      const client = new HttpClient(app);
      const id = await client.start(`journey.${client.address}@mail.example`);
      for (const step of standardSteps.slice(0, 7)) {
        // A married person is asked for the spouse (F-APPL-4).
        const known = knownOf(step, await metadataOf(id));
        const answers = [...toForm(step, goodAnswers(step, g, todayAround(), countries, known))];
        const form = Object.fromEntries(answers.map(([name, value]) => [name, String(value)]));
        const { outcome } = await client.saveTicked(id, { ...form, step: step.code, revision: "0", intent: "next" });
        expect(outcome, step.code).toMatchObject({ kind: "moved" });
      }
      const stored = await metadataOf(id);
      const shown = pairsOn(await (await client.get(`/apply/${id}?step=review_certification`)).text());
      const requested = standardSteps.slice(0, 7).flatMap((step) => {
        const answers = stored[metadataKey(step)] ?? {};
        // An unset checkbox isn't shown.
        return visibleFields(step, answers).filter(({ kind, name }) => kind !== "tick" || answers[name] === true);
      });
      expect((await client.submit(id)).outcome.kind).toBe("submitted");
      const shownSigned = shownSteps((await readSigned(app, id)) ?? [])
        .filter(({ code }) => code !== "review_certification")
        .flatMap(({ answers }) => answers);
      expect(shownSigned).toHaveLength(requested.length);
      const pairs = runsOf(shownSigned).flatMap(({ rows }) =>
        rows.map(({ label, answer }) => [label, answer ?? "Not answered"]),
      );
      // Optional questions without an answer are at the end of their step.
      expect(shown.map(String).sort()).toEqual(pairs.map(String).sort());
    }),
    { numRuns: 2 },
  );
});
