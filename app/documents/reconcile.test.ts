import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { pagePdf } from "../../test/harness/fakes/papers";
import type { NewDocument } from "./store.server";

// In the folder of the run, which goes with it also where `-t` leaves all of these tests out.
const dataDir = mkdtempSync(join(process.env.DATA_DIR ?? tmpdir(), "own-"));
vi.stubEnv("DATA_DIR", dataDir);

// Everything that reads the environment is loaded once it is set.
const { db } = await import("~/db/client.server");
const { documents } = await import("~/db/schema/documents");
const { reconcileStorage } = await import("./reconcile.server");
const { prepareFile, storeDocument } = await import("./store.server");
const { putDocument, removeDocument, storedKeys } = await import("./storage.server");
const { testDatabase } = await import("../../test/harness/in-process/test-database");

testDatabase();
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const bucket = join(dataDir, "documents", "visa-documents");
const pdf = new Blob([pagePdf()]);
let input: NewDocument;
beforeAll(async () => {
  const file = await prepareFile("letter.pdf", pdf);
  input = { applicationId: null, documentType: "letter", file, uploadedBy: null };
});
const yesterday = new Date(Date.now() - 25 * 3600 * 1000);
const setTime = (path: string, time: Date) => utimesSync(path, time, time);

test("files left by a rolled-back upload or a killed write are deleted after a day; files with a row stay", async () => {
  await expect(
    db.transaction(async (tx) => {
      await storeDocument(tx, input);
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  const stored = await db.transaction((tx) => storeDocument(tx, input));
  const rows = await db.select().from(documents);
  expect(rows.map(({ id }) => id)).toEqual([stored.id]);
  const storedPath = join(bucket, rows[0]?.storageKey ?? "");
  const part = join(bucket, "11111111-1111-4111-8111-111111111111", "letter_1.pdf.2222.part");
  mkdirSync(dirname(part), { recursive: true });
  writeFileSync(part, "half");
  const orphans = readdirSync(join(bucket, "temp"))
    .map((name) => join(bucket, "temp", name))
    .filter((path) => path !== storedPath);
  expect(orphans).toHaveLength(1);

  // Young files may still get their row. A shifted clock is not that of the disk.
  for (const path of [...orphans, part, storedPath]) setTime(path, new Date());
  expect(await reconcileStorage()).toEqual({ removed: 0, missing: 0 });
  for (const path of [...orphans, part, storedPath]) setTime(path, yesterday);
  expect(await reconcileStorage()).toEqual({ removed: 2, missing: 0 });
  expect([...orphans, part].filter((path) => existsSync(path))).toEqual([]);
  expect(existsSync(storedPath)).toBe(true);

  // A row whose file is gone is reported, and stays.
  rmSync(storedPath);
  expect(await reconcileStorage()).toEqual({ removed: 0, missing: 1 });
  expect(await db.select().from(documents)).toHaveLength(1);

  // The bytes of an infected file were removed on purpose.
  await db.update(documents).set({ scan: "infected", virus: "Eicar", fileKey: null, fileKeyBy: null });
  expect(await reconcileStorage()).toEqual({ removed: 0, missing: 0 });
});

test("[A-CONST-4] a listing has at most 100 stored files at a time, by name ascending", async () => {
  const names = Array.from({ length: 230 }, (_, index) => `listed/file-${String(index).padStart(3, "0")}.pdf`);
  for (const name of [...names].reverse()) await putDocument(name, pdf, "application/pdf");
  try {
    const pages: string[][] = [];
    for await (const keys of storedKeys("listed")) pages.push(keys);
    expect(pages.map((keys) => keys.length)).toEqual([100, 100, 30]);
    expect(pages.flat()).toEqual(names);
  } finally {
    for (const name of names) await removeDocument(name);
  }
});
