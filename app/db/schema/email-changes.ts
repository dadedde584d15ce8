import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { applicationHolders, visaApplications } from "./applications";
import { createdAt } from "./columns";

/**
 * The one change of an application's address that waits for the link mailed to the new one (N-EMAIL-5). Asking for
 * another one, keeping the old address and using the link all end it.
 */
export const applicationEmailChanges = pgTable(
  "application_email_changes",
  {
    applicationId: uuid()
      .primaryKey()
      .references(() => visaApplications.id, { onDelete: "cascade" }),
    newEmail: text().notNull(),
    /** The link is signed over this; each change has its own, so that its link works for it alone. */
    secret: uuid().notNull().defaultRandom(),
    /** The browser that asked; null when staff did, or it has lost its right since. */
    askedBy: uuid().references(() => applicationHolders.id, { onDelete: "set null" }),
    /** The admin who asked, as the activity log has it; null for the applicant. */
    adminId: uuid(),
    adminEmail: text(),
    /** When the link was last enqueued. */
    mailedAt: createdAt(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.askedBy), check("application_email_changes_email_form", sql`${t.newEmail} like '%_@_%'`)],
);
