import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { rememberDatabaseUrl } from "~/db/database-url.server";
import { requireOwnRole, requirePlainRole } from "./role.server";

// Roles belong to the whole server of the run, so they have names of this file's own.
const name = `roles_${process.pid}`;
// Its name needs quotes.
const base = `Roles-${process.pid}`;
const { superuser } = inject("server");
const urlOf = (user: string, database = base) => {
  const url = new URL(superuser);
  if (user !== "postgres") Object.assign(url, { username: user, password: "role-password" });
  url.pathname = `/${database}`;
  return url.href;
};
async function run(text: string, database = base) {
  const client = new pg.Client({ connectionString: urlOf("postgres", database) });
  await client.connect();
  await client.query(text).finally(() => client.end());
}
const roles: string[] = [];
/** A plain role that may log in, with what more is said of it. */
async function role(kind: string, more = ""): Promise<string> {
  const made = `${name}_${kind}`;
  roles.push(made);
  await run(`create role ${made} login password 'role-password'; ${more.replaceAll("ROLE", made)}`);
  return made;
}
beforeAll(() => run(`create database "${base}"`, "lucaya"));
afterAll(async () => {
  await run(`drop database "${base}" with (force)`, "lucaya");
  for (const made of roles.reverse()) await run(`drop role ${made}`, "lucaya");
});

/** The line that refuses a role; nothing where it may run the program. */
async function refusal(user: string): Promise<string | undefined> {
  rememberDatabaseUrl(urlOf(user));
  return requireOwnRole().then(
    () => undefined,
    (error: Error) => error.message,
  );
}
const ready = `alter schema public owner to ROLE; grant create on database "${base}" to ROLE; create extension if not exists pg_trgm`;
const isSuperuser = (user: string) => `The role ${user} of DATABASE_URL is a superuser`;

describe("[V-ATK-26] the role of DATABASE_URL", () => {
  test("[V-ATK-26] a plain role that can create its schemas is accepted", async () => {
    expect(await refusal(await role("plain", ready))).toBeUndefined();
  });

  test("[V-ATK-26] a superuser is refused, and the message says what to run", async () => {
    expect(await refusal("postgres")).toBe(
      `${isSuperuser("postgres")}, and Lucaya runs as a role that owns its own schema alone. Run in the database ${base}, ` +
        `as a superuser: create role lucaya login password '…'; alter schema public owner to lucaya; ` +
        `grant create on database "${base}" to lucaya; and put that role into DATABASE_URL (docs/DEPLOYMENT.md).`,
    );
  });

  test("[V-ATK-26] a direct or indirect member of a superuser is refused, inheriting or not", async () => {
    const superuser = await role("boss", "alter role ROLE superuser");
    const direct = await role("direct", `${ready}; grant ${superuser} to ROLE`);
    expect(await refusal(direct)).toContain(isSuperuser(direct));
    const alone = await role("alone", `${ready}; grant ${superuser} to ROLE with inherit false, set true`);
    expect(await refusal(alone)).toContain(isSuperuser(alone));
    const group = await role("group", `grant ${superuser} to ROLE`);
    const nested = await role("nested", `${ready}; grant ${group} to ROLE`);
    expect(await refusal(nested)).toContain(isSuperuser(nested));
  });

  test.each(["pg_read_server_files", "pg_write_server_files", "pg_execute_server_program"])(
    "[V-ATK-26] a role that may %s is refused as a superuser",
    async (right) => {
      const made = await role(right.replace("pg_", ""), `${ready}; grant ${right} to ROLE`);
      expect(await refusal(made)).toContain(isSuperuser(made));
    },
  );

  test("[V-ATK-26] a member of a harmless role is accepted", async () => {
    expect(await refusal(await role("monitor", `${ready}; grant pg_monitor to ROLE`))).toBeUndefined();
  });

  test("[V-ATK-26] a role that owns another schema is refused, naming the schema", async () => {
    const owner = await role("owner", `${ready}; create schema bookkeeping authorization ROLE`);
    expect(await refusal(owner)).toContain(`The role ${owner} of DATABASE_URL owns the schema bookkeeping too`);
    await run("drop schema bookkeeping");
  });

  test("[V-ATK-26] a role that can't create its schemas gets an error naming the missing privilege", async () => {
    const made = await role("poor", "alter schema public owner to postgres; drop extension if exists pg_trgm");
    const line = (statements: string) =>
      `The role ${made} of DATABASE_URL may not make what Lucaya needs. Run in the database ${base}, as a superuser: ${statements};`;
    const [schema, schemas] = [`alter schema public owner to ${made}`, `grant create on database "${base}" to ${made}`];
    expect(await refusal(made)).toBe(line(`${schema}; ${schemas}`));
    await run(schemas);
    expect(await refusal(made)).toBe(line(schema));
    await run(schema);
    expect(await refusal(made)).toBeUndefined();
  });
});

test("[V-ATK-26] a data folder whose role is actually a superuser is refused, another is accepted", async () => {
  const connected = async (user: string) => {
    const client = new pg.Client({ connectionString: urlOf(user) });
    await client.connect();
    return requirePlainRole(client, "/data/postgres").finally(() => client.end());
  };
  await expect(connected("postgres")).rejects.toThrow("In /data/postgres the role lucaya is a superuser");
  await connected(await role("modest"));
});
