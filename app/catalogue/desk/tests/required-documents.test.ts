import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { readRequirements } from "~/catalogue/requirements.server";
import { activeServices, serviceBySlug } from "~/catalogue/services.server";
import { pdfFile } from "../../../../test/harness/applicants/uploads";
import { documentInputs, documentRows, documentsText } from "../../../../test/harness/desk/document-rows";
import { deactivated, withoutChange } from "../../../../test/harness/desk/verbs";
import { wordDocx } from "../../../../test/harness/fakes/papers";
import { EditedDocuments } from "../../../../test/harness/in-process/edited-documents";
import { createService, editService, openService } from "../../../../test/harness/in-process/services";
import { bytesOf, documentOf } from "../../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { duplicateService } from "../duplicate-service.server";
import { type DocumentRow, inputName, readRows, rowsOf } from "../required/document-rows";
import { applicationsWithFiles } from "../required/read-rows.server";
import { receiveSamples, storeSample } from "../required/store-sample.server";
import { saveService } from "../save-service.server";

const database = testDatabase();
const edited = new EditedDocuments(database);
const { rows, save } = edited;
const stored = () =>
  database.query(
    `select document_type as type, document_name as name, description, is_required as required, formats
     from document_requirements where visa_service_id = $1 order by display_order`,
    [edited.id],
  );
const names = async () =>
  (
    await database.query<{ names: string[] }>("select requirements as names from visa_services where id = $1", [
      edited.id,
    ])
  )[0]?.names;
const row = async (name: string): Promise<DocumentRow> => {
  const found = (await rows()).find((row) => row.name === name);
  if (!found) throw new Error(`There is no ${name}`);
  return found;
};
/** An application of the service with a file for a document. */
async function application(type: string) {
  const [sample] = await database.query<{ id: string }>(
    `insert into visa_applications (visa_service_id, application_number, resume_token, user_email)
     values ($1, left(gen_random_uuid()::text, 12), gen_random_uuid(), '') returning id`,
    [edited.id],
  );
  await database.query(
    `insert into documents (application_id, document_type, document_name, storage_key, content_type, byte_size, sha256)
     values ($1, $2, 'scan.pdf', gen_random_uuid()::text, 'application/pdf', 2000, '')`,
    [sample?.id, type],
  );
  return sample?.id ?? "";
}
const sample = async (name = "sample.pdf") => {
  const stored = await storeSample(edited.staff, pdfFile(name));
  if (!stored.ok) throw new Error(stored.message);
  return { id: stored.id, name: stored.name };
};

test("[X-RENEW-4] staff check that a document is asked for at each renewal, and the form and the service have it", async () => {
  const ticked = () =>
    database.query<{ name: string }>(
      `select document_name as name from document_requirements where visa_service_id = $1 and is_renewed_anew`,
      [edited.id],
    );
  expect(await ticked()).toEqual([]);
  const photo = await row("Photograph");
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...documentInputs(photo), [inputName(0, "anew")]: "yes" }))
    form.set(name, value);
  expect(rowsOf(readRows(form))).toMatchObject([{ name: "Photograph", isRenewedAnew: true }]);

  const changed = (await rows()).map((row) => ({ ...row, isRenewedAnew: row.name === "Photograph" }));
  expect(await save(changed)).toMatchObject({ ok: true });
  expect(await ticked()).toEqual([{ name: "Photograph" }]);
  expect(await rows()).toEqual(changed);
});

test("[X-RENEW-4] a new installation asks for photographs, certificates, statements, letters and bookings at each renewal", async () => {
  const rows = await database.query<{ type: string; anew: boolean }>(
    "select distinct document_type as type, is_renewed_anew as anew from document_requirements r join visa_services s on s.id = r.visa_service_id where s.slug <> 'test'",
  );
  const types = rows.filter(({ anew }) => anew).map(({ type }) => type);
  expect(types.toSorted()).toEqual([
    ...["accommodation_proof", "bank_reference", "employer_letter", "employment_letter", "health_insurance"],
    ...["itinerary", "medical_certificate", "photo", "police_certificate", "proof_of_funds", "proof_of_income"],
    ...["return_ticket", "travel_insurance"],
  ]);
  expect(rows.filter(({ anew }) => !anew).map(({ type }) => type)).toContain("passport_copy");
});

