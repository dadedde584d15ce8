import { type SQL, sql } from "drizzle-orm";
import { cancelOldImports, importFileDays } from "~/clients/import/check-import.server";
import { isInquiryUnderHold, isUnderHold, numbersUnderHold } from "~/core/legal-holds.server";
import type { Transaction } from "~/db/client.server";
import { discardDocument } from "~/documents/discard.server";
import { messageDraft, restrictedType } from "~/documents/of-case.server";
import { removeReceivedMail } from "~/received-mail/place/store-received-mail.server";
import { before, cutoff } from "./cutoff.server";
import type { KeyType, Kind } from "./kind";

/** Casts the keys to the column's own type, so that the primary key's index is used. */
export const isOneOf = (key: SQL, ids: readonly string[], type: KeyType = "uuid"): SQL =>
  sql`${key} = any(${sql.param([...ids])}::${sql.raw(type)}[])`;

type Rows = {
  kind: string;
  label: string;
  table: string;
  /** The primary key. */
  key?: string;
  keyType?: KeyType;
  /** The column that determines the age. */
  dated: string;
  batch?: number;
  isDue: (time: SQL) => SQL;
  /** Without it they are deleted. `stillDue` is repeated because a row may be in use again. */
  remove?: (tx: Transaction, stillDue: SQL) => Promise<number>;
};

/** Rows of one table. */
export function rowsOf({ kind, label, batch = 500, key = "id", keyType = "uuid", isDue, remove, ...rows }: Rows): Kind {
  const [id, table, dated] = [sql.raw(key), sql.raw(rows.table), sql.raw(rows.dated)];
  const removeRows = remove ?? ((tx, stillDue) => countRows(tx, sql`delete from ${table} where ${stillDue}`));
  return {
    kind,
    label,
    batch,
    keyType,
    due: (time) => sql`select ${id} as id, '' as name, ${dated} as dated from ${table} where ${isDue(time)}`,
    remove: (tx, ids) => removeRows(tx, sql`${isOneOf(id, ids, keyType)} and ${isDue(sql`now()`)}`),
  };
}

async function countRows(tx: Transaction, statement: SQL): Promise<number> {
  const { rowCount } = await tx.execute(statement);
  return rowCount ?? 0;
}

