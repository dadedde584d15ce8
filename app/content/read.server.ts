import type { RequestContext } from "~/core/request-context";
import { isDatabaseUnavailable } from "~/db/failure.server";
import { log } from "~/log.server";

function note(visit: RequestContext, what: string, err: unknown) {
  log.error({ err, requestId: visit.requestId, route: visit.pattern }, `${what} could not be read`);
  // Prevents that the page cache stores this page; it may answer an earlier one instead.
  visit.unread ??= isDatabaseUnavailable(err) ? "database" : "other";
}

/** A block of a page: when its read fails the block shows its empty state. With the database away the page fails. */
export async function readBlock<T>(visit: RequestContext, what: string, read: Promise<T>, fallback: T): Promise<T> {
  try {
    return await read;
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err;
    note(visit, what, err);
    return fallback;
  }
}

/** Reads an optional part (menu, metadata, reviews): any failure gives the fallback, the database away too. */
export async function readExtra<T>(visit: RequestContext, what: string, read: Promise<T>, fallback: T): Promise<T> {
  try {
    return await read;
  } catch (err) {
    note(visit, what, err);
    return fallback;
  }
}
