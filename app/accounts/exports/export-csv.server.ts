import { count, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { PoolClient } from "pg";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { type Order, orderBy } from "~/core/lists/keyset.server";
import { nassauDay } from "~/core/time";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { db, pool } from "~/db/client.server";
import type { AdminRole } from "~/db/schema/values";
import { log } from "~/log.server";
import type { CsvColumn } from "./csv-column";
import { csvSize, csvStream } from "./csv-stream.server";

type Fields = Record<string, SQL.Aliased<string | null>>;
/** Gets condition and order added. */
type Source = {
  where(condition: SQL | undefined): { orderBy(...keys: SQL[]): { toSQL(): { sql: string; params: unknown[] } } };
};

export type CsvExport = {
  /** As in the log: `inquiries`. */
  list: string;
  /** Before the date. */
  fileName: string;
  columns: readonly CsvColumn[];
  /** Without the search text. */
  filters: Record<string, string | boolean>;
  table: PgTable;
  /** Only if columns need joined tables. */
  from?: (fields: Fields) => Source;
  where: SQL | undefined;
  order: Order;
  /** By default all staff. */
  role?: AdminRole;
};

/** Each holds a connection until its download ends. */
const atOnce = 2;
let running = 0;
const busyWords = "Two exports are running already. Please try again in a minute.";

/**
 * All rows of a list as CSV: UTF-8 with a byte order mark, CRLF, every field quoted, formulas escaped. One snapshot,
 * read twice by a cursor: for its size and then at the browser's speed, so that memory does not grow with the rows.
 * Logs what was exported and how many rows, without the search text (K-CSV-3).
 */
export async function exportCsv(
  context: StaffContext,
  exported: CsvExport,
): Promise<Done<{ fileName: string; size: number; body: ReadableStream<Uint8Array> }> | Refused> {
  // Before it takes a slot: reauthentication must keep nobody waiting.
  const verb = { input: z.undefined(), fresh: true, ...(exported.role ? { role: exported.role } : {}) } as const;
  const admitted = await asStaff(context, verb, undefined, async () => ({ ok: true }));
  if (!admitted.ok) return admitted;
  if (running >= atOnce) return refuse("busy", busyWords);
  running += 1;
  let client: PoolClient | undefined;
  try {
    client = await pool.connect();
    const read = client;
    const opened = await asStaff(context, verb, undefined, async ({ record }) => {
      const rows = await openCursor(read, exported);
      const columns = exported.columns.map(({ title }) => title).join(", ");
      await record({
        actionType: `${exported.list}_exported`,
        subjectType: exported.list,
        details: { ...exported.filters, columns, rows },
      });
      return { ok: true };
    });
    if (!opened.ok) {
      running -= 1;
      client.release(true);
      return opened;
    }
    const size = await csvSize(client, exported.columns);
    await client.query("close export");
    await declareCursor(client, exported);
    const body = await csvStream(client, exported.columns, () => {
      running -= 1;
    });
    return { ok: true, fileName: `${exported.fileName}-${nassauDay()}.csv`, size, body };
  } catch (err) {
    running -= 1;
    client?.release(true);
    log.error({ err, list: exported.list }, "a list could not be exported");
    return refuse("failed");
  }
}

/** Opens the cursor `export` in its own snapshot; returns the number of rows. */
async function openCursor(client: PoolClient, exported: CsvExport): Promise<number> {
  const counted = db.select({ n: count() }).from(exported.table).where(exported.where).toSQL();
  await client.query("begin isolation level repeatable read read only");
  const { rows: found } = await client.query<[string]>({
    text: counted.sql,
    values: counted.params,
    rowMode: "array",
  });
  await declareCursor(client, exported);
  return Number(found[0]?.[0] ?? 0);
}

async function declareCursor(client: PoolClient, { columns, table, from, where, order }: CsvExport): Promise<void> {
  const fields = Object.fromEntries(
    columns.map(({ value }, index) => [`c${index}`, sql<string | null>`(${value})::text`.as(`c${index}`)]),
  );
  const source: Source = from?.(fields) ?? db.select(fields).from(table);
  const chosen = source
    .where(where)
    .orderBy(...orderBy(order))
    .toSQL();
  await client.query(`declare export no scroll cursor for ${chosen.sql}`, chosen.params);
}
