import type { Ours } from "../parsed-mail.ts";

/** Of the token of a private link (app/mail/links/private-links.server.ts), in characters. */
const tokenLength = 88;
/** A link is looked for that far before its token. */
const mostBefore = 2000;
const mostDecodings = 5;
/** Of an expiry, in milliseconds since 1970. */
const [earliest, latest, never] = [Date.UTC(2023), Date.UTC(2100), 2 ** 48 - 1];

/** A reading of a text: its characters, each with where it begins and ends in the text. */
type Reading = { text: string; from: Int32Array; to: Int32Array };
type Range = { from: number; to: number };

/**
 * Replaces every private link and reply address by `[private link]`: also one that a mail program broke into lines,
 * quoted, percent-encoded, wrapped in a link of its own that checks it first, or decoded only half.
 */
export function hideLinks(text: string, ours: Ours): string {
  const plain = percentDecoded(readingOf(text));
  const readings = [plain];
  if (plain.text.includes("=")) readings.push(quotedPrintable(plain, true), quotedPrintable(plain, false));
  if (/-[0-9A-F]{2}/.test(text)) readings.push(proofpoint(plain));
  const ranges = readings.flatMap((reading) => {
    const decoded = withoutBreaks(percentDecoded(withoutBreaks(reading)));
    return [...privateLinks(decoded, text, ours), ...bareTokens(decoded, text), ...replyAddresses(decoded, ours)];
  });
  return replaced(text, ranges, ours.linkMark);
}

function replaced(text: string, ranges: Range[], mark: string): string {
  ranges.sort((a, b) => a.from - b.from);
  let [shown, end] = ["", 0];
  for (const { from, to } of ranges) {
    if (from >= end) shown += text.slice(end, from) + mark;
    end = Math.max(end, to);
  }
  return shown + text.slice(end);
}

function readingOf(text: string): Reading {
  const from = Int32Array.from({ length: text.length }, (_, index) => index);
  return { text, from, to: from.map((index) => index + 1) };
}

/** Replaces what the pattern finds; each character of a replacement has the place of the whole. */
function rewritten(
  reading: Reading,
  pattern: RegExp,
  replace: (match: RegExpExecArray) => string | undefined,
): Reading {
  const parts: string[] = [];
  const from = new Int32Array(reading.text.length);
  const to = new Int32Array(reading.text.length);
  let [length, end] = [0, 0];
  const copy = (until: number) => {
    parts.push(reading.text.slice(end, until));
    from.set(reading.from.subarray(end, until), length);
    to.set(reading.to.subarray(end, until), length);
    length += until - end;
    end = until;
  };
  for (const match of reading.text.matchAll(pattern)) {
    const text = replace(match);
    if (text === undefined) continue;
    copy(match.index);
    end = match.index + match[0].length;
    parts.push(text);
    from.fill(reading.from[match.index] ?? 0, length, length + text.length);
    to.fill(reading.to[end - 1] ?? 0, length, length + text.length);
    length += text.length;
  }
  copy(reading.text.length);
  return { text: parts.join(""), from: from.subarray(0, length), to: to.subarray(0, length) };
}

/** Line breaks with the marks of quotes after them, and what nobody sees, such as soft hyphens. */
const breaks = /\s[\s>|]*|[^\x20-\x7e]/g;
const withoutBreaks = (reading: Reading): Reading =>
  rewritten(reading, breaks, ([found]) => (/^[^\S\n]/.test(found) && !found.includes("\n") ? undefined : ""));

/** Of what nobody sees, or of a letter that no link of ours has, nothing. */
const ofCode = (code: number) => (/[\n\x20-\x7e]/.test(String.fromCharCode(code)) ? String.fromCharCode(code) : "");

/** As it is left where a mail program encoded twice. `isWhole`: with its characters, not only its soft line breaks. */
const quotedPrintable = (reading: Reading, isWhole: boolean): Reading =>
  rewritten(reading, isWhole ? /=(?:[^\S\n]*\n[\s>|]*|([0-9A-Fa-f]{2}))/g : /=[^\S\n]*\n[\s>|]*/g, ([, hex]) =>
    hex ? ofCode(Number.parseInt(hex, 16)) : "",
  );

/** Its links write `%3D` as `-3D` and `/` as `_`; a `_` in a link is `-5F`. */
const proofpoint = (reading: Reading): Reading =>
  rewritten(reading, /_|-([0-9A-F]{2})/g, ([, hex]) => (hex ? ofCode(Number.parseInt(hex, 16)) : "/"));

const encoded = /%([0-9A-Fa-f]{2})|&#(?:x([0-9A-Fa-f]{1,6})|(\d{1,7}));|&(amp|equals|colon|sol|quest|period);/gi;
const named: Record<string, string> = { amp: "&", equals: "=", colon: ":", sol: "/", quest: "?", period: "." };

