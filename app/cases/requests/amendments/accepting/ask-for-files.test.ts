import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { stepByCode } from "~/applications/steps/registry";
import { bahamasApplicant } from "../../../../../test/harness/applicants/applicant";
import { inBoxes } from "../../../../../test/harness/applicants/date-boxes";
import { Applicant } from "../../../../../test/harness/applicants/in-process";
import { serviceOf } from "../../../../../test/harness/applicants/listed-steps";
import { form } from "../../../../../test/harness/http-client";
import { SignedCase } from "../../../../../test/harness/in-process/signed-case";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";

const database = testDatabase();
const signed = new SignedCase(database);
/** What the trip's step fills in on a page. */
const stay = { arrivalDate: "2031-03-01", intendedLengthOfStayDays: "14" };
const noConviction = { hasCriminalConvictions: "no", hasTerrorismInvolvement: "no" };
const conviction = {
  hasCriminalConvictions: "yes",
  convictionDescription: "Driving without insurance.",
  convictionDate: "2012-06-30",
  convictionPlace: "Port-au-Prince",
  convictionPenalty: "A fine",
};
const addOns = ["bahamas_employment", "family_relatives", "criminal_history", "accommodation", "dependents"];
let service = "";
beforeAll(async () => {
  service = (await serviceOf(database, "bahamian-evisa")).id;
  await database.query("delete from document_requirements where visa_service_id = $1", [service]);
});
beforeEach(async () => {
  signed.applicant = new Applicant(database);
  const id = await signed.applicant.start(undefined, { service });
  await signed.applicant.fillIn(id);
  await database.query("update visa_applications set furthest_step = 13, total_steps = 13 where id = $1", [id]);
  for (const code of addOns) {
    const { revision } = await signed.applicant.screen(id, code);
    const answers = code === "criminal_history" ? noConviction : bahamasApplicant[stepByCode(code)?.title ?? ""];
    const sent = { step: code, ...answers, ...stay, revision: String(revision), intent: "next" };
    const { status } = await signed.applicant.saveTicked(id, new URLSearchParams(inBoxes(sent)));
    expect(status, code).toBe(200);
  }
  const review = stepByCode("review_certification")?.title ?? "";
  await signed.applicant.save(id, form("review_certification", review));
  expect(await signed.applicant.submit(id)).toEqual({ ok: true });
  signed.id = id;
  await signed.forgetMails();
});

const requestedItems = () =>
  database.query(
    `select kind, document_type as type, name, state from case_request_items
     where application_id = $1 and kind = 'document' order by created_at`,
    [signed.id],
  );
const correct = (fields: Record<string, string>) =>
  signed.corrected("criminal_history", ["hasCriminalConvictions"], fields);

describe("a file that a correction makes required", () => {
  test("accepting requests the file in the same transaction, with one mail", async () => {
    const item = await correct({ ...conviction, policeCertificateLater: "yes" });
    await signed.forgetMails();
    expect(await requestedItems(), "until then it is not").toEqual([]);
    expect(await signed.accept(item)).toEqual({ ok: true });
    const certificate = { kind: "document", type: "police_certificate", name: "Police certificate", state: "open" };
    expect(await requestedItems()).toEqual([certificate]);
    expect(await signed.mails()).toEqual(["case_request"]);
  });

  test("the file is requested once, and not if nothing requires it", async () => {
    const item = await correct({ ...conviction, policeCertificateLater: "yes" });
    await signed.accept(item);
    await signed.accept(await correct(noConviction));
    await signed.accept(await correct({ ...conviction, policeCertificateLater: "yes" }));
    expect(await requestedItems()).toHaveLength(1);
    const city = await signed.corrected("applicant_info", ["cityOfBirth"], { cityOfBirth: "Jacmel" });
    await signed.forgetMails();
    await signed.accept(city);
    expect([await requestedItems(), await signed.mails()]).toEqual([[expect.anything()], []]);
  });
});
