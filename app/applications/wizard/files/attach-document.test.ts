import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { registerPassportReading } from "~/applications/passport/reading/read-passport.server";
import { sealReading } from "~/applications/passport/readings.server";
import { db } from "~/db/client.server";
import { applicationStatuses } from "~/db/schema/values";
import { Applicant, whileRefused, wholeOf } from "../../../../test/harness/applicants/in-process";
import { serviceOf } from "../../../../test/harness/applicants/listed-steps";
import { pdfFile } from "../../../../test/harness/applicants/uploads";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { attachDocument, detachDocument, removeAddedDocument } from "./attach-document.server";
import type { FilePlace } from "./places.server";

const database = testDatabase();
const paper: FilePlace = { type: "supporting_document" };
const letter = { step: "bahamas_employment", field: "employmentLetterUrl" };
let applicant: Applicant;
let id: string;
beforeAll(() => registerPassportReading());
beforeEach(async () => {
  applicant = new Applicant(database);
  id = await applicant.start(undefined, { service: (await serviceOf(database, "bahamian-evisa")).id });
  await database.query("update visa_applications set furthest_step = 13, total_steps = 13 where id = $1", [id]);
});

function fileForm(attempt: string = crypto.randomUUID(), name = "letter.pdf") {
  const form = new FormData();
  form.set("attempt", attempt);
  form.set("file", pdfFile(name));
  return form;
}
const attach = async (place: FilePlace, form = fileForm(), context = applicant.context(id)) =>
  attachDocument(context, (await applicant.found(id)).application, place, form);
const detach = async (context = applicant.context(id)) =>
  detachDocument(context, (await applicant.found(id)).application, letter);
const remove = (document: unknown, context = applicant.context(id)) => removeAddedDocument(context, id, document);
async function attached(place: FilePlace, form?: FormData) {
  const result = await attach(place, form);
  if (!result.ok) throw new Error(`${result.reason} ${result.message}`);
  return result;
}
const filesOf = (of = id) =>
  database.query("select document_name as name, document_type as type from documents where application_id = $1", [of]);
const answerOf = async () =>
  (
    await database.query<{ answer: Record<string, unknown> | null; revision: number | null }>(
      `select metadata -> 'step9' as answer, (revisions ->> 'step9')::int as revision from visa_applications where id = $1`,
      [id],
    )
  )[0];
const removals = async () => (await database.enqueued("documents.remove-bytes")).length;

describe("a file as the answer to a question", () => {
  test("the file is stored, and the answer names it under a new revision", async () => {
    const { url, before, revision } = await attached(letter);
    expect([before, revision]).toEqual([0, 1]);
    expect(await answerOf()).toMatchObject({
      answer: { employmentLetterUrl: url, employmentLetterFilename: "letter.pdf" },
      revision: 1,
    });
    expect(await filesOf()).toHaveLength(1);
  });

  test("another file replaces it, and the bytes of the first are deleted", async () => {
    await attached(letter);
    const before = await removals();
    await attached(letter, fileForm(undefined, "newer.pdf"));
    expect(await filesOf()).toMatchObject([{ name: "newer.pdf" }]);
    expect(await removals()).toBe(before + 1);
    expect((await answerOf())?.revision).toBe(2);
  });

  test("removing it deletes answer and file; removing again does nothing and makes no new revision", async () => {
    await attached(letter);
    expect(await detach()).toMatchObject({ ok: true, before: 1, revision: 2 });
    expect([await filesOf(), (await answerOf())?.answer]).toEqual([[], {}]);
    expect(await detach()).toMatchObject({ ok: true, before: 2, revision: 2 });
  });

  test("a file that answers a question can't be removed as a supporting document", async () => {
    const { id: document } = await attached(letter);
    expect(await remove(document)).toMatchObject({ ok: false, reason: "invalid" });
    expect(await filesOf()).toHaveLength(1);
  });

  test("[U-MRZ-13] of two passport pages that replace one another at once, the one that stays waits to be read, and the other’s reading is gone", async () => {
    await database.query("update document_requirements set purpose = 'document' where purpose = 'passport_page'");
    await database.query(
      `insert into document_requirements (visa_service_id, document_type, document_name, purpose, formats, display_order)
       select visa_service_id, 'employment_letter', 'Letter', 'passport_page', '{pdf}', 99 from visa_applications where id = $1`,
      [id],
    );
    const both = await Promise.all([attached(letter), attached(letter, fileForm(undefined, "newer.pdf"))]);
    const readings = await database.query<{ document: string; state: string }>(
      "select document_id as document, state from passport_readings where application_id = $1",
      [id],
    );
    expect((await answerOf())?.answer).toMatchObject({ employmentLetterUrl: `/documents/${readings[0]?.document}` });
    expect(readings).toEqual([{ document: expect.anything(), state: "waiting" }]);
    const replaced = both.find((file) => file.id !== readings[0]?.document)?.id ?? "";
    expect(await db.transaction((tx) => sealReading(tx, id, replaced, { passportNumber: "OLD12345" }))).toBe(false);
  });

  test("a step that was not reached refuses files", async () => {
    await database.query("update visa_applications set furthest_step = 7 where id = $1", [id]);
    expect(await attach(letter)).toMatchObject({ ok: false, reason: "invalid" });
    expect(await detach()).toMatchObject({ ok: false, reason: "not-found" });
  });
});

