import { addressParser, decodeWords } from "postal-mime";
import type { IgnoredReason, Mailbox, Ours, UnreadMail } from "../parsed-mail.ts";
import { hideLinks } from "./hide-links.ts";
import { headersOf, type MimePart } from "./mime-tree.ts";

const limits = { addresses: 1_000, headerCharacters: 100_000, subject: 300, name: 200, address: 320, results: 20 };

export function readHeaders(root: MimePart, ours: Ours): Omit<UnreadMail, "tooLarge"> {
  const from = addressesOf(root, "from").map(({ address, name }) => ({
    address: line(address, limits.address),
    name: line(hideLinks(name, ours), limits.name),
  }));
  const messageId = messageIdOf(root);
  return {
    messageId,
    from,
    recipients: ["to", "cc", "delivered-to", "x-original-to", "envelope-to"]
      .flatMap((key) => addressesOf(root, key))
      .map(({ address }) => line(address, limits.address))
      .slice(0, limits.addresses),
    subject: line(hideLinks(decodeWords(firstOf(root, "subject").slice(0, 10 * limits.subject)), ours), limits.subject),
    ignore: isOurs(from, messageId, ours) ? "ours" : ignoredReasonOf(root),
    authentication: headersOf(root, "authentication-results")
      .slice(0, limits.results)
      .map((value) => value.slice(0, 4_000)),
  };
}

const firstOf = (root: Pick<MimePart, "headers">, key: string): string => headersOf(root, key)[0] ?? "";

/** Of all headers with this name: a second `From` must not be overlooked. */
const addressesOf = (root: MimePart, key: string): Mailbox[] =>
  headersOf(root, key)
    .flatMap((value) => addressParser(value.slice(0, limits.headerCharacters), { flatten: true }))
    .flatMap(({ address = "", name }) => (address.trim() === "" ? [] : [{ address: address.trim(), name }]))
    .slice(0, limits.addresses);

const line = (text: string, most: number): string => [...text.replace(/\s+/g, " ").trim()].slice(0, most).join("");

/** `<…>`; programs that write it without brackets or with a comment mean the same. */
export function messageIdOf(part: Pick<MimePart, "headers">): string | null {
  const value = firstOf(part, "message-id").replace(/\s+/g, "");
  const id = /<([^<>]+)>/.exec(value)?.[1] ?? value;
  return id === "" ? null : `<${id.slice(0, 996)}>`;
}

/** As app/mail/outbox.server.ts writes it. */
const ourId = /^<[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}@([^@]+)>$/;

function isOurs(from: Mailbox[], messageId: string | null, { replyAddress, emails, messageIdHost }: Ours): boolean {
  const isOurAddress = ({ address }: Mailbox) =>
    emails.includes(address.toLowerCase()) ||
    (replyAddress !== null && new RegExp(replyAddress.source, "i").test(address));
  return from.some(isOurAddress) || (messageId !== null && ourId.exec(messageId)?.[1] === messageIdHost);
}

function ignoredReasonOf(root: MimePart): IgnoredReason | null {
  const word = (key: string) => /^[\w-]*/.exec(firstOf(root, key).trim().toLowerCase())?.[0] ?? "";
  if (root.contentType.parsed.value === "multipart/report") return "report";
  const automatic = word("auto-submitted");
  if ((automatic !== "" && automatic !== "no") || headersOf(root, "x-autoreply").length > 0) return "auto_reply";
  if (headersOf(root, "list-id").length > 0) return "list";
  const precedence = word("precedence");
  if (precedence === "list") return "list";
  if (["bulk", "junk"].includes(precedence)) return "bulk";
  const returnPath = headersOf(root, "return-path")[0];
  return returnPath !== undefined && /^<?\s*>?$/.test(returnPath.trim()) ? "no_return_path" : null;
}
