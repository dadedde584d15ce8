import { bigint, date, doublePrecision, index, integer, numeric, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/**
 * The reports' figures by month in Nassau and service, computed from the rows, one subject of a month at a time, after
 * a change. So a report does not read a million rows, and equals them.
 */
export const reportFigures = pgTable(
  "report_figures",
  {
    /**
     * `inquiries`, `answers`, `starts`, `drafts`, `submissions`, `decisions`, `approvals`, `denials`, `revenue`,
     * `endings`, `renewals`, `renewals submitted`, `renewals approved`.
     */
    subject: text().notNull(),
    month: date().notNull(),
    /** A service's key, for inquiries the name asked for; `none`, and `*` for the total. */
    service: text().notNull(),
    /** Drafts: their step; otherwise 0. */
    step: integer().notNull().default(0),
    n: bigint({ mode: "number" }).notNull(),
    /** Median duration in seconds. */
    median: doublePrecision(),
    /** Wider than money columns, for sums. */
    amount: numeric({ precision: 16, scale: 2 }),
  },
  (t) => [primaryKey({ columns: [t.subject, t.month, t.service, t.step] })],
);

/** Subjects and months that changed since their figures were computed; triggers insert rows, readers delete them. */
export const reportChanges = pgTable("report_changes", { subject: text().notNull(), month: date().notNull() }, (t) => [
  index().on(t.subject, t.month),
]);
