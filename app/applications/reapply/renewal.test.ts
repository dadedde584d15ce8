import { beforeEach, expect, test } from "vitest";
import { myRenewals } from "~/applications/access/renewals.server";
import { metadataKey, standardSteps } from "~/applications/steps/registry";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { readMetadata } from "../../../test/harness/encryption/stored-answers";
import type { Fields } from "../../../test/harness/http-client";
import { storedFile } from "../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { reapply } from "./reapply.server";
import { renewalExists } from "./renewal-of.server";

const database = testDatabase();
beforeEach(() => database.query("delete from limit_counts"));

/** A case approved for a service with required documents. */
async function approvedCase(applicant: Applicant, change: Record<string, Fields> = {}) {
  const [service] = await database.query<{ id: string }>("select id from visa_services where slug = 'uk-visitor-visa'");
  const id = await applicant.ready(change, { service: service?.id ?? "" });
  expect(await applicant.submit(id)).toMatchObject({ ok: true });
  await database.query("update visa_applications set status = 'approved' where id = $1", [id]);
  return id;
}

async function file(id: string, documentType: string, name: string) {
  const { id: document } = await storedFile(id);
  await database.query("update documents set document_type = $2, document_name = $3 where id = $1", [
    document,
    documentType,
    name,
  ]);
}

async function renew(applicant: Applicant, id: string, attempt: string = crypto.randomUUID(), token?: string) {
  const { application } = await applicant.found(id);
  const context = { ...applicant.context(id), browser: "Firefox on Linux", token };
  return reapply(context, application, { kind: "renewal", attempt, isShared: false });
}

async function renewed(applicant: Applicant, id: string) {
  const result = await renew(applicant, id);
  if (!result.ok) throw new Error(`Not renewed: ${result.reason}`);
  applicant.keep(result.id, result.cookie);
  return result.id;
}

/** Passes each step before the review by `Next Step`. */
async function passSteps(applicant: Applicant, id: string, trip: Fields = {}) {
  const { revisions } = (await applicant.found(id)).application;
  const change = Object.fromEntries(
    standardSteps.map((step) => [step.code, { revision: String(revisions[metadataKey(step)] ?? 0) }]),
  );
  await applicant.fillIn(id, { ...change, trip_details: { ...change.trip_details, ...trip } });
}

const rowOf = async (id: string) => {
  const [row] = await database.query(
    `select status, furthest_step as furthest, renews_id as renews, asked_anew as asked, tier_name as tier,
       total_amount_due as total, service_fee as "serviceFee", government_fee as "governmentFee", amount_paid as paid
     from visa_applications where id = $1`,
    [id],
  );
  return row;
};

test("[X-RENEW-3] a renewal has the answers in force without signature and confirmations, and neither case changes the other", async () => {
  const applicant = new Applicant(database);
  const id = await approvedCase(applicant);
  // As an accepted amendment leaves it.
  await database.query(
    `update visa_applications set metadata = jsonb_set(metadata, '{step3,city}', '"Freeport"') where id = $1`,
    [id],
  );
  const before = await readMetadata(database, id);
  const draft = await renewed(applicant, id);
  const copied = await readMetadata(database, draft);
  expect(copied?.step3).toEqual({ ...before?.step3, city: "Freeport" });
  expect(copied?.step1).toEqual(before?.step1);
  expect(copied?.step2).toEqual(before?.step2);
  const unsigned = ["electronicSignature", "signatureDate", "certifyAccuracy", "certifyUnderstanding"];
  expect(Object.keys(copied?.step8 ?? {}).filter((name) => unsigned.includes(name))).toEqual([]);
  expect(JSON.stringify(copied)).not.toContain("_confirmed");
  await applicant.save(draft, { step: "applicant_info", revision: "1", firstName: "Somebody else" });
  expect(await readMetadata(database, id)).toEqual(before);
});

test("[X-RENEW-3] an answer that can’t be read is not copied into a renewal", async () => {
  const applicant = new Applicant(database);
  const id = await approvedCase(applicant);
  await database.query(
    `update visa_applications set
       metadata = jsonb_set(metadata, '{step2,passportNumber}', '{"sealed": "sealed:1:AAAA"}') where id = $1`,
    [id],
  );
  const copied = await readMetadata(database, await renewed(applicant, id));
  expect(copied?.step2).toHaveProperty("expirationDate");
  expect(copied?.step2).not.toHaveProperty("passportNumber");
});

test("[X-RENEW-4] files of documents that are asked for at each renewal are left out, the others copied, infected ones excepted", async () => {
  const applicant = new Applicant(database);
  const id = await approvedCase(applicant);
  await file(id, "proof_of_funds", "statement.pdf");
  await file(id, "passport_copy", "passport.pdf");
  await file(id, "supporting_document", "invitation.pdf");
  await file(id, "residence_status", "virus.pdf");
  await database.query("update documents set scan = 'infected' where document_name = 'virus.pdf'");
  const draft = await renewed(applicant, id);
  const copies = await database.query<{ name: string }>(
    "select document_name as name from documents where application_id = $1 order by created_at, id",
    [draft],
  );
  expect(copies.map(({ name }) => name)).toEqual(["passport.pdf", "invitation.pdf"]);
  expect(await rowOf(draft)).toMatchObject({ asked: { documents: ["proof_of_funds"] } });
});

