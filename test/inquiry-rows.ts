import type { Program } from "./program";

/** Inquiries `Person n`, as if they came a second after the other; number `from` is the oldest. */
export async function insertInquiries(program: Program, from: number, to: number): Promise<void> {
  await program.query(
    `insert into visa_inquiries (full_name, email, phone, visa_service, nationality, residence_country,
       passport_expiry_date, travel_date, purpose, privacy_consent, created_at)
     select 'Person ' || n, 'person' || n || '@mail.example', '+1 242 555 ' || lpad(n::text, 4, '0'), 'Canadian eTA', 'BS', 'BS',
       date '2031-05-01', date '2027-08-20', 'To see the snow', true, timestamptz '2026-11-01 12:00Z' + n * interval '1 second'
     from generate_series($1::int, $2::int) n`,
    [from, to],
  );
}
