import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { visaApplications } from "./applications";
import { visaServices } from "./catalogue";
import { createdAt, id, instant } from "./columns";
import { taskEvents } from "./values";

const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(", "));

/** The published tasks of a service. A submission copies them into its case. */
export const taskTemplates = pgTable(
  "task_templates",
  {
    serviceId: uuid()
      .notNull()
      .references(() => visaServices.id, { onDelete: "cascade" }),
    /** Permanent, so that a case's copy is made once. */
    key: uuid().notNull(),
    position: integer().notNull(),
    title: text().notNull(),
    note: text().notNull().default(""),
    /** What the due day is counted from, and by how many days; null without a due day. */
    event: text({ enum: taskEvents }),
    days: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.serviceId, t.key] }),
    check("task_templates_event_known", sql`${t.event} in (${oneOf(taskEvents)})`),
    check("task_templates_due_whole", sql`num_nonnulls(${t.event}, ${t.days}) in (0, 2)`),
    check("task_templates_days", sql`${t.days} between 0 and 365`),
  ],
);

/** What staff have to do in a case. Removed ones keep their row, so that the template does not bring them back. */
export const caseTasks = pgTable(
  "case_tasks",
  {
    id: id(),
    applicationId: uuid()
      .notNull()
      .references(() => visaApplications.id, { onDelete: "cascade" }),
    /** The template's task that it is a copy of; null for one that staff added. */
    templateKey: uuid(),
    position: integer().notNull().default(0),
    title: text().notNull(),
    note: text().notNull().default(""),
    event: text({ enum: taskEvents }),
    days: integer(),
    /** In Nassau; follows the event unless it was set by hand. */
    dueOn: date(),
    isDatedByHand: boolean().notNull().default(false),
    isEdited: boolean().notNull().default(false),
    doneAt: instant(),
    /** The admin's email. */
    doneBy: text(),
    removedAt: instant(),
    revision: integer().notNull().default(0),
    /** The admin's email; null for a copy of the template. */
    madeBy: text(),
    /** Neither done nor removed, and its case is neither a draft nor denied or withdrawn. Set by `open_task`. */
    isOpen: boolean().notNull().default(false),
    /** A copy of its case's owner, for Today's order. Set by the same trigger. */
    ownerId: uuid(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (t) => [
    unique("case_tasks_of_template").on(t.applicationId, t.templateKey),
    index("case_tasks_due").on(t.dueOn, t.id).where(sql`is_open and due_on is not null`),
    index("case_tasks_due_owner").on(t.ownerId, t.dueOn, t.id).where(sql`is_open and due_on is not null`),
    check("case_tasks_event_known", sql`${t.event} in (${oneOf(taskEvents)})`),
    check("case_tasks_due_whole", sql`num_nonnulls(${t.event}, ${t.days}) in (0, 2)`),
    check("case_tasks_done_whole", sql`num_nonnulls(${t.doneAt}, ${t.doneBy}) in (0, 2)`),
    check("case_tasks_lengths", sql`char_length(${t.title}) between 1 and 120 and char_length(${t.note}) <= 500`),
  ],
);
