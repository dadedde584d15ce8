import { consumeBatchedLimits } from "~/core/rate-limits/batched.server";
import { ipLimits, type RateLimitResult } from "~/core/rate-limits/limits.server";
import { refuseBody } from "./read-form.server";
import { limited } from "./refusal";

/**
 * Forms of one kind per IP and minute, where nothing else counts them. Generous, because the islands' carriers put many
 * people behind one IP (CGNAT).
 */
const perMinute = { max: 120, seconds: 60 };

/** Ends a request from an IP that sends too many forms of a kind, before its body is read. */
export async function requireFormLimit(request: Request, ip: string, kind: string): Promise<void> {
  const result = consumeBatchedLimits(ipLimits(kind, ip, perMinute));
  if (!result.allowed)
    await refuseBody(
      request,
      limited(
        "Too many forms have been sent from your network. Please try again in a minute.",
        result.retryAfterSeconds,
      ),
    );
}

/** Ends a request over its limit, before its body is read; `text` is a whole sentence. */
export async function requireWithinLimit(request: Request, result: RateLimitResult, text: string): Promise<void> {
  if (!result.allowed) await refuseBody(request, limited(text, result.retryAfterSeconds));
}

/** A form with at least this many bytes, or of unknown length, may contain a file. */
const withFile = 16 * 1024;

/** A form that removes a file is short, and does not count against the upload limit. */
export const mayBringFile = (request: Request): boolean =>
  Number(request.headers.get("content-length") ?? withFile) >= withFile;
