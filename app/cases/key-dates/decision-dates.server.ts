import type { StaffWork } from "~/accounts/as-staff.server";
import { changed } from "~/core/activity-log/changes";
import type { Transaction } from "~/db/client.server";
import type { KeyDateRow } from "~/db/schema/key-dates";
import { addKeyDate, keepKeyDate, removeKeyDate } from "~/key-dates/change.server";
import {
  checkKeyDate,
  describeDay,
  type KeyDate,
  type KeyDateInput,
  type KeyDateProblems,
  keyDateMessages,
  keyDateName,
  mostKeyDates,
} from "~/key-dates/key-date";
import { keyDatesOf } from "~/key-dates/key-dates-of.server";
import { mailedOf } from "~/key-dates/mailed";
import type { MailedKeyDate } from "~/mail/calendar/key-date";

/** What the decision form says of key dates. */
export type DecisionDates = {
  inputs: readonly KeyDateInput[];
  /** They are added later. */
  later: boolean;
  /** Ids of those that an earlier approval left. */
  keep: readonly string[];
  remove: readonly string[];
};

export type CheckedDates = { add: readonly KeyDate[]; keep: readonly KeyDateRow[]; remove: readonly KeyDateRow[] };
export const noDates: CheckedDates = { add: [], keep: [], remove: [] };

/** `problems`: of each input, by its position. */
type DatesRefused = { ok: false; message: string; problems: KeyDateProblems[] };

const isBlank = ({ kind, name, validFrom, endsOn, noExpiration, note }: KeyDateInput) =>
  !noExpiration && [kind, name, validFrom, endsOn, note].every((value) => value.trim() === "");

/** Checks the key dates of an approval, in its transaction and before anything is written. */
export async function checkDecisionDates(
  tx: Transaction,
  applicationId: string,
  { inputs, later, keep, remove }: DecisionDates,
): Promise<{ ok: true; dates: CheckedDates } | DatesRefused> {
  const rows = await keyDatesOf(tx, { applicationId });
  const removed = rows.filter(({ id }) => remove.includes(id));
  const kept = rows.filter(({ id, suspendedAt }) => suspendedAt !== null && keep.includes(id) && !remove.includes(id));
  const others: Pick<KeyDate, "kind" | "name" | "endsOn">[] = rows.filter((row) => !removed.includes(row));
  const add: KeyDate[] = [];
  const problems = inputs.map((input): KeyDateProblems => {
    if (isBlank(input)) return {};
    const checked = checkKeyDate(input, others);
    if (!checked.ok) return checked.problems;
    others.push(checked.keyDate);
    add.push(checked.keyDate);
    return {};
  });
  if (problems.some((problem) => Object.keys(problem).length > 0)) return { ok: false, message: "", problems };
  if (others.length > mostKeyDates) return { ok: false, message: keyDateMessages.tooMany, problems };
  if (add.length === 0 && kept.length === 0 && !later)
    return { ok: false, message: "Enter the expiration date, or choose one of the other two.", problems };
  return { ok: true, dates: { add, keep: kept, remove: removed } };
}

/** How a mail names the key dates that the end of an approval puts out of force; settled ones are over already. */
export const mailedSuspended = (rows: readonly KeyDateRow[]): MailedKeyDate[] =>
  rows.filter(({ settledAs }) => settledAs === null).map((row) => mailedOf(row, "suspended"));

/** Stores the checked key dates of an approval in its transaction. Returns those that its mail names. */
export async function storeDecisionDates(
  { tx, staff, record }: StaffWork,
  { id, applicationNumber: number }: { id: string; applicationNumber: string },
  { add, keep, remove }: CheckedDates,
): Promise<MailedKeyDate[]> {
  const note = (what: string, row: KeyDateRow, from: string, to: string, details = {}) =>
    record({
      actionType: `case_key_date_${what}`,
      subjectType: "application",
      subjectId: id,
      changes: changed(keyDateName(row), from, to),
      details: { number, keyDate: row.id, ...details },
    });
  for (const row of remove) {
    await removeKeyDate(tx, row.id);
    const left = { name: keyDateName(row), endsOn: row.endsOn, sequence: row.sequence + 1 };
    await note("removed", row, describeDay(row), "", left);
  }
  const mailed: MailedKeyDate[] = [];
  for (const { id: keptId } of keep) {
    const row = await keepKeyDate(tx, keptId);
    await note("kept", row, "not in force", describeDay(row));
    // A settled one is over already.
    if (row.settledAs === null) mailed.push(mailedOf(row, "kept"));
  }
  for (const keyDate of add) {
    const row = await addKeyDate(tx, { applicationId: id }, keyDate, staff.email);
    if (!row) throw new Error("A checked key date is recorded already");
    await note("added", row, "", describeDay(row));
    mailed.push(mailedOf(row, "added"));
  }
  return mailed;
}
