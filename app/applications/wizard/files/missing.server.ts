import { type NeededFile, neededFiles } from "~/applications/steps/engine/needed-files";
import { storedAnswers } from "~/applications/submission/answers.server";
import { stepsOfService } from "~/applications/wizard/service-steps.server";
import type { StoredAnswers } from "~/db/schema/applications";
import { type DocumentSlot, filesByRequirement, isEmpty, type StoredFiles } from "./requirements.server";

/**
 * What is missing and blocks no submission, because it can follow. `documents`: the names of required ones; `later`: of
 * a file with an address a virus was found in it.
 */
export type MissingFiles = { documents: string[]; later: NeededFile[] };

/**
 * The required documents that are missing, and the files of questions that follow later or were removed because of a
 * virus, as long as none of their kind is among the documents (N-LACK-3). What is both is named once.
 */
export function missingFiles({ slots, others }: StoredFiles, needed: readonly NeededFile[]): MissingFiles {
  const stored = [...slots.flatMap(({ files }) => files), ...others];
  const isThere = (wanted: string) => !stored.some(({ url, scan }) => url === wanted && scan === "infected");
  const later = needed.filter(
    ({ documentType, url }) =>
      !(url && isThere(url)) && slots.every((slot) => slot.type !== documentType || isEmpty(slot)),
  );
  const isLater = (slot: DocumentSlot) => later.some(({ documentType }) => documentType === slot.type);
  const documents = slots.filter((slot) => slot.isRequired && isEmpty(slot) && !isLater(slot)).map(({ name }) => name);
  return { documents, later };
}

export const namesOf = ({ documents, later }: MissingFiles): string[] => [
  ...documents,
  ...later.map(({ name }) => name),
];

/** The names of what an application is still missing. */
export async function missingIn(application: {
  id: string;
  visaServiceId: string | null;
  metadata: StoredAnswers;
}): Promise<string[]> {
  const [steps, answers, files] = await Promise.all([
    stepsOfService(application.visaServiceId),
    storedAnswers(application),
    filesByRequirement(application),
  ]);
  return namesOf(missingFiles(files, neededFiles(steps, answers)));
}
