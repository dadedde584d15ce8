import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { knownSteps, metadataKey, stepByCode } from "~/applications/steps/registry";
import { storedAnswers } from "~/applications/stored-answers/answers.server";
import { isAnyUnreadable, isSearched, passportDigests } from "~/applications/stored-answers/sealed-answers.server";
import { usableKey } from "~/applications/stored-answers/usable-key.server";
import { openText } from "~/cases/request-items/sealed-texts.server";
import { unreadableAnswer } from "~/core/unreadable";
import type { Transaction } from "~/db/client.server";
import { type Metadata, visaApplications as t } from "~/db/schema/applications";
import { caseItemAnswers, caseRequestItems } from "~/db/schema/case";
import { changesIn, correctedAnswers } from "./corrected";

/**
 * Stores what the desk's search will match once the waiting corrections are accepted: the search text, if it differs
 * from the current one, and digests of new passport numbers.
 */
export async function refreshSent(tx: Transaction, applicationId: string): Promise<void> {
  const sent = await waitingCorrections(tx, applicationId);
  const [application] = sent.length > 0 ? await tx.select().from(t).where(eq(t.id, applicationId)) : [];
  const before = application && (await storedAnswers(application, tx));
  const after = before && withAll(before, sent);
  await tx
    .update(t)
    .set({
      sentText: after ? sql`coalesce(nullif(${searchText(after)}, ${searchText(before)}), '')` : "",
      sentPassportDigests: after ? newDigests(before, after) : [],
    })
    .where(eq(t.id, applicationId));
}

type Sent = { stepCode: string; answers: string };

/** Sent corrections without a decision, oldest first; unreadable ones are left out. */
async function waitingCorrections(tx: Transaction, applicationId: string): Promise<Sent[]> {
  const rows = await tx
    .select({ id: caseItemAnswers.id, stepCode: caseRequestItems.stepCode, answer: caseItemAnswers.answer })
    .from(caseItemAnswers)
    .innerJoin(caseRequestItems, eq(caseRequestItems.id, caseItemAnswers.itemId))
    .where(
      and(
        eq(caseItemAnswers.applicationId, applicationId),
        eq(caseItemAnswers.outcome, "waiting"),
        eq(caseRequestItems.kind, "correction"),
      ),
    )
    .orderBy(asc(caseItemAnswers.createdAt), asc(caseItemAnswers.id));
  if (rows.length === 0) return [];
  const opener = { applicationId, key: await usableKey(applicationId, tx) };
  return rows.flatMap(({ id, stepCode, answer }) => {
    const answers = openText(opener, "case_item_answers.answer", id, answer);
    return stepCode === null || answers === null || answers === unreadableAnswer ? [] : [{ stepCode, answers }];
  });
}

function withAll(before: Metadata, sent: readonly Sent[]): Metadata {
  const after = { ...before };
  for (const { stepCode, answers } of sent) {
    const step = stepByCode(stepCode);
    if (!step) continue;
    const key = metadataKey(step);
    after[key] = correctedAnswers(after[key] ?? {}, changesIn(answers));
  }
  return after;
}

/** The `search_text` of these answers; from step 2 it takes the printed name alone, no number. */
function searchText({ step1, step2, step3 }: Metadata): SQL<string> {
  const read = sql`${JSON.stringify({ step1, step2: { nameInPassport: step2?.nameInPassport }, step3 })}::jsonb`;
  return sql`(folded(coalesce(${read} #>> '{step1,email}', '') || ' ' || applicant_names(${read}))
    || ' ' || chr(31) || contact_phones(${read} -> 'step3'))`;
}

function newDigests(before: Metadata, after: Metadata): string[] {
  const digestsOf = (answers: Metadata) =>
    knownSteps.filter(isSearched).flatMap((step) => {
      const own = answers[metadataKey(step)] ?? {};
      return isAnyUnreadable(step, own) ? [] : passportDigests(step, own);
    });
  const known = new Set(digestsOf(before));
  const digests = digestsOf(after);
  // Includes the key's id, by which a key rotation finds them.
  return digests.some((digest) => !known.has(digest)) ? digests : [];
}
