import { and, eq } from "drizzle-orm";
import { asHolder, type HolderContext } from "~/applications/access/as-holder.server";
import { atMost, itemLimits } from "~/applications/case/requests/request-words";
import { openedWords, sealedWords } from "~/applications/case/requests/sealed-texts.server";
import { usableKey } from "~/applications/submission/usable-key.server";
import { caseRequestItems } from "~/db/schema/case";
import { requireDataKey } from "~/encryption/data-keys.server";
import { mostKept } from "~/ground/character-count";
import { barredSigns, isPlainText, typedText } from "~/ground/typed-text";
import { type Done, type Refused, refuse } from "~/ground/verbs/refused";

export type DraftRefused =
  | Refused<undefined, "forbidden" | "not-found" | "closed" | "invalid">
  /** Saved in another window meanwhile: with the revision that is stored now. */
  | Refused<{ revision: number }, "conflict">;

type Given = { item: string; text: string; revision: number };
const draft = "case_request_items.draft";

/**
 * Keeps what was begun as the answer to a question, encrypted, until it is sent (C-ANS-6). `closed`: the item is not
 * open any more. One of an older page does not take the place of a younger text.
 */
export async function saveDraft(
  context: HolderContext,
  applicationId: string,
  { item: itemId, text: typed, revision }: Given,
): Promise<Done<{ revision: number }> | DraftRefused> {
  const text = typedText(typed);
  if (!isPlainText(text)) return refuse("invalid", barredSigns("Your answer"));
  if (text.length > mostKept) return refuse("invalid", atMost(itemLimits.answer, text));
  return asHolder(context, applicationId, async ({ tx }): Promise<Done<{ revision: number }> | DraftRefused> => {
    const own = and(eq(caseRequestItems.id, itemId), eq(caseRequestItems.applicationId, applicationId));
    const [item] = await tx.select().from(caseRequestItems).where(own);
    if (item?.kind !== "question") return refuse("not-found");
    if (item.state !== "open") return refuse("closed");
    const opener = { applicationId, key: await usableKey(applicationId, tx) };
    const stored = openedWords(opener, draft, itemId, item.draft) ?? "";
    if (stored === text) return { ok: true, revision: item.draftRevision };
    if (revision !== item.draftRevision)
      return refuse(
        "conflict",
        "This answer was changed in another window in the meantime. Save once more to keep what stands here.",
        { revision: item.draftRevision },
      );
    const sealer = { applicationId, key: await requireDataKey({ applicationId }, tx) };
    const next = item.draftRevision + 1;
    await tx
      .update(caseRequestItems)
      .set({
        draft: text === "" ? null : sealedWords(sealer, draft, itemId, text),
        draftRevision: next,
        begunAt: text === "" ? null : (item.begunAt ?? new Date()),
      })
      .where(own);
    return { ok: true, revision: next };
  });
}
