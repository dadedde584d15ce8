import { sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** Outages of services (storage, mail, scanner), shown to staff; a row exists while the outage lasts. */
export const troubles = pgTable("troubles", {
  subject: text().primaryKey(),
  /** The environment variable to correct. */
  setting: text().notNull(),
  words: text().notNull(),
  since: instant().notNull().default(sql`now()`),
  lastAt: instant().notNull().default(sql`now()`),
});
