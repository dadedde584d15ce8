import { and, eq, isNotNull, ne, or } from "drizzle-orm";
import type { StaffWork } from "~/accounts/as-staff.server";
import { offerUndo } from "~/accounts/undo/offer.server";
import { type Change, registerUndo, type Undoable } from "~/accounts/undo/registry.server";
import { type StatusFields, statusFields } from "~/applications/status/undoable-status.server";
import { lockedApplication } from "~/cases/locked-application.server";
import { addStatusLine } from "~/cases/status/write-status.server";
import { updateTurn } from "~/cases/turn/update-turn.server";
import type { UndoOffer } from "~/core/undo/undo-offer";
import { statusChange } from "~/core/undo/undoable-changes.server";
import type { Transaction } from "~/db/client.server";
import { applicationStatusHistory, visaApplications } from "~/db/schema/applications";
import { caseRequestItems, caseRequests } from "~/db/schema/case";
import { statusLook } from "~/ui/lists/status-badge";

type Row = typeof visaApplications.$inferSelect;

const fieldsOf = (row: Row, related: Pick<StatusFields, "line" | "request">): StatusFields => ({
  status: row.status,
  withdrawalRequestedAt: row.withdrawalRequestedAt,
  withdrawalReason: row.withdrawalReason,
  turn: row.turn,
  turnSince: row.turnSince,
  lastUpdatedAt: row.lastUpdatedAt,
  ...related,
});

const undoableStatus: Undoable<StatusFields> = {
  kind: statusChange,
  subjectType: "application",
  fields: statusFields,
  restore: restoreStatus,
};

/** Call at start. */
export const registerStatusUndo = () => registerUndo(undoableStatus);

/** Offers to undo a status change, once all of it but its history is written; its request is deferred too. */
export async function offerStatusUndo(
  work: Pick<StaffWork, "tx" | "staff">,
  before: Row,
  related: { line: string; request: string | null },
): Promise<UndoOffer> {
  const [after] = await work.tx.select().from(visaApplications).where(eq(visaApplications.id, before.id));
  if (!after) throw new Error("The application is gone");
  const offer = await offerUndo(work, undoableStatus, {
    words: `${after.applicationNumber} is now ${statusLook(after.status).label}.`,
    records: [
      { id: before.id, before: fieldsOf(before, { line: null, request: null }), after: fieldsOf(after, related) },
    ],
  });
  if (related.request) await hideUntil(work.tx, related.request, offer.shownFrom);
  return offer;
}

const hideUntil = (tx: Transaction, requestId: string, shownFrom: Date) =>
  tx.update(caseRequestItems).set({ shownFrom }).where(eq(caseRequestItems.requestId, requestId));

/** Restores status, request to withdraw and turn, and removes the request: the applicant sees no trace. */
async function restoreStatus(
  { tx, staff }: StaffWork,
  { id, before, after }: Change<StatusFields>,
): Promise<{ number: string; from: string; to: string } | false> {
  const now = await lockedApplication({ tx }, id);
  if (!now || now.status !== after.status || now.withdrawalRequestedAt !== null) return false;
  if (after.request && !(await deleteRequest(tx, after.request))) return false;
  const isTurnAsLeft = now.turn === after.turn && now.turnSince?.getTime() === after.turnSince?.getTime();
  const isUntouched = now.lastUpdatedAt.getTime() === after.lastUpdatedAt.getTime();
  await tx
    .update(visaApplications)
    .set({
      status: before.status,
      withdrawalRequestedAt: before.withdrawalRequestedAt,
      withdrawalReason: before.withdrawalReason,
      ...(isTurnAsLeft ? { turn: before.turn, turnSince: before.turnSince } : {}),
      ...(isUntouched ? { lastUpdatedAt: before.lastUpdatedAt } : {}),
    })
    .where(eq(visaApplications.id, id));
  const undoneAt = new Date();
  if (after.line)
    await tx.update(applicationStatusHistory).set({ undoneAt }).where(eq(applicationStatusHistory.id, after.line));
  const line = { message: null, adminEmail: staff.email, undoneAt };
  await addStatusLine(tx, { id, status: after.status }, before.status, line);
  // Something that came in since may have changed the turn.
  await updateTurn(tx, id);
  return { number: now.applicationNumber, from: after.status, to: before.status };
}

/** Removes the request of the change, which no applicant has seen; false if somebody has changed it. */
async function deleteRequest(tx: Transaction, requestId: string): Promise<boolean> {
  const touched = or(
    ne(caseRequestItems.state, "open"),
    isNotNull(caseRequestItems.begunAt),
    isNotNull(caseRequestItems.draft),
  );
  const [touchedItem] = await tx
    .select({ id: caseRequestItems.id })
    .from(caseRequestItems)
    .where(and(eq(caseRequestItems.requestId, requestId), touched));
  if (touchedItem) return false;
  await tx.delete(caseRequests).where(eq(caseRequests.id, requestId));
  return true;
}
