import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "~/db/client.server";
import { databaseUrl } from "~/db/database-url.server";
import { log } from "~/log.server";
import {
  addDataKeys,
  firstOf,
  keyNamed,
  readDataKeys,
  ringOf,
  wrappedBy,
  wrappedFor,
} from "../../test/harness/encryption/data-keys";
import { runJob } from "../../test/harness/in-process/jobs";
import { lastRecord } from "../../test/harness/in-process/staff";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { newKey, seal } from "./cipher.server";
import { dataKeyOf, forgetDataKey } from "./data-keys.server";
import { replaceRing, ring } from "./keyring.server";
import { registerKeyRotation, rotateAll, rotationProgress } from "./rotate.server";
import { countKeys } from "./used-keys.server";

const database = testDatabase();
const secret = "the tide comes in twice a day, on every shore";
const [june, july] = [keyNamed("june"), keyNamed("july")];
const old = ringOf(june, secret);
const both = ringOf(`${july},${june}`, secret);
const without = ringOf(july, secret);
const [oldKey, newest] = [firstOf(old), firstOf(both)];
const before = [...ring];

beforeEach(async () => {
  replaceRing(both);
  forgetDataKey();
  registerKeyRotation();
  for (const table of [
    "visa_applications",
    "visa_inquiries",
    "documents",
    "client_imports",
    "admin_activity_log",
    "pgboss.job",
  ])
    await database.query(`delete from ${table}`);
});
afterEach(() => replaceRing(before));

const renewed = () => countKeys(db).then((keys) => keys.map(({ dataKeys, state }) => [dataKeys, state]));

async function addInquiry() {
  const [row] = await database.query<{ id: string }>(
    `insert into visa_inquiries (full_name, email, phone, visa_service, nationality, residence_country,
       passport_expiry_date, travel_date, purpose, privacy_consent)
     values ('Ines', 'ines@mail.example', '+1 242 555 0100', 'Canadian eTA', 'BS', 'BS', '2031-05-01', '2027-08-20', 'A visit', true)
     returning id`,
  );
  const id = row?.id ?? "";
  const key = newKey();
  const { wrapped, by } = wrappedFor(id, key, oldKey);
  await database.query("insert into data_keys (inquiry_id, wrapped, wrapped_by) values ($1, $2, $3)", [
    id,
    wrapped,
    by,
  ]);
  return { id, key };
}

test("[V-ROT-1, V-ROT-3] a rotation wraps every data key by the first key, readable without the old one", async () => {
  const keys = await addDataKeys(database, oldKey, 450);
  const inquiry = await addInquiry();
  const file = { id: randomUUID(), key: newKey() };
  await database.query(
    `insert into documents (id, document_type, document_name, storage_key, content_type, byte_size, sha256, file_key, file_key_by)
     values ($1::uuid, 'letter', 'letter.pdf', $1::uuid::text, 'application/pdf', 9, '', $2, $3)`,
    [file.id, seal(oldKey.key, `documents/${file.id}/file_key`, file.key).toString("base64url"), oldKey.id],
  );
  expect(await rotationProgress(db)).toEqual({ done: 0, total: 452 });
  expect(await rotateAll({})).toBe(0);
  expect(await renewed()).toEqual([
    [452, "writes"],
    [0, "reads"],
    [0, "reads"],
  ]);
  replaceRing(without);
  expect(await readDataKeys(database, without)).toEqual(keys);
  expect(await dataKeyOf({ inquiryId: inquiry.id })).toEqual(inquiry.key);
  const [row] = await database.query<{ wrapped: string; by: string }>(
    "select file_key as wrapped, file_key_by as by from documents",
  );
  expect(row).toEqual({ wrapped: expect.any(String), by: newest.id });
  const { unwrap } = await import("./keyring.server");
  expect(unwrap(row ?? { wrapped: "", by: "" }, `documents/${file.id}/file_key`)).toEqual(file.key);
});

