import { sql } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { idList } from "./facts.server";

/** A key that more persons share, such as an agency's email, suggests no duplicates. */
const mostPeople = 10;

/**
 * Updates the pairs of these persons with what they have in common now. Staff's decisions on pairs are permanent.
 * `offset 0` keeps the limit from the inner query: with it PostgreSQL expects ten matches soon and reads the whole
 * table in the order of persons, a million rows for each key that nobody else has.
 */
export async function pairPeople(tx: Transaction, changed: readonly string[]): Promise<void> {
  if (changed.length === 0) return;
  const ids = idList(changed);
  await tx.execute(sql`
    with mine as (
      select distinct person_id, tie from person_records, unnest(ties) tie where person_id = any(${ids})
    ), pairs as (
      select least(mine.person_id, o.person_id) as one_id, greatest(mine.person_id, o.person_id) as other_id,
        array_agg(distinct split_part(tie, ':', 1)) as same
      from mine cross join lateral (
        select distinct person_id from (
          select person_id from person_records where ties @> array[mine.tie] and person_id <> mine.person_id offset 0
        ) r limit ${mostPeople}
      ) o group by 1, 2
    ), fresh as (
      insert into person_pairs (one_id, other_id, same) select one_id, other_id, same from pairs
      on conflict (one_id, other_id) do update set same = excluded.same
      returning one_id, other_id
    )
    delete from person_pairs p
    where p.declared_at is null and (p.one_id = any(${ids}) or p.other_id = any(${ids}))
      and not exists (select from fresh f where f.one_id = p.one_id and f.other_id = p.other_id)`);
}
