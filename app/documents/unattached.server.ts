import { and, asc, desc, eq, inArray, isNull, ne } from "drizzle-orm";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { UnusableKey } from "~/encryption/keyring.server";
import { log } from "~/log.server";
import { unwrapFileKey, wrapFileKey } from "./at-rest/file-keys.server";
import { discardDocument } from "./discard.server";
import { messageDraft, restrictedType } from "./of-case.server";
import type { Document } from "./readers.server";
import { whyNoRoom } from "./store.server";

/** Uploaded before the inquiry or service that it is for is saved. */
const unattached = and(
  isNull(documents.applicationId),
  isNull(documents.inquiryId),
  isNull(documents.sampleOf),
  ne(documents.documentType, restrictedType),
);
const sentBy = (uploadedBy: string) => and(eq(documents.uploadedBy, uploadedBy), unattached);

/** The browser's unattached documents among `ids`, oldest first. */
export function waitingDocuments(from: Queryable, uploadedBy: string, ids: readonly string[]) {
  return from
    .select()
    .from(documents)
    .where(and(inArray(documents.id, [...ids]), sentBy(uploadedBy)))
    .orderBy(asc(documents.createdAt));
}

/**
 * Attaches uploads to an inquiry, and wraps their keys with its data key. Leaves out missing ones, those of other
 * browsers, and those with an unusable key, which is logged.
 */
export async function attachToInquiry(
  tx: Transaction,
  uploadedBy: string,
  ids: readonly string[],
  inquiryId: string,
): Promise<Document[]> {
  const waiting = await tx
    .select()
    .from(documents)
    .where(and(inArray(documents.id, [...ids]), sentBy(uploadedBy)))
    .orderBy(asc(documents.id))
    .for("update");
  const attached: Document[] = [];
  for (const document of waiting) {
    const key = await usableKey(tx, document);
    if (!key) continue;
    const owned = { ...document, inquiryId };
    const row = { inquiryId, ...(await wrapFileKey(tx, owned, key)) };
    await tx.update(documents).set(row).where(eq(documents.id, document.id));
    attached.push({ ...owned, ...row });
  }
  return attached;
}

async function usableKey(tx: Transaction, document: Document): Promise<Buffer | undefined> {
  try {
    return await unwrapFileKey(document, tx);
  } catch (error) {
    if (!(error instanceof UnusableKey)) throw error;
    log.error({ documentId: document.id, reason: error.message }, "a waiting document can't be attached");
    return undefined;
  }
}

/**
 * Gives the files of an unverified email to the application or inquiry whose thread it is put into; a case's become
 * unsent files of its applicant's next message. Those that can't be taken are deleted and returned with the reason. The
 * caller has locked the owner.
 */
export async function attachMailFiles(
  tx: Transaction,
  receivedMailId: string,
  owner: Pick<Document, "applicationId" | "inquiryId">,
): Promise<{ files: string[]; refused: { name: string; reason: string }[] }> {
  const taken: Awaited<ReturnType<typeof attachMailFiles>> = { files: [], refused: [] };
  const rows = await tx
    .select()
    .from(documents)
    .where(and(eq(documents.receivedMailId, receivedMailId), unattached))
    .orderBy(asc(documents.createdAt), asc(documents.id))
    .for("update");
  for (const document of rows) {
    const key = await usableKey(tx, document);
    const lost = document.scan === "infected" ? "We found a virus in this file." : "This file can’t be read.";
    const reason = key ? await whyNoRoom(tx, owner, document.byteSize) : lost;
    if (!key || reason !== undefined) {
      taken.refused.push({ name: document.documentName, reason: reason ?? lost });
      await discardDocument(tx, document.id);
      continue;
    }
    const owned = owner.applicationId ? { documentType: messageDraft.applicant, receivedMailId: null } : {};
    const row = { ...owner, ...owned, ...(await wrapFileKey(tx, { ...document, ...owner }, key)) };
    await tx.update(documents).set(row).where(eq(documents.id, document.id));
    taken.files.push(document.id);
  }
  return taken;
}

/** Removes an unattached document of this browser. Returns whether it existed. */
export async function discardWaiting(uploadedBy: string, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [own] = await tx
      .select({ id: documents.id })
      .from(documents)
      .where(and(eq(documents.id, id), sentBy(uploadedBy)))
      .for("update");
    return own ? discardDocument(tx, own.id) : false;
  });
}

/** Removes all but the newest `max` of a browser's unattached documents. */
export async function discardSurplus(tx: Transaction, uploadedBy: string, max: number): Promise<void> {
  const surplus = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(sentBy(uploadedBy))
    .orderBy(desc(documents.createdAt))
    .offset(max);
  for (const { id } of surplus) await discardDocument(tx, id);
}
