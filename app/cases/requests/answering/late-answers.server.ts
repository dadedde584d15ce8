import { inArray } from "drizzle-orm";
import type { Opener } from "~/applications/stored-answers/sealed-answers.server";
import { openText } from "~/cases/request-items/sealed-texts.server";
import { describeCorrection } from "~/cases/requests/amendments/signing/amended-questions";
import { itemName } from "~/cases/requests/request-words";
import { countryName } from "~/core/countries.server";
import type { Transaction } from "~/db/client.server";
import type { Metadata } from "~/db/schema/applications";
import { caseItemAnswers } from "~/db/schema/case";
import { type DraftedItem, draftedCorrection } from "./drafted-items.server";
import type { LateAnswer } from "./store-late-answers.server";

type LateInput = {
  shown: readonly string[];
  /** Texts that could not be saved as drafts, because their item was closed. */
  late: readonly { item: string; text: string }[];
};

/** Finds what arrived for closed items, without answers that were sent before. */
export async function findLateAnswers(
  tx: Transaction,
  opener: Opener,
  { draftedItems, answers }: { draftedItems: readonly DraftedItem[]; answers: Metadata },
  input: LateInput,
): Promise<LateAnswer[]> {
  const closed = draftedItems.filter(({ item }) => item.state !== "open");
  const sent = await tx
    .select({ id: caseItemAnswers.id, itemId: caseItemAnswers.itemId, answer: caseItemAnswers.answer })
    .from(caseItemAnswers)
    .where(
      inArray(caseItemAnswers.itemId, ["00000000-0000-0000-0000-000000000000", ...closed.map(({ item }) => item.id)]),
    );
  const found: LateAnswer[] = [];
  for (const { item, text: draft, files } of closed) {
    const rawText =
      input.late.find((lateText) => lateText.item === item.id)?.text ?? (input.shown.includes(item.id) ? draft : "");
    const correction = item.kind === "correction" ? draftedCorrection(item, rawText, answers) : undefined;
    const text = correction ? JSON.stringify(correction.changes) : item.kind === "correction" ? "" : rawText;
    const unsent = input.shown.includes(item.id) ? files.map(({ id }) => id) : [];
    const wasSent = sent.some(
      ({ id, itemId, answer }) =>
        itemId === item.id && openText(opener, "case_item_answers.answer", id, answer) === text,
    );
    const answerText = correction ? describeCorrection(correction.correction, correction.answers, countryName) : text;
    const storedText = wasSent ? "" : answerText;
    if (storedText !== "" || unsent.length > 0)
      found.push({ item: { id: item.id, name: itemName(item) }, text: storedText, files: unsent });
  }
  return found;
}
