import { eq, sql } from "drizzle-orm";
import { migrateBatch } from "~/applications/migrate-steps/batch.server";
import { metadataKey, stepByCode } from "~/applications/steps/registry";
import { storedStep, writeAnswers } from "~/applications/stored-answers/answers.server";
import { isAnyUnreadable } from "~/applications/stored-answers/sealed-answers.server";
import { usableKey } from "~/applications/stored-answers/usable-key.server";
import { type Changes, changesIn, correctedAnswers } from "~/cases/request-items/corrected";
import { openText } from "~/cases/request-items/sealed-texts.server";
import type { LockedCase, LockedItem } from "~/cases/requests/item-verb.server";
import { unreadableAnswer } from "~/core/unreadable";
import type { Transaction } from "~/db/client.server";
import { type StoredAnswers, visaApplications } from "~/db/schema/applications";
import { caseItemAnswers } from "~/db/schema/case";
import type { Answers, StepDefinition } from "~/form-engine/definition";
import { requestMissingFiles } from "./ask-for-files.server";

/** `answer`: id of the sent answer; `by`: the admin's email. */
type Accepted = { item: LockedItem; answer: string; by: string };

/**
 * Applies an accepted correction and requests files that it needs; false if stored or corrected answers can't be read.
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
  const changes = openText(opener, "case_item_answers.answer", answerId, sent?.answer ?? null);
  if (changes === null || changes === unreadableAnswer) return false;
  const applied = await applyCorrection(tx, application, step, changesIn(changes));
  if (!applied) return false;
  await requestMissingFiles(tx, application, { step, ...applied }, by);
  return true;
}

type Applied = { before: Answers; after: Answers } | undefined;

/** Writes a correction to `metadata`, its digests and the step's table, but not to the signed record. */
async function applyCorrection(
  tx: Transaction,
  application: LockedCase,
  step: StepDefinition,
  changes: Changes,
): Promise<Applied> {
  const { answers: before } = await storedStep(application, step, tx);
  if (isAnyUnreadable(step, before)) return undefined;
  const after = correctedAnswers(before, changes);
  await writeAnswers(tx, application, step, after);
  const key = metadataKey(step);
  const [stored] = await tx
    .select({
      id: visaApplications.id,
      metadata: sql<StoredAnswers>`jsonb_build_object(${key}::text, ${visaApplications.metadata} -> ${key})`,
    })
    .from(visaApplications)
    .where(eq(visaApplications.id, application.id));
  const failures = stored && (await migrateBatch(tx, [stored])).get(application.id);
  if (failures) throw new Error(`The row of a corrected step could not be stored: ${failures.join("; ")}`);
  return { before, after };
}
