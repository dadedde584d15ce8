import type { MiddlewareHandler } from "hono";
import type { Listener } from "../page-cache/content-changes";
import type { ShellEnv } from "./env";
import { databaseUnavailable } from "./standalone-page";

/** Milliseconds that a page may wait for an unresponsive database. */
const maxWait = 5_000;

export type DatabaseWatch = ReturnType<typeof watchDatabase>;

/**
 * Limits the wait for an unresponsive database (a frozen machine, dropped packets), where a query would wait for
 * minutes. The connection that listens for content changes notices, and calls `away` at each failed reconnect.
 */
export function watchDatabase() {
  const waiting = new Set<{ since: number; giveUp: () => void }>();
  const nothing = () => {};

  function away() {
    const now = Date.now();
    for (const request of waiting) if (now - request.since >= maxWait) request.giveUp();
  }

  /** 503 for a page that waited `maxWait`. Writes are left alone: whether they were committed is unknown. */
  const notForever: MiddlewareHandler<ShellEnv> = async (c, next) => {
    if (c.req.method !== "GET" && c.req.method !== "HEAD") return next();
    const { promise: tooLong, resolve } = Promise.withResolvers<"too long">();
    const request = { since: Date.now(), giveUp: () => resolve("too long") };
    waiting.add(request);
    const answered = next();
    try {
      if ((await Promise.race([answered, tooLong])) !== "too long") return undefined;
    } finally {
      waiting.delete(request);
    }
    // It continues in the background; a rejection must be handled.
    answered.catch(nothing);
    return databaseUnavailable(c);
  };

  return { notForever, listener: { away, lost: nothing, listening: nothing, changed: nothing } satisfies Listener };
}
