import { beforeEach, describe, expect, test } from "vitest";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { form } from "../../../../test/harness/http-client";
import { testDatabase } from "../../../../test/harness/in-process/test-database";

const database = testDatabase();
let applicant: Applicant;
let id: string;
beforeEach(async () => {
  applicant = new Applicant(database);
  id = await applicant.ready();
});

const passport = (change: Record<string, string> = {}) => ({
  ...form("passport_info", "Passport Information"),
  revision: "1",
  ...change,
});
const storedStep = async () =>
  (await database.query<{ now: number }>("select current_step as now from visa_applications where id = $1", [id]))[0]
    ?.now;

describe("[N-REVIEW-1] changing one answer from the review", () => {
  test("the step shows which answer, and Next Step and Previous return to the review", async () => {
    const review = { step: "review_certification", revision: "1" };
    const opened = await applicant.save(id, { ...review, intent: "goto:passport_info:issueDate" });
    expect(opened.outcome).toMatchObject({
      kind: "moved",
      step: "passport_info",
      change: "issueDate",
      hash: "issueDate",
    });
    const { change } = await applicant.screen(id, "passport_info", "issueDate");
    expect(change).toBe("issueDate");
    for (const intent of ["next", "previous"]) {
      const back = await applicant.save(id, passport({ intent, change: "issueDate" }));
      expect(back.outcome).toMatchObject({
        kind: "moved",
        step: "review_certification",
        hash: "answer-passport_info-issueDate",
      });
      expect(back.outcome).not.toHaveProperty("change");
      expect(await storedStep()).toBe(8);
    }
  });

  test("Next Step stays on an invalid step, and the list's buttons keep the way back to the review", async () => {
    const invalid = await applicant.save(id, passport({ intent: "next", change: "issueDate", passportNumber: "" }));
    expect(invalid.outcome).toMatchObject({ kind: "invalid", problems: [{ name: "passportNumber" }] });
    const revision = String(invalid.outcome.revision);
    const added = await applicant.save(
      id,
      passport({ intent: "add:otherNationalities", change: "issueDate", hasOtherNationality: "yes", revision }),
    );
    expect(added.outcome).toMatchObject({ kind: "saved", change: "issueDate", hash: "otherNationalities-0-country" });
  });

  test("Next Step leads to the next step as usual if the review was not reached or no change was begun there", async () => {
    await database.query("update visa_applications set furthest_step = 2 where id = $1", [id]);
    const { change } = await applicant.screen(id, "passport_info", "issueDate");
    expect(change).toBeNull();
    const saved = await applicant.save(id, passport({ intent: "next", change: "issueDate" }));
    expect(saved.outcome).toMatchObject({ kind: "saved", step: "passport_info" });
    const { outcome } = await applicant.save(id, passport({ intent: "next", change: "no input!" }));
    expect(outcome).toMatchObject({ kind: "moved", step: "contact_info" });
    expect(outcome).not.toHaveProperty("hash");
  });
});

test("[N-REVIEW-2] optional open answers are folded; required and invalid ones are not", async () => {
  await applicant.save(id, passport({ passportNumber: "", issuingCity: "Jacmel" }));
  const { review, missing } = await applicant.screen(id, "review_certification");
  const step = review.find(({ code }) => code === "passport_info");
  expect(step?.folded).toEqual(["nameInPassport", "issuingAuthority", "issuingState", "issuingCountryFull"]);
  const open = step?.answers.filter(({ answer }) => answer === null).map(({ name }) => name);
  expect(open).toEqual(["passportNumber", "nameInPassport", "issuingAuthority", "issuingState", "issuingCountryFull"]);
  expect(missing).toMatchObject([{ code: "passport_info", problems: [{ name: "passportNumber" }] }]);
});
