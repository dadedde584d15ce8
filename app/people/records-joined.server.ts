import { sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "~/db/client.server";
import { shortened } from "~/db/shortened.server";
import { recordKinds } from "./facts.server";

const joinedRecords = z.array(
  z.object({
    kind: z.enum(recordKinds),
    id: z.uuid(),
    name: z.string(),
    number: z.string().nullable(),
    email: z.string(),
  }),
);
export type JoinedRecord = z.output<typeof joinedRecords>[number];

const mostRecords = 50;

/** The automatically joined records of a person (F-NAME-4), latest first. `number`: of applications. */
export async function recordsJoined(id: string): Promise<JoinedRecord[]> {
  const { rows } = await db.execute(sql`
    with recursive own as (
      select id from people where id = ${id}
      union select p.id from people p join own on p.joined_into = own.id
    )
    select case when r.client_id is not null then 'client' when r.inquiry_id is not null then 'inquiry'
        else 'application' end as kind,
      coalesce(r.application_id, r.inquiry_id, r.client_id) as id, ${shortened(sql`r.name`)} as name,
      ${shortened(sql`r.email`, 60)} as email, a.application_number as number
    from person_records r left join visa_applications a on a.id = r.application_id
    where r.person_id in (select id from own)
      and exists (select from person_records o where o.person_id = r.person_id and o.id <> r.id)
    order by r.contact_at desc, r.id limit ${mostRecords}`);
  return joinedRecords.parse(rows);
}
