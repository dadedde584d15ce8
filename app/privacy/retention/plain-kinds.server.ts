import { type SQL, sql } from "drizzle-orm";
import { cancelOldImports, importFileDays } from "~/clients/import/check-import.server";
import { isInquiryUnderHold, isUnderHold, numbersUnderHold } from "~/core/legal-holds.server";
import type { Transaction } from "~/db/client.server";
import { discardDocument } from "~/documents/discard.server";
import { messageDraft, restrictedType } from "~/documents/of-case.server";
import { removeReceivedMail } from "~/received-mail/place/store-received-mail.server";
import { before, cutoff } from "./cutoff.server";
import type { KeyType, Kind } from "./kind";

const batch = 500;
const now = sql`now()`;

/** Casts the keys to the column's own type, so that the primary key's index is used. */
export const isOneOf = (key: SQL, ids: readonly string[], type: KeyType = "uuid"): SQL =>
  sql`${key} = any(${sql.param([...ids])}::${sql.raw(type)}[])`;

type Rows = {
  kind: string;
  label: string;
  table: SQL;
  key: SQL;
  keyType?: KeyType;
  /** The column that determines the age. */
  dated: SQL;
  isDue: (time: SQL) => SQL;
};

/** Rows without dependents. The condition is repeated on deletion, because a row may be in use again. */
const rowsOf = ({ kind, label, table, key, keyType = "uuid", dated, isDue }: Rows): Kind => ({
  ...{ kind, label, batch, keyType },
  due: (time) => sql`select ${key} as id, '' as name, ${dated} as dated from ${table} where ${isDue(time)}`,
  remove: async (tx, ids) => {
    const { rowCount } = await tx.execute(
      sql`delete from ${table} where ${isOneOf(key, ids, keyType)} and ${isDue(now)}`,
    );
    return rowCount ?? 0;
  },
});

/** Literally as in the partial index, which can't be used with parameters. */
const isWaiting = sql.raw(`((application_id is null and inquiry_id is null and sample_of is null)
  or document_type in ('${messageDraft.applicant}', '${messageDraft.office}'))`);
const isAbandoned = (time: SQL): SQL => sql`created_at < ${cutoff("waitingFile", time)} and ${isWaiting}
  and received_mail_id is null and document_type <> ${restrictedType} and not ${isUnderHold(sql`application_id`)} and not ${isSampleOfDraft}`;
/** The sample of a document of an unpublished service draft. */
const isSampleOfDraft = sql`(document_type = 'service_sample' and exists (
  select from content_versions v where v.kind = 'services' and v.published_at is null
    and (v.scheduled_for is not null or not exists (
      select from content_versions n where (n.kind, n.key) = (v.kind, v.key) and n.number > v.number))
    and position(documents.id::text in v.data ->> 'requirements') > 0))`;

/** Files uploaded for an inquiry or a message that was not sent. */
const waitingFiles: Kind = {
  kind: "waiting-files",
  label: "Files of unsent inquiries and messages",
  batch: 100,
  due: (time) => sql`select id, '' as name, created_at as dated from documents where ${isAbandoned(time)}`,
  remove: async (tx, ids) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from documents where ${isOneOf(sql`id`, ids)} and ${isAbandoned(now)} order by id for update`,
    );
    for (const { id } of rows) await discardDocument(tx, id);
    return rows.length;
  },
};

/** Literally as in the index `received_mails_unverified`. */
const isOldUnverified = (time: SQL): SQL => sql`state = 'unverified' and received_at < ${cutoff("unverifiedMail", time)}
  and not ${isUnderHold(sql`received_mails.application_id`)} and not ${isInquiryUnderHold(sql`received_mails.inquiry_id`)}`;

/** Emails that staff put nowhere, with their files. */
const unverifiedMails: Kind = {
  kind: "unverified-mails",
  label: "Unverified replies by email",
  batch: 100,
  due: (time) => sql`select id, '' as name, received_at as dated from received_mails where ${isOldUnverified(time)}`,
  remove: async (tx, ids) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from received_mails where ${isOneOf(sql`id`, ids)} and ${isOldUnverified(now)} order by id for update`,
    );
    for (const { id } of rows) await removeReceivedMail(tx, id);
    return rows.length;
  },
};

const isOldFile = (time: SQL): SQL =>
  sql`storage_key is not null and created_at < ${before(time, `${importFileDays} days`)}`;

/** Files of imports that nobody started. */
const importFiles: Kind = {
  kind: "import-files",
  label: "Files of imports that were not started",
  batch: 20,
  due: (time) => sql`select id, '' as name, created_at as dated from client_imports where ${isOldFile(time)}`,
  remove: (tx, ids) => cancelOldImports(tx, sql`${isOneOf(sql`id`, ids)} and ${isOldFile(now)}`),
};

/** Changes old entries of the record, which is otherwise append-only (K-LOG-5). */
async function sweepRecord(tx: Transaction, statement: SQL): Promise<number> {
  await tx.execute(sql`set local lucaya.record = 'sweep'`);
  const { rowCount } = await tx.execute(statement);
  return rowCount ?? 0;
}

/** SQL: entries of an application or restricted case, which are retained as long as that exists. */
const isOfApplication = sql`(
  exists (select from visa_applications a where a.application_number = about)
  or exists (select from restricted_cases r where r.application_number = about))`;
const hasOldAddress = (time: SQL) =>
  sql`address is not null and created_at < ${cutoff("recordAddress", time)} and (about is null or about not in (${numbersUnderHold}))`;
