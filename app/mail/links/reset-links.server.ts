import { readToken, sealedLink } from "./private-links.server";

/** A link to a new password works for an hour. */
const resetLinkMs = 3_600_000;

/**
 * The private link to a new password (D17). It is sealed over the hash of the present one: with the first
 * password that is set through it, it and every other such link are worth nothing.
 */
export function resetLink({ adminId, hash }: { adminId: string; hash: string }): string {
  return sealedLink("/admin/reset-password", "password reset", adminId, hash, Date.now() + resetLinkMs);
}

/** Whose link it says it is; only `verify`, which is given the stored hash, tells whether it is ours. */
export function readResetToken(token: string) {
  const read = readToken(token);
  return (
    read && { adminId: read.id, expired: read.expired, verify: (hash: string) => read.verify("password reset", hash) }
  );
}
