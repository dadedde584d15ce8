import type { MiddlewareHandler } from "hono";
import type { Listener } from "../page-cache/content-changes";
import type { ShellEnv } from "./env";
import { databaseAway } from "./standalone-page";

/** Milliseconds that a page may wait for a database that is known not to answer. */
const maxWait = 5_000;

export type SilentDatabase = ReturnType<typeof watchSilence>;

/**
 * A database can be gone without a word: a frozen machine, a network that swallows. A query sent to it waits for
 * minutes, and so would whoever asked for a page. The one connection that listens notices, and tries anew every other
 * second.
 */
export function watchSilence() {
  const waiting = new Set<{ since: number; giveUp: () => void }>();
  const nothing = () => {};

  /** Called repeatedly while the database can't be reached. */
  function away() {
    const now = Date.now();
    for (const request of waiting) if (now - request.since >= maxWait) request.giveUp();
  }

  /** 503 for a page that waited long enough. What writes is left alone: nobody can say whether it was written. */
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
    // It runs on unanswered; a rejection must not be unhandled.
    answered.catch(nothing);
    return databaseAway(c);
  };

  return { notForever, listener: { away, lost: nothing, listening: nothing, changed: nothing } satisfies Listener };
}
