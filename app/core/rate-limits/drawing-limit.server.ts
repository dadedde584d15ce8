import { consumeIpAndIdentityLimits } from "./limits.server";
import { type LimitOf, tooMany } from "./too-many";

/** Rendering a PDF or a ZIP takes a good part of a second of CPU time. */
const limits = { address: { max: 120, seconds: 3600 }, identity: { max: 30, seconds: 3600 } };

/**
 * Counts one rendering of a PDF or ZIP and returns the response if there were too many. All paths share the count, by
 * IP and by `holder`: the application, verified email or admin.
 */
export async function refuseDrawing(from: {
  address: string;
  holder: string;
  of: Exclude<LimitOf, "connection">;
}): Promise<Response | undefined> {
  const result = await consumeIpAndIdentityLimits(
    "drawing",
    { address: from.address, identity: from.holder, of: from.of },
    limits,
  );
  if (result.allowed) return undefined;
  return new Response(`${tooMany("files were downloaded", result)}\n`, {
    status: 429,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
      "Retry-After": String(result.retryAfterSeconds),
    },
  });
}
