import { eq, sql } from "drizzle-orm";
import { migrateBatch } from "~/applications/migration/batch.server";
import { metadataKey } from "~/applications/steps/registry";
import { storedStep, writeAnswers } from "~/applications/submission/answers.server";
import { isAnyUnreadable } from "~/applications/submission/sealed-answers.server";
import { type Changes, correctedAnswers } from "~/cases/items/corrected";
import type { LockedCase } from "~/cases/requests/item-verb.server";
import type { Transaction } from "~/db/client.server";
import { type StoredAnswers, visaApplications } from "~/db/schema/applications";
import type { Answers, StepDefinition } from "~/form-engine/definition";

/** The answers of the step before and after; undefined where those that are stored can't be read. */
type Applied = { before: Answers; after: Answers } | undefined;

/**
 * Puts a correction in force: `metadata` with its digests and the row of the step's table hold the corrected answers
 * from now on, and nothing of what is not asked any more (C-AMD-5, C-AMD-6). What was signed stays as it was signed.
 */
export async function applyCorrection(
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
