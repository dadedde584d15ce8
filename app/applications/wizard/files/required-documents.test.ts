import { beforeEach, describe, expect, test } from "vitest";
import { statusData } from "~/cases/applicant-page/status-data.server";
import { readApplication } from "~/cases/case-data/case.server";
import { attachToItem } from "~/cases/requests/answering/draft-files.server";
import { requestItems } from "~/cases/requests/asking/ask.server";
import { emptyItem } from "~/cases/requests/asking/check-items";
import { readForApplicant } from "~/cases/requests/read-requests.server";
import { noDateRule } from "~/catalogue/desk/required/date-rule-input";
import { rowsOf, textOfRows } from "~/catalogue/desk/required/document-rows";
import { noPhotoRule } from "~/catalogue/desk/required/photo-rule-input";
import { storeSample } from "~/catalogue/desk/required/store-sample.server";
import { Applicant } from "../../../../test/harness/applicants/in-process";
import { serviceOf } from "../../../../test/harness/applicants/listed-steps";
import { pdfFile } from "../../../../test/harness/applicants/uploads";
import { editService, openService } from "../../../../test/harness/in-process/services";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { filesByRequirement, requirementsOf } from "../../required-files/requirements.server";
import { attachDocument } from "./attach-document.server";
import { type FilePlace, findQuestion } from "./places.server";

const database = testDatabase();
let applicant: Applicant;
let id: string;
let service: string;
beforeEach(async () => {
  applicant = new Applicant(database);
  service = (await serviceOf(database, "bahamian-evisa")).id;
  id = await applicant.start(undefined, { service });
  await database.query("update visa_applications set furthest_step = 13, total_steps = 13 where id = $1", [id]);
});

type Row = ReturnType<typeof rowsOf>[number];
/** Changes the list as staff do in the editor. */
async function edit(change: (rows: Row[]) => Row[]) {
  const { values } = await openService(database, service);
  const requirements = textOfRows(change(rowsOf(values.requirements)));
  const saved = await editService(database, await staffMember(database), service, { requirements });
  if (!saved.ok) throw new Error(saved.message);
}
const only = (key: string, formats: string[]) =>
  edit((rows) => rows.map((row) => (row.key === key ? { ...row, formats } : row)));
const attach = async (place: FilePlace, name: string) => {
  const form = new FormData();
  form.set("attempt", crypto.randomUUID());
  form.set("file", pdfFile(name));
  return attachDocument(applicant.context(id), (await applicant.found(id)).application, place, form);
};
const submit = () =>
  database.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [id]);
const refused = (extension: string, accepted: string) => ({
  ok: false,
  reason: "invalid",
  message: `File type .${extension} is not allowed. Accepted types: ${accepted}`,
});

describe("the formats of a required document", () => {
  test("[K-DOCS-3] a slot accepts its document's formats and no others", async () => {
    await only("photo", ["jpg", "png"]);
    expect(await attach({ type: "photo" }, "me.pdf")).toMatchObject(refused("pdf", "jpg, png"));
    expect(await attach({ type: "itinerary" }, "me.pdf")).toMatchObject({ ok: true });
    const { slots } = await filesByRequirement((await applicant.found(id)).application);
    expect(slots.find(({ type }) => type === "photo")?.formats).toEqual(["jpg", "png"]);
    await only("photo", ["pdf"]);
    expect(await attach({ type: "photo" }, "me.pdf")).toMatchObject({ ok: true });
  });

  test("[K-DOCS-3] a question for the same document accepts the same formats", async () => {
    await edit((rows) => [
      ...rows,
      {
        ...{ key: "new-1", name: "Employment letter", description: "", isRequired: false, isRenewedAnew: false },
        ...noDateRule,
        ...noPhotoRule,
        ...{ purpose: "document", formats: ["doc", "docx"], sample: null },
      },
    ]);
    const letter = { step: "bahamas_employment", field: "employmentLetterUrl" };
    expect(await attach(letter, "letter.pdf")).toMatchObject(refused("pdf", "doc, docx"));
    const { formats } = await applicant.screen(id, "bahamas_employment");
    expect(formats).toMatchObject({ employment_letter: ["doc", "docx"] });
    await edit((rows) => rows.filter(({ key }) => key !== "employment_letter"));
    expect(await attach(letter, "letter.pdf")).toMatchObject({ ok: true });
  });

  test("[K-DOCS-3, C-REQ-2] a staff request for the document accepts the same formats; a document that staff named themselves accepts the usual ones", async () => {
    await only("proof_of_funds", ["png"]);
    await submit();
    const items = [
      { ...emptyItem, what: "document:proof_of_funds", reason: "We need it." },
      { ...emptyItem, what: "document", name: "A letter", reason: "We need it." },
    ];
    await requestItems(await staffMember(database), { applicationId: id, items, setStatus: false });
    const [funds, letter] = (await readForApplicant(id)).open;
    expect([funds?.formats, letter?.formats]).toEqual([["png"], ["pdf", "jpg", "jpeg", "png", "doc", "docx"]]);
    const send = (item = "") =>
      attachToItem(applicant.context(id), id, { item, file: pdfFile("funds.pdf"), attempt: crypto.randomUUID() });
    expect(await send(funds?.id)).toMatchObject(refused("pdf", "png"));
    expect(await send(letter?.id)).toMatchObject({ ok: true });
    await only("proof_of_funds", ["pdf", "png"]);
  });
});

