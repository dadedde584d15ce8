import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, test } from "vitest";
import { standardSteps } from "~/applications/steps/registry";
import { cachedSteps } from "~/applications/steps/service-steps.server";
import { WizardFrame } from "~/applications/wizard/frame";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { form } from "../../../test/harness/http-client";
import { formOf, publishThing } from "../../../test/harness/in-process/publish";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { screenOf } from "../../../test/harness/screen";
import { changeSince, lookOnceMore } from "./seen";

const database = testDatabase();
const eight = standardSteps.map(({ code }) => code);
let service: string;
let applicant: Applicant;
let id: string;
beforeEach(async () => {
  await database.query("truncate content_versions");
  await database.query("delete from country_form_configurations");
  cachedSteps.changed();
  const [row] = await database.query<{ id: string }>(
    "select id from visa_services where slug = 'us-travel-b1-b2-visa'",
  );
  service = row?.id ?? "";
  applicant = new Applicant(database);
  id = await applicant.start(undefined, { service });
  await applicant.fillIn(id);
});

/** Staff publish the steps of the service: these, in this order. */
async function show(codes: readonly string[]) {
  const superAdmin = await staffMember(database);
  const { typed } = await formOf(superAdmin, "steps", `service-${service}`);
  const inputs = typed.steps ?? [];
  const steps = inputs.flatMap((code, index) => {
    if (index % 3 > 0) return [];
    const position = codes.indexOf(code);
    return [code, `${position < 0 ? inputs.length : position + 1}`, position < 0 ? "hidden" : "shown"];
  });
  await publishThing(superAdmin, "steps", `service-${service}`, { steps });
  cachedSteps.changed();
}
const withStay = [...eight.slice(0, -1), "accommodation", "review_certification"];
const screen = (code: string) => applicant.screen(id, code);

async function submit() {
  const { seen, revision, attempt } = await screen("review_certification");
  const signed = form("review_certification", "Review & Certification", { revision: String(revision), attempt });
  return { ...signed, intent: "submit", seen: seen ?? "" };
}

describe("a step added while an applicant fills in the form", () => {
  test("[F-DESK-8] a step is added while the review is open → the signature is refused because of the new step, not because of changed answers", async () => {
    const review = await submit();
    await show(withStay);
    const { status, outcome } = await applicant.save(id, review);
    expect([status, outcome.kind]).toEqual([409, "changed"]);
    const { message } = outcome as Extract<typeof outcome, { kind: "changed" }>;
    expect(message).toBe("We added a step since you last saved: Accommodation. Please fill it in, then sign.");
  });

  test("[F-DESK-8] the form is opened again → a new step is marked until it is saved, and the review says so instead of 100%", async () => {
    expect(await screen("review_certification")).toMatchObject({ percent: 100, added: [] });
    await show(withStay);
    for (const code of ["contact_info", "review_certification"])
      expect((await screen(code)).added, code).toEqual([{ code: "accommodation", title: "Accommodation" }]);
    const review = await screen("review_certification");
    expect([review.place, review.total]).toEqual([9, 9]);
    const counted = screenOf(
      renderToStaticMarkup(
        <MemoryRouter>
          <WizardFrame data={review} form="step">
            {null}
          </WizardFrame>
        </MemoryRouter>,
      ),
    ).getByRole("navigation", { name: "Steps of the application" });
    expect(counted.textContent).toBe("Step 9 of 9 · 1 step needs attention");
    expect(review.missing.map(({ code }) => code)).toEqual(["accommodation"]);
    await applicant.save(id, form("accommodation", "Accommodation", { accommodationName: "Rolle", revision: "0" }));
    expect(await screen("review_certification")).toMatchObject({ percent: 100, added: [] });
  });

  test("[F-DESK-8] the form was left in the middle → no step ahead is marked as new", async () => {
    const otherApplicant = new Applicant(database);
    const otherId = await otherApplicant.start(undefined, { service });
    await show(withStay);
    expect((await otherApplicant.screen(otherId, "applicant_info")).added).toEqual([]);
  });
});

test.each([
  ["added", { a: 1 }, { a: 1, b: 0 }, "We added a step since you last saved: B. Please fill it in, then sign."],
  ["two added", {}, { a: 0, b: 0 }, "We added steps since you last saved: A, B. Please fill them in, then sign."],
  ["taken out", { a: 1, b: 2 }, { a: 1 }, "We took out a step since you last saved: B. Check your answers, then sign."],
  ["answered anew", { a: 1 }, { a: 2 }, lookOnceMore],
  ["not said by the page", undefined, { a: 2 }, lookOnceMore],
  [
    "added, and another answered",
    { a: 1 },
    { a: 2, b: 0 },
    `We added a step since you last saved: B. Please fill it in, then sign. ${lookOnceMore}`,
  ],
])("[F-DESK-8] a step was %s → the message says what changed", (_, seen, now, text) => {
  expect(
    changeSince(seen as Record<string, number> | undefined, now as Record<string, number>, (code) =>
      code.toUpperCase(),
    ),
  ).toBe(text);
});
