import { fewerPlease, isLongerThan } from "~/core/character-count";
import { containsCardNumber } from "~/core/prices/card-numbers";
import { invalidCharactersMessage, isValidText, normalizeText } from "~/core/text-input";

export const noCards = "Please do not enter card numbers here.";

/** Validates a text of up to 500 characters that has no card number; `missing` is the problem of an empty one. */
export function checkText(rawText: string, label: string, missing?: string): { text: string; problem?: string } {
  const text = normalizeText(rawText);
  if (!isValidText(text)) return { text, problem: invalidCharactersMessage(label) };
  if (text === "" && missing) return { text, problem: missing };
  if (isLongerThan(text, 500)) return { text, problem: fewerPlease(500, text) };
  return containsCardNumber(text) ? { text, problem: noCards } : { text };
}
