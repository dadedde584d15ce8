import { bigint, index, pgTable, text } from "drizzle-orm/pg-core";

/**
 * Row counts by subject and key, maintained by triggers (migration `triggers`) so that no count scans. Rows are
 * inserted, never updated: a count is the sum of its rows, exact in every snapshot, and writers never wait for each
 * other. A job merges them from time to time.
 */
export const rowCounts = pgTable(
  "row_counts",
  {
    /** `applications`, `inquiries` and `emails` by status, `views` by service; `… by day` by Nassau's date. */
    subject: text().notNull(),
    key: text().notNull(),
    n: bigint({ mode: "number" }).notNull(),
  },
  (t) => [index().on(t.subject, t.key)],
);
