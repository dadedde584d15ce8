import type { Client } from "pg";
import { z } from "zod";
import { connect } from "~/db/connect.server";
import { StartError } from "./binaries.server";

/** PostgreSQL's first user in an embedded folder, with the name of its stored password. */
export const superuser = { name: "postgres", secret: "postgres-superuser-password" };

const quoted = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

/** The least that a plain role needs to own its tables, drizzle's and the queue's schema. */
const handOver = (role: string, database: string) => ({
  schema: `alter schema public owner to ${quoted(role)}`,
  schemas: `grant create on database ${quoted(database)} to ${quoted(role)}`,
});

/**
 * Creates the database `lucaya` of an embedded server and its only role for us; does nothing if a concurrent start did.
 * `addressOf` returns the superuser's URL for a database.
 */
export async function makeRole(addressOf: (database: string) => string, password: string): Promise<void> {
  const first = await connect("lucaya start", addressOf("postgres"));
  try {
    const { rowCount } = await first.query("select 1 from pg_database where datname = 'lucaya'");
    if (!rowCount) await first.query("create database lucaya").catch(unlessMade);
  } finally {
    await first.end();
  }
  const client = await connect("lucaya start", addressOf("lucaya"));
  const { schema, schemas } = handOver("lucaya", "lucaya");
  // One transaction, so that a role that exists has all its rights.
  const text = `begin; create role lucaya login password ${client.escapeLiteral(password)}; ${schema}; ${schemas}; commit`;
  try {
    const { rowCount } = await client.query("select 1 from pg_roles where rolname = 'lucaya'");
    if (!rowCount) await client.query(text).catch(unlessMade);
  } finally {
    await client.end();
  }
}

/** 42P04, 42710, 23505: a concurrent start created it. */
function unlessMade(error: unknown) {
  const made = ["42P04", "42710", "23505"];
  if (!(error instanceof Error && "code" in error && made.includes(String(error.code)))) throw error;
}

const state = z.object({
  role: z.string(),
  database: z.string(),
  superuser: z.boolean(),
  others: z.string().nullable(),
  schema: z.boolean(),
  schemas: z.boolean(),
  trigrams: z.boolean(),
});

/** Roles that read server files or run its programs count as superusers. */
const stateQuery = `
  select current_user::text as role, current_database()::text as database,
    exists (select from pg_roles as server
      where (server.rolsuper or server.rolname in ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files'))
        and pg_has_role(own.oid, server.oid, 'member')) as superuser,
    (select min(nspname::text) from pg_namespace
      where nspowner = own.oid and nspname not in ('public', 'drizzle', 'pgboss') and nspname !~ '^pg_') as others,
    not exists (select from pg_namespace where nspname = 'public' and not pg_has_role(nspowner, 'usage')) as schema,
    has_database_privilege(current_database(), 'create') as schemas,
    exists (select from pg_extension where extname = 'pg_trgm')
      or exists (select from pg_available_extension_versions where name = 'pg_trgm' and trusted) as trigrams
  from pg_roles as own where rolname = current_user`;

async function readState(client: Client) {
  return state.parse((await client.query(stateQuery)).rows[0]);
}

/** Throws a StartError if the folder's role `lucaya` is a superuser, as builds before 1.0.0 made it. */
export async function requirePlainRole(client: Client, dir: string): Promise<void> {
  if (!(await readState(client)).superuser) return;
  throw new StartError(
    `In ${dir} the role lucaya is a superuser, as an earlier release made it. It is from before the first release of Lucaya, and no later one can bring it up to date: set DATA_DIR to a new folder.`,
  );
}

/** Throws a StartError with the SQL to run, unless DATABASE_URL's role is a plain one that may create schemas. */
export async function requireOwnRole(): Promise<void> {
  const client = await connect("lucaya start");
  const current = await readState(client).finally(() => client.end());
  const { role, database, others } = current;
  if (current.superuser || others !== null) {
    const own = role === "lucaya" ? "lucaya_program" : "lucaya";
    const { schema, schemas } = handOver(own, database);
    throw new StartError(
      `The role ${role} of DATABASE_URL ${current.superuser ? "is a superuser" : `owns the schema ${others} too`}, and Lucaya runs as a role that owns its own schema alone. ` +
        `Run in the database ${database}, as a superuser: create role ${own} login password '…'; ${schema}; ${schemas}; and put that role into DATABASE_URL (docs/DEPLOYMENT.md).`,
    );
  }
  const { schema, schemas } = handOver(role, database);
  const missing = [
    ...(current.schema ? [] : [schema]),
    ...(current.schemas ? [] : [schemas]),
    ...(current.trigrams ? [] : ["create extension pg_trgm"]),
  ];
  if (missing.length === 0) return;
  throw new StartError(
    `The role ${role} of DATABASE_URL may not make what Lucaya needs. Run in the database ${database}, as a superuser: ${missing.join("; ")};`,
  );
}
