import { inArray, or, sql } from "drizzle-orm";
import { z } from "zod";
import { locks } from "~/db/advisory-locks.server";
import type { Transaction } from "~/db/client.server";
import { personRecords as t } from "~/db/schema/people";
import { isContradictory, type Known } from "./contradiction";
import {
  birthDate,
  idList,
  type RecordFacts,
  type RecordIds,
  type RecordKind,
  readFacts,
  recordKinds,
  textList,
} from "./facts.server";
import { grouped } from "./grouping";
import { keysOf, passportsIn } from "./keys.server";
import { pairPeople } from "./pair.server";
import { type Assigned, writeAssignments } from "./settle.server";

/** The column of `person_records` that has the id of a record. */
const columnOf = { application: t.applicationId, inquiry: t.inquiryId, client: t.clientId };

/** Disables sequential scans: during bulk assignment the tables outgrow the planner's statistics. */
export async function lockPeople(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${locks.people}), set_config('enable_seqscan', 'off', true)`);
}

/** For page loads, which must not wait: false if the lock is taken. */
export async function tryLockPeople(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(sql`
    select pg_try_advisory_xact_lock(${locks.people}) as locked, set_config('enable_seqscan', 'off', true)`);
  return rows[0]?.locked ?? false;
}

/**
 * Assigns each record to its person, under `lockPeople`: that of records that share a key without a contradiction, or a
 * new one (F-NAME-3). A person whose records lost a key or contradict each other may split: all its records are
 * assigned again. `emptied`: persons that lost a record.
 */
export async function assignRecords(tx: Transaction, ids: RecordIds, emptied: readonly string[] = []): Promise<void> {
  // Others wait for our lock, so don't wait long for a record that a verb has locked.
  await tx.execute(sql`set local lock_timeout = '500ms'`);
  const first = await readFresh(tx, ids);
  const found = await wholePeople(tx, first);
  const losing = new Set([
    ...first.flatMap(({ keys, before }) => (before?.keys.some((key) => !keys.includes(key)) ? [before.personId] : [])),
    ...found.flatMap(({ whole, known }) => {
      const ofBatch = first.filter(({ before }) => before?.personId === whole).map(knownBy);
      return isContradictory([...known, ...ofBatch]) ? [whole] : [];
    }),
  ]);
  const fresh = losing.size === 0 ? first : [...first, ...(await readFresh(tx, await otherRecords(tx, losing, first)))];
  const wholes = losing.size === 0 ? found : (await wholePeople(tx, fresh)).filter(({ whole }) => !losing.has(whole));
  const nodes: Assigned[] = fresh.map((record) => {
    const { before, ...current } = record;
    const was = before?.personId;
    const stays = was !== undefined && !losing.has(was);
    const hasChanged = current.keys.join() !== before?.keys.join();
    return {
      id: current.id,
      keys: stays ? [...current.keys, `person ${was}`] : current.keys,
      fresh: current,
      was,
      known: [knownBy(record)],
      hasChanged,
    };
  });
  nodes.push(...wholes);
  const changed = await writeAssignments(tx, grouped(nodes, await declaredDifferent(tx, nodes)));
  const all = [...new Set([...changed, ...losing, ...emptied])];
  await tx.execute(sql`select refresh_people(${idList(all)})`);
  await pairPeople(tx, [...changed, ...losing]);
}

type Fresh = RecordFacts & { keys: string[]; ties: string[]; before: typeof t.$inferSelect | undefined };

const knownBy = ({ name, birthDate, keys, before }: Fresh): Known => ({
  name,
  birthDate,
  passports: passportsIn(keys),
  person: before?.personId,
});

/** The records' current facts, with their rows as last assigned. */
async function readFresh(tx: Transaction, ids: RecordIds): Promise<Fresh[]> {
  const facts = await readFacts(ids, tx);
  const rows = await tx
    .select()
    .from(t)
    .where(or(...recordKinds.map((kind) => inArray(columnOf[kind], [...(ids[kind] ?? [])]))));
  const beforeOf = new Map(rows.map((row) => [row.applicationId ?? row.inquiryId ?? row.clientId, row]));
  return facts.map((fact) => {
    const before = beforeOf.get(fact.id);
    return { ...fact, ...keysOf(fact, before?.keys), before };
  });
}

/** The other records of persons that may split. */
async function otherRecords(tx: Transaction, losing: Set<string>, read: readonly Fresh[]): Promise<RecordIds> {
  const known = new Set(read.map(({ id }) => id));
  const rows = await tx
    .select(columnOf)
    .from(t)
    .where(inArray(t.personId, [...losing]));
  const unknownIds = (kind: RecordKind) => rows.flatMap(({ [kind]: id }) => (id === null || known.has(id) ? [] : [id]));
  return Object.fromEntries(recordKinds.map((kind) => [kind, unknownIds(kind)]));
}

const wholeRows = z.array(
  z.object({ person_id: z.uuid(), name: z.string(), birth_date: z.string(), keys: z.array(z.string()) }),
);

/** The persons of these records, or that share a key with them, with what their other records say. */
async function wholePeople(tx: Transaction, fresh: readonly Fresh[]) {
  const keys = [...new Set(fresh.flatMap((record) => record.keys))];
  const own = [...new Set(fresh.flatMap(({ before }) => before?.personId ?? []))];
  const shared = await tx.execute<{ person_id: string; keys: string[] }>(sql`
    select person_id, array_agg(distinct key) as keys
    from person_records r, unnest(r.keys) key
    where r.keys && ${textList(keys)} and key = any(${textList(keys)})
    group by person_id`);
  const keysOfPerson = new Map<string, string[]>(own.map((id) => [id, []]));
  for (const row of shared.rows) keysOfPerson.set(row.person_id, row.keys);
  const { rows } = await tx.execute(sql`
    select distinct r.person_id, r.name, ${birthDate} as birth_date,
      array(select key from unnest(r.keys) key where key like 'passport:%' order by key) as keys
    from person_records r left join visa_applications a on a.id = r.application_id
    where r.person_id = any(${idList([...keysOfPerson.keys()])})
      and coalesce(r.application_id, r.inquiry_id, r.client_id) <> all(${idList(fresh.map(({ id }) => id))})`);
  const knownOf = Map.groupBy(wholeRows.parse(rows), (row) => row.person_id);
  return [...keysOfPerson].map(([whole, keys]) => {
    const known = (knownOf.get(whole) ?? []).map((row) => ({
      name: row.name,
      birthDate: row.birth_date,
      passports: row.keys,
      person: whole,
    }));
    return { id: whole, keys: [...keys, `person ${whole}`], whole, known };
  });
}

/** Pairs of these persons that staff declared different. */
async function declaredDifferent(tx: Transaction, nodes: readonly Assigned[]) {
  const persons = [...new Set(nodes.flatMap(({ whole, was }) => whole ?? was ?? []))];
  const { rows } = await tx.execute<{ one_id: string; other_id: string }>(sql`
    select one_id, other_id from person_pairs
    where declared_at is not null and one_id = any(${idList(persons)}) and other_id = any(${idList(persons)})`);
  const pairs = new Set(rows.flatMap(({ one_id, other_id }) => [`${one_id} ${other_id}`, `${other_id} ${one_id}`]));
  return (a: string, b: string) => pairs.has(`${a} ${b}`);
}
