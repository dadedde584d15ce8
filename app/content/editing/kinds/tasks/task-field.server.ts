import { createHash } from "node:crypto";
import { z } from "zod";
import { lineInput, textInput } from "~/core/input-schemas.server";
import {
  describeEvent,
  eventLabels,
  maxTaskDays,
  maxTaskNote,
  maxTaskTitle,
  maxTemplateTasks,
} from "~/core/tasks/task-events";
import { normalizeFigures } from "~/core/text-input";
import type { Json } from "~/db/schema/content";
import { type TaskEvent, taskEvents } from "~/db/schema/values";
import { type ContentField, kept, refused } from "../../fields/fields";
import { inputsOf, isBlank, type TaskInputs, taskInputsOf } from "./task-rows";

const template = z.object({
  /** Permanent, whatever its words become. */
  key: z.uuid(),
  title: z.string(),
  note: z.string(),
  event: z.enum(taskEvents).nullable(),
  days: z.number().nullable(),
});
export type TemplateTask = z.output<typeof template>;

/** Reads the tasks from a content; an unreadable one is skipped. */
export const tasksIn = (value: Json | undefined): TemplateTask[] =>
  Array.isArray(value) ? value.flatMap((entry: Json) => template.safeParse(entry).data ?? []) : [];

/** The same for the same form, so that a form that is sent twice makes one version. */
function newKey(title: string, taken: ReadonlySet<string>): string {
  for (let n = 0; ; n += 1) {
    const hex = createHash("sha256").update(`task ${n} ${title}`).digest("hex");
    const key = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    if (!taken.has(key)) return key;
  }
}

const wrongDays = `enter the days as a whole number from 0 to ${maxTaskDays}.`;
const titleInput = lineInput(maxTaskTitle, "the task");
const noteInput = textInput(maxTaskNote, "the note");
const isEvent = (event: string): event is TaskEvent => taskEvents.some((known) => known === event);

type Words = Omit<TemplateTask, "key">;

/** Reads a task that isn't blank, or returns what is wrong with it. */
function readTask(row: TaskInputs): Words | string {
  const [title, note] = [titleInput.safeParse(row.title), noteInput.safeParse(row.note)];
  if (!title.success) return title.error.issues[0]?.message ?? "";
  if (title.data === "") return "say what has to be done.";
  if (!note.success) return note.error.issues[0]?.message ?? "";
  const words = { title: title.data, note: note.data };
  const days = normalizeFigures(row.days);
  if (row.event === "" && days === "") return { ...words, event: null, days: null };
  if (!/^\d{1,3}$/.test(days) || Number(days) > maxTaskDays) return wrongDays;
  if (!isEvent(row.event)) return "choose what its days are counted from.";
  return { ...words, event: row.event, days: Number(days) };
}

const wrongPlace = "enter its place as a number, such as 4.";

/** The tasks by place, or what is wrong with one of them. A task without a place stays where it is. */
function readRows(inputs: readonly string[]): { place: number; key: string; task: Words }[] | string {
  const rows: { place: number; key: string; task: Words }[] = [];
  for (const [index, row] of taskInputsOf(inputs).entries()) {
    if (isBlank(row)) continue;
    const place = normalizeFigures(row.place) || String(index + 1);
    const task = readTask(row);
    if (typeof task === "string") return `Task ${index + 1}: ${task}`;
    if (!/^\d{1,3}$/.test(place)) return `Task ${index + 1}: ${wrongPlace}`;
    rows.push({ place: Number(place), key: row.key.trim().toLowerCase(), task });
  }
  return rows.sort((a, b) => a.place - b.place);
}

function describeTask({ title, note, event, days }: TemplateTask): string {
  const due = event === null || days === null ? "" : ` (${describeEvent(event, days)})`;
  return `${title}${due}${note ? `: ${note.replaceAll("\n", " ")}` : ""}`;
}

/** The tasks of a service, in order. */
export const taskField: ContentField = {
  ...{ name: "tasks", label: "Tasks", type: "", group: "Tasks" },
  help: `At most ${maxTemplateTasks} tasks, in order of place. To remove one, empty it.`,
  instead: "new applications get no tasks",
  control: {
    as: "tasks",
    events: taskEvents.map((value) => ({ value, label: eventLabels[value] })),
  },
  read(inputs) {
    const rows = readRows(inputs);
    if (typeof rows === "string") return refused(rows);
    if (rows.length > maxTemplateTasks) return refused(`A service has ${maxTemplateTasks} tasks at most.`);
    const taken = new Set<string>();
    const tasks = rows.map(({ key: sent, task }): TemplateTask => {
      const isFree = z.uuid().safeParse(sent).success && !taken.has(sent);
      const key = isFree ? sent : newKey(task.title, taken);
      taken.add(key);
      return { key, ...task };
    });
    return kept(tasks.length > 0 ? tasks : null);
  },
  typed: (value) =>
    tasksIn(value).flatMap(({ key, title, note, event, days }, index) =>
      inputsOf({ key, place: String(index + 1), title, note, days: String(days ?? ""), event: event ?? "" }),
    ),
  format: (value) => tasksIn(value).map(describeTask).join("; "),
};
