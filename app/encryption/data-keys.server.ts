import { eq, inArray, sql } from "drizzle-orm";
import { db, type Queryable } from "~/db/client.server";
import { dataKeys } from "~/db/schema/privacy/encryption";
import { log } from "~/log.server";
import { singleton } from "~/singleton.server";
import { newKey } from "./cipher.server";
import { UnusableKey, unwrap, wrap } from "./keyring.server";

export type KeyOwner = { applicationId: string } | { inquiryId: string };

const idOf = (owner: KeyOwner) => ("applicationId" in owner ? owner.applicationId : owner.inquiryId);
const columnOf = (owner: KeyOwner) => ("applicationId" in owner ? dataKeys.applicationId : dataKeys.inquiryId);

/** The additional authenticated data of a data key. */
export const dataKeyAad = (ownerId: string): string => `data_keys/${ownerId}`;

/** Data keys in memory, so that a save needs no query for them. */
const maxCached = 20_000;
const cached = singleton("data keys", () => new Map<string, Buffer>());

function cache(ownerId: string, key: Buffer) {
  if (cached.size >= maxCached) cached.delete(cached.keys().next().value ?? "");
  cached.set(ownerId, key);
  return key;
}

/** `settled`: not created by the transaction that reads it, which may still roll back. */
const selected = {
  applicationId: dataKeys.applicationId,
  wrapped: dataKeys.wrapped,
  wrappedBy: dataKeys.wrappedBy,
  settled: sql<boolean>`${dataKeys.createdAt} < now()`,
};
type Row = { wrapped: string; wrappedBy: string; settled: boolean };
function unwrapped(ownerId: string, { wrapped, wrappedBy, settled }: Row): Buffer {
  const key = unwrap({ wrapped, by: wrappedBy }, dataKeyAad(ownerId));
  return settled ? cache(ownerId, key) : key;
}

/** Undefined if it has none. Throws an UnusableKey. */
export async function dataKeyOf(owner: KeyOwner, from: Queryable = db): Promise<Buffer | undefined> {
  const id = idOf(owner);
  const known = cached.get(id);
  if (known) return known;
  const [row] = await from
    .select(selected)
    .from(dataKeys)
    .where(eq(columnOf(owner), id));
  return row && unwrapped(id, row);
}

/** By application id; missing and unusable keys are left out. */
export async function dataKeysOf(applicationIds: readonly string[], from: Queryable): Promise<Map<string, Buffer>> {
  const keys = new Map(
    applicationIds.flatMap((id) => (cached.has(id) ? [[id, cached.get(id) as Buffer] as const] : [])),
  );
  const unknown = applicationIds.filter((id) => !keys.has(id));
  if (unknown.length === 0) return keys;
  const rows = await from.select(selected).from(dataKeys).where(inArray(dataKeys.applicationId, unknown));
  for (const row of rows) {
    if (!row.applicationId) continue;
    try {
      keys.set(row.applicationId, unwrapped(row.applicationId, row));
    } catch (err) {
      if (!(err instanceof UnusableKey)) throw err;
      log.error({ err, applicationId: row.applicationId }, "the key of an application's answers can't be used");
    }
  }
  return keys;
}

/**
 * Creates the data key if missing; concurrent calls all get the same one. A rolled back transaction takes its key with
 * it, so a new key is cached only after it was read again.
 */
export async function requireDataKey(owner: KeyOwner, from: Queryable = db): Promise<Buffer> {
  const known = await dataKeyOf(owner, from);
  if (known) return known;
  const id = idOf(owner);
  const key = newKey();
  const { wrapped, by } = wrap(key, dataKeyAad(id));
  const [made] = await from
    .insert(dataKeys)
    .values({ ...owner, wrapped, wrappedBy: by })
    .onConflictDoNothing()
    .returning({ id: dataKeys.id });
  if (made) return key;
  const concurrent = await dataKeyOf(owner, from);
  if (!concurrent) throw new Error("A data key is there and is not");
  return concurrent;
}

/** Call when a key is destroyed; without an id it clears the cache. */
export function forgetDataKey(ownerId?: string): void {
  if (ownerId) cached.delete(ownerId);
  else cached.clear();
}
