import { eq } from "drizzle-orm";
import { migrateBatch } from "~/applications/migration/batch.server";
import { followed } from "~/applications/steps/earlier-answers";
import { knownSteps, metadataKey } from "~/applications/steps/registry";
import { revisionOf, storedAnswers, writeAnswers } from "~/applications/submission/answers.server";
import { isAnyUnreadable } from "~/applications/submission/sealed-answers.server";
import type { Transaction } from "~/db/client.server";
import { type StoredAnswers, visaApplications } from "~/db/schema/applications";
import type { Answers, StepDefinition } from "~/form-engine/definition";

/**
 * Lets the answers of other steps of a draft follow a step that was just saved in this transaction, which has locked
 * the application (F-APPL-7). `before`: the answers of that step as they were stored. No step that follows gets a
 * revision of its own: a page that has it open saves it as before, and the step that was saved tells the review that
 * it shows other answers.
 */
export async function follow(tx: Transaction, id: string, definition: StepDefinition, before: Answers): Promise<void> {
  const read = () => tx.select().from(visaApplications).where(eq(visaApplications.id, id));
  const [application] = await read();
  if (!application) return;
  const earlier = { ...application.metadata, [metadataKey(definition)]: before } as StoredAnswers;
  const after = await storedAnswers(application, tx);
  const all = followed(await storedAnswers({ id, metadata: earlier }, tx), after);
  for (const step of knownSteps) {
    const answers = all[metadataKey(step)];
    // Nothing is written in the place of what may be read again once its key is back.
    if (!answers || answers === after[metadataKey(step)] || isAnyUnreadable(step, answers)) continue;
    const [row = application] = await read();
    await writeAnswers(tx, row, step, answers, revisionOf(row, step));
  }
  if (all !== after) await migrateBatch(tx, await read());
}