test("[V-ROT-1] a rotation also wraps the key of an import's file", async () => {
  const [id, key] = [randomUUID(), newKey()];
  await database.query(
    `insert into client_imports (id, file_name, storage_key, file_key, file_key_by, byte_size, encoding, separator, made_by)
     values ($1::uuid, 'a.csv', $1::uuid::text, $2, $3, 9, 'utf-8', ',', 'a@lucaya.example')`,
    [id, seal(oldKey.key, `client_imports/${id}/file_key`, key).toString("base64url"), oldKey.id],
  );
  expect(await rotationProgress(db)).toEqual({ done: 0, total: 1 });
  expect(await rotateAll({})).toBe(0);
  const [row] = await database.query<{ wrapped: string; by: string }>(
    "select file_key as wrapped, file_key_by as by from client_imports",
  );
  expect(row?.by).toBe(newest.id);
  const { unwrap } = await import("./keyring.server");
  expect(unwrap(row ?? { wrapped: "", by: "" }, `client_imports/${id}/file_key`)).toEqual(key);
});

test("[V-ROT-1] registered rotations run once per application, in the transaction of its key", async () => {
  const keys = await addDataKeys(database, oldKey, 250);
  const seen: string[] = [];
  let fails = true;
  registerKeyRotation(async (tx, ids) => {
    expect(await tx.$count(db.select().from((await import("~/db/schema/privacy/encryption")).dataKeys))).toBe(250);
    if (seen.length > 0 && fails) {
      fails = false;
      throw new Error("in the second batch");
    }
    seen.push(...ids);
  });
  await expect(rotateAll({})).rejects.toThrow("in the second batch");
  expect((await rotationProgress(db)).done, "the second batch is rolled back").toBe(200);
  await rotateAll({});
  expect(seen.toSorted()).toEqual([...keys.keys()].toSorted());
});

test("[V-ROT-1] a locked application is skipped and rotated in the end, without blocking the rest", async () => {
  const keys = await addDataKeys(database, oldKey, 230);
  const [lockedId] = keys.keys();
  const holder = new pg.Client({ connectionString: databaseUrl() });
  await holder.connect();
  await holder.query("begin");
  await holder.query("select 1 from visa_applications where id = $1 for update", [lockedId]);
  const running = rotateAll({});
  await vi.waitUntil(async () => (await rotationProgress(db)).done === 229, { timeout: 60_000 });
  await holder.query("update visa_applications set begun_with = begun_with where id = $1", [lockedId]);
  await holder.query("commit");
  await holder.end();
  expect(await running).toBe(0);
  expect(await readDataKeys(database, without)).toEqual(keys);
});

test("[V-ROT-2, T-BYTES-5] a rotation stopped between two batches knows its progress and resumes with the rest", async () => {
  await addDataKeys(database, oldKey, 450);
  const stop = new AbortController();
  const told = async () => stop.abort(new Error("the program stops"));
  await expect(rotateAll({ signal: stop.signal, onProgress: told })).rejects.toThrow("the program stops");
  expect(await rotationProgress(db)).toEqual({ done: 200, total: 450 });
  await runJob("encryption.renew", { to: newest.id });
  expect(await rotationProgress(db)).toEqual({ done: 450, total: 450 });
  expect(await lastRecord(database)).toMatchObject({
    action: "keys_renewed",
    by: null,
    details: { total: 450, unreadable: 0 },
  });
});

test("an instance with another first key doesn't rotate", async () => {
  await addDataKeys(database, oldKey, 3);
  const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
  await runJob("encryption.renew", { to: oldKey.id });
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
  expect(await wrappedBy(database)).toEqual({ [oldKey.id]: 3 });
});

test("a tampered data key stays, is logged with its location, and doesn't block the others", async () => {
  await addDataKeys(database, oldKey, 3);
  await database.query(
    "update data_keys set wrapped = reverse(wrapped) where id = (select min(id::text)::uuid from data_keys)",
  );
  const logged = vi.spyOn(log, "error");
  expect(await rotateAll({})).toBe(1);
  expect(await wrappedBy(database)).toEqual({ [newest.id]: 2, [oldKey.id]: 1 });
  expect(logged.mock.calls).toEqual([
    [{ place: expect.stringMatching(/^data_keys\//) }, "a data key can't be renewed"],
  ]);
  logged.mockRestore();
});
