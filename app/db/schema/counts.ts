import { bigint, index, pgTable, text } from "drizzle-orm/pg-core";

/**
 * How many rows there are, by subject and key, kept by triggers (migration `triggers`) so that no count scans. Rows
 * are added, never changed: a count is the sum of its rows, exact in every snapshot, and two writers never wait for
 * each other. A job adds them together from time to time.
 */
export const rowCounts = pgTable(
  "row_counts",
  {
    /** `applications` by status, `inquiries` and `emails` too, `views` by service; `… by day` by Nassau's date. */
    subject: text().notNull(),
    key: text().notNull(),
    n: bigint({ mode: "number" }).notNull(),
  },
  (t) => [index().on(t.subject, t.key)],
);