const isOldEntry = (time: SQL) => sql`created_at < ${cutoff("record", time)} and not ${isOfApplication}`;

const recordAddresses: Kind = {
  kind: "record-addresses",
  label: "IP addresses in the activity log",
  batch,
  due: (time) => sql`select id, '' as name, created_at as dated from admin_activity_log where ${hasOldAddress(time)}`,
  remove: (tx, ids) =>
    sweepRecord(
      tx,
      sql`update admin_activity_log set address = null where ${isOneOf(sql`id`, ids)} and ${hasOldAddress(now)}`,
    ),
};

const recordEntries: Kind = {
  kind: "record-entries",
  label: "Activity entries not about an application",
  batch,
  due: (time) => sql`select id, '' as name, created_at as dated from admin_activity_log where ${isOldEntry(time)}`,
  remove: (tx, ids) =>
    sweepRecord(tx, sql`delete from admin_activity_log where ${isOneOf(sql`id`, ids)} and ${isOldEntry(now)}`),
};

/** Kinds that expire by their own age, or that are only temporary. */
export const plainKinds: readonly Kind[] = [
  rowsOf({
    kind: "browser-rights",
    label: "Expired browser access",
    table: sql`application_holders`,
    key: sql`token_hash`,
    keyType: "text",
    dated: sql`expires_at`,
    isDue: (time) => sql`expires_at < ${time} and not ${isUnderHold(sql`application_id`)}`,
  }),
  rowsOf({
    kind: "sessions",
    label: "Ended sessions",
    table: sql`session`,
    key: sql`id`,
    keyType: "text",
    dated: sql`expires_at`,
    isDue: (time) => sql`expires_at < ${time}`,
  }),
  rowsOf({
    kind: "limits",
    label: "Expired rate-limit counters",
    table: sql`limit_counts`,
    key: sql`key`,
    keyType: "text",
    dated: sql`window_ends`,
    isDue: (time) => sql`window_ends < ${time}`,
  }),
  rowsOf({
    kind: "attempts",
    label: "Duplicate-submission markers",
    table: sql`attempts`,
    key: sql`key`,
    dated: sql`created_at`,
    isDue: (time) => sql`created_at < ${cutoff("attempt", time)}`,
  }),
  rowsOf({
    kind: "undo-offers",
    label: "Expired undo data",
    table: sql`undo_offers`,
    key: sql`id`,
    dated: sql`open_until`,
    isDue: (time) => sql`open_until < ${cutoff("undo", time)}`,
  }),
  waitingFiles,
  unverifiedMails,
  rowsOf({
    kind: "failed-mails",
    label: "Replies that couldn’t be saved",
    table: sql`failed_mails`,
    key: sql`key`,
    keyType: "text",
    dated: sql`failed_at`,
    isDue: (time) => sql`received_mail_id is null and failed_at < ${cutoff("unverifiedMail", time)}`,
  }),
  rowsOf({
    kind: "taken-mails",
    label: "Markers of replies by email",
    table: sql`taken_mails`,
    key: sql`message_hash`,
    keyType: "text",
    dated: sql`taken_at`,
    isDue: (time) => sql`taken_at < ${cutoff("takenMail", time)}`,
  }),
  importFiles,
  rowsOf({
    kind: "newsletter-addresses",
    label: "Unconfirmed newsletter addresses",
    table: sql`newsletter_subscribers`,
    key: sql`id`,
    dated: sql`created_at`,
    isDue: (time) => sql`confirmed_at is null and created_at < ${cutoff("unconfirmed", time)}`,
  }),
  rowsOf({
    kind: "unconfirmed-consultations",
    label: "Unconfirmed consultations",
    table: sql`consultations`,
    key: sql`id`,
    dated: sql`created_at`,
    isDue: (time) => sql`inquiry_id is null and created_at < ${cutoff("unconfirmed", time)}`,
  }),
  rowsOf({
    kind: "blocked-times",
    label: "Past blocked times",
    table: sql`blocked_times`,
    key: sql`id`,
    dated: sql`ends_at`,
    isDue: (time) => sql`ends_at < ${cutoff("blockedTime", time)}`,
  }),
  rowsOf({
    kind: "data-links",
    label: "Email addresses from data requests",
    table: sql`data_links`,
    key: sql`id`,
    dated: sql`created_at`,
    isDue: (time) => sql`created_at < ${cutoff("dataLink", time)}`,
  }),
  rowsOf({
    kind: "invitations",
    label: "Invitations of admins",
    table: sql`admin_invitations`,
    key: sql`id`,
    dated: sql`sent_at`,
    isDue: (time) => sql`sent_at < ${cutoff("invitation", time)}`,
  }),
  rowsOf({
    kind: "erasure-requests",
    label: "Unconfirmed erasure requests",
    table: sql`erasure_requests`,
    key: sql`id`,
    dated: sql`created_at`,
    isDue: (time) => sql`state = 'asked' and created_at < ${cutoff("unconfirmed", time)}`,
  }),
  rowsOf({
    kind: "refused-requests",
    label: "Refused erasure requests",
    table: sql`erasure_requests`,
    key: sql`id`,
    dated: sql`decided_at`,
    isDue: (time) => sql`state = 'refused' and decided_at < ${cutoff("erasureRefused", time)}`,
  }),
  rowsOf({
    kind: "views",
    label: "Views of service pages",
    table: sql`visa_service_views`,
    key: sql`id`,
    dated: sql`viewed_at`,
    isDue: (time) => sql`viewed_at < ${cutoff("view", time)}`,
  }),
  recordAddresses,
  recordEntries,
];
