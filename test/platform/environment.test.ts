import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type AppServer,
  admin,
  embeddedUrl,
  emptyDataDir,
  freshDatabase,
  lineOf,
  postgresProcess,
  runApp,
  startApp,
} from "../harness/app-server";
import { HttpClient, until } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const secret = "a secret that is at least 32 characters";
const replyAddress = "replies+{token}@lucaya.example";
const server = "postgres://lucaya:x@127.0.0.1:1/lucaya";

// Separate processes, which exit by themselves.
describe.concurrent("[A-FAIL-6, F-DESK-14, W-FAIL-1] malformed environment variables", () => {
  const wrong: [string, Record<string, string>, RegExp][] = [
    ["PORT that is no number", { PORT: "three" }, /^ {2}PORT: /m],
    ["PORT beyond the last", { PORT: "65536" }, /^ {2}PORT: /m],
    [
      "PUBLIC_URL without protocol",
      { PUBLIC_URL: "visa.example" },
      /^ {2}PUBLIC_URL: must be an http or https address/m,
    ],
    [
      "DATABASE_URL of another database",
      { DATABASE_URL: "mysql://x@y/z", SECRET: secret },
      /^ {2}DATABASE_URL: must be a postgres/m,
    ],
    ["DATABASE_URL without SECRET", { DATABASE_URL: server }, /^ {2}SECRET: is required with DATABASE_URL/m],
    ["SECRET that is short", { SECRET: "short" }, /^ {2}SECRET: must be at least 32 characters long/m],
    ["SAMPLE_DATA that is neither", { SAMPLE_DATA: "perhaps" }, /^ {2}SAMPLE_DATA: /m],
    ["SMTP_URL without PUBLIC_URL", { SMTP_URL: "smtp://mail.example" }, /^ {2}PUBLIC_URL: is required with SMTP_URL/m],
    [
      "SMTP_URL of another protocol",
      { SMTP_URL: "http://mail.example", PUBLIC_URL: "https://a.example" },
      /^ {2}SMTP_URL: must be/m,
    ],
    ["STORAGE_URL of another protocol", { STORAGE_URL: "file:///tmp" }, /^ {2}STORAGE_URL: must be an s3/m],
    [
      "SMTP_URL without a server",
      { SMTP_URL: "smtp:///?pool=yes", PUBLIC_URL: "https://a.example" },
      /^ {2}SMTP_URL: must be/m,
    ],
    [
      "STORAGE_URL with a folder",
      { STORAGE_URL: "s3://files/visa" },
      /^ {2}STORAGE_URL: must be an s3:.* that names a bucket/m,
    ],
    [
      "STORAGE_URL with half an endpoint",
      { STORAGE_URL: "s3://files?endpoint=minio" },
      /^ {2}STORAGE_URL: must be an s3/m,
    ],
    ["a password with a bare percent sign", { STORAGE_URL: "s3://key:50%@files" }, /^ {2}STORAGE_URL: must be/m],
    [
      "DATABASE_URL with a bare percent sign",
      { DATABASE_URL: "postgres://x:50%@y/z", SECRET: secret },
      /^ {2}DATABASE_URL: must be/m,
    ],
    ["CLAMAV_URL without a machine", { CLAMAV_URL: "tcp://:3310" }, /^ {2}CLAMAV_URL: must be/m],
    ["ADMIN_EMAIL that is none", { ADMIN_EMAIL: "nobody", ADMIN_PASSWORD: "long enough" }, /^ {2}ADMIN_EMAIL: /m],
    ["ADMIN_EMAIL alone", { ADMIN_EMAIL: "desk@lucaya.example" }, /^ {2}ADMIN_PASSWORD: is required with ADMIN_EMAIL/m],
    ...[
      "replies@lucaya.example",
      "replies+{token}{token}@lucaya.example",
      "replies@{token}.example",
      "replies+{token}@lucaya.example@lucaya.example",
      "twenty-two-characters+{token}@lucaya.example",
      "replies+{Token}@lucaya.example",
    ].map((address): [string, Record<string, string>, RegExp] => [
      `[R-IN-1] REPLY_ADDRESS ${address}`,
      { REPLY_ADDRESS: address, INBOUND_WEBHOOK_SECRET: secret },
      /^ {2}REPLY_ADDRESS: must be an email address with \{token\} once before its @/m,
    ]),
    ...[
      "pop3://user:password@mail.example/INBOX",
      "imaps://mail.example/INBOX",
      "imaps://user@mail.example/INBOX",
      "imaps://user:password@box.example",
      "imaps://user:password@box.example/",
      "imaps://user:50%@mail.example/INBOX",
      "imaps://user:password@mail.example/INBOX?delete=yes",
      "imaps://user:password@mail.example/INBOX?move=",
    ].map((url): [string, Record<string, string>, RegExp] => [
      `[R-IN-1] IMAP_URL ${url}`,
      { IMAP_URL: url, REPLY_ADDRESS: replyAddress },
      /^ {2}IMAP_URL: must be an imaps:\/\/ or imap:\/\/ address/m,
    ]),
    [
      "[R-IN-1] REPLY_ADDRESS alone",
      { REPLY_ADDRESS: replyAddress },
      /^ {2}IMAP_URL: is required with REPLY_ADDRESS, or INBOUND_WEBHOOK_SECRET/m,
    ],
    [
      "[R-IN-1] IMAP_URL alone",
      { IMAP_URL: "imaps://user:password@mail.example/INBOX" },
      /^ {2}REPLY_ADDRESS: is required with IMAP_URL/m,
    ],
    [
      "[R-IN-1] INBOUND_WEBHOOK_SECRET alone",
      { INBOUND_WEBHOOK_SECRET: secret },
      /^ {2}REPLY_ADDRESS: is required with INBOUND_WEBHOOK_SECRET/m,
    ],
    [
      "[R-IN-1] INBOUND_AUTHSERV alone",
      { INBOUND_AUTHSERV: "mx.lucaya.example" },
      /^ {2}REPLY_ADDRESS: is required with INBOUND_AUTHSERV/m,
    ],
    [
      "[R-IN-1] INBOUND_WEBHOOK_SECRET that is short",
      { REPLY_ADDRESS: replyAddress, INBOUND_WEBHOOK_SECRET: "short" },
      /^ {2}INBOUND_WEBHOOK_SECRET: must be at least 32 characters long/m,
    ],
    ["TRUST_PROXY that is neither", { TRUST_PROXY: "1" }, /^ {2}TRUST_PROXY: /m],
    ["METRICS_TOKEN that is short", { METRICS_TOKEN: "abc" }, /^ {2}METRICS_TOKEN: /m],
    ["LOG_LEVEL that is none", { LOG_LEVEL: "loud" }, /^ {2}LOG_LEVEL: /m],
  ];

  test.each(wrong)("a malformed variable ends the start with its name: %s", async (_, env, line) => {
    const folder = await emptyDataDir();
    const ended = await runApp({ DATA_DIR: folder, ...env });
    expect(ended.status).toBe(1);
    expect(ended.err).toMatch(/^Environment validation failed\n/);
    expect(ended.err).toMatch(line);
    expect(ended.err, "no stack of ours").not.toContain("    at ");
    for (const value of Object.values(env).filter((secretValue) => secretValue.length > 5))
      expect(ended.err).not.toContain(value);
    expect(readdirSync(folder), "nothing was begun").toEqual([]);
  });

  test("all malformed variables are reported at once", async () => {
    const ended = await runApp({ DATA_DIR: await emptyDataDir(), PORT: "x", SECRET: "x", TRUST_PROXY: "x" });
    expect(ended.err.trim().split("\n")).toHaveLength(4);
    expect(ended.status).toBe(1);
  });
});

