import { sql } from "drizzle-orm";
import { locks, takeLock } from "~/db/advisory-locks.server";
import type { Queryable } from "~/db/client.server";
import { log } from "~/log.server";
import { dataKeyAad } from "./data-keys.server";
import { UnusableKey, unwrap, type Wrapped, wrap } from "./keyring.server";
import { type KeyTable, keyTables, wrappedKeys } from "./used-keys.server";

/** Keys per transaction: their rows are locked that long. */
const batchSize = 200;

/** The additional authenticated data of a file's key. */
export const fileKeyAad = (documentId: string) => `documents/${documentId}/file_key`;

/** The additional authenticated data of the key of an import's file. */
export const importKeyAad = (importId: string) => `client_imports/${importId}/file_key`;

/** The additional authenticated data of an authenticator app's secret. */
export const secretAad = (id: string): string => `authenticators/${id}`;

type Batch = { renewed: number; applicationIds: string[]; isLeft: boolean };

/**
 * Rewraps a batch of keys of the master keys `old` with the active one; returns how many, their applications, and
 * whether more are left. Skips locked rows, so that it waits for nobody; locks an application before its key, as
 * everybody does. Needs a short transaction. Adds to `unreadable` the ids of rows whose key can't be unwrapped: it was
 * changed, or its master key is missing.
 */
export async function rewrapKeys(tx: Queryable, old: readonly string[], unreadable: Set<string>): Promise<Batch> {
  if (old.length === 0) return { renewed: 0, applicationIds: [], isLeft: false };
  // Of concurrent runs each finds the rows of the others done.
  await takeLock(tx, locks.rotationBatch);
  const keys = await lockedDataKeys(tx, old, unreadable);
  const done = rewrapped(keys, unreadable, ({ applicationId, inquiryId }) =>
    dataKeyAad(applicationId ?? inquiryId ?? ""),
  );
  await store(tx, "data_keys", done);
  let renewed = keys.length;
  const tables = await keyTables(tx);
  for (const table of tables)
    if (renewed === 0 && table !== "data_keys") renewed = await rewrapIn(tx, table, old, unreadable);
  const applicationIds = done.flatMap(({ applicationId }) => applicationId ?? []);
  return { renewed, applicationIds, isLeft: renewed > 0 || (await isAnyLeft(tx, tables, old, unreadable)) };
}

const ids = (list: Iterable<string>) => sql`${sql.param([...list])}::uuid[]`;
const isWrappedByOld = (table: KeyTable, old: readonly string[], unreadable: Set<string>) =>
  sql`${wrappedKeys[table].by} = any(${sql.param([...old])}::text[]) and k.id <> all(${ids(unreadable)})`;

type KeyRow = Wrapped & { id: string };
type DataKeyRow = KeyRow & { applicationId: string | null; inquiryId: string | null };

/** Unlocked keys of applications; once there are none, those of inquiries. */
async function lockedDataKeys(tx: Queryable, old: readonly string[], unreadable: Set<string>): Promise<DataKeyRow[]> {
  const condition = isWrappedByOld("data_keys", old, unreadable);
  const locked = await tx.execute<{ id: string }>(sql`
    select k.id from data_keys k join visa_applications a on a.id = k.application_id where ${condition}
    limit ${batchSize} for no key update of a skip locked`);
  const own = ids(locked.rows.map(({ id }) => id));
  const part = locked.rows.length > 0 ? sql`k.id = any(${own})` : sql`k.application_id is null`;
  const { rows } = await tx.execute<DataKeyRow>(sql`
    select id, application_id as "applicationId", inquiry_id as "inquiryId", wrapped, wrapped_by as by
    from data_keys k where ${condition} and ${part} limit ${batchSize} for no key update skip locked`);
  return rows;
}

const aads = { documents: fileKeyAad, client_imports: importKeyAad, authenticators: secretAad };

async function rewrapIn(tx: Queryable, table: keyof typeof aads, old: readonly string[], unreadable: Set<string>) {
  const { key, by } = wrappedKeys[table];
  const { rows } = await tx.execute<KeyRow>(sql`
    select id, ${key} as wrapped, ${by} as by from ${sql.raw(table)} k where ${isWrappedByOld(table, old, unreadable)}
    limit ${batchSize} for no key update skip locked`);
  await store(
    tx,
    table,
    rewrapped(rows, unreadable, ({ id }) => aads[table](id)),
  );
  return rows.length;
}

async function store(tx: Queryable, table: KeyTable, rows: readonly KeyRow[]): Promise<void> {
  const { key, by } = wrappedKeys[table];
  await tx.execute(sql`
    update ${sql.raw(table)} k set ${key} = r.wrapped, ${by} = r.by
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, wrapped text, by text)
    where k.id = r.id`);
}

async function isAnyLeft(
  tx: Queryable,
  tables: readonly KeyTable[],
  old: readonly string[],
  unreadable: Set<string>,
): Promise<boolean> {
  const left = tables.map(
    (table) => sql`exists (select 1 from ${sql.raw(table)} k where ${isWrappedByOld(table, old, unreadable)})`,
  );
  const { rows } = await tx.execute<{ left: boolean }>(sql`select ${sql.join(left, sql` or `)} as left`);
  return rows[0]?.left ?? false;
}

/** The rewrapped rows; failures are noted and logged with their place. */
function rewrapped<Row extends Wrapped & { id: string }>(
  rows: readonly Row[],
  unreadable: Set<string>,
  aadOf: (row: Row) => string,
): Row[] {
  return rows.flatMap((row) => {
    const aad = aadOf(row);
    try {
      return [{ ...row, ...wrap(unwrap(row, aad), aad) }];
    } catch (error) {
      if (!(error instanceof UnusableKey)) throw error;
      unreadable.add(row.id);
      log.error({ place: aad }, "a data key can't be renewed");
      return [];
    }
  });
}
