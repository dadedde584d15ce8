import { countryOptions } from "~/core/countries/country-options";
import { theCountry } from "~/core/countries/country-search";
import { countryNames } from "~/core/countries.server";
import { readEmail } from "~/core/email/email-address";
import { canonicalPhone, isPhone } from "~/core/phones/phones";
import { isValidLine, normalizeFigures, normalizeLine } from "~/core/text-input";
import { calendarLongDate, nassauDay } from "~/core/time";
import { folded } from "~/db/folded";
import type { KeyDateKind } from "~/db/schema/values";
import { type DateFormat, dateFormats, readDate } from "./date-formats";
import {
  dateFields,
  fieldNames,
  type ImportField,
  importFields,
  importLimits,
  isDateField,
  type Mapping,
} from "./fields";
import type { CsvFile, CsvLine } from "./read-csv";

export type ImportedDate = { kind: Exclude<KeyDateKind, "other">; endsOn: string };
/** A line without errors. Empty texts and null: the line says nothing. */
export type ImportedClient = {
  line: number;
  name: string;
  email: string;
  phone: string;
  /** A country's code. */
  nationality: string | null;
  serviceId: string | null;
  reference: string;
  keyDates: readonly ImportedDate[];
};
type ErrorCode = ImportField | "cells" | "no_contact" | "no_date";
/** `message` follows `Line 17: `; `column` is its heading, empty for the line as a whole. Only the code is stored. */
export type LineError = { line: number; column: string; code: ErrorCode; message: string };
export type CheckedLines = { clients: ImportedClient[]; errors: LineError[] };

type Service = { id: string; name: string; slug: string };

/** Lines between two of which other requests are answered. */
const atOnce = 250;

