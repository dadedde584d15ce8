import { and, eq } from "drizzle-orm";
import type { Opener } from "~/applications/stored-answers/sealed-answers.server";
import type { Changes } from "~/cases/request-items/corrected";
import { openDraftText } from "~/cases/request-items/sealed-texts.server";
import { isItemShown } from "~/cases/request-items/shown.server";
import {
  type Correction,
  changesOf,
  corrected,
  correctionProblems,
  isUntouched,
} from "~/cases/requests/amendments/correcting/correction";
import { answersInForce, checkedBy, correctionIn } from "~/cases/requests/amendments/correcting/corrections.server";
import { draftedIn } from "~/cases/requests/amendments/correcting/typed-correction";
import { itemLimits } from "~/cases/requests/request-words";
import { fewerPlease, isLongerThan } from "~/core/character-count";
import type { Transaction } from "~/db/client.server";
import type { Metadata } from "~/db/schema/applications";
import { caseRequestItems } from "~/db/schema/case";
import type { documents } from "~/db/schema/documents";
import { makeCleanCopy } from "~/documents/file-rules";
import type { Answers, Problem } from "~/form-engine/definition";
import { unsentFiles } from "./draft-files.server";

type Item = typeof caseRequestItems.$inferSelect;

/** A missing part of a started item; `name` is the question of a correction. */
export type AnswerProblem = { item: string } & Pick<Problem, "message" | "at"> & Partial<Pick<Problem, "name">>;

type DraftedCorrection = { correction: Correction; answers: Answers; changes: Changes; problems: Problem[] };

export type DraftedItem = {
  item: Item;
  text: string;
  files: (typeof documents.$inferSelect)[];
  /** Set for a started correction. */
  drafted: DraftedCorrection | undefined;
};

/** The items that the applicant sees, and the answers in force for corrections. */
export async function readDraftedItems(
  tx: Transaction,
  opener: Opener,
): Promise<{ draftedItems: DraftedItem[]; answers: Metadata }> {
  const { applicationId } = opener;
  const items = await tx
    .select()
    .from(caseRequestItems)
    .where(and(eq(caseRequestItems.applicationId, applicationId), isItemShown))
    .orderBy(caseRequestItems.createdAt, caseRequestItems.position);
  const files = await unsentFiles(tx, applicationId);
  const answers = items.some(({ kind }) => kind === "correction") ? await answersInForce(applicationId, tx) : {};
  const drafted = items.map((item): DraftedItem => {
    const text = openDraftText(opener, item.id, item.draft);
    return {
      item,
      text,
      files: files.filter(({ caseItemId }) => caseItemId === item.id),
      drafted: draftedCorrection(item, text, answers),
    };
  });
  return { draftedItems: drafted, answers };
}

export function draftedCorrection(item: Item, text: string, all: Metadata): DraftedCorrection | undefined {
  const correction = item.kind === "correction" ? correctionIn(item, all) : undefined;
  if (!correction) return undefined;
  const drafted = draftedIn(text);
  const checked = checkedBy(all);
  const now = corrected(correction, drafted, { checked });
  if (isUntouched(correction, now)) return undefined;
  const { answers } = now;
  const problems = correctionProblems(correction, drafted, checked);
  return { correction, answers, changes: changesOf(correction, answers), problems };
}

export const cleanFiles = ({ files }: DraftedItem) => files.filter(({ scan }) => scan !== "infected");

export function isComplete(drafted: DraftedItem): boolean {
  if (drafted.item.kind === "question") return drafted.text !== "" && !isLongerThan(drafted.text, itemLimits.answer);
  if (drafted.item.kind === "correction") return drafted.drafted?.problems.length === 0;
  return cleanFiles(drafted).length > 0;
}

/** Missing parts of a started item; none for an untouched one. */
export function problemsOf(drafted: DraftedItem): AnswerProblem[] {
  const { item, text, files, drafted: begun } = drafted;
  if (item.kind === "correction") return (begun?.problems ?? []).map((problem) => ({ item: item.id, ...problem }));
  if (isComplete(drafted) || (text === "" && files.length === 0)) return [];
  const message = item.kind === "question" ? fewerPlease(itemLimits.answer, text) : makeCleanCopy;
  return [{ item: item.id, message }];
}
