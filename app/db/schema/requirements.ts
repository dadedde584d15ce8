import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { visaServices } from "./catalogue";
import { createdAt, id } from "./columns";
import { dateRules, dateRuleUnits, documentFormats, documentPurposes } from "./values";

/** What a photo of a person must be like, each part optional: pixels, proportion, kilobytes. */
export type PhotoRule = {
  readonly leastWidth?: number;
  readonly leastHeight?: number;
  readonly proportion?: { readonly width: number; readonly height: number };
  readonly leastKilobytes?: number;
  readonly mostKilobytes?: number;
};

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
    /** What its date is compared with: of issue for `submission` and `filing`, of expiry for `trip`. Null: no rule. */
    dateRule: text({ enum: dateRules }),
    dateAmount: integer(),
    dateUnit: text({ enum: dateRuleUnits }),
    purpose: text({ enum: documentPurposes }).notNull().default("document"),
    photoRule: jsonb().$type<PhotoRule>(),
  },
  (t) => [
    uniqueIndex().on(t.visaServiceId, t.documentType),
    index().on(t.visaServiceId, t.displayOrder),
    check(
      "document_requirements_formats",
      sql`cardinality(${t.formats}) > 0 and ${t.formats} <@ '{pdf,jpg,jpeg,png,doc,docx}'::text[]`,
    ),
    uniqueIndex("document_requirements_one_passport_page")
      .on(t.visaServiceId)
      .where(sql`${t.purpose} = 'passport_page'`),
    check(
      "document_requirements_date_rule",
      sql`num_nonnulls(${t.dateRule}, ${t.dateAmount}, ${t.dateUnit}) in (0, 3) and ${t.dateAmount} between 1 and 999 and ${t.dateRule} in ('submission', 'filing', 'trip') and ${t.dateUnit} in ('days', 'months')`,
    ),
    check("document_requirements_purpose", sql`${t.purpose} in ('document', 'passport_page', 'photo')`),
    check(
      "document_requirements_photo_rule",
      sql`${t.photoRule} is null or (${t.purpose} = 'photo' and jsonb_typeof(${t.photoRule}) = 'object')`,
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
