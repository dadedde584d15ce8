import type { AppServer } from "../app-server";

type Queryable = Pick<AppServer, "query">;

let made = 0;

/** Inserts an inquiry; returns its id. */
export async function insertInquiry(
  app: Queryable,
  { name = "Natasha Rolle", email = "", phone = "+1 242 555 0100" } = {},
): Promise<string> {
  const [row] = await app.query<{ id: string }>(
    `insert into visa_inquiries (full_name, email, phone, visa_service, purpose, privacy_consent)
     values ($1, $2, $3, 'Canadian eTA', 'To see the snow', true) returning id`,
    [name, email, phone],
  );
  return row?.id ?? "";
}

/** Inserts a draft with names and phone in its answers; returns its id. */
export async function insertDraft(
  app: Queryable,
  {
    first = "Natasha",
    last = "Rolle",
    email = `draft${++made}@mail.example`,
    phone = "",
    confirmed = false,
    passport = [] as string[],
    born = "",
  } = {},
): Promise<string> {
  const [row] = await app.query<{ id: string }>(
    `insert into visa_applications (application_number, user_email, email_confirmed_at, passport_digests, metadata)
     values ($1, $2, case when $3 then now() end, $4, jsonb_build_object(
       'step1', jsonb_strip_nulls(jsonb_build_object(
         'firstName', $5::text, 'lastName', $6::text, 'dateOfBirth', nullif($8::text, ''))),
       'step3', jsonb_build_object('primaryPhone', $7::text))) returning id`,
    [`BV26-P${String(++made).padStart(3, "0")}-AAAA`, email, confirmed, passport, first, last, phone, born],
  );
  return row?.id ?? "";
}
