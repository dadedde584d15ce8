import { readdir, utimes } from "node:fs/promises";
import { basename, join } from "node:path";
import sharp from "sharp";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { config } from "~/config.server";
import { storeFormFile } from "~/content/forms/files/store-form-file.server";
import { parsePictureUrl } from "~/content/pictures/address";
import { storePicture } from "~/content/pictures/store-picture.server";
import { pool } from "~/db/client.server";
import { registerDocuments } from "~/documents/discard.server";
import { putDocument, removeDocument, storedFacts } from "~/documents/storage.server";
import { wholePdf } from "../../../test/harness/fakes/papers";
import { runJob } from "../../../test/harness/in-process/jobs";
import { publishThing, sendDraft } from "../../../test/harness/in-process/publish";
import { lastRecord, staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { untilWaiting } from "../../../test/harness/waiting";
import { deleteUnused, listUnused } from "./unused-files.server";

registerDocuments();
const database = testDatabase();
let superAdmin: StaffContext;
let regular: StaffContext;
beforeAll(async () => {
  superAdmin = await staffMember(database);
  regular = await staffMember(database, "regular_admin");
});
beforeEach(() => database.query("truncate content_versions"));

async function sendPicture(background: string) {
  const bytes = await sharp({ create: { width: 1200, height: 630, channels: 3, background } })
    .png()
    .toBuffer();
  const stored = await storePicture(superAdmin, new File([new Uint8Array(bytes)], "a.png"));
  if (!stored.ok) return expect.fail(stored.message);
  return { address: stored.address, key: `pictures/${parsePictureUrl(stored.address)?.id}.png` };
}
/** A picture stored more than a day ago; its URL and its key. */
async function picture(background: string) {
  const sent = await sendPicture(background);
  await old(sent.key);
  return sent;
}
const pdf = wholePdf();
async function sendForm() {
  const stored = await storeFormFile(superAdmin, new File([pdf], "ferry.pdf"));
  return stored.ok ? stored.key : expect.fail(stored.message);
}
async function old(key: string) {
  const before = new Date(Date.now() - 2 * 86_400_000);
  const all = await readdir(join(config.dataDir, "documents"), { recursive: true, withFileTypes: true });
  const file = all.find(({ name }) => name === basename(key)) ?? expect.fail(`${key} is not stored`);
  await utimes(join(file.parentPath, file.name), before, before);
}
const keys = async () => (await listUnused()).map(({ key }) => key);
/** Runs the deletions that the app does after a commit. */
async function removals() {
  for (const data of await database.enqueued("documents.remove-bytes")) await runJob("documents.remove-bytes", data);
}
const member = { name: "Ann Rolle", role: "Consultant", bio: "She reads.", languages: "English" };

test("[O-LINK-3] unused pictures and files are listed, and a super admin can delete them", async () => {
  const { key, address } = await picture("#123456");
  const form = "forms/0b7f9a52-4f3c-4b0e-9f1d-1f0c5a1d2e3f.pdf";
  await putDocument(form, Buffer.from("%PDF-1.7"), "application/pdf");
  await old(form);
  expect(await keys()).toEqual(expect.arrayContaining([key, form]));

  expect(await deleteUnused(regular, { key })).toMatchObject({ ok: false, reason: "forbidden" });
  expect(await storedFacts(key)).toBeDefined();
  for (const fileKey of [key, form]) {
    expect(await deleteUnused(superAdmin, { key: fileKey })).toEqual({ ok: true });
    expect(await lastRecord(database)).toMatchObject({ action: "unused_file_deleted" });
  }
  await removals();
  expect([await storedFacts(key), await storedFacts(form)]).toEqual([undefined, undefined]);
  expect(await database.query("select 1 from pictures where id = $1", [parsePictureUrl(address)?.id])).toEqual([]);
  expect(await keys()).not.toEqual(expect.arrayContaining([key]));
});

test("[O-LINK-3] a file used by any version, even a former one or a draft, is neither listed nor deleted", async () => {
  const before = await database.enqueued("documents.remove-bytes");
  const [draft, former] = [await picture("#234567"), await picture("#345678")];
  await sendDraft(superAdmin, "team", "new", { ...member, photo: [draft.address, "Ann"] });
  const key = await publishThing(superAdmin, "team", "new", { ...member, photo: [former.address, "Ann"] });
  await publishThing(superAdmin, "team", key, { photo: ["", ""] });
  expect(await keys()).not.toEqual(expect.arrayContaining([draft.key]));
  expect(await keys()).not.toEqual(expect.arrayContaining([former.key]));
  for (const used of [draft, former]) {
    expect(await deleteUnused(superAdmin, { key: used.key })).toMatchObject({ ok: false, reason: "conflict" });
    expect(await storedFacts(used.key)).toBeDefined();
  }
  expect(await database.enqueued("documents.remove-bytes")).toEqual(before);
});

test.each(["../secret", "documents/a.pdf", "pictures", ""])("[O-LINK-3] %j is not a deletable file", async (key) => {
  expect(await deleteUnused(superAdmin, { key })).toMatchObject({ ok: false, reason: "invalid" });
});

/** Uploads by kind: each sends the same bytes and returns their key. */
const sent = { "a picture": async () => (await sendPicture("#456789")).key, "a form": sendForm };

test.each(Object.entries(sent))(
  "[O-LINK-3] %s that is uploaded again before its bytes are deleted keeps them",
  async (_, send) => {
    const key = await send();
    expect(await deleteUnused(superAdmin, { key })).toEqual({ ok: true });
    expect(await send()).toBe(key);
    await removals();
    expect(await storedFacts(key)).toBeDefined();
    // Deletable as soon as their row is gone.
    expect(await deleteUnused(superAdmin, { key })).toEqual({ ok: true });
    await removals();
    expect(await storedFacts(key)).toBeUndefined();
  },
);

test("[O-LINK-3] a picture that is uploaded again while it is being deleted keeps its bytes", async () => {
  const { key } = await picture("#56789a");
  expect(await deleteUnused(superAdmin, { key })).toEqual({ ok: true });
  // The row is inserted, but its transaction can't commit before the lock is free.
  await database.query(`create function held() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(1); return null; end $$`);
  await database.query(`create constraint trigger held after insert on pictures deferrable initially deferred
    for each row execute function held()`);
  const client = await pool.connect();
  try {
    await client.query("begin; select pg_advisory_xact_lock(1)");
    const sending = sendPicture("#56789a");
    await untilWaiting(database);
    const removing = removals();
    await Promise.race([removing, untilWaiting(database, null, 2)]);
    await client.query("commit");
    await Promise.all([sending, removing]);
  } finally {
    client.release();
    await database.query("drop trigger held on pictures");
  }
  expect(await storedFacts(key)).toBeDefined();
});

test.each(Object.entries(sent))("[O-LINK-3] uploading %s whose bytes were lost restores them", async (_, send) => {
  const key = await send();
  await removeDocument(key);
  expect(await send()).toBe(key);
  expect(await storedFacts(key)).toBeDefined();
});
