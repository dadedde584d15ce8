import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type AppServer,
  asSuperuser,
  embeddedUrl,
  emptyDataDir,
  runApp,
  startApp,
  superuserUrl,
} from "../harness/app-server";
import { HttpClient } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const host = await sharedApp();

const secret = "a secret that is at least 32 characters";
const attributes = `select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as more
  from pg_roles where rolname = current_user`;
/** The role's objects in this database and on the server, except those in its schemas. */
const owned = `
  select 'schema ' || nspname as what from pg_namespace where nspowner = current_user::regrole
  union all select 'database ' || datname from pg_database where datdba = current_user::regrole
  union all select 'table in ' || relnamespace::regnamespace from pg_class
    where relowner = current_user::regrole and relnamespace::regnamespace::text !~ '^(public|drizzle|pgboss|pg_toast)$'
  order by 1`;
const ownSchemas = ["drizzle", "pgboss", "public"].map((name) => ({ what: `schema ${name}` }));

/** The only line of a refused start or command. */
async function refusal(url: string, args = ["start"]): Promise<string> {
  const ended = await runApp({ DATABASE_URL: url, SECRET: secret, DATA_DIR: await emptyDataDir() }, args);
  expect(ended.status, ended.err).toBe(1);
  const lines = ended.err.trim().split("\n");
  expect(lines, ended.err).toHaveLength(1);
  return lines[0] ?? "";
}

describe("the embedded server", () => {
  test("[V-ATK-26] every connection of the app uses a plain role that owns only its own schemas", async () => {
    await new HttpClient(host).start("plain@mail.example");
    const connected = await asSuperuser(
      host,
      `select distinct usename from pg_stat_activity where application_name like 'lucaya%' and datname is not null`,
    );
    expect(connected).toEqual([{ usename: "lucaya" }]);
    expect(await host.query(attributes)).toEqual([{ more: false }]);
    expect(await host.query(owned)).toEqual(ownSchemas);
    for (const text of ["create role more", "create database more", "copy countries to program 'cat'"])
      await expect(host.query(text), text).rejects.toThrow(/permission denied/);
  });

  test("[V-ATK-26] the superuser's password is stored in the data directory with mode 0600 and differs from the app's", () => {
    const own = readFileSync(join(host.dataDir, "postgres-password"), "utf8");
    const path = join(host.dataDir, "postgres-superuser-password");
    expect(readFileSync(path, "utf8")).toMatch(/^[\w-]{43}$/);
    expect(readFileSync(path, "utf8")).not.toBe(own);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  describe("an existing data directory", () => {
    let app: AppServer;
    let password: string;
    const file = () => join(app.dataDir, "postgres-superuser-password");
    beforeAll(async () => {
      app = await startApp();
      password = readFileSync(file(), "utf8");
      expect(await app.stop()).toBe(0);
    });

    test("[V-ATK-26] the app starts without the superuser's password", async () => {
      writeFileSync(file(), "x".repeat(43));
      app = await startApp({ DATA_DIR: app.dataDir });
      await new HttpClient(app).start("later@mail.example");
    });

    test("[V-ATK-26] a superuser role of an earlier release is refused in one line that says what to do", async () => {
      writeFileSync(file(), password);
      await asSuperuser(app, "alter role lucaya superuser");
      expect(await app.stop()).toBe(0);
      const ended = await runApp({ DATA_DIR: app.dataDir });
      expect([ended.status, ended.err.trim()]).toEqual([
        1,
        `In ${app.dataDir}/postgres the role lucaya is a superuser, as an earlier release made it. It is from before the first release of Lucaya, and no later one can bring it up to date: set DATA_DIR to a new folder.`,
      ]);
    });
  });
});

// `app/db/embedded/role.test.ts` tests every kind of refused role.
describe("DATABASE_URL", () => {
  test("[V-ATK-26] a DATABASE_URL of a superuser is refused, and the message's statements are enough to fix it", async () => {
    await asSuperuser(host, "create database other");
    const line = await refusal(superuserUrl(host.dataDir).replace(/lucaya$/, "other"));
    expect(line).toContain("The role postgres of DATABASE_URL is a superuser");
    const advice = /as a superuser: (.*); and put that role/.exec(line)?.[1] ?? "";
    expect(advice).toBe(
      "create role lucaya login password '…'; alter schema public owner to lucaya; grant create on database other to lucaya",
    );
    await asSuperuser(host, advice.replace(/^create role[^;]*;/, ""), "other");
    const url = embeddedUrl(host.dataDir).replace(/lucaya$/, "other");
    const app = await startApp({ DATABASE_URL: url, SECRET: secret, DATA_DIR: await emptyDataDir() });
    expect(await app.query(attributes)).toEqual([{ more: false }]);
    expect(await app.query(owned)).toEqual(ownSchemas);
    expect(await app.stop()).toBe(0);
  });

  test("[V-ATK-26] a command reports a role that can't create its schemas", async () => {
    await asSuperuser(host, "create database closed");
    const url = embeddedUrl(host.dataDir).replace(/lucaya$/, "closed");
    expect(await refusal(url, ["db", "migrate"])).toContain(
      "The role lucaya of DATABASE_URL may not make what Lucaya needs.",
    );
  });

  test("[V-ATK-26] the statements of deploy/database.sql create such a role", async () => {
    const file = readFileSync("deploy/database.sql", "utf8").replaceAll("lucaya", "trial");
    const [before = "", after = ""] = file.split(/^\\connect trial$/m);
    for (const statement of before.split(";").filter((text) => /^(create)/m.test(text)))
      await asSuperuser(host, statement);
    await asSuperuser(host, after, "trial");
    const url = embeddedUrl(host.dataDir)
      .replace(/\/\/lucaya:[^@]*@/, "//trial:trial-password@")
      .replace(/lucaya$/, "trial");
    const app = await startApp({ DATABASE_URL: url, SECRET: secret, DATA_DIR: await emptyDataDir() });
    expect(await app.query(attributes)).toEqual([{ more: false }]);
    expect(await app.query(owned)).toEqual(ownSchemas);
    expect(await app.stop()).toBe(0);
    const reset = await runApp({ DATABASE_URL: url, SECRET: secret, DATA_DIR: app.dataDir }, ["db", "reset"]);
    expect([reset.status, reset.err]).toEqual([0, ""]);
  });
});
