import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { adminUsers } from "./accounts";
import { instant } from "./columns";

/** What each admin opened last, by which the palette begins; the newest few of each are kept. */
export const openedRecords = pgTable(
  "opened_records",
  {
    adminId: uuid()
      .notNull()
      .references(() => adminUsers.id, { onDelete: "cascade" }),
    /** `application`, `inquiry` or `person`. No foreign key: what was deleted is left out when it is read. */
    subjectType: text().notNull(),
    subjectId: uuid().notNull(),
    openedAt: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.adminId, t.subjectType, t.subjectId] }), index().on(t.adminId, t.openedAt)],
);
