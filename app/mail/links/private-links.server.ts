import { createHmac, timingSafeEqual } from "node:crypto";
import { config } from "~/config.server";
import { invitationPath } from "~/core/paths";
import { singleton } from "~/singleton.server";

const day = 86_400_000;

/**
 * Mailed links: path, purpose of the token's seal, which must not change because links in mailboxes depend on it, and
 * lifetime in milliseconds. A new stored secret ends links made with the former.
 */
export const privateLinks = {
  /** Opens an application; the secret is the `resume_token`. */
  resume: { path: "/application/resume", purpose: "resume", lifetime: 30 * day },
  /** The secret is the email: the person who started it could renew the `resume_token` at any time (V-ATK-14). */
  notMe: { path: "/application/not-me", purpose: "not me", lifetime: 30 * day },
  /** Confirms a new email; the secret is the change's own, so that a later change ends it. */
  change: { path: "/application/email", purpose: "email change", lifetime: 7 * day },
  confirm: { path: "/newsletter/confirm", purpose: "newsletter confirm", lifetime: 7 * day },
  unsubscribe: { path: "/newsletter/unsubscribe", purpose: "newsletter unsubscribe", lifetime: Infinity },
  /** Of the mail whose key dates it stops; the secret is the email, so that a new email ends links to the former. */
  stopReminders: { path: "/reminders", purpose: "stop reminders", lifetime: Infinity },
  /** The secret is the password's hash, so that a new password ends every such link. */
  reset: { path: "/admin/reset-password", purpose: "password reset", lifetime: day / 24 },
  /** Makes the invited person an admin; the secret is the invitation's own, so that sending it again ends this link. */
  invite: { path: invitationPath, purpose: "invitation of an admin", lifetime: 3 * day },
  /** Until the start of the consultation; the secret is the booking's own. */
  consultationConfirm: { path: "/consultation/confirm", purpose: "consultation confirm", lifetime: Infinity },
  /** Until a day after its end, which a move changes; the secret is the booking's own. */
  consultation: { path: "/consultation/yours", purpose: "consultation yours", lifetime: Infinity },
  /** Confirms an erasure request. */
  erase: { path: "/your-data/erase", purpose: "erasure", lifetime: 7 * day },
  ownData: { path: "/your-data/open", purpose: "own data", lifetime: day },
};
export type MailedLink = keyof typeof privateLinks;

const idBytes = 16;
const expiryBytes = 6;
const never = 2 ** (8 * expiryBytes) - 1;
const macBytes = 32;
const tagBytes = 12;
const tokenBytes = idBytes + expiryBytes + macBytes + tagBytes;
const tokenForm = new RegExp(`^[A-Za-z0-9_-]{${(tokenBytes * 4) / 3}}$`);
const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const appUrl = singleton<{ address?: string }>("program address", () => ({}));

/** The listening URL, because the system may have chosen the port. */
export function rememberAddress(address: string): void {
  appUrl.address = address;
}

/** The origin of links in mails: PUBLIC_URL, or this machine, where mails are only written to a folder. */
export function linkBase(): string {
  return config.PUBLIC_URL ?? appUrl.address ?? `http://localhost:${config.PORT}`;
}

/** HMAC-SHA256 with SECRET: a seal is only valid for its purpose. JSON encodes different fields differently. */
export function seal(purpose: string, ...fields: (string | number)[]): Buffer {
  return createHmac("sha256", config.secret)
    .update(JSON.stringify(["lucaya", purpose, ...fields]))
    .digest();
}

/** Compares in constant time. */
export function isSealed(mac: Uint8Array, purpose: string, ...fields: (string | number)[]): boolean {
  const right = seal(purpose, ...fields);
  return mac.length === right.length && timingSafeEqual(mac, right);
}

/** Shows that a token was made here: tells an ended link from a truncated or forged one. Grants nothing. */
const tagOf = (purpose: string, id: string, expiresAt: number, mac: Buffer) =>
  seal("made here", purpose, id, expiresAt, mac.toString("hex")).subarray(0, tagBytes);

/**
 * An id, an expiry (milliseconds since 1970), the seal of both with a secret, and the mark that it was made here.
 * Throws a TypeError unless the id is a UUID in lower case.
 */
export function sealedToken(purpose: string, id: string, secret: string, expiresAt: number): string {
  if (!uuidForm.test(id)) throw new TypeError("An id is a UUID in lower case");
  const token = Buffer.alloc(tokenBytes);
  token.write(id.replaceAll("-", ""), "hex");
  token.writeUIntBE(expiresAt, idBytes, expiryBytes);
  const mac = seal(purpose, id, secret, expiresAt);
  mac.copy(token, idBytes + expiryBytes);
  tagOf(purpose, id, expiresAt, mac).copy(token, tokenBytes - tagBytes);
  return token.toString("base64url");
}

/** `verify` checks the token's secret, `isOurs` only whether it was made here. Null if malformed. */
export function readToken(token: string) {
  if (!tokenForm.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  const hex = bytes.toString("hex", 0, idBytes);
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const expires = bytes.readUIntBE(idBytes, expiryBytes);
  const mac = bytes.subarray(idBytes + expiryBytes, tokenBytes - tagBytes);
  const tag = bytes.subarray(tokenBytes - tagBytes);
  const isOurs = (purpose: string) => timingSafeEqual(tag, tagOf(purpose, id, expires, mac));
  return {
    id,
    expires,
    expired: expires <= Date.now(),
    isOurs,
    verify: (purpose: string, secret: string) => isOurs(purpose) && isSealed(mac, purpose, id, secret, expires),
  };
}

const secretOf = (name: MailedLink, secret: string) =>
  name === "notMe" || name === "stopReminders" ? secret.toLowerCase() : secret;

/** Valid from `from`; never stored, but made when its mail is sent. */
export function privateLink(name: MailedLink, id: string, secret: string, from = Date.now()): string {
  const { path, purpose, lifetime } = privateLinks[name];
  const token = sealedToken(purpose, id, secretOf(name, secret), Math.min(from + lifetime, never));
  return `${linkBase()}${path}?token=${token}`;
}

/** Null if malformed. `verify` checks the stored secret, not the expiry; `isOurs`: made here, with any secret. */
export function readPrivateLink(name: MailedLink, token: string) {
  const read = readToken(token);
  if (!read) return null;
  const { purpose } = privateLinks[name];
  const verify = (secret: string) => read.verify(purpose, secretOf(name, secret));
  return { ...read, isOurs: read.isOurs(purpose), verify };
}
