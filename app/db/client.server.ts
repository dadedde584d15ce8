import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import { databaseUrl } from "~/db/address.server";
import { log } from "~/log.server";
import * as accounts from "./schema/accounts";
import * as applications from "./schema/applications";
import * as catalogue from "./schema/catalogue";
import * as content from "./schema/content";
import * as counts from "./schema/counts";
import * as documents from "./schema/documents";
import * as inquiries from "./schema/inquiries";
import * as mail from "./schema/mail";
import * as migrationRuns from "./schema/migration-runs";
import * as reviews from "./schema/reviews";
import * as steps from "./schema/steps";
import * as troubles from "./schema/troubles";

export const schema = {
  ...accounts,
  ...applications,
  ...catalogue,
  ...content,
  ...counts,
  ...documents,
  ...inquiries,
  ...mail,
  ...migrationRuns,
  ...reviews,
  ...steps,
  ...troubles,
};

// In development a changed file loads this module again; the pool stays.
const kept = globalThis as typeof globalThis & { lucayaPool?: Pool };

function openPool() {
  const pool = new Pool({
    connectionString: databaseUrl(),
    max: 10,
    connectionTimeoutMillis: 5_000,
    application_name: "lucaya",
  });
  // An idle connection that breaks is replaced by the next query; unheard, its error would end the program.
  pool.on("error", (err) => log.warn({ err }, "a database connection broke"));
  return pool;
}

kept.lucayaPool ??= openPool();
export const pool: Pool = kept.lucayaPool;

export const db = drizzle(pool, { schema, casing: "snake_case" });

export type Database = NodePgDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
export type Queryable = Database | Transaction;
