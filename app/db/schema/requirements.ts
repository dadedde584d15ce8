import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { visaServices } from "./catalogue";
import { createdAt, id } from "./columns";
import { documentFormats } from "./values";

/** `document_type` stays when staff rename a document. */
export const documentRequirements = pgTable(
  "document_requirements",
  {
    id: id(),
    visaServiceId: uuid()
      .notNull()
      .references(() => visaServices.id, { onDelete: "cascade" }),
    documentType: text().notNull(),
    documentName: text().notNull(),
    description: text().notNull().default(""),
    isRequired: boolean().notNull().default(true),
    /** A renewal asks for a new one, and does not copy its files. */
    isRenewedAnew: boolean().notNull().default(false),
    displayOrder: integer().notNull().default(0),
    formats: text({ enum: documentFormats })
      .array()
      .notNull()
      .default([...documentFormats]),
  },
  (t) => [
    uniqueIndex().on(t.visaServiceId, t.documentType),
    index().on(t.visaServiceId, t.displayOrder),
    check(
      "document_requirements_formats",
      sql`cardinality(${t.formats}) > 0 and ${t.formats} <@ '{pdf,jpg,jpeg,png,doc,docx}'::text[]`,
    ),
  ],
);

/** Formerly required documents: files sent for them keep their name. */
export const removedRequirements = pgTable(
  "removed_requirements",
  {
    visaServiceId: uuid()
      .notNull()
      .references(() => visaServices.id, { onDelete: "cascade" }),
    documentType: text().notNull(),
    documentName: text().notNull(),
    removedAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.visaServiceId, t.documentType] })],
);
