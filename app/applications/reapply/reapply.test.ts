import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { config } from "~/config.server";
import { StorageError } from "~/documents/storage-error.server";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { pdfFile } from "../../../test/harness/applicants/uploads";
import { readMetadata } from "../../../test/harness/encryption/stored-answers";
import { form } from "../../../test/harness/http-client";
import { storedFile } from "../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { attachToItem } from "../../cases/requests/answering/draft-files.server";
import { type Kind, reapply } from "./reapply.server";

const database = testDatabase();
beforeEach(() => database.query("delete from limit_counts"));

async function again(applicant: Applicant, id: string, kind: Kind) {
  const { application } = await applicant.found(id);
  const context = { ...applicant.context(id), browser: "Firefox on Linux", token: undefined };
  const result = await reapply(context, application, { kind, attempt: crypto.randomUUID(), isShared: false });
  if (!result.ok) throw new Error(`Not begun: ${result.reason}`);
  return result.id;
}

test("[C-MINE-5] a family member’s draft omits the applicant's previous travel and visa denials", async () => {
  const applicant = new Applicant(database);
  const id = await applicant.ready({
    trip_details: {
      ...{ hasPreviousTravel: "yes", "previousTravel[0].country": "JM" },
      ...{ "previousTravel[0].arrivalDate": "2019-01-02", "previousTravel[0].departureDate": "2019-01-09" },
      ...{ hasBeenDeniedVisa: "yes", visaDenialDetails: "2012, a missing paper." },
    },
  });
  const before = (await readMetadata(database, id))?.step4;
  expect(before).toMatchObject({ hasBeenDeniedVisa: true, visaDenialDetails: "2012, a missing paper." });
  const { hasPreviousTravel, previousTravel, hasBeenDeniedVisa, visaDenialDetails, ...trip } = before ?? {};
  expect((await readMetadata(database, await again(applicant, id, "family")))?.step4).toEqual(trip);
});

test("[U-KIND-9, U-KIND-11, C-DEC-8] copied pages are in the order that their sender gave them, and an unchecked one stays so", async () => {
  const applicant = new Applicant(database);
  const id = await applicant.ready();
  for (const [index, name] of ["first.jpg", "second.jpg", "third.jpg"].entries()) {
    const file = await storedFile(id);
    await database.query(
      "update documents set document_name = $2, page = $3, inspection = case $3::int when 1 then 'not_checked' else 'yes' end where id = $1",
      [file.id, name, 3 - index],
    );
  }
  await database.query("update visa_applications set status = 'denied', submitted_at = now() where id = $1", [id]);
  const copied = await database.query<{ name: string; inspection: string }>(
    "select document_name as name, inspection from documents where application_id = $1 order by page, created_at",
    [await again(applicant, id, "denied")],
  );
  expect(copied).toEqual([
    { name: "third.jpg", inspection: "not_checked" },
    { name: "second.jpg", inspection: "yes" },
    { name: "first.jpg", inspection: "yes" },
  ]);
});

test.each<Kind>(["denied", "family"])(
  "[F-APPL-7] an answer of a new draft of kind %s is changed → its own later steps follow, and the signed ones do not",
  async (kind) => {
    const applicant = new Applicant(database);
    const id = await applicant.ready({ trip_details: { destinationAddress: "1 Bay Street" } });
    await database.query("update visa_applications set status = 'denied', submitted_at = now() where id = $1", [id]);
    const signed = await readMetadata(database, id);
    const draft = await again(applicant, id, kind);
    await applicant.changeBrowser(draft);
    await database.query(
      `update visa_applications set furthest_step = 13, total_steps = 13,
         visa_service_id = (select id from visa_services where slug = 'bahamian-evisa') where id = $1`,
      [draft],
    );
    const revision = async (step: string) => String((await applicant.found(draft)).application.revisions[step] ?? 0);
    const trip = async (destinationCity: string) =>
      applicant.save(
        draft,
        form("trip_details", "Trip Details", {
          ...{ destinationAddress: "12 Bay Street", destinationCity, revision: await revision("step4") },
        }),
      );
    await trip("Nassau");
    await applicant.save(draft, {
      ...{ step: "accommodation", revision: "0", accommodationAddress: "12 Bay Street, Nassau" },
    });
    await trip("Freeport");
    expect((await readMetadata(database, draft))?.step12).toEqual({ accommodationAddress: "12 Bay Street, Freeport" });
    expect(await readMetadata(database, id)).toEqual(signed);
  },
);

