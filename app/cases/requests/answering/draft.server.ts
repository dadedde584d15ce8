import { eq } from "drizzle-orm";
import { asHolder, type HolderContext } from "~/applications/access/as-holder.server";
import { usableKey } from "~/applications/stored-answers/usable-key.server";
import { openDraftText, sealText } from "~/cases/request-items/sealed-texts.server";
import { corrected, isUntouched } from "~/cases/requests/amendments/correcting/correction";
import { answersInForce, checkedBy, correctionIn } from "~/cases/requests/amendments/correcting/corrections.server";
import { readCorrection } from "~/cases/requests/amendments/correcting/typed-correction";
import type { LockedItem } from "~/cases/requests/item-verb.server";
import { itemLimits } from "~/cases/requests/request-words";
import { fewerPlease, maxDraftLength } from "~/core/character-count";
import { countryNames } from "~/core/countries.server";
import { invalidCharactersMessage, isValidText, normalizeText } from "~/core/text-input";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { db, type Transaction } from "~/db/client.server";
import type { Metadata } from "~/db/schema/applications";
import { caseRequestItems } from "~/db/schema/case";
import { requireDataKey } from "~/encryption/data-keys.server";
import type { Problem } from "~/form-engine/definition";
import { shownProblems, unstorableAnswers } from "~/form-engine/storable";

/** Another window saved in between; `revision` is the stored one. */
type Conflict = Refused<{ revision: number }, "conflict">;
export type DraftRefused = Refused<undefined, "forbidden" | "not-found" | "closed" | "invalid"> | Conflict;
/** `invalid`: an answer has characters that can't be stored. */
export type CorrectionRefused =
  | Refused<undefined, "forbidden" | "not-found" | "closed">
  | Refused<{ problems: Problem[] }, "invalid">
  | Conflict;
type SavedRevision = Done<{ revision: number }>;

const draft = "case_request_items.draft";
const changedElsewhere = "You changed this answer in another window. Save again to keep the version here.";

type DraftInput = {
  item: string;
  revision: number;
  /** With `Send` the form's text replaces a draft from another window; an empty one removes nothing. */
  isSend?: boolean;
} & ({ text: string } | { form: FormData });
type SavedDraft = SavedRevision | DraftRefused | CorrectionRefused;

/** Saves a drafted answer, encrypted. An outdated revision does not overwrite a newer draft. */
export const saveDraft = (
  context: HolderContext,
  applicationId: string,
  input: { item: string; text: string; revision: number },
) => saveSingle(context, applicationId, input) as Promise<SavedRevision | DraftRefused>;

/** Saves a drafted correction. One that changes nothing deletes the draft, but not from an outdated revision. */
export const saveCorrection = (
  context: HolderContext,
  applicationId: string,
  input: { item: string; form: FormData; revision: number },
) => saveSingle(context, applicationId, input) as Promise<SavedRevision | CorrectionRefused>;

async function saveSingle(context: HolderContext, applicationId: string, input: DraftInput): Promise<SavedDraft> {
  if (!(await itemIds(applicationId)).has(input.item)) return refuse("not-found");
  const result = await saveDrafts(context, applicationId, [input]);
  return result.ok ? (result.saved[0] ?? refuse("not-found")) : result;
}

/** The ids of all items of a case. The form is compared with them before the case is locked. */
export async function itemIds(applicationId: string): Promise<ReadonlySet<string>> {
  const { id } = caseRequestItems;
  const rows = await db.select({ id }).from(caseRequestItems).where(eq(caseRequestItems.applicationId, applicationId));
  return new Set(rows.map((row) => row.id));
}

/** Saves several drafts in one transaction, each saved or refused on its own; `saved` is in the order of `inputs`. */
export function saveDrafts(
  context: HolderContext,
  applicationId: string,
  inputs: readonly DraftInput[],
): Promise<Done<{ saved: SavedDraft[] }> | Refused<undefined, "forbidden">> {
  return asHolder(context, applicationId, async ({ tx }): Promise<Done<{ saved: SavedDraft[] }>> => {
    const rows = await tx.select().from(caseRequestItems).where(eq(caseRequestItems.applicationId, applicationId));
    const items = new Map(rows.map((item) => [item.id, item]));
    const isCorrected = inputs.some((input) => "form" in input && items.get(input.item)?.kind === "correction");
    const answers = isCorrected ? await answersInForce(applicationId, tx) : {};
    const saved: SavedDraft[] = [];
    for (const input of inputs) {
      const item = items.get(input.item);
      saved.push(
        "text" in input ? await saveText(tx, item, input) : await saveCorrectionInput(tx, item, input, answers),
      );
    }
    return { ok: true, saved };
  });
}

async function saveText(
  tx: Transaction,
  item: LockedItem | undefined,
  { text: rawText, ...input }: { text: string } & DraftInput,
): Promise<SavedRevision | DraftRefused> {
  const text = normalizeText(rawText);
  if (!isValidText(text)) return refuse("invalid", invalidCharactersMessage("Your answer"));
  if (text.length > maxDraftLength) return refuse("invalid", fewerPlease(itemLimits.answer, text));
  if (item?.kind !== "question") return refuse("not-found");
  return item.state === "open" ? storeDraft(tx, item, text, input) : refuse("closed");
}

async function saveCorrectionInput(
  tx: Transaction,
  item: LockedItem | undefined,
  { form, ...input }: { form: FormData } & DraftInput,
  answers: Metadata,
): Promise<SavedRevision | CorrectionRefused> {
  const correction = item?.kind === "correction" ? correctionIn(item, answers) : undefined;
  if (!item || !correction) return refuse("not-found");
  const changes = readCorrection(correction.step, form, item.id, countryNames);
  const now = corrected(correction, changes, { checked: checkedBy(answers) });
  const isEmpty = isUntouched(correction, now);
  if (item.state !== "open") return isEmpty ? { ok: true, revision: item.draftRevision } : refuse("closed");
  const problems = shownProblems(unstorableAnswers(correction.step, now.answers));
  if (problems.length > 0) return refuse("invalid", "", { problems });
  if (isEmpty && input.revision !== item.draftRevision) return { ok: true, revision: input.revision };
  return storeDraft(tx, item, isEmpty ? "" : JSON.stringify(changes), input);
}

async function storeDraft(
  tx: Transaction,
  item: LockedItem,
  text: string,
  { revision, isSend = false }: Pick<DraftInput, "revision" | "isSend">,
): Promise<SavedRevision | Conflict> {
  const { id, applicationId } = item;
  const opener = { applicationId, key: await usableKey(applicationId, tx) };
  const stored = openDraftText(opener, id, item.draft);
  if (stored === text) return { ok: true, revision: item.draftRevision };
  if (revision !== item.draftRevision) {
    if (!isSend) return refuse("conflict", changedElsewhere, { revision: item.draftRevision });
    if (text.trim() === "") return { ok: true, revision: item.draftRevision };
  }
  const sealer = { applicationId, key: await requireDataKey({ applicationId }, tx) };
  const next = item.draftRevision + 1;
  await tx
    .update(caseRequestItems)
    .set({
      draft: text === "" ? null : sealText(sealer, draft, id, text),
      draftRevision: next,
      begunAt: text === "" ? null : (item.begunAt ?? new Date()),
    })
    .where(eq(caseRequestItems.id, id));
  return { ok: true, revision: next };
}
