import type { Opener, Sealer } from "~/applications/stored-answers/sealed-answers.server";
import { unreadableAnswer } from "~/core/unreadable";
import { isSealedText, openedText, sealedText } from "~/encryption/sealed-value.server";

// Applicants' answers to requests and their corrections, encrypted with the application's data key. Rotating master
// keys rewraps that key and leaves these columns as they are.

type Column = "case_item_answers.answer" | "case_request_items.draft" | "amendments.before" | "amendments.after";

export const sealText = ({ key }: Sealer, column: Column, rowId: string, text: string): string =>
  sealedText(key, `${column}/${rowId}`, text);

/** Decrypts a column; `unreadableAnswer` if that fails. */
export function openText({ key }: Opener, column: Column, rowId: string, stored: string | null): string | null {
  if (stored === null) return null;
  const text = isSealedText(stored) ? openedText(key, `${column}/${rowId}`, stored) : unreadableAnswer;
  return typeof text === "string" ? text : String(text);
}

/** Decrypts a drafted answer; empty if that fails, so that our placeholder is never sent as an answer. */
export function openDraftText(opener: Opener, itemId: string, stored: string | null): string {
  const text = openText(opener, "case_request_items.draft", itemId, stored);
  return text === null || text === unreadableAnswer ? "" : text;
}
