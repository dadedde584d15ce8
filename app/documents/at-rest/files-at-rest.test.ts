import { copyFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "~/db/client.server";
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
  storedFile,
} from "../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { type Document, registerReader } from "../readers.server";
import { reconcileStorage } from "../reconcile.server";
import { registerScans } from "../scan-job.server";
import { scan } from "../scanner.server";
import { serveDocument } from "../serve.server";
import { attachToInquiry } from "../unattached.server";
import { encryptedSize } from "./encrypted-bytes.server";

vi.mock("../scanner.server", () => ({ scans: false, scan: vi.fn() }));

const database = testDatabase();
const logged = vi.spyOn(log, "error");
beforeAll(() => {
  registerReader("anybody", async () => true);
  registerScans();
});
beforeEach(() => {
  logged.mockClear();
  // As after a start: nothing is read from memory.
  forgetDataKey();
});

const request = (id: string, method = "GET", headers = {}) =>
  serveDocument(new Request(`https://lucaya.example/documents/${id}`, { method, headers }), id, {
    address: "10.0.0.1",
    browser: "",
  });
const application = async () => (await draftOf(database)).id;
const keysOf = async (column: "application_id" | "inquiry_id", id: string) =>
  (await database.query<{ count: number }>(`select count(*)::int from data_keys where ${column} = $1`, [id]))[0]?.count;
const attach = (documents: Document[], inquiryId: string) =>
  db.transaction((tx) =>
    attachToInquiry(
      tx,
      browser,
      documents.map(({ id }) => id),
      inquiryId,
    ),
  );

describe("stored files", () => {
  test("[V-ENC-3] storage has no plain part of a file, and the file is served whole and in ranges", async () => {
    const bytes = paper(400_000);
    const [row, waiting] = [await storedFile(await application(), { bytes }), await storedFile(null, { bytes })];
    expect(holdersOf(bytes)).toEqual([]);
    for (const file of [row, waiting]) {
      expect(readFileSync(pathOf(file)).length).toBe(encryptedSize(bytes.length));
      expect((await bytesOf(file)).equals(bytes)).toBe(true);
      for (const [start, end] of [
        [0, 0],
        [65_535, 65_536],
        [70_000, 390_000],
        [399_999, 399_999],
      ] as const)
        expect((await bytesOf(file, { start, end })).equals(bytes.subarray(start, end + 1))).toBe(true);
    }
    const whole = await request(row.id);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    expect(whole.headers.get("content-length")).toBe("400000");
  });

  test("[V-ENC-4] the same file twice is stored as different bytes under different keys", async () => {
    const [id, bytes] = [await application(), paper()];
    const [one, two] = [await storedFile(id, { bytes }), await storedFile(id, { bytes })];
    const [first, second] = [readFileSync(pathOf(one)), readFileSync(pathOf(two))];
    // Behind the mark and version no sixteen bytes at a place are the same.
    for (let index = 8; index + 16 <= first.length; index += 16)
      expect(first.compare(second, index, index + 16, index, index + 16), `${index}`).not.toBe(0);
    expect(one.fileKey).not.toBe(two.fileKey);
  });

  test("[V-ENC-5] thirty first files of an application at once create one data key, stored wrapped", async () => {
    const id = await application();
    const papers = Array.from({ length: 30 }, () => paper(2_000));
    const rows = await Promise.all(papers.map((bytes) => storedFile(id, { bytes })));
    expect(await keysOf("application_id", id)).toBe(1);
    forgetDataKey();
    for (const [index, row] of rows.entries())
      expect((await bytesOf(row)).equals(papers[index] ?? Buffer.of())).toBe(true);
    expect(rows.map(({ fileKeyBy }) => fileKeyBy)).toEqual(rows.map(() => null));
  });

  test("[V-ENC-5] a file whose transaction was rolled back leaves no key that a later file uses", async () => {
    const id = await application();
    const failed = db.transaction(async (tx) => {
      await storedFile(id, { inside: tx });
      await storedFile(id, { inside: tx });
      throw new Error("rolled back");
    });
    await expect(failed).rejects.toThrow("rolled back");
    expect(await keysOf("application_id", id)).toBe(0);
    const bytes = paper();
    const row = await storedFile(id, { bytes });
    forgetDataKey();
    expect((await bytesOf(row)).equals(bytes)).toBe(true);
  });

  test("the nightly comparison knows the expected size of a stored file", async () => {
    const [good, truncated] = [await storedFile(null), await storedFile(null)];
    truncateSync(pathOf(truncated), encryptedSize(truncated.byteSize) - 1);
    expect((await reconcileStorage()).missing).toBe(1);
    expect(logged.mock.calls.map(([first]) => first)).toEqual([
      expect.objectContaining({ documentId: truncated.id, wanted: encryptedSize(truncated.byteSize) }),
    ]);
    await database.query("delete from documents where id = any($1)", [[good.id, truncated.id]]);
  });
});

