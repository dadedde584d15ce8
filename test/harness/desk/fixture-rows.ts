import { type AppServer, admin } from "../app-server";
import { insertCheckedImport, insertClient } from "./client-rows";

export const clientFixtures = (app: AppServer, newClient: () => { name: string; email: string }) => ({
  client: () => insertClient(app, newClient()),
  clientImport: () => insertCheckedImport(app),
});

export async function uncheckedAnswersOf(app: AppServer, applicationId: string): Promise<string> {
  const waiting = "select id from case_item_answers where application_id = $1 and outcome = 'waiting'";
  return (await app.query<{ id: string }>(waiting, [applicationId])).map(({ id }) => id).join(" ");
}

export async function approveWithKeyDate(app: AppServer, id: string, state: "settled" | "suspended" | "counts") {
  await app.query("update visa_applications set status = 'approved' where id = $1", [id]);
  await app.query("delete from key_dates where application_id = $1", [id]);
  const [row] = await app.query<{ id: string }>(
    `insert into key_dates (application_id, kind, ends_on, made_by, settled_as, settled_at, settled_by, suspended_at)
     values ($1, 'passport', '2099-01-01', $2, $3::text, case when $3::text is not null then now() end,
       case when $3::text is not null then $2 end, case when $4 then now() end) returning id`,
    [id, admin.email, state === "settled" ? "paid" : null, state === "suspended"],
  );
  return row?.id ?? "";
}

export async function insertUndelivered(app: AppServer, number: string): Promise<string> {
  const [row] = await app.query<{ id: string }>(
    `with reminded as (insert into visa_applications (application_number, user_email, status, submitted_at)
       values ($1, 'reminded@mail.example', 'approved', now()) returning id),
     dated as (insert into key_dates (application_id, kind, ends_on, made_by)
       select id, 'permit', '2099-01-05', 'staff@lucaya.test' from reminded returning id, application_id, ends_on),
     failed as (insert into email_notifications
         (email_type, template_name, recipient_email, subject, message_id, status, application_id)
       select 'key_date_reminder', 'key_date_reminder', 'reminded@mail.example', 'A reminder', id::text, 'failed', application_id
       from dated returning id)
     insert into key_date_reminders (key_date_id, ends_on, days, mail_id)
     select dated.id, ends_on, 30, failed.id from dated, failed returning key_date_id as id`,
    [number],
  );
  return row?.id ?? "";
}

export async function insertTask(app: AppServer, application: string, state: "open" | "done") {
  await app.query("update visa_applications set status = 'submitted' where id = $1", [application]);
  const [row] = await app.query<{ task: string }>(
    `insert into case_tasks (application_id, title, done_at, done_by)
     values ($1, 'File the papers', ${state === "done" ? "now(), 'staff@lucaya.test'" : "null, null"}) returning id as task`,
    [application],
  );
  return { task: row?.task ?? "", revision: "0" };
}

export async function insertInvitation(app: AppServer, email: string): Promise<string> {
  const text = `insert into admin_invitations (email, role, invited_by)
    select $1, 'regular_admin', id from admin_users where email = $2 returning id`;
  const [row] = await app.query<{ id: string }>(text, [email, admin.email]);
  return row?.id ?? "";
}
