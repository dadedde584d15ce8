import { unreadableAnswer } from "~/core/unreadable";
import { log } from "~/log.server";
import { open, seal } from "./cipher.server";

const mark = "sealed:1:";
export const isSealedText = (value: unknown): value is string => typeof value === "string" && value.startsWith(mark);

/** Encrypts a JSON value; `place`, such as `table/row/column`, is authenticated. */
export const sealedText = (key: Buffer, place: string, value: unknown): string =>
  mark + seal(key, place, Buffer.from(JSON.stringify(value))).toString("base64url");

/** Returns `unreadableAnswer` on failure, which is logged without the bytes. `key` is undefined if it was deleted. */
export function openedText(key: Buffer | undefined, place: string, sealed: string): unknown {
  try {
    if (!key) throw new Error("The data key is missing");
    const plain = open(key, place, Buffer.from(sealed.slice(mark.length), "base64url"));
    return JSON.parse(plain.toString()) as unknown;
  } catch {
    log.error({ place }, "an encrypted answer can't be read");
    return unreadableAnswer;
  }
}
