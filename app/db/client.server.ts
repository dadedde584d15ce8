import type { ExtractTablesWithRelations } from "drizzle-orm";
import { drizzle, type NodePgDatabase, NodePgSession } from "drizzle-orm/node-postgres";
import { PgDialect, type PgTransactionConfig } from "drizzle-orm/pg-core";
import { Client, type ClientConfig, Pool, type PoolClient } from "pg";
import { databaseUrl } from "~/db/database-url.server";
import { log } from "~/log.server";
import { singleton } from "~/singleton.server";

/** So that the system notices a peer that vanished; a query would otherwise wait forever. In milliseconds. */
export const tcpKeepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Reads the URL only when it connects, so that importing this module needs no database. */
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
    ...tcpKeepAlive,
  });
  // The next query replaces a broken idle connection; without a listener its error would end the process. `end` returns
  // before its connections are closed, so a server that stops right after it may still report them as broken.
  pool.on("error", (err) => {
    if (!pool.ending) log.warn({ err }, "a database connection broke");
  });
  // The pool does not listen to a connection in use by a transaction; its queries report the error.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

export const pool = singleton("database pool", openPool);

const names = { casing: "snake_case" } as const;
export const db = drizzle(pool, names);

// drizzle-orm never releases a connection whose `begin` fails, as on a server that is stopping: after ten of them the
// pool is empty for good (drizzle-team/drizzle-orm#6023).
const dialect = new PgDialect(names);
type NoSchema = Record<string, never>;
type Database = NodePgDatabase;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
export type Queryable = Database | Transaction;

/** Also passes the transaction's connection, for statements that are prepared by name. */
export async function transactionOn<Result>(
  work: (tx: Transaction, client: PoolClient) => Promise<Result>,
  config?: PgTransactionConfig,
): Promise<Result> {
  const client = await pool.connect();
  try {
    const session = new NodePgSession<NoSchema, ExtractTablesWithRelations<NoSchema>>(client, dialect, undefined);
    return await session.transaction((tx) => work(tx, client), config);
  } finally {
    client.release();
  }
}
db.transaction = transactionOn;
