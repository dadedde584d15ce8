import type { ExtractTablesWithRelations } from "drizzle-orm";
import { drizzle, type NodePgDatabase, NodePgSession } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import { Client, type ClientConfig, Pool } from "pg";
import { databaseUrl } from "~/db/address.server";
import { log } from "~/log.server";
import { survivesReload } from "~/survives-reload.server";

/**
 * Asks the system to look after a quiet connection: to a machine that is gone without a word it would otherwise be
 * waited on for ever. In milliseconds.
 */
export const lookedAfter = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Asks for the address when it connects: what only imports this module needs no database. */
class ClientOfOurs extends Client {
  constructor(options?: ClientConfig) {
    super({ ...options, connectionString: databaseUrl() });
  }
}

function openPool() {
  const pool = new Pool({
    Client: ClientOfOurs,
    max: 10,
    connectionTimeoutMillis: 5_000,
    application_name: "lucaya",
    ...lookedAfter,
  });
  // An idle connection that breaks is replaced by the next query; unheard, its error would end the program.
  pool.on("error", (err) => log.warn({ err }, "a database connection broke"));
  // Nor does the pool listen to one that a transaction holds: its queries tell.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

export const pool = survivesReload("database pool", openPool);

const names = { casing: "snake_case" } as const;
export const db = drizzle(pool, names);

// drizzle-orm never gives a connection back whose `begin` fails, as those of a server that ends do: ten of them, and
// the pool is empty for good (drizzle-team/drizzle-orm#6023).
const dialect = new PgDialect(names);
type NoSchema = Record<string, never>;
db.transaction = async (work, config) => {
  const client = await pool.connect();
  try {
    return await new NodePgSession<NoSchema, ExtractTablesWithRelations<NoSchema>>(
      client,
      dialect,
      undefined,
    ).transaction(work, config);
  } finally {
    client.release();
  }
};

type Database = NodePgDatabase;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
export type Queryable = Database | Transaction;
