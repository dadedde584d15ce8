import { sql } from "drizzle-orm";
import { locks, takeLock } from "~/db/advisory-locks.server";
import type { Queryable } from "~/db/client.server";
import { log } from "~/log.server";
import { dataKeyAad } from "./data-keys.server";
import { UnusableKey, unwrap, type Wrapped, wrap } from "./keyring.server";
import { hasImports, hasSecrets } from "./used-keys.server";

/** Keys per transaction: their rows are locked that long. */
const batchSize = 200;

/** The additional authenticated data of a file's key. */
export const fileKeyAad = (documentId: string) => `documents/${documentId}/file_key`;

/** The additional authenticated data of the key of an import's file. */
export const importKeyAad = (importId: string) => `client_imports/${importId}/file_key`;

/** The additional authenticated data of an authenticator app's secret. */
export const secretAad = (id: string): string => `authenticators/${id}`;

/** Ids of rows whose key can't be unwrapped: it was changed, or its master key is missing. */
export type Unreadable = { dataKeys: Set<string>; files: Set<string>; secrets: Set<string> };
export const noneUnreadable = (): Unreadable => ({ dataKeys: new Set(), files: new Set(), secrets: new Set() });

type Batch = { renewed: number; applicationIds: string[]; isLeft: boolean };

/**
 * Rewraps a batch of keys of the master keys `old` with the active one; returns how many, their applications, and
 * whether more are left. Skips locked rows, so that it waits for nobody; locks an application before its key, as
 * everybody does. Needs a short transaction.
 */
export async function rewrapKeys(tx: Queryable, old: readonly string[], unreadable: Unreadable): Promise<Batch> {
  if (old.length === 0) return { renewed: 0, applicationIds: [], isLeft: false };
  // Of concurrent runs each finds the rows of the others done.
  await takeLock(tx, locks.rotationBatch);
  const rows = await lockedKeys(tx, old, unreadable.dataKeys);
  const done = rewrapped(rows, unreadable.dataKeys, (row) => dataKeyAad(row.applicationId ?? row.inquiryId ?? ""));
  await tx.execute(sql`
    update data_keys set wrapped = r.wrapped, wrapped_by = r.by
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as r(id uuid, wrapped text, by text)
    where data_keys.id = r.id`);
  const files =
    rows.length > 0 ? 0 : (await wrapFiles(tx, old, unreadable.files)) + (await wrapImports(tx, old, unreadable.files));
  const applicationIds = done.flatMap(({ applicationId }) => applicationId ?? []);
  const secrets = rows.length + files > 0 ? 0 : await wrapSecrets(tx, old, unreadable.secrets);
  const renewed = rows.length + files + secrets;
  return { renewed, applicationIds, isLeft: renewed > 0 || (await isAnyLeft(tx, old, unreadable)) };
}

const texts = (list: Iterable<string>) => sql`${sql.param([...list])}::text[]`;
const ids = (list: Iterable<string>) => sql`${sql.param([...list])}::uuid[]`;
const wrappedByOld = (old: readonly string[], unreadable: Set<string>) =>
  sql`k.wrapped_by = any(${texts(old)}) and k.id <> all(${ids(unreadable)})`;
const fileWrappedByOld = (old: readonly string[], unreadable: Set<string>) =>
  sql`file_key_by = any(${texts(old)}) and id <> all(${ids(unreadable)})`;

type KeyRow = Wrapped & { id: string; applicationId: string | null; inquiryId: string | null };

/** Unlocked keys of applications; once there are none, those of inquiries. */
async function lockedKeys(tx: Queryable, old: readonly string[], unreadable: Set<string>): Promise<KeyRow[]> {
  const condition = wrappedByOld(old, unreadable);
  const locked = await tx.execute<{ id: string }>(sql`
    select k.id from data_keys k join visa_applications a on a.id = k.application_id where ${condition}
    limit ${batchSize} for no key update of a skip locked`);
  const own = ids(locked.rows.map(({ id }) => id));
  const part = locked.rows.length > 0 ? sql`k.id = any(${own})` : sql`k.application_id is null`;
  const { rows } = await tx.execute<KeyRow>(sql`
    select id, application_id as "applicationId", inquiry_id as "inquiryId", wrapped, wrapped_by as by
    from data_keys k where ${condition} and ${part} limit ${batchSize} for no key update skip locked`);
  return rows;
}

/** Keys of unattached files. */
async function wrapFiles(tx: Queryable, old: readonly string[], unreadable: Set<string>): Promise<number> {
  const { rows } = await tx.execute<Wrapped & { id: string }>(sql`
    select id, file_key as wrapped, file_key_by as by from documents where ${fileWrappedByOld(old, unreadable)}
    limit ${batchSize} for no key update skip locked`);
  const done = rewrapped(rows, unreadable, ({ id }) => fileKeyAad(id));
  await tx.execute(sql`
    update documents set file_key = r.wrapped, file_key_by = r.by
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as r(id uuid, wrapped text, by text)
    where documents.id = r.id`);
  return rows.length;
}

/** Keys of the files of imports. */
async function wrapImports(tx: Queryable, old: readonly string[], unreadable: Set<string>): Promise<number> {
  if (!(await hasImports(tx))) return 0;
  const { rows } = await tx.execute<Wrapped & { id: string }>(sql`
    select id, file_key as wrapped, file_key_by as by from client_imports where ${fileWrappedByOld(old, unreadable)}
    limit ${batchSize} for no key update skip locked`);
  const done = rewrapped(rows, unreadable, ({ id }) => importKeyAad(id));
  await tx.execute(sql`
    update client_imports set file_key = r.wrapped, file_key_by = r.by
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as r(id uuid, wrapped text, by text)
    where client_imports.id = r.id`);
  return rows.length;
}

const secretWrappedByOld = (old: readonly string[], unreadable: Set<string>) =>
  sql`secret_by = any(${texts(old)}) and id <> all(${ids(unreadable)})`;

/** Secrets of authenticator apps, last. */
async function wrapSecrets(tx: Queryable, old: readonly string[], unreadable: Set<string>): Promise<number> {
  if (!(await hasSecrets(tx))) return 0;
  const { rows } = await tx.execute<Wrapped & { id: string }>(sql`
    select id, secret as wrapped, secret_by as by from authenticators where ${secretWrappedByOld(old, unreadable)}
    limit ${batchSize} for no key update skip locked`);
  const done = rewrapped(rows, unreadable, ({ id }) => secretAad(id));
  await tx.execute(sql`
    update authenticators set secret = r.wrapped, secret_by = r.by
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as r(id uuid, wrapped text, by text)
    where authenticators.id = r.id`);
  return rows.length;
}

async function isAnyLeft(tx: Queryable, old: readonly string[], unreadable: Unreadable): Promise<boolean> {
  const { dataKeys, files, secrets } = unreadable;
  const secretsLeft = (await hasSecrets(tx))
    ? sql`or exists (select 1 from authenticators where ${secretWrappedByOld(old, secrets)})`
    : sql``;
  const importsLeft = (await hasImports(tx))
    ? sql`or exists (select 1 from client_imports where ${fileWrappedByOld(old, files)})`
    : sql``;
  const { rows } = await tx.execute<{ left: boolean }>(sql`
    select exists (select 1 from data_keys k where ${wrappedByOld(old, dataKeys)})
      or exists (select 1 from documents where ${fileWrappedByOld(old, files)}) ${importsLeft} ${secretsLeft} as left`);
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
