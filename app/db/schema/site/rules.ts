import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { countries } from "../catalogue";
import { id } from "../columns";
import { entryAnswers, entryPurposes } from "../values";

/** A service with its name as of the publication, so that a deleted one can be named. */
export type NamedService = { id: string; name: string };

const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(", "));

/** Published entry rules: what some passports need to enter a destination for a purpose, and which source says so. */
export const entryRules = pgTable(
  "entry_rules",
  {
    id: id(),
    destinationId: uuid()
      .notNull()
      .references(() => countries.id, { onDelete: "restrict" }),
    purpose: text({ enum: entryPurposes }).notNull(),
    answer: text({ enum: entryAnswers }).notNull(),
    /** Of an answer that depends on the trip: the answer if the conditions are not met. */
    otherwiseAnswer: text({ enum: entryAnswers }),
    stay: text(),
    conditions: jsonb().$type<string[]>().notNull().default([]),
    notes: jsonb().$type<string[]>().notNull().default([]),
    officialPage: text(),
    sourceName: text().notNull(),
    sourceUrl: text().notNull(),
    /** Null if the source gives no date. */
    sourceDated: date(),
    /** Null if the office has never checked it. */
    checkedOn: date(),
    reviewDays: integer().notNull().default(90),
    service: jsonb().$type<NamedService>(),
    notNeeded: jsonb().$type<NamedService[]>().notNull().default([]),
    published: boolean().notNull().default(true),
  },
  (t) => [
    // For the foreign key of `entry_rule_passports`.
    unique("entry_rules_subject").on(t.id, t.destinationId, t.purpose),
    index().on(t.destinationId),
    check("entry_rules_purpose_known", sql`${t.purpose} in (${oneOf(entryPurposes)})`),
    check("entry_rules_answer_known", sql`${t.answer} in (${oneOf(entryAnswers)})`),
    check("entry_rules_otherwise_known", sql`${t.otherwiseAnswer} in (${oneOf(entryAnswers)})`),
    check("entry_rules_depends", sql`(${t.answer} = 'depends') = (${t.otherwiseAnswer} is not null)`),
    check("entry_rules_review_days", sql`${t.reviewDays} between 7 and 365`),
    check("entry_rules_source_form", sql`${t.sourceUrl} like 'https://_%'`),
    check("entry_rules_official_page_form", sql`${t.officialPage} like 'https://_%'`),
  ],
);

/** The passports of public rules, `*` for all others: for each passport, destination and purpose at most one rule. */
export const entryRulePassports = pgTable(
  "entry_rule_passports",
  {
    ruleId: uuid().notNull(),
    destinationId: uuid().notNull(),
    purpose: text({ enum: entryPurposes }).notNull(),
    passport: text().notNull(),
  },
  (t) => [
    primaryKey({ name: "entry_rule_passports_one_rule", columns: [t.destinationId, t.purpose, t.passport] }),
    index().on(t.ruleId),
    foreignKey({
      name: "entry_rule_passports_rule",
      columns: [t.ruleId, t.destinationId, t.purpose],
      foreignColumns: [entryRules.id, entryRules.destinationId, entryRules.purpose],
    }).onDelete("cascade"),
    check("entry_rule_passports_form", sql`${t.passport} ~ '^([A-Z]{2}|XXA|[*])$'`),
  ],
);
