import { isNotNull, sql } from "drizzle-orm";
import { visaApplications as t } from "~/db/schema/applications";

// What waits in cases: Today counts and names it (K-TODAY-2), and the list leaves the same rows by the same conditions.

/**
 * Submitted, not decided, and the next step is ours (K-TODAY-4); one from before there were turns is ours too. Word for
 * word as the index `visa_applications_our_turn` has it.
 */
const mayBeOurTurn = sql`(${t.submittedAt} is not null and ${t.status} in ('submitted', 'under_review', 'additional_info_required', 'interview_scheduled') and coalesce(${t.turn}, 'office') = 'office')`;
const isLater = sql`coalesce(${t.waitsUntil} > (now() at time zone 'America/Nassau')::date, false)`;
/** Not before the day that it waits for (F-DESK-10). */
export const isOurTurn = sql`(${mayBeOurTurn} and not ${isLater})`;
/** Ours, but for a day that is not there yet. */
export const waitsForItsDay = sql`(${mayBeOurTurn} and ${t.waitsUntil} > (now() at time zone 'America/Nassau')::date)`;
export const ourTurnSince = sql<Date>`coalesce(${t.turnSince}, ${t.submittedAt})`.mapWith(t.turnSince);

/** Something was sent that staff have not checked yet. */
export const hasAnswers = sql`${t.id} in (select application_id from case_item_answers where outcome = 'waiting')`;

/** Something that was asked for was wanted before today in Nassau. */
export const hasOverdueRequests = sql`${t.id} in (select application_id from case_request_items
  where state = 'open' and due_on < (now() at time zone 'America/Nassau')::date)`;

/** Nobody has followed a link that was mailed to its address, so mail may reach nobody; as its index says it. */
export const isUnverified = sql`(${t.emailConfirmedAt} is null and ${t.submittedAt} is not null and ${t.status} in ('submitted', 'under_review', 'additional_info_required', 'interview_scheduled'))`;

export const asksToWithdraw = isNotNull(t.withdrawalRequestedAt);
