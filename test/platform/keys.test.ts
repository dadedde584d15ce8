import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { emptyDataDir, freshDatabase, lineOf, runApp, startApp } from "../harness/app-server";
import { addDataKeys, firstOf, keyNamed, readDataKeys, ringOf, wrappedBy } from "../harness/encryption/data-keys";
import { HttpClient } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

// Its PostgreSQL has the databases of this file.
const host = await sharedApp();
afterAll(async () => {
  for (const client of clients) await client.end();
});

const secretIn = (dataDir: string) => readFileSync(join(dataDir, "secret"), "utf8").trim();
const secret = "the tide comes in twice a day, on every shore";
const otherSecret = "and goes out again, twice a day, on every shore";
const clients: pg.Client[] = [];
async function databaseOf(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  clients.push(client);
  return client;
}
let databases = 0;

/** A new database on the host's server, and an app on it. */
async function onDatabase(env: Record<string, string> = {}) {
  const DATABASE_URL = await freshDatabase(host, `keys_${++databases}`);
  const settings = { DATABASE_URL, SECRET: secret, DATA_DIR: await emptyDataDir(), ...env };
  return { settings, app: await startApp(settings) };
}

describe("a malformed KEYRING", () => {
  const key = keyNamed("june").split(":")[1] ?? "";
  test.each([
    ["no name", key],
    ["a name that none may have", `June:${key}`],
    ["the name of the key from SECRET", `secret:${key}`],
    ["a key that is too short", `june:${key.slice(0, 30)}`],
    ["no base64", `june:${key.slice(0, -4)}!!!!`],
    ["a name twice", `june:${key},june:${key}`],
    ["a comma too many", `june:${key},`],
  ])("[V-ENC-10] %s ends the start with its name but without the key, and nothing is written", async (_, KEYRING) => {
    const folder = await emptyDataDir();
    const ended = await runApp({ DATA_DIR: folder, KEYRING });
    expect([ended.status, ended.out]).toEqual([1, ""]);
    expect(ended.err).toMatch(/^Environment validation failed\n {2}KEYRING: .+\n$/);
    expect(ended.err).not.toContain(key.slice(0, 12));
    expect(readdirSync(folder)).toEqual([]);
  });
});

test("[V-ENC-10] the key from SECRET wraps without KEYRING, else KEYRING's first key, and every data key can be read", async () => {
  const [june, july] = [keyNamed("june"), keyNamed("july")];
  const { settings, app } = await onDatabase();
  const list = async (KEYRING: string) => (await runApp({ ...settings, KEYRING }, ["keys"])).out.trim().split(/\n/);
  const of = (keyring: string) => ringOf(keyring, secret);
  const keys = await addDataKeys(app, firstOf(of("")), 3);
  const line = (id: string, n: number, text: string) => expect.stringMatching(new RegExp(`^${id} +${n}  ${text}$`));
  const [[bySecret], [byJuly, byJune]] = [of("").map(({ id }) => id), of(`${july},${june}`).map(({ id }) => id)];
  expect(await list("")).toEqual([line(bySecret ?? "", 3, "Active")]);
  expect(await list(`${july},${june}`)).toEqual([
    line(byJuly ?? "", 0, "Active"),
    line(byJune ?? "", 0, "Can be removed"),
    line(bySecret ?? "", 3, "Read only"),
  ]);
  const renewed = await runApp({ ...settings, KEYRING: `${july},${june}` }, ["keys", "renew"]);
  expect(renewed).toMatchObject({ status: 0, err: "", out: expect.stringMatching(/^3 of 3\n$/m) });
  expect(await wrappedBy(app)).toEqual({ [byJuly ?? ""]: 3 });
  expect(await readDataKeys(app, of(july))).toEqual(keys);
  await app.stop();
});

