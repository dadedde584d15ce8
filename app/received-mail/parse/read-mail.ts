import { decodeWords } from "postal-mime";
import type { Ours, ParsedMail, ReceivedFile, UnreadMail } from "../parsed-mail.ts";
import { addReferences, fileOf, isAttachedMail, isBody, isLeftOut, isNothing, typeOf } from "./choose-files.ts";
import { readReport } from "./delivery-report.ts";
import { hideLinks } from "./hide-links.ts";
import { textOfHtml } from "./html-text.ts";
import { type Budget, headersOf, type MimePart, newBudget, readTree, limits as treeLimits } from "./mime-tree.ts";
import { readHeaders } from "./read-headers.ts";
import { isLonger, joined, splitQuotes } from "./split-quotes.ts";
import { unflow } from "./unflow.ts";

/** In characters. A text of all parts that is longer is no mail that somebody wrote. */
const limits = { text: 50_000, quoted: 50_000, whole: 500_000 };

/** Reads a whole mail. Throws beyond the limits. */
export async function readMail(bytes: Uint8Array, ours: Ours): Promise<ParsedMail> {
  const budget = newBudget();
  const root = await readTree(bytes, budget);
  const headers = readHeaders(root, ours);
  const leaves = leavesOf(root);
  const nothing = { text: "", quoted: "", files: [], leftOut: 0, report: null };
  if (headers.ignore === "report") {
    const report = await readReport(
      leaves.map(({ part }) => part),
      ours,
    );
    return { tooLarge: false, ...headers, ...nothing, report };
  }
  if (headers.ignore) return { tooLarge: false, ...headers, ...nothing };
  const found: Found = { files: [], leftOut: 0, attached: [] };
  await collectFiles(leaves, { levels: treeLimits.levels, budget, ours }, found);
  const split = splitQuotes(hideLinks(within(bodyOf(root)), ours), ours, limits.text);
  const attached = joined(hideLinks(within(found.attached.join("\n\n")), ours).split("\n"));
  const text = split.text === "" ? attached : split.text;
  const quoted = split.text === "" ? [] : [split.quoted, attached].filter(Boolean);
  return {
    tooLarge: false,
    ...headers,
    text: shortened(text, limits.text),
    quoted: shortened(quoted.join("\n\n"), limits.quoted),
    files: found.files,
    leftOut: found.leftOut,
    report: null,
  };
}

/** Reads only what its headers say. */
export async function readHead(bytes: Uint8Array, ours: Ours): Promise<UnreadMail> {
  return { tooLarge: true, ...readHeaders(await readTree(bytes, newBudget()), ours) };
}

function within(text: string): string {
  if (text.length > limits.whole) throw new RangeError("The texts are too long");
  return text.replace(/\r\n?/g, "\n");
}

const shortened = (text: string, most: number): string =>
  isLonger(text, most) ? `${[...text].slice(0, most - 1).join("")}…` : text;

type Leaf = { part: MimePart; level: number; isAlternative: boolean };

function leavesOf(part: MimePart, level = 0, isAlternative = false): Leaf[] {
  if (part.childNodes.length === 0) return [{ part, level, isAlternative }];
  const isOne = part.contentType.multipart === "alternative";
  return part.childNodes.flatMap((child) => leavesOf(child, level + 1, isOne));
}

type Found = { files: ReceivedFile[]; leftOut: number; attached: string[] };

type Inside = { levels: number; budget: Budget; ours: Ours };

/** Files of the mail and of the mails attached to it, and the texts of those. */
async function collectFiles(leaves: Leaf[], { levels, ...rest }: Inside, found: Found): Promise<void> {
  const references = new Set<string>();
  for (const { part } of leaves)
    if (isBody(part)) addReferences(part.getTextContent().slice(0, limits.whole), references);
  for (const { part, level, isAlternative } of leaves) {
    const place = { isAlternative, references };
    if (isBody(part)) continue;
    if (isAttachedMail(part)) await addAttached(part, { levels: levels - level - 1, ...rest }, found);
    else if (isLeftOut(part, place)) found.leftOut += 1;
    else if (!isNothing(part, place)) found.files.push(fileOf(part, found.files.length + 1, rest.ours));
  }
}

async function addAttached(part: MimePart, inside: Inside, found: Found): Promise<void> {
  if (inside.levels < 0) throw new RangeError("Too many mails are attached to each other");
  const root = await readTree(new Uint8Array(part.content ?? new ArrayBuffer(0)), inside.budget, inside.levels);
  const header = (name: string) => {
    const value = decodeWords((headersOf(root, name.toLowerCase())[0] ?? "").slice(0, 1000)).replace(/\s+/g, " ");
    return value === "" ? [] : [`${name}: ${value}`];
  };
  found.attached.push([...["From", "Date", "Subject"].flatMap(header), "", within(bodyOf(root))].join("\n"));
  await collectFiles(leavesOf(root), inside, found);
}

/** The plain text, or without any the text of the HTML; of several parts in a row the text of each. */
function bodyOf(part: MimePart): string {
  if (part.childNodes.length === 0) return isBody(part) ? textOf(part) : "";
  if (part.contentType.multipart !== "alternative")
    return part.childNodes
      .map(bodyOf)
      .filter((text) => text.trim() !== "")
      .join("\n\n");
  const plainFirst = [...part.childNodes].sort((a, b) => Number(hasHtml(a)) - Number(hasHtml(b)));
  for (const child of plainFirst) {
    const text = bodyOf(child);
    if (text.trim() !== "") return text;
  }
  return "";
}

const hasHtml = (part: MimePart): boolean => typeOf(part) === "text/html" || part.childNodes.some(hasHtml);

function textOf(part: MimePart): string {
  const { params, value } = part.contentType.parsed;
  if (value === "text/html") return textOfHtml(part.getTextContent());
  if (!/^flowed$/i.test(params.format ?? "")) return part.getTextContent();
  const isBlankRemoved = /^yes$/i.test(params.delsp ?? "");
  // Joined here, because the parser doesn't mind how many `>` a line has.
  delete params.format;
  return unflow(part.getTextContent(), isBlankRemoved);
}