/** Lets the event loop answer other requests after some lines. */
export async function pauseAt(index: number): Promise<void> {
  if (index % atOnce === atOnce - 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Checks each line by the mapping and the one format of dates; a line with an error is none of the clients. */
export async function checkLines(
  { heads, lines }: Pick<CsvFile, "heads" | "lines">,
  mapping: Mapping,
  format: DateFormat,
  services: readonly Service[],
  today = nassauDay(),
): Promise<CheckedLines> {
  const columns = columnsOf(mapping);
  const read = readersOf(services, format, `${Number(today.slice(0, 4)) - 2}${today.slice(4)}`);
  const clients: ImportedClient[] = [];
  const errors: LineError[] = [];
  for (const [index, csvLine] of lines.entries()) {
    await pauseAt(index);
    const found = problemsIn(csvLine, heads, columns, read);
    if (found.errors.length > 0) errors.push(...found.errors);
    else clients.push(found.client);
  }
  return { clients, errors };
}

type Columns = Partial<Record<ImportField, number>>;

const columnsOf = (mapping: Mapping): Columns =>
  Object.fromEntries(mapping.flatMap((field, index) => (field ? [[field, index] as const] : [])));

const country = countryOptions(countryNames, "nationalities");

/** A value, or what is wrong with the cell. */
type Read<Value> = { value: Value } | { error: string };
type Readers = ReturnType<typeof readersOf>;

function readersOf(services: readonly Service[], format: DateFormat, earliest: string) {
  const byName = new Map(services.flatMap(({ id, name, slug }) => [name, slug].map((text) => [comparable(text), id])));
  return {
    name: limited("the name", importLimits.name),
    reference: limited("the reference", importLimits.reference),
    email: (cell: string): Read<string> => {
      const value = readEmail(cell);
      return value === undefined ? wrong(cell, "is no email address.") : { value };
    },
    phone: (cell: string): Read<string> => {
      const value = canonicalPhone(normalizeFigures(cell));
      return isPhone(value) && value.length <= importLimits.phone
        ? { value }
        : wrong(cell, "is no phone number with its area code.");
    },
    nationality: remembered((cell: string): Read<string> => {
      const found = theCountry(country, cell);
      return found ? { value: found.code } : wrong(cell, "is no country of the list.");
    }),
    service: (cell: string): Read<string> => {
      const value = byName.get(comparable(cell));
      return value ? { value } : wrong(cell, "is none of our services.");
    },
    date: (cell: string): Read<string> => {
      const value = readDate(cell, format);
      if (value === undefined) return wrong(cell, "is no date in the chosen format.");
      if (value < earliest) return wrong(cell, "ended more than two years ago.");
      return value > "2150-12-31" ? wrong(cell, "is after the year 2150.") : { value };
    },
  };
}

const comparable = (text: string) => folded(text).replace(/\s+/g, " ").trim();

function remembered<Value>(read: (cell: string) => Value): (cell: string) => Value {
  const known = new Map<string, Value>();
  return (cell) => {
    const value = known.get(cell) ?? read(cell);
    known.set(cell, value);
    return value;
  };
}

const limited =
  (label: string, max: number) =>
  (cell: string): Read<string> => {
    if (!isValidLine(cell)) return { error: `${label} contains characters that can’t be used.` };
    return cell.length > max ? { error: `${label} has more than ${max} characters.` } : { value: cell };
  };

const shownCharacters = 60;
function wrong(cell: string, problem: string): { error: string } {
  const characters = [...cell];
  const shown = characters.slice(0, shownCharacters).join("");
  return { error: `“${shown}${characters.length > shownCharacters ? "…" : ""}” ${problem}` };
}

function problemsIn({ line, cells }: CsvLine, heads: readonly string[], columns: Columns, read: Readers) {
  const errors: LineError[] = [];
  const note = (code: ErrorCode, message: string) => {
    const index = Object.hasOwn(columns, code) ? columns[code as ImportField] : undefined;
    errors.push({ line, column: index === undefined ? "" : (heads[index] ?? ""), code, message });
  };
  const value = (field: ImportField, reader: (cell: string) => Read<string>): string => {
    // A line break within a cell is a blank, as in an address block.
    const cell = normalizeLine((cells[columns[field] ?? cells.length] ?? "").replace(/[\r\n]+/g, " "));
    if (cell === "") return "";
    const result = reader(cell);
    if ("value" in result) return result.value;
    note(field, result.error);
    return "";
  };
  if (cells.slice(heads.length).some((cell) => cell.trim() !== ""))
    note("cells", "it has more cells than the first line.");
  const isFilled = (field: ImportField) => (cells[columns[field] ?? cells.length] ?? "").trim() !== "";
  const client: ImportedClient = {
    line,
    name: value("name", read.name),
    email: value("email", read.email),
    phone: value("phone", read.phone),
    nationality: value("nationality", read.nationality) || null,
    serviceId: value("service", read.service) || null,
    reference: value("reference", read.reference),
    keyDates: fieldNames.filter(isDateField).flatMap((field) => {
      const endsOn = value(field, read.date);
      return endsOn ? [{ kind: dateFields[field], endsOn }] : [];
    }),
  };
  if (!isFilled("name")) note("name", "the name is missing.");
  if (!isFilled("email") && !isFilled("phone")) note("no_contact", "it has neither an email nor a phone.");
  if (!fieldNames.some((field) => isDateField(field) && isFilled(field))) note("no_date", "it has no date.");
  return { client, errors };
}

const formats = Object.keys(dateFormats) as DateFormat[];

/** The first date of the file that some format can read, for an admin to confirm; otherwise the first text there. */
export function firstDate(
  { lines }: Pick<CsvFile, "lines">,
  mapping: Mapping,
): { line: number; text: string } | undefined {
  const indexes = mapping.flatMap((field, index) => (field && isDateField(field) ? [index] : []));
  let first: { line: number; text: string } | undefined;
  for (const { line, cells } of lines)
    for (const index of indexes) {
      const text = cells[index]?.trim();
      if (!text) continue;
      if (formats.some((format) => readDate(text, format))) return { line, text };
      first ??= { line, text: [...text].slice(0, shownCharacters).join("") };
    }
  return first;
}

/** How a format reads a date: `March 1, 2027`; undefined if it can't. */
export function dateInWords(text: string, format: DateFormat): string | undefined {
  const day = readDate(text, format);
  return day && calendarLongDate(day);
}

/** Fields that two columns are mapped to, as messages. */
export const mappedTwice = (mapping: Mapping): string[] =>
  fieldNames
    .filter((field) => mapping.filter((mapped) => mapped === field).length > 1)
    .map((field) => `Two columns are mapped to ${importFields[field]}.`);
