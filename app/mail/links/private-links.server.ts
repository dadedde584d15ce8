import { createHmac, timingSafeEqual } from "node:crypto";
import { config } from "~/config.server";
import { singleton } from "~/singleton.server";

/** A resume link works for 30 days (D17). */
export const resumeLinkDays = 30;

const idBytes = 16;
const expiryBytes = 6;
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

/** The address of a page of ours with such a token. */
export function sealedLink(path: string, purpose: string, id: string, secret: string, expiresAt: number): string {
  return `${linkBase()}${path}?token=${sealedToken(purpose, id, secret, expiresAt)}`;
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

/**
 * The private link that opens an application (P-MAIL-10, D17). It is never stored: the worker makes it at the
 * moment of sending. A new `resume_token` ends all links that were made with the old one.
 */
export function resumeLink({ applicationId, resumeToken }: { applicationId: string; resumeToken: string }): string {
  const expiresAt = Date.now() + resumeLinkDays * 86_400_000;
  return sealedLink("/application/resume", "resume", applicationId, resumeToken, expiresAt);
}

/**
 * The private link by which the owner of an address says that they did not begin an application. It works as long as a
 * resume link, but not once the application has another address, or none (V-ATK-14). A new `resume_token` does not end
 * it: whoever began the application could have one made at any time.
 */
export function notMeLink({ applicationId, email }: { applicationId: string; email: string }): string {
  const expiresAt = Date.now() + resumeLinkDays * 86_400_000;
  return sealedLink("/application/not-me", "not me", applicationId, email.toLowerCase(), expiresAt);
}

export type ResumeToken = {
  applicationId: string;
  expiresAt: Date;
  expired: boolean;
  /** Whether we made it, for whatever `resume_token` the application had then. */
  ours: boolean;
  /** Whether the token was made for this application, whose stored `resume_token` is given; says nothing of expiry. */
  verify(resumeToken: string): boolean;
};

/** The token of a resume link; null when it is malformed. */
export const readResumeToken = (token: string) => readFor("resume", token);

/** The same for a link that says `This was not me`; `verify` takes the application's present address. */
export function readNotMeToken(token: string) {
  const link = readFor("not me", token);
  return link && { ...link, verify: (email: string) => link.verify(email.toLowerCase()) };
}

function readFor(purpose: "resume" | "not me", token: string): ResumeToken | null {
  const read = readToken(token);
  if (!read) return null;
  const { id, expires, expired, isOurs, verify } = read;
  return {
    applicationId: id,
    expiresAt: new Date(expires),
    expired,
    ours: isOurs(purpose),
    verify: (resumeToken) => verify(purpose, resumeToken),
  };
}
