import { and, asc, eq, isNull } from "drizzle-orm";
import { slugOf } from "~/content/slug";
import type { Transaction } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { documentRequirements, removedRequirements } from "~/db/schema/requirements";
import { discardDocument } from "~/documents/discard.server";
import { messageDraft } from "~/documents/of-case.server";
import type { CheckedRow } from "./document-rows";
import { sampleType } from "./store-sample.server";

/** What the files of applications, inquiries and cases are called that no service asks for. */
const otherTypes = [
  "supporting_document",
  "inquiry",
  "message",
  "decision",
  sampleType,
  ...Object.values(messageDraft),
];

/** The row whose sample is not there any more. */
export type SampleGone = { gone: string };

/**
 * Makes the required documents of a service those of the editor, in their order. One that is renamed keeps its type,
 * and with it the files that were sent for it; one that is removed keeps its name for them, and has both again when a
 * document of that name is added (K-DOCS-5).
 */
export async function writeRequirements(
  tx: Transaction,
  serviceId: string,
  rows: readonly CheckedRow[],
): Promise<SampleGone | undefined> {
  const ofService = eq(documentRequirements.visaServiceId, serviceId);
  const stored = await tx.select().from(documentRequirements).where(ofService).orderBy(asc(documentRequirements.id));
  await remove(
    tx,
    stored.filter(({ documentType }) => rows.every(({ key }) => key !== documentType)),
  );
  const former = await tx.select().from(removedRequirements).where(eq(removedRequirements.visaServiceId, serviceId));
  const types = new Set([...otherTypes, ...stored.map((one) => one.documentType), ...former.map(typeOf)]);
  for (const [displayOrder, { key, name, description, isRequired, formats, sample }] of rows.entries()) {
    const values = { documentName: name, description, isRequired, formats, displayOrder };
    let id = stored.find(({ documentType }) => documentType === key)?.id;
    if (id) await tx.update(documentRequirements).set(values).where(eq(documentRequirements.id, id));
    else {
      const again = former.find((one) => one.documentName.toLowerCase() === name.toLowerCase());
      const documentType = again ? again.documentType : freeType(name, types);
      types.add(documentType);
      if (again) await forget(tx, again);
      const [added] = await tx
        .insert(documentRequirements)
        .values({ ...values, visaServiceId: serviceId, documentType })
        .returning({ id: documentRequirements.id });
      id = added?.id ?? "";
    }
    if (!(await putSample(tx, id, sample?.id))) return { gone: key };
  }
  return undefined;
}

type Removed = typeof removedRequirements.$inferSelect;
const typeOf = ({ documentType }: Removed) => documentType;

async function remove(tx: Transaction, gone: readonly (typeof documentRequirements.$inferSelect)[]) {
  for (const { id, visaServiceId, documentType, documentName } of gone) {
    await putSample(tx, id, undefined);
    await tx.delete(documentRequirements).where(eq(documentRequirements.id, id));
    await tx.insert(removedRequirements).values({ visaServiceId, documentType, documentName });
  }
}

const forget = (tx: Transaction, { visaServiceId, documentType }: Removed) =>
  tx
    .delete(removedRequirements)
    .where(
      and(eq(removedRequirements.visaServiceId, visaServiceId), eq(removedRequirements.documentType, documentType)),
    );

/** A type of its own for a new document, made from its name. */
function freeType(name: string, taken: ReadonlySet<string>): string {
  const stem = slugOf(name).replaceAll("-", "_").slice(0, 60) || "document";
  let type = stem;
  for (let n = 2; taken.has(type); n += 1) type = `${stem}_${n}`;
  return type;
}

/** Makes a file the sample of a document, in the place of another one; false where it is not there any more. */
async function putSample(tx: Transaction, requirementId: string, sampleId: string | undefined): Promise<boolean> {
  const [now] = await tx.select({ id: documents.id }).from(documents).where(eq(documents.sampleOf, requirementId));
  if (now?.id === sampleId) return true;
  if (now) await discardDocument(tx, now.id);
  if (!sampleId) return true;
  const [put] = await tx
    .update(documents)
    .set({ sampleOf: requirementId })
    .where(and(eq(documents.id, sampleId), eq(documents.documentType, sampleType), isNull(documents.sampleOf)))
    .returning({ id: documents.id });
  return put !== undefined;
}