describe("the idempotency key", () => {
  test("[W-UPLOAD-14] the same key returns the stored file for an hour, also for simultaneous requests", async () => {
    const key = crypto.randomUUID();
    const first = await attached(paper, fileForm(key));
    const again = await Promise.all([attached(paper, fileForm(key)), attached(paper, fileForm(key))]);
    expect(again.map((file) => file.id)).toEqual([first.id, first.id]);
    const aged = (interval: string) =>
      database.query(`update attempts set created_at = now() - interval '${interval}' where kind = 'document'`);
    await aged("59 minutes 50 seconds");
    expect((await attached(paper, fileForm(key))).id).toBe(first.id);
    await aged("1 hour");
    expect((await attached(paper, fileForm(key))).id).not.toBe(first.id);
    expect(await filesOf()).toHaveLength(2);
  });

  test("[W-UPLOAD-14] with the same key, another file is stored after a lost response, and so is a file for another question", async () => {
    const key = crypto.randomUUID();
    await attached(letter, fileForm(key));
    const newer = fileForm(key);
    newer.set("file", new File([await pdfFile("newer.pdf").arrayBuffer(), "\n"], "newer.pdf"));
    for (let time = 0; time < 2; time++) await attached(letter, newer);
    expect(await filesOf()).toMatchObject([{ name: "newer.pdf" }]);
    await attached(paper, fileForm(key));
    await attached({ type: "photo" }, fileForm(key));
    expect((await filesOf()).map(({ type }) => type)).toEqual([expect.anything(), "supporting_document", "photo"]);
  });

  test("a key whose upload failed is free: the next try stores the file", async () => {
    const [key, before] = [crypto.randomUUID(), await wholeOf(database, id)];
    await expect(whileRefused(database, "attempts", () => attach(paper, fileForm(key)))).rejects.toThrow();
    expect(await wholeOf(database, id)).toEqual(before);
    expect(await attach(paper, fileForm(key))).toMatchObject({ ok: true });
  });
});

describe("permission to attach files", () => {
  test("a stranger, a browser with access to another application and expired access are refused", async () => {
    const { id: document } = await attached(paper);
    await attached(letter);
    const otherApplicant = new Applicant(database);
    const otherId = await otherApplicant.start();
    const before = await wholeOf(database, id);
    const contexts = [otherApplicant.context(id), otherApplicant.context(otherId), applicant.context(id)];
    await database.query("update application_holders set expires_at = now() where application_id = $1", [id]);
    for (const context of contexts)
      for (const act of [
        () => attach(paper, undefined, context),
        () => attach(letter, undefined, context),
        () => detach(context),
        () => remove(document, context),
      ])
        expect(await act()).toMatchObject({ ok: false, reason: "forbidden" });
    expect(await wholeOf(database, id)).toEqual(before);
  });

  test("[V-ATK-29] another application's file, a deleted file and an invalid id are all not found", async () => {
    const otherApplicant = new Applicant(database);
    const otherId = await otherApplicant.start();
    const form = fileForm();
    const theirFile = await attachDocument(
      otherApplicant.context(otherId),
      (await otherApplicant.found(otherId)).application,
      paper,
      form,
    );
    for (const document of [theirFile.ok ? theirFile.id : "", crypto.randomUUID(), "x", undefined])
      expect(await remove(document)).toMatchObject({ ok: false, reason: "not-found" });
    expect(await filesOf(otherId)).toHaveLength(1);
  });
});

test.each(applicationStatuses.filter((status) => status !== "draft"))(
  "[W-SUBMIT-18] the files of an application that is %s stay as they are",
  async (status) => {
    const { id: document } = await attached(paper);
    await attached(letter);
    await database.query(
      "update visa_applications set status = $2::application_status, submitted_at = now() where id = $1",
      [id, status],
    );
    const [before, removed] = [await wholeOf(database, id), await removals()];
    for (const act of [() => attach(paper), () => attach(letter), () => detach(), () => remove(document)])
      expect(await act()).toMatchObject({ ok: false, reason: "closed" });
    expect([await wholeOf(database, id), await removals()]).toEqual([before, removed]);
  },
);

test("an application can upload 60 files an hour", async () => {
  await database.query("delete from limit_counts");
  await attached(paper);
  await database.query("update limit_counts set count = 60 where key like 'application upload as %'");
  const limited = await attach(paper);
  expect(limited).toMatchObject({ ok: false, reason: "limited" });
  expect(await filesOf()).toHaveLength(1);
});
