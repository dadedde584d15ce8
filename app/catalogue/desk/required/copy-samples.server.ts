import { buffer } from "node:stream/consumers";
import { and, eq, inArray } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { documentRequirements } from "~/db/schema/requirements";
import { DamagedFile } from "~/documents/at-rest/encrypted-bytes.server";
import { openFile } from "~/documents/at-rest/open-file.server";
import { extensionOf } from "~/documents/file-rules";
import { storeDocument } from "~/documents/store.server";
import { log } from "~/log.server";
import { sampleType } from "./store-sample.server";

/** Gives the documents of a copied service samples of their own; one that can't be read is left out and logged. */
export async function copySamples(tx: Transaction, from: string, to: string): Promise<void> {
  const samples = await tx
    .select({ file: documents, type: documentRequirements.documentType })
    .from(documentRequirements)
    .innerJoin(documents, eq(documents.sampleOf, documentRequirements.id))
    .where(and(eq(documentRequirements.visaServiceId, from), inArray(documents.scan, ["clean", "not_scanned"])));
  for (const { file, type } of samples) {
    const bytes = await bytesOf(file);
    if (!bytes || file.scan === "infected") continue;
    const { documentName: name, contentType, sha256, scan, storageKey } = file;
    const checked = { name, bytes, extension: extensionOf(storageKey), contentType, sha256, scan };
    const given = { applicationId: null, documentType: sampleType, file: checked, uploadedBy: null, byOffice: true };
    const { id } = await storeDocument(tx, given);
    const ofCopy = and(eq(documentRequirements.visaServiceId, to), eq(documentRequirements.documentType, type));
    const [row] = await tx.select({ id: documentRequirements.id }).from(documentRequirements).where(ofCopy);
    if (row) await tx.update(documents).set({ sampleOf: row.id }).where(eq(documents.id, id));
  }
}

async function bytesOf(file: typeof documents.$inferSelect): Promise<Blob | undefined> {
  try {
    const stream = await openFile(file);
    return stream ? new Blob([new Uint8Array(await buffer(stream))]) : undefined;
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    log.error({ documentId: file.id, reason: error.message }, "a sample could not be copied");
    return undefined;
  }
}
