import { createHmac, timingSafeEqual } from "node:crypto";
import { config } from "~/config.server";
import { singleton } from "~/singleton.server";

const day = 86_400_000;

/**
 * The links that are sent by mail: the page that each opens, the purpose that its token is sealed for, which must not
 * change, because links in mailboxes depend on it, and for how many milliseconds it works. Its secret is stored: a new
 * one ends the links that were made with the former.
 */
export const privateLinks = {
  /** Opens an application (P-MAIL-10); its secret is the `resume_token`. */
  resume: { path: "/application/resume", purpose: "resume", lifetime: 30 * day },
  /**
   * Says that somebody else began an application (V-ATK-14). Its secret is the address and not the `resume_token`:
   * whoever began the application could have a new one made at any time.
   */
  notMe: { path: "/application/not-me", purpose: "not me", lifetime: 30 * day },
  /** Confirms another address (N-EMAIL-7); its secret is the change's own, so that a later change ends it. */
  change: { path: "/application/email", purpose: "email change", lifetime: 7 * day },
  confirm: { path: "/newsletter/confirm", purpose: "newsletter confirm", lifetime: 7 * day },
  unsubscribe: { path: "/newsletter/unsubscribe", purpose: "newsletter unsubscribe", lifetime: Infinity },
  /** Its secret is the hash of the password, so that the first new password ends every such link. */
  reset: { path: "/admin/reset-password", purpose: "password reset", lifetime: day / 24 },
  /** Makes an erasure a request (V-ERASE-1). */
  erase: { path: "/your-data/erase", purpose: "erasure", lifetime: 7 * day },
  /** Shows what is held for an address (V-COPY-6). */
  ownData: { path: "/your-data/open", purpose: "own data", lifetime: day },
};
export type MailedLink = keyof typeof privateLinks;

const idBytes = 16;
const expiryBytes = 6;
const never = 2 ** (8 * expiryBytes) - 1;
const macBytes = 32;
const markBytes = 12;
const tokenBytes = idBytes + expiryBytes + macBytes + markBytes;
const tokenForm = new RegExp(`^[A-Za-z0-9_-]{${(tokenBytes * 4) / 3}}$`);
const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const program = singleton<{ address?: string }>("program address", () => ({}));

/** Stores the address that the program listens on, because the system may have chosen the port. */
export function rememberAddress(address: string): void {
  program.address = address;
}

/** Where links in mails start (D26): PUBLIC_URL, or this machine, where mails are only written to a folder. */
export function linkBase(): string {
  return config.PUBLIC_URL ?? program.address ?? `http://localhost:${config.PORT}`;
}

/**
 * An HMAC-SHA256 with SECRET over a purpose and its fields, so that a seal for one purpose is invalid for another. The
 * fields are encoded as JSON, so that different lists never encode alike.
 */
export function seal(purpose: string, ...fields: (string | number)[]): Buffer {
  return createHmac("sha256", config.secret)
    .update(JSON.stringify(["lucaya", purpose, ...fields]))
    .digest();
}

/** Whether a seal is that of the purpose and fields, compared in constant time. */
export function isSealed(mac: Uint8Array, purpose: string, ...fields: (string | number)[]): boolean {
  const right = seal(purpose, ...fields);
  return mac.length === right.length && timingSafeEqual(mac, right);
}

/**
 * Shows that a token was made here, even if its secret has changed since: this distinguishes an ended link from a
 * truncated or forged one (V-ATK-16). It grants nothing.
 */
const markOf = (purpose: string, id: string, expiresAt: number, mac: Buffer) =>
  seal("made here", purpose, id, expiresAt, mac.toString("hex")).subarray(0, markBytes);

/**
 * A token: an id, an expiry (milliseconds since 1970), the seal of both with a secret that it does not contain, and the
 * mark that it was made here. Throws a TypeError for an id that is no UUID in lower case.
 */
export function sealedToken(purpose: string, id: string, secret: string, expiresAt: number): string {
  if (!uuidForm.test(id)) throw new TypeError("An id is a UUID in lower case");
  const token = Buffer.alloc(tokenBytes);
  token.write(id.replaceAll("-", ""), "hex");
  token.writeUIntBE(expiresAt, idBytes, expiryBytes);
  const mac = seal(purpose, id, secret, expiresAt);
  mac.copy(token, idBytes + expiryBytes);
  markOf(purpose, id, expiresAt, mac).copy(token, tokenBytes - markBytes);
  return token.toString("base64url");
}

/**
 * Parses a token without trusting it: `verify` checks it with the secret, `isOurs` only whether it was made here. Null
 * when it is malformed.
 */
export function readToken(token: string) {
  if (!tokenForm.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  const hex = bytes.toString("hex", 0, idBytes);
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const expires = bytes.readUIntBE(idBytes, expiryBytes);
  const mac = bytes.subarray(idBytes + expiryBytes, tokenBytes - markBytes);
  const mark = bytes.subarray(tokenBytes - markBytes);
  const isOurs = (purpose: string) => timingSafeEqual(mark, markOf(purpose, id, expires, mac));
  return {
    id,
    expires,
    expired: expires <= Date.now(),
    isOurs,
    verify: (purpose: string, secret: string) => isOurs(purpose) && isSealed(mac, purpose, id, secret, expires),
  };
}

const secretOf = (name: MailedLink, secret: string) => (name === "notMe" ? secret.toLowerCase() : secret);

/** A link that works from `from` on; it is never stored, but made when its mail is sent (D17). */
export function privateLink(name: MailedLink, id: string, secret: string, from = Date.now()): string {
  const { path, purpose, lifetime } = privateLinks[name];
  const token = sealedToken(purpose, id, secretOf(name, secret), Math.min(from + lifetime, never));
  return `${linkBase()}${path}?token=${token}`;
}

/**
 * Parses the token of such a link; null when it is malformed. `verify` checks it with the stored secret and says
 * nothing of its expiry, `isOurs` says that it was made here, with whatever secret.
 */
export function readPrivateLink(name: MailedLink, token: string) {
  const read = readToken(token);
  if (!read) return null;
  const { purpose } = privateLinks[name];
  const verify = (secret: string) => read.verify(purpose, secretOf(name, secret));
  return { ...read, isOurs: read.isOurs(purpose), verify };
}
