import { boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { anyJson, id } from "../columns";

export const teamMembers = pgTable(
  "team_members",
  {
    id: id(),
    name: text().notNull(),
    role: text().notNull(),
    /** One paragraph per line. */
    bio: text().notNull(),
    languages: text().array().notNull(),
    photo: anyJson(),
    /** Has a section of their own on about, and is quoted on home. */
    isFounder: boolean().notNull().default(false),
    displayOrder: integer().notNull().default(0),
    published: boolean().notNull().default(true),
  },
  (t) => [index().on(t.published, t.displayOrder)],
);
