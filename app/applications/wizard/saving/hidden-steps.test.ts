import { JSDOM } from "jsdom";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { standardSteps } from "~/applications/steps/registry";
import { cachedSteps } from "~/applications/steps/service-steps.server";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { readMetadata } from "../../../../test/harness/encryption/stored-answers";
import { form } from "../../../../test/harness/http-client";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { unsentSteps } from "../../access/unsent-places";
import { Saver } from "./saver";
import type { SaveState } from "./step-sender";
import { saveProblemOf } from "./stops";
import { storeUnsent } from "./unsent";

const database = testDatabase();
const hidden = "trip_details";
const review = "review_certification";
const shown = standardSteps.filter(({ code }) => code !== hidden);
let applicant: Applicant;
let id: string;
let saver: Saver;

function openTab(): void {
  const { window } = new JSDOM("", { url: "https://lucaya.example" });
  const { document, sessionStorage, localStorage } = window;
  for (const [name, value] of Object.entries({ window, document, sessionStorage, localStorage }))
    vi.stubGlobal(name, value);
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", async (_: string, { body }: { body: URLSearchParams }) => {
    const { status, outcome } = await applicant.save(id, body);
    return status === 400 ? new Response("", { status }) : Response.json(outcome, { status });
  });
}

async function setSteps(hide?: string): Promise<void> {
  await database.query("delete from country_form_configurations");
  await database.query(
    `insert into country_form_configurations (visa_service_id, step_definition_id, step_order, is_visible)
     select s.id, d.id, array_position($1::text[], d.step_code::text), d.step_code is distinct from $2
     from visa_services s, form_step_definitions d where d.step_code = any($1)`,
    [standardSteps.map(({ code }) => code), hide ?? null],
  );
  cachedSteps.changed();
}

beforeEach(async () => {
  await setSteps();
  applicant = new Applicant(database);
  const [service] = await database.query<{ id: string }>("select id from visa_services where is_active limit 1");
  id = await applicant.ready({}, { service: service?.id ?? "" });
  openTab();
});
afterEach(() => vi.unstubAllGlobals());

const storeHiddenAnswers = (answers: Record<string, string>, omitted: string[] = []) =>
  storeUnsent(id, hidden, { revision: 0, fields: Object.entries(answers), since: Date.now(), lost: [], omitted });
const neverSaved = () =>
  database.query("update visa_applications set metadata = metadata - $2, revisions = revisions - $2 where id = $1", [
    id,
    "step4",
  ]);

/** Opens the review after the step was hidden, and waits until all requests have ended. */
async function openReview(): Promise<SaveState | undefined> {
  await setSteps(hidden);
  await database.query("update visa_applications set current_step = 7, furthest_step = 7 where id = $1", [id]);
  const { revision, savedAt } = await applicant.screen(id, review);
  const answers = form(review, standardSteps[7]?.title ?? "");
  const fields = Object.entries(answers).filter(([name]) => name !== "step" && name !== "revision");
  saver = new Saver(id);
  saver.attach(review, { revision, savedAt, countries: [], steps: shown.map(({ code }) => code) }, () =>
    fields.map(([name, value]): [string, string] => [name, String(value)]),
  );
  saver.flush();
  await saver.inTurn(review, async () => ({}), undefined);
  return saver.state();
}
const submit = () => saver.send(review, "submit", () => ({}), undefined);
const stops = () => saver.state()?.stops.map(({ step, why }) => [step, why]);

describe("[O-STEP-6, N-LINE-6] unsent answers of a step that was hidden meanwhile", () => {
  test("the answers are stored if the step was never saved, and don't block a submission", async () => {
    await neverSaved();
    storeHiddenAnswers({ purposeOfTrip: "To see my sister" });
    await openReview();
    expect([stops(), unsentSteps(id)]).toEqual([[], []]);
    expect((await readMetadata(database, id))?.step4).toEqual({ purposeOfTrip: "To see my sister" });
    expect(await submit()).toMatchObject({ kind: "submitted" });
  });

  test.each<[string, () => void]>([
    ["has other answers than were saved elsewhere", () => storeHiddenAnswers({ purposeOfTrip: "To see my sister" })],
    ["can’t be stored", () => storeHiddenAnswers({ purposeOfTrip: "x".repeat(10_001) })],
    ["lacks what no device keeps", () => storeHiddenAnswers({ purposeOfTrip: "To see my sister" }, ["destination"])],
  ])("a step that %s → it is shown, can be removed, and doesn't block a submission", async (_, type) => {
    type();
    const state = await openReview();
    expect(stops()).toEqual([[hidden, "hidden"]]);
    const step = { code: review, title: "Review & Certification" };
    const data = { id, step, steps: shown.map((shownStep) => ({ ...shownStep, state: "Complete", open: true })) };
    expect(state && saveProblemOf(state, data as unknown as Parameters<typeof saveProblemOf>[1])).toMatchObject({
      title: "Trip Details is no longer part of your application",
      text: "Your last answers in it aren’t saved, and aren’t needed. You can continue and submit without them.",
      action: { label: "Remove these answers", does: "drop" },
    });
    expect(unsentSteps(id)).toEqual([hidden]);
    saver.drop();
    expect([stops(), unsentSteps(id)]).toEqual([[], []]);

    type();
    await openReview();
    expect(await submit()).toMatchObject({ kind: "submitted" });
    expect(unsentSteps(id)).toEqual([]);
  });
});
