import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { visaApplications } from "../applications";
import { createdAt, id } from "../columns";
import { visaInquiries } from "../inquiries";

/**
 * Encrypts an application's sensitive answers and its files' keys, or the files' keys of an inquiry. Stored only
 * wrapped by the master key `wrappedBy`; deleting the row destroys it (V-ENC-5).
 */
export const dataKeys = pgTable(
  "data_keys",
  {
    id: id(),
    applicationId: uuid()
      .unique()
      .references(() => visaApplications.id, { onDelete: "cascade" }),
    inquiryId: uuid()
      .unique()
      .references(() => visaInquiries.id, { onDelete: "cascade" }),
    wrapped: text().notNull(),
    wrappedBy: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.wrappedBy, t.id),
    check("data_keys_one_owner", sql`num_nonnulls(${t.applicationId}, ${t.inquiryId}) = 1`),
  ],
);
