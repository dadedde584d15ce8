import { createHash } from "node:crypto";

/** For this long a repeated submit gets the stored result. */
export const idempotencySeconds = 3600;

/** `owner`: a hash that the browser can't choose, or an admin's id. `key`: the form's random idempotency key. */
type Attempt = { owner: string; key: string };

/**
 * Returns the stored form of an idempotency key: SHA-256 truncated to a UUID. `sent` is everything that the form asks
 * for, a file by its digest: a form edited after a lost response must get another hash, or it would be reported as
 * done. Leave out what the page only displayed, which may change before the retry.
 */
export function idempotencyHash(kind: string, { owner, key }: Attempt, ...sent: readonly unknown[]): string {
  const hex = createHash("sha256")
    .update(JSON.stringify(["attempt", kind, JSON.stringify([owner, ...sent], legible), key]))
    .digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** JSON writes a file, a form or a map as `{}`, so two different ones would get the same hash. */
function legible(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const shape = Object.getPrototypeOf(value);
  if (shape === Object.prototype || shape === null) return value;
  throw new TypeError(`What an attempt says can’t be told from a ${shape.constructor?.name}`);
}
