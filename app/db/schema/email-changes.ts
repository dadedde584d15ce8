import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { applicationHolders, visaApplications } from "./applications";
import { createdAt } from "./columns";

/** The pending change of an email, ended by its link, by another request, and by keeping the old email. */
export const applicationEmailChanges = pgTable(
  "application_email_changes",
  {
    applicationId: uuid()
      .primaryKey()
      .references(() => visaApplications.id, { onDelete: "cascade" }),
    newEmail: text().notNull(),
    /** The link is signed over this, so that it works for this change alone. */
    secret: uuid().notNull().defaultRandom(),
    /** Null if staff requested it, or if the browser has lost its access since. */
    askedBy: uuid().references(() => applicationHolders.id, { onDelete: "set null" }),
    /** As in the activity log; null for the applicant. */
    adminId: uuid(),
    adminEmail: text(),
    mailedAt: createdAt(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.askedBy), check("application_email_changes_email_form", sql`${t.newEmail} like '%_@_%'`)],
);
