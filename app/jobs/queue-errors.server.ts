import { z } from "zod";
import { log } from "~/log.server";

/** Milliseconds between log lines: while the database is away every worker reports an error every second. */
const minInterval = 10_000;
let loggedAt = Number.NEGATIVE_INFINITY;

const known = z.object({ code: z.string().optional(), message: z.string().optional(), queue: z.string().optional() });

/**
 * Logs an error of pg-boss, which may be a plain object and no Error. With a code (SQLSTATE or the network's) the
 * message is left out, since PostgreSQL's messages repeat values (A-FAIL-8).
 */
export function logQueueError(error: unknown): void {
  const now = performance.now();
  if (now - loggedAt < minInterval) return;
  loggedAt = now;
  const { code, message, queue } = known.safeParse(error).data ?? {};
  log.error({ code, queue, message: code === undefined ? message : undefined }, "the job queue met an error");
}
