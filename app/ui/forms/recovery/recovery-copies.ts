import { type FormEntries, isFormText } from "./form-entries";

/** Unsent text: when it was typed, and its hidden inputs, with the idempotency key of an unanswered send. */
type StoredText = { at: number; text: FormEntries; from: Record<string, string> };

const prefix = "lucaya desk ";
const retentionMs = 7 * 24 * 3_600_000;
const keyOf = (who: string, page: string, form: string) => `${prefix}${who} ${page} ${form}`;

/** Null in a browser without storage: a text then lives as long as its page. */
function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

export function saveRecoveryCopy(who: string, page: string, form: string, text: StoredText): void {
  try {
    storage()?.setItem(keyOf(who, page, form), JSON.stringify(text));
  } catch {
    // The quota is exceeded.
  }
}

export const deleteRecoveryCopy = (who: string, page: string, form: string): void =>
  storage()?.removeItem(keyOf(who, page, form));

export function readRecoveryCopy(who: string, page: string, form: string): StoredText | null {
  const stored = storage()?.getItem(keyOf(who, page, form));
  return stored ? parsed(stored) : null;
}

export const hasRecoveryCopy = (who: string, page: string): boolean =>
  keys().some((key) => key.startsWith(keyOf(who, page, "")));

/** Deletes other people's copies and those over seven days old; with null all. */
export function deleteStaleCopies(who: string | null): void {
  for (const key of keys()) {
    const ours = who !== null && key.startsWith(`${prefix}${who} `);
    const text = ours ? parsed(storage()?.getItem(key) ?? "") : null;
    if (!text || Date.now() - text.at > retentionMs) storage()?.removeItem(key);
  }
}

const keys = () => Object.keys(storage() ?? {}).filter((key) => key.startsWith(prefix));

function parsed(stored: string): StoredText | null {
  try {
    const { at, text, from } = JSON.parse(stored);
    const isWhole = typeof at === "number" && isFormText(text) && isTexts(from);
    return isWhole ? { at, text, from } : null;
  } catch {
    return null;
  }
}

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === "object" && value !== null && Object.values(value).every((entry) => typeof entry === "string");
