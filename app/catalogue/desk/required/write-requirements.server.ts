import { and, eq, isNull, ne } from "drizzle-orm";
import { slugOf } from "~/content/slug";
import type { Queryable, Transaction } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { documentRequirements, removedRequirements } from "~/db/schema/requirements";
import { discardDocument } from "~/documents/discard.server";
import { messageDraft } from "~/documents/of-case.server";
import { dateRuleColumns } from "./date-rule-input";
import type { CheckedRow } from "./document-rows";
import { photoRuleOf } from "./photo-rule-input";
import { sampleType } from "./store-sample.server";

/** Document types of applications, inquiries and cases that no service defines. */
const otherTypes = [
  "supporting_document",
  "inquiry",
  "message",
  "decision",
  sampleType,
  ...Object.values(messageDraft),
];

const ofService = (serviceId: string) => eq(documentRequirements.visaServiceId, serviceId);
const formerOf = (from: Queryable, serviceId: string) =>
  from.select().from(removedRequirements).where(eq(removedRequirements.visaServiceId, serviceId));

/**
 * Gives each new row a document type as its key. A document added again under its former name gets its former type, and
 * with it the files that were uploaded for it.
 */
export async function withTypes<Row extends { key: string; name: string }>(
  from: Queryable,
  serviceId: string,
  rows: readonly Row[],
): Promise<Row[]> {
  const stored = await from.select().from(documentRequirements).where(ofService(serviceId));
  const removed = stored.filter(({ documentType }) => rows.every(({ key }) => key !== documentType));
  const former = [...(await formerOf(from, serviceId)), ...removed];
  const usedTypes = new Set([...otherTypes, ...[...stored, ...former].map(typeOf)]);
  return rows.map((row) => {
    if (stored.some(({ documentType }) => documentType === row.key)) return row;
    const again = former.find(({ documentName }) => documentName.toLowerCase() === row.name.toLowerCase());
    // A draft already has its type, which stays when it is renamed.
    const isType = /^[a-z0-9_]{1,63}$/.test(row.key) && !usedTypes.has(row.key);
    const key = again?.documentType ?? (isType ? row.key : freeType(row.name, usedTypes));
    usedTypes.add(key);
    return { ...row, key };
  });
}

/**
 * Replaces the required documents of a service. A renamed one keeps its type, and with it the uploaded files; the name
 * of a removed one is preserved for its files.
 */
export async function writeRequirements(tx: Transaction, serviceId: string, checkedRows: readonly CheckedRow[]) {
  const rows = await withTypes(tx, serviceId, checkedRows);
  const stored = await tx
    .select()
    .from(documentRequirements)
    .where(ofService(serviceId))
    .orderBy(documentRequirements.id);
  await remove(
    tx,
    stored.filter(({ documentType }) => rows.every(({ key }) => key !== documentType)),
  );
  const former = await formerOf(tx, serviceId);
  // Only one document may be the passport's page at any moment, also while another one becomes it.
  const page = rows.find(({ purpose }) => purpose === "passport_page")?.key ?? "";
  await tx
    .update(documentRequirements)
    .set({ purpose: "document" })
    .where(
      and(
        ofService(serviceId),
        eq(documentRequirements.purpose, "passport_page"),
        ne(documentRequirements.documentType, page),
      ),
    );
  for (const [displayOrder, row] of rows.entries()) {
    const { key: documentType, name, description, isRequired, isRenewedAnew, purpose, formats, sample } = row;
    const values = {
      ...{ documentName: name, description, isRequired, isRenewedAnew, purpose, formats, displayOrder },
      ...dateRuleColumns(row),
      photoRule: purpose === "photo" ? photoRuleOf(row) : null,
    };
    const again = former.find((requirement) => requirement.documentType === documentType);
    if (again) await forget(tx, again);
    let id = stored.find((requirement) => requirement.documentType === documentType && !again)?.id;
    if (id) await tx.update(documentRequirements).set(values).where(eq(documentRequirements.id, id));
    else {
      const [added] = await tx
        .insert(documentRequirements)
        .values({ ...values, visaServiceId: serviceId, documentType })
        .returning({ id: documentRequirements.id });
      id = added?.id ?? "";
    }
    await attachSample(tx, id, sample?.id);
  }
}

type Removed = typeof removedRequirements.$inferSelect;
const typeOf = ({ documentType }: Pick<Removed, "documentType">) => documentType;

async function remove(tx: Transaction, deleted: readonly (typeof documentRequirements.$inferSelect)[]) {
  for (const { id, visaServiceId, documentType, documentName } of deleted) {
    await attachSample(tx, id, undefined);
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

/** A unique type for a new document, made from its name. */
function freeType(name: string, usedTypes: ReadonlySet<string>): string {
  const stem = slugOf(name).replaceAll("-", "_").slice(0, 60) || "document";
  let type = stem;
  for (let n = 2; usedTypes.has(type); n += 1) type = `${stem}_${n}`;
  return type;
}

/** Makes a file the sample of a document, replacing another one. */
async function attachSample(tx: Transaction, requirementId: string, sampleId: string | undefined): Promise<void> {
  const [now] = await tx.select({ id: documents.id }).from(documents).where(eq(documents.sampleOf, requirementId));
  if (now?.id === sampleId) return;
  if (now) await discardDocument(tx, now.id);
  if (!sampleId) return;
  const [updated] = await tx
    .update(documents)
    .set({ sampleOf: requirementId })
    .where(and(eq(documents.id, sampleId), eq(documents.documentType, sampleType), isNull(documents.sampleOf)))
    .returning({ id: documents.id });
  if (!updated) throw new Error("A sample is gone that was there a moment ago");
}
