import { type SQL, sql } from "drizzle-orm";

/** SQL: the ids of the reminders to a client, also to a former email and of key dates that were removed since. */
export const reminderMailIds = (clientId: string): SQL => sql`
  select r.mail_id as id from key_date_reminders r join key_dates k on k.id = r.key_date_id
  where k.client_id = ${clientId} and r.mail_id is not null
  union select id from email_notifications
  where email_type = 'client_reminder' and template_data ->> 'clientId' = ${clientId}`;
