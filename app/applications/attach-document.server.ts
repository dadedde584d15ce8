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
import { rulesOf } from "./file-limits";
import { isHolder } from "./holder.server";
import { stepsOfService } from "./service-steps.server";
import { type Answers, type FileField, fieldsOf, type StepDefinition } from "./steps/definition";
import { metadataKey } from "./steps/registry";
import { refuseUpload, type UploadRefused } from "./upload-limit.server";

type Application = { id: string; visaServiceId: string | null; furthestStep: number };
/** A question that is answered by a file, by its step's code and its name. */
export type FilePlace = { step: string; field: string };
export type FoundPlace = { definition: StepDefinition; title: string; field: FileField<string> };

export type FileResult =
  /** The step's revision before and after: equal when there was nothing to do. */
  | { outcome: "done"; url: string | null; name: string | null; before: number; revision: number }
  /** `away`: the file could not be stored now; the same one may well be at the next try. */
  | { outcome: "invalid" | "away"; message: string }
  | UploadRefused
  | { outcome: "missing"; message: string }
  | { outcome: "refused" | "submitted" };

const attempt = z.uuid();

/** The question that a file is for, if the application asks it and has been led to it. */
export async function filePlace(application: Application, { step, field }: FilePlace): Promise<FoundPlace | undefined> {
  const steps = await stepsOfService(application.visaServiceId);
  const found = steps
    .slice(0, Math.max(1, application.furthestStep))
    .find(({ definition }) => definition.code === step);
  const asked = found && fieldsOf(found.definition).find((one) => one.kind === "file" && one.name === field);
  return found && asked?.kind === "file"
    ? { definition: found.definition, title: found.title, field: asked }
    : undefined;
}

/**
 * Stores a file as the answer to a question, for the browser that holds the draft: the document, the step's answers and
 * its revision in one transaction. It takes the place of the file that was there. The same attempt key gets the stored
 * result (W-UPLOAD-14).
 */
export async function attachDocument(
  { address, holder }: { address: string; holder: string },
  application: Application,
  place: FilePlace,
  given: FormData,
): Promise<FileResult> {
  const key = attempt.safeParse(given.get("attempt"));
  const file = given.get("file");
  const found = await filePlace(application, place);
  if (!key.success || !found) return { outcome: "invalid", message: "Failed to upload file" };
  if (!(file instanceof File) || file.name === "") return { outcome: "invalid", message: "Please choose a file" };
  const refused = await refuseUpload(address, application.id);
  if (refused) return refused;

  const { field } = found;
  try {
    const prepared = await prepareFile(file.name, file, rulesOf(field));
    return await changeFile(application.id, holder, found, async (tx, old) => {
      const hash = attemptHash("upload", holder, key.data);
      const repeated = await attachedBefore(tx, application.id, hash);
      if (repeated) return repeated;
      if (old) await discardDocument(tx, old);
      const { url, name } = await storeDocument(tx, {
        applicationId: application.id,
        documentType: field.documentType,
        file: prepared,
        uploadedBy: holder,
      });
      return { change: { url, name }, attempt: hash };
    });
  } catch (error) {
    if (error instanceof FileRefused || error instanceof TooManyDocuments)
      return { outcome: "invalid", message: error.message };
    if (error instanceof StorageError) return { outcome: "away", message: notStored };
    throw error;
  }
}

/** Removes a file (W-UPLOAD-8): its answer and the document. Where there is none it does nothing, without an error. */
export async function detachDocument(application: Application, holder: string, place: FilePlace): Promise<FileResult> {
  const found = await filePlace(application, place);
  if (!found) return { outcome: "missing", message: "Failed to remove the file" };
  return changeFile(application.id, holder, found, async (tx, old) => {
    if (old) await discardDocument(tx, old);
    return { change: null };
  });
}

type Attached = { url: string; name: string };
type Change = { change: Attached | null; attempt?: string } | { done: FileResult };

/**
 * Changes the file of a question in one transaction. The application's row is locked first, so that two uploads, and an
 * upload and a save, come one after the other.
 */
async function changeFile(
  id: string,
  holder: string,
  { definition, field }: FoundPlace,
  act: (tx: Transaction, old: string | undefined) => Promise<Change>,
): Promise<FileResult> {
  return whileStoring(async (tx): Promise<FileResult> => {
    const [application] = await tx.select().from(visaApplications).where(eq(visaApplications.id, id)).for("update");
    if (!application || !(await isHolder(tx, id, holder))) return { outcome: "refused" };
    if (application.status !== "draft") return { outcome: "submitted" };
    const key = metadataKey(definition);
    const answers: Answers = application.metadata[key] ?? {};
    const before = application.revisions[key] ?? 0;
    const acted = await act(tx, await ownDocument(tx, id, answers[field.name]));
    if ("done" in acted) return acted.done;
    const { change } = acted;
    if (!change && !(field.name in answers))
      return { outcome: "done", url: null, name: null, before, revision: before };
    const { [field.name]: _url, [field.filename]: _name, ...others } = answers;
    const now = change ? { ...others, [field.name]: change.url, [field.filename]: change.name } : others;
    const revision = before + 1;
    await tx
      .update(visaApplications)
      .set({
        metadata: { ...application.metadata, [key]: now },
        revisions: { ...application.revisions, [key]: revision },
        lastUpdatedAt: new Date(),
      })
      .where(eq(visaApplications.id, id));
    if (change && acted.attempt)
      await keepResult(tx, acted.attempt, "upload", {
        applicationId: id,
        ...change,
        before: String(before),
        revision: String(revision),
      });
    return { outcome: "done", url: change?.url ?? null, name: change?.name ?? null, before, revision };
  });
}

async function attachedBefore(tx: Transaction, applicationId: string, key: string): Promise<Change | undefined> {
  const result = await resultOf(tx, key);
  if (result?.applicationId !== applicationId) return undefined;
  const { url = null, name = null, before, revision } = result;
  return { done: { outcome: "done", url, name, before: Number(before), revision: Number(revision) } };
}

/** The id of the document that an answer points to, if it is this application's: another one's is never removed. */
async function ownDocument(tx: Transaction, applicationId: string, url: unknown): Promise<string | undefined> {
  const id = z.uuid().safeParse(typeof url === "string" ? url.replace(/^\/documents\//, "") : undefined);
  if (!id.success) return undefined;
  const [document] = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.id, id.data), eq(documents.applicationId, applicationId)));
  return document?.id;
}
