import { registerUndo, type Undoable } from "~/accounts/undo/registry.server";
import { lockedApplication } from "~/cases/locked-application.server";
import { updateTurn } from "~/cases/turn/update-turn.server";
import type { KeyDateRow } from "~/db/schema/key-dates";
import { removeKeyDate, restoreKeyDate } from "~/key-dates/change.server";
import { keyDatesOf } from "~/key-dates/key-dates-of.server";
import { type UndoableFields, undoableFields, undoableKind } from "../undoable-key-dates.server";

/** The applicant sees no trace, as the mail and the page wait until it can no longer be undone (K-UNDO-3). */
export const undoableKeyDate: Undoable<UndoableFields> = {
  kind: undoableKind,
  subjectType: "application",
  fields: undoableFields,
  restore: async ({ tx }, { id, before, after, offerId }) => {
    const application = await lockedApplication({ tx }, id);
    if (application?.status !== "approved") return false;
    const rows = await keyDatesOf(tx, { applicationId: id });
    const changedId = (after.keyDate ?? before.keyDate)?.id;
    const now = rows.find((row) => row.id === changedId);
    if ((now?.revision ?? null) !== (after.keyDate?.revision ?? null)) return false;
    const restored = before.keyDate;
    // The same date may have been recorded since.
    const isTaken = ({ id: other, kind, name, endsOn }: KeyDateRow) =>
      other !== restored?.id && kind === restored?.kind && name === restored.name && endsOn === restored.endsOn;
    if (restored && rows.some(isTaken)) return false;
    if (restored) await restoreKeyDate(tx, restored, before.reminders);
    else if (now) await removeKeyDate(tx, now.id);
    await updateTurn(tx, id);
    return { number: application.applicationNumber, change: offerId };
  },
};

/** Call at start. */
export const registerKeyDateUndo = () => registerUndo(undoableKeyDate);
