import { sql } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import type { UnsignedAgreement } from "./unsigned-words";

/** Null unless work waits for the signature. An earlier agreement in force counts until the new one is signed. */
export async function unsignedAgreement(from: Queryable, applicationId: string): Promise<UnsignedAgreement | null> {
  const { rows } = await from.execute<{ why: UnsignedAgreement }>(sql`
    select coalesce(e.kind, 'unsigned') as why
    from agreement_offers o
    left join agreement_signatures signed on signed.offer_id = o.id
    left join agreement_events e on e.signature_id = signed.id and e.kind in ('withdrawn', 'ended')
    where o.application_id = ${applicationId} and o.replaced_at is null and o.work_begins_signed
      and not exists (
        select from agreement_signatures s where s.application_id = o.application_id and not exists (
          select from agreement_events e where e.signature_id = s.id and e.kind in ('withdrawn', 'ended')))`);
  return rows[0]?.why ?? null;
}
