import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { extract } from "tar-stream";
import { describe, expect, test } from "vitest";
import { type AppServer, emptyDataDir, lineOf, runApp, startApp } from "../harness/app-server";
import { serviceId } from "../harness/applicants/listed-steps";
import { upload } from "../harness/applicants/uploads";
import { addDataKeys, firstOf, keyNamed, readDataKeys, ringOf, wrappedBy } from "../harness/encryption/data-keys";
import { filesIn } from "../harness/fakes/storage-server";
import { HttpClient } from "../harness/http-client";

const passphrase = "hurricane season";
const june = keyNamed("june");

const outside = await emptyDataDir();
const app = await startApp({ TRUST_PROXY: "yes", KEYRING: june });
const folder = app.dataDir;
const secret = readFileSync(join(folder, "secret"), "utf8").trim();
/** The URL of an exported copy, and its holder. */
const applicant = new HttpClient(app);
const service = await serviceId(app, "bahamian-evisa");
const application = await applicant.start("kept@mail.example", { service });
expect((await upload(applicant, application)).status).toBe(200);
const ring = ringOf(june, secret);
const bySecret = await addDataKeys(app, firstOf(ringOf("", secret)), 3);
const keys = new Map([...(await addDataKeys(app, firstOf(ring), 300)), ...bySecret]);
await app.stop();
const plain = join(outside, "plain.tar");
const withKeys = join(outside, "with-keys.tar");

const command = (env: Record<string, string>, ...args: string[]) => runApp({ SAMPLE_DATA: "no", ...env }, args);
const idOf = (keyring: string, of = secret) => firstOf(ringOf(keyring, of)).id;
const junesKey = () => Buffer.from(june.split(":")[1] ?? "", "base64");

async function entriesOf(path: string): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  for await (const entry of createReadStream(path).pipe(extract())) entries.set(entry.header.name, await buffer(entry));
  return entries;
}

/** No row and no file of ours: a restore starts from an empty database and storage. */
async function expectEmpty(DATA_DIR: string) {
  const documents = join(DATA_DIR, "documents");
  expect(existsSync(documents) ? filesIn(documents) : []).toEqual([]);
  expect(readdirSync(DATA_DIR), "no secret that a later try would take for the right one").not.toContain("secret");
}

async function expectAllReads(app: AppServer, keyring: string, ofSecret: string) {
  const read = await readDataKeys(app, ringOf(keyring, ofSecret));
  for (const [id, key] of keys) expect(read.get(id)).toBe(key);
  const holder = new HttpClient(app);
  for (const [name, value] of applicant.cookies) holder.cookies.set(name, value);
  // A restore revokes the access of browsers.
  const own = [...applicant.cookies].find(([name]) => name.endsWith(application))?.[1];
  await app.query(
    `insert into application_holders (token_hash, application_id, expires_at)
     values (encode(sha256($1::text::bytea), 'hex'), $2, now() + interval '1 day')`,
    [own, application],
  );
  expect((await holder.get(`/apply/${application}/documents`)).status).toBe(200);
  const [file] = await app.query<{ id: string; sha256: string }>("select id, sha256 from documents");
  const bytes = Buffer.from(await (await holder.get(`/documents/${file?.id}`)).arrayBuffer());
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(file?.sha256);
}

describe("a backup", () => {
  test("[V-BAK-1] a backup contains wrapped keys but neither SECRET nor KEYRING, and its last output line says where they are", async () => {
    const made = await command({ DATA_DIR: folder, KEYRING: june }, "backup", plain);
    expect(made).toMatchObject({ status: 0, err: "" });
    expect(made.out.trim().split("\n").at(-1)).toBe(
      `The backup does not contain its key. The key is in KEYRING (${idOf(june)}) and in ${join(folder, "secret")}: without it the backup is useless.`,
    );
    const bytes = readFileSync(plain);
    const forms = [
      Buffer.from(secret),
      ...["hex", "base64", "base64url"].map((how) => junesKey().toString(how as "hex")),
    ];
    for (const form of [...forms, junesKey()]) expect(bytes.includes(form)).toBe(false);
    for (const key of keys.values())
      for (const how of ["hex", "base64", "base64url"] as const)
        expect(bytes.includes(Buffer.from(key, "hex").toString(how))).toBe(false);
    const entries = await entriesOf(plain);
    expect([...entries.keys()].filter((name) => name.startsWith("secrets/")).sort()).toEqual([
      "secrets/functions-key",
      "secrets/mail-webhook-secret",
    ]);
    expect(JSON.parse(entries.get("lucaya-backup.json")?.toString() ?? "").keys).toEqual([idOf(june), idOf("")].sort());
    expect(entries.get("database/public.data_keys/000001.copy")?.toString().trim().split("\n").length).toBeGreaterThan(
      302,
    );
  });

  test("[V-BAK-1] with a managed database the last line names SECRET, and a key that is set nowhere is reported", async () => {
    const messageOf = async (env: Record<string, string>, name: string) =>
      (await command({ DATA_DIR: folder, ...env }, "backup", join(outside, name))).out.trim().split("\n").at(-1);
    expect(await messageOf({ SECRET: secret, KEYRING: june }, "by-secret.tar")).toContain(
      `in KEYRING (${idOf(june)}) and in SECRET:`,
    );
    const lost = `The key is in ${join(folder, "secret")} and in nothing that is set here (${idOf(june)}):`;
    expect(await messageOf({}, "no-keyring.tar")).toContain(lost);
  });

  test("[V-BAK-2] --with-keys requires a passphrase of at least 12 characters, and writes nothing without one", async () => {
    const path = join(outside, "refused.tar");
    const env = { DATA_DIR: folder, KEYRING: june };
    for (const short of ["hurricanes!", "🌊🌊🌊🌊🌊🌊🌊🌊🌊🌊🌊"]) {
      const ended = await command({ ...env, BACKUP_PASSPHRASE: short }, "backup", path, "--with-keys");
      expect([ended.status, lineOf(ended), ended.out]).toEqual([1, "The passphrase needs at least 12 characters.", ""]);
    }
    const run = await command(env, "backup", "--with-keys", path);
    expect([run.status, lineOf(run)]).toEqual([1, expect.stringContaining("BACKUP_PASSPHRASE")]);
    const missingKey = await command(
      { DATA_DIR: folder, BACKUP_PASSPHRASE: passphrase },
      "backup",
      path,
      "--with-keys",
    );
    expect([missingKey.status, lineOf(missingKey)]).toEqual([1, expect.stringContaining(idOf(june))]);
    expect(readdirSync(outside).filter((name) => name.startsWith("refused"))).toEqual([]);
    const made = await command({ ...env, BACKUP_PASSPHRASE: passphrase }, "backup", withKeys, "--with-keys");
    expect(made).toMatchObject({ status: 0, err: "" });
    expect(made.out.trim().split("\n").at(-1)).toContain("Without the passphrase it is useless");
    const bytes = readFileSync(withKeys);
    for (const form of [secret, june, junesKey().toString("hex"), passphrase]) expect(bytes.includes(form)).toBe(false);
    expect(bytes.includes(junesKey())).toBe(false);
    const sealed = JSON.parse((await entriesOf(withKeys)).get("keys.json")?.toString() ?? "");
    expect(sealed).toMatchObject({ N: 131_072, r: 8, p: 1 });
  });
});

