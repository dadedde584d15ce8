import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { metadataKey, knownSteps as registered, standardSteps } from "~/applications/steps/registry";
import { cachedSteps, configuredSteps } from "~/applications/steps/service-steps.server";
import { movedPlaces } from "~/content/editing/kinds/steps/drafts.server";
import { knownSteps } from "~/content/editing/kinds/steps/known";
import { stepsKind } from "~/content/editing/kinds/steps/steps.server";
import { db } from "~/db/client.server";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { openEditor } from "../../../test/harness/in-process/editor";
import { formOf, publishThing, sendDraft } from "../../../test/harness/in-process/publish";
import { lastRecord, staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";

const database = testDatabase();
let superAdmin: StaffContext;
let regular: StaffContext;
let us: string;
let country: string;
beforeAll(async () => {
  [superAdmin, regular] = [await staffMember(database), await staffMember(database, "regular_admin")];
});
beforeEach(async () => {
  await database.query("truncate content_versions");
  await database.query("delete from visa_applications");
  await database.query("delete from country_form_configurations where visa_service_id is not null");
  const [row] = await database.query<{ id: string; country: string }>(
    "select id, country_id as country from visa_services where slug = 'us-travel-b1-b2-visa'",
  );
  [us, country] = [row?.id ?? "", row?.country ?? ""];
  await database.query("delete from country_form_configurations where country_id = $1", [country]);
  cachedSteps.changed();
});

const key = () => `service-${us}`;
const eight = standardSteps.map(({ code }) => code);
const act = async (name: string, of = key(), by = superAdmin) => {
  const { typed } = await formOf(superAdmin, "steps", of);
  const result = await stepsKind.acts?.[name]?.(by, { key: of, typed, form: new FormData() });
  cachedSteps.changed();
  return result;
};
/** The inputs of the steps, some hidden, in the order of these positions. */
async function placed(
  of: string,
  { hide = [], show = [], order }: { hide?: string[]; show?: string[]; order?: string[] },
) {
  const { typed } = await formOf(superAdmin, "steps", of);
  const inputs = typed.steps ?? [];
  return Array.from({ length: inputs.length / 3 }, (_, index) => inputs.slice(index * 3, index * 3 + 3)).flatMap(
    ([code = "", position = "", shown = ""]) => [
      code,
      order?.includes(code) ? String(order.indexOf(code) + 1) : position,
      hide.includes(code) ? "hidden" : show.includes(code) ? "shown" : shown,
    ],
  );
}
async function change(wanted: Parameters<typeof placed>[1], of = key(), more: Record<string, string> = {}) {
  await publishThing(superAdmin, "steps", of, { steps: await placed(of, wanted), ...more });
  cachedSteps.changed();
}
const codesOf = async (service = us) => (await configuredSteps(service)).map(({ definition }) => definition.code);
const draftWords = async (wanted: Parameters<typeof placed>[1]) => {
  const result = await stepsKind.acts?.drafts?.(superAdmin, {
    key: key(),
    typed: { steps: await placed(key(), wanted) },
    form: new FormData(),
  });
  return result?.ok ? result.notice : result?.message;
};
const refused = async (inputs: string[]) => {
  const result = await sendDraft(superAdmin, "steps", key(), { steps: inputs });
  return result.ok ? "saved" : new Map(Object.entries(result.detail?.problems ?? {})).get("steps");
};

test("the configurable steps are the wizard's, under their permanent numbers", () => {
  expect(knownSteps.map(({ code, key, title }) => ({ code, key, title }))).toEqual(
    registered.map((step) => ({ code: step.code, key: metadataKey(step), title: step.title })),
  );
});

describe("ownership of a step list", () => {
  test("[O-STEP-1] the list shows for each country and service its own or inherited steps, in order", async () => {
    const of = async (name: string) =>
      (await stepsKind.many?.list(db))?.find((candidate) => candidate.name === name)?.note;
    expect(await of("Bahamas")).toMatch(/^Its own: Applicant Information, .*Dependents, Review & Certification$/);
    expect(await of("Bahamas: Bahamian e-Visa")).toMatch(/^The country’s: Applicant Information, /);
    expect(await of("United States")).toBe(`The standard eight: ${standardSteps.map(({ title }) => title).join(", ")}`);
  });

  test("[O-STEP-1] Make its own copies the country's steps, and Use the country's removes the copy", async () => {
    await change({ hide: ["trip_details"] }, `country-${country}`);
    const inherited = await codesOf();
    expect(inherited).not.toContain("trip_details");
    expect(await act("own")).toMatchObject({ ok: true });
    expect(await lastRecord(database)).toMatchObject({ action: "steps_made_own", type: "service", subject: us });
    await change({ show: ["trip_details"], hide: ["family_background"] });
    expect(await codesOf()).toEqual(eight.filter((code) => code !== "family_background"));
    expect(await act("own")).toMatchObject({ ok: false, message: "It already has its own steps." });
    expect(await act("back")).toMatchObject({ ok: true, notice: "The country’s steps are used again." });
    expect(await codesOf()).toEqual(inherited);
  });

  test("[O-MAY-2] a regular admin can neither save steps nor give a service its own", async () => {
    const forbidden = { reason: "forbidden", message: "Only super admins change this." };
    expect(await act("own", key(), regular)).toMatchObject(forbidden);
    expect(await sendDraft(regular, "steps", key(), { "trip_details.title": "Your stay" })).toMatchObject(forbidden);
    expect(await database.query("select 1 from country_form_configurations where visa_service_id = $1", [us])).toEqual(
      [],
    );
  });
});

describe("the settings of a step", () => {
  test("[O-STEP-2] position, title, hint and help appear in the wizard, and the minutes apply to all services", async () => {
    const words = { title: "Your stay", hint: "Have your tickets ready.", help: "Dates may change later." };
    await change({ order: ["applicant_info", "trip_details", "passport_info", "contact_info"] }, key(), {
      ...{ "trip_details.title": words.title, "trip_details.hint": words.hint, "trip_details.help": words.help },
    });
    const applicant = new Applicant(database);
    const { steps } = await applicant.screen(await applicant.start(undefined, { service: us }), "");
    expect(steps[1]).toMatchObject({ code: "trip_details", ...words });
    await publishThing(superAdmin, "steps", "minutes", { "trip_details.minutes": "40" });
    cachedSteps.changed();
    for (const slug of ["us-travel-b1-b2-visa", "canadian-eta"]) {
      const [row] = await database.query<{ id: string }>("select id from visa_services where slug = $1", [slug]);
      const found = (await configuredSteps(row?.id ?? "")).find(
        (candidate) => candidate.definition.code === "trip_details",
      );
      expect(found?.minutes).toBe(40);
    }
    const wrong = await sendDraft(superAdmin, "steps", "minutes", { "trip_details.minutes": "121" });
    expect(wrong).toMatchObject({
      detail: { problems: { "trip_details.minutes": "Enter a whole number from 1 to 120." } },
    });
    const long = await sendDraft(superAdmin, "steps", key(), { "trip_details.title": "x".repeat(81) });
    expect(long).toMatchObject({ detail: { problems: { "trip_details.title": "Write at most 80 characters." } } });
  });

  test("[O-STEP-3] two steps can't be hidden, the review stays last, and duplicate or unknown steps are refused", async () => {
    const without = "Every application needs this step.";
    expect(await refused(await placed(key(), { hide: ["applicant_info"] }))).toBe(`Applicant Information: ${without}`);
    expect(await refused(await placed(key(), { hide: ["review_certification"] }))).toBe(
      `Review & Certification: ${without}`,
    );
    const inputs = await placed(key(), {});
    expect(await refused([...inputs, "trip_details", "3", "shown"])).toBe(
      "Trip Details appears twice. Each step needs its own place.",
    );
    expect(await refused([...inputs, "biometrics", "3", "shown"])).toBe("There is no step “biometrics”.");
    await change({ order: ["review_certification"] });
    expect((await codesOf()).at(-1)).toBe("review_certification");
  });
});

describe("running drafts when steps change", () => {
  const purpose = { step: "trip_details", revision: "0", purposeOfTrip: "To stay" };
  async function draft(more: object = {}) {
    const applicant = new Applicant(database);
    const id = await applicant.start(undefined, { service: us });
    await database.query("update visa_applications set current_step = 4, furthest_step = 5 where id = $1", [id]);
    await applicant.save(id, { ...purpose, ...more });
    return { applicant, id };
  }
  const row = async (id: string) =>
    (
      await database.query<{ now: number; furthest: number; total: number; metadata: object }>(
        `select current_step as now, furthest_step as furthest, total_steps as total, metadata
         from visa_applications where id = $1`,
        [id],
      )
    )[0];

  test("[O-STEP-5, F-DESK-8] the editor counts before saving how many drafts keep answers of a hidden step and how many get the new one", async () => {
    expect(await draftWords({ hide: ["trip_details"] })).toBe("No draft uses these steps.");
    await draft();
    await draft({ purposeOfTrip: "" });
    const { id } = await draft();
    await database.query(
      `update visa_applications set metadata = metadata || '{"step13": {"hasDependents": false}}' where id = $1`,
      [id],
    );
    await new Applicant(database).start();
    expect(await draftWords({ hide: ["trip_details"], show: ["dependents"] })).toBe(
      "3 drafts use these steps, 2 have answers in a hidden step, which are kept and not asked for, and 2 get the new step.",
    );
    expect(await draftWords({})).toBe("3 drafts use these steps, and none of their steps are hidden or new.");
    const { extra } = await openEditor(superAdmin, "steps", key());
    expect(extra).toMatchObject({ drafts: "3 drafts use these steps, and none of their steps are hidden or new." });
  });

  test("[O-STEP-6] drafts keep every answer, and open at the next visible step if theirs is hidden", async () => {
    const { applicant, id } = await draft();
    const before = await row(id);
    await change({ hide: ["trip_details"] });
    expect(await row(id)).toEqual({ ...before, now: 4, furthest: 4, total: 7 });
    expect((await applicant.screen(id, "")).step.code).toBe("family_background");
    expect((await applicant.screen(id, "trip_details")).step.code).toBe("family_background");
    const { outcome } = await applicant.save(id, {
      ...purpose,
      intent: "next",
      revision: "1",
      purposeOfTrip: "To work",
    });
    expect(outcome).toMatchObject({ kind: "moved", step: "family_background" });
    expect((await row(id))?.metadata).toMatchObject({ step4: { purposeOfTrip: "To work" } });
    await change({ show: ["trip_details"] });
    expect((await applicant.screen(id, "trip_details")).answers).toMatchObject({ purposeOfTrip: "To work" });
    expect(await row(id)).toMatchObject({ now: 5, furthest: 5, total: 8 });
  });

  test("[O-STEP-6] answers sent for a step that was hidden before its first save are stored", async () => {
    const { applicant, id } = await draft();
    await database.query("update visa_applications set metadata = '{}', revisions = '{}' where id = $1", [id]);
    await change({ hide: ["trip_details"] });
    const { status, outcome } = await applicant.save(id, { ...purpose, intent: "next" });
    expect([status, outcome]).toMatchObject([200, { kind: "moved", step: "family_background", revision: 1 }]);
    expect(await row(id)).toMatchObject({ now: 4, metadata: { step4: { purposeOfTrip: "To stay" } } });
    await change({ show: ["trip_details"] });
    expect((await applicant.screen(id, "trip_details")).answers).toMatchObject({ purposeOfTrip: "To stay" });
  });

  test("[O-STEP-6] rules of a hidden step don't block a submission, and signed records stay unchanged", async () => {
    const applicant = new Applicant(database);
    const id = await applicant.ready({}, { service: us });
    await database.query("update visa_applications set metadata = metadata - 'step4' where id = $1", [id]);
    await change({ hide: ["trip_details"] });
    await database.query(
      `insert into document_requirements (visa_service_id, document_type, document_name, is_required)
       values ($1, 'new_paper', 'A new paper', true)`,
      [us],
    );
    expect(await applicant.submit(id)).toEqual({ ok: true });
    const signed = () => database.query("select steps from application_submissions where application_id = $1", [id]);
    const record = await signed();
    expect(record).toHaveLength(1);
    await change({ show: ["trip_details"], hide: ["family_background"] });
    expect(await signed()).toEqual(record);
  });

  test("a draft's position moves with its step", () => {
    const before = ["a", "b", "c", "d"];
    expect(movedPlaces({ before, after: ["a", "c", "d"] })).toEqual([1, 2, 2, 3]);
    expect(movedPlaces({ before, after: ["a", "x", "b", "d"] })).toEqual([1, 3, 4, 4]);
    expect(movedPlaces({ before: ["a", "b"], after: ["a"] })).toEqual([1, 1]);
  });
});
