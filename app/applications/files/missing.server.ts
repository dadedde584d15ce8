import type { NeededFile } from "~/applications/steps/needed-files";
import { type DocumentSlot, isEmpty, type StoredFiles } from "./requirements.server";

/**
 * What is missing and blocks no submission, because it can follow. `documents`: the names of required ones; `later`: of
 * a file with an address a virus was found in it.
 */
export type MissingFiles = { documents: string[]; later: NeededFile[] };

/**
 * The required documents that are missing, and the files of questions that follow later or were removed because of a
 * virus, as long as none of their kind is among the documents (N-LACK-3). What is both is named once.
 */
export function missingFiles(
  { slots, others, former }: StoredFiles,
  needed: readonly NeededFile[],
): MissingFiles & { missing: DocumentSlot[] } {
  const stored = [...slots.flatMap(({ files }) => files), ...others, ...former];
  const isThere = (wanted: string) => !stored.some(({ url, scan }) => url === wanted && scan === "infected");
  const later = needed.filter(
    ({ documentType, url }) =>
      !(url && isThere(url)) && slots.every((slot) => slot.type !== documentType || isEmpty(slot)),
  );
  const isLater = (slot: DocumentSlot) => later.some(({ documentType }) => documentType === slot.type);
  const missing = slots.filter((slot) => slot.isRequired && isEmpty(slot) && !isLater(slot));
  return { missing, documents: missing.map(({ name }) => name), later };
}

/** A document that is missing, as it is asked for at the submission (C-MISS-1). */
export type MissingDocument = { type: string; name: string; description: string };

/** All that is missing; a question's file has no description of its own. */
export const missingDocuments = (files: StoredFiles, needed: readonly NeededFile[]): MissingDocument[] => {
  const { missing, later } = missingFiles(files, needed);
  return [
    ...missing.map(({ type, name, description }) => ({ type, name, description })),
    ...later.map(({ documentType, name }) => {
      const slot = files.slots.find(({ type }) => type === documentType);
      return { type: documentType, name, description: slot?.description ?? "" };
    }),
  ];
};
