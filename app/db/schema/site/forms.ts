import { sql } from "drizzle-orm";
import { index, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "../columns";
import { documentScan } from "../documents";

/** Files of the forms library. Which of them visitors get, `forms` says; versions name those of before. */
export const formFiles = pgTable(
  "form_files",
  {
    storageKey: text().primaryKey(),
    /** As it was called where it came from. */
    name: text().notNull(),
    /** Its size as the page says it. */
    size: text().notNull(),
    /** Visitors get none that waits for its scan, and the bytes of an infected one are removed. */
    scan: documentScan().notNull().default("not_scanned"),
    /** The scanner's name for the virus that it found. */
    virus: text(),
    /** Null for those that were delivered. */
    uploadedBy: text(),
    createdAt: createdAt(),
  },
  (t) => [index("form_files_waiting").on(t.createdAt).where(sql`scan = 'waiting'`)],
);
