import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { stepByCode } from "~/applications/steps/registry";
import { attachDocument, detachDocument } from "~/applications/wizard/files/attach-document.server";
import { statusData } from "~/cases/applicant-page/status-data.server";
import { readApplication } from "~/cases/case-data/case.server";
import { compose } from "~/mail/templates";
import { bahamasApplicant } from "../../../test/harness/applicants/applicant";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { serviceOf } from "../../../test/harness/applicants/listed-steps";
import { pdfFile } from "../../../test/harness/applicants/uploads";
import { readSigned } from "../../../test/harness/encryption/stored-answers";
import { type Fields, form } from "../../../test/harness/http-client";
import { testDatabase } from "../../../test/harness/in-process/test-database";

const database = testDatabase();
/** What the trip's step fills in on a page. */
const stay = { arrivalDate: "2031-03-01", intendedLengthOfStayDays: "14" };
const addOns = ["bahamas_employment", "family_relatives", "accommodation", "dependents"];
const certificate = { step: "criminal_history", field: "policeCertificateUrl" };
const label = "Police certificate";
const clause = "certificate";
let service: string;
let applicant: Applicant;
let id: string;
beforeAll(async () => {
  service = (await serviceOf(database, "bahamian-evisa")).id;
  // Then the certificate is all that is missing.
  await database.query("delete from document_requirements where visa_service_id = $1", [service]);
});
beforeEach(async () => {
  applicant = new Applicant(database);
  id = await applicant.start(undefined, { service });
  await applicant.fillIn(id, { security_questionnaire: bahamasApplicant["Security Questions"] ?? {} });
  await database.query("update visa_applications set furthest_step = 13, total_steps = 13 where id = $1", [id]);
  for (const code of addOns) {
    const title = stepByCode(code)?.title ?? "";
    const fields = { step: code, revision: "0", ...bahamasApplicant[title], ...stay, intent: "next" };
    const letter = code === "bahamas_employment" && { step: code, field: "employmentLetterUrl" };
    if (letter) await attach(letter);
    const { revision } = await applicant.screen(id, code);
    expect((await applicant.save(id, { ...fields, revision: String(revision) })).status, code).toBe(200);
  }
});

async function attach(at: typeof certificate, name = "police.pdf") {
  const upload = new FormData();
  upload.set("attempt", crypto.randomUUID());
  upload.set("file", pdfFile(name));
  const attached = await attachDocument(applicant.context(id), (await applicant.found(id)).application, at, upload);
  expect(attached.ok).toBe(true);
}
/** Sends Criminal History with a conviction, and asks to go on. */
async function convicted(change: Fields) {
  const { revision } = await applicant.screen(id, certificate.step);
  const answers = { ...bahamasApplicant["Criminal History"], ...change };
  const sent = { step: certificate.step, revision: String(revision), ...answers, intent: "next" };
  const { status, outcome } = await applicant.saveTicked(id, new URLSearchParams(sent));
  return [status, ...((outcome.problems ?? []) as { message: string }[]).map(({ message }) => message)];
}
const follows = { policeCertificateLater: "yes" };
/** What is open, as the applicant's page and the desk have it; nothing to a stranger. */
async function openNames() {
  const page = (await statusData(await applicant.found(id))).requests?.open.map(({ name }) => name);
  expect((await readApplication(id))?.requests.open.map(({ name }) => name)).toEqual(page);
  return page;
}
const review = async () => applicant.screen(id, "review_certification");
const namedOnReview = async () => (await review()).later.map(({ name, step, input }) => [name, step, input]);
const rowsOfReview = async () =>
  (await review()).review
    .find(({ code }) => code === certificate.step)
    ?.answers.filter((answer) => answer.label.toLowerCase().includes(clause))
    .map((answer) => answer.answer);
async function signReview() {
  const { revision } = await review();
  await applicant.save(id, { ...form("review_certification", "Review & Certification"), revision: String(revision) });
  return applicant.submit(id);
}

