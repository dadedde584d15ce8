import type { NeededFile } from "~/applications/steps/needed-files";
import { agedDocuments } from "./aged-documents";
import { type DocumentSlot, isEmpty, type StoredFiles } from "./requirements.server";

/**
 * Missing files, which block no submission because they can follow. `documents`: names of required ones; `later`:
 * questions' files, with an address if a virus was found.
 */
export type MissingFiles = { documents: string[]; later: NeededFile[] };

/**
 * Required documents that are missing, and questions' files that follow later or were removed because of a virus,
 * unless the documents include one of their type. A file that is both is named once.
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

/** `tooOldOf`: the date of issue of the one that was sent. */
export type MissingDocument = { type: string; name: string; description: string; tooOldOf?: string };

/** All missing files, then documents that are too old; a question's file has no description. */
export const missingDocuments = (files: StoredFiles, needed: readonly NeededFile[]): MissingDocument[] => {
  const { missing, later } = missingFiles(files, needed);
  return [
    ...missing.map(({ type, name, description }) => ({ type, name, description })),
    ...later.map(({ documentType, name }) => {
      const slot = files.slots.find(({ type }) => type === documentType);
      return { type: documentType, name, description: slot?.description ?? "" };
    }),
    ...agedDocuments(files.slots).flatMap(({ type, name, description, tooOldOf }) =>
      tooOldOf === null ? [] : [{ type, name, description, tooOldOf }],
    ),
  ];
};
