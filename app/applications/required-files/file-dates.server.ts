import { eq } from "drizzle-orm";
import type { Requirement } from "~/catalogue/requirements.server";
import { nassauDay } from "~/core/time";
import { db, type Queryable } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { passportInformation, tripDetails } from "~/db/schema/steps";
import {
  conditionOf,
  type DateKind,
  type DocumentCondition,
  type DocumentDates,
  dateKindOf,
  type ReferenceDays,
  tripEndOf,
} from "~/documents/dates/date-rule";
import { plannedFilingOf } from "~/documents/dates/planned-filing";

/** The date of a file whose document has a date rule, and what follows from it today. */
export type FileDate = {
  kind: DateKind;
  day: string | null;
  /** False for the passport’s photo page, whose dates are answers of step 2. */
  isAsked: boolean;
  condition: DocumentCondition;
};

/** What the dates of an application’s documents are compared with, by the answers in force. */
export async function readReferenceDays(
  applicationId: string,
  from: Queryable = db,
): Promise<ReferenceDays & { passport: DocumentDates }> {
  const [row] = await from
    .select({
      submittedAt: visaApplications.submittedAt,
      plannedFilingOn: visaApplications.plannedFilingOn,
      filingDays: visaServices.filingDays,
      arrival: tripDetails.intendedArrivalDate,
      departure: tripDetails.intendedDepartureDate,
      issuedOn: passportInformation.issueDate,
      expiresOn: passportInformation.expirationDate,
    })
    .from(visaApplications)
    .leftJoin(visaServices, eq(visaServices.id, visaApplications.visaServiceId))
    .leftJoin(tripDetails, eq(tripDetails.applicationId, visaApplications.id))
    .leftJoin(passportInformation, eq(passportInformation.applicationId, visaApplications.id))
    .where(eq(visaApplications.id, applicationId));
  const today = nassauDay();
  const { submittedAt = null, plannedFilingOn = null, filingDays } = row ?? {};
  return {
    today,
    submittedOn: submittedAt && nassauDay(submittedAt),
    plannedFilingOn: plannedFilingOf({ submittedAt, plannedFilingOn }, { filingDays: filingDays ?? 0 }, today),
    tripEnd: tripEndOf(row ?? {}),
    passport: { issuedOn: row?.issuedOn ?? null, expiresOn: row?.expiresOn ?? null },
  };
}

type Dated = DocumentDates & { documentType: string; scan: string };

/** Returns a function for the date of a file; null if its document has no date rule, or it was deleted for a virus. */
export async function readFileDates(
  applicationId: string,
  requirements: readonly Pick<Requirement, "type" | "purpose" | "dateRule">[],
  from: Queryable = db,
): Promise<(file: Dated) => FileDate | null> {
  if (requirements.every(({ dateRule }) => dateRule === null)) return () => null;
  const { passport, ...days } = await readReferenceDays(applicationId, from);
  return ({ documentType, scan, issuedOn, expiresOn }) => {
    const requirement = requirements.find(({ type }) => type === documentType);
    const rule = requirement?.dateRule;
    if (!rule || scan === "infected") return null;
    const isAsked = requirement.purpose !== "passport_page";
    const dates = isAsked ? { issuedOn, expiresOn } : passport;
    const kind = dateKindOf(rule);
    return {
      kind,
      day: kind === "issued" ? dates.issuedOn : dates.expiresOn,
      isAsked,
      condition: conditionOf({ ...days, ...dates, rule }),
    };
  };
}
