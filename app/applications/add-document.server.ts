import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { attemptHash } from "~/attempt-hash.server";
import type { Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { documents } from "~/db/schema/documents";
import { discardDocument } from "~/documents/discard.server";
import { FileRefused } from "~/documents/file-check.server";
import { StorageError } from "~/documents/storage-error.server";
import { notStored, prepareFile, storeDocument, TooManyDocuments, whileStoring } from "~/documents/store.server";
import { keepResult, resultOf } from "./attempts.server";
import { isHolder } from "./holder.server";
import { addressesIn, slotsOf } from "./requirements.server";
import { refuseUpload, type UploadRefused } from "./upload-limit.server";

type Context = { address: string; holder: string };
type Application = { id: string; visaServiceId: string | null };

export type DocumentResult =
  | { outcome: "done"; id: string }
  /** `away`: the file could not be stored now; the same one may well be at the next try. */
  | { outcome: "invalid" | "away"; message: string }
  | UploadRefused
  | { outcome: "missing"; message: string }
  | { outcome: "refused" | "submitted" };

const failed = "Failed to upload file";
const missing: DocumentResult = { outcome: "missing", message: "This file is not here any more." };
const input = z.object({ attempt: z.uuid(), type: z.string(), file: z.instanceof(File) });

/**
 * Adds a file to what the service asks for, for the browser that holds the draft; several for one requirement stand
 * side by side. The same attempt key gets the stored result (W-UPLOAD-14).
 */
export async function addDocument(
  { address, holder }: Context,
  application: Application,
  form: FormData,
): Promise<DocumentResult> {
  const parsed = input.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { outcome: "invalid", message: failed };
  const { type, file } = parsed.data;
  if (file.name === "") return { outcome: "invalid", message: "Please choose a file" };
  const attempt = attemptHash("document", holder, parsed.data.attempt);
  const places = await slotsOf(application.visaServiceId);
  if (!places.some((place) => place.type === type)) return { outcome: "invalid", message: failed };
  const refused = await refuseUpload(address, application.id);
  if (refused) return refused;
  try {
    const prepared = await prepareFile(file.name, file);
    return await whileDraft(application.id, holder, async (tx) => {
      const repeated = await addedBefore(tx, application.id, attempt);
      if (repeated) return repeated;
      const { id } = await storeDocument(tx, {
        applicationId: application.id,
        documentType: type,
        file: prepared,
        uploadedBy: holder,
      });
      await keepResult(tx, attempt, "document", { applicationId: application.id, documentId: id });
      return { outcome: "done", id };
    });
  } catch (error) {
    if (error instanceof FileRefused || error instanceof TooManyDocuments)
      return { outcome: "invalid", message: error.message };
    if (error instanceof StorageError) return { outcome: "away", message: notStored };
    throw error;
  }
}

/**
 * Removes a file of the application (W-UPLOAD-8); one that answers a question of a step stays. One that is gone, or is
 * somebody else's, is missing (V-ATK-29): nothing tells which.
 */
export async function removeAddedDocument(
  holder: string,
  applicationId: string,
  documentId: unknown,
): Promise<DocumentResult> {
  const id = z.uuid().safeParse(documentId);
  if (!id.success) return missing;
  return whileDraft(applicationId, holder, async (tx, { metadata }) => {
    if (addressesIn(metadata).has(`/documents/${id.data}`))
      return { outcome: "invalid", message: "This file belongs to an answer. Please remove it in its step." };
    const [own] = await tx
      .select({ id: documents.id })
      .from(documents)
      .where(and(eq(documents.id, id.data), eq(documents.applicationId, applicationId)));
    if (!own) return missing;
    await discardDocument(tx, own.id);
    return { outcome: "done", id: id.data };
  });
}

/** One transaction that has the application's row to itself, for the holder of a draft. */
function whileDraft(
  applicationId: string,
  holder: string,
  act: (tx: Transaction, application: typeof visaApplications.$inferSelect) => Promise<DocumentResult>,
): Promise<DocumentResult> {
  return whileStoring(async (tx): Promise<DocumentResult> => {
    const [application] = await tx
      .select()
      .from(visaApplications)
      .where(eq(visaApplications.id, applicationId))
      .for("update");
    if (!application || !(await isHolder(tx, applicationId, holder))) return { outcome: "refused" };
    if (application.status !== "draft") return { outcome: "submitted" };
    return act(tx, application);
  });
}

async function addedBefore(tx: Transaction, applicationId: string, key: string): Promise<DocumentResult | undefined> {
  const before = await resultOf(tx, key);
  return before?.applicationId === applicationId && before.documentId
    ? { outcome: "done", id: before.documentId }
    : undefined;
}
