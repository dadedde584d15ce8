import { sql } from "drizzle-orm";
import { index, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt } from "../columns";
import { documentScan } from "../documents";

/** Files of the forms library. `forms` names the published one, versions the earlier ones. */
export const formFiles = pgTable(
  "form_files",
  {
    storageKey: text().primaryKey(),
    /** The original file name. */
    name: text().notNull(),
    size: text().notNull(),
    /** Visitors don't get a file that waits for its scan; the bytes of an infected one are deleted. */
    scan: documentScan().notNull().default("not_scanned"),
    virus: text(),
    /** Null for those that come with the release. */
    uploadedBy: text(),
    createdAt: createdAt(),
  },
  (t) => [index("form_files_waiting").on(t.createdAt).where(sql`scan = 'waiting'`)],
);
