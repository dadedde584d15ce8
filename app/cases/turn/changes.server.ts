import { eq, sql } from "drizzle-orm";
import { asVisibleToApplicant } from "~/applications/status/undoable-status.server";
import { shownKeyDateChanges } from "~/cases/key-dates/shown-changes.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";

/**
 * A token that changes with anything of the case that both sides see. It reveals nothing else and is read from indexes:
 * open pages poll it every few seconds. `asApplicant`: of what the applicant sees.
 */
export async function changesOf(
  applicationId: string,
  { asApplicant = false }: { asApplicant?: boolean } = {},
): Promise<string> {
  const ofStatus = asApplicant
    ? sql`${await seenByApplicant(applicationId)}::text`
    : // What was paid follows from the ledger, of which its applicant sees less.
      sql`concat_ws(',', status, turn, turn_since, withdrawal_requested_at, payment_status, amount_paid, total_amount_due)`;
  // When the other side read the messages of this one: what this side reads by opening the page is no change to it.
  const side = asApplicant ? "applicant" : "office";
  const shown = asApplicant ? sql`and (shown_from is null or shown_from <= clock_timestamp())` : sql``;
  // Tasks are the office's own.
  const tasks = asApplicant
    ? sql``
    : sql`(select concat_ws(',', count(*), max(updated_at), sum(hashtext(coalesce(due_on::text, '')))) from case_tasks where application_id = ${applicationId}),`;
  const standing = asApplicant ? sql`and undone_at is null` : sql``;
  const keyDateChanges = asApplicant
    ? sql`select count(*) from admin_activity_log l where ${shownKeyDateChanges(applicationId)}`
    : sql`select concat_ws(',', count(*), sum(revision), max(updated_at)) from key_dates where application_id = ${applicationId}`;
  const { rows } = await db.execute<{ word: string }>(sql`
    select md5(concat_ws('|',
      (select concat_ws(',', ${ofStatus}, filed_on, decision_expected_by, coalesce(planned_filing_on::text, ''))
         from visa_applications where id = ${applicationId}),
      (select concat_ws(',', count(*), max(created_at)) from application_status_history where application_id = ${applicationId} ${shown} ${standing}),
      (select concat_ws(',', count(*), max(state_at), max(begun_at), sum(hashtext(coalesce(due_on::text, '')))) from case_request_items where application_id = ${applicationId} ${shown}),
      (select concat_ws(',', count(*), max(created_at), max(decided_at)) from case_item_answers where application_id = ${applicationId}),
      (select concat_ws(',', count(*), max(created_at), max(read_at) filter (where side = ${side}), max(answered_at)) from case_messages where application_id = ${applicationId}),
      (select concat_ws(',', count(*), max(updated_at), max(confirmed_at), max(other_time_at)) from appointments where application_id = ${applicationId}),
      ${tasks}
      (${keyDateChanges}),
      (select concat_ws(',', count(*), max(offered_at), max(replaced_at)) from agreement_offers where application_id = ${applicationId}),
      (select concat_ws(',', count(*), max(signed_at)) from agreement_signatures where application_id = ${applicationId}),
      (select concat_ws(',', count(*), max(at)) from agreement_events where application_id = ${applicationId}),
      (select concat_ws(',', count(*), max(created_at)) from ledger_entries where application_id = ${applicationId} ${shown}),
      (select concat_ws(',', count(*), max(created_at), sum(hashtext(concat_ws(',', scan, issued_on, expires_on)))) from documents where application_id = ${applicationId})
    )) as word`);
  return rows[0]?.word ?? "";
}

/** A status change that can still be undone, as the applicant still sees the case. */
async function seenByApplicant(applicationId: string): Promise<string> {
  const { id, status, turn, turnSince, withdrawalRequestedAt } = visaApplications;
  const rows = await db
    .select({ id, status, turn, turnSince, withdrawalRequestedAt })
    .from(visaApplications)
    .where(eq(visaApplications.id, applicationId));
  return JSON.stringify(await asVisibleToApplicant(rows));
}
