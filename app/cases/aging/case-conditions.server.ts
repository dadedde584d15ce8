import { and, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { readReferenceDays } from "~/applications/required-files/file-dates.server";
import { type Requirement, requirementsOf } from "~/applications/required-files/requirements.server";
import { db, type Queryable } from "~/db/client.server";
import { caseItemAnswers } from "~/db/schema/case";
import { documents } from "~/db/schema/documents";
import {
  conditionOfDocument,
  type DatedFile,
  type DocumentCondition,
  type DocumentDates,
  type ReferenceDays,
} from "~/documents/dates/date-rule";

export type DocumentOfCase = Pick<Requirement, "type" | "name" | "isRequired"> & { condition: DocumentCondition };

/**
 * The files that were sent for the documents of these cases, before and after the submission. Those of messages are no
 * document. The trigger function `aging_day` has the same conditions.
 */
export const sentFilesOf = (from: Queryable, applicationIds: readonly string[]) =>
  from
    .select({
      applicationId: documents.applicationId,
      documentType: documents.documentType,
      issuedOn: documents.issuedOn,
      expiresOn: documents.expiresOn,
      scan: documents.scan,
      isRefused: sql<boolean>`coalesce(${caseItemAnswers.outcome} = 'refused', false)`,
    })
    .from(documents)
    .leftJoin(caseItemAnswers, eq(caseItemAnswers.id, documents.caseAnswerId))
    .where(
      and(
        inArray(documents.applicationId, [...applicationIds]),
        isNull(documents.caseMessageId),
        isNull(documents.decisionId),
        or(isNull(documents.caseItemId), isNotNull(documents.caseAnswerId)),
      ),
    );

type SentFile = DatedFile & { documentType: string };

/** The condition of each document with a date rule for which a file was sent. */
export const conditionsOf = (
  requirements: readonly Requirement[],
  files: readonly SentFile[],
  { passport, ...days }: ReferenceDays & { passport: DocumentDates },
): DocumentOfCase[] =>
  requirements.flatMap(({ type, name, isRequired, purpose, dateRule }) => {
    if (!dateRule) return [];
    const sent = files.filter(({ documentType }) => documentType === type);
    // The dates of the passport’s page are answers.
    const dated = purpose === "passport_page" ? sent.map((file) => ({ ...file, ...passport })) : sent;
    const condition = conditionOfDocument(dateRule, dated, days);
    return condition ? [{ type, name, isRequired, condition }] : [];
  });

/** The same of one submitted case; `today`: another day than today, in Nassau. */
export async function readCaseConditions(
  application: { id: string; visaServiceId: string | null },
  { from = db, today }: { from?: Queryable; today?: string } = {},
): Promise<DocumentOfCase[]> {
  const requirements = await requirementsOf(application.visaServiceId, from);
  if (requirements.every(({ dateRule }) => dateRule === null)) return [];
  const days = await readReferenceDays(application.id, from);
  const files = await sentFilesOf(from, [application.id]);
  return conditionsOf(requirements, files, today === undefined ? days : { ...days, today });
}
