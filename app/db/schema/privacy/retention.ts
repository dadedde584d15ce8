import { sql } from "drizzle-orm";
import { check, date, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { visaApplications } from "../applications";
import { createdAt, id, instant } from "../columns";
import { restrictedCases } from "./rights";

/** One nightly run by its day in Nassau. What it deleted is only counted. */
export const retentionRuns = pgTable("retention_runs", {
  night: date().primaryKey(),
  startedAt: createdAt(),
  finishedAt: instant(),
  /** By kind (`app/privacy/retention/kinds`). */
  counts: jsonb().$type<Record<string, number>>().notNull().default({}),
});

/** Rows that a run could not delete; retried every night and removed on success. */
export const retentionFailures = pgTable(
  "retention_failures",
  {
    kind: text().notNull(),
    subject: text().notNull(),
    /** The name that staff know, such as a case number; empty without one. */
    name: text().notNull().default(""),
    reason: text().notNull(),
    since: createdAt(),
    failedAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.subject] })],
);

/** While one is active nothing of its case is deleted; a trigger ensures it, too (V-RET-13). */
export const legalHolds = pgTable(
  "legal_holds",
  {
    id: id(),
    applicationId: uuid().references(() => visaApplications.id, { onDelete: "cascade" }),
    /** Set instead of `applicationId` once the case was restricted. */
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