test("[U-AGE-2, W-CRIM-5] the note of the police certificate says the service’s rule, or six months where it has none", async () => {
  const question = { step: "criminal_history", field: "policeCertificateUrl" };
  const note = async () => (await findQuestion((await applicant.found(id)).application, question))?.field.hint;
  expect(await note()).toBe("The police certificate should be issued within the last 6 months.");
  expect((await applicant.screen(id, "criminal_history")).statements).toEqual({});
  await edit((rows) => [
    ...rows,
    {
      ...{ key: "police_certificate", name: "Police certificate", description: "", isRequired: true },
      ...noPhotoRule,
      ...{ isRenewedAnew: false, dateRule: "filing", dateAmount: "90", dateUnit: "days" },
      ...{ purpose: "document", formats: ["pdf"], sample: null },
    },
  ]);
  const statement = "It must be issued at most 90 days before we file your application.";
  expect(await note()).toBe(statement);
  expect((await applicant.screen(id, "criminal_history")).statements).toEqual({ police_certificate: statement });
  await edit((rows) => rows.filter(({ key }) => key !== "police_certificate"));
});

test("[K-DOCS-4] applicants see the sample at the slot and at a staff request", async () => {
  const sample = await storeSample(await staffMember(database), pdfFile("sample.pdf"));
  if (!sample.ok) throw new Error(sample.message);
  await edit((rows) => rows.map((row) => (row.key === "itinerary" ? { ...row, sample } : row)));
  const path = `/samples/${sample.id}`;
  expect((await requirementsOf(service)).find(({ type }) => type === "itinerary")?.sample).toBe(path);
  await submit();
  const items = [{ ...emptyItem, what: "document:itinerary", reason: "We need it." }];
  await requestItems(await staffMember(database), { applicationId: id, items, setStatus: false });
  expect((await readForApplicant(id)).open[0]?.sample).toBe(path);
});

test("[K-DOCS-5] the files of a renamed document stay with it, and those of a deleted one get their own heading, for applicant and staff", async () => {
  await attach({ type: "itinerary" }, "plan.pdf");
  await attach({ type: "return_ticket" }, "ticket.pdf");
  await edit((rows) => rows.map((row) => (row.key === "itinerary" ? { ...row, name: "Plan of the trip" } : row)));
  await edit((rows) => rows.filter(({ key }) => key !== "return_ticket"));
  const { application } = await applicant.found(id);
  const { slots, others, former } = await filesByRequirement(application);
  const plan = slots.find(({ name }) => name === "Plan of the trip");
  expect(plan?.files.map(({ name }) => name)).toEqual(["plan.pdf"]);
  expect([others, former]).toMatchObject([[], [{ name: "ticket.pdf", of: "Return or onward ticket" }]]);
  const review = await applicant.screen(id, "review_certification");
  if (review.documents) expect(review.documents.slots.at(-1)?.name).toBe("No longer asked for");
  expect((await readApplication(id))?.documents).toMatchObject([
    { documentName: "plan.pdf", title: "Plan of the trip", formerly: null },
    { documentName: "ticket.pdf", title: "Return or onward ticket", formerly: "Return or onward ticket" },
  ]);
  await submit();
  const { documents } = await statusData(await applicant.found(id));
  expect(documents).toMatchObject([
    { name: "plan.pdf", title: "Plan of the trip", isFormer: false },
    { name: "ticket.pdf", title: "Return or onward ticket", isFormer: true },
  ]);
  expect(await attach({ type: "return_ticket" }, "again.pdf")).toMatchObject({ ok: false });
});
