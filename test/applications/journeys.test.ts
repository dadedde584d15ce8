import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type Answers, fieldsOf, type StepDefinition } from "../../app/applications/steps/engine/definition";
import { relevantAnswers, visibleFields } from "../../app/applications/steps/engine/relevance";
import { shownSteps } from "../../app/applications/steps/engine/review";
import { maxLengthOf } from "../../app/applications/steps/engine/unfit";
import { todayAround } from "../../app/applications/steps/engine/validate";
import { metadataKey, standardSteps, stepByCode } from "../../app/applications/steps/registry";
import type { SignedStep } from "../../app/db/schema/applications";
import { type Draw, draws, goodAnswers, toForm } from "../harness/applicants/drawn-answers";
import { column, fullSteps } from "../harness/applicants/full-answers";
import { serviceOf } from "../harness/applicants/listed-steps";
import { fieldsIn, unescaped } from "../harness/form-fields";
import type { Program } from "../harness/program";
import { sharedProgram } from "../harness/shared";
import { Visitor } from "../harness/visitor";

let program: Program;
beforeAll(async () => {
  program = await sharedProgram();
});

const addOns = ["bahamas_employment", "family_relatives", "criminal_history", "accommodation", "dependents"];
const allSteps = [...standardSteps, ...addOns.flatMap((code) => stepByCode(code) ?? [])];
const countries = new Set(["BS", "HT", "CA", "GB"]);
const metadataOf = async (id: string) =>
  (
    await program.query<{ metadata: Record<string, Answers> }>("select metadata from visa_applications where id = $1", [
      id,
    ])
  )[0]?.metadata ?? {};

/** What people and others type into a text, as it is stored: trimmed, composed, without control characters. */
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
  fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
    .map((text) => `A${text}Z`.replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, "").normalize("NFC")),
);

/** What is longer than its field takes is not stored, which is another matter. */
const fitting = (field: Parameters<typeof maxLengthOf>[0], text: string) =>
  [...text].length <= (maxLengthOf(field) ?? Number.POSITIVE_INFINITY) ? text : "Ab";

/** A form in which anything may stand anywhere, and what must be stored of it. */
function anyForm(step: StepDefinition, g: Draw) {
  const form = new URLSearchParams({
    [`unknown${g(fc.nat())}`]: g(odd),
    status: "approved",
    [`${step.code}[0].x`]: "?",
  });
  const kept: Answers = {};
  for (const field of fieldsOf(step)) {
    if (["list", "statuses", "file"].includes(field.kind) || g(fc.nat(3)) === 0) continue;
    const worked = (field.kind === "number" || field.kind === "yesno") && field.compute;
    const text =
      field.kind === "yesno" || field.kind === "tick"
        ? g(fc.constantFrom("yes", "no", "maybe"))
        : fitting(field, g(odd));
    form.set(field.name, text);
    if (worked || text === "maybe" || (field.kind === "tick" && text === "no")) continue;
    kept[field.name] = field.kind === "tick" ? true : field.kind === "yesno" ? text === "yes" : text;
  }
  return { form, kept };
}

describe("a draft", () => {
  let visitor: Visitor;
  let id: string;
  beforeAll(async () => {
    visitor = new Visitor(program);
    id = await visitor.start("any@mail.example", { service: (await serviceOf(program, "bahamian-evisa")).id });
    await program.query("update visa_applications set furthest_step = 13, total_steps = 13 where id = $1", [id]);
  });

  test.each(allSteps.map((step): [string, StepDefinition] => [step.code, step]))(
    "[W-SAVE-4, W-STORE-2, W-STORE-27] %s: whatever is typed is kept and shown again; its row is there once the needed answers were, and mirrors the relevant ones",
    async (code, step) => {
      // A browser may save 30 times a minute.
      await visitor.changeBrowser(id);
      let revision = 0;
      let hadRow = false;
      const table = fullSteps[code]?.table ?? (code === "security_questionnaire" ? code : undefined);
      await fc.assert(
        fc.asyncProperty(draws, async (g) => {
          const { form, kept } = anyForm(step, g);
          for (const [name, value] of Object.entries({ step: code, revision: String(revision), intent: "save" }))
            form.set(name, value);
          const response = await visitor.post(`/apply/${id}/save`, form);
          const outcome = (await response.json()) as { kind: string; revision: number };
          expect([response.status, outcome.kind]).toEqual([200, "saved"]);
          revision = outcome.revision;

          const stored = (await metadataOf(id))[metadataKey(step)] ?? {};
          expect(stored).toMatchObject(kept);
          const own = new Set(fieldsOf(step).map((field) => field.name));
          for (const name of Object.keys(stored)) expect([...own]).toContain(name);

          const shown = fieldsIn(await (await visitor.get(`/apply/${id}?step=${code}`)).text());
          for (const field of fieldsOf(step)) {
            const value = kept[field.name];
            if (typeof value !== "string" || !["text", "textarea", "email", "phone", "date"].includes(field.kind))
              continue;
            expect([field.name, shown.get(field.name)?.attributes.value]).toEqual([field.name, value]);
          }

          if (!table) return;
          const [row] = await program.query(`select * from ${table} where application_id = $1`, [id]);
          const relevant = relevantAnswers(step, stored);
          // An answer that its column cannot hold, such as a date that is none, is none for the row.
          const holds = (step.needed ?? []).every((name) => name in relevant && isStorable(step, name, relevant[name]));
          hadRow ||= holds;
          expect(row !== undefined, "its row is there").toBe(hadRow);
          for (const field of fieldsOf(step)) {
            if (!row || (field.kind !== "text" && field.kind !== "textarea")) continue;
            expect([field.name, row[column(field.name)]]).toEqual([field.name, relevant[field.name] ?? null]);
          }
        }),
        { numRuns: 8 },
      );
    },
  );
});

