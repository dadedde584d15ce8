import type { AppServer } from "../app-server";

/** Inquiries `Person n`, each a second after the one before; number `from` is the oldest. */
export async function insertInquiries(app: Pick<AppServer, "query">, from: number, to: number): Promise<void> {
  await app.query(
    `insert into visa_inquiries (full_name, email, phone, visa_service, nationality, residence_country,
       passport_expiry_date, travel_date, purpose, privacy_consent, created_at)
     select 'Person ' || n, 'person' || n || '@mail.example', '+1 242 555 ' || lpad(n::text, 4, '0'), 'Canadian eTA', 'BS', 'BS',
       date '2031-05-01', date '2027-08-20', 'To see the snow', true, timestamptz '2026-11-01 12:00Z' + n * interval '1 second'
     from generate_series($1::int, $2::int) n`,
    [from, to],
  );
}

export async function inquiryId(app: Pick<AppServer, "query">, name: string): Promise<string> {
  const [inquiry] = await app.query<{ id: string }>("select id from visa_inquiries where full_name = $1", [name]);
  return inquiry?.id ?? "";
}

export async function inquiryRow(app: Pick<AppServer, "query">, id: string) {
  const [row] = await app.query("select * from visa_inquiries where id = $1", [id]);
  return row;
}

/** The record of an inquiry, oldest first. */
export const activityOf = (app: Pick<AppServer, "query">, id: string) =>
  app.query<{ action_type: string; admin_email: string; details: object }>(
    "select action_type, admin_email, details from admin_activity_log where subject_id = $1 order by created_at",
    [id],
  );

export async function whileRefused(app: Pick<AppServer, "query">, work: () => Promise<void>, when = ""): Promise<void> {
  await app.query(
    "create or replace function refuse_change() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$",
  );
  await app.query(
    `create trigger refuse_change before update or delete on visa_inquiries for each row ${when} execute function refuse_change()`,
  );
  try {
    await work();
  } finally {
    await app.query("drop trigger refuse_change on visa_inquiries");
  }
}