describe("an inquiry's files", () => {
  test("[V-ENC-5] files are under the master key until sent, then under the inquiry's own data key, with unchanged bytes", async () => {
    const papers = [paper(), paper()];
    const files = await Promise.all(papers.map((bytes) => storedFile(null, { bytes })));
    expect(files.map(({ fileKeyBy }) => fileKeyBy)).toEqual([expect.any(String), expect.any(String)]);
    const before = files.map((row) => readFileSync(pathOf(row)));
    const inquiryId = await newInquiry();
    expect(await attach(files, inquiryId)).toHaveLength(2);
    expect(await keysOf("inquiry_id", inquiryId)).toBe(1);
    forgetDataKey();
    for (const [index, { id }] of files.entries()) {
      const now = await documentOf(id);
      expect([now.inquiryId, now.fileKeyBy]).toEqual([inquiryId, null]);
      expect(readFileSync(pathOf(now)).equals(before[index] ?? Buffer.of())).toBe(true);
      expect((await bytesOf(now)).equals(papers[index] ?? Buffer.of())).toBe(true);
    }
    expect(await keysOf("inquiry_id", await newInquiry())).toBe(0);
  });

  test("files of an inquiry that was rolled back stay unsent and readable", async () => {
    const bytes = paper();
    const files = [await storedFile(null, { bytes }), await storedFile(null)];
    const failed = db.transaction(async (tx) => {
      await attachToInquiry(
        tx,
        browser,
        files.map(({ id }) => id),
        await newInquiry(tx),
      );
      throw new Error("rolled back");
    });
    await expect(failed).rejects.toThrow("rolled back");
    const [first] = files;
    const now = await documentOf(first?.id ?? "");
    expect(now).toEqual(first);
    expect((await bytesOf(now)).equals(bytes)).toBe(true);
    const inquiryId = await newInquiry();
    await attach(files, inquiryId);
    expect((await bytesOf(await documentOf(now.id))).equals(bytes)).toBe(true);
  });

  test("two simultaneous inquiries get each file once, and it is readable", async () => {
    const papers = Array.from({ length: 6 }, () => paper(5_000));
    const files = await Promise.all(papers.map((bytes) => storedFile(null, { bytes })));
    const inquiries = [await newInquiry(), await newInquiry()];
    const stored = await Promise.all([
      attach(files, inquiries[0] ?? ""),
      attach([...files].reverse(), inquiries[1] ?? ""),
    ]);
    expect(stored.flat()).toHaveLength(6);
    forgetDataKey();
    for (const [index, { id }] of files.entries())
      expect((await bytesOf(await documentOf(id))).equals(papers[index] ?? Buffer.of())).toBe(true);
  });

  test("[V-ENC-6] a file with an altered key counts as missing, and the others are attached", async () => {
    const [good, bad] = [await storedFile(null), await storedFile(null)];
    await database.query("update documents set file_key = $2 where id = $1", [bad.id, good.fileKey]);
    const attached = await attach([good, bad], await newInquiry());
    expect(attached.map(({ id }) => id)).toEqual([good.id]);
    expect(logged.mock.calls[0]?.[0]).toMatchObject({ documentId: bad.id });
  });

  test("deleting an inquiry or an application deletes its data key", async () => {
    const [file, inquiryId, applicationId] = [await storedFile(null), await newInquiry(), await application()];
    await attach([file], inquiryId);
    await storedFile(applicationId);
    await database.query("delete from visa_inquiries where id = $1", [inquiryId]);
    await database.query("delete from visa_applications where id = $1", [applicationId]);
    expect([await keysOf("inquiry_id", inquiryId), await keysOf("application_id", applicationId)]).toEqual([0, 0]);
    const left = "select 1 from documents where id = $1 or application_id = $2";
    expect(await database.query(left, [file.id, applicationId])).toEqual([]);
  });
});

