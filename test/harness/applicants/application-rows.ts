import type { AppServer } from "../app-server";

/** Submitted applications `T-001` and following, each a second after the one before. */
export async function insertApplications(
  app: Pick<AppServer, "query">,
  from: number,
  to: number,
  ago = "1 day",
): Promise<void> {
  await app.query(
    `insert into visa_applications (application_number, user_email, status, created_at, submitted_at)
     select 'T-' || lpad(n::text, 3, '0'), 'person' || n || '@mail.example', 'submitted',
       now() - $3::interval + n * interval '1 second', now() - $3::interval + n * interval '1 second'
     from generate_series($1::int, $2::int) n`,
    [from, to, ago],
  );
}
