import { beforeEach, describe, expect, test } from "vitest";
import { handleStepForm } from "~/applications/wizard/saving/step-request.server";
import { Applicant, wholeOf } from "../../../test/harness/applicants/in-process";
import { type Fields, form } from "../../../test/harness/http-client";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { seenSince } from "./seen";
import { signedRecord } from "./signed-record.server";

const database = testDatabase();
let laptop: Applicant;
let phone: Applicant;
let id: string;
beforeEach(async () => {
  laptop = new Applicant(database);
  id = await laptop.start();
  await laptop.fillIn(id);
  phone = new Applicant(database);
  await phone.changeBrowser(id);
});

/** What the review's form sends that is opened now. */
async function openReview(): Promise<Fields> {
  const { seen, revision, attempt } = await laptop.screen(id, "review_certification");
  const signed = form("review_certification", "Review & Certification", { revision: String(revision), attempt });
  return { ...signed, intent: "submit", ...(seen === null ? {} : { seen }) };
}
const changeOnPhone = (city: string, revision: number) =>
  phone.save(id, form("contact_info", "Contact Information", { city, revision: String(revision) }));
const signedCity = async () =>
  (await signedRecord(id))?.steps.flatMap(({ answers }) => answers).find(({ name }) => name === "city")?.answer;

describe("the check that the signed answers are those the review showed", () => {
  test("[W-SAVE-12] answers changed elsewhere are not signed (409) and the application stays a draft, until they were reviewed again", async () => {
    const review = await openReview();
    expect(await changeOnPhone("Freeport", 1)).toMatchObject({ status: 200 });
    const { status, outcome } = await laptop.save(id, review);
    expect([status, outcome.kind]).toEqual([409, "changed"]);
    expect(outcome.answers, "what is typed is kept").toMatchObject({
      electronicSignature: review.electronicSignature,
      certifyAccuracy: true,
    });
    expect(await signedRecord(id)).toBeUndefined();
    expect((await laptop.found(id)).application.status).toBe("draft");
    const again = await laptop.save(id, { ...(await openReview()), attempt: review.attempt ?? "" });
    expect(again).toMatchObject({ status: 200, outcome: { kind: "submitted" } });
    expect(await signedCity()).toBe("Freeport");
  });

  test("a save that changes nothing doesn't block the signature", async () => {
    const review = await openReview();
    const contact = form("contact_info", "Contact Information", { revision: "1" });
    expect(await phone.save(id, contact)).toMatchObject({ status: 200 });
    expect((await laptop.save(id, review)).outcome.kind).toBe("submitted");
  });

  test("a signature that another tab saved meanwhile isn't submitted", async () => {
    const seen = await laptop.seen(id);
    await phone.save(id, form("review_certification", "Review & Certification"));
    const before = await wholeOf(database, id);
    const refused = { ok: false, reason: "conflict", detail: { why: "changed" } };
    expect(await laptop.submit(id, undefined, seen)).toMatchObject(refused);
    expect(await wholeOf(database, id)).toEqual(before);
  });

  test("a submission is refused if a step was shown or hidden since", async () => {
    await laptop.save(id, form("review_certification", "Review & Certification"));
    const { contact_info: hidden = 0, ...fewer } = await laptop.seen(id);
    const refused = { reason: "conflict", detail: { why: "changed" } };
    expect(await laptop.submit(id, undefined, fewer)).toMatchObject(refused);
    const more = { ...fewer, contact_info: hidden, criminal_history: 0 };
    expect(await laptop.submit(id, undefined, more)).toMatchObject(refused);
  });

  test.each(["", "contact_info", "contact_info:1:2", "contact_info:-1", "contact_info:1 "])(
    "%j as the reviewed state is malformed (400), and an empty one is refused as changed (409)",
    async (seen) => {
      const response = await laptop.save(id, { ...(await openReview()), seen });
      expect(response.status).toBe(seen === "" ? 409 : 400);
    },
  );
});

test("a form without the reviewed state submits nothing", async () => {
  const { seen: _, ...withoutSeen } = await openReview();
  const found = await phone.found(id);
  const outcome = await handleStepForm(laptop.context(id), found.application, new URLSearchParams(withoutSeen), found);
  expect(outcome.kind).toBe("changed");
  expect(await signedRecord(id)).toBeUndefined();
});

test("saves of this tab since the review was opened count as reviewed, and saves of others don't", () => {
  const savedHere: Record<string, number> = { passport_info: 4, contact_info: 1, trip_details: 9 };
  expect(seenSince("passport_info:3 contact_info:2", (code) => savedHere[code] ?? 0)).toBe(
    "passport_info:4 contact_info:2",
  );
});