test("[X-RENEW-4] staff clear the checkbox of a document → its file is copied, also one that answers a question", async () => {
  const applicant = new Applicant(database);
  const id = await approvedCase(applicant);
  await file(id, "employment_letter", "letter.pdf");
  await database.query("update document_requirements set is_renewed_anew = false where document_type = $1", [
    "employment_letter",
  ]);
  const draft = await renewed(applicant, id);
  await database.query("update document_requirements set is_renewed_anew = true where document_type = $1", [
    "employment_letter",
  ]);
  expect(await database.query("select 1 from documents where application_id = $1", [draft])).toHaveLength(1);
  expect(await rowOf(draft)).toMatchObject({ asked: { documents: [] } });
});

test("[X-RENEW-4] the wizard’s police certificate is asked for again, and the answer that names its file is left out", async () => {
  const applicant = new Applicant(database);
  const id = await approvedCase(applicant);
  const { id: document } = await storedFile(id);
  await database.query("update documents set document_type = 'police_certificate' where id = $1", [document]);
  const answers = { policeCertificateUrl: `/documents/${document}`, policeCertificateFilename: "police.pdf" };
  await database.query(
    "update visa_applications set metadata = metadata || jsonb_build_object('step11', $2::jsonb) where id = $1",
    [id, JSON.stringify({ hasCriminalConvictions: true, ...answers })],
  );
  const draft = await renewed(applicant, id);
  expect((await readMetadata(database, draft))?.step11).toEqual({ hasCriminalConvictions: true });
  expect(await rowOf(draft)).toMatchObject({ asked: { answers: { step11: ["policeCertificateUrl"] } } });
  expect(await database.query("select 1 from documents where application_id = $1", [draft])).toEqual([]);
});

test("[X-RENEW-5] the dates of the trip are left out, those of a passport that has expired as well, and a valid passport stays", async () => {
  const applicant = new Applicant(database);
  const id = await approvedCase(applicant);
  const valid = await renewed(applicant, id);
  const kept = await readMetadata(database, valid);
  expect(kept?.step4).not.toHaveProperty("intendedArrivalDate");
  expect(kept?.step4).not.toHaveProperty("lengthOfStayDays");
  expect(kept?.step4).toHaveProperty("purposeOfTrip");
  expect(kept?.step2).toHaveProperty("passportNumber");
  await database.query("delete from visa_applications where id = $1", [valid]);

  await database.query(
    `update visa_applications set
       metadata = jsonb_set(jsonb_set(metadata, '{step2,expirationDate}', '"2020-03-01"'),
         '{step12}', '{"arrivalDate": "2030-01-02", "intendedLengthOfStayDays": "9", "accommodationName": "The Inn"}')
     where id = $1`,
    [id],
  );
  const draft = await renewed(applicant, id);
  const answers = await readMetadata(database, draft);
  for (const name of ["passportNumber", "issueDate", "expirationDate"]) expect(answers?.step2).not.toHaveProperty(name);
  expect(answers?.step2).toHaveProperty("nationalityCountry");
  expect(answers?.step12).toEqual({ accommodationName: "The Inn" });
  const row = await rowOf(draft);
  expect(row).toMatchObject({
    asked: {
      answers: {
        step2: ["passportNumber", "issueDate", "expirationDate"],
        step4: expect.arrayContaining(["intendedArrivalDate"]),
        step12: ["arrivalDate", "intendedLengthOfStayDays"],
      },
    },
  });
});

test("[X-RENEW-6] a renewal opens at step 1 alone, and a step with an open question needs attention until it is answered", async () => {
  const applicant = new Applicant(database);
  const id = await approvedCase(applicant);
  const draft = await renewed(applicant, id);
  expect(await rowOf(draft)).toMatchObject({ furthest: 1 });
  const first = await applicant.screen(draft);
  expect([first.step.code, first.steps.map(({ open }) => open)]).toEqual([
    "applicant_info",
    [true, ...first.steps.slice(1).map(() => false)],
  ]);
  await passSteps(applicant, draft, { intendedDepartureDate: "" });
  const trip = async () =>
    (await applicant.screen(draft, "review_certification")).steps.find(({ code }) => code === "trip_details");
  const review = await applicant.screen(draft, "review_certification");
  expect(review.anew).toEqual([
    {
      code: "trip_details",
      title: "Trip Details",
      questions: [{ name: "intendedDepartureDate", label: "Intended departure date" }],
    },
  ]);
  expect(await trip()).toMatchObject({ state: "Needs attention" });
  await passSteps(applicant, draft);
  expect(await trip()).toMatchObject({ state: "Complete" });
});

