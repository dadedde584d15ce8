import { sql } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { readAgreement } from "./read-agreement.server";
import type { UnsignedAgreement } from "./unsigned-words";

/**
 * Null unless work waits for the signature: the last one counts, also of an earlier offer, until it is withdrawn or has
 * ended.
 */
export async function unsignedAgreement(from: Queryable, applicationId: string): Promise<UnsignedAgreement | null> {
  // With no offer open, because a changed price was changed back, the one that was signed counts.
  const { rows } = await from.execute<{ why: Exclude<UnsignedAgreement, "unsignable"> }>(sql`
    with last as (
      select s.offer_id, (
        select e.kind from agreement_events e where e.signature_id = s.id and e.kind in ('withdrawn', 'ended') limit 1
      ) as ended_as
      from agreement_signatures s where s.application_id = ${applicationId}
      order by s.signed_at desc, s.id desc limit 1
    ), offer as (
      select o.id, o.work_begins_signed from agreement_offers o
      where o.application_id = ${applicationId} and (o.replaced_at is null or o.id = (select offer_id from last))
      order by o.replaced_at desc nulls first limit 1
    )
    select case when offer.id = last.offer_id then last.ended_as else 'unsigned' end as why
    from offer left join last on true
    where offer.work_begins_signed and (last.offer_id is null or last.ended_as is not null)`);
  const why = rows[0]?.why ?? null;
  if (why !== "unsigned") return why;
  return (await readAgreement(from, applicationId)).current ? "unsigned" : "unsignable";
}
