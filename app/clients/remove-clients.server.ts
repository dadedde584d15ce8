import { sql } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { assignRecords, lockPeople } from "~/people/assign.server";
import { idList } from "~/people/facts.server";

/**
 * Deletes clients with their key dates, their reminders that were not sent yet, and their part of their persons, all at
 * once. Locks people until the transaction ends. Returns the ids of those that there were.
 */
export async function removeClients(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  await lockPeople(tx);
  const people = await tx.execute<{ id: string }>(sql`
    select distinct person_id as id from person_records where client_id = any(${idList(ids)})`);
  const persons = people.rows.map(({ id }) => id);
  await tx.execute(sql`
    delete from email_notifications where status = 'pending' and id in (
      select r.mail_id from key_date_reminders r join key_dates k on k.id = r.key_date_id
      where k.client_id = any(${idList(ids)}))`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    delete from clients where id = any(${idList(ids)}) returning id`);
  await tx.execute(sql`
    delete from people_waiting where client_id = any(${idList(ids)}) or person_id = any(${idList(persons)})`);
  await assignRecords(tx, {}, persons);
  await tx.execute(sql`set local lock_timeout to default`);
  return rows.map(({ id }) => id);
}
