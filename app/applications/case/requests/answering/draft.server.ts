import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { asHolder, type HolderContext } from "~/applications/access/as-holder.server";
import { corrected, isUntouched } from "~/applications/case/amendments/correcting/correction";
import { answersInForce, checkedBy, correctionIn } from "~/applications/case/amendments/correcting/corrections.server";
import { readCorrection } from "~/applications/case/amendments/correcting/typed-correction";
import type { LockedItem } from "~/applications/case/requests/item-verb.server";
import { atMost, itemLimits } from "~/applications/case/requests/request-words";
import { openedDraft, sealedWords } from "~/applications/case/requests/sealed-texts.server";
import type { Problem } from "~/applications/steps/engine/definition";
import { unfitAnswers } from "~/applications/steps/engine/unfit";
import { usableKey } from "~/applications/submission/usable-key.server";
import type { Transaction } from "~/db/client.server";
import { caseRequestItems } from "~/db/schema/case";
import { requireDataKey } from "~/encryption/data-keys.server";
import { mostKept } from "~/ground/character-count";
import { countryNames } from "~/ground/countries.server";
import { barredSigns, isPlainText, typedText } from "~/ground/typed-text";
import { type Done, type Refused, refuse } from "~/ground/verbs/refused";

/** Saved in another window meanwhile: with the revision that is stored now. */
type Conflict = Refused<{ revision: number }, "conflict">;
export type DraftRefused = Refused<undefined, "forbidden" | "not-found" | "closed" | "invalid"> | Conflict;
/** `invalid`: an answer holds what no text may have, each at its question. */
export type CorrectionRefused =
  | Refused<undefined, "forbidden" | "not-found" | "closed">
  | Refused<{ problems: Problem[] }, "invalid">
  | Conflict;
type Kept = Done<{ revision: number }>;

const draft = "case_request_items.draft";
const changedElsewhere =
  "This answer was changed in another window in the meantime. Save once more to keep what stands here.";

/**
 * Keeps what was begun as the answer to a question, encrypted, until it is sent (C-ANS-6). `closed`: the item is not
 * open any more. One of an older page does not take the place of a younger text.
 */
export async function saveDraft(
  context: HolderContext,
  applicationId: string,
  { item: itemId, text: typed, revision }: { item: string; text: string; revision: number },
): Promise<Kept | DraftRefused> {
  const text = typedText(typed);
  if (!isPlainText(text)) return refuse("invalid", barredSigns("Your answer"));
  if (text.length > mostKept) return refuse("invalid", atMost(itemLimits.answer, text));
  return asHolder(context, applicationId, async ({ tx }): Promise<Kept | DraftRefused> => {
    const item = await itemOf(tx, applicationId, itemId);
    if (item?.kind !== "question") return refuse("not-found");
    if (item.state !== "open") return refuse("closed");
    return keep(tx, item, text, revision);
  });
}

/**
 * The same of a correction: what was typed into its questions, by their names. One that changes nothing is none, and
 * of an older page it takes nothing away.
 */
export async function saveCorrection(
  context: HolderContext,
  applicationId: string,
  { item: itemId, form, revision }: { item: string; form: FormData; revision: number },
): Promise<Kept | CorrectionRefused> {
  return asHolder(context, applicationId, async ({ tx }): Promise<Kept | CorrectionRefused> => {
    const item = await itemOf(tx, applicationId, itemId);
    const answers = await answersInForce(applicationId, tx);
    const correction = item?.kind === "correction" ? correctionIn(item, answers) : undefined;
    if (!item || !correction) return refuse("not-found");
    const typed = readCorrection(correction.step, form, itemId, countryNames);
    const now = corrected(correction, typed, { checked: checkedBy(answers) });
    const isEmpty = isUntouched(correction, now);
    if (item.state !== "open") return isEmpty ? { ok: true, revision: item.draftRevision } : refuse("closed");
    const unfit = unfitAnswers(correction.step, now.answers).filter(({ visible }) => visible);
    if (unfit.length > 0)
      return refuse("invalid", "", { problems: unfit.map(({ name, message }) => ({ name, message })) });
    if (isEmpty && revision !== item.draftRevision) return { ok: true, revision };
    return keep(tx, item, isEmpty ? "" : JSON.stringify(typed), revision);
  });
}

async function itemOf(tx: Transaction, applicationId: string, itemId: string): Promise<LockedItem | undefined> {
  if (!z.uuid().safeParse(itemId).success) return undefined;
  const own = and(eq(caseRequestItems.id, itemId), eq(caseRequestItems.applicationId, applicationId));
  const [item] = await tx.select().from(caseRequestItems).where(own);
  return item;
}

async function keep(tx: Transaction, item: LockedItem, text: string, revision: number): Promise<Kept | Conflict> {
  const { id, applicationId } = item;
  const opener = { applicationId, key: await usableKey(applicationId, tx) };
  const stored = openedDraft(opener, id, item.draft);
  if (stored === text) return { ok: true, revision: item.draftRevision };
  if (revision !== item.draftRevision) return refuse("conflict", changedElsewhere, { revision: item.draftRevision });
  const sealer = { applicationId, key: await requireDataKey({ applicationId }, tx) };
  const next = item.draftRevision + 1;
  await tx
    .update(caseRequestItems)
    .set({
      draft: text === "" ? null : sealedWords(sealer, draft, id, text),
      draftRevision: next,
      begunAt: text === "" ? null : (item.begunAt ?? new Date()),
    })
    .where(eq(caseRequestItems.id, id));
  return { ok: true, revision: next };
}
