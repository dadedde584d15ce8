import { sql } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { clients } from "~/db/schema/clients";
import { keyDates } from "~/db/schema/key-dates";
import { personRecords } from "~/db/schema/people";
import type { KeyDateKind } from "~/db/schema/values";
import { lockPeople } from "~/people/assign.server";
import { idList } from "~/people/facts.server";
import { assignInside, isLockConflict } from "~/people/waiting.server";

/** A client as it was checked before: with an email or a phone, and at most one key date of each kind. */
export type NewClient = {
  /** Its line in the file. */
  line: number;
  name: string;
  email: string;
  phone: string;
  /** A country's code. */
  nationality: string | null;
  serviceId: string | null;
  reference: string;
  keyDates: readonly { kind: Exclude<KeyDateKind, "other">; endsOn: string }[];
};

/** `by`: the email of the admin who imports. */
export type ImportOf = { importId: string; isReminded: boolean; isSample?: boolean; by: string };

/** `isJoined`: whether its person had other records, by keys in common. `personId`: null until the next minute. */
export type AddedClient = { line: number; clientId: string; personId: string | null; isJoined: boolean };

/**
 * Adds clients with their key dates, and assigns them to their persons in the same transaction, exactly as if each had
 * been entered by hand. Locks people until the transaction ends. If one of their records is locked by a verb, the job
 * assigns all of them within a minute.
 */
export async function addClients(
  tx: Transaction,
  rows: readonly NewClient[],
  { importId, isReminded, isSample = false, by }: ImportOf,
): Promise<AddedClient[]> {
  if (rows.length === 0) return [];
  await lockPeople(tx);
  const added = rows.map((row) => ({ ...row, id: crypto.randomUUID() }));
  await tx.insert(clients).values(added.map(({ keyDates: _, ...row }) => ({ ...row, importId, isReminded, isSample })));
  const dates = added.flatMap(({ id, keyDates: own }) => own.map((date) => ({ ...date, clientId: id, madeBy: by })));
  if (dates.length > 0) await tx.insert(keyDates).values(dates);
  const ids = added.map(({ id }) => id);
  try {
    await tx.transaction((inner) => assignInside(inner, { client: ids }));
  } catch (err) {
    if (!isLockConflict(err)) throw err;
  }
  await tx.execute(sql`set local lock_timeout to default`);
  const persons = await personsOf(tx, ids);
  return added.map(({ id, line }) => {
    const person = persons.get(id);
    return { line, clientId: id, personId: person?.id ?? null, isJoined: (person?.records ?? 1) > 1 };
  });
}

async function personsOf(tx: Transaction, ids: readonly string[]) {
  const { rows } = await tx.execute<{ client: string; id: string; records: number }>(sql`
    select r.client_id as client, r.person_id as id,
      (select count(*)::int from ${personRecords} other where other.person_id = r.person_id) as records
    from ${personRecords} r where r.client_id = any(${idList(ids)})`);
  return new Map(rows.map(({ client, ...person }) => [client, person]));
}
