import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import { ownerMessages } from "~/accounts/owners/owned";
import type { StaffContext } from "~/accounts/staff.server";
import { offerUndo } from "~/accounts/undo/offer.server";
import { storedName } from "~/applications/stored-answers/answers.server";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { type Change, changed } from "~/core/activity-log/changes";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { visaApplications } from "~/db/schema/applications";
import type { KeyDateRow } from "~/db/schema/key-dates";
import { keyDateSettlements } from "~/db/schema/values";
import {
  addKeyDate,
  correctKeyDate,
  keepKeyDate,
  type ReminderRow,
  removeKeyDate,
  settleKeyDate,
  unsettleKeyDate,
} from "~/key-dates/change.server";
import { changesOf } from "~/key-dates/changes";
import {
  checkKeyDate,
  describeDay,
  type KeyDateInput,
  type KeyDateProblems,
  keyDateMessages,
  keyDateName,
  mostKeyDates,
  settlementLabels,
} from "~/key-dates/key-date";
import { keyDatesOf } from "~/key-dates/key-dates-of.server";
import { mailedOf } from "~/key-dates/mailed";
import type { MailedKeyDate } from "~/mail/calendar/key-date";
import { enqueueMail } from "~/mail/outbox.server";
import { undoableKeyDate } from "./undo-key-date.server";

type Result = Done | Refused<KeyDateProblems | undefined>;

const ofCase = z.object({
  applicationId: z.uuid(),
  /** Whether the applicant gets an email about it. */
  mails: z.boolean(),
  attempt: z.uuid().optional(),
});
/** `seen`: the revision of the key date when the form was shown. */
const ofKeyDate = ofCase.extend({ keyDate: z.uuid(), seen: z.coerce.number().int() });
const withInput = { input: z.custom<KeyDateInput>((value) => typeof value === "object" && value !== null) };

const settlementMissing = "Choose how it was settled.";
const verb = {
  once: "key date of a case",
  shown: ["seen"],
  failed: "a key date of a case could not be changed",
  rethrowsUnavailable: true,
  messages: { forbidden: "Your account is no longer active.", failed: ownerMessages.failed },
};

type Application = { id: string; number: string; email: string };
type Locked = { ok: true; application: Application; rows: KeyDateRow[] };

/** Locks the case, so that its key dates change one after the other. */
async function lockCase({ tx }: StaffWork, applicationId: string): Promise<Locked | Refused> {
  const [application] = await tx
    .select({
      id: visaApplications.id,
      number: visaApplications.applicationNumber,
      email: visaApplications.userEmail,
      status: visaApplications.status,
    })
    .from(visaApplications)
    .where(eq(visaApplications.id, applicationId))
    .for("update");
  if (!application) return refuse("not-found");
  if (application.status !== "approved") return refuse("closed", "Key dates belong to an approved case.");
  return { ok: true, application, rows: await keyDatesOf(tx, { applicationId }) };
}

/** The key date as the page showed it, with the others of its case; refused if it is gone or was changed since. */
async function lockKeyDate(work: StaffWork, { applicationId, keyDate: id, seen }: z.output<typeof ofKeyDate>) {
  const locked = await lockCase(work, applicationId);
  if (!locked.ok) return locked;
  const before = locked.rows.find((row) => row.id === id);
  if (before?.revision !== seen) return refuse("conflict", ownerMessages.stale);
  return { ...locked, before, others: locked.rows.filter((row) => row !== before) };
}

type WrittenChange = {
  change: MailedKeyDate["change"];
  application: Application;
  before: KeyDateRow | null;
  after: KeyDateRow | null;
  changes: readonly Change[];
  /** What was deleted with a key date. */
  reminders?: readonly ReminderRow[];
  mails: boolean;
};

const happened: Record<MailedKeyDate["change"], string> = {
  added: "is recorded",
  corrected: "is corrected",
  removed: "is removed",
  settled: "is settled",
  unsettled: "counts again",
  kept: "counts again",
  suspended: "no longer counts",
};

/** Records a change that is made, and offers to undo it; its mail and what the applicant sees wait until then. */
async function written(work: StaffWork, { application, before, after, ...done }: WrittenChange): Promise<Done> {
  const { tx, record } = work;
  const row = after ?? before;
  if (!row) throw new Error("A change of a key date has neither before nor after");
  const { id, number, email } = application;
  const offer = await offerUndo(work, undoableKeyDate, {
    words: `${keyDateName(row)} ${happened[done.change]} for ${number}.`,
    records: [
      {
        id,
        before: { keyDate: before, reminders: [...(done.reminders ?? [])] },
        after: { keyDate: after, reminders: [] },
      },
    ],
  });
  await record({
    actionType: `case_key_date_${done.change}`,
    subjectType: "application",
    subjectId: id,
    changes: done.changes,
    details: {
      ...{ number, keyDate: row.id, change: offer.id },
      // The calendar file of a removed one is made from these.
      ...(after ? {} : { name: keyDateName(row), endsOn: row.endsOn, sequence: row.sequence + 1 }),
    },
  });
  await updateTurn(tx, id);
  if (!done.mails) return { ok: true };
  const mailed = after
    ? mailedOf(after, done.change, done.change === "corrected" ? before : null)
    : mailedOf({ ...row, sequence: row.sequence + 1, updatedAt: new Date() }, done.change);
  const name = (await storedName(tx, id)) || "Applicant";
  const data = { name, email, applicationNumber: number, applicationId: id, keyDate: mailed };
  await enqueueMail(tx, { kind: "key_dates", to: email, toName: name, applicationId: id, data }, { notBefore: offer });
  return { ok: true };
}

