import { type LaterFile, laterFiles } from "~/applications/steps/engine/later-files";
import { storedAnswers } from "~/applications/submission/answers.server";
import { stepsOfService } from "~/applications/wizard/service-steps.server";
import type { StoredAnswers } from "~/db/schema/applications";
import { type DocumentSlot, filesByRequirement, isEmpty } from "./requirements.server";

/** What is missing and blocks no submission, because it can follow. `documents`: the names of required ones. */
export type MissingFiles = { documents: string[]; later: LaterFile[] };

/**
 * The required documents that are missing, and the files of questions that follow later, as long as none of their kind
 * is among the documents (N-LACK-3). What is both is named once.
 */
export function missingFiles(slots: readonly DocumentSlot[], followed: readonly LaterFile[]): MissingFiles {
  const later = followed.filter(({ documentType }) =>
    slots.every((slot) => slot.type !== documentType || isEmpty(slot)),
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
  const [steps, answers, { slots }] = await Promise.all([
    stepsOfService(application.visaServiceId),
    storedAnswers(application),
    filesByRequirement(application),
  ]);
  return namesOf(missingFiles(slots, laterFiles(steps, answers)));
}
