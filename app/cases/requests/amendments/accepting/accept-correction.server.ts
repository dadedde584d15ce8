import { eq } from "drizzle-orm";
import { stepByCode } from "~/applications/steps/registry";
import { usableKey } from "~/applications/submission/usable-key.server";
import { changesIn } from "~/cases/items/corrected";
import { openedWords } from "~/cases/items/sealed-texts.server";
import type { LockedCase, LockedItem } from "~/cases/requests/item-verb.server";
import { unreadableAnswer } from "~/core/unreadable";
import type { Transaction } from "~/db/client.server";
import { caseItemAnswers } from "~/db/schema/case";
import { applyCorrection } from "./apply-correction.server";
import { requestMissingFiles } from "./ask-for-files.server";

/** `answer`: what was sent; `by`: the email of the admin. */
type Accepted = { item: LockedItem; answer: string; by: string };

/**
 * Puts what was sent for a correction in force, and asks for the files that it made necessary. False where the answers,
 * the stored or the corrected ones, can't be read.
 */
export async function acceptCorrection(
  tx: Transaction,
  application: LockedCase,
  { item, answer: answerId, by }: Accepted,
): Promise<boolean> {
  const step = stepByCode(item.stepCode ?? "");
  if (!step) throw new Error(`A correction of a step that is not known: ${item.stepCode}`);
  const [sent] = await tx
    .select({ answer: caseItemAnswers.answer })
    .from(caseItemAnswers)
    .where(eq(caseItemAnswers.id, answerId));
  const opener = { applicationId: application.id, key: await usableKey(application.id, tx) };
  const changes = openedWords(opener, "case_item_answers.answer", answerId, sent?.answer ?? null);
  if (changes === null || changes === unreadableAnswer) return false;
  const applied = await applyCorrection(tx, application, step, changesIn(changes));
  if (!applied) return false;
  await requestMissingFiles(tx, application, { step, ...applied }, by);
  return true;
}
