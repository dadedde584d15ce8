import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { StaffWork } from "~/accounts/as-staff.server";
import { offerUndo } from "~/accounts/undo/offer.server";
import { lockedApplication } from "~/cases/locked-application.server";
import { closingStatuses } from "~/cases/tasks/due-days.server";
import { updateTurn } from "~/cases/turn/update-turn.server";
import type { Change } from "~/core/activity-log/changes";
import { type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import type { visaApplications } from "~/db/schema/applications";
import { caseTasks } from "~/db/schema/tasks";
import { taskStateOf, undoableTask } from "./undo-task.server";

export type TaskRow = typeof caseTasks.$inferSelect;
export type Application = typeof visaApplications.$inferSelect;

export const taskMessages = {
  gone: "This task no longer exists.",
  forbidden: "Your account is no longer active.",
  failed: "This couldn’t be saved. Nothing was changed. Please try again.",
} as const;

/** Locks a submitted case whose tasks can be changed. */
export async function lockCaseWithTasks(tx: Transaction, id: string): Promise<Application | Refused> {
  const application = await lockedApplication({ tx }, id);
  if (!application) return refuse("not-found", "Application not found.");
  if (application.submittedAt === null) return refuse("closed", "An application has no tasks until it’s submitted.");
  if (closingStatuses.includes(application.status))
    return refuse("closed", "Tasks are closed with the case. Change its status first.");
  return application;
}

/** Locks a task of the locked case; one that was removed no longer exists. `id` is unvalidated. */
export async function lockTask(tx: Transaction, applicationId: string, id: string): Promise<TaskRow | Refused> {
  if (!z.uuid().safeParse(id).success) return refuse("not-found", taskMessages.gone);
  const [row] = await tx
    .select()
    .from(caseTasks)
    .where(and(eq(caseTasks.applicationId, applicationId), eq(caseTasks.id, id)))
    .for("update");
  return row && row.removedAt === null ? row : refuse("not-found", taskMessages.gone);
}

type Written = {
  application: Application;
  action: "added" | "changed" | "removed" | "done" | "opened_again";
  /** The notice of the undo, before the title. */
  says: string;
  before: TaskRow | null;
  after: TaskRow;
  changes: readonly Change[];
};

/** What every change of a task ends with: its entry of the record, the offer to undo it, and the case's due date. */
export async function finishTask(work: StaffWork, { application, action, says, before, after, changes }: Written) {
  await work.record({
    actionType: `task_${action}`,
    subjectType: "application",
    subjectId: application.id,
    details: { number: application.applicationNumber },
    changes,
  });
  const task = after.id;
  await offerUndo(work, undoableTask, {
    words: `${says}: ${after.title}`,
    records: [
      {
        id: application.id,
        before: { task, state: before && taskStateOf(before) },
        after: { task, state: taskStateOf(after) },
      },
    ],
  });
  await updateTurn(work.tx, application.id);
}
