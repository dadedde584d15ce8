import type { Ours } from "../parsed-mail.ts";

/** Marks of html-text.ts: below is what is quoted; the line says who wrote what is below. No text contains them. */
export const quoteMark = "\uFDD0";
export const attributionMark = "\uFDD1";

export type Split = { text: string; quoted: string };
/** So many times the limit may be written with blanks. */
const mostBlank = 4;

/** In characters as PostgreSQL counts them. */
export const isLonger = (text: string, most: number): boolean => text.length > most && [...text].length > most;
type Words = Pick<Ours, "replyLine" | "linkMark">;

/**
 * Splits a text into what its sender wrote and what it quotes; shows it whole if nothing would be left. Throws if its
 * sender wrote more than so many characters.
 */
export function splitQuotes(whole: string, words: Words, most: number): Split {
  const lines = linesOf(whole, words);
  const shown: string[] = [];
  const quoted: string[] = [];
  let written = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const length = attributionLength(lines, at, words);
    const rest = length > 0 ? nextFilled(lines, at + length) : at;
    if (isQuoted(line)) {
      if (!isQuoted(lines[at - 1] ?? "")) quoted.push(...takeAttribution(shown, words));
      quoted.push(line);
    } else if (length > 0 && isQuoted(lines[rest] ?? "")) {
      quoted.push(...lines.slice(at, rest));
      at = rest - 1;
    } else if (length > 0 || isEnd(lines, at, words)) {
      quoted.push(...takeAttribution(shown, words), ...lines.slice(at));
      break;
    } else {
      shown.push(line);
      written += line.length;
      // Indented or spread as it may be, it is too long: the rest is not read.
      if (written > most * mostBlank) break;
      // Blocks between which the sender wrote stay apart.
      if (quoted.length > 0 && quoted.at(-1) !== "") quoted.push("");
    }
  }
  const text = joined(shown);
  if (written > most * mostBlank || isLonger(text, most)) throw new RangeError("The text is too long");
  return text === "" ? { text: joined(lines), quoted: "" } : { text, quoted: joined(quoted) };
}

/** The line of ours begins a line, also where a mail program put it into the one that says who wrote it. */
function linesOf(whole: string, { replyLine }: Words): string[] {
  const lines = whole.replace(/\r\n?/g, "\n").split("\n");
  return lines.flatMap((line) => {
    const at = isQuoted(line) ? -1 : line.toLowerCase().indexOf(replyLine.toLowerCase());
    return at > 0 ? [line.slice(0, at), line.slice(at)] : [line];
  });
}

const isQuoted = (line: string): boolean => /^\s{0,3}>/.test(line);

export const joined = (lines: string[]): string =>
  lines
    .map((line) => line.replaceAll(quoteMark, "").replaceAll(attributionMark, "").trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n{1,2}/, "")
    .replace(/\n{1,2}$/, "");

function nextFilled(lines: string[], from: number): number {
  let at = from;
  while (at < lines.length && isBlank(lines[at])) at += 1;
  return at;
}
/** Of a person or, hidden, the one that takes replies. */
const hasAddressIn = (text: string, { linkMark }: Words): boolean => text.includes("@") || text.includes(linkMark);

const isBlank = (line = "") => line.trim() === "";

/** From here on everything is quoted. */
const isEnd = (lines: string[], at: number, words: Words): boolean => {
  const line = (lines[at] ?? "").slice(0, 200);
  return (
    line.includes(quoteMark) ||
    line.toLowerCase().startsWith(words.replyLine.toLowerCase()) ||
    isSeparator(line) ||
    isHeaderBlock(lines, at, words) ||
    (/^\s*_{10,}\s*$/.test(line) && isHeaderBlock(lines, nextFilled(lines, at + 1), words))
  );
};

const separators = [
  ..."Original message|Original Appointment|Forwarded message|Forwarded by|Reply message".split("|"),
  ..."Mensaje original|Mensaje reenviado|Message d'origine|Message original|Message transféré|Message transmis".split(
    "|",
  ),
  ..."Ursprüngliche Nachricht|Weitergeleitete Nachricht|Mensagem original|Messaggio originale".split("|"),
].map((words) => words.toLowerCase());
const introductions = [
  ..."Begin forwarded message|Inicio del mensaje reenviado|Début du message réexpédié|Début du message transféré".split(
    "|",
  ),
].map((words) => words.toLowerCase());

