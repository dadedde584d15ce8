import { rmSync, truncateSync } from "node:fs";
import pg from "pg";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "~/db/client.server";
import { databaseUrl } from "~/db/database-url.server";
import { forgetDataKey } from "~/encryption/data-keys.server";
import { log } from "~/log.server";
import { draftOf } from "../../../test/harness/in-process/draft";
import { runJob } from "../../../test/harness/in-process/jobs";
import {
  browser,
  bytesOf,
  documentOf,
  holdersOf,
  newInquiry,
  paper,
  pathOf,
  plainFile,
} from "../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { untilWaiting } from "../../../test/harness/waiting";
import { registerDocuments } from "../discard.server";
import type { Document } from "../readers.server";
import { attachToInquiry } from "../unattached.server";
import { countOfPlainFiles, encryptJob, enqueueEncryption, registerFileEncryption } from "./encrypt-job.server";

const database = testDatabase();
const logged = vi.spyOn(log, "error");
beforeAll(() => {
  registerDocuments();
  registerFileEncryption();
});
beforeEach(async () => {
  logged.mockClear();
  await database.query("delete from documents");
  await database.query("delete from pgboss.job");
});

const encrypt = (signal?: AbortSignal) => runJob(encryptJob.name, {}, signal);
/** Runs the removals that are enqueued; how many there were. */
async function remove(): Promise<number> {
  const removals = await database.enqueued("documents.remove-bytes");
  for (const data of removals) await runJob("documents.remove-bytes", data);
  return removals.length;
}
async function reads(row: Document, bytes: Buffer) {
  forgetDataKey();
  const now = await documentOf(row.id);
  expect(now.fileKey).not.toBeNull();
  expect((await bytesOf(now)).equals(bytes)).toBe(true);
}

