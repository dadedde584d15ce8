import { createHash } from "node:crypto";
import { copyFileSync, cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import {
  type AppServer,
  emptyDataDir,
  freePort,
  freshDatabase,
  runApp,
  spawnApp,
  startApp,
} from "../harness/app-server";
import { serviceId } from "../harness/applicants/listed-steps";
import { upload } from "../harness/applicants/uploads";
import { signIn } from "../harness/desk/desk";
import { carryOut, cleaned, decideAgo } from "../harness/desk/erasing";
import { inquirer, send as sendInquiry } from "../harness/desk/inquirer";
import { filesIn } from "../harness/fakes/storage-server";
import { HttpClient, until } from "../harness/http-client";

/** What happens to each after the backup was made. */
const ids = { erased: "", deleted: "", restricted: "", inquiry: "", subscriber: "", stays: "" };
const deletedEmails = ["erased@mail.example", "deleted@mail.example", "asked@inquiry.example", "reader@mail.example"];

const original = await startApp({ TRUST_PROXY: "yes" });
const holder = new HttpClient(original);
const service = await serviceId(original, "bahamian-evisa");
ids.erased = await holder.start("erased@mail.example", { service });
expect((await upload(holder, ids.erased)).status).toBe(200);
const leaver = new HttpClient(original);
ids.deleted = await leaver.start("deleted@mail.example");
ids.stays = await new HttpClient(original).start("stays@mail.example");
const otherClient = new HttpClient(original);
ids.restricted = await otherClient.start("restricted@mail.example");
await otherClient.fillIn(ids.restricted);
expect((await otherClient.submit(ids.restricted)).outcome.kind).toBe("submitted");
await decideAgo(original, ids.restricted, 1);
// A legal hold in the backup, which was removed before the restriction.
await original.query(
  "insert into legal_holds (application_id, reason, placed_by) values ($1, 'A claim', 'a@b.example')",
  [ids.restricted],
);
expect((await sendInquiry(new HttpClient(original), { ...inquirer, email: "asked@inquiry.example" }, [])).status).toBe(
  200,
);
const idOf = async (text: string) => (await original.query<{ id: string }>(text))[0]?.id ?? "";
ids.inquiry = await idOf("select id from visa_inquiries where email = 'asked@inquiry.example'");
ids.subscriber = await idOf(
  "insert into newsletter_subscribers (email, confirmed_at) values ('reader@mail.example', now()) returning id",
);
const backup = join(await emptyDataDir(), "before.tar");
expect(await runApp({ DATA_DIR: original.dataDir }, ["backup", backup])).toMatchObject({ status: 0, err: "" });
// From here on it is an old one.
await original.query("delete from legal_holds");
const desk = await signIn(original);
await carryOut(desk, "application", ids.erased, "erase");
await carryOut(desk, "inquiry", ids.inquiry, "erase");
await carryOut(desk, "subscriber", ids.subscriber, "erase");
await carryOut(desk, "application", ids.restricted, "restrict");
await leaver.post(`/apply/${ids.deleted}/delete`, { confirmed: "yes" });
const list = join(original.dataDir, "documents", "visa-documents", "erasures");
await until("the deleted draft is in the list", () => existsSync(join(list, `${ids.deleted}.json`)));
await cleaned(original);

/** A new directory with the key, and the list of erasures from document storage. */
async function newFolder(): Promise<string> {
  const folder = await emptyDataDir();
  copyFileSync(join(original.dataDir, "secret"), join(folder, "secret"));
  const list = join("documents", "visa-documents", "erasures");
  cpSync(join(original.dataDir, list), join(folder, list), { recursive: true });
  return folder;
}

/** Expects that erased or restricted data is in no table and file, and that their browsers have no access. */
async function isWithoutThem(app: AppServer): Promise<void> {
  const rows = async (table: string, id: string) =>
    (await app.query(`select from ${table} where id = $1`, [id])).length;
  expect(await rows("visa_applications", ids.erased)).toBe(0);
  expect([await rows("visa_applications", ids.deleted), await rows("erasures", ids.deleted)]).toEqual([0, 0]);
  expect(await rows("visa_inquiries", ids.inquiry)).toBe(0);
  expect(await rows("newsletter_subscribers", ids.subscriber)).toBe(0);
  expect([await rows("visa_applications", ids.restricted), await rows("restricted_cases", ids.restricted)]).toEqual([
    0, 1,
  ]);
  expect(await rows("visa_applications", ids.stays)).toBe(1);
  const mails = await app.query<{ to: string }>('select distinct recipient_email as "to" from email_notifications');
  for (const email of [...deletedEmails, "restricted@mail.example"]) expect(mails).not.toContainEqual({ to: email });
  const stored = filesIn(join(app.dataDir, "documents", "visa-documents"));
  for (const id of [ids.erased, ids.deleted, ids.restricted])
    expect(stored.filter((name) => name.startsWith(id))).toEqual([]);
  const same = new HttpClient(app, holder);
  expect((await same.get(`/apply/${ids.erased}`)).status).not.toBe(200);
  expect((await (await same.get(`/apply/${ids.erased}`)).text()).includes("erased@mail.example")).toBe(false);
  const again = join(await emptyDataDir(), "again.tar");
  expect((await runApp({ DATA_DIR: app.dataDir, ...databaseOf(app) }, ["backup", again])).status).toBe(0);
  const bytes = readFileSync(again, "latin1");
  for (const email of deletedEmails) expect(bytes.includes(email), email).toBe(false);
}
const databases = new Map<AppServer, Record<string, string>>();
const databaseOf = (app: AppServer) => databases.get(app) ?? {};

/** The same backup, as if made so many days ago: its date is part of the checksum. */
async function asOf(days: number): Promise<string> {
  const text = readFileSync(backup, "latin1");
  const from = text.indexOf("{");
  const size = Number.parseInt(text.slice(124, 136), 8);
  const manifest = text.slice(from, from + size);
  const made = new Date(Date.now() - days * 86_400_000).toISOString();
  const older = manifest.replace(/("made":\s*")[^"]+/, `$1${made}`);
  expect(older.length).toBe(manifest.length);
  const sum = (of: string) => createHash("sha256").update(Buffer.from(of, "latin1")).digest("hex");
  expect(text.split(sum(manifest)), "the sum of its manifest").toHaveLength(2);
  const path = join(await emptyDataDir(), "old.tar");
  writeFileSync(path, text.replace(manifest, older).replace(sum(manifest), sum(older)), "latin1");
  return path;
}

test("[F-DESK-13, V-ERASE-7] a restore requires the list of erasures unless the backup is of today and no one had been erased by then", async () => {
  const later = join(await emptyDataDir(), "later.tar");
  expect((await runApp({ DATA_DIR: original.dataDir }, ["backup", later])).status).toBe(0);
  const folder = await emptyDataDir();
  copyFileSync(join(original.dataDir, "secret"), join(folder, "secret"));
  for (const path of [later, await asOf(1.1)]) {
    const refused = await runApp({ DATA_DIR: folder }, ["restore", path]);
    expect([refused.status, refused.err]).toEqual([1, expect.stringMatching(/^The erasure list is missing. /)]);
  }
  const restored = await runApp({ DATA_DIR: folder }, ["restore", await asOf(0.9)]);
  expect(restored).toMatchObject({ status: 0, err: "" });
  expect(restored.out).toMatch(/\nRestored without the list of erasures: data erased since \S+ is back\.\n$/);
});

test("[V-ERASE-6, V-ERASE-7] an old backup is refused, and with the flag restored without anyone erased since", async () => {
  const folder = await newFolder();
  const old = await asOf(35.1);
  const refused = await runApp({ DATA_DIR: folder }, ["restore", old]);
  expect(refused.status).toBe(1);
  expect(refused.err).toMatch(/^The backup is older than 35 days .*--older-than-35-days.* Nothing was restored\.\n$/);
  expect(filesIn(join(folder, "documents", "visa-documents")).filter((name) => !name.startsWith("erasures/"))).toEqual(
    [],
  );
  const young = await asOf(34.9);
  expect(await runApp({ DATA_DIR: folder }, ["restore", old, "--older-than-35-days"])).toMatchObject({
    status: 0,
    err: "",
  });
  const app = await startApp({ DATA_DIR: folder, TRUST_PROXY: "yes" });
  await isWithoutThem(app);
  await app.stop();
  const otherFolder = await newFolder();
  expect(await runApp({ DATA_DIR: otherFolder }, ["restore", young])).toMatchObject({ status: 0, err: "" });
});

test("[V-ERASE-7] a restore killed (SIGKILL) before repeating the erasures repeats them at the next start, which doesn't respond before, not even while the storage is unresponsive", async () => {
  const folder = await newFolder();
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: await freshDatabase(original, "restored"),
    SECRET: readFileSync(join(folder, "secret"), "utf8").trim(),
  };
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  // The lock that every erasure waits for (`people/assign.server.ts`).
  await client.query("select pg_advisory_lock(4275019)");
  const restore = spawnApp(env, ["restore", backup]);
  const isBack = async () => {
    const { rows } = await client.query("select to_regclass('public.visa_applications') is not null as made");
    if (!rows[0]?.made) return undefined;
    const found = await client.query("select from visa_applications where id = $1", [ids.erased]);
    return found.rowCount === 1 ? true : undefined;
  };
  await until("the rows are back", isBack);
  restore.kill("SIGKILL");
  await until("it is gone", () => restore.signalCode ?? undefined);
  expect(await isBack(), "served as it is they would be there").toBe(true);
  await client.end();
  const endpoint = encodeURIComponent(`http://127.0.0.1:${await freePort()}`);
  expect(await runApp({ ...env, STORAGE_URL: `s3://key:secret@visa-documents?endpoint=${endpoint}` })).toMatchObject({
    status: 1,
    err: expect.stringMatching(/^A restore stopped before it repeated the erasures .* Fix STORAGE_URL: .*\n$/m),
  });
  const app = await startApp({ ...env, TRUST_PROXY: "yes" });
  databases.set(app, { DATABASE_URL: env.DATABASE_URL, SECRET: env.SECRET });
  await isWithoutThem(app);
  expect(await app.query("select from loaded_seeds where name like 'restore %'")).toEqual([]);
  await app.stop();
  await original.stop();
});
