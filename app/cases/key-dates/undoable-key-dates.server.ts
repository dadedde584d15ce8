import { z } from "zod";
import { undoableChanges } from "~/core/undo/undoable-changes.server";
import type { Queryable } from "~/db/client.server";
import type { KeyDateRow } from "~/db/schema/key-dates";
import { keyDateKinds, keyDateSettlements } from "~/db/schema/values";
import type { ReminderRow } from "~/key-dates/change.server";

const when = z.coerce.date();
const maybe = when.nullable();

const storedRow: z.ZodType<KeyDateRow> = z.object({
  id: z.string(),
  applicationId: z.string().nullable(),
  clientId: z.string().nullable(),
  kind: z.enum(keyDateKinds),
  name: z.string(),
  validFrom: z.string().nullable(),
  endsOn: z.string().nullable(),
  note: z.string(),
  isRemindedAnyway: z.boolean(),
  remindersFrom: z.string(),
  sequence: z.number(),
  settledAs: z.enum(keyDateSettlements).nullable(),
  settledAt: maybe,
  settledBy: z.string().nullable(),
  stoppedAt: maybe,
  suspendedAt: maybe,
  revision: z.number(),
  madeBy: z.string(),
  isWatched: z.boolean(),
  ownerId: z.string().nullable(),
  createdAt: when,
  updatedAt: when,
});
const storedReminder: z.ZodType<ReminderRow> = z.object({
  keyDateId: z.string(),
  endsOn: z.string(),
  days: z.number(),
  mailId: z.string().nullable(),
  passedOver: z.boolean(),
  toldAs: z.string().nullable(),
  toldOn: z.string().nullable(),
  toldBy: z.string().nullable(),
  createdAt: when,
});

export const undoableKind = "case-key-date";

/** One key date before and after the change; null if it was not there. */
export const undoableFields = z.object({ keyDate: storedRow.nullable(), reminders: z.array(storedReminder) });
export type UndoableFields = z.output<typeof undoableFields>;
const changeForm = z.object({ before: undoableFields, after: undoableFields });

/** The key dates as the applicant sees them: without changes that can still be undone. */
export async function withoutUndoable(
  from: Queryable,
  applicationId: string,
  rows: readonly KeyDateRow[],
): Promise<KeyDateRow[]> {
  // The newest first: each restores what its predecessor had left.
  const changes = await undoableChanges(from, undoableKind, [applicationId]);
  return changes.reduce(
    (shown, change) => {
      const { before, after } = changeForm.parse(change);
      const others = shown.filter(({ id }) => id !== (after.keyDate ?? before.keyDate)?.id);
      return before.keyDate ? [...others, before.keyDate] : others;
    },
    [...rows],
  );
}
