import { randomUUID } from "node:crypto";
import { grantHolder, holderToken } from "~/applications/access/holder.server";
import { newApplicationNumber } from "~/applications/access/number";
import { db } from "~/db/client.server";
import { privateLink } from "~/mail/links/private-links.server";
import type { TestDatabase } from "./test-database";

let made = 0;

/** An application that no browser has access to; `columns`: changes to a new one. A submitted one has a ledger. */
export async function draftOf(database: TestDatabase, columns: Record<string, unknown> = {}) {
  const row = {
    id: randomUUID(),
    application_number: newApplicationNumber(),
    user_email: `applicant${++made}@mail.example`,
    begun_with: "Chrome on Android",
    ...columns,
  };
  const names = Object.keys(row);
  const [stored] = await database.query<{ id: string; number: string; email: string; token: string }>(
    `insert into visa_applications (${names.join(", ")}) values (${names.map((_, index) => `$${index + 1}`).join(", ")})
     returning id, application_number as number, user_email as email, resume_token as token`,
    Object.values(row),
  );
  if (!stored) throw new Error("no application was made");
  if ("submitted_at" in columns) await openLedger(database, stored.id);
  return stored;
}

/** One charge and one payment of an application's amounts. */
const openLedger = (database: TestDatabase, id: string) =>
  database.query(
    `insert into ledger_entries (application_id, kind, amount, payee, name, of_price, created_at)
     select id, 'charge'::ledger_kind, total_amount_due, 'us'::charge_payee, 'Fees', true, submitted_at
     from visa_applications where id = $1 and submitted_at is not null
     union all select id, 'payment', amount_paid, null, 'Payment', false, submitted_at
     from visa_applications where id = $1 and submitted_at is not null and amount_paid > 0`,
    [id],
  );

/** The columns of a submitted application. */
export const submitted = { status: "submitted", submitted_at: new Date() };

/** A browser with access to an application: its `Cookie` header, and the hash of its token. */
export async function browserWith(application: { id: string }, browser = "Safari on iOS") {
  const header = await grantHolder(db, application.id, browser);
  const cookie = header.split(";")[0] ?? "";
  return { header, cookie, holder: holderToken(cookie, application.id) ?? "" };
}

/** The token of a link that is mailed now. */
export const linkTo = ({ id, token }: { id: string; token: string }): string =>
  new URL(privateLink("resume", id, token)).searchParams.get("token") ?? "";

/** The mails of an application with their recipients, oldest first. */
export async function mailsOf(database: TestDatabase, application: { id: string }): Promise<string[]> {
  const rows = await database.query<{ kind: string; to: string }>(
    'select email_type as kind, recipient_email as "to" from email_notifications where application_id = $1 order by created_at',
    [application.id],
  );
  return rows.map(({ kind, to }) => `${kind} to ${to}`);
}

/** The record of an application, oldest first. */
export const recordedOf = (database: TestDatabase, application: { id: string }) =>
  database.query(
    `select action_type as action, details, address, browser, admin_email as admin from admin_activity_log
     where subject_id = $1 and subject_type = 'application' order by created_at`,
    [application.id],
  );
