import { DrizzleQueryError } from "drizzle-orm/errors";
import { DatabaseError } from "pg";
import pino from "pino";
import { z } from "zod";
import { config } from "~/config.server";

const personal = ["email", "password", "token", "cookie", "authorization", "metadata", "answers", "params"];

/**
 * One line of JSON an event. Personal data stays out: PostgreSQL's messages repeat the values of a query, so of its
 * errors only the code and the names of table and constraint are kept (A-FAIL-8, W-FAIL-5).
 */
export const log = pino({
  level: config.LOG_LEVEL,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: { paths: personal.flatMap((name) => [name, `*.${name}`]), censor: "[personal]" },
  serializers: { err: describeError },
});

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  if (!isOfQuery(error)) return { type: error.constructor.name, message: error.message, stack: error.stack };
  const { code, table, constraint } = described.safeParse(rootOf(error)).data ?? {};
  const calls = error.stack?.split("\n").filter((line) => line.startsWith("    at "));
  return { type: error.constructor.name, message: "query failed", code, table, constraint, stack: calls?.join("\n") };
}

// Drizzle's message repeats the values of a query also when it never reached the database.
function isOfQuery(error: unknown): boolean {
  if (error instanceof DatabaseError || error instanceof DrizzleQueryError) return true;
  return error instanceof Error && isOfQuery(error.cause);
}

const rootOf = (error: Error): Error => (error.cause instanceof Error ? rootOf(error.cause) : error);

const described = z.object({
  code: z.string().optional(),
  table: z.string().optional(),
  constraint: z.string().optional(),
});
