import { calendarLongDate } from "~/core/time";

/** The note under a text that names a fee, a threshold or a rule of a government, and its source. */
export type CheckedNote = { text: string; source: string | null };

type Stored = { namesRules: boolean; checkedOn: string | null; officialSource: string | null };

export function checkedNote({ namesRules, checkedOn, officialSource }: Stored): CheckedNote | null {
  if (!namesRules) return null;
  if (!checkedOn) return { text: "Please check the official source before you pay", source: officialSource };
  return { text: `Checked on ${calendarLongDate(checkedOn)}`, source: officialSource };
}

/** The note of a fact with a day and a source, either optional; `before` begins the sentence. */
export function checkedAt(on: string | null, source: string | null, before = "Checked on"): CheckedNote | null {
  return on && source ? { text: `${before} ${calendarLongDate(on)}`, source } : null;
}
