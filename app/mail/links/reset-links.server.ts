import { readToken, sealedLink } from "./private-links.server";

/** A link to a new password works for an hour. */
const resetLinkMs = 3_600_000;

/**
 * The private link to a new password (D17). It is sealed with the hash of the present one, so that the first password
 * set through it ends it and every other such link.
 */
export function resetLink({ adminId, hash }: { adminId: string; hash: string }): string {
  return sealedLink("/admin/reset-password", "password reset", adminId, hash, Date.now() + resetLinkMs);
}

/** Reads the admin's id from a token, unverified; `verify` checks the token with the stored hash. */
export function readResetToken(token: string) {
  const read = readToken(token);
  return (
    read && { adminId: read.id, expired: read.expired, verify: (hash: string) => read.verify("password reset", hash) }
  );
}