describe("[V-ENC-3, V-ENC-9] files from before", () => {
  test("of an application, of an inquiry and of nobody yet, held ones too, are encrypted, and nothing in clear is left", async () => {
    const owners: Partial<Document>[] = [
      { applicationId: (await draftOf(database)).id },
      { inquiryId: await newInquiry() },
      { uploadedBy: browser },
      { uploadedBy: browser, scan: "waiting" },
    ];
    const papers = owners.map(() => paper());
    const rows = await Promise.all(owners.map((owner, at) => plainFile(owner, papers[at])));
    expect(await countOfPlainFiles()).toBe(4);
    for (const [at, row] of rows.entries()) {
      expect(holdersOf(papers[at] ?? Buffer.of())).toHaveLength(1);
      expect((await bytesOf(row)).equals(papers[at] ?? Buffer.of()), "readable before").toBe(true);
    }
    await encrypt();
    expect(await countOfPlainFiles()).toBe(0);
    // Who read the row before the change, and opens the file after it.
    expect(await remove()).toBe(4);
    for (const [at, row] of rows.entries()) {
      const bytes = papers[at] ?? Buffer.of();
      await reads(row, bytes);
      expect((await bytesOf(row)).equals(bytes)).toBe(true);
      expect(holdersOf(bytes)).toEqual([]);
    }
    const now = await Promise.all(rows.map(({ id }) => documentOf(id)));
    expect(now.map(({ fileKeyBy }) => fileKeyBy === null)).toEqual([true, true, false, false]);
    expect(now.map(({ scan }) => scan)).toEqual(rows.map(({ scan }) => scan));
  });

  test("what fails is logged without its bytes and tried again, and holds up no other", async () => {
    const bytes = paper();
    const [cut, gone, good, infected] = [
      await plainFile({ id: "00000000-0000-4000-8000-000000000001" }),
      await plainFile({ id: "00000000-0000-4000-8000-000000000002" }),
      await plainFile({}, bytes),
      await plainFile({ scan: "infected" }),
    ];
    const wholeSize = cut.byteSize;
    truncateSync(pathOf(cut), 1000);
    rmSync(pathOf(gone));
    await expect(encrypt()).rejects.toThrow("1 files could not be encrypted");
    expect(logged.mock.calls).toEqual([
      [{ documentId: cut.id, err: expect.any(Error) }, "a file could not be encrypted"],
    ]);
    await reads(good, bytes);
    expect(await documentOf(cut.id)).toEqual(cut);
    expect(await documentOf(infected.id)).toEqual(infected);
    await database.query("update documents set byte_size = 1000 where id = $1", [cut.id]);
    await encrypt();
    expect((await documentOf(cut.id)).fileKey).not.toBeNull();
    expect(wholeSize).toBeGreaterThan(1000);
    // What is missing from the storage is the nightly comparison's to tell.
    expect(await countOfPlainFiles()).toBe(1);
  });

  test("one that is given to an inquiry, or removed, while it is encrypted keeps what it was given", async () => {
    const bytes = paper();
    const [given, removed] = [await plainFile({ uploadedBy: browser }, bytes), await plainFile({}, paper())];
    const inquiryId = await newInquiry();
    const holder = new pg.Client({ connectionString: databaseUrl() });
    await holder.connect();
    await holder.query("begin");
    await holder.query("select 1 from documents where id = any($1) for update", [[given.id, removed.id]]);
    const run = encrypt();
    const failed = expect(run).rejects.toThrow("1 files could not be encrypted");
    await untilWaiting(database, "documents");
    await holder.query("update documents set inquiry_id = $2 where id = $1", [given.id, inquiryId]);
    await holder.query("delete from documents where id = $1", [removed.id]);
    await holder.query("commit");
    await holder.end();
    await failed;
    expect(await documentOf(given.id)).toMatchObject({ storageKey: given.storageKey, inquiryId, fileKey: null });
    await encrypt();
    await reads(given, bytes);
    await remove();
    expect(holdersOf(bytes)).toEqual([]);
  });

  test("one in clear is given to an inquiry as it is, and encrypted with the inquiry's key afterwards", async () => {
    const bytes = paper();
    const row = await plainFile({ uploadedBy: browser }, bytes);
    const inquiryId = await newInquiry();
    await db.transaction((tx) => attachToInquiry(tx, browser, [row.id], inquiryId));
    expect((await bytesOf(await documentOf(row.id))).equals(bytes)).toBe(true);
    await encrypt();
    await reads(row, bytes);
    expect((await documentOf(row.id)).fileKeyBy).toBeNull();
  });

  test("a run that is told to stop leaves the rest to the next one", async () => {
    const papers = [paper(), paper()];
    const rows = await Promise.all(papers.map((bytes) => plainFile({}, bytes)));
    await expect(encrypt(AbortSignal.abort())).rejects.toThrow();
    expect(await countOfPlainFiles()).toBe(2);
    await encrypt();
    for (const [at, row] of rows.entries()) await reads(row, papers[at] ?? Buffer.of());
  });
});

describe("the job", () => {
  const waiting = async () => (await database.enqueued(encryptJob.name)).length;

  test("[V-ENC-9] is enqueued by itself when a file lies in clear, once for many starts, and not without one", async () => {
    await enqueueEncryption();
    expect(await waiting()).toBe(0);
    const row = await plainFile({ scan: "infected" });
    await enqueueEncryption();
    expect(await waiting()).toBe(0);
    await database.query("update documents set scan = 'clean' where id = $1", [row.id]);
    await Promise.all([1, 2, 3].map(() => enqueueEncryption()));
    expect(await waiting()).toBe(1);
    await database.query("update pgboss.job set state = 'active' where name = $1", [encryptJob.name]);
    await enqueueEncryption();
    expect(await waiting()).toBe(0);
    await database.query("update pgboss.job set state = 'completed' where name = $1", [encryptJob.name]);
    await enqueueEncryption();
    expect(await waiting()).toBe(1);
  });

  test("while a backup runs, the bytes that its snapshot may name stay", async () => {
    const bytes = paper();
    await plainFile({}, bytes);
    const backup = new pg.Client({ connectionString: databaseUrl(), application_name: "lucaya backup" });
    await backup.connect();
    await encrypt();
    await expect(remove()).rejects.toThrow("A backup runs");
    expect(holdersOf(bytes)).toHaveLength(1);
    await backup.end();
    const there = "select 1 from pg_stat_activity where application_name = 'lucaya backup'";
    await vi.waitUntil(async () => (await database.query(there)).length === 0, { timeout: 60_000 });
    await remove();
    expect(holdersOf(bytes)).toEqual([]);
  });
});
