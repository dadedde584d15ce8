import { calendarLongDate } from "~/core/time";
import type { KeyDateRow } from "~/db/schema/key-dates";
import type { MailedKeyDate } from "~/mail/calendar/key-date";
import { type KeyDate, keyDateLabel, keyDateName, settlementLabels } from "./key-date";

/** `March 1, 2028` */
export const dayInWords = ({ endsOn }: Pick<KeyDate, "endsOn">): string =>
  endsOn === null ? "No expiration date" : calendarLongDate(endsOn);

/** The facts of a key date for mails and calendar files; `was` if it was corrected. */
export const mailedOf = (
  row: KeyDateRow,
  change: MailedKeyDate["change"],
  was: Pick<KeyDate, "kind" | "name" | "endsOn"> | null = null,
): MailedKeyDate => ({
  id: row.id,
  name: keyDateName(row),
  label: keyDateLabel(row),
  endsOn: row.endsOn,
  day: dayInWords(row),
  note: row.note,
  sequence: row.sequence,
  change,
  was: was && { endsOn: was.endsOn, day: dayInWords(was), label: keyDateLabel(was) },
  settledAs: row.settledAs ? settlementLabels[row.settledAs] : "",
  changedAt: row.updatedAt.toISOString(),
});
