import { sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** What Lucaya needs and does not get just now, for staff to read: a row while it lasts. */
export const troubles = pgTable("troubles", {
  subject: text().primaryKey(),
  /** The variable of the environment to mend. */
  setting: text().notNull(),
  words: text().notNull(),
  since: instant().notNull().default(sql`now()`),
  lastAt: instant().notNull().default(sql`now()`),
});
