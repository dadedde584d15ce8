import { datedFilesOf, readReferenceDays } from "~/applications/required-files/file-dates.server";
import { type Requirement, requirementsOf } from "~/applications/required-files/requirements.server";
import { db, type Queryable } from "~/db/client.server";
import {
  conditionOfDocument,
  type DatedFile,
  type DocumentCondition,
  type DocumentDates,
  type ReferenceDays,
} from "~/documents/dates/date-rule";

export type DocumentOfCase = Pick<Requirement, "type" | "name" | "isRequired"> & { condition: DocumentCondition };

/** The files that were sent for the documents of these cases. */
export async function sentFilesOf(from: Queryable, applicationIds: readonly string[]) {
  const files = await datedFilesOf(from, applicationIds);
  return files.filter(({ draftOf }) => draftOf === null);
}

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
