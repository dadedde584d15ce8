import { inArray, or, sql } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { personRecords as t } from "~/db/schema/people";
import { components } from "./components";
import { idList, type RecordIds, readFacts, textList } from "./facts.server";
import { keysOf } from "./keys.server";
import { pairPeople } from "./pair.server";
import { type Assigned, settle } from "./settle.server";

/** The number is arbitrary. */
const peopleLock = 4_275_019;

/**
 * Persons are made and joined one at a time. While many are made at once the tables outgrow what the planner knows of
 * them, so it is held to the indexes.
 */
export async function lockPeople(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${peopleLock}), set_config('enable_seqscan', 'off', true)`);
}

/** The same for a page that is loaded, which waits for nobody: false while somebody else has the lock. */
export async function tryLockPeople(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(sql`
    select pg_try_advisory_xact_lock(${peopleLock}) as locked, set_config('enable_seqscan', 'off', true)`);
  return rows[0]?.locked ?? false;
}

/**
 * Gives each of these records its person, under `lockPeople`: that of the records that it has a key in common with, or
 * a new one (K-PPL-3). A record that lost a key may leave its person, and take others along; one that has keys of
 * several persons makes them one. `emptied`: persons of which a record was deleted.
 */
export async function assignRecords(tx: Transaction, ids: RecordIds, emptied: readonly string[] = []): Promise<void> {
  // Who holds the lock keeps others waiting: for a record that a verb holds it does not wait long.
  await tx.execute(sql`set local lock_timeout = '500ms'`);
  const facts = await readFacts(ids, tx);
  const before = await tx
    .select()
    .from(t)
    .where(or(inArray(t.applicationId, [...ids.applications]), inArray(t.inquiryId, [...ids.inquiries])));
  const beforeOf = new Map(before.map((row) => [row.applicationId ?? row.inquiryId, row]));
  const fresh = facts.map((one) => ({ ...one, ...keysOf(one, beforeOf.get(one.id)?.keys) }));
  const losing = new Set(
    fresh.flatMap(({ id, keys }) => {
      const row = beforeOf.get(id);
      return row?.keys.some((key) => !keys.includes(key)) ? [row.personId] : [];
    }),
  );
  const nodes: Assigned[] = fresh.map((one) => {
    const was = beforeOf.get(one.id)?.personId;
    const stays = was !== undefined && !losing.has(was);
    return { id: one.id, keys: stays ? [...one.keys, `person ${was}`] : one.keys, fresh: one, was };
  });
  nodes.push(...(await membersOf(tx, losing, before)));
  nodes.push(...(await wholePeople(tx, fresh, before, losing)));
  const changed = await settle(tx, components(nodes));
  const all = [...new Set([...changed, ...losing, ...emptied])];
  await tx.execute(sql`select refresh_people(${idList(all)})`);
  await pairPeople(tx, [...changed, ...losing]);
}

type Row = typeof t.$inferSelect;

/** The other records of persons that may fall apart. */
async function membersOf(tx: Transaction, losing: Set<string>, before: readonly Row[]): Promise<Assigned[]> {
  if (losing.size === 0) return [];
  const known = new Set(before.map(({ id }) => id));
  const rows = await tx
    .select({ id: t.id, keys: t.keys, was: t.personId })
    .from(t)
    .where(inArray(t.personId, [...losing]));
  return rows.filter(({ id }) => !known.has(id)).map((row) => ({ ...row, member: row.id }));
}

/** The persons that stay whole and that records of the batch are tied to, by their keys or because they are theirs. */
async function wholePeople(
  tx: Transaction,
  fresh: readonly { keys: string[] }[],
  before: readonly Row[],
  losing: Set<string>,
): Promise<Assigned[]> {
  const keys = [...new Set(fresh.flatMap((one) => one.keys))];
  const { rows } = await tx.execute<{ person_id: string; keys: string[] }>(sql`
    select person_id, array_agg(distinct key) as keys
    from person_records r, unnest(r.keys) key
    where r.keys && ${textList(keys)} and key = any(${textList(keys)})
    group by person_id`);
  const found = new Map<string, string[]>(before.map(({ personId }) => [personId, []]));
  for (const { person_id, keys } of rows) found.set(person_id, keys);
  return [...found]
    .filter(([id]) => !losing.has(id))
    .map(([id, keys]) => ({ id, keys: [...keys, `person ${id}`], whole: id }));
}
