import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { adminUsers } from "./accounts";
import { createdAt, id, instant } from "./columns";

export const savedViews = pgTable(
  "saved_views",
  {
    id: id(),
    /** `applications` or `inquiries`. */
    list: text().notNull(),
    adminId: uuid()
      .notNull()
      .references(() => adminUsers.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** Search, filters, order and columns, as in the URL. */
    search: text().notNull(),
    isShared: boolean().notNull().default(false),
    createdAt: createdAt(),
    updatedAt: instant(),
  },
  (t) => [
    uniqueIndex("saved_views_own_names").on(t.adminId, t.list, sql`lower(${t.name})`),
    index("saved_views_shared").on(t.list).where(sql`${t.isShared}`),
    check("saved_views_list_known", sql`${t.list} in ('applications', 'inquiries')`),
    check("saved_views_named", sql`char_length(${t.name}) between 1 and 60`),
  ],
);
