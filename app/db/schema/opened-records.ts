import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { adminUsers } from "./accounts";
import { instant } from "./columns";

/** The last records that each admin opened, listed first in the palette. */
export const openedRecords = pgTable(
  "opened_records",
  {
    adminId: uuid()
      .notNull()
      .references(() => adminUsers.id, { onDelete: "cascade" }),
    /** `application`, `inquiry` or `person`. No foreign key: reads skip deleted ones. */
    subjectType: text().notNull(),
    subjectId: uuid().notNull(),
    openedAt: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.adminId, t.subjectType, t.subjectId] }), index().on(t.adminId, t.openedAt)],
);