/** Adds a key date to an approved case. */
export function addCaseKeyDate(context: StaffContext, input: object): Promise<Result> {
  const schema = ofCase.extend(withInput);
  return asStaff(context, { ...verb, input: schema }, input, async (work, asked): Promise<Result> => {
    const locked = await lockCase(work, asked.applicationId);
    if (!locked.ok) return locked;
    if (locked.rows.length >= mostKeyDates) return refuse("conflict", keyDateMessages.tooMany);
    const checked = checkKeyDate(asked.input, locked.rows);
    if (!checked.ok) return refuse("invalid", "", checked.problems);
    const { application } = locked;
    const after = await addKeyDate(work.tx, { applicationId: application.id }, checked.keyDate, work.staff.email);
    if (!after) return refuse("invalid", "", { endsOn: keyDateMessages.recorded });
    const changes = changed(keyDateName(after), "", describeDay(after));
    return written(work, { change: "added", application, before: null, after, changes, mails: asked.mails });
  });
}

/** Corrects a key date of an approved case. */
export function correctCaseKeyDate(context: StaffContext, input: object): Promise<Result> {
  const schema = ofKeyDate.extend(withInput);
  return asStaff(context, { ...verb, input: schema }, input, async (work, asked): Promise<Result> => {
    const locked = await lockKeyDate(work, asked);
    if (!locked.ok) return locked;
    const { application, before, others } = locked;
    const checked = checkKeyDate(asked.input, others);
    if (!checked.ok) return refuse("invalid", "", checked.problems);
    const changes = changesOf(before, checked.keyDate);
    if (changes.length === 0) return { ok: true };
    const after = await correctKeyDate(work.tx, before.id, checked.keyDate);
    return written(work, { change: "corrected", application, before, after, changes, mails: asked.mails });
  });
}

/** Removes a key date. Of one that is not in force the applicant was told already. */
export function removeCaseKeyDate(context: StaffContext, input: object): Promise<Result> {
  return asStaff(context, { ...verb, input: ofKeyDate }, input, async (work, asked): Promise<Result> => {
    const locked = await lockKeyDate(work, asked);
    if (!locked.ok) return locked;
    const { application, before } = locked;
    const reminders = await removeKeyDate(work.tx, before.id);
    const changes = changed(keyDateName(before), describeDay(before), "");
    const mails = asked.mails && before.suspendedAt === null;
    return written(work, { change: "removed", application, before, after: null, changes, reminders, mails });
  });
}

/** Marks a key date as settled, which ends its reminders and takes it out of the lists of what is ending. */
export function settleCaseKeyDate(context: StaffContext, input: object): Promise<Result> {
  const schema = ofKeyDate.extend({ settledAs: z.enum(keyDateSettlements) });
  const messages = { ...verb.messages, invalid: settlementMissing };
  return asStaff(context, { ...verb, input: schema, messages }, input, async (work, asked): Promise<Result> => {
    const locked = await lockKeyDate(work, asked);
    if (!locked.ok) return locked;
    const { application, before } = locked;
    if (before.settledAs !== null) return refuse("conflict", ownerMessages.stale);
    const after = await settleKeyDate(work.tx, before.id, asked.settledAs, work.staff.email);
    const changes = changed(keyDateName(before), "", settlementLabels[asked.settledAs]);
    return written(work, { change: "settled", application, before, after, changes, mails: asked.mails });
  });
}

/** Takes back that a key date is settled. */
export function unsettleCaseKeyDate(context: StaffContext, input: object): Promise<Result> {
  return asStaff(context, { ...verb, input: ofKeyDate }, input, async (work, asked): Promise<Result> => {
    const locked = await lockKeyDate(work, asked);
    if (!locked.ok) return locked;
    const { application, before } = locked;
    if (before.settledAs === null) return refuse("conflict", ownerMessages.stale);
    const after = await unsettleKeyDate(work.tx, before.id);
    const changes = changed(keyDateName(before), settlementLabels[before.settledAs], "");
    return written(work, { change: "unsettled", application, before, after, changes, mails: asked.mails });
  });
}

/** Puts a key date that an earlier approval left back into force. A settled one is over already, so nobody is told. */
export function keepCaseKeyDate(context: StaffContext, input: object): Promise<Result> {
  return asStaff(context, { ...verb, input: ofKeyDate }, input, async (work, asked): Promise<Result> => {
    const locked = await lockKeyDate(work, asked);
    if (!locked.ok) return locked;
    const { application, before } = locked;
    if (before.suspendedAt === null) return refuse("conflict", ownerMessages.stale);
    const after = await keepKeyDate(work.tx, before.id);
    const changes = changed(keyDateName(before), "not in force", describeDay(before));
    const mails = asked.mails && before.settledAs === null;
    return written(work, { change: "kept", application, before, after, changes, mails });
  });
}
