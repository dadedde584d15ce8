import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { changed } from "~/core/activity-log/changes";
import { caseTasks } from "~/db/schema/tasks";
import { finishTask, lockCaseWithTasks, lockTask, taskMessages } from "./task-work.server";

const inputSchema = z.object({ applicationId: z.uuid(), task: z.string() });

/**
 * Ticks a task, or opens it again. A task that is so already stays as it is without another entry: of two admins who
 * tick it at once both see it done. Recorded, and can be undone.
 */
export function setTaskDone(context: StaffContext, input: unknown, done: boolean) {
  const messages = { ...taskMessages, invalid: taskMessages.gone };
  const verb = { input: inputSchema, failed: "a task could not be ticked", messages };
  return asStaff(context, verb, input, async (work, { applicationId, task }) => {
    const { tx, staff } = work;
    const application = await lockCaseWithTasks(tx, applicationId);
    if ("ok" in application) return application;
    const before = await lockTask(tx, applicationId, task);
    if ("ok" in before) return before;
    if ((before.doneAt !== null) === done) return { ok: true as const };
    const now = sql`now()`;
    const [after] = await tx
      .update(caseTasks)
      .set({ updatedAt: now, ...(done ? { doneAt: now, doneBy: staff.email } : { doneAt: null, doneBy: null }) })
      .where(eq(caseTasks.id, before.id))
      .returning();
    if (!after) throw new Error("No task was stored");
    const [action, says] = done ? (["done", "Done"] as const) : (["opened_again", "Open again"] as const);
    const changes = changed(after.title, done ? "open" : "done", done ? "done" : "open");
    await finishTask(work, { application, action, says, before, after, changes });
    return { ok: true as const };
  });
}