/** Locks the rows, then removes each with what belongs to it. */
const removeEach =
  (table: string, removeOne: (tx: Transaction, id: string) => Promise<unknown>) =>
  async (tx: Transaction, stillDue: SQL): Promise<number> => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from ${sql.raw(table)} where ${stillDue} order by id for update`,
    );
    for (const { id } of rows) await removeOne(tx, id);
    return rows.length;
  };

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

/** Literally as in the index `received_mails_unverified`. */
const isOldUnverified = (time: SQL): SQL => sql`state = 'unverified' and received_at < ${cutoff("unverifiedMail", time)}
  and not ${isUnderHold(sql`received_mails.application_id`)} and not ${isInquiryUnderHold(sql`received_mails.inquiry_id`)}`;

const isOldFile = (time: SQL): SQL =>
  sql`storage_key is not null and created_at < ${before(time, `${importFileDays} days`)}`;

/** Changes old entries of the record, which is otherwise append-only (K-LOG-5). */
async function sweepRecord(tx: Transaction, statement: SQL): Promise<number> {
  await tx.execute(sql`set local lucaya.record = 'sweep'`);
  return countRows(tx, statement);
}

/** SQL: entries of an application or restricted case, which are retained as long as that exists. */
const isOfApplication = sql`(
  exists (select from visa_applications a where a.application_number = about)
  or exists (select from restricted_cases r where r.application_number = about))`;
const hasOldAddress = (time: SQL) =>
  sql`address is not null and created_at < ${cutoff("recordAddress", time)} and (about is null or about not in (${numbersUnderHold}))`;
const isOldEntry = (time: SQL) => sql`created_at < ${cutoff("record", time)} and not ${isOfApplication}`;

/** Kinds that expire by their own age, or that are only temporary. */
export const plainKinds: readonly Kind[] = [
  rowsOf({
    kind: "browser-rights",
    label: "Expired browser access",
    table: "application_holders",
    key: "token_hash",
    keyType: "text",
    dated: "expires_at",
    isDue: (time) => sql`expires_at < ${time} and not ${isUnderHold(sql`application_id`)}`,
  }),
  rowsOf({
    kind: "sessions",
    label: "Ended sessions",
    table: "session",
    keyType: "text",
    dated: "expires_at",
    isDue: (time) => sql`expires_at < ${time}`,
  }),
  rowsOf({
    kind: "limits",
    label: "Expired rate-limit counters",
    table: "limit_counts",
    key: "key",
    keyType: "text",
    dated: "window_ends",
    isDue: (time) => sql`window_ends < ${time}`,
  }),
  rowsOf({
    kind: "attempts",
    label: "Duplicate-submission markers",
    table: "attempts",
    key: "key",
    dated: "created_at",
    isDue: (time) => sql`created_at < ${cutoff("attempt", time)}`,
  }),
  rowsOf({
    kind: "undo-offers",
    label: "Expired undo data",
    table: "undo_offers",
    dated: "open_until",
    isDue: (time) => sql`open_until < ${cutoff("undo", time)}`,
  }),
  // Files uploaded for an inquiry or a message that was not sent.
  rowsOf({
    kind: "waiting-files",
    label: "Files of unsent inquiries and messages",
    table: "documents",
    dated: "created_at",
    batch: 100,
    isDue: isAbandoned,
    remove: removeEach("documents", discardDocument),
  }),
  // Emails that staff put nowhere, with their files.
  rowsOf({
    kind: "unverified-mails",
    label: "Unverified replies by email",
    table: "received_mails",
    dated: "received_at",
    batch: 100,
    isDue: isOldUnverified,
    remove: removeEach("received_mails", removeReceivedMail),
  }),
  rowsOf({
    kind: "failed-mails",
    label: "Replies that couldn’t be saved",
    table: "failed_mails",
    key: "key",
    keyType: "text",
    dated: "failed_at",
    isDue: (time) => sql`received_mail_id is null and failed_at < ${cutoff("unverifiedMail", time)}`,
  }),
  rowsOf({
    kind: "taken-mails",
    label: "Markers of replies by email",
    table: "taken_mails",
    key: "message_hash",
    keyType: "text",
    dated: "taken_at",
    isDue: (time) => sql`taken_at < ${cutoff("takenMail", time)}`,
  }),
  rowsOf({
    kind: "import-files",
    label: "Files of imports that were not started",
    table: "client_imports",
    dated: "created_at",
    batch: 20,
    isDue: isOldFile,
    remove: cancelOldImports,
  }),
  rowsOf({
    kind: "newsletter-addresses",
    label: "Unconfirmed newsletter addresses",
    table: "newsletter_subscribers",
    dated: "created_at",
    isDue: (time) => sql`confirmed_at is null and created_at < ${cutoff("unconfirmed", time)}`,
  }),
  rowsOf({
    kind: "unconfirmed-consultations",
    label: "Unconfirmed consultations",
    table: "consultations",
    dated: "created_at",
    isDue: (time) => sql`inquiry_id is null and created_at < ${cutoff("unconfirmed", time)}`,
  }),
  rowsOf({
    kind: "blocked-times",
    label: "Past blocked times",
    table: "blocked_times",
    dated: "ends_at",
    isDue: (time) => sql`ends_at < ${cutoff("blockedTime", time)}`,
  }),
  rowsOf({
    kind: "data-links",
    label: "Email addresses from data requests",
    table: "data_links",
    dated: "created_at",
    isDue: (time) => sql`created_at < ${cutoff("dataLink", time)}`,
  }),
  rowsOf({
    kind: "invitations",
    label: "Invitations of admins",
    table: "admin_invitations",
    dated: "sent_at",
    isDue: (time) => sql`sent_at < ${cutoff("invitation", time)}`,
  }),
  rowsOf({
    kind: "erasure-requests",
    label: "Unconfirmed erasure requests",
    table: "erasure_requests",
    dated: "created_at",
    isDue: (time) => sql`state = 'asked' and created_at < ${cutoff("unconfirmed", time)}`,
  }),
  rowsOf({
    kind: "refused-requests",
    label: "Refused erasure requests",
    table: "erasure_requests",
    dated: "decided_at",
    isDue: (time) => sql`state = 'refused' and decided_at < ${cutoff("erasureRefused", time)}`,
  }),
  rowsOf({
    kind: "views",
    label: "Views of service pages",
    table: "visa_service_views",
    dated: "viewed_at",
    isDue: (time) => sql`viewed_at < ${cutoff("view", time)}`,
  }),
  rowsOf({
    kind: "record-addresses",
    label: "IP addresses in the activity log",
    table: "admin_activity_log",
    dated: "created_at",
    isDue: hasOldAddress,
    remove: (tx, stillDue) => sweepRecord(tx, sql`update admin_activity_log set address = null where ${stillDue}`),
  }),
  rowsOf({
    kind: "record-entries",
    label: "Activity entries not about an application",
    table: "admin_activity_log",
    dated: "created_at",
    isDue: isOldEntry,
    remove: (tx, stillDue) => sweepRecord(tx, sql`delete from admin_activity_log where ${stillDue}`),
  }),
];
