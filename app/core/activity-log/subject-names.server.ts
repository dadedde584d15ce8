import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

const uuid = z.uuid();

/** The reference of an inquiry is the beginning of its id. */
const reference = (id: SQL) => sql`upper(left(${id}, 12))`;

/** The number of the case, or the reference of the inquiry, that a row of `table` belongs to. */
const ofWhom = (table: SQL, inquiry: SQL, id: string) => sql`(
  select coalesce((select a.application_number from visa_applications a where a.id = t.application_id),
    ${reference(sql`t.${inquiry}::text`)})
  from ${table} t where t.id = ${id})`;

const names: Readonly<Record<string, (id: string) => SQL>> = {
  application: (id) => sql`(select application_number from visa_applications where id = ${id})`,
  inquiry: (id) => reference(sql`${id}::text`),
  service: (id) => sql`(select service_name from visa_services where id = ${id})`,
  country: (id) => sql`(select name from countries where id = ${id})`,
  admin: (id) => sql`(select coalesce(nullif(name, ''), email) from admin_users where id = ${id})`,
  view: (id) => sql`(select name from saved_views where id = ${id})`,
  saved_reply: (id) => sql`(select title from saved_replies where id = ${id})`,
  redirect: (id) => sql`(select from_path from redirects where id = ${id})`,
  newsletter_issue: (id) => sql`(select data->>'title' from newsletter_issues where id = ${id})`,
  document: (id) => ofWhom(sql`documents`, sql`inquiry_id`, id),
  email: (id) => ofWhom(sql`email_notifications`, sql`contact_inquiry_id`, id),
};

/**
 * The name that the record keeps of what an entry is about (K-LOG-1), looked up by the statement that writes the entry:
 * number, reference, service or title. Null for a kind without names; whoever deletes says the name instead.
 */
export function nameOfSubject(type: string | undefined, id: string | undefined): SQL<string | null> | null {
  const name = type === undefined ? undefined : names[type];
  return name && uuid.safeParse(id).success ? sql<string | null>`${name(id ?? "")}` : null;
}
