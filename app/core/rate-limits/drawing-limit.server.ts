import { consumeIpAndIdentityLimits } from "./limits.server";
import { type LimitOf, tooMany } from "./too-many";

/** Drawing a PDF or a ZIP takes a good part of a second of the processor. */
const limits = { address: { max: 120, seconds: 3600 }, identity: { max: 30, seconds: 3600 } };

/**
 * Counts one drawing of a PDF or ZIP; the answer to give instead where there were too many. All paths that draw one
 * count together, by address and by `holder`: the application, opened address or admin that it is drawn for.
 */
export async function refuseDrawing(from: {
  address: string;
  holder: string;
  of: Exclude<LimitOf, "connection">;
}): Promise<Response | undefined> {
  const taken = await consumeIpAndIdentityLimits(
    "drawing",
    { address: from.address, identity: from.holder, of: from.of },
    limits,
  );
  if (taken.allowed) return undefined;
  return new Response(`${tooMany("files were downloaded", taken)}\n`, {
    status: 429,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
      "Retry-After": String(taken.retryAfterSeconds),
    },
  });
}
