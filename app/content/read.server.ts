import type { RequestContext } from "~/core/request-context";
import { isDatabaseUnavailable } from "~/db/failure.server";
import { log } from "~/log.server";

function note(visit: RequestContext, subject: string, err: unknown) {
  log.error({ err, requestId: visit.requestId, route: visit.pattern }, `${subject} could not be read`);
  // Prevents the page cache from storing this page; an earlier copy may be served instead.
  visit.unread ??= isDatabaseUnavailable(err) ? "database" : "other";
}

/**
 * Reads a block of a page. If it fails, the block shows its empty state; with the database unavailable, the page fails.
 */
export async function readBlock<T>(visit: RequestContext, subject: string, read: Promise<T>, fallback: T): Promise<T> {
  try {
    return await read;
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err;
    note(visit, subject, err);
    return fallback;
  }
}

/** Reads an optional part (menu, metadata, reviews): any failure yields the fallback, also an unavailable database. */
export async function readExtra<T>(visit: RequestContext, subject: string, read: Promise<T>, fallback: T): Promise<T> {
  try {
    return await read;
  } catch (err) {
    note(visit, subject, err);
    return fallback;
  }
}
