import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { normalizeFigures } from "~/core/text-input";

/** RFC 6238 as every authenticator app implements it: SHA-1, six digits, 30 seconds. */
const stepSeconds = 30;

export const newSecret = (): Buffer => randomBytes(20);

export const stepAt = (ms: number): number => Math.floor(ms / 1000 / stepSeconds);

export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** The time step of a code: the present 30 seconds, or those before or after; null for any other. */
export function stepOfCode(secret: Buffer, code: string, now = Date.now()): number | null {
  const digits = normalizeFigures(code).replace(/\s/g, "");
  if (!/^\d{6}$/.test(digits)) return null;
  const steps = [-1, 0, 1].map((more) => stepAt(now) + more);
  const right = steps.filter((step) => timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(digits)));
  return right.at(-1) ?? null;
}

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Base32, to type into an app. */
export function secretText(secret: Buffer): string {
  const bits = [...secret].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.replace(/.{5}/g, (five) => base32.charAt(Number.parseInt(five, 2)));
}

/** The QR code's content: account, site and secret. */
export function appAddress(secret: Buffer, email: string): string {
  const query = new URLSearchParams({ secret: secretText(secret), issuer: "Lucaya" });
  return `otpauth://totp/Lucaya:${encodeURIComponent(email)}?${query}`;
}
