import { z } from "zod";
import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import { ownerMessages } from "~/accounts/owners/owned";
import type { StaffContext } from "~/accounts/staff.server";
import { type Change, changed, changedUnseen } from "~/core/activity-log/changes";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { KeyDateRow } from "~/db/schema/key-dates";
import { type KeyDateSettlement, keyDateSettlements } from "~/db/schema/values";
import type { MailedKeyDate } from "~/mail/calendar/key-date";
import {
  addKeyDate,
  correctKeyDate,
  keepKeyDate,
  type ReminderRow,
  removeKeyDate,
  settleKeyDate,
  unsettleKeyDate,
} from "./change.server";
import {
  checkKeyDate,
  describeDay,
  type KeyDate,
  type KeyDateInput,
  type KeyDateProblems,
  keyDateMessages,
  keyDateName,
  mostKeyDates,
  settlementLabels,
} from "./key-date";
import { type KeyDateOwner, keyDatesOf } from "./key-dates-of.server";

type Result = Done | Refused<KeyDateProblems | undefined>;

/** `before` is null of one that was added, `after` of one that was removed. */
export type KeyDateChange = {
  change: MailedKeyDate["change"];
  before: KeyDateRow | null;
  after: KeyDateRow | null;
  changes: readonly Change[];
  /** What was deleted with a key date. */
  reminders?: readonly ReminderRow[];
};

type Of<Input extends z.ZodType, Owner> = {
  /** Such as `a case`. */
  noun: string;
  /** What the forms send besides: whose key date it is, and `attempt`. */
  input: Input;
  messages: { forbidden?: string; failed: string; tooMany: string };
  /** Locks the case or the client, so that its key dates change one after the other. `record` is for `written`. */
  lock: (
    tx: StaffWork["tx"],
    asked: z.output<Input>,
  ) => Promise<Done<{ owner: KeyDateOwner; record: Owner }> | Refused>;
  /** Records a change. */
  written: (work: StaffWork, record: Owner, change: KeyDateChange, asked: z.output<Input>) => Promise<Done>;
};

/** `seen`: the revision of the key date when the form was shown. */
const ofKeyDate = z.object({ keyDate: z.uuid(), seen: z.coerce.number().int() });
const none = z.object({});
const withInput = z.object({ input: z.custom<KeyDateInput>((value) => typeof value === "object" && value !== null) });
const withSettlement = z.object({ settledAs: z.enum(keyDateSettlements) });

type Locked = { tx: StaffWork["tx"]; by: string; owner: KeyDateOwner; rows: readonly KeyDateRow[] };
/** `before`: the key date as the page showed it. */
type LockedKeyDate = Locked & { before: KeyDateRow };
/** Done without a change if there is nothing to change. */
type Made = KeyDateChange | Done | Refused<KeyDateProblems | undefined>;

/** The verbs of staff that change the key dates of a case, or those of a client. */
export function keyDateVerbs<Input extends z.ZodType, Owner>(of: Of<Input, Owner>) {
  const verb =
    <More extends z.ZodType>(
      change: KeyDateChange["change"],
      more: More,
      run: (locked: Locked, asked: z.output<More>) => Promise<Made>,
      invalid = "",
    ) =>
    (context: StaffContext, input: object): Promise<Result> => {
      const declared = {
        input: z.intersection(of.input, more),
        once: `key date of ${of.noun}`,
        // The forms of a page have one idempotency key, and two of their buttons may send the same fields.
        alsoHashed: change,
        shown: ["seen"],
        failed: `a key date of ${of.noun} could not be changed`,
        rethrowsUnavailable: true,
        messages: { ...of.messages, invalid },
      };
      return asStaff(context, declared, input, async (work, asked): Promise<Result> => {
        const { tx, staff } = work;
        const locked = await of.lock(tx, asked);
        if (!locked.ok) return locked;
        const { owner } = locked;
        const made = await run({ tx, by: staff.email, owner, rows: await keyDatesOf(tx, owner) }, asked);
        return "ok" in made ? made : of.written(work, locked.record, made, asked);
      });
    };
  const verbOfOne = <More extends z.ZodType>(
    change: KeyDateChange["change"],
    more: More,
    run: (locked: LockedKeyDate, asked: z.output<More>) => Promise<Made>,
    invalid?: string,
  ) =>
    verb(
      change,
      z.intersection(ofKeyDate, more),
      async (locked, asked) => {
        const before = locked.rows.find(({ id }) => id === asked.keyDate);
        // Gone, or changed since.
        if (before?.revision !== asked.seen) return refuse("conflict", ownerMessages.stale);
        return run({ ...locked, before }, asked);
      },
      invalid,
    );

  return {
    add: verb("added", withInput, (locked, { input }) => add(locked, input, of.messages.tooMany)),
    correct: verbOfOne("corrected", withInput, (locked, { input }) => correct(locked, input)),
    remove: verbOfOne("removed", none, remove),
    /** Ends its reminders and takes it out of the lists of what is ending. */
    settle: verbOfOne(
      "settled",
      withSettlement,
      (locked, asked) => settle(locked, asked.settledAs),
      "Choose how it was settled.",
    ),
    unsettle: verbOfOne("unsettled", none, unsettle),
    /** Puts one that an earlier approval left back into force. */
    keep: verbOfOne("kept", none, keep),
  };
}