/** As often as it was encoded, with its line breaks. */
function percentDecoded(reading: Reading): Reading {
  let decoded = reading;
  for (let times = 0; times < mostDecodings; times += 1) {
    const next: Reading = rewritten(decoded, encoded, ([, percent, hex, decimal, name]) =>
      name ? named[name.toLowerCase()] : ofCode(Number.parseInt(percent ?? hex ?? decimal ?? "", decimal ? 10 : 16)),
    );
    if (next.text === decoded.text) break;
    decoded = next;
  }
  return decoded;
}

const tokens = /token=([A-Za-z0-9_-]*)/gi;
const linkCharacter = /[^\s<>"'()[\]{}]/;

/** Links with the whole token, at any host, and at our hosts also links with a part of one. */
function* privateLinks(reading: Reading, text: string, { linkHosts }: Ours): Generator<Range> {
  let end = 0;
  for (const match of reading.text.matchAll(tokens)) {
    const token = match[1] ?? "";
    if (token === "") continue;
    const start = startOf(reading, match.index, end, text);
    end = match.index + match[0].length;
    const isWhole = token.length >= tokenLength;
    const host = reading.text.slice(start, match.index).toLowerCase();
    if (!isWhole && !linkHosts.some((linkHost) => host.includes(linkHost))) continue;
    const last = end - (isWhole ? token.length - tokenLength : 0) - 1;
    const from = reading.from[start] ?? 0;
    // A part of a token may end with its line: the next line is the sender's.
    const to = isWhole ? (reading.to[last] ?? 0) : endOf(text, from, reading.to[last] ?? 0);
    yield { from, to: endOfLink(text, to) };
  }
}

/** The `http` nearest before it that is not within another link, or the beginning of its word. */
function startOf(reading: Reading, token: number, former: number, text: string): number {
  const least = Math.max(former, token - mostBefore);
  let start = token;
  while (start > least && linkCharacter.test(reading.text[start - 1] ?? "")) start -= 1;
  for (let at = token; at >= start; at -= 1) {
    if (!/^https?:/i.test(reading.text.slice(at, at + 6))) continue;
    const before = text[(reading.from[at] ?? 0) - 1];
    if (before === undefined || !/[\w=/:?&%.-]/.test(before)) return at;
  }
  // Lines before it were joined to it: only its own is part of it.
  for (let at = token; at > start; at -= 1)
    if (/\s/.test(text.slice(reading.to[at - 1] ?? 0, reading.from[at] ?? 0))) return at;
  return start;
}

/** The end of a link that is broken into lines within its token, which is not whole: after its first line. */
function endOf(text: string, from: number, to: number): number {
  const lineBreak = text.slice(from, to).lastIndexOf("\n");
  if (lineBreak < 0) return to;
  const before = text.slice(from, from + lineBreak);
  return /token/i.test(before) ? from + before.trimEnd().length : to;
}

/** What follows the token in the same link, such as `&data=`; not the full stop of a sentence. */
function endOfLink(text: string, token: number): number {
  let end = token;
  while (end < text.length && end - token < mostBefore && linkCharacter.test(text[end] ?? "")) end += 1;
  while (end > token && /[.,;:!?*_]/.test(text[end - 1] ?? "")) end -= 1;
  return end;
}

/** Tokens that were copied out of their links, told from other random words by what they contain. */
function* bareTokens({ text, from, to }: Reading, whole: string): Generator<Range> {
  for (const { 0: word, index } of text.matchAll(/[A-Za-z0-9_-]{88,}/g))
    for (let at = index; at + tokenLength <= index + word.length; at += 1) {
      const range = { from: from[at] ?? 0, to: to[at + tokenLength - 1] ?? 0 };
      const around = (whole[range.from - 1] ?? " ") + (whole[range.to] ?? " ");
      if (!/[\w-]/.test(around) && isToken(text.slice(at, at + tokenLength))) yield range;
    }
}

/** A random UUID and an expiry: of other random words one of 7,000 has both by chance. */
function isToken(word: string): boolean {
  const bytes = Buffer.from(word, "base64url");
  const expiry = bytes.readUIntBE(16, 6);
  const isUuid = (bytes[6] ?? 0) >> 4 === 4 && (bytes[8] ?? 0) >> 6 === 2;
  return isUuid && ((expiry > earliest && expiry < latest) || expiry === never);
}

function* replyAddresses({ text, from, to }: Reading, { replyAddress }: Ours): Generator<Range> {
  if (!replyAddress) return;
  const pattern = new RegExp(replyAddress.source, "gi");
  for (const { 0: found, index } of text.matchAll(pattern))
    if (found !== "") yield { from: from[index] ?? 0, to: to[index + found.length - 1] ?? 0 };
}
