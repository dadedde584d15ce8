import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { deleteOffersOf } from "~/accounts/undo/offer.server";
import { clientReference } from "~/clients/client";
import { reminderMailIds } from "~/clients/reminder-mails.server";
import { removeClients } from "~/clients/remove-clients.server";
import { isInquiryUnderHold, isUnderHold } from "~/core/legal-holds.server";
import { nassauDay } from "~/core/time";
import { lockCase } from "~/db/advisory-locks.server";
import type { Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { clients } from "~/db/schema/clients";
import { consultations } from "~/db/schema/consultations";
import { newsletterSubscribers } from "~/db/schema/content";
import { visaInquiries } from "~/db/schema/inquiries";
import { dataLinks, erasures } from "~/db/schema/privacy/rights";
import { referenceOf } from "~/inquiries/reference";
import { assignRecords, lockPeople } from "~/people/assign.server";

/** What must be removed outside the database after an erasure is committed. */
export type CleanupWork = { storageKeys: string[]; mailIds: string[]; files: number; subjects: RecordSubject[] };

/** The subject of entries in the record; the number remains in them. */
export const recordSubject = z.object({
  kind: z.enum(["application", "inquiry", "client"]),
  id: z.uuid(),
  number: z.string(),
});
type RecordSubject = z.output<typeof recordSubject>;

type Days = { startedOn: string; submittedOn: string | null; decidedOn: string | null };

const mailColumn = { application: sql`application_id`, inquiry: sql`contact_inquiry_id` };

type Addressed = { id: string; email: string };
type Subject = { kind: "application" | "inquiry"; id: string; number: string; email: string };

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const keys = (rows: readonly { key: string }[]) => rows.map(({ key }) => key);

/**
 * Erases all rows of an application in the caller's transaction, with everything elsewhere that names it; keeps its
 * number and days, and the receipts and invoices of its ledger. `inquiryId`: an inquiry to erase with it
 * (`readOwnInquiry`). `leavesRow`: false if all of it was moved elsewhere, and for a draft that its applicant
 * deleted. Undefined if there is none.
 */
export async function eraseApplicationRows(
  tx: Transaction,
  id: string,
  { inquiryId, leavesRow = true }: { inquiryId: string | null; leavesRow?: boolean },
): Promise<(CleanupWork & Days & { number: string; email: string }) | undefined> {
  await lockCase(tx, id);
  await lockPeople(tx);
  const [row] = await tx.select().from(visaApplications).where(eq(visaApplications.id, id)).for("update");
  if (!row) return undefined;
  const { applicationNumber: number, userEmail: email } = row;
  await tx.execute(sql`
    insert into kept_receipts (receipt_number, kind, amount, day)
    select receipt_number, kind, amount, ledger_day(paid_on, created_at) from ledger_entries
    where application_id = ${id} and receipt_number is not null on conflict do nothing`);
  await tx.execute(sql`
    insert into kept_invoices (number, kind, amount, vat, day)
    select number, kind, amount, vat, issued_on from invoices
    where application_id = ${id} and number is not null on conflict do nothing`);
  const copies = await tx.execute<{ key: string }>(
    sql`select 'copies/' || id || '.zip' as key from data_copies where application_id = ${id}`,
  );
  const decidedOn = await decisionDay(tx, id);
  const left = await eraseAround(tx, { kind: "application", id, number, email });
  await tx.delete(visaApplications).where(eq(visaApplications.id, id));
  await refreshPeople(tx, left.people);
  const days = {
    startedOn: nassauDay(row.createdAt),
    submittedOn: row.submittedAt && nassauDay(row.submittedAt),
    decidedOn,
  };
  if (leavesRow)
    await tx
      .insert(erasures)
      .values({ id, kind: "application", number, ...days })
      .onConflictDoNothing();
  const inquiry = inquiryId ? await eraseInquiryRows(tx, inquiryId) : undefined;
  return {
    number,
    email,
    ...days,
    files: left.files,
    storageKeys: [...left.storageKeys, ...keys(copies.rows), ...(inquiry?.storageKeys ?? [])],
    mailIds: [...left.mailIds, ...(inquiry?.mailIds ?? [])],
    subjects: [...left.subjects, ...(inquiry?.subjects ?? [])],
  };
}

/** Like `eraseApplicationRows`, for an inquiry. */
export async function eraseInquiryRows(
  tx: Transaction,
  id: string,
): Promise<(CleanupWork & { number: string; email: string }) | undefined> {
  await lockPeople(tx);
  const [row] = await tx.select().from(visaInquiries).where(eq(visaInquiries.id, id)).for("update");
  if (!row) return undefined;
  const number = referenceOf(id);
  const left = await eraseAround(tx, { kind: "inquiry", id, number, email: row.email });
  await tx.delete(visaInquiries).where(eq(visaInquiries.id, id));
  await refreshPeople(tx, left.people);
  await tx
    .insert(erasures)
    .values({ id, kind: "inquiry", number, startedOn: nassauDay(row.createdAt) })
    .onConflictDoNothing();
  return { number, email: row.email, ...left };
}

/** Like `eraseApplicationRows`, for a client taken over from elsewhere: with its key dates and their mails. */
export async function eraseClientRows(
  tx: Transaction,
  id: string,
): Promise<(CleanupWork & { number: string; email: string }) | undefined> {
  await lockPeople(tx);
  const [row] = await tx.select().from(clients).where(eq(clients.id, id)).for("update");
  if (!row) return undefined;
  const { email } = row;
  const subject = { kind: "client" as const, id, number: clientReference(id) };
  const mails = await tx.execute<{ id: string }>(sql`
    delete from email_notifications where id in (
      ${reminderMailIds(id)}
      union select id from email_notifications
      where ${email} <> '' and lower(recipient_email) = lower(${email}) and application_id is null
        and contact_inquiry_id is null and email_type in ${listing} and status <> 'pending')
    returning id`);
  const mailIds = ids(mails.rows);
  await eraseFromRecord(tx, subject, mailIds);
  await tx.execute(sql`delete from attempts where strpos(result::text, ${id}) > 0`);
  await removeClients(tx, [id]);
  await eraseFromQueue(tx, { id, email });
  mailIds.push(...(await eraseLinks(tx, { id, email })));
  await tx
    .insert(erasures)
    .values({ id, kind: "client", number: subject.number, startedOn: nassauDay(row.createdAt) })
    .onConflictDoNothing();
  return { number: subject.number, email, storageKeys: [], mailIds, files: 0, subjects: [subject] };
}

/** The day of the last decision in Nassau time. */
async function decisionDay(tx: Transaction, id: string): Promise<string | null> {
  const { rows } = await tx.execute<{ day: string | null }>(sql`
    select max((created_at at time zone 'America/Nassau')::date)::text as day from application_status_history
    where application_id = ${id} and to_status in ('approved', 'denied', 'withdrawn') and undone_at is null`);
  return rows[0]?.day ?? null;
}

/** Erases data of an application or inquiry that isn't deleted by cascade. */
async function eraseAround(tx: Transaction, subject: Subject): Promise<CleanupWork & { people: string[] }> {
  const { id, kind } = subject;
  const owner = sql.raw(`${kind}_id`);
  const people = await tx.execute<{ id: string }>(
    sql`select person_id as id from person_records where ${owner} = ${id}`,
  );
  const former = await formerAddresses(tx, subject);
  const files = await eraseFiles(tx, subject, former);
  const mailIds = await eraseMails(tx, subject);
  await eraseFromRecord(tx, subject, [...ids(files), ...mailIds]);
  await deleteOffersOf(tx, id);
  await tx.execute(sql`delete from opened_records where subject_id = ${id}`);
  await tx.execute(sql`delete from attempts where strpos(result::text, ${id}) > 0`);
  await tx.execute(sql`delete from people_waiting where ${owner} = ${id}`);
  for (const email of [subject.email, ...former]) {
    await eraseFromQueue(tx, { id, email });
    mailIds.push(...(await eraseLinks(tx, { id, email })));
  }
  return {
    people: ids(people.rows),
    storageKeys: keys(files),
    files: files.length,
    mailIds,
    subjects: [{ kind, id, number: subject.number }],
  };
}

/**
 * Deletes its files and those of unverified emails: of the ones that name it, which are deleted with its row, and of
 * the ones from its addresses, deleted here if these have no other data. One may name another's case: while that is
 * under legal hold, it stays.
 */
async function eraseFiles(tx: Transaction, { id, kind, email }: Subject, former: string[]) {
  const owner = sql.raw(`${kind}_id`);
  const own = email !== "" && (await isAllOf(tx, { id, email })) ? [email.toLowerCase(), ...former] : former;
  const unverified = sql`select r.id from received_mails r where r.state = 'unverified'
    and lower(r.sender) = any(${sql.param(own)}::text[])
    and not ${isUnderHold(sql`r.application_id`)} and not ${isInquiryUnderHold(sql`r.inquiry_id`)}`;
  const { rows } = await tx.execute<{ id: string; key: string }>(sql`
    delete from documents where ${owner} = ${id}
      or received_mail_id in (select r.id from received_mails r where r.${owner} = ${id})
      or received_mail_id in (${unverified})
    returning id, storage_key as key`);
  await tx.execute(sql`delete from received_mails where id in (${unverified})`);
  return rows;
}

/** Kinds of mails that list all data of an email. */
const listing = sql`('all_links', 'data_link', 'erasure_confirm', 'erasure_refused')`;

/** Deletes mails about the subject, and mails that list all data of its emails. */
async function eraseMails(tx: Transaction, { id, kind, number, email }: Subject): Promise<string[]> {
  const mails = await tx.execute<{ id: string }>(
    sql`delete from email_notifications where ${mailColumn[kind]} = ${id} returning id`,
  );
  const otherRows = await tx.execute<{ id: string }>(sql`
    delete from email_notifications
    where lower(recipient_email) = lower(${email}) and application_id is null and contact_inquiry_id is null
      and (email_type in ${listing} and status <> 'pending' or strpos(template_data::text, ${number}) > 0
        or exists (select from consultations c where c.inquiry_id = ${id} and strpos(template_data::text, c.id::text) > 0))
    returning id`);
  return [...ids(mails.rows), ...ids(otherRows.rows)];
}

/** Former emails of the subject that received mails about it and have no other data. */
async function formerAddresses(tx: Transaction, { id, kind, email }: Subject): Promise<string[]> {
  const { rows } = await tx.execute<{ email: string }>(sql`
    select distinct lower(m.recipient_email) as email from email_notifications m
    where m.${mailColumn[kind]} = ${id} and m.recipient_email <> '' and lower(m.recipient_email) <> lower(${email})
      and not exists (select from admin_users u where lower(u.email) = lower(m.recipient_email))`);
  const own: string[] = [];
  for (const row of rows) if (await isAllOf(tx, { id, email: row.email })) own.push(row.email);
  return own;
}

/**
 * Removes details from the record: action, time, admin and number remain; for the person's own actions IP and browser
 * are removed too.
 */
export async function eraseFromRecord(
  tx: Transaction,
  { id, kind, number }: RecordSubject,
  belonging: string[],
): Promise<void> {
  await tx.execute(sql`select set_config('lucaya.record', 'sweep', true)`);
  await tx.execute(sql`
    update admin_activity_log set subject_name = ${number}, details = null, target_admin_email = null,
      address = case when admin_email is null then null else address end,
      browser = case when admin_email is null then null else browser end
    where subject_type = ${kind} and subject_id = ${id}
      or about = ${number}
      or subject_type in ('document', 'email') and subject_id = any(${sql.param(belonging)}::text[])`);
  await tx.execute(sql`select set_config('lucaya.record', '', true)`);
}

/** Deletes finished jobs that named it, and failures noted with it. */
async function eraseFromQueue(tx: Transaction, { id, email }: Addressed): Promise<void> {
  const named = (text: ReturnType<typeof sql>) =>
    sql`(strpos(${text}, ${id}) > 0 or ${email} <> '' and strpos(lower(${text}), lower(${email})) > 0)`;
  await tx.execute(sql`
    delete from pgboss.job where state in ('completed', 'failed', 'cancelled')
      and (${named(sql`coalesce(data::text, '')`)} or ${named(sql`coalesce(output::text, '')`)})`);
  await tx.execute(sql`
    update pgboss.job set output = null where output is not null and ${named(sql`output::text`)}`);
}

/** Whether its email has no other data. */
async function isAllOf(tx: Transaction, { id, email }: Addressed): Promise<boolean> {
  const otherRows = await tx.execute(sql`
    select from visa_applications where lower(user_email) = lower(${email}) and id <> ${id}
    union all select from visa_inquiries where lower(email) = lower(${email}) and id <> ${id}
    union all select from clients where lower(email) = lower(${email}) and id <> ${id}
    union all select from newsletter_subscribers where email = lower(${email}) and id <> ${id} limit 1`);
  return otherRows.rows.length === 0;
}

/**
 * Deletes links to all data of its email, bookings that were not confirmed, and the mails with them, once there is no
 * other data.
 */
async function eraseLinks(tx: Transaction, subject: Addressed): Promise<string[]> {
  const { email } = subject;
  if (email === "" || !(await isAllOf(tx, subject))) return [];
  await tx
    .delete(consultations)
    .where(and(isNull(consultations.inquiryId), eq(sql`lower(${consultations.email})`, email.toLowerCase())));
  await tx.delete(dataLinks).where(eq(sql`lower(${dataLinks.email})`, email.toLowerCase()));
  return eraseListing(tx, email);
}

/** Deletes all mails that list the data of an email, queued ones too, once it has no data. */
async function eraseListing(tx: Transaction, email: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    delete from email_notifications
    where lower(recipient_email) = lower(${email}) and application_id is null and contact_inquiry_id is null
      and (email_type in ${listing} or email_type in ('newsletter_opt_in', 'newsletter_issue', 'consultation_confirm'))
    returning id`);
  return ids(rows);
}

/** Erases a newsletter subscriber with the mails to them. Undefined if there is none. */
export async function eraseSubscriberRows(
  tx: Transaction,
  id: string,
): Promise<{ email: string; mailIds: string[] } | undefined> {
  const [row] = await tx.delete(newsletterSubscribers).where(eq(newsletterSubscribers.id, id)).returning();
  if (!row) return undefined;
  const subject = { id, email: row.email };
  const mails = await tx.execute<{ id: string }>(sql`
    delete from email_notifications
    where lower(recipient_email) = lower(${row.email}) and application_id is null and contact_inquiry_id is null
      and email_type in ('newsletter_opt_in', 'newsletter_issue')
    returning id`);
  await eraseFromQueue(tx, subject);
  return { email: row.email, mailIds: [...ids(mails.rows), ...(await eraseLinks(tx, subject))] };
}

/** Updates the search data of its person at once: names, emails and phones. */
async function refreshPeople(tx: Transaction, people: string[]): Promise<void> {
  await tx.execute(sql`delete from people_waiting where person_id = any(${sql.param(people)}::uuid[])`);
  await assignRecords(tx, {}, people);
  await tx.execute(sql`set local lock_timeout to default`);
}