test("[X-RENEW-7] a renewal has today’s price of the tier with the same name, and no payment of the former case", async () => {
  const applicant = new Applicant(database);
  const id = await approvedCase(applicant);
  await database.query("delete from visa_pricing_tiers");
  await database.query(
    `insert into visa_pricing_tiers (service_id, tier_name, total_price, government_fee, service_fee, display_order)
     select visa_service_id, name, total, total - 100, 100, place from visa_applications,
       (values ('Two years', 250, 1), ('Priority', 700, 2)) tiers (name, total, place) where id = $1`,
    [id],
  );
  await database.query(
    "update visa_applications set tier_name = 'Priority', total_amount_due = 1, amount_paid = 1, payment_status = 'paid' where id = $1",
    [id],
  );
  const draft = await renewed(applicant, id);
  expect(await rowOf(draft)).toMatchObject({
    ...{ tier: "Priority", total: "700.00", governmentFee: "600.00", serviceFee: "100.00", paid: "0.00" },
  });
  await database.query("delete from visa_applications where id = $1", [draft]);
  await database.query("update visa_applications set tier_name = 'Gone' where id = $1", [id]);
  const again = await renewed(applicant, id);
  expect(await rowOf(again)).toMatchObject({ tier: null, total: "250.00" });
  await database.query("delete from visa_applications where id = $1", [again]);
  await database.query("update visa_applications set tier_name = 'Priority' where id = $1", [id]);
  await database.query("update visa_services set is_active = false where slug = 'uk-visitor-visa'");
  expect(await renew(applicant, id)).toMatchObject({ reason: "closed" });
  await database.query("update visa_services set is_active = true where slug = 'uk-visitor-visa'");
});

test("[X-RENEW-8] each case names the other, and after either is erased or deleted the line is gone", async () => {
  const applicant = new Applicant(database);
  const id = await approvedCase(applicant);
  const draft = await renewed(applicant, id);
  const linesOf = async (of: string) => myRenewals((await applicant.found(of)).application, null);
  const number = async (of: string) => (await applicant.found(of)).application.applicationNumber;
  expect(await linesOf(draft)).toMatchObject({ renews: { number: await number(id), isMine: false }, renewedBy: [] });
  expect(await linesOf(id)).toMatchObject({
    ...{ renews: null, renewedBy: [{ number: await number(draft), status: "draft", isMine: false }] },
  });
  await database.query("delete from visa_applications where id = $1", [draft]);
  expect(await linesOf(id)).toEqual({ renews: null, renewedBy: [] });
  const second = await renewed(applicant, id);
  await database.query("delete from visa_applications where id = $1", [id]);
  expect(await linesOf(second)).toEqual({ renews: null, renewedBy: [] });
});

test("[X-RENEW-9] two requests with one key, or two browsers at once, start one renewal", async () => {
  const applicant = new Applicant(database);
  const id = await approvedCase(applicant);
  const [one, two] = [new Applicant(database), new Applicant(database)];
  for (const browser of [one, two]) await browser.changeBrowser(id);
  const both = await Promise.all([one, two].map((browser) => renew(browser, id)));
  expect(both.map((result) => (result.ok ? "started" : result.reason)).toSorted()).toEqual(["conflict", "started"]);

  const [draft] = both.flatMap((result) => (result.ok ? [result.id] : []));
  await database.query("delete from visa_applications where id = $1", [draft]);
  const attempt = crypto.randomUUID();
  const equal = await Promise.all([1, 2].map(() => renew(one, id, attempt, "a browser")));
  expect(new Set(equal.map((result) => result.ok && result.id)).size).toBe(1);
  expect(await database.query("select 1 from visa_applications where renews_id = $1", [id])).toHaveLength(1);
});

test("[X-RENEW-9] a renewal that was denied, withdrawn or deleted makes way for another one", async () => {
  const applicant = new Applicant(database);
  const id = await approvedCase(applicant);
  const exists = async () => {
    const rows = await db
      .select({ id: visaApplications.id })
      .from(visaApplications)
      .where(renewalExists(visaApplications.id));
    return rows.some((row) => row.id === id);
  };
  for (const end of ["status = 'denied', submitted_at = now()", "status = 'withdrawn'"]) {
    const draft = await renewed(applicant, id);
    expect(await exists()).toBe(true);
    expect(await renew(applicant, id)).toMatchObject({ reason: "conflict" });
    await database.query(`update visa_applications set ${end} where id = $1`, [draft]);
    expect(await exists()).toBe(false);
  }
  await database.query("delete from visa_applications where id = $1", [await renewed(applicant, id)]);
  expect(await exists()).toBe(false);
});

test("[X-RENEW-1] only an approved case of a service that is offered can be renewed, by its holder alone", async () => {
  const applicant = new Applicant(database);
  const id = await approvedCase(applicant);
  expect(await renew(new Applicant(database), id)).toMatchObject({ reason: "forbidden" });
  await database.query("update visa_services set is_active = false where slug = 'uk-visitor-visa'");
  expect(await renew(applicant, id)).toMatchObject({ reason: "closed" });
  await database.query("update visa_services set is_active = true where slug = 'uk-visitor-visa'");
  await database.query("update visa_applications set status = 'under_review' where id = $1", [id]);
  expect(await renew(applicant, id)).toMatchObject({ reason: "forbidden" });
});
