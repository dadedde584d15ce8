import { FileRefused } from "~/documents/file-check.server";
import { shortened } from "~/documents/file-rules";
import { type CheckedFile, displayName, prepareFile, withStorageSlot } from "~/documents/store.server";
import { mostMailFiles, type RefusedFile, tooManyMailFiles } from "./received-mail";

/** A part of an email that is a file, as its sender named it. */
export type MailFile = { name: string; bytes: Uint8Array };
/** The parts `files` and `refusedFiles` of a `ReceivedMail`. */
export type TakenFiles = { files: CheckedFile[]; refusedFiles: RefusedFile[] };

/**
 * Checks the files of an email before its transaction, as those of every upload, and calls `store`, which runs that
 * transaction, when the storage is free. Throws a StorageError if the storage is unavailable: the email is to come
 * again then.
 */
export async function takeMailFiles<Result>(
  parts: readonly MailFile[],
  store: (taken: TakenFiles) => Promise<Result>,
): Promise<Result> {
  const taken: TakenFiles = { files: [], refusedFiles: [] };
  for (const { name, bytes } of parts) {
    const shown = shortened(displayName(name)) || "A file";
    if (taken.files.length >= mostMailFiles) {
      taken.refusedFiles.push({ name: shown, reason: tooManyMailFiles });
      continue;
    }
    try {
      taken.files.push(await prepareFile(name, new Blob([new Uint8Array(bytes)])));
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      taken.refusedFiles.push({ name: shown, reason: error.message });
    }
  }
  return taken.files.length > 0 ? withStorageSlot(() => store(taken)) : store(taken);
}
