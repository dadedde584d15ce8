import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";

const uuid = z.uuid();

const reference = (id: SQL) => sql`upper(left(${id}, 12))`;

/** The case number or inquiry reference of the parent of a row of `table`. */
const ofWhom = (table: SQL, inquiry: SQL, id: string) => sql`(
  select coalesce((select a.application_number from visa_applications a where a.id = t.application_id),
    ${reference(sql`t.${inquiry}::text`)})
  from ${table} t where t.id = ${id})`;

const names: Readonly<Record<string, (id: string) => SQL>> = {
  application: (id) => sql`(select application_number from visa_applications where id = ${id})`,
  inquiry: (id) => reference(sql`${id}::text`),
  client: (id) => reference(sql`${id}::text`),
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
 * Looks up the name of an entry's subject (case number, reference, service or title) in the statement that writes the
 * entry. Null for a kind without names; a verb that deletes the subject must pass the name itself.
 */
export function nameOfSubject(type: string | undefined, id: string | undefined): SQL<string | null> | null {
  const name = type === undefined ? undefined : names[type];
  return name && uuid.safeParse(id).success ? sql<string | null>`${name(id ?? "")}` : null;
}