describe("[V-ENC-6] a tampered stored file", () => {
  async function answersDamaged(row: Document) {
    for (const [method, headers] of [
      ["GET", {}],
      ["HEAD", {}],
      ["GET", { range: "bytes=0-200000" }],
    ] as const) {
      logged.mockClear();
      const response = await request(row.id, method, headers);
      expect([response.status, response.headers.get("etag")]).toEqual([500, null]);
      expect(await response.text()).toMatch(/^We can’t open this file/);
      expect(logged.mock.calls[0]?.[0]).toEqual({ documentId: row.id, reason: expect.any(String) });
    }
  }
  const whole = async () => await storedFile(await application(), { bytes: paper(400_000) });

  test.each([0, 9, 150_000])(
    "a change of byte %i gives 500 without a byte, while ranges elsewhere are readable",
    async (offset) => {
      const row = await whole();
      const bytes = readFileSync(pathOf(row));
      bytes[offset] = (bytes[offset] ?? 0) ^ 1;
      writeFileSync(pathOf(row), bytes);
      await answersDamaged(row);
      expect((await request(row.id, "GET", { range: "bytes=-1000" })).status).toBe(206);
    },
  );

  test("a truncated and an extended file give 500 without a byte", async () => {
    const row = await whole();
    truncateSync(pathOf(row), 150_000);
    await answersDamaged(row);
    expect((await request(row.id, "GET", { range: "bytes=-1000" })).status).toBe(500);
    const otherFile = await whole();
    writeFileSync(pathOf(otherFile), Buffer.concat([readFileSync(pathOf(otherFile)), Buffer.from("more")]));
    expect((await request(otherFile.id)).status).toBe(500);
  });

  test("bytes, key, owner or size of another document give 500 without a byte", async () => {
    const id = await application();
    const [one, two] = [
      await storedFile(id, { bytes: paper(300_000) }),
      await storedFile(id, { bytes: paper(300_000) }),
    ];
    copyFileSync(pathOf(one), pathOf(two));
    await answersDamaged(two);
    await database.query("update documents set file_key = $2 where id = $1", [two.id, one.fileKey]);
    await answersDamaged(two);
    const set = (column: string, value: unknown) =>
      database.query(`update documents set ${column} = $2 where id = $1`, [one.id, value]);
    await storedFile((await draftOf(database)).id);
    await set("application_id", await application());
    await answersDamaged(one);
    await set("application_id", id);
    await set("byte_size", one.byteSize + 1);
    await answersDamaged(one);
    await set("byte_size", one.byteSize);
    const response = await request(one.id);
    expect(response.status).toBe(200);
    await response.body?.cancel();
  });

  test("a missing data key gives 500 without a byte", async () => {
    const row = await whole();
    await database.query("delete from data_keys where application_id = $1", [row.applicationId]);
    forgetDataKey();
    await answersDamaged(row);
  });
});

describe("files that wait for the virus scanner", () => {
  const scanned = vi.mocked(scan);

  test("files are scanned decrypted, and are readable as before", async () => {
    const bytes = paper();
    const row = await storedFile(null, { bytes, scan: "waiting" });
    await attach([row], await newInquiry());
    expect((await request(row.id)).status).toBe(423);
    scanned.mockImplementationOnce(async (blob) => {
      expect(Buffer.from(await blob.arrayBuffer()).equals(bytes)).toBe(true);
      return "clean";
    });
    await runJob("documents.scan", { documentId: row.id });
    const response = await request(row.id);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test("an infected file loses its bytes and its key", async () => {
    const row = await storedFile(await application(), { scan: "waiting" });
    scanned.mockResolvedValueOnce({ virus: "Eicar" });
    await runJob("documents.scan", { documentId: row.id });
    expect(await documentOf(row.id)).toMatchObject({ scan: "infected", fileKey: null, fileKeyBy: null });
    expect(await database.enqueued("documents.remove-bytes")).toContainEqual({ storageKey: row.storageKey });
    expect((await request(row.id)).status).toBe(410);
  });
});
