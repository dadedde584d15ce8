import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Requirement } from "~/catalogue/requirements.server";
import { nassauDay } from "~/core/time";
import { db, type Queryable } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { caseItemAnswers } from "~/db/schema/case";
import { visaServices } from "~/db/schema/catalogue";
import { documents } from "~/db/schema/documents";
import { passportInformation, tripDetails } from "~/db/schema/steps";
import {
  conditionOfFile,
  type DateKind,
  type DocumentDates,
  dateKindOf,
  type FileCondition,
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
  condition: FileCondition;
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

/**
 * The files that were sent or uploaded for documents of these applications, before and after the submission. Those of
 * messages are no document. The trigger function `aging_day` has the same conditions.
 */
export const datedFilesOf = (from: Queryable, applicationIds: readonly string[]) =>
  from
    .select({
      id: documents.id,
      applicationId: documents.applicationId,
      documentType: documents.documentType,
      issuedOn: documents.issuedOn,
      expiresOn: documents.expiresOn,
      scan: documents.scan,
      isRefused: sql<boolean>`coalesce(${caseItemAnswers.outcome} = 'refused', false)`,
      /** The item that it was uploaded for and not sent yet. */
      draftOf: sql<string | null>`case when ${documents.caseAnswerId} is null then ${documents.caseItemId} end`,
    })
    .from(documents)
    .leftJoin(caseItemAnswers, eq(caseItemAnswers.id, documents.caseAnswerId))
    .where(
      and(
        inArray(documents.applicationId, [...applicationIds]),
        isNull(documents.caseMessageId),
        isNull(documents.decisionId),
      ),
    );

type Dated = DocumentDates & { id: string; documentType: string; scan: string };

/** Returns a function for the date of a file; null if its document has no date rule, or it was deleted for a virus. */
export async function readFileDates(
  applicationId: string,
  requirements: readonly Pick<Requirement, "type" | "purpose" | "dateRule">[],
  from: Queryable = db,
): Promise<(file: Dated) => FileDate | null> {
  if (requirements.every(({ dateRule }) => dateRule === null)) return () => null;
  const { passport, ...days } = await readReferenceDays(applicationId, from);
  const files = await datedFilesOf(from, [applicationId]);
  return ({ id, documentType, scan, issuedOn, expiresOn }) => {
    const requirement = requirements.find(({ type }) => type === documentType);
    const rule = requirement?.dateRule;
    if (!rule || scan === "infected") return null;
    const isAsked = requirement.purpose !== "passport_page";
    const dates = isAsked ? { issuedOn, expiresOn } : passport;
    const kind = dateKindOf(rule);
    const draftOf = files.find((file) => file.id === id)?.draftOf ?? null;
    const isSeen = (file: (typeof files)[number]) => file.draftOf === null || file.draftOf === draftOf;
    const others = files.filter((file) => file.id !== id && file.documentType === documentType && isSeen(file));
    return {
      kind,
      day: kind === "issued" ? dates.issuedOn : dates.expiresOn,
      isAsked,
      condition: conditionOfFile(rule, dates, isAsked ? others : [], days),
    };
  };
}
