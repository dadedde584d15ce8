import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  asSuperuser,
  embeddedUrl,
  freshDatabase,
  freshFolder,
  type Program,
  removeFolders,
  runProgram,
  startProgram,
  superuserUrl,
} from "../harness/program";
import { Visitor } from "../harness/visitor";

let host: Program;
beforeAll(async () => {
  host = await startProgram();
});
afterAll(async () => {
  await host?.stop();
  await removeFolders();
});

const secret = "a secret that is at least 32 characters";
const attributes = `select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as more
  from pg_roles where rolname = current_user`;
/** Everything in this database and of the server that belongs to who asks, but for what is in its schemas. */
const owned = `
  select 'schema ' || nspname as what from pg_namespace where nspowner = current_user::regrole
  union all select 'database ' || datname from pg_database where datdba = current_user::regrole
  union all select 'table in ' || relnamespace::regnamespace from pg_class
    where relowner = current_user::regrole and relnamespace::regnamespace::text !~ '^(public|drizzle|pgboss|pg_toast)$'
  order by 1`;
const ownSchemas = ["drizzle", "pgboss", "public"].map((name) => ({ what: `schema ${name}` }));

/** A start, or a command, that is refused: the one line that it says. */
async function refusal(url: string, args = ["start"]): Promise<string> {
  const ended = await runProgram({ DATABASE_URL: url, SECRET: secret, DATA_DIR: await freshFolder() }, args);
  expect(ended.status, ended.err).toBe(1);
  const lines = ended.err.trim().split("\n");
  expect(lines, ended.err).toHaveLength(1);
  return lines[0] ?? "";
}

async function say(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe("the embedded server", () => {
  test("[V-ATK-26] every connection of the program is of a plain role that owns its own schemas alone", async () => {
    await new Visitor(host).start("plain@mail.example");
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

  test("[V-ATK-26] the superuser's password lies in the folder, for its owner alone, and is not the program's", () => {
    const own = readFileSync(join(host.dataDir, "postgres-password"), "utf8");
    const path = join(host.dataDir, "postgres-superuser-password");
    expect(readFileSync(path, "utf8")).toMatch(/^[\w-]{43}$/);
    expect(readFileSync(path, "utf8")).not.toBe(own);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("[V-ATK-26] a folder where an earlier release made the role a superuser is refused in one line that says what to do", async () => {
    const program = await startProgram();
    await asSuperuser(program, "alter role lucaya superuser");
    expect(await program.stop()).toBe(0);
    const ended = await runProgram({ DATA_DIR: program.dataDir });
    expect([ended.status, ended.err.trim()]).toEqual([
      1,
      `In ${program.dataDir}/postgres the role lucaya is a superuser, as an earlier release made it. It is from before the first release of Lucaya, and no later one can bring it up to date: set DATA_DIR to a new folder.`,
    ]);
  });

  test("[V-ATK-26] after the first start nobody needs the superuser: with its password lost the program goes on", async () => {
    const program = await startProgram();
    expect(await program.stop()).toBe(0);
    writeFileSync(join(program.dataDir, "postgres-superuser-password"), "x".repeat(43));
    const again = await startProgram({ DATA_DIR: program.dataDir });
    await new Visitor(again).start("later@mail.example");
    expect(await again.stop()).toBe(0);
  });
});

describe("DATABASE_URL", () => {
  test("[V-ATK-26] of a superuser, in fact or in all but name, is refused; the line says what to run, and that is enough", async () => {
    await asSuperuser(host, "create database other");
    const line = await refusal(superuserUrl(host.dataDir).replace(/lucaya$/, "other"));
    expect(line).toContain("The role postgres of DATABASE_URL is a superuser");
    const told = /as a superuser: (.*); and put that role/.exec(line)?.[1] ?? "";
    expect(told).toBe(
      "create role lucaya login password '…'; alter schema public owner to lucaya; grant create on database other to lucaya",
    );
    await asSuperuser(host, told.replace(/^create role[^;]*;/, ""), "other");
    const url = embeddedUrl(host.dataDir).replace(/lucaya$/, "other");
    const program = await startProgram({ DATABASE_URL: url, SECRET: secret, DATA_DIR: await freshFolder() });
    expect(await program.query(attributes)).toEqual([{ more: false }]);
    expect(await program.query(owned)).toEqual(ownSchemas);
    expect(await program.stop()).toBe(0);

    await asSuperuser(host, "create role reader login password 'reads'; grant pg_read_server_files to reader");
    const reader = url.replace(/\/\/lucaya:[^@]*@/, "//reader:reads@");
    expect(await refusal(reader)).toContain("The role reader of DATABASE_URL is a superuser");
  });

  test("[V-ATK-26] of a role that owns another schema is refused", async () => {
    const url = await freshDatabase(host, "shared");
    await say(url, "create schema bookkeeping");
    const line = await refusal(url);
    expect(line).toContain("The role lucaya of DATABASE_URL owns the schema bookkeeping too");
    expect(line).toContain("create role lucaya_program login password '…';");
  });

  test("[V-ATK-26] of a role that may not make its schemas is told which statements to run; with these it starts", async () => {
    await asSuperuser(host, 'create database "Closed-1"; ');
    const url = embeddedUrl(host.dataDir).replace(/lucaya$/, "Closed-1");
    const lines = [await refusal(url), await refusal(url, ["db", "migrate"])];
    for (const line of lines)
      expect(line).toBe(
        "The role lucaya of DATABASE_URL may not make what Lucaya needs. Run in the database Closed-1, as a superuser: " +
          'alter schema public owner to lucaya; grant create on database "Closed-1" to lucaya;',
      );
    const statements = /as a superuser: (.*)$/.exec(lines[0] ?? "")?.[1] ?? "";
    await asSuperuser(host, statements, "Closed-1");
    const program = await startProgram({ DATABASE_URL: url, SECRET: secret, DATA_DIR: await freshFolder() });
    expect(await program.query(owned)).toEqual(ownSchemas);
    expect(await program.stop()).toBe(0);
    const reset = await runProgram({ DATABASE_URL: url, SECRET: secret, DATA_DIR: program.dataDir }, ["db", "reset"]);
    expect([reset.status, reset.err]).toEqual([0, ""]);
  });

  test("[V-ATK-26] the statements of deploy/database.sql make such a role", async () => {
    const file = readFileSync("deploy/database.sql", "utf8").replaceAll("lucaya", "trial");
    const [before = "", after = ""] = file.split(/^\\connect trial$/m);
    for (const statement of before.split(";").filter((text) => /^(create)/m.test(text)))
      await asSuperuser(host, statement);
    await asSuperuser(host, after, "trial");
    const url = embeddedUrl(host.dataDir)
      .replace(/\/\/lucaya:[^@]*@/, "//trial:trial-password@")
      .replace(/lucaya$/, "trial");
    const program = await startProgram({ DATABASE_URL: url, SECRET: secret, DATA_DIR: await freshFolder() });
    expect(await program.query(attributes)).toEqual([{ more: false }]);
    expect(await program.query(owned)).toEqual(ownSchemas);
    expect(await program.stop()).toBe(0);
  });
});
