import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgEnum, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "./columns";

export const migrationState = pgEnum("migration_state", ["running", "done", "broken_off"]);

/** An application that was not migrated completely; messages are `Step N failed: …`, never an answer. */
export type MigrationFailure = { id: string; number: string; messages: string[] };

/** A migration of all applications, with its progress, so that it resumes after a crash. */
export const migrationRuns = pgTable(
  "migration_runs",
  {
    id: id(),
    state: migrationState().notNull().default("running"),
    /** No reference, because the run outlives the account. */
    adminId: uuid().notNull(),
    adminEmail: text().notNull(),
    startedAt: instant().notNull().defaultNow(),
    finishedAt: instant(),
    /** The number of applications at the start; at the end, of those processed. */
    total: integer().notNull(),
    done: integer().notNull().default(0),
    successful: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** The last processed application; the next batch starts after it. */
    cursor: uuid(),
    /** Only the first ones; `failed` counts all. */
    failures: jsonb().$type<MigrationFailure[]>().notNull().default([]),
  },
  (t) => [
    uniqueIndex("migration_runs_one_at_a_time").on(sql`(true)`).where(sql`${t.state} = 'running'`),
    index().on(t.startedAt),
    check("migration_runs_adds_up", sql`${t.done} = ${t.successful} + ${t.failed}`),
    check("migration_runs_end", sql`(${t.state} = 'running') = (${t.finishedAt} is null)`),
  ],
);
