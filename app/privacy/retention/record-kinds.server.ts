import { eq, type SQL, sql } from "drizzle-orm";
import { endChange } from "~/applications/access/change/end.server";
import { recordActivity } from "~/core/activity.server";
import { isInquiryUnderHold, isUnderHold } from "~/core/legal-holds.server";
import { nassauZone } from "~/core/time";
import { lockCase } from "~/db/advisory-locks.server";
import type { Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { referenceOf } from "~/inquiries/reference";
import { removeTexts } from "~/mail/remove-text.server";
import { lockPeople } from "~/people/assign.server";
import {
  eraseClientInTransaction,
  eraseInquiryInTransaction,
  eraseInTransaction,
  unmarkIfStillPresent,
} from "../erasure/erase.server";
import { isDecision, isPastRetention } from "../erasure/retain-until.server";
import { eraseRestrictedInside } from "../restricted/erase-restricted.server";
import { before, cutoff } from "./cutoff.server";
import { isOldDraft } from "./draft-days.server";
import type { Kind } from "./kind";
import { isOneOf, rowsOf } from "./plain-kinds.server";

/** Locks a row, and rechecks with the changes of others whether it is still due. */
async function lockIfDue<Row extends Record<string, unknown>>(
  tx: Transaction,
  /** With its alias in `isDue`. */
  [table, alias]: [table: string, alias: string],
  id: string,
  isDue: (time: SQL) => SQL,
) {
  const [from, row] = [sql.raw(table), sql.raw(alias)];
  await tx.execute(sql`select 1 from ${from} where ${isOneOf(sql`id`, [id])} for update`);
  const { rows } = await tx.execute<Row>(
    sql`select ${row}.* from ${from} ${row} where ${isOneOf(sql`${row}.id`, [id])} and ${isDue(sql`now()`)}`,
  );
  return rows[0];
}

/** Removes one after the other; returns how many. */
async function countRemoved(ids: readonly string[], remove: (id: string) => Promise<boolean>): Promise<number> {
  let removed = 0;
  for (const id of ids) if (await remove(id)) removed += 1;
  return removed;
}

type Applications = { kind: string; label: string; actionType: string; dated: SQL; isDue: (time: SQL) => SQL };

const applicationsOf = ({ kind, label, actionType, dated, isDue }: Applications): Kind => ({
  kind,
  label,
  batch: 1,
  takeBack: unmarkIfStillPresent,
  due: (time) =>
    sql`select a.id, a.application_number as name, ${dated} as dated from visa_applications a where ${isDue(time)}`,
  remove: async (tx, ids) => {
    // Lock the case before its row, as every erasure does.
    for (const id of ids) await lockCase(tx, id);
    await lockPeople(tx);
    return countRemoved(ids, async (id) => {
      if (!(await lockIfDue(tx, ["visa_applications", "a"], id, isDue))) return false;
      const erased = await eraseInTransaction(tx, id, "schedule");
      if (!erased) return false;
      const { number, files } = erased;
      const about = { subjectType: "application", subjectId: id, subjectName: number };
      await recordActivity(tx, null, { actionType, ...about, details: { number, files } });
      return true;
    });
  },
});

const drafts = applicationsOf({
  kind: "drafts",
  label: "Unsubmitted applications",
  actionType: "draft_deleted_by_schedule",
  dated: sql`greatest(a.last_updated_at, a.kept_from)`,
  isDue: isOldDraft,
});

/** SQL: still decided, with a last decision old enough. An index excludes cases that can't be due yet. */
const isOldCase = (time: SQL): SQL => sql`a.id in (
    select h.application_id from application_status_history h
    where ${isDecision} and h.created_at < ${cutoff("application", time)} + interval '2 days'
    union all
    select u.id from visa_applications u
    where u.status in ('approved', 'denied', 'withdrawn') and u.last_updated_at < ${cutoff("application", time)} + interval '2 days')
  and ${isPastRetention(time)} and not ${isUnderHold(sql`a.id`)}`;

const cases = applicationsOf({
  kind: "applications",
  label: "Submitted applications",
  actionType: "application_deleted_by_schedule",
  dated: sql`a.created_at`,
  isDue: isOldCase,
});

/**
 * SQL: by the staff's last action on an inquiry, or its arrival; one of a case under legal hold belongs to that case.
 */
const isOldInquiry = (time: SQL): SQL => sql`
  greatest(i.created_at, i.updated_at, i.answered_at) < ${cutoff("inquiry", time)}
  and not exists (
    select from inquiry_replies r where r.inquiry_id = i.id and r.created_at >= ${cutoff("inquiry", time)})
  and not ${isInquiryUnderHold(sql`i.id`)}`;

const inquiries: Kind = {
  kind: "inquiries",
  label: "Inquiries",
  batch: 1,
  takeBack: unmarkIfStillPresent,
  due: (time) =>
    sql`select i.id, '' as name, greatest(i.created_at, i.updated_at, i.answered_at) as dated from visa_inquiries i
      where ${isOldInquiry(time)}`,
  remove: async (tx, ids) => {
    await lockPeople(tx);
    return countRemoved(ids, async (id) => {
      const row = await lockIfDue<{ status: string }>(tx, ["visa_inquiries", "i"], id, isOldInquiry);
      const erased = row && (await eraseInquiryInTransaction(tx, id, "schedule"));
      if (!erased) return false;
      const reference = referenceOf(id);
      const about = { subjectType: "inquiry", subjectId: id, subjectName: reference };
      const details = { reference, status: row.status, files: erased.files };
      await recordActivity(tx, null, { actionType: "inquiry_deleted_by_schedule", ...about, details });
      return true;
    });
  },
};

/**
 * SQL: after its last key date, one without an expiration date being the last of all; without any, after its import or
 * its last change. At most so long after the import, and not while that can be undone: a file may have dates that
 * ended long ago, and staff should see what came of it.
 */
const isOldClient = (time: SQL): SQL => sql`c.created_at < ${before(time, "72 hours")} and (
  coalesce(
    (select max(coalesce(k.ends_on, 'infinity')) from key_dates k where k.client_id = c.id),
    (greatest(c.created_at, c.changed_at) at time zone ${nassauZone})::date
  ) < (${cutoff("client", time)} at time zone ${nassauZone})::date
  or c.created_at < ${cutoff("clientAtMost", time)})`;

const oldClients: Kind = {
  kind: "clients",
  label: "Imported clients",
  batch: 1,
  takeBack: unmarkIfStillPresent,
  due: (time) => sql`select c.id, '' as name, c.created_at as dated from clients c where ${isOldClient(time)}`,
  remove: async (tx, ids) => {
    await lockPeople(tx);
    return countRemoved(ids, async (id) => {
      const row = await lockIfDue(tx, ["clients", "c"], id, isOldClient);
      const erased = row && (await eraseClientInTransaction(tx, id, "schedule"));
      if (!erased) return false;
      const about = { subjectType: "client", subjectId: id, subjectName: erased.number };
      await recordActivity(tx, null, { actionType: "client_deleted_by_schedule", ...about });
      return true;
    });
  },
};

const isUnconfirmed = (time: SQL): SQL => sql`exists (
  select from application_email_changes c where c.application_id = a.id and c.mailed_at < ${cutoff("unconfirmed", time)})
  and not ${isUnderHold(sql`a.id`)}`;

/** Ends an email change and updates step 1 of the draft. This is no save: the draft's days continue. */
const emailChanges: Kind = {
  kind: "email-changes",
  label: "Unconfirmed email changes",
  batch: 1,
  due: (time) =>
    sql`select a.id, a.application_number as name, a.created_at as dated from visa_applications a
      where ${isUnconfirmed(time)}`,
  remove: (tx, ids) =>
    countRemoved(ids, async (id) => {
      if (!(await lockIfDue(tx, ["visa_applications", "a"], id, isUnconfirmed))) return false;
      const [application] = await tx.select().from(visaApplications).where(eq(visaApplications.id, id));
      if (!application) return false;
      const { applicationNumber: number, lastUpdatedAt } = application;
      await endChange(tx, application, {
        by: "program",
        record: (ended) =>
          recordActivity(tx, null, {
            actionType: ended.actionType,
            subjectType: "application",
            subjectId: id,
            details: { number, ...ended.details },
          }),
      });
      await tx.update(visaApplications).set({ lastUpdatedAt }).where(eq(visaApplications.id, id));
      return true;
    }),
};

/** SQL: mails that were sent or failed permanently; those of a case under legal hold stay complete. */
const hasOldText = (time: SQL): SQL => sql`text_removed_at is null and status <> 'pending'
  and created_at < ${cutoff("mailText", time)} and not ${isUnderHold(sql`application_id`)}`;

const mailTexts = rowsOf({
  kind: "mail-texts",
  label: "Email texts in the log",
  table: "email_notifications",
  dated: "created_at",
  batch: 200,
  isDue: hasOldText,
  remove: removeTexts,
});

const isUnrestricted = (
  time: SQL,
): SQL => sql`r.restricted_until <= (${time} at time zone ${nassauZone})::date and not exists (
  select from legal_holds h where h.restricted_id = r.id and h.removed_at is null)`;

const restricted: Kind = {
  kind: "restricted-cases",
  label: "Restricted cases due for erasure",
  batch: 1,
  takeBack: unmarkIfStillPresent,
  due: (time) =>
    sql`select r.id, r.application_number as name, r.restricted_until::timestamptz as dated from restricted_cases r
      where ${isUnrestricted(time)}`,
  remove: (tx, ids) =>
    countRemoved(ids, async (id) => {
      const row = await lockIfDue<{ application_number: string }>(tx, ["restricted_cases", "r"], id, isUnrestricted);
      if (!row || !(await eraseRestrictedInside(tx, id))) return false;
      const about = { subjectType: "application", subjectId: id, subjectName: row.application_number };
      await recordActivity(tx, null, { actionType: "application_deleted_by_schedule", ...about });
      return true;
    }),
};

/** Texts and emails first, so that the preview of a run matches it; then whole records. */
export const recordKinds: readonly Kind[] = [emailChanges, mailTexts, inquiries, oldClients, drafts, cases, restricted];
