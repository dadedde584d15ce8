import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { formatCount } from "~/core/counted";
import { isEmail } from "~/core/email/email-address";
import { normalizeLine } from "~/core/text-input";
import { type DateFormat, dateFormats, readDate } from "./date-formats";
import { type Encoding, importLimits, type Separator, separators } from "./fields";

/** A line of the file: its number as a spreadsheet counts rows, and a cell for each column. */
export type CsvLine = { line: number; cells: readonly string[] };
/** `heads` are unique. */
export type CsvFile = { encoding: Encoding; separator: Separator; heads: readonly string[]; lines: readonly CsvLine[] };

/** The message says what to do; it repeats no cell. */
export class UnreadableCsv extends Error {}

const saveAgain = "Save the file as “CSV UTF-8” and choose it again.";
const noLines = "This file has no lines.";
const noHeadings = "The first line has to name the columns, such as Name, Email and Permit expires.";

/** Reads a file by what it says itself; `chosen` replaces what was recognized. Throws an UnreadableCsv. */
export async function readCsv(
  bytes: Uint8Array,
  chosen: { encoding?: Encoding; separator?: Separator } = {},
): Promise<CsvFile> {
  if (bytes.length > importLimits.bytes) throw new UnreadableCsv(tooLarge(bytes.length));
  if (isBinary(bytes)) throw new UnreadableCsv(saveAgain);
  const encoding = chosen.encoding ?? (isUtf8(bytes) ? "utf-8" : "windows-1252");
  const text = decoded(bytes, encoding);
  if (text === undefined) throw new UnreadableCsv("This file isn’t UTF-8. Choose Windows-1252.");
  const separator = chosen.separator ?? separatorOf(text);
  const rows = await recordsOf(text, separator);
  const [first, ...others] = rows.flatMap((cells, index) => (isEmptyRow(cells) ? [] : [{ line: index + 1, cells }]));
  if (rows.length >= mostRead || others.length > importLimits.lines) throw new UnreadableCsv(tooMany(text));
  if (!first || others.length === 0) throw new UnreadableCsv(noLines);
  if (first.cells.length > importLimits.columns)
    throw new UnreadableCsv(
      `This file has ${formatCount(first.cells.length)} columns. The limit is ${importLimits.columns}.`,
    );
  // Headings are stored with the mapping: those of a person would stay there.
  if (first.cells.some(isOfPerson)) throw new UnreadableCsv(noHeadings);
  return { encoding, separator, heads: headingsOf(first.cells), lines: others };
}

/** Rounded up, so that a file over the limit is never called as large as the limit. */
export const tooLarge = (bytes: number): string =>
  `This file has ${(Math.ceil((bytes / 1024 / 1024) * 10) / 10).toFixed(1)} MB. The limit is 5 MB.`;

const tooMany = (text: string): string =>
  `This file has ${formatCount(countLines(text) - 1)} lines. The limit is ${formatCount(importLimits.lines)}.`;

/** Line breaks inside quotes end no line. */
function countLines(text: string): number {
  const unquoted = text.split('"').filter((_, index) => index % 2 === 0);
  return unquoted
    .join("")
    .trimEnd()
    .split(/\r\n|\n|\r/).length;
}

const beginsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);
const utf16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/** UTF-16 without its mark, a workbook and other binary files contain control characters, which no text has. */
const isBinary = (bytes: Uint8Array): boolean =>
  utf16.some((mark) => beginsWith(bytes, mark)) || bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32));

const isUtf8 = (bytes: Uint8Array) => decoded(bytes, "utf-8") !== undefined;

/** Without the byte order mark; undefined for bytes that are no UTF-8. */
function decoded(bytes: Uint8Array, encoding: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The separator that divides the headings into most columns. */
function separatorOf(text: string): Separator {
  const heading = text.slice(0, 100_000);
  const found = (Object.keys(separators) as Separator[]).map((separator) => ({
    separator,
    columns: columnsOf(heading, separator),
  }));
  return found.reduce((best, one) => (one.columns > best.columns ? one : best)).separator;
}

function columnsOf(text: string, separator: Separator): number {
  let columns = 1;
  let isQuoted = false;
  let isBegun = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === separator) columns += 1;
    else if (isBegun && (character === "\n" || character === "\r")) break;
    isBegun ||= character !== "\n" && character !== "\r";
  }
  return columns;
}

/** Records, with empty ones: the rest of a file that is too long is not parsed. */
const mostRead = 2 * importLimits.lines;
/** Bytes between which other requests are answered: 5 MB of short or unequal lines take a second. */
const atOnce = 16_384;

async function recordsOf(text: string, separator: Separator): Promise<string[][]> {
  const rows: string[][] = [];
  const isEnough = () => rows.length >= mostRead;
  const parser = parse({
    delimiter: separator,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    on_record(record: string[]) {
      rows.push(record);
      return null;
    },
  });
  parser.resume();
  try {
    await pipeline(piecesOf(text, isEnough), parser);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The end is missing.
    if (isEnough()) return rows;
    const problem =
      error.code === "INVALID_OPENING_QUOTE"
        ? 'a cell contains a quotation mark (") and isn’t quoted.'
        : 'a quotation mark (") begins a cell and isn’t closed.';
    throw new UnreadableCsv(`In line ${formatCount(rows.length + 1)} ${problem} Correct it and choose the file again.`);
  }
  return rows;
}

async function* piecesOf(text: string, isEnough: () => boolean) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length && !isEnough(); at += atOnce) {
    yield bytes.subarray(at, at + atOnce);
    await setImmediate();
  }
}

const longestHeading = 80;

/** A column without a heading is called as in a spreadsheet, and the second `Phone` is `Phone (2)`. */
function headingsOf(cells: readonly string[]): string[] {
  const used = new Set<string>();
  return cells.map((cell, index) => {
    const heading =
      [...normalizeLine(cell.replace(/[\r\n]+/g, " "))].slice(0, longestHeading).join("") ||
      `Column ${lettersOf(index)}`;
    let unique = heading;
    for (let number = 2; used.has(unique); number++) unique = `${heading} (${number})`;
    used.add(unique);
    return unique;
  });
}

const lettersOf = (index: number): string =>
  (index >= 26 ? lettersOf(Math.floor(index / 26) - 1) : "") + String.fromCharCode(65 + (index % 26));

const isEmptyRow = (cells: readonly string[]) => cells.every((cell) => cell.trim() === "");

const formats = Object.keys(dateFormats) as DateFormat[];
const isOfPerson = (cell: string) => isEmail(cell) || formats.some((format) => readDate(cell, format) !== undefined);
