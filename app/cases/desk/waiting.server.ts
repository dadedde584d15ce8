import { isNotNull, sql } from "drizzle-orm";
import { visaApplications as t } from "~/db/schema/applications";

// Conditions of open work in cases. Today counts by them and the list filters by them, so that both show the same rows.

/**
 * Our turn, or from before turns were stored. Must match the predicate of the index `visa_applications_our_turn`
 * exactly.
 */
const mayBeOurTurn = sql`(${t.submittedAt} is not null and ${t.status} in ('submitted', 'under_review', 'additional_info_required', 'interview_scheduled') and coalesce(${t.turn}, 'office') = 'office')`;
const isLater = sql`coalesce(${t.waitsUntil} > (now() at time zone 'America/Nassau')::date, false)`;
/** Excludes cases before the day that they wait for. */
export const isOurTurn = sql`(${mayBeOurTurn} and not ${isLater})`;
/** Ours, but its day is still to come. */
export const waitsForItsDay = sql`(${mayBeOurTurn} and ${t.waitsUntil} > (now() at time zone 'America/Nassau')::date)`;
export const ourTurnSince = sql<Date>`coalesce(${t.turnSince}, ${t.submittedAt})`.mapWith(t.turnSince);

export const hasAnswers = sql`${t.id} in (select application_id from case_item_answers where outcome = 'waiting')`;

/** A requested item was due before today in Nassau. */
export const hasOverdueRequests = sql`${t.id} in (select application_id from case_request_items
  where state = 'open' and due_on < (now() at time zone 'America/Nassau')::date)`;

/** Nobody has followed a mailed link, so mail may reach nobody. Must match the predicate of its index. */
export const isUnverified = sql`(${t.emailConfirmedAt} is null and ${t.submittedAt} is not null and ${t.status} in ('submitted', 'under_review', 'additional_info_required', 'interview_scheduled'))`;

export const asksToWithdraw = isNotNull(t.withdrawalRequestedAt);
