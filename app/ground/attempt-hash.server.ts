import { createHash } from "node:crypto";

/** Seconds for which a repeated attempt gets the stored result (V-ATK-18). */
export const attemptSeconds = 3600;

/**
 * The stored form of an attempt's key (V-ATK-18): SHA-256 over kind, owner and key, truncated to a UUID. `owner` is a
 * hash that the browser can't choose, or an admin's id, so that the same key of another owner is another attempt.
 */
export function attemptHash(kind: string, owner: string, key: string): string {
  const hex = createHash("sha256")
    .update(JSON.stringify(["attempt", kind, owner, key]))
    .digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
