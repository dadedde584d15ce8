import { createHash } from "node:crypto";

/** Seconds for which a repeated attempt gets the stored result (V-ATK-18). */
export const idempotencySeconds = 3600;

/** Whose attempt it is, by a hash that the browser can't choose or an admin's id, and the random key of its form. */
type Attempt = { owner: string; key: string };

/**
 * The stored form of an attempt's key (V-ATK-18): SHA-256 truncated to a UUID. `sent` is all that the form asks for, a
 * file by its digest: what was changed since a try whose answer was lost is another attempt, or it would be called done
 * while nothing of it was done. What its page only showed is no part of it: the page may show more by the next try. The
 * same key of another owner is another attempt, too.
 */
export function idempotencyHash(kind: string, { owner, key }: Attempt, ...sent: readonly unknown[]): string {
  const hex = createHash("sha256")
    .update(JSON.stringify(["attempt", kind, JSON.stringify([owner, ...sent], legible), key]))
    .digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** JSON writes a file, a form or a map as `{}`: two that differ would be one attempt. */
function legible(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const shape = Object.getPrototypeOf(value);
  if (shape === Object.prototype || shape === null) return value;
  throw new TypeError(`What an attempt says can’t be told from a ${shape.constructor?.name}`);
}
