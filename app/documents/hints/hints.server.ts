import { and, eq, inArray, isNull, or } from "drizzle-orm";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import { documentHints, documents } from "~/db/schema/documents";
import { documentHintCodes } from "~/db/schema/values";
import { describeHint, type Hint } from "./describe-hint";
import { pictureHintsAreOn } from "./picture-hints.server";

/** `isKept`: the applicant chose to use the file anyway. */
export type FileHint = Hint & { isKept: boolean };

const isShown = or(eq(documentHints.code, "incomplete"), pictureHintsAreOn);

/** The hints of files, each file's in the order in which we say them. */
export async function hintsOf(
  documentIds: readonly string[],
  from: Queryable = db,
): Promise<(documentId: string) => FileHint[]> {
  if (documentIds.length === 0) return () => [];
  const rows = await from
    .select()
    .from(documentHints)
    .where(and(inArray(documentHints.documentId, [...documentIds]), isShown));
  const hints = Map.groupBy(
    rows.sort((a, b) => documentHintCodes.indexOf(a.code) - documentHintCodes.indexOf(b.code)),
    ({ documentId }) => documentId,
  );
  return (documentId) =>
    (hints.get(documentId) ?? []).map(({ code, detail, keptAt }) => ({ code, detail, isKept: keptAt !== null }));
}

/** All that was found in an application's files, for its own copy: also while hints are turned off. */
export async function ownHints(applicationId: string, from: Queryable = db) {
  const rows = await from
    .select({ hint: documentHints })
    .from(documentHints)
    .innerJoin(documents, eq(documents.id, documentHints.documentId))
    .where(eq(documents.applicationId, applicationId));
  const hints = Map.groupBy(rows, ({ hint }) => hint.documentId);
  return (documentId: string) =>
    (hints.get(documentId) ?? []).map(({ hint }) => ({ hint: describeHint(hint), usedAnywayAt: hint.keptAt }));
}

/** For the applicant, in words: without those of files that are used anyway. */
export async function describedHintsOf(documentIds: readonly string[], from: Queryable = db) {
  const all = await hintsOf(documentIds, from);
  return (documentId: string): string[] => all(documentId).flatMap((hint) => (hint.isKept ? [] : [describeHint(hint)]));
}

/** The applicant uses the file anyway. The caller checks the right. */
export const keepHints = (tx: Transaction, documentId: string) =>
  tx
    .update(documentHints)
    .set({ keptAt: new Date() })
    .where(and(eq(documentHints.documentId, documentId), isNull(documentHints.keptAt)));

/** Staff accepted an answer to a request, and with it its files. */
export async function endHintsOfAnswer(tx: Transaction, answer: string): Promise<void> {
  const files = tx.select({ id: documents.id }).from(documents).where(eq(documents.caseAnswerId, answer));
  await tx.delete(documentHints).where(inArray(documentHints.documentId, files));
}
