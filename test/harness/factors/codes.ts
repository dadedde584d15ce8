import { createHmac } from "node:crypto";
import { vi } from "vitest";

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Decodes a secret as a page shows it. */
function bytesOf(secret: string): Buffer {
  const bits = [...secret.replace(/\s/g, "")]
    .map((character) => base32.indexOf(character).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}

/** The code of an authenticator app (RFC 6238): six digits for 30 seconds. */
export function codeAt(secret: string, moment = Date.now()): string {
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(Math.floor(moment / 30_000), 4);
  const mac = createHmac("sha1", bytesOf(secret)).update(counter).digest();
  const offset = (mac[19] ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1e6).padStart(6, "0");
}

/** Six digits that match none of the currently valid codes. */
export function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeAt(secret, Date.now() + steps * 30_000));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !right.includes(code)) ?? "";
}

/** For in-process tests: fixes the clock in the middle of 30 seconds, so that no code expires. */
export const standStill = () => vi.setSystemTime(Math.floor(Date.now() / 30_000) * 30_000 + 15_000);