test("words that every object knows are countries like any other that is none: shown as typed", async () => {
  const visitor = new Visitor(program);
  const id = await visitor.start("proto@mail.example");
  await visitor.fillIn(id);
  for (const word of ["__proto__", "constructor", "toString"]) {
    const { outcome } = await visitor.save(id, { step: "family_background", revision: "1", fatherCitizenship: word });
    const revision = String(outcome.revision ?? 0);
    await visitor.save(id, { step: "family_background", revision, fatherCitizenship: word });
    const response = await visitor.get(`/apply/${id}?step=review_certification`);
    expect(response.status).toBe(200);
    expect(pairsOn(await response.text())).toContainEqual(["Father’s citizenship", word]);
  }
});

function isStorable(step: StepDefinition, name: string, value: unknown): boolean {
  const field = fieldsOf(step).find((one) => one.name === name);
  if (field?.kind === "choice") return field.options.some((option) => option.value === value);
  return field?.kind !== "date" || /^[1-9]\d{3}-\d\d-\d\d$/.test(String(value));
}

/** Questions and answers of a review, in their order; the files that stand below them are not among them. */
const pairsOn = (html: string) =>
  [
    ...html.replace(/id="review-documents"[\s\S]*/, "").matchAll(/<dt[^>]*>([\s\S]*?)<\/dt><dd[^>]*>([\s\S]*?)<\/dd>/g),
  ].map(([, label = "", answer = ""]) => [label, answer].map((one) => unescaped(one.replaceAll(/<[^>]*>/g, ""))));

test("[W-S8-6, W-SHARED-9, W-SUBMIT-4] any good journey: the review shows exactly what is relevant, and what was shown is what is signed and kept", async () => {
  await fc.assert(
    fc.asyncProperty(draws, async (g) => {
      const visitor = new Visitor(program);
      const id = await visitor.start(`journey.${visitor.address}@mail.example`);
      for (const step of standardSteps.slice(0, 7)) {
        const form = new URLSearchParams();
        for (const [name, value] of toForm(step, goodAnswers(step, g, todayAround(), countries)))
          form.set(name, String(value));
        for (const [name, value] of Object.entries({ step: step.code, revision: "0", intent: "next" }))
          form.set(name, value);
        const outcome = (await (await visitor.post(`/apply/${id}/save`, form)).json()) as { kind: string };
        expect(outcome, step.code).toMatchObject({ kind: "moved" });
      }
      const stored = await metadataOf(id);
      const shown = pairsOn(await (await visitor.get(`/apply/${id}?step=review_certification`)).text());
      const asked = standardSteps.slice(0, 7).map((step) => visibleFields(step, stored[metadataKey(step)] ?? {}));
      expect(shown.length).toBe(asked.flat().length);
      for (const { table } of Object.values(fullSteps)) {
        const rows = await program.query(`select 1 from ${table} where application_id = $1`, [id]);
        expect([table, rows.length]).toEqual([table, 1]);
      }

      expect((await visitor.submit(id)).outcome.kind).toBe("submitted");
      const [signed] = await program.query<{ steps: SignedStep[] }>(
        "select steps from application_submissions where application_id = $1",
        [id],
      );
      const kept = shownSteps(signed?.steps ?? [])
        .filter(({ code }) => code !== "review_certification")
        .flatMap(({ answers }) => answers.map(({ label, answer }) => [label, answer ?? "Not answered"]));
      expect(kept).toEqual(shown);
      const after = await metadataOf(id);
      for (const step of standardSteps.slice(0, 7))
        expect(after[metadataKey(step)]).toEqual(relevantAnswers(step, stored[metadataKey(step)] ?? {}));
    }),
    { numRuns: 5 },
  );
});
