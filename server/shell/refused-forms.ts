import { limited, type Refusal } from "~/bodies/refusal";
import { peekBatchedLimits, takeFromBatchedLimits } from "~/ground/limits/batched.server";
import { addressLimits } from "~/ground/limits/limits.server";
import { loginPath } from "~/ground/paths";

/** Forms that one address may send in vain within a minute, where anybody can send one (F-SAFE-2). */
const limit = { max: 120, seconds: 60 };
const limitsOf = (address: string) => addressLimits("refused form", address, limit);

/** What is sent here is read before anybody is known. The desk's own forms are read for staff alone. */
const takesFromAnybody = (path: string): boolean =>
  !/^\/(admin|functions|webhooks)\//.test(path) ||
  path.startsWith(loginPath) ||
  /^\/admin\/(forgot|reset)-password/.test(path);

/** Why nothing more is read from an address, whose last forms were all refused; undefined when it may send. */
export function refusedBefore(path: string, address: string): Refusal | undefined {
  if (!takesFromAnybody(path)) return undefined;
  const { allowed, retryAfterSeconds } = peekBatchedLimits(limitsOf(address));
  if (allowed) return undefined;
  return limited(
    "Many forms from here could not be accepted. Please wait a minute and send yours again.",
    retryAfterSeconds,
  );
}

/** Counts a form that was answered with a refusal of what it holds. */
export function countRefused(path: string, address: string, status: number): void {
  if ([400, 413, 422].includes(status) && takesFromAnybody(path)) takeFromBatchedLimits(limitsOf(address));
}