describe("the required documents of a service", () => {
  test("[K-DOCS-1] documents are saved in order with all their fields", async () => {
    const [passport, photo] = await rows();
    if (!passport || !photo) throw new Error("They are not stored");
    expect(
      await save([
        { ...photo, formats: ["jpg", "png"] },
        { ...passport, description: "All four corners." },
      ]),
    ).toMatchObject({ ok: true, serviceId: edited.id });
    expect(await stored()).toEqual([
      { type: "photograph", name: "Photograph", description: "", required: false, formats: ["jpg", "png"] },
      {
        ...{ type: "passport_copy", name: "Passport copy", description: "All four corners.", required: true },
        formats: ["pdf", "jpg", "jpeg", "png", "doc", "docx"],
      },
    ]);
  });

  test("[K-DOCS-2] the service gets their names in the same transaction, and every page reads one list", async () => {
    expect(await names()).toEqual(["Passport copy", "Photograph"]);
    await database.query("update visa_services set max_stay = '90 days' where id = $1", [edited.id]);
    await save([...(await rows()).reverse(), ...documentRows("Bank letter for {stay}")]);
    expect(await names()).toEqual(["Photograph", "Passport copy", "Bank letter for {stay}"]);
    const written = await database.query<{ by: string }>(
      `select xmin::text as by from visa_services where id = $1
       union select xmin::text from document_requirements where visa_service_id = $1`,
      [edited.id],
    );
    expect(written).toHaveLength(1);
    const requested = ["Photograph", "Passport copy", "Bank letter for 90 days"];
    expect((await readRequirements(edited.id)).map(({ name }) => name)).toEqual(requested);
    expect((await serviceBySlug("test"))?.documents.map(({ name }) => name)).toEqual(requested);
    expect((await activeServices()).find((service) => service.id === edited.id)?.requirements).toEqual(requested);
  });

  test("[K-DOCS-6] documents without a name, with a duplicate name, or beyond thirty are refused, and nothing is changed", async () => {
    const papers = (n: number) => Array.from({ length: n }, (_, index) => `Paper ${index}`);
    const refusals: [DocumentRow[], object][] = [
      [documentRows("A", " "), { row: "new-2", part: "name", message: "Enter the name of the document." }],
      [
        documentRows("A letter", "a  Letter "),
        { row: "new-2", part: "name", message: "Two documents have this name. Give each its own." },
      ],
      [documentRows(...papers(31)), { message: "A service asks for 30 documents at most." }],
      [
        documentRows({ name: "A", formats: [] }),
        { row: "new-1", part: "formats", message: "Choose at least one format." },
      ],
    ];
    for (const [cells, problem] of refusals)
      expect(await withoutChange(database, () => save(cells))).toMatchObject({
        ok: false,
        reason: "invalid",
        detail: { problems: [{ field: "requirements", ...problem }] },
      });
    expect(await save(documentRows(...papers(30)))).toMatchObject({ ok: true });
    expect(await names()).toEqual(papers(30));
  });

  test("[K-DOCS-2] when two admins change them differently, nothing is written before the second one has chosen", async () => {
    const { values, base } = await openService(database, edited.id);
    await save(documentRows("Theirs"));
    const ownValues = { ...values, requirements: documentsText("Mine") };
    const call = () => saveService(edited.staff, { serviceId: edited.id, values: ownValues, base });
    expect(await withoutChange(database, call)).toMatchObject({
      reason: "conflict",
      detail: { conflict: { conflicts: [{ name: "requirements" }] } },
    });
    expect(await names()).toEqual(["Theirs"]);
  });

  test("[K-DOCS-2] a form from an earlier release removes nothing", async () => {
    for (const requirements of ["Passport copy\nPhotograph", "Passport copy"])
      expect(
        await withoutChange(database, () =>
          editService(database, edited.staff, edited.id, { maxStay: "9 days", requirements }),
        ),
      ).toMatchObject({ ok: false, reason: "invalid" });
  });
});

describe("a required document", () => {
  test("[K-DOCS-5] a renamed document keeps its type, and with it the files sent for it", async () => {
    await application("photograph");
    await save([{ ...(await row("Photograph")), name: "Portrait" }, ...documentRows("Photograph")]);
    expect(await stored()).toMatchObject([
      { type: "photograph", name: "Portrait" },
      { type: "photograph_2", name: "Photograph" },
    ]);
    expect(await applicationsWithFiles(edited.id)).toEqual({ photograph: 1 });
  });

  test("[K-DOCS-5] each application with files for a document is counted once, and a deleted document's name stays", async () => {
    const first = await application("passport_copy");
    const second = await application("passport_copy");
    await database.query("update documents set application_id = $1 where application_id = $2", [first, second]);
    await application("passport_copy");
    expect(await applicationsWithFiles(edited.id)).toEqual({ passport_copy: 2 });
    await save([await row("Photograph")]);
    expect(await names()).toEqual(["Photograph"]);
    expect(
      await database.query(
        "select document_type as type, document_name as name from removed_requirements where visa_service_id = $1",
        [edited.id],
      ),
    ).toEqual([{ type: "passport_copy", name: "Passport copy" }]);
    expect(await database.query("select 1 from documents where document_type = 'passport_copy'")).not.toHaveLength(0);
    await save([await row("Photograph"), ...documentRows("passport copy")]);
    expect(await stored()).toMatchObject([{ type: "photograph" }, { type: "passport_copy", name: "passport copy" }]);
    expect(await database.query("select 1 from removed_requirements where visa_service_id = $1", [edited.id])).toEqual(
      [],
    );
  });
});

