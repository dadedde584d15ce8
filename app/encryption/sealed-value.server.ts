import { unreadableAnswer } from "~/core/unreadable";
import { log } from "~/log.server";
import { open, seal } from "./cipher.server";

const prefix = "sealed:1:";
export const isSealedText = (value: unknown): value is string => typeof value === "string" && value.startsWith(prefix);

/** Encrypts a JSON value; `place`, such as `table/row/column`, is authenticated. */
export const sealedText = (key: Buffer, aad: string, value: unknown): string =>
  prefix + seal(key, aad, Buffer.from(JSON.stringify(value))).toString("base64url");

/** Returns `unreadableAnswer` on failure, which is logged without the bytes. `key` is undefined if it was deleted. */
export function openedText(key: Buffer | undefined, aad: string, sealed: string): unknown {
  try {
    if (!key) throw new Error("The data key is missing");
    const plain = open(key, aad, Buffer.from(sealed.slice(prefix.length), "base64url"));
    return JSON.parse(plain.toString()) as unknown;
  } catch {
    log.error({ place: aad }, "an encrypted answer can't be read");
    return unreadableAnswer;
  }
}
