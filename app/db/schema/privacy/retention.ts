import { sql } from "drizzle-orm";
import { check, date, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { visaApplications } from "../applications";
import { createdAt, id, instant } from "../columns";
import { restrictedCases } from "./rights";

/** One nightly run by its day in Nassau: what is over goes, and is only counted (V-RET-11, V-RET-12). */
export const retentionRuns = pgTable("retention_runs", {
  night: date().primaryKey(),
  startedAt: createdAt(),
  finishedAt: instant(),
  /** How many, by kind of thing (`app/privacy/retention/kinds`). */
  counts: jsonb().$type<Record<string, number>>().notNull().default({}),
});

/** What a run could not remove; tried again every night, and gone once it is. */
export const retentionFailures = pgTable(
  "retention_failures",
  {
    kind: text().notNull(),
    /** The key of its row. */
    subject: text().notNull(),
    /** What staff know it by, such as an application's number; empty for what has no name. */
    name: text().notNull().default(""),
    reason: text().notNull(),
    since: createdAt(),
    failedAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.subject] })],
);

/** While one stands nothing of its case is deleted, which a trigger ensures too (V-RET-13). */
export const legalHolds = pgTable(
  "legal_holds",
  {
    id: id(),
    applicationId: uuid().references(() => visaApplications.id, { onDelete: "cascade" }),
    /** Instead of it, once the case was restricted. */
    restrictedId: uuid().references(() => restrictedCases.id, { onDelete: "cascade" }),
    reason: text().notNull(),
    placedBy: text().notNull(),
    placedAt: createdAt(),
    removalReason: text(),
    removedBy: text(),
    removedAt: instant(),
  },
  (t) => [
    uniqueIndex("legal_holds_standing").on(t.applicationId).where(sql`${t.removedAt} is null`),
    index().on(t.applicationId, t.placedAt),
    uniqueIndex("legal_holds_restricted_standing").on(t.restrictedId).where(sql`${t.removedAt} is null`),
    index().on(t.restrictedId, t.placedAt),
    check("legal_holds_one_case", sql`num_nonnulls(${t.applicationId}, ${t.restrictedId}) = 1`),
    check(
      "legal_holds_reasoned",
      sql`char_length(${t.reason}) between 1 and 500 and char_length(${t.removalReason}) between 1 and 500`,
    ),
    check("legal_holds_removed", sql`(${t.removedAt} is null) = (${t.removalReason} is null)`),
  ],
);
