import { type SQL, sql } from "drizzle-orm";
import { isUndecided } from "~/applications/status/undecided";
import { type ShortPassport, shortPassport } from "~/applications/steps/passport-validity";
import { nassauDay } from "~/core/time";
import { visaApplications as t } from "~/db/schema/applications";
import { passportInformation, tripDetails } from "~/db/schema/steps";
import type { ApplicationStatus } from "~/db/schema/values";

/** The day on which an application's passport expires, of the answers in force. */
export const passportExpires: SQL<string | null> = sql`(select ${passportInformation.expirationDate}::text
  from ${passportInformation} where ${passportInformation.applicationId} = ${t.id})`;

/** The end of its trip, or the arrival where no departure is given. */
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
 * What is wrong with a case's passport (F-DESK-17). Once it is approved today counts no more, only trip and decision;
 * of one that was denied or withdrawn nothing does.
 */
export function passportOf({ status, decisionExpectedBy, passportExpires, tripEnd }: Row): ShortPassport | undefined {
  if (status === "denied" || status === "withdrawn") return undefined;
  const today = status === "draft" || isUndecided(status) ? nassauDay() : null;
  return shortPassport({ expires: passportExpires, today, tripEnd, decision: decisionExpectedBy });
}
