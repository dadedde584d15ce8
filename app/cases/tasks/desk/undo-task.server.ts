import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { registerUndo, type Undoable } from "~/accounts/undo/registry.server";
import { lockedApplication } from "~/cases/locked-application.server";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { caseTasks } from "~/db/schema/tasks";

type TaskRow = typeof caseTasks.$inferSelect;

const state = z.object({
  title: z.string(),
  note: z.string(),
  /** Null too while the day follows its event, which may move it meanwhile. */
  dueOn: z.string().nullable(),
  isDatedByHand: z.boolean(),
  isEdited: z.boolean(),
  doneAt: z.string().nullable(),
  doneBy: z.string().nullable(),
  removedAt: z.string().nullable(),
});
type TaskState = z.output<typeof state>;

/** `state` is null before the task was added. */
const fields = z.object({ task: z.uuid(), state: state.nullable() });

export const taskStateOf = (row: TaskRow): TaskState => ({
  title: row.title,
  note: row.note,
  dueOn: row.isDatedByHand ? row.dueOn : null,
  isDatedByHand: row.isDatedByHand,
  isEdited: row.isEdited,
  doneAt: row.doneAt?.toISOString() ?? null,
  doneBy: row.doneBy,
  removedAt: row.removedAt?.toISOString() ?? null,
});

const instant = (text: string | null) => (text === null ? null : new Date(text));

export const undoableTask: Undoable<z.output<typeof fields>> = {
  kind: "task",
  subjectType: "application",
  fields,
  restore: async ({ tx }, { id, before, after }) => {
    const application = await lockedApplication({ tx }, id);
    const own = and(eq(caseTasks.id, after.task), eq(caseTasks.applicationId, id));
    const [row] = await tx.select().from(caseTasks).where(own).for("update");
    if (!application || !row || JSON.stringify(taskStateOf(row)) !== JSON.stringify(after.state)) return false;
    if (before.state === null) await tx.delete(caseTasks).where(own);
    else {
      const { doneAt, removedAt, ...plain } = before.state;
      await tx
        .update(caseTasks)
        .set({ ...plain, doneAt: instant(doneAt), removedAt: instant(removedAt), revision: row.revision + 1 })
        .where(own);
    }
    await updateTurn(tx, id);
    return { number: application.applicationNumber, task: row.title };
  },
};

/** Call at start. */
export const registerTaskUndo = () => registerUndo(undoableTask);
