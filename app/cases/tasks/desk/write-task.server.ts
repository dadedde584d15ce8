import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import { ownerMessages } from "~/accounts/owners/owned";
import type { StaffContext } from "~/accounts/staff.server";
import { changed, changedUnseen } from "~/core/activity-log/changes";
import { lineInput, textInput } from "~/core/input-schemas.server";
import { maxCaseTasks, maxTaskNote, maxTaskTitle, noTitleMessage } from "~/core/tasks/task-events";
import { normalizeFigures } from "~/core/text-input";
import { calendarDate, isDay, nassauDay } from "~/core/time";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { caseTasks } from "~/db/schema/tasks";
import {
  type Application,
  finishTask,
  lockCaseWithTasks,
  lockTask,
  type TaskRow,
  taskMessages,
} from "./task-work.server";

export type TaskProblems = Partial<Record<"title" | "note" | "dueOn", string>>;
type Result = Done | Refused<TaskProblems | undefined>;

const noDay = "Enter a day such as March 1, 2028, or leave it empty.";
const highlighted = "Please fix the highlighted fields.";

const fields = {
  applicationId: z.uuid(),
  title: lineInput(maxTaskTitle, "The task").refine((title) => title !== "", noTitleMessage),
  note: textInput(maxTaskNote, "The note").default(""),
  /** YYYY-MM-DD, or empty. */
  dueOn: z
    .string()
    .transform(normalizeFigures)
    .refine((day) => day === "" || isDay(day), noDay)
    .default(""),
};
const added = z.object({ ...fields, attempt: z.uuid().optional() });
const edited = z.object({
  ...fields,
  task: z.string(),
  revision: z.coerce.number().int(),
  /** The day that the form was made with: an event may have moved the stored one since. */
  seenDay: z.string().default(""),
});
const removed = z.object({ applicationId: z.uuid(), task: z.string(), revision: z.coerce.number().int() });

const refuseDay = (message: string): Refused<TaskProblems> => refuse("invalid", highlighted, { dueOn: message });

function problemsIn(error: z.ZodError): Refused<TaskProblems> {
  const problems: TaskProblems = {};
  for (const { path, message } of error.issues) {
    const [name] = path;
    if (name === "title" || name === "note" || name === "dueOn") problems[name] ??= message;
  }
  return refuse("invalid", Object.keys(problems).length > 0 ? highlighted : taskMessages.gone, problems);
}

/** Validates by field, and locks the case. */
async function writeTask<Input extends { applicationId: string }>(
  context: StaffContext,
  inputSchema: z.ZodType<Input>,
  rawInput: unknown,
  verb: { once?: string; failed: string },
  run: (work: StaffWork & { application: Application }, input: Input) => Promise<Result>,
): Promise<Result> {
  const parsed = inputSchema.safeParse(rawInput);
  if (!parsed.success) return problemsIn(parsed.error);
  const own = { ...verb, input: z.custom<Input>(), messages: taskMessages };
  return asStaff(context, own, parsed.data, async (work, input): Promise<Result> => {
    const application = await lockCaseWithTasks(work.tx, input.applicationId);
    return "ok" in application ? application : run({ ...work, application }, input);
  });
}

/** Adds a task of staff's own to a submitted case. Recorded, and can be undone. */
export function addTask(context: StaffContext, rawInput: unknown): Promise<Result> {
  const verb = { once: "add task", failed: "a task could not be added" };
  return writeTask(context, added, rawInput, verb, async (work, { applicationId, title, note, dueOn }) => {
    const { tx, staff, application } = work;
    if (dueOn !== "" && dueOn < nassauDay()) return refuseDay(ownerMessages.past);
    const own = and(eq(caseTasks.applicationId, applicationId), isNull(caseTasks.removedAt));
    if ((await tx.$count(caseTasks, own)) >= maxCaseTasks)
      return refuse("invalid", `A case has ${maxCaseTasks} tasks at most.`);
    const [after] = await tx
      .insert(caseTasks)
      .values({
        applicationId,
        position: 1000,
        title,
        note,
        dueOn: dueOn || null,
        isDatedByHand: dueOn !== "",
        madeBy: staff.email,
      })
      .returning();
    if (!after) throw new Error("No task was stored");
    const changes = changed("Task", "", after.title);
    await finishTask(work, { application, action: "added", says: "Added", before: null, after, changes });
    return { ok: true };
  });
}

/**
 * What an edit makes of a task, or null if it changes nothing. A day that was left as shown still follows its event.
 */
function editOf(row: TaskRow, { title, note, dueOn, seenDay }: z.output<typeof edited>) {
  const isDated = dueOn !== seenDay && dueOn !== (row.dueOn ?? "");
  if (title === row.title && note === row.note && !isDated) return null;
  const day = isDated ? { dueOn: dueOn || null, isDatedByHand: row.event !== null || dueOn !== "" } : {};
  return { title, note, ...day };
}

const inWords = (day: string | null) => (day === null ? "" : calendarDate(day));

/** Changes title, note or day of an open task; refused if somebody else has changed it since it was seen. */
export function changeTask(context: StaffContext, rawInput: unknown): Promise<Result> {
  const verb = { failed: "a task could not be changed" };
  return writeTask(context, edited, rawInput, verb, async (work, sent) => {
    const { tx, application } = work;
    const before = await lockTask(tx, sent.applicationId, sent.task);
    if ("ok" in before) return before;
    const edit = editOf(before, sent);
    if (edit === null) return { ok: true };
    if (before.revision !== sent.revision) return refuse("conflict", ownerMessages.stale);
    if (before.doneAt !== null) return refuse("closed", "This task is done. Open it again to change it.");
    if (edit.dueOn && edit.dueOn < nassauDay()) return refuseDay(ownerMessages.past);
    const [after] = await tx
      .update(caseTasks)
      .set({ ...edit, isEdited: true, updatedAt: sql`now()`, revision: before.revision + 1 })
      .where(eq(caseTasks.id, before.id))
      .returning();
    if (!after) throw new Error("No task was stored");
    const changes = [
      ...changed("Task", before.title, after.title),
      ...(before.note === after.note ? [] : [changedUnseen(`Note of “${after.title}”`)]),
      ...changed(`Due date of “${after.title}”`, inWords(before.dueOn), inWords(after.dueOn)),
    ];
    await finishTask(work, { application, action: "changed", says: "Changed", before, after, changes });
    return { ok: true };
  });
}

/** Removes an open task. Its row stays, so that the template's task is not copied again. */
export function deleteTask(context: StaffContext, rawInput: unknown): Promise<Result> {
  const verb = { failed: "a task could not be removed" };
  return writeTask(context, removed, rawInput, verb, async (work, { applicationId, task, revision }) => {
    const { tx, application } = work;
    const before = await lockTask(tx, applicationId, task);
    if ("ok" in before) return before;
    if (before.revision !== revision) return refuse("conflict", ownerMessages.stale);
    if (before.doneAt !== null) return refuse("closed", "This task is done. Open it again to remove it.");
    const [after] = await tx
      .update(caseTasks)
      .set({ removedAt: sql`now()`, revision: before.revision + 1 })
      .where(eq(caseTasks.id, before.id))
      .returning();
    if (!after) throw new Error("No task was stored");
    const changes = changed("Task", after.title, "");
    await finishTask(work, { application, action: "removed", says: "Removed", before, after, changes });
    return { ok: true };
  });
}