describe("a sample of a document", () => {
  test("[K-DOCS-4] a sample is shown once its service is saved, and is deleted with its bytes once removed", async () => {
    const sampleRef = await sample();
    expect((await readRequirements(edited.id)).map((requirement) => requirement.sample)).toEqual([null, null]);
    await save([{ ...(await row("Passport copy")), sample: sampleRef }, await row("Photograph")]);
    expect((await readRequirements(edited.id)).map((requirement) => requirement.sample)).toEqual([
      `/samples/${sampleRef.id}`,
      null,
    ]);
    const otherSample = await sample("other.pdf");
    await save([{ ...(await row("Passport copy")), sample: otherSample }, await row("Photograph")]);
    await expect(documentOf(sampleRef.id)).rejects.toThrow();
    expect(await database.enqueued("documents.remove-bytes")).toHaveLength(1);
    await save([await row("Photograph")]);
    await expect(documentOf(otherSample.id)).rejects.toThrow();
  });

  test("[K-DOCS-4] a sample is a PDF or a picture of at most 10 MB, and is hidden until it was scanned", async () => {
    const word = await storeSample(edited.staff, new File([wordDocx()], "sample.docx"));
    expect(word).toMatchObject({
      ok: false,
      message: "File type .docx is not allowed. Accepted types: pdf, jpg, jpeg, png",
    });
    const large = await storeSample(edited.staff, pdfFile("sample.pdf", 10 * 1024 * 1024 + 1));
    expect(large).toMatchObject({ ok: false, message: expect.stringMatching(/^File size exceeds 10MB limit/) });
    const sampleRef = await sample();
    await database.query("update documents set scan = 'waiting' where id = $1", [sampleRef.id]);
    await save([{ ...(await row("Passport copy")), sample: sampleRef }]);
    expect((await readRequirements(edited.id))[0]?.sample).toBeNull();
    await database.query("update documents set scan = 'clean' where id = $1", [sampleRef.id]);
    expect((await readRequirements(edited.id))[0]?.sample).toBe(`/samples/${sampleRef.id}`);
  });

  test("[K-DOCS-4] a copied service has its own copy of the sample, which stays when the first is removed", async () => {
    const sampleRef = await sample();
    await save([{ ...(await row("Passport copy")), sample: sampleRef, formats: ["pdf"] }, await row("Photograph")]);
    const copied = await duplicateService(edited.staff, { serviceId: edited.id });
    if (!copied.ok) throw new Error(copied.message);
    await save([{ ...(await row("Passport copy")), sample: null }]);
    const [passport, photo] = await readRequirements(copied.serviceId);
    expect([passport?.formats, photo?.sample]).toEqual([["pdf"], null]);
    const own = await documentOf(passport?.sample?.replace("/samples/", "") ?? "");
    expect(own.id).not.toBe(sampleRef.id);
    expect((await bytesOf(own)).toString("latin1")).toMatch(/^%PDF-1.4/);
    await database.query("delete from visa_services where id = $1", [copied.serviceId]);
  });

  test("[K-KEEP-3, K-DOCS-4] a sample sent again after a lost response is stored once with the same result; another file is not reported as saved", async () => {
    const { values, base } = await openService(database, edited.id);
    const attempts = { create: randomUUID(), update: randomUUID() };
    /** As the editor's form does: stores the samples, then saves the service. */
    const send = async (files: readonly File[], save: keyof typeof attempts) => {
      const by = { ...edited.staff, attempt: attempts[save] };
      const form = new FormData();
      for (const [index, file] of files.entries()) form.set(inputName(index, "file"), file);
      const received = await receiveSamples(by, form, { ...values, ...(save === "create" ? { slug: "second" } : {}) });
      expect(received.problems).toEqual([]);
      return save === "create"
        ? createService(by, { anyway: true, values: received.values })
        : saveService(by, { serviceId: edited.id, values: received.values, base });
    };
    const samples = () => database.query("select sample_of from documents where document_type = 'service_sample'");
    for (const save of ["create", "update"] as const) {
      await database.query("delete from documents");
      // The same file for both documents: each gets its own copy.
      const first = await send([pdfFile("a.pdf"), pdfFile("a.pdf")], save);
      expect(first, save).toMatchObject({ ok: true });
      expect(await send([pdfFile("a.pdf"), pdfFile("a.pdf")], save), save).toEqual(first);
      expect(await samples(), save).toEqual([{ sample_of: expect.any(String) }, { sample_of: expect.any(String) }]);
      expect(await send([pdfFile("a.pdf", 4096), pdfFile("a.pdf")], save), save).toMatchObject({ ok: false });
    }
    await database.query("delete from visa_services where slug = 'second'");
  });

  test("[K-DOCS-4] another stored file can't be used as a sample, and an admin without permission can't store one", async () => {
    const of = await application("passport_copy");
    const [file] = await database.query<{ id: string }>("select id from documents where application_id = $1", [of]);
    const foreign = { id: file?.id ?? "", name: "scan.pdf" };
    const passport = await row("Passport copy");
    expect(await withoutChange(database, () => save([{ ...passport, sample: foreign }]))).toMatchObject({
      ok: false,
      detail: { problems: [{ row: "passport_copy", part: "file" }] },
    });
    const inactiveAdmin = await deactivated(database);
    expect(await withoutChange(database, () => storeSample(inactiveAdmin, pdfFile("sample.pdf")))).toMatchObject({
      ok: false,
      reason: "forbidden",
    });
  });
});
