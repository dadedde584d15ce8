import { and, eq, inArray, lt, notInArray, sql } from "drizzle-orm";
import { db, type Transaction } from "~/db/client.server";
import { sqlState } from "~/db/failure.server";
import { retentionFailures as failures } from "~/db/schema/privacy/retention";

/** What the hourly sweep removes, in addition to the nightly run. */
export const hourlyKinds = {
  "erasure-list": "Erasure list",
  "offered-copies": "Expired data copies",
  "stray-copies": "Incomplete data copies",
  "last-mails": "Final emails that couldn’t be sent",
  "late-requests": "Decided erasure requests not yet carried out",
} as const;
export type HourlyKind = keyof typeof hourlyKinds;

type Failed = { kind: string; id: string; name: string };

/** Records for the desk's privacy page what could not be removed. */
export async function recordFailure({ kind, id, name }: Failed, reason: string): Promise<void> {
  const failure = { name, reason, failedAt: sql`clock_timestamp()` };
  await db
    .insert(failures)
    .values({ kind, subject: id, ...failure })
    .onConflictDoUpdate({ target: [failures.kind, failures.subject], set: failure });
}

export const forgetFailures = (tx: Transaction, kind: string, subjects: readonly string[]) =>
  tx
    .delete(failures)
    .where(and(eq(failures.kind, kind), sql`${failures.subject} = any(${sql.param([...subjects])}::text[])`));

/** Deletes failures from before this run of the same kind: they were resolved, or no longer apply. */
export async function forgetFailuresBefore(from: Transaction | typeof db, started: Date, of: "night" | "hour") {
  const hourly = Object.keys(hourlyKinds);
  const own = of === "hour" ? inArray(failures.kind, hourly) : notInArray(failures.kind, hourly);
  await from.delete(failures).where(and(own, lt(failures.failedAt, started)));
}

/** The error without values: the database's messages contain them. */
export function reasonOf(error: unknown): string {
  const state = sqlState(error);
  if (state) return `The database refused it (${state}).`;
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
  return code ? `It could not be removed (${code}).` : "It could not be removed; the program’s log says why.";
}
