import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { addressed, type LockedCase, type LockedItem, lockedItem } from "~/cases/requests/item-verb.server";
import { reviewOnceComplete } from "~/cases/requests/request-status.server";
import { ifLateOf, itemLimits, namedWhole } from "~/cases/requests/request-words";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { type Change, changed } from "~/core/activity-log/changes";
import { isDueDay, wrongDay } from "~/core/due-day";
import { normalizeText } from "~/core/text-input";
import { calendarLongDate, nassauDay } from "~/core/time";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { caseRequestItems } from "~/db/schema/case";
import { enqueueMail } from "~/mail/outbox.server";
import { textProblem } from "./check-items";

const ids = { applicationId: z.uuid(), item: z.uuid() };
const once = "change item";
const withdrawInput = z.object({ ...ids, reason: z.string().default("") });
const moveInput = z.object({ ...ids, dueOn: z.string().max(40).default("") });
const messages = {
  forbidden: "Your account is no longer active.",
  failed: "This couldn’t be saved. Please try again.",
};
const notOpen = "This is no longer open. The page shows its current state. Nothing was changed.";

type Changed = { application: LockedCase; item: LockedItem };

/** Withdraws an open item and mails the reason; after the last one the review continues. */
export function withdrawItem(context: StaffContext, input: unknown) {
  const verb = { input: withdrawInput, once, failed: "an item could not be taken back", messages: messages };
  return asStaff(
    context,
    verb,
    input,
    async (work, { applicationId, item: itemId, reason }): Promise<Done | Refused> => {
      const text = normalizeText(reason);
      const empty = "Say why you no longer need it: the applicant reads this.";
      const problem = textProblem(text, { label: "The reason", limit: itemLimits.reason, empty });
      if (problem) return refuse("invalid", problem);
      const found = await lockedItem(work.tx, applicationId, itemId);
      if (!found) return refuse("not-found");
      if (found.item.state !== "open") return refuse("conflict", notOpen);
      await work.tx
        .update(caseRequestItems)
        .set({ state: "taken_back", stateReason: text, stateAt: new Date() })
        .where(eq(caseRequestItems.id, itemId));
      await reviewOnceComplete(work.tx, found.application);
      await recordAndNotify(work, found, "request_item_taken_back", {
        change: "We no longer need one of the things we asked for.",
        details: `${namedWhole(found.item)}\nNo longer needed: ${text}`,
      });
      return { ok: true };
    },
  );
}

/** Changes or removes an open item's due day and mails it. The same day changes nothing. */
export function changeItemDueDate(context: StaffContext, input: unknown) {
  const verb = { input: moveInput, once, failed: "an item's day could not be moved", messages: messages };
  return asStaff(
    context,
    verb,
    input,
    async (work, { applicationId, item: itemId, dueOn }): Promise<Done | Refused> => {
      const day = dueOn.trim() || null;
      if (day !== null && !isDueDay(day, nassauDay())) return refuse("invalid", wrongDay);
      const found = await lockedItem(work.tx, applicationId, itemId);
      if (!found) return refuse("not-found");
      const { item } = found;
      if (item.state !== "open") return refuse("conflict", notOpen);
      if (item.dueOn === day) return { ok: true };
      await work.tx.update(caseRequestItems).set({ dueOn: day }).where(eq(caseRequestItems.id, itemId));
      const moved = changed("Due date", item.dueOn, day);
      await recordAndNotify(work, found, "request_item_moved", {
        moved,
        change: "The date we need something by has changed.",
        details:
          day === null
            ? `${namedWhole(item)}\nThere is no longer a due date. Please send it as soon as you can.`
            : `${namedWhole(item)}\nPlease send it by ${calendarLongDate(day)}. ${ifLateOf(item.ifLate)}`,
      });
      return { ok: true };
    },
  );
}

async function recordAndNotify(
  { tx, record }: StaffWork,
  { application, item }: Changed,
  actionType: string,
  { moved = [], ...mailData }: { change: string; details: string; moved?: readonly Change[] },
) {
  const { applicationNumber: number, id } = application;
  const details = { number, kind: item.kind };
  await record({ actionType, subjectType: "application", subjectId: id, details, changes: moved });
  const mail = await addressed(tx, application);
  await enqueueMail(tx, { ...mail, kind: "case_request_changed", data: { ...mail.data, ...mailData } });
  await updateTurn(tx, id);
}