describe("[N-LACK-3] a certificate to be sent later", () => {
  test("without the checkbox the file is required; with it the step continues, and the review lists the certificate as missing", async () => {
    expect(await convicted({})).toEqual([422, "Police certificate is required"]);
    expect(await convicted(follows)).toEqual([200]);
    expect(await namedOnReview()).toEqual([[label, certificate.step, certificate.field]]);
    expect(await rowsOfReview(), "once, and not as a question that is open").toEqual(["Follows later"]);
    expect((await review()).missing).toEqual([]);
    expect(await convicted({ ...follows, hasCriminalConvictions: "no" })).toEqual([200]);
    expect(await namedOnReview(), "without a conviction nothing follows").toEqual([]);
  });

  test("[C-MISS-1, C-MISS-3, C-MISS-4] after the submission both mails, the applicant's page and the desk list it as missing, and nothing says that everything was received", async () => {
    await convicted(follows);
    expect(await signReview()).toEqual({ ok: true });
    const [mail] = await database.query<{ data: object }>(
      "select template_data as data from email_notifications where application_id = $1 and email_type = 'application_submitted'",
      [id],
    );
    const letter = compose("application_submitted", mail?.data).letter(
      {
        resume: "",
        notMe: "",
        change: "",
        confirm: "",
        unsubscribe: "",
        stopReminders: "",
        reset: "",
        invite: "",
        erase: "",
        ownData: "",
        consultationConfirm: "",
        consultation: "",
        pay: "",
        all: [],
        desk: String,
      },
      { name: "Lucaya", phone: "", email: "", address: [] },
    );
    const text = JSON.stringify(letter.blocks);
    expect(letter.blocks).toContainEqual({
      is: "steps",
      title: "We can begin our work once we have:",
      items: [label],
    });
    const [office] = await database.query(
      "select template_data ->> 'missing' as missing from email_notifications where application_id = $1 and email_type = 'new_application'",
      [id],
    );
    expect(office).toEqual({ missing: label });
    expect(text).not.toMatch(/complete|nothing that you need to do/);
    expect(await openNames()).toEqual([label]);
    const record = (await readSigned(database, id))?.find(({ code }) => code === certificate.step)?.answers ?? [];
    expect(record.filter((answer) => answer.label === label).map(({ answer }) => answer)).toEqual(["Follows later"]);
  });

  test("an uploaded certificate is listed as missing nowhere, whatever is checked; once removed it is missing again", async () => {
    await convicted(follows);
    await attach(certificate);
    expect([await namedOnReview(), await rowsOfReview()]).toEqual([[], ["police.pdf"]]);
    await detachDocument(applicant.context(id), (await applicant.found(id)).application, certificate);
    expect(await namedOnReview()).toHaveLength(1);
    await attach(certificate);
    expect(await signReview()).toEqual({ ok: true });
    expect(await openNames()).toEqual([]);
    const stored = await database.query(
      "select template_data ->> 'missing' as missing from email_notifications where application_id = $1 and email_type = 'application_submitted'",
      [id],
    );
    expect(stored).toEqual([{ missing: "" }]);
  });

  test("a certificate in which a virus is found later is missing on the review, at submission and everywhere after it", async () => {
    await convicted(follows);
    await attach(certificate);
    const find =
      "update documents set scan = 'infected' where application_id = $1 and document_type = 'police_certificate'";
    await database.query(find, [id]);
    expect(await namedOnReview()).toEqual([[label, certificate.step, certificate.field]]);
    expect(await signReview()).toEqual({ ok: true });
    const [mail] = await database.query(
      "select template_data ->> 'missing' as missing from email_notifications where application_id = $1 and email_type = 'application_submitted'",
      [id],
    );
    expect(mail).toEqual({ missing: label });
    expect(await openNames()).toEqual([label]);
  });

  test("a certificate that the service requires too is listed once, and not at all if it was uploaded with the documents", async () => {
    const requirement = `insert into document_requirements (visa_service_id, document_name, document_type, is_required, display_order)
       values ($1, $2, $3, true, $4)`;
    await database.query(requirement, [service, "Certificate of conduct", "police_certificate", 1]);
    await database.query(requirement, [service, "Bank statement", "bank_statement", 2]);
    try {
      await convicted(follows);
      const { documents, later } = await review();
      expect([documents?.missing, later.map(({ name }) => name)]).toEqual([["Bank statement"], [label]]);
      const upload = new FormData();
      upload.set("attempt", crypto.randomUUID());
      upload.set("file", pdfFile("conduct.pdf"));
      const { application } = await applicant.found(id);
      expect(
        await attachDocument(applicant.context(id), application, { type: "police_certificate" }, upload),
      ).toMatchObject({ ok: true });
      expect([(await review()).documents?.missing, (await review()).later]).toEqual([["Bank statement"], []]);
      await signReview();
      expect(await openNames()).toEqual(["Bank statement"]);
    } finally {
      await database.query("delete from document_requirements where visa_service_id = $1", [service]);
    }
  });
});
