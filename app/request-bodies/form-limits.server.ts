import { consumeBatchedLimits } from "~/core/rate-limits/batched.server";
import { ipLimits, type RateLimitResult } from "~/core/rate-limits/limits.server";
import { refuseBody } from "./read-form.server";
import { limited } from "./refusal";

/** Forms of one kind that one address may send in a minute, where nothing else counts them. */
const perMinute = { max: 120, seconds: 60 };

/** Ends a request from an address that sends too many forms of a kind, before any of it is read (V-ATK-4). */
export async function requireFormLimit(request: Request, address: string, kind: string): Promise<void> {
  const taken = consumeBatchedLimits(ipLimits(kind, address, perMinute));
  if (!taken.allowed)
    await refuseBody(
      request,
      limited(
        "Too many forms have been sent from your network. Please try again in a minute.",
        taken.retryAfterSeconds,
      ),
    );
}

/** Ends a request that a limit refuses, before any of it is read; `text` is the message, a whole sentence. */
export async function requireWithinLimit(request: Request, taken: RateLimitResult, text: string): Promise<void> {
  if (!taken.allowed) await refuseBody(request, limited(text, taken.retryAfterSeconds));
}

/** A form of at least this many bytes, or of unknown length, may bring a file. */
const withFile = 16 * 1024;

/** Whether a form may bring a file. One that removes a file is short, and does not count against the upload limit. */
export const mayBringFile = (request: Request): boolean =>
  Number(request.headers.get("content-length") ?? withFile) >= withFile;
