import { eq } from "drizzle-orm";
import { migrateBatch } from "~/applications/migrate-steps/batch.server";
import { followed } from "~/applications/steps/earlier-answers";
import { knownSteps, metadataKey } from "~/applications/steps/registry";
import { revisionOf, storedAnswers, writeAnswers } from "~/applications/stored-answers/answers.server";
import { isAnyUnreadable } from "~/applications/stored-answers/sealed-answers.server";
import type { Transaction } from "~/db/client.server";
import { type StoredAnswers, visaApplications } from "~/db/schema/applications";
import type { Answers, StepDefinition } from "~/form-engine/definition";

/**
 * Runs in the transaction of the save, which has locked the application. `before`: the step's answers before it. The
 * later steps keep their revision, so that a page that has one open can still save it.
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
    // Unreadable answers may be readable again once their key is back, so they are not overwritten.
    if (!answers || answers === after[metadataKey(step)] || isAnyUnreadable(step, answers)) continue;
    const [row = application] = await read();
    await writeAnswers(tx, row, step, answers, revisionOf(row, step));
  }
  if (all !== after) await migrateBatch(tx, await read());
}