describe("a start without a key that stored data needs", () => {
  test("[V-ENC-11] the start and every command end with status 1 and one line that names the key, and nothing is written", async () => {
    const june = keyNamed("june");
    const { settings, app } = await onDatabase({ KEYRING: june });
    const [ofJune, ofSecret] = ringOf(june, secret);
    await addDataKeys(app, firstOf(ringOf(june, secret)), 2);
    await addDataKeys(app, firstOf(ringOf("", secret)), 1);
    // Make the next start write seeds again.
    await app.query("delete from loaded_seeds");
    await app.stop();
    const database = await databaseOf(settings.DATABASE_URL);
    const seeds = async () => (await database.query("select 1 from loaded_seeds")).rows.length;
    const DATA_DIR = await emptyDataDir();
    const tries: [string, Record<string, string>, string[], RegExp][] = [
      ["no KEYRING", { KEYRING: "" }, [ofJune?.id ?? ""], /KEYRING/],
      ["another key of its name", { KEYRING: keyNamed("june") }, [ofJune?.id ?? ""], /KEYRING/],
      ["another SECRET", { KEYRING: june, SECRET: otherSecret }, [ofSecret?.id ?? ""], /set SECRET/],
      ["neither", { SECRET: otherSecret }, [ofJune?.id ?? "", ofSecret?.id ?? ""], /KEYRING, and set SECRET/],
    ];
    for (const [name, change, missing, expected] of tries)
      for (const args of [
        ["start"],
        ["admin", "create", "new@lucaya.example"],
        ["db", "seed"],
        ["keys"],
        ["keys", "renew"],
      ]) {
        if (name !== "neither" && args[0] !== "start") continue;
        const ended = await runApp({ ...settings, KEYRING: "", ...change, DATA_DIR }, args);
        const output = args[0] === "start" ? "Starting…\n" : "";
        expect([name, args, ended.status, ended.out]).toEqual([name, args, 1, output]);
        const line = lineOf(ended);
        expect([...line.matchAll(/(june|secret)-[0-9a-f]{8}/g)].map(([id]) => id)).toEqual(
          expect.arrayContaining(missing),
        );
        expect(line).toMatch(expected);
        expect(line).toContain("Nothing was written.");
        for (const value of [june.split(":")[1] ?? "", secret, otherSecret]) expect(line).not.toContain(value);
      }
    expect(await seeds(), "neither migrations nor seeds ran").toBe(0);
    const again = await startApp(settings);
    expect(await seeds(), "with its keys it starts").toBeGreaterThan(0);
    await again.stop();
  });

  test("[V-ENC-11] a secret created in DATA_DIR is removed again, and with the old secret all data can be read", async () => {
    const first = await startApp({ TRUST_PROXY: "yes" });
    const old = secretIn(first.dataDir);
    const keys = await addDataKeys(first, firstOf(ringOf("", old)), 2);
    const applicant = new HttpClient(first);
    const id = await applicant.start("kept@mail.example");
    await first.stop();
    rmSync(join(first.dataDir, "secret"));
    rmSync(join(first.dataDir, "functions-key"));
    const before = readdirSync(first.dataDir).sort();
    const ended = await runApp({ DATA_DIR: first.dataDir });
    expect([ended.status, lineOf(ended)]).toEqual([1, expect.stringContaining(firstOf(ringOf("", old)).id)]);
    expect(readdirSync(first.dataDir).sort()).toEqual(before);
    writeFileSync(join(first.dataDir, "secret"), old);
    const again = await startApp({ DATA_DIR: first.dataDir, TRUST_PROXY: "yes" });
    const read = await readDataKeys(again, ringOf("", old));
    for (const [application, key] of keys) expect(read.get(application)).toBe(key);
    expect((await new HttpClient(again, applicant).get(`/apply/${id}`)).status).toBe(200);
    await again.stop();
  });

  test("db reset recovers when a key is lost", async () => {
    const { settings, app } = await onDatabase();
    await addDataKeys(app, firstOf(ringOf(keyNamed("lost"), secret)), 1);
    await app.stop();
    expect((await runApp(settings, ["db", "migrate"])).status).toBe(1);
    expect(await runApp(settings, ["db", "reset"])).toMatchObject({ status: 0, err: "" });
  });
});

describe("npm run keys", () => {
  test("keys new NAME prints a key that KEYRING accepts, without a database", async () => {
    const DATA_DIR = await emptyDataDir();
    const made = await runApp({ DATA_DIR }, ["keys", "new", "june-2027"]);
    expect(made).toEqual({ status: 0, out: expect.stringMatching(/^june-2027:[A-Za-z0-9+/]{43}=\n$/), err: "" });
    const otherRun = await runApp({ DATA_DIR }, ["keys", "new", "june-2027"]);
    expect(otherRun.out).not.toBe(made.out);
    expect(existsSync(join(DATA_DIR, "postgres"))).toBe(false);
    for (const args of [
      ["keys", "new"],
      ["keys", "new", "June"],
      ["keys", "new", "secret"],
      ["keys", "dance"],
    ]) {
      const refused = await runApp({ DATA_DIR: host.dataDir }, args);
      expect([args, refused.status, refused.out]).toEqual([args, 2, ""]);
    }
  });
});
