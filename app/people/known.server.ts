import { sql } from "drizzle-orm";
import { z } from "zod";
import { comparableEmail } from "~/core/email/email-address";
import { db } from "~/db/client.server";
import { textList } from "./facts.server";
import { comparablePhone, emailTie, phoneTie } from "./keys.server";

export type KnownPerson = { id: string; name: string; same: ("email" | "phone")[] };

const found = z.array(z.object({ id: z.uuid(), name: z.string(), same: z.array(z.enum(["email", "phone"])) }));

const max = 5;

/** Finds who has this email or phone already, latest contact first. */
export async function knownPeople({
  email = "",
  phone = "",
}: {
  email?: string;
  phone?: string;
}): Promise<KnownPerson[]> {
  const number = comparablePhone(phone);
  const comparable = comparableEmail(email);
  const ties = [...(number ? [phoneTie(number)] : []), ...(comparable.includes("@") ? [emailTie(comparable)] : [])];
  if (ties.length === 0) return [];
  const { rows } = await db.execute(sql`
    select p.id, p.name, known.same
    from (
      select person_head(person_id) as head, array_agg(distinct split_part(tie, ':', 1)) as same
      from (
        select person_id, ties from person_records where ties && ${textList(ties)} order by contact_at desc limit 100
      ) r, unnest(ties) tie
      where tie = any(${textList(ties)}) group by 1
    ) known join people p on p.id = known.head
    order by p.last_contact_at desc, p.id limit ${max}`);
  return found.parse(rows);
}