describe.concurrent("secrets in the data directory", () => {
  test("an empty secret, as after a full disk or a power cut, is recreated, and an empty token gives no access", async () => {
    const DATA_DIR = await emptyDataDir();
    const names = [
      "secret",
      "functions-key",
      "mail-webhook-secret",
      "postgres-password",
      "postgres-superuser-password",
    ];
    for (const name of names) writeFileSync(join(DATA_DIR, name), "");
    const app = await startApp({ DATA_DIR });
    for (const authorization of [undefined, "Bearer", "Bearer "]) {
      const sent = await new HttpClient(app).post("/functions/v1/send-email", {}, { authorization });
      expect([authorization, sent.status]).toEqual([authorization, 401]);
    }
    const made = names.map((name) => readFileSync(join(DATA_DIR, name), "utf8"));
    for (const header of made) expect(header).toMatch(/^[\w-]{43}$/);
    expect(new Set(made).size).toBe(names.length);
    for (const name of names) expect(statSync(join(DATA_DIR, name)).mode & 0o777).toBe(0o600);
    expect(
      readdirSync(DATA_DIR).filter((name) =>
        /^(secret|functions-key|mail-webhook-secret|postgres(-superuser)?-password)\./.test(name),
      ),
      "no drafts",
    ).toEqual([]);
    await app.stop();
    const again = await startApp({ DATA_DIR });
    expect(names.map((name) => readFileSync(join(DATA_DIR, name), "utf8"))).toEqual(made);
    await again.stop();
  });

  test.each(["secret", "functions-key", "mail-webhook-secret"])(
    "a short secret is neither used nor replaced: one line names the file %s without its content",
    async (name) => {
      const DATA_DIR = await emptyDataDir();
      writeFileSync(join(DATA_DIR, name), "torn-in-two\n");
      const ended = await runApp({ DATA_DIR });
      expect(ended.status).toBe(1);
      expect(ended.err.trim().split("\n")).toEqual([
        `The secret in ${join(DATA_DIR, name)} has fewer than 32 characters. Restore the original, or delete the file so that a new one is created.`,
      ]);
      expect(readFileSync(join(DATA_DIR, name), "utf8")).toBe("torn-in-two\n");
    },
  );

  test("an unreadable secret ends the start with one line that names the file, and nothing is created", async () => {
    const folder = await emptyDataDir();
    mkdirSync(join(folder, "functions-key"));
    const ended = await runApp({ DATA_DIR: folder });
    expect(ended.status).toBe(1);
    expect(ended.err.trim().split("\n")).toEqual([
      expect.stringContaining(`The secret ${join(folder, "functions-key")} can't be read or written: `),
    ]);
    expect(readdirSync(folder)).toEqual(["functions-key"]);
  });
});

