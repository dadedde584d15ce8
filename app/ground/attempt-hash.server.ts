import { createHash } from "node:crypto";

/** For so long an attempt is repeated; its key is worth nothing afterwards (V-ATK-18). In seconds. */
export const attemptSeconds = 3600;

/**
 * As what an attempt's key is stored (V-ATK-18): SHA-256 over what is attempted, whose it is and the key itself, cut to
 * a UUID. `owner` is a hash that the browser can't choose, or an admin's id: the same key from elsewhere is another
 * attempt.
 */
export function attemptHash(kind: string, owner: string, key: string): string {
  const hex = createHash("sha256")
    .update(JSON.stringify(["attempt", kind, owner, key]))
    .digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
