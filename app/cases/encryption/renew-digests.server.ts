import { eq, inArray, sql } from "drizzle-orm";
import { knownSteps, metadataKey } from "~/applications/steps/registry";
import { storedAnswersOf } from "~/applications/stored-answers/answers.server";
import { isAnyUnreadable, isSearched, passportDigests } from "~/applications/stored-answers/sealed-answers.server";
import { refreshSent } from "~/cases/request-items/sent.server";
import type { Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { activeKeyId } from "~/encryption/keyring.server";

/** Recomputes the digests of passport numbers with the active key. */
export async function rotatePassportDigests(tx: Transaction, applicationIds: readonly string[]): Promise<void> {
  const applications = await tx
    .select({
      id: visaApplications.id,
      metadata: visaApplications.metadata,
      sentDigests: visaApplications.sentPassportDigests,
    })
    .from(visaApplications)
    .where(inArray(visaApplications.id, [...applicationIds]))
    .orderBy(visaApplications.id)
    .for("no key update");
  const answers = await storedAnswersOf(applications, tx);
  for (const { id, sentDigests } of applications) {
    if (sentDigests.length > 0) await refreshSent(tx, id);
    const searched = knownSteps.filter(isSearched).map((step) => ({
      step,
      of: answers.get(id)?.[metadataKey(step)] ?? {},
    }));
    // Unreadable answers keep their old digest, so that they can still be found.
    if (searched.some(({ step, of }) => isAnyUnreadable(step, of))) continue;
    const digests = searched.flatMap(({ step, of }) => passportDigests(step, of));
    await tx.update(visaApplications).set({ passportDigests: digests }).where(eq(visaApplications.id, id));
  }
}

/** Recomputes digests of other keys, which may be missing from the keyring, for example after a restore. */
export async function rotateForeignDigests(tx: Transaction): Promise<void> {
  const own = sql`array[${`key:${activeKeyId()}`}]::text[]`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from visa_applications
    where (passport_digests <> '{}' and not passport_digests && ${own})
      or (sent_passport_digests <> '{}' and not sent_passport_digests && ${own}) order by id`);
  for (let from = 0; from < rows.length; from += 200)
    await rotatePassportDigests(
      tx,
      rows.slice(from, from + 200).map(({ id }) => id),
    );
}
