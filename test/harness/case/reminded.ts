import PostalMime, { type Email } from "postal-mime";
import { daysAfter, nassauDay } from "~/core/time";
import type { AppServer } from "../app-server";
import { writtenMails } from "../desk/inquirer";
import { until } from "../http-client";
import { keyDateIn } from "../in-process/key-dates";
import { wake } from "../queue";

let made = 0;

/** An approved case with two key dates, of which the app has sent a reminder of the first. */
export async function remindedCase(
  app: AppServer,
): Promise<{ id: string; permit: string; passport: string; mail: Email; path: string }> {
  const email = `reminded${++made}@mail.example`;
  const [row] = await app.query<{ id: string; number: string }>(
    `insert into visa_applications (application_number, user_email, status, submitted_at, metadata)
     values ('BV26-' || upper(left(gen_random_uuid()::text, 8)), $1, 'approved', now(), '{"step1":{"firstName":"Maria","lastName":"Santos"}}')
     returning id, application_number as number`,
    [email],
  );
  const { id = "", number = "" } = row ?? {};
  const permit = await keyDateIn(app, 30, { application_id: id });
  const passport = await keyDateIn(app, 200, { application_id: id, kind: "passport" });
  const endsOn = daysAfter(nassauDay(), 30);
  const keyDate = {
    ...{ id: permit, name: "Permit", label: "Permit", endsOn, day: endsOn, sequence: 0, change: "added", note: "" },
    ...{ settledAs: "", was: null, changedAt: new Date().toISOString() },
  };
  const dates = [{ id: permit, label: "Permit", sentence: "Permit", day: endsOn, endsOn, days: 30, keyDate }];
  const data = { name: "Maria Santos", email, applicationNumber: number, applicationId: id, dates };
  const [mailed] = await app.query<{ id: string }>(
    `insert into email_notifications (email_type, template_name, template_data, recipient_email, subject, message_id, application_id)
     values ('key_date_reminder', 'key_date_reminder', $1, $2, 'A reminder', '<' || gen_random_uuid() || '@lucaya.example>', $3)
     returning id`,
    [JSON.stringify(data), email, id],
  );
  await app.query("insert into key_date_reminders (key_date_id, ends_on, days, mail_id) values ($1, $2, 30, $3)", [
    ...[permit, endsOn, mailed?.id],
  ]);
  await app.query("insert into pgboss.job (name, data) values ('mail.send', $1)", [
    JSON.stringify({ mailId: mailed?.id }),
  ]);
  await wake(app, "mail.send");
  const mail = await until(`a reminder to ${email}`, async () => {
    const mails = await Promise.all(writtenMails(app).map((source) => PostalMime.parse(source)));
    return mails.find((found) => found.to?.some(({ address }) => address === email));
  });
  const path = /(\/reminders\?token=[\w-]+)/.exec(mail.text ?? "")?.[1] ?? "";
  return { id, permit, passport, mail, path };
}
