import { randomUUID } from "node:crypto";
import { inArray, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { people, personRecords as t } from "~/db/schema/people";
import { type RecordFacts, type RecordKind, recordKinds } from "./facts.server";
import type { KnownNode } from "./grouping";

export type Assigned = KnownNode & {
  fresh?: RecordFacts & { keys: string[]; ties: string[] };
  whole?: string;
  /** Whether one of the record's keys has changed. */
  hasChanged?: boolean;
  /** The record's former person. */
  was?: string | undefined;
};

type Settled = { person: string; isNew: boolean; group: readonly Assigned[]; absorbed: string[] };

/** Writes the assignments; returns the persons whose records have changed. */
export async function writeAssignments(tx: Transaction, groups: readonly Assigned[][]): Promise<string[]> {
  const settled = settledGroups(groups, await agesOf(tx, groups.flat()));
  const made = settled.flatMap(({ isNew, person }) => (isNew ? [{ id: person }] : []));
  if (made.length > 0) await tx.insert(people).values(made);
  for (const { person, absorbed } of settled) for (const whole of absorbed) await absorb(tx, whole, person);
  for (const settledGroup of settled) if (settledGroup.isNew) await saveDeclared(tx, settledGroup);
  for (const kind of recordKinds) await writeRecords(tx, kind, settled);
  return [...new Set(settled.flatMap(({ person, absorbed }) => [person, ...absorbed]))];
}

/** Chooses each group's person: the oldest possible one, or a new one. */
function settledGroups(groups: readonly Assigned[][], ages: Map<string, string>): Settled[] {
  const used = new Set<string>();
  const age = (id: string) => ages.get(id) ?? "";
  // When a person splits, the group with the most records whose keys did not change keeps the person's id.
  const stayed = (group: readonly Assigned[]) => group.filter(({ hasChanged }) => !hasChanged).length;
  return groups
    .toSorted((a, b) => stayed(b) - stayed(a) || b.length - a.length)
    .map((group) => {
      const wholes = group.flatMap(({ whole }) => whole ?? []);
      const candidates = [...wholes, ...group.flatMap(({ was }) => was ?? [])].filter((id) => !used.has(id));
      const [oldest] = candidates.toSorted((a, b) => age(a).localeCompare(age(b)));
      const person = oldest ?? randomUUID();
      used.add(person);
      return { person, isNew: oldest === undefined, group, absorbed: wholes.filter((id) => id !== person) };
    });
}

async function agesOf(tx: Transaction, nodes: readonly Assigned[]): Promise<Map<string, string>> {
  const ids = [...new Set(nodes.flatMap(({ whole, was }) => [whole ?? [], was ?? []].flat()))];
  if (ids.length === 0) return new Map();
  const made = sql<string>`to_char(${people.createdAt} at time zone 'utc', 'YYYYMMDDHH24MISSUS') || ${people.id}`;
  const rows = await tx.select({ id: people.id, made }).from(people).where(inArray(people.id, ids));
  return new Map(rows.map((row) => [row.id, row.made]));
}

const ownerOf = { application: "applicationId", inquiry: "inquiryId", client: "clientId" } as const;

const excluded = (column: string) => sql.raw(`excluded.${column}`);

async function writeRecords(tx: Transaction, kind: RecordKind, settled: readonly Settled[]): Promise<void> {
  const values = settled.flatMap(({ person, group }) =>
    group.flatMap(({ fresh }) =>
      fresh?.kind === kind
        ? {
            personId: person,
            [ownerOf[kind]]: fresh.id,
            name: fresh.name,
            email: fresh.email,
            phones: [...fresh.phones],
            keys: fresh.keys,
            ties: fresh.ties,
            // As text, because a Date would lose the microseconds.
            contactAt: sql`${fresh.contactAt}::timestamptz` as SQL<Date>,
          }
        : [],
    ),
  );
  if (values.length === 0) return;
  await tx
    .insert(t)
    .values(values)
    .onConflictDoUpdate({
      target: t[ownerOf[kind]],
      set: {
        personId: excluded("person_id"),
        name: excluded("name"),
        email: excluded("email"),
        phones: excluded("phones"),
        keys: excluded("keys"),
        ties: excluded("ties"),
        contactAt: excluded("contact_at"),
      },
    });
}

/** Persons declared different from one also differ from those that split off it. */
async function saveDeclared(tx: Transaction, { person, group }: Settled): Promise<void> {
  for (const was of new Set(group.flatMap((record) => record.was ?? [])))
    await tx.execute(sql`
      insert into person_pairs (one_id, other_id, same, declared_at)
      select least(other, ${person}::uuid), greatest(other, ${person}::uuid), '{}', declared_at
      from (select case when one_id = ${was} then other_id else one_id end as other, declared_at
            from person_pairs where (one_id = ${was} or other_id = ${was}) and declared_at is not null) pair
      where other <> ${person}
      on conflict (one_id, other_id) do nothing`);
}

/** Merges one person into another permanently, because their records are one. Staff's decisions are carried over. */
async function absorb(tx: Transaction, from: string, into: string): Promise<void> {
  await tx.execute(sql`update person_records set person_id = ${into} where person_id = ${from}`);
  // The other replaces it in what it was joined into, unless that is joined into the other.
  await tx.execute(sql`
    with recursive up as (
      select id, joined_into from people where id = (select joined_into from people where id = ${from})
      union select p.id, p.joined_into from people p join up on p.id = up.joined_into
    )
    update people set joined_into = (
      select p.joined_into from people p where p.id = ${from} and not exists (select from up where id = ${into})
    ) where id = ${into} and (joined_into is null or joined_into = ${from})`);
  await tx.execute(sql`update people set joined_into = ${into} where joined_into = ${from} and id <> ${into}`);
  await tx.execute(sql`update people set joined_into = null where id = ${from}`);
  await tx.execute(sql`
    insert into person_pairs (one_id, other_id, same, declared_at)
    select least(other, ${into}::uuid), greatest(other, ${into}::uuid), same, declared_at
    from (select case when one_id = ${from} then other_id else one_id end as other, same, declared_at
          from person_pairs where one_id = ${from} or other_id = ${from}) pair
    where other <> ${into}
    on conflict (one_id, other_id) do update set declared_at = coalesce(person_pairs.declared_at, excluded.declared_at)`);
}
