/** Days before a key date on which its reminders go out, the earliest reminder first. */
const defaultReminderDays: readonly number[] = [120, 60, 30, 7];

export const reminderDaysMessage = "Enter up to six numbers of days from 1 to 365, such as 120, 60, 30, 7.";

const isPossible = (days: unknown): days is number =>
  typeof days === "number" && Number.isInteger(days) && days >= 1 && days <= 365;

/** Parses the setting `reminder_days`: `[120, 60, 30, 7]`, or `[]` for no reminders; anything else has the default. */
export function readReminderDays(stored: unknown): readonly number[] {
  if (!Array.isArray(stored)) return defaultReminderDays;
  const days = stored.filter(isPossible);
  const isWhole = days.length === stored.length && new Set(days).size === days.length && days.length <= 6;
  return isWhole ? days.sort((a, b) => b - a) : defaultReminderDays;
}

/** Parses `120, 60 30;7`; null if it is anything else than one to six different numbers of days, or nothing. */
export function parseReminderDays(text: string): number[] | null {
  const days = text.split(/[\s,;]+/).filter((word) => word !== "");
  if (days.length > 6 || !days.every((word) => /^\d{1,3}$/.test(word))) return null;
  const numbers = days.map(Number);
  return numbers.every(isPossible) && new Set(numbers).size === numbers.length ? numbers.sort((a, b) => b - a) : null;
}

export const formatReminderDays = (days: readonly number[]): string => days.join(", ");