async function add({ tx, by, owner, rows }: Locked, input: KeyDateInput, tooMany: string): Promise<Made> {
  if (rows.length >= mostKeyDates) return refuse("conflict", tooMany);
  const checked = checkKeyDate(input, rows);
  if (!checked.ok) return refuse("invalid", "", checked.problems);
  const after = await addKeyDate(tx, owner, checked.keyDate, by);
  if (!after) return refuse("invalid", "", { endsOn: keyDateMessages.recorded });
  return { change: "added", before: null, after, changes: changed(keyDateName(after), "", describeDay(after)) };
}

async function correct({ tx, before, rows }: LockedKeyDate, input: KeyDateInput): Promise<Made> {
  const checked = checkKeyDate(
    input,
    rows.filter((row) => row !== before),
  );
  if (!checked.ok) return refuse("invalid", "", checked.problems);
  const changes = changesOf(before, checked.keyDate);
  if (changes.length === 0) return { ok: true };
  return { change: "corrected", before, after: await correctKeyDate(tx, before.id, checked.keyDate), changes };
}

async function remove({ tx, before }: LockedKeyDate): Promise<Made> {
  const reminders = await removeKeyDate(tx, before.id);
  const changes = changed(keyDateName(before), describeDay(before), "");
  return { change: "removed", before, after: null, changes, reminders };
}

async function settle({ tx, by, before }: LockedKeyDate, settledAs: KeyDateSettlement): Promise<Made> {
  if (before.settledAs !== null) return refuse("conflict", ownerMessages.stale);
  const after = await settleKeyDate(tx, before.id, settledAs, by);
  return { change: "settled", before, after, changes: changed(keyDateName(before), "", settlementLabels[settledAs]) };
}

async function unsettle({ tx, before }: LockedKeyDate): Promise<Made> {
  if (before.settledAs === null) return refuse("conflict", ownerMessages.stale);
  const changes = changed(keyDateName(before), settlementLabels[before.settledAs], "");
  return { change: "unsettled", before, after: await unsettleKeyDate(tx, before.id), changes };
}

async function keep({ tx, before }: LockedKeyDate): Promise<Made> {
  if (before.suspendedAt === null) return refuse("conflict", ownerMessages.stale);
  const changes = changed(keyDateName(before), "not in force", describeDay(before));
  return { change: "kept", before, after: await keepKeyDate(tx, before.id), changes };
}

const yesOrNo = ({ isRemindedAnyway }: KeyDate) => (isRemindedAnyway ? "yes" : "no");

/** What the activity log says of a correction, such as `Passport: expires March 1, 2027 → expires March 1, 2028`. */
function changesOf(before: KeyDate, after: KeyDate): Change[] {
  const [was, name] = [keyDateName(before), keyDateName(after)];
  return [
    ...(was === name
      ? changed(name, describeDay(before), describeDay(after))
      : changed("Key date", `${was}, ${describeDay(before)}`, `${name}, ${describeDay(after)}`)),
    ...changed("Valid from", before.validFrom, after.validFrom),
    ...(before.note === after.note ? [] : [changedUnseen("Note")]),
    ...changed("Reminders of a short visa", yesOrNo(before), yesOrNo(after)),
  ];
}
