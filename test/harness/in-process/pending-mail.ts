import type { Queried } from "../app-server";

type About = { application_id?: string; contact_inquiry_id?: string };

/** Adds a queued mail of any kind, without its data; returns how to read its recipient and status now. */
export async function pendingMail(on: Queried, kind: string, to: string, about: About = {}) {
  const [row] = await on.query<{ id: string }>(
    `insert into email_notifications (email_type, template_name, recipient_email, subject, message_id,
       application_id, contact_inquiry_id)
     values ($1, $1, $2, 'Subject', gen_random_uuid()::text, $3, $4) returning id`,
    [kind, to, about.application_id ?? null, about.contact_inquiry_id ?? null],
  );
  return () =>
    on.query('select recipient_email as "to", status from email_notifications where id = $1', [row?.id ?? ""]);
}
