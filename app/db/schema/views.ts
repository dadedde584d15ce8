import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { adminUsers } from "./accounts";
import { createdAt, id, instant } from "./columns";

/** A list of the desk as an admin wants to see it again: what its address holds, under a name. */
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
    /** Search, filters, order and columns, as the address has them. */
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
