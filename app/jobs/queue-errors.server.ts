import { z } from "zod";
import { log } from "~/log.server";

/** Milliseconds between log lines: while the database is away every worker reports an error every second. */
const minInterval = 10_000;
let loggedAt = Number.NEGATIVE_INFINITY;

const known = z.object({ code: z.string().optional(), message: z.string().optional(), queue: z.string().optional() });

/**
 * pg-boss hands over errors, and copies of errors that are none. A code (SQLSTATE or the network's) says enough; a
 * message is only kept where there is no code, since PostgreSQL's messages repeat values (A-FAIL-8).
 */
export function logQueueError(error: unknown): void {
  const now = performance.now();
  if (now - loggedAt < minInterval) return;
  loggedAt = now;
  const { code, message, queue } = known.safeParse(error).data ?? {};
  log.error({ code, queue, message: code === undefined ? message : undefined }, "the job queue met an error");
}
