import { bigint, date, doublePrecision, index, integer, numeric, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/**
 * What the reports show, by month in Nassau and service (K-REP-1): made from the rows themselves, one subject of a
 * month at a time, whenever something of it has changed. So a report reads no million rows, and equals them.
 */
export const reportFigures = pgTable(
  "report_figures",
  {
    /** `inquiries`, `answers`, `starts`, `drafts`, `submissions`, `decisions`, `approvals`, `denials`, `revenue`. */
    subject: text().notNull(),
    month: date().notNull(),
    /** A service's key, of inquiries the name that was asked for; `none`, and `*` for all together. */
    service: text().notNull(),
    /** Of drafts: the step at which they stand; otherwise 0. */
    step: integer().notNull().default(0),
    n: bigint({ mode: "number" }).notNull(),
    /** The median of what it took, in seconds. */
    median: doublePrecision(),
    /** A sum may be longer than any amount of money. */
    amount: numeric({ precision: 16, scale: 2 }),
  },
  (t) => [primaryKey({ columns: [t.subject, t.month, t.service, t.step] })],
);

/** Which subjects of which months have changed since their figures were made; triggers add rows, readers take them. */
export const reportChanges = pgTable("report_changes", { subject: text().notNull(), month: date().notNull() }, (t) => [
  index().on(t.subject, t.month),
]);
