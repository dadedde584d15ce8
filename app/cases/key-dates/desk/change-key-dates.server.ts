import { z } from "zod";
import type { StaffWork } from "~/accounts/as-staff.server";
import { ownerMessages } from "~/accounts/owners/owned";
import { offerUndo } from "~/accounts/undo/offer.server";
import { storedName } from "~/applications/stored-answers/answers.server";
import { lockedApplication } from "~/cases/locked-application.server";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { type Done, refuse } from "~/core/verbs/refused";
import type { visaApplications } from "~/db/schema/applications";
import { type KeyDateChange, keyDateVerbs } from "~/key-dates/change-key-dates.server";
import { keyDateMessages, keyDateName } from "~/key-dates/key-date";
import { mailedOf } from "~/key-dates/mailed";
import type { MailedKeyDate } from "~/mail/calendar/key-date";
import { enqueueMail } from "~/mail/outbox.server";
import { undoableKeyDate } from "./undo-key-date.server";

const ofCase = z.object({
  applicationId: z.uuid(),
  /** Whether the applicant gets an email about it. */
  mails: z.boolean(),
  attempt: z.uuid().optional(),
});

async function lockCase(tx: StaffWork["tx"], { applicationId }: z.output<typeof ofCase>) {
  const application = await lockedApplication({ tx }, applicationId);
  if (!application) return refuse("not-found");
  if (application.status !== "approved") return refuse("closed", "Key dates belong to an approved case.");
  return { ok: true as const, owner: { applicationId }, record: application };
}

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
async function written(
  work: StaffWork,
  { id, applicationNumber: number, userEmail: email }: typeof visaApplications.$inferSelect,
  { before, after, ...done }: KeyDateChange,
  { mails }: z.output<typeof ofCase>,
): Promise<Done> {
  const { tx, record } = work;
  const row = after ?? before;
  if (!row) throw new Error("A change of a key date has neither before nor after");
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
  // Of one that is not in force the applicant was told already, and a settled one is over.
  const isKnown =
    done.change === "removed" ? row.suspendedAt !== null : done.change === "kept" && row.settledAs !== null;
  if (!mails || isKnown) return { ok: true };
  const mailed = after
    ? mailedOf(after, done.change, done.change === "corrected" ? before : null)
    : mailedOf({ ...row, sequence: row.sequence + 1, updatedAt: new Date() }, done.change);
  const name = (await storedName(tx, id)) || "Applicant";
  const data = { name, email, applicationNumber: number, applicationId: id, keyDate: mailed };
  await enqueueMail(tx, { kind: "key_dates", to: email, toName: name, applicationId: id, data }, { notBefore: offer });
  return { ok: true };
}

/** Staff change the key dates of an approved case by these. */
export const {
  add: addCaseKeyDate,
  correct: correctCaseKeyDate,
  remove: removeCaseKeyDate,
  settle: settleCaseKeyDate,
  unsettle: unsettleCaseKeyDate,
  keep: keepCaseKeyDate,
} = keyDateVerbs({
  noun: "a case",
  input: ofCase,
  messages: {
    forbidden: "Your account is no longer active.",
    failed: ownerMessages.failed,
    tooMany: keyDateMessages.tooMany,
  },
  lock: lockCase,
  written,
});