describe("a start with DATABASE_URL", () => {
  let host: AppServer;
  beforeAll(async () => {
    host = await sharedApp();
  });

  test("a database from before 1.0.0 is refused in one line with the last commit that can export it", async () => {
    const url = await freshDatabase(host, "before_release");
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("create schema drizzle");
    await client.query(
      "create table drizzle.__drizzle_migrations (id serial primary key, hash text, created_at bigint)",
    );
    await client.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('of 0.1.0', 1795347431150)",
    );
    await client.end();
    const ended = await runApp({ DATABASE_URL: url, SECRET: secret, DATA_DIR: await emptyDataDir() });
    expect(ended.status).toBe(1);
    expect(lineOf(ended)).toMatch(
      /^The database was made before Lucaya 1\.0\.0, .*commit ca130e83 is the last that can/,
    );
  });

  test("the app uses that server without starting its own, and two simultaneous starts apply each migration once", async () => {
    const postgres = postgresProcess(host.dataDir);
    const tables = `select count(*)::int as count from information_schema.tables where table_schema = 'public'`;
    for (let round = 1; round <= 2; round++) {
      const url = await freshDatabase(host, `fresh${round}`);
      const folders = [await emptyDataDir(), await emptyDataDir()];
      const both = await Promise.all(
        folders.map((DATA_DIR) => startApp({ DATABASE_URL: url, SECRET: secret, DATA_DIR, SAMPLE_DATA: "" })),
      );
      const [one, two] = both;
      if (!one || !two) throw new Error("two were started");

      const journal =
        "select count(*)::int as count, count(distinct hash)::int as different from drizzle.__drizzle_migrations";
      const [applied] = await one.query<{ count: number; different: number }>(journal);
      const [expected] = await host.query<{ count: number; different: number }>(journal);
      expect(applied).toEqual(expected);
      expect(await one.query(tables)).toEqual(await host.query(tables));
      expect(await one.query("select lower(email) as email, role, is_active from admin_users")).toEqual([
        { email: admin.email, role: "super_admin", is_active: true },
      ]);
      const services = "select count(*)::int as count, count(distinct slug)::int as different from visa_services";
      expect(await one.query(services)).toEqual(await host.query(services));
      const people =
        "select (select count(*)::int from visa_applications) as a, (select count(*)::int from google_reviews) as r";
      expect(await one.query(people), "sample people only when asked").toEqual([{ a: 0, r: 0 }]);

      // Two instances of one installation: what is started on one continues on the other.
      const client = new HttpClient(one);
      const id = await client.start("two@mail.example");
      const elsewhere = new HttpClient(two);
      for (const [name, value] of client.cookies) elsewhere.cookies.set(name, value);
      expect((await elsewhere.get(`/apply/${id}`)).status).toBe(200);
      expect((await elsewhere.save(id, { step: "applicant_info", revision: "0", firstName: "Two" })).status).toBe(200);
      await until("one mail", async () => {
        const [mail] = await one.query<{ sent: number }>(
          "select count(*)::int as sent from email_notifications where status = 'sent'",
        );
        return mail?.sent === 1;
      });
      for (const folder of folders) {
        const made = readdirSync(folder);
        expect(
          made.filter((name) => /postgres|secret/.test(name)),
          made.join(),
        ).toEqual([]);
      }
      expect(await Promise.all([one.stop(), two.stop()])).toEqual([0, 0]);
    }
    expect(postgresProcess(host.dataDir), "nobody touched the server").toBe(postgres);
    expect((await fetch(`${host.url}/readyz`)).status).toBe(200);
  });

  test("behind https, cookies are Secure and __Host-, and links and Origin are those of PUBLIC_URL", async () => {
    const app = await startApp({ PUBLIC_URL: "https://visa.example" });
    const client = new HttpClient(app);
    const fields = { email: "https@mail.example", terms: "yes", attempt: crypto.randomUUID() };
    expect((await client.post("/apply", fields)).status, "the address it listens on is not its own").toBe(403);
    expect(await app.query("select 1 from visa_applications")).toEqual([]);
    const started = await client.post("/apply", fields, { origin: "https://visa.example" });
    expect(started.status).toBe(302);
    expect(started.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-application-[0-9a-f-]{36}=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      "__Host-my-application=my-application; Max-Age=2592000; Path=/; Secure; SameSite=Lax",
    ]);
    const signedIn = await client.post("/admin/login", admin, { origin: "https://visa.example" });
    expect([signedIn.status, signedIn.headers.getSetCookie().join()]).toEqual([
      302,
      expect.stringMatching(/^__Host-lucaya_staff=.*; HttpOnly; Secure/),
    ]);
    expect(started.headers.get("strict-transport-security")).toContain("max-age=31536000");
    expect(await app.stop()).toBe(0);
  });

  test("a server that is unreachable or refuses the connection ends the start with one line without the password", async () => {
    const env = { SECRET: secret, DATA_DIR: await emptyDataDir() };
    const ended = await runApp({ ...env, DATABASE_URL: server.replace(":x@", ":hidden-password@") });
    expect(ended.status).toBe(1);
    expect(ended.err.trim().split("\n")).toEqual([
      "Can't connect to the database in DATABASE_URL. Is it running, and is the address right?",
    ]);
    const url = embeddedUrl(host.dataDir);
    const otherRun = await runApp({ ...env, DATABASE_URL: url.replace(/lucaya$/, "nowhere") });
    expect([otherRun.status, otherRun.err.trim().split("\n").length]).toEqual([1, 1]);
    expect(otherRun.err).toContain("(3D000)");
    const { password } = new URL(url);
    expect(ended.err + otherRun.err).not.toMatch(new RegExp(`hidden-password|${password}`));
  });
});