test("[C-DEC-8] the files of a denied case keep their order in the new draft", async () => {
  const applicant = new Applicant(database);
  const id = await applicant.start();
  const [request] = await database.query<{ id: string }>(
    "insert into case_requests (application_id) values ($1) returning id",
    [id],
  );
  const [item] = await database.query<{ id: string }>(
    `insert into case_request_items (request_id, application_id, kind, name, position, reason)
     values ($1, $2, 'document', 'Letters', 0, 'They are needed.') returning id`,
    [request?.id, id],
  );
  const names = Array.from({ length: 8 }, (_, index) => `letter ${index}.pdf`);
  for (const name of names) {
    const sent = { item: item?.id ?? "", file: pdfFile(name), attempt: name };
    expect(await attachToItem(applicant.context(id), id, sent)).toMatchObject({ ok: true });
  }
  await database.query("update documents set case_item_id = null where application_id = $1", [id]);
  await database.query("update visa_applications set status = 'denied', submitted_at = now() where id = $1", [id]);
  const draft = await again(applicant, id, "denied");
  const copies = await database.query<{ name: string }>(
    "select document_name as name from documents where application_id = $1 order by created_at, id",
    [draft],
  );
  expect(copies.map(({ name }) => name)).toEqual(names);
});

test("[C-DEC-8] an unreadable answer is not copied, not even within a list", async () => {
  const applicant = new Applicant(database);
  const id = await applicant.ready();
  const unread = { sealed: "sealed:1:AAAA" };
  const step2 = {
    ...{ nationalityCountry: "HT", passportNumber: unread, hasOtherNationality: true },
    otherNationalities: [{ country: "JM", passportNumber: unread }],
  };
  await database.query(
    `update visa_applications set status = 'denied', submitted_at = now(),
       metadata = metadata || jsonb_build_object('step2', $2::jsonb) where id = $1`,
    [id, JSON.stringify(step2)],
  );
  expect((await readMetadata(database, await again(applicant, id, "denied")))?.step2).toEqual({
    ...{ nationalityCountry: "HT", hasOtherNationality: true, otherNationalities: [{ country: "JM" }] },
  });
});

test("a denied case can be copied three times a day by anyone → the fourth try copies nothing and says what to do", async () => {
  const applicant = new Applicant(database);
  const id = await applicant.start();
  await database.query("update visa_applications set status = 'denied', submitted_at = now() where id = $1", [id]);
  for (let round = 0; round < 3; round++) await again(applicant, id, "denied");
  const drafts = await database.query("select 1 from visa_applications");
  await expect(again(applicant, id, "denied")).rejects.toThrow("Not begun: limited");
  expect(await database.query("select 1 from visa_applications")).toEqual(drafts);
  await again(applicant, id, "family");
});

test("[C-DEC-9] a copy that is requested again after its response was lost counts once", async () => {
  const applicant = new Applicant(database);
  const id = await applicant.start();
  await database.query("update visa_applications set status = 'denied', submitted_at = now() where id = $1", [id]);
  const { application } = await applicant.found(id);
  const context = { ...applicant.context(id), browser: "Firefox on Linux", token: "a browser" };
  const input = { kind: "denied", attempt: crypto.randomUUID(), isShared: false } as const;
  const results = await Promise.all(Array.from({ length: 5 }, () => reapply(context, application, input)));
  expect(new Set(results.map((result) => (result.ok ? result.id : result.reason))).size).toBe(1);
  expect(results[0]).toMatchObject({ ok: true });
  for (let round = 0; round < 2; round++) await again(applicant, id, "denied");
  await expect(again(applicant, id, "denied")).rejects.toThrow("Not begun: limited");
});

/** A denied case with one file, whose bytes come when they are written into what is returned. */
async function withSlowFile(applicant: Applicant) {
  const id = await applicant.start();
  const file = await storedFile(id);
  await database.query("update visa_applications set status = 'denied', submitted_at = now() where id = $1", [id]);
  const path = join(config.dataDir, "documents", "visa-documents", file.storageKey);
  const bytes = readFileSync(path);
  rmSync(path);
  execFileSync("mkfifo", [path]);
  return { id, path, bytes };
}

