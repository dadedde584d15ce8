import { eq } from "drizzle-orm";
import { migrateBatch } from "~/applications/migrate-steps/batch.server";
import { encryptForStorage } from "~/applications/stored-answers/answers.server";
import type { Transaction } from "~/db/client.server";
import { type Metadata, visaApplications } from "~/db/schema/applications";
import { requireDataKey } from "~/encryption/data-keys.server";

export async function fillDraft(tx: Transaction, id: string, answers: Metadata): Promise<void> {
  const sealer = { applicationId: id, key: await requireDataKey({ applicationId: id }, tx) };
  const revisions = Object.fromEntries(Object.keys(answers).map((step) => [step, 1]));
  const stored = encryptForStorage(sealer, answers);
  await tx
    .update(visaApplications)
    .set({ ...stored, revisions })
    .where(eq(visaApplications.id, id));
  await migrateBatch(tx, [{ id, metadata: stored.metadata }]);
}