describe("a restore", () => {
  test("[V-BAK-3] a restore without the keys, or with a wrong passphrase, ends with one line and leaves database and storage empty", async () => {
    const DATA_DIR = await emptyDataDir();
    const missing = `${[idOf(june), idOf("")].sort().join(", ")}: put ${idOf(june)} back into KEYRING, and set SECRET`;
    const tries: [string, Record<string, string>, string, string][] = [
      ["no keys", {}, plain, missing],
      ["another key of its name", { KEYRING: keyNamed("june") }, plain, missing],
      [
        "SECRET alone",
        { SECRET: secret },
        plain,
        `the missing key ${idOf(june)}: put ${idOf(june)} back into KEYRING.`,
      ],
      ["KEYRING alone", { KEYRING: june }, plain, `the missing key ${idOf("")}: set SECRET`],
      ["a wrong passphrase", { BACKUP_PASSPHRASE: `${passphrase}s` }, withKeys, "The passphrase is not right."],
      [
        "one that is not needed",
        { KEYRING: june, SECRET: secret, BACKUP_PASSPHRASE: "x" },
        withKeys,
        "The passphrase is not right.",
      ],
      ["no terminal to ask", {}, withKeys, "Set BACKUP_PASSPHRASE"],
    ];
    for (const [name, env, path, text] of tries) {
      const ended = await command({ DATA_DIR, ...env }, "restore", path);
      expect([name, ended.status, ended.out]).toEqual([name, 1, ""]);
      expect(lineOf(ended), name).toContain(text);
      if (text.startsWith("The passphrase"))
        expect(lineOf(ended)).toBe("The passphrase is not right. Nothing was restored.");
      await expectEmpty(DATA_DIR);
    }
    const whole = await command({ DATA_DIR, SECRET: secret, KEYRING: june }, "restore", plain);
    expect(whole).toMatchObject({ status: 0, err: "" });
  });

  test("a restore with the secret in the data directory and KEYRING set makes all data readable", async () => {
    const DATA_DIR = await emptyDataDir();
    writeFileSync(join(DATA_DIR, "secret"), secret, { mode: 0o600 });
    expect(await command({ DATA_DIR, KEYRING: june }, "restore", plain)).toMatchObject({
      status: 0,
      err: "",
    });
    const app = await startApp({ DATA_DIR, KEYRING: june, TRUST_PROXY: "yes" });
    await expectAllReads(app, june, secret);
    expect((await wrappedBy(app))[idOf("")]).toBe(3);
    await app.stop();
  });

  test("[V-BAK-2] a restore with keys and no settings writes the secret, and rewraps what the old KEYRING wrapped", async () => {
    const DATA_DIR = await emptyDataDir();
    const ended = await command({ DATA_DIR, BACKUP_PASSPHRASE: passphrase }, "restore", withKeys);
    expect(ended).toMatchObject({ status: 0, err: "" });
    expect(readFileSync(join(DATA_DIR, "secret"), "utf8")).toBe(secret);
    const app = await startApp({ DATA_DIR, TRUST_PROXY: "yes" });
    await expectAllReads(app, "", secret);
    expect(Object.keys(await wrappedBy(app))).toEqual([idOf("")]);
    await app.stop();
  });

  test("[V-BAK-2] a restore with keys into an installation with its own SECRET and KEYRING rewraps everything with those", async () => {
    const DATA_DIR = await emptyDataDir();
    const own = { SECRET: "and goes out again, twice a day, on every shore", KEYRING: keyNamed("august") };
    const ended = await command({ DATA_DIR, ...own, BACKUP_PASSPHRASE: passphrase }, "restore", withKeys);
    expect(ended).toMatchObject({ status: 0, err: "" });
    const app = await startApp({ DATA_DIR, ...own, TRUST_PROXY: "yes" });
    await expectAllReads(app, own.KEYRING, own.SECRET);
    expect(Object.keys(await wrappedBy(app))).toEqual([idOf(own.KEYRING)]);
    expect(existsSync(join(DATA_DIR, "secret"))).toBe(false);
    await app.stop();
  });
});
