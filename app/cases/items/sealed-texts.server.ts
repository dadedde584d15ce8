import type { Opener, Sealer } from "~/applications/submission/sealed-answers.server";
import { unreadableAnswer } from "~/core/unreadable";
import { isSealedText, openedText, sealedText } from "~/encryption/sealed-value.server";

// What applicants write in answer to a question or correct, encrypted with the data key of their application. When
// master keys are renewed that key is wrapped anew, and these columns stay as they are.

type Column = "case_item_answers.answer" | "case_request_items.draft" | "amendments.before" | "amendments.after";

export const sealedWords = ({ key }: Sealer, column: Column, rowId: string, text: string): string =>
  sealedText(key, `${column}/${rowId}`, text);

/** What lies in the column; `unreadableAnswer` where it can't be read. */
export function openedWords({ key }: Opener, column: Column, rowId: string, stored: string | null): string | null {
  if (stored === null) return null;
  const text = isSealedText(stored) ? openedText(key, `${column}/${rowId}`, stored) : unreadableAnswer;
  return typeof text === "string" ? text : String(text);
}

/** What was begun for an item; nothing where it can't be read, so that no words of ours are sent as an answer. */
export function openedDraft(opener: Opener, itemId: string, stored: string | null): string {
  const text = openedWords(opener, "case_request_items.draft", itemId, stored);
  return text === null || text === unreadableAnswer ? "" : text;
}
