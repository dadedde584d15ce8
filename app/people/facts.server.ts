import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Queryable } from "~/db/client.server";
import type { Facts } from "./keys.server";

export const recordKinds = ["application", "inquiry", "client"] as const;
export type RecordKind = (typeof recordKinds)[number];
/** Ids of records by their kind. */
export type RecordIds = { readonly [kind in RecordKind]?: readonly string[] };
export type RecordFacts = Facts & { kind: RecordKind; id: string; contactAt: string };

const row = z.object({
  kind: z.enum(recordKinds),
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  is_email_confirmed: z.boolean(),
  phones: z.array(z.string()),
  passport_digests: z.array(z.string()),
  birth_date: z.string(),
  contact_at: z.string(),
});

export const idList = (ids: readonly string[]) => sql`${`{${ids.join(",")}}`}::uuid[]`;
export const textList = (texts: readonly string[]) =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`;

/** `a`: the application. */
export const birthDate = sql`coalesce(a.metadata #>> '{step1,dateOfBirth}', '')`;

/**
 * Reads what records say about their persons; deleted ones are left out. Locks them until the transaction ends, in the
 * order of verbs on many rows. The first name of somebody with only one is empty (N-LACK-2).
 */
export async function readFacts(ids: RecordIds, tx: Queryable): Promise<RecordFacts[]> {
  const found = await tx.execute(sql`
    (select 'application' as kind, a.id,
      case when a.metadata #>> '{step1,onlyOneName}' = 'true' then coalesce(a.metadata #>> '{step1,lastName}', '')
        else a.applicant_name end as name,
      a.user_email as email, a.email_confirmed_at is not null as is_email_confirmed,
      array(select phone from jsonb_array_elements_text(jsonb_build_array(a.metadata #>> '{step3,primaryPhone}',
        a.metadata #>> '{step3,secondaryPhone}', a.metadata #>> '{step3,workPhone}')) phone where phone <> '') as phones,
      a.passport_digests, ${birthDate} as birth_date,
      greatest(a.created_at, a.submitted_at,
        (select max(m.created_at) from case_messages m where m.application_id = a.id))::text as contact_at
    from visa_applications a where a.id = any(${idList(ids.application ?? [])}) order by a.id for key share of a)`);
  const result = await tx.execute(sql`
    select 'inquiry' as kind, id, full_name as name, email, false as is_email_confirmed,
      array_remove(array[phone], '') as phones, '{}'::text[] as passport_digests, '' as birth_date,
      greatest(created_at, answered_at)::text as contact_at
    from visa_inquiries where id = any(${idList(ids.inquiry ?? [])}) order by id for key share`);
  const clients = await tx.execute(sql`
    select 'client' as kind, id, name, email, false as is_email_confirmed, array_remove(array[phone], '') as phones,
      '{}'::text[] as passport_digests, '' as birth_date, created_at::text as contact_at
    from clients where id = any(${idList(ids.client ?? [])}) order by id for key share`);
  return z
    .array(row)
    .parse([...found.rows, ...result.rows, ...clients.rows])
    .map(({ is_email_confirmed, passport_digests, birth_date, contact_at, ...rest }) => ({
      ...rest,
      birthDate: birth_date,
      isEmailConfirmed: is_email_confirmed,
      passportDigests: passport_digests,
      contactAt: contact_at,
    }));
}
