import { timingSafeEqual } from "node:crypto";
import { config, replyTokenLength } from "~/config.server";
import { seal } from "./links/private-links.server";

/** A case or an inquiry, and the email for which a token proves it. */
export type ReplyTarget = { kind: "case" | "inquiry"; id: string; address: string };
/** What a token names. Believe it only after `provesFor`. */
export type ReplyToken = Pick<ReplyTarget, "kind" | "id"> & { mac: Buffer };

/**
 * Kind, id and the beginning of an HMAC are one number, in base 36: mail programs and servers change the case of an
 * address. 1 + 128 + 93 bits are just less than 43 characters have (222.3).
 */
const macBits = 93n;
const idBits = 128n;
const macBytes = 12;
const digits = 36;
const kinds = ["case", "inquiry"] as const;

export const isReceiving = (): boolean => config.REPLY_ADDRESS !== undefined;

/** The address that takes a reply to a mail of ours. It opens nothing. Throws where receiving is not configured. */
export function replyAddressOf(target: ReplyTarget): string {
  if (!config.REPLY_ADDRESS) throw new Error("A reply address was wanted, but REPLY_ADDRESS is not set");
  return config.REPLY_ADDRESS.replace("{token}", tokenOf(target));
}

/** The tokens in these addresses, each once and in their order. */
export function readTokens(recipients: readonly string[]): ReplyToken[] {
  const found = new Map<string, ReplyToken>();
  const pattern = addressPattern("^", "$", "i");
  for (const recipient of pattern ? recipients : []) {
    const text = pattern?.exec(recipient.trim())?.[1]?.toLowerCase();
    const token = text && readNumber(text);
    if (token) found.set(text, token);
  }
  return [...found.values()];
}

/** Whether the token was made for this case or inquiry and this address, in constant time. */
export const provesFor = (token: ReplyToken, target: ReplyTarget): boolean =>
  token.kind === target.kind && token.id === target.id && timingSafeEqual(token.mac, bytesOf(macOf(target)));

/** Finds every address of ours with a token in a text; null where receiving is not configured. */
export const replyAddressPattern = (): RegExp | null => addressPattern("", "", "gi");

function addressPattern(before: string, after: string, flags: string): RegExp | null {
  if (!config.REPLY_ADDRESS) return null;
  const [start = "", end = ""] = config.REPLY_ADDRESS.split("{token}").map((part) => part.replace(/[^\w@]/g, "\\$&"));
  return new RegExp(`${before}${start}([0-9a-z]{${replyTokenLength}})${end}${after}`, flags);
}

function tokenOf(target: ReplyTarget): string {
  const kind = BigInt(kinds.indexOf(target.kind));
  const id = BigInt(`0x${target.id.replaceAll("-", "")}`);
  const number = (kind << (idBits + macBits)) | (id << macBits) | macOf(target);
  return number.toString(digits).padStart(replyTokenLength, "0");
}

function readNumber(text: string): ReplyToken | null {
  let number = 0n;
  for (const digit of text) number = number * BigInt(digits) + BigInt(Number.parseInt(digit, digits));
  const kind = kinds[Number(number >> (idBits + macBits))];
  if (!kind) return null;
  const hex = ((number >> macBits) & (2n ** idBits - 1n)).toString(16).padStart(32, "0");
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { kind, id, mac: bytesOf(number & (2n ** macBits - 1n)) };
}

function macOf({ kind, id, address }: ReplyTarget): bigint {
  const mac = seal("reply address", kind, id, address.trim().toLowerCase());
  return BigInt(`0x${mac.toString("hex", 0, macBytes)}`) >> (BigInt(macBytes * 8) - macBits);
}

const bytesOf = (mac: bigint) => Buffer.from(mac.toString(16).padStart(macBytes * 2, "0"), "hex");
