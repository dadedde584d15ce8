import { sql } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { log } from "~/log.server";
import { placeOfKey } from "./data-keys.server";
import { UnusableKey, unwrap, type Wrapped, wrap } from "./keyring.server";

/** How many keys go into one transaction: their rows are locked for as long as it takes. */
const batchSize = 200;
/** An advisory lock, so that of several at once each finds the rows of the others done. */
const batchLock = 4_275_009;

/** The place that the key of a file that belongs to nothing yet is wrapped for. */
const placeOfFileKey = (documentId: string) => `documents/${documentId}/file_key`;

/** Ids of rows whose key can't be unwrapped: they were changed where they lie, or their master key is missing. */
export type Unreadable = { dataKeys: Set<string>; files: Set<string> };

type Batch = { found: number; renewed: number; applicationIds: string[] };

/**
 * Wraps a batch of keys with the key that writes, whose master key is one of `old`, and returns how many there were,
 * how many were done, and of which applications. Rows that others hold are left for the next batch, so that it waits
 * for nobody; of an application the row is locked first, as everybody does. The caller's transaction is a short one.
 */
export async function wrapAnew(tx: Queryable, old: readonly string[], unreadable: Unreadable): Promise<Batch> {
  if (old.length === 0) return { found: 0, renewed: 0, applicationIds: [] };
  await tx.execute(sql`select pg_advisory_xact_lock(${batchLock})`);
  const keys = await dataKeyBatch(tx, old, unreadable.dataKeys);
  if (keys.found > 0) return keys;
  const found = await fileBatch(tx, old, unreadable.files);
  return { ...found, applicationIds: [] };
}

const texts = (list: Iterable<string>) => sql`${sql.param([...list])}::text[]`;
const ids = (list: Iterable<string>) => sql`${sql.param([...list])}::uuid[]`;

type KeyRow = Wrapped & { id: string; applicationId: string | null; inquiryId: string | null };

async function dataKeyBatch(tx: Queryable, old: readonly string[], unreadable: Set<string>): Promise<Batch> {
  const found = await tx.execute<{ id: string; applicationId: string | null }>(sql`
    select id, application_id as "applicationId" from data_keys
    where wrapped_by = any(${texts(old)}) and id <> all(${ids(unreadable)}) limit ${batchSize}`);
  const applications = found.rows.flatMap(({ applicationId }) => applicationId ?? []);
  const held = await tx.execute<{ id: string }>(
    sql`select id from visa_applications where id = any(${ids(applications)}) for no key update skip locked`,
  );
  const { rows } = await tx.execute<KeyRow>(sql`
    select id, application_id as "applicationId", inquiry_id as "inquiryId", wrapped, wrapped_by as by from data_keys
    where id = any(${ids(found.rows.map(({ id }) => id))}) and wrapped_by = any(${texts(old)})
      and (application_id is null or application_id = any(${ids(held.rows.map(({ id }) => id))}))
    for no key update skip locked`);
  const done = rewrapped(rows, unreadable, ({ applicationId, inquiryId }) =>
    placeOfKey(applicationId ?? inquiryId ?? ""),
  );
  await tx.execute(sql`
    update data_keys set wrapped = r.wrapped, wrapped_by = r.by
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as r(id uuid, wrapped text, by text)
    where data_keys.id = r.id`);
  const applicationIds = rows
    .filter(({ id }) => !unreadable.has(id))
    .flatMap(({ applicationId }) => applicationId ?? []);
  return { found: found.rows.length, renewed: rows.length, applicationIds };
}

async function fileBatch(
  tx: Queryable,
  old: readonly string[],
  unreadable: Set<string>,
): Promise<Omit<Batch, "applicationIds">> {
  const which = sql`file_key_by = any(${texts(old)}) and id <> all(${ids(unreadable)})`;
  const { rows: found } = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from (select 1 from documents where ${which} limit ${batchSize}) some`,
  );
  const { rows } = await tx.execute<Wrapped & { id: string }>(sql`
    select id, file_key as wrapped, file_key_by as by from documents where ${which}
    limit ${batchSize} for no key update skip locked`);
  const done = rewrapped(rows, unreadable, ({ id }) => placeOfFileKey(id));
  await tx.execute(sql`
    update documents set file_key = r.wrapped, file_key_by = r.by
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as r(id uuid, wrapped text, by text)
    where documents.id = r.id`);
  return { found: found[0]?.n ?? 0, renewed: rows.length };
}

/** The rows wrapped anew; those that can't be are noted and logged with their place. */
function rewrapped<Row extends Wrapped & { id: string }>(
  rows: readonly Row[],
  unreadable: Set<string>,
  placeOf: (row: Row) => string,
): (Wrapped & { id: string })[] {
  return rows.flatMap((row) => {
    const place = placeOf(row);
    try {
      return [{ id: row.id, ...wrap(unwrap(row, place), place) }];
    } catch (error) {
      if (!(error instanceof UnusableKey)) throw error;
      unreadable.add(row.id);
      log.error({ place }, "a data key can't be renewed");
      return [];
    }
  });
}
