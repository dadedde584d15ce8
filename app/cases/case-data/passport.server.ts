import { type SQL, sql } from "drizzle-orm";
import { isUndecided } from "~/applications/status/undecided";
import { type ShortPassport, shortPassport } from "~/applications/steps/passport-validity";
import { nassauDay } from "~/core/time";
import { visaApplications as t } from "~/db/schema/applications";
import { passportInformation, tripDetails } from "~/db/schema/steps";
import type { ApplicationStatus } from "~/db/schema/values";

/** Expiry day of the passport, by the answers in force. */
export const passportExpires: SQL<string | null> = sql`(select ${passportInformation.expirationDate}::text
  from ${passportInformation} where ${passportInformation.applicationId} = ${t.id})`;

/** End of the trip, or the arrival if no departure is given. */
export const tripEnd: SQL<string | null> = sql`(select
  coalesce(${tripDetails.intendedDepartureDate}, ${tripDetails.intendedArrivalDate})::text
  from ${tripDetails} where ${tripDetails.applicationId} = ${t.id})`;

type Row = {
  status: ApplicationStatus;
  decisionExpectedBy: string | null;
  passportExpires: string | null;
  tripEnd: string | null;
};

/**
 * The problem with a case's passport. After approval only trip and decision count, not today; a denied or withdrawn
 * case has none (F-DESK-17).
 */
export function passportOf({ status, decisionExpectedBy, passportExpires, tripEnd }: Row): ShortPassport | undefined {
  if (status === "denied" || status === "withdrawn") return undefined;
  const today = status === "draft" || isUndecided(status) ? nassauDay() : null;
  return shortPassport({ expires: passportExpires, today, tripEnd, decision: decisionExpectedBy });
}