function isSeparator(line: string): boolean {
  const words = line.replaceAll("’", "'").trim().toLowerCase();
  const inner = words.replace(/^[-_=*]{2,40}/, "").trimStart();
  const isMarked = inner.length < words.length || /[-_=*]{2}$/.test(words);
  if (isMarked && separators.some((separator) => inner.startsWith(separator))) return true;
  return introductions.includes(words.endsWith(":") ? words.slice(0, -1).trimEnd() : words);
}

/** First lines of an answered mail, as Outlook, Samsung and others write them instead of marking its lines. */
const labels = {
  from: ["from", "de", "von", "da", "van", "от", "发件人", "寄件者", "差出人"],
  date: [
    "sent",
    "date",
    "enviado",
    "enviado el",
    "fecha",
    "envoyé",
    "envoyé le",
    "gesendet",
    "datum",
    "data",
    "发送时间",
  ],
  to: ["to", "para", "à", "an", "a", "aan", "кому", "收件人"],
  subject: ["subject", "asunto", "objet", "betreff", "assunto", "oggetto", "onderwerp", "тема", "主题"],
  copy: ["cc", "copie", "reply-to", "importance"],
};
type Label = keyof typeof labels;
const labelOf = new Map(
  Object.entries(labels).flatMap(([label, words]) => words.map((word) => [word, label as Label])),
);
const mostLines = 10;

function isHeaderBlock(lines: string[], at: number, words: Words): boolean {
  if (!readLabel(lines[at])) return false;
  const found = new Set<Label>();
  const end = Math.min(lines.length, at + mostLines);
  let hasAddress = false;
  for (let next = at; next < end; next += 1) {
    const label = readLabel(lines[next]);
    // A continued line, or a blank one between them.
    if (!label && next > at && !readLabel(lines[next + 1])) break;
    if (label) found.add(label);
    hasAddress ||= hasAddressIn((lines[next] ?? "").slice(0, 1000), words);
  }
  // Who describes a flight writes `From:`, `To:` and `Date:` too.
  return found.has("from") && found.size >= 3 && (found.has("subject") || hasAddress);
}

function readLabel(line = ""): Label | undefined {
  const [, word = ""] =
    /^\s{0,8}[*_]{0,2}([\p{L}-]{1,10}(?: \p{L}{2})?)[*_]{0,2}\s?[:：]/u.exec(line.slice(0, 40)) ?? [];
  return labelOf.get(word.toLowerCase());
}

const beginnings = /^\s{0,8}(?:On|El|Le|Am|Em|Il|Op)\s/;
const verbs = /(?:\bwrote|escribió|a\sécrit|\bschrieb|\bescreveu|ha\sscritto|\bschreef)\b.{0,200}[:：]\s*$/su;
const mostAttributionLines = 4;
const mostBlankLines = 4;
const mostAttributionCharacters = 600;

/** How many lines from here say who wrote what follows: `On …, … wrote:`. */
function attributionLength(lines: string[], at: number, words: Words): number {
  const first = lines[at] ?? "";
  if (first.startsWith(attributionMark)) return 1;
  if (!beginnings.test(first) && !hasAddressIn(first.slice(0, mostAttributionCharacters), words)) return 0;
  let text = "";
  for (let length = 1; length <= mostAttributionLines; length += 1) {
    const line = lines[at + length - 1];
    if (line === undefined || isBlank(line) || isQuoted(line)) return 0;
    text += `${line}\n`;
    if (text.length > mostAttributionCharacters) return 0;
    if (/[:：]\s*$/.test(line)) return verbs.test(text) && (/\d/.test(text) || hasAddressIn(text, words)) ? length : 0;
  }
  return 0;
}

/** In any language: the last lines before a quote, if they end with a colon and name an address. */
function takeAttribution(shown: string[], words: Words): string[] {
  let end = shown.length;
  while (end > Math.max(0, shown.length - mostBlankLines) && isBlank(shown[end - 1])) end -= 1;
  if (!/[:：]\s*$/.test((shown[end - 1] ?? "").slice(-10))) return [];
  let start = end;
  while (start > 0 && end - start < mostAttributionLines && !isBlank(shown[start - 1])) start -= 1;
  const text = shown.slice(start, end).join("\n");
  const isOne = text.length <= mostAttributionCharacters && hasAddressIn(text, words);
  return isOne ? shown.splice(start) : [];
}
