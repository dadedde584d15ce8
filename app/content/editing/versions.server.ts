import { and, desc, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { keyedLocks, takeKeyedLock } from "~/db/advisory-locks.server";
import type { Queryable, Transaction } from "~/db/client.server";
import { contentVersions as t } from "~/db/schema/content";
import { type Content, differing, type Kind } from "./kind";
import { fieldwise } from "./merge";

export type Version = typeof t.$inferSelect;
export type ContentRef = { kind: Kind; key: string };

const ofItem = ({ kind, key }: ContentRef) => and(eq(t.kind, kind.kind), eq(t.key, key));

/** Serializes changes of one item, including its first ones, when there is no row to lock. */
export async function lockContent(tx: Transaction, { kind, key }: ContentRef): Promise<void> {
  await takeKeyedLock(tx, keyedLocks.content, `content ${kind.kind} ${key}`);
}

export type State = Pick<Version, "number" | "publishedAt">;

export const statesOf = (from: Queryable, item: ContentRef): Promise<State[]> =>
  from.select({ number: t.number, publishedAt: t.publishedAt }).from(t).where(ofItem(item)).orderBy(desc(t.number));

/** The newest versions of an item with their contents; with a number, only those below it. */
export const versionsBelow = (
  from: Queryable,
  item: ContentRef,
  number: number | undefined,
  max: number,
): Promise<Version[]> =>
  from
    .select()
    .from(t)
    .where(and(ofItem(item), number === undefined ? undefined : lt(t.number, number)))
    .orderBy(desc(t.number))
    .limit(max);

export async function versionOf(from: Queryable, item: ContentRef, number: number): Promise<Version | undefined> {
  const [version] = await from
    .select()
    .from(t)
    .where(and(ofItem(item), eq(t.number, number)));
  return version;
}

export async function newestOf(from: Queryable, item: ContentRef): Promise<Version | undefined> {
  const [version] = await from.select().from(t).where(ofItem(item)).orderBy(desc(t.number)).limit(1);
  return version;
}

async function publicOf(from: Queryable, item: ContentRef): Promise<Version | undefined> {
  const [version] = await from
    .select()
    .from(t)
    .where(and(ofItem(item), isNotNull(t.publishedAt), isNull(t.replacedAt)));
  return version;
}

export const scheduledOf = (from: Queryable, item: ContentRef): Promise<Version[]> =>
  from
    .select()
    .from(t)
    .where(and(ofItem(item), isNotNull(t.scheduledFor)))
    .orderBy(t.scheduledFor, t.number);

type NewVersion = { data: Content; madeBy: string | null; basedOn?: number; restoredFrom?: number };

export async function addVersion(tx: Transaction, item: ContentRef, version: NewVersion): Promise<Version> {
  const newest = await newestOf(tx, item);
  const [added] = await tx
    .insert(t)
    .values({ kind: item.kind.kind, key: item.key, number: (newest?.number ?? 0) + 1, ...version })
    .returning();
  if (!added) throw new Error(`No version was added to ${item.kind.kind} ${item.key}`);
  return added;
}

/** The newest version of an item, and the public one; without the former there are no versions. */
export type PublicationState = { newest: Version | undefined; shown: Version | undefined };

/**
 * Returns an item's publication state. If the public content has no version yet, or was changed by SQL or an older
 * release, it becomes one, so that history, merge and restore know it. The item must be locked.
 */
export async function syncPublicVersion(tx: Transaction, item: ContentRef): Promise<PublicationState> {
  const [now, before, newest] = [
    await item.kind.read(tx, item.key),
    await publicOf(tx, item),
    await newestOf(tx, item),
  ];
  if (!now) {
    if (before) await markUnpublished(tx, item);
    return { newest, shown: undefined };
  }
  if (before && newest && differing(item.kind, before.data, now).length === 0) return { newest, shown: before };
  return addPublicVersion(tx, item, { newest, shown: before }, now, null);
}

/**
 * Adds a version with what is public now, and rebases drafts and scheduled versions on it. `by`: the admin; null if it
 * was changed outside of the editor. The item must be locked.
 */
export async function addPublicVersion(
  tx: Transaction,
  item: ContentRef,
  { newest, shown: before }: PublicationState,
  now: Content,
  by: string | null,
): Promise<{ newest: Version; shown: Version }> {
  const rebase = async (version: Version, basedOn: number): Promise<Version> => {
    const data = fieldwise(item.kind, { base: before?.data ?? {}, mine: version.data, theirs: now });
    const next = await addVersion(tx, item, { data, madeBy: version.madeBy, basedOn });
    return version.scheduledFor ? inheritSchedule(tx, version, next) : next;
  };
  const pending = await pendingOf(tx, item, { newest, shown: before });
  const found = await addVersion(tx, item, { data: now, madeBy: by });
  const shown = await markPublished(tx, item, found, by);
  let last = shown;
  for (const version of pending) last = await rebase(version, shown.number);
  return { newest: last, shown };
}

/** The scheduled version and the draft, if newer than the public one; the last of them is edited. */
export async function pendingOf(
  tx: Transaction,
  item: ContentRef,
  { newest, shown }: PublicationState,
): Promise<Version[]> {
  const pending = await scheduledOf(tx, item);
  if (newest && !newest.publishedAt && !newest.scheduledFor) pending.push(newest);
  return pending.filter(({ number }) => number > (shown?.number ?? 0)).sort((a, b) => a.number - b.number);
}

/** Rebases a scheduled version, so that publishing it doesn't undo what became public meanwhile. */
export async function inheritSchedule(tx: Transaction, from: Version, to: Version): Promise<Version> {
  const { scheduledFor, scheduledBy } = from;
  await tx.update(t).set({ scheduledFor: null, scheduledBy: null }).where(eq(t.id, from.id));
  const [scheduled] = await tx.update(t).set({ scheduledFor, scheduledBy }).where(eq(t.id, to.id)).returning();
  return scheduled ?? to;
}

/** Records that the public version no longer is. */
export async function markUnpublished(tx: Transaction, item: ContentRef): Promise<void> {
  await tx
    .update(t)
    .set({ replacedAt: sql`now()` })
    .where(and(ofItem(item), isNotNull(t.publishedAt), isNull(t.replacedAt)));
}

export const wasEverPublished = async (tx: Transaction, item: ContentRef): Promise<boolean> =>
  (await tx.$count(t, and(ofItem(item), isNotNull(t.publishedAt)))) > 0;

/** Records that a version is public from now on, and its predecessor no longer. */
export async function markPublished(
  tx: Transaction,
  item: ContentRef,
  version: Version,
  by: string | null,
): Promise<Version> {
  await markUnpublished(tx, item);
  const [marked] = await tx
    .update(t)
    .set({ publishedAt: sql`now()`, publishedBy: by, scheduledFor: null, scheduledBy: null, notPublished: null })
    .where(eq(t.id, version.id))
    .returning();
  return marked ?? version;
}