test("[C-DEC-8] while slow storage copies the files of a denied case, no transaction is open and the case can be changed", async () => {
  const applicant = new Applicant(database);
  const { id, path, bytes } = await withSlowFile(applicant);
  const copy = again(applicant, id, "denied");
  // Opens once the copy reads.
  const storage = await open(path, "w");
  try {
    const inTransaction = await database.query(
      "select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    );
    expect(inTransaction).toEqual([]);
    await database.query("update visa_applications set status = 'denied' where id = $1", [id]);
  } finally {
    await storage.writeFile(bytes);
    await storage.close();
  }
  const draft = await copy;
  expect(await database.query("select 1 from documents where application_id = $1", [draft])).toHaveLength(1);
});

const storedKeys = () =>
  readdirSync(join(config.dataDir, "documents", "visa-documents"), { recursive: true, encoding: "utf8" });
const removedKeys = async () =>
  (await database.enqueued("documents.remove-bytes")).map((data) => String(Object(data).storageKey));

/** Two requests of one attempt: the second begins and ends while the first copies. */
async function twoAtOnce() {
  const applicant = new Applicant(database);
  const { id, path, bytes } = await withSlowFile(applicant);
  await database.query("delete from pgboss.job");
  const before = storedKeys();
  const { application } = await applicant.found(id);
  const context = { ...applicant.context(id), browser: "Firefox on Linux", token: "a browser" };
  const input = { kind: "denied", attempt: crypto.randomUUID(), isShared: false } as const;
  const first = reapply(context, application, input);
  // Opens once the first one copies.
  const storage = await open(path, "w");
  rmSync(path);
  writeFileSync(path, bytes);
  const second = await reapply(context, application, input);
  await storage.writeFile(bytes);
  await storage.close();
  return { first: await first, second, before };
}

test("[C-DEC-9] two requests with one key copy the same files at once → they are recorded once and the extra copies are removed", async () => {
  const { first, second, before } = await twoAtOnce();
  expect(first).toEqual(second);
  const [copy] = await database.query<{ key: string }>(
    "select storage_key as key from documents where application_id = $1",
    [second.ok ? second.id : ""],
  );
  const removed = await removedKeys();
  expect(removed).toHaveLength(1);
  expect(removed).not.toContain(copy?.key);
  const copies = storedKeys().filter((key) => /\/letter_\d+-/.test(key) && !before.includes(key));
  expect(copies.toSorted()).toEqual([...removed, copy?.key].toSorted());
});

test("[C-DEC-9] removing the extra copies fails → both requests still lead to the draft", async () => {
  await database.query(`create function refuse_removal() returns trigger language plpgsql as $$
    begin raise exception 'refused'; end $$`);
  await database.query(
    `create trigger refuse_removal before insert on pgboss.job for each row
     when (new.name = 'documents.remove-bytes') execute function refuse_removal()`,
  );
  const { first, second } = await twoAtOnce();
  await database.query("drop function refuse_removal cascade");
  expect(first).toMatchObject({ ok: true });
  expect(first).toEqual(second);
  expect(await removedKeys()).toEqual([]);
});

test("[C-DEC-8] the second file of a denied case can’t be read → no draft is created, and the first file's copy is removed", async () => {
  const applicant = new Applicant(database);
  const id = await applicant.start();
  await storedFile(id);
  const { storageKey } = await storedFile(id);
  await database.query("update visa_applications set status = 'denied', submitted_at = now() where id = $1", [id]);
  await database.query("delete from pgboss.job");
  const path = join(config.dataDir, "documents", "visa-documents", storageKey);
  rmSync(path);
  mkdirSync(path);
  const before = storedKeys();
  await expect(again(applicant, id, "denied")).rejects.toThrow(StorageError);
  const copies = storedKeys().filter((key) => /\/letter_\d+-/.test(key) && !before.includes(key));
  expect(copies).toHaveLength(1);
  expect(await removedKeys()).toEqual(copies);
});

test("[C-DEC-8] a refused copy copies no files", async () => {
  const applicant = new Applicant(database);
  const { id } = await withSlowFile(applicant);
  const { application } = await applicant.found(id);
  const input = { kind: "denied", attempt: crypto.randomUUID(), isShared: false } as const;
  const context = {
    ...applicant.context(id),
    holder: "another browser",
    browser: "Firefox on Linux",
    token: undefined,
  };
  // It would wait for bytes that never come.
  expect(await reapply(context, application, input)).toMatchObject({ reason: "forbidden" });
});
