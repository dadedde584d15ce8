import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { visaApplications } from "../applications";
import { createdAt, id } from "../columns";
import { visaInquiries } from "../inquiries";

/**
 * The key that an application's sensitive answers and the keys of its files are encrypted with, or those of an
 * inquiry's files. It lies here wrapped by the master key `wrappedBy` only (V-ENC-5); deleting the row destroys it.
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
