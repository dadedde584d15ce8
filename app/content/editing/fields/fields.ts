import type { z } from "zod";
import { lineInput, textInput } from "~/core/input-schemas.server";
import type { Json } from "~/db/schema/content";
import type { FileRules } from "~/documents/file-rules";

/** `limit`: in characters; a longer text stays in its input, with a count. */
export type Column = {
  label: string;
  type?: "date" | "time" | "url" | undefined;
  wide?: boolean | undefined;
  limit?: number | undefined;
  /** Several lines high, for a sentence. */
  tall?: boolean | undefined;
};
/** `shown`: can't be hidden. `last`: can't be hidden or moved. */
export type StepRow = { code: string; title: string; fixed: "shown" | "last" | null };
export type Option = { value: string; label: string };
/** A file that some version uses, with its upload, scan result and download link for staff. */
export type StoredFileOption = {
  value: string;
  name: string;
  size: string;
  by: string | null;
  byEmail: string | null;
  at: string;
  scan: string;
  virus: string | null;
  isPublic: boolean;
  path: string;
};
/** How a field is entered. All but a post's body are plain form controls, so every editor works without JavaScript. */
export type Control =
  | {
      as: "line";
      type?: "email" | "tel" | "date" | "url" | undefined;
      numeric?: boolean;
      suggests?: readonly string[];
      /** Of a phone: whether an extension is allowed. */
      takesExtension?: boolean;
    }
  | { as: "text"; rows: number }
  | { as: "choice"; options: readonly Option[]; look: "list" | "radios" }
  | { as: "checkbox" }
  /** Several of the options that the kind reads from the database. */
  | { as: "checks"; options: readonly Option[] }
  | { as: "picture"; described: boolean }
  /** A new file, or one of the earlier ones. */
  | { as: "file"; rules: FileRules; files: readonly StoredFileOption[] }
  /** The text of a post, in its own editor; `services`: id and name of each service that a card may name. */
  | { as: "body"; services: readonly string[] }
  | { as: "steps"; steps: readonly StepRow[] }
  /** The tasks of a service: `events` are what their days are counted from. */
  | { as: "tasks"; events: readonly Option[] }
  /** The headings and texts of an agreement. */
  | { as: "sections" }
  /** Rows of inputs: `spare` empty ones after those that are filled in, at most `most` in total. */
  | { as: "rows"; columns: readonly Column[]; spare: number; most: number; item: string };

type Read = { ok: true; value: Json } | { ok: false; message: string };

/** One value of an item, declared once: form, validation, history and record are derived from it. */
export type ContentField = {
  name: string;
  label: string;
  help: string;
  type: string;
  group: string;
  control: Control;
  /** What the public page shows while the field is empty. */
  instead?: string | undefined;
  /** Names of facts in braces that only this text knows, such as those of a mail. */
  ownFacts?: readonly string[];
  read: (rawInputs: readonly string[]) => Read;
  /** The stored value as input values. */
  typed: (value: Json) => string[];
  /** The stored value as text, for history and record. */
  format: (value: Json) => string;
};

export type Named = Pick<ContentField, "name" | "label" | "help" | "group" | "instead">;

const kept = (value: Json): Read => ({ ok: true, value });
const refused = (message: string): Read => ({ ok: false, message });
export const textOf = (value: Json): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
const stringsIn = (value: Json): string[] => (Array.isArray(value) ? value.map(textOf) : []);

/** Removes what browsers and keyboards add; refuses text that is too long or can't be stored. */
function plain(schema: z.ZodType<string>, rawInput: string, max: number): Read {
  const read = schema.safeParse(rawInput);
  if (read.success) return kept(read.data);
  const barred = read.error.issues.find(({ code }) => code === "custom")?.message;
  return refused(barred ?? `Write at most ${max.toLocaleString("en-US")} characters.`);
}

type Line = Named & {
  type?: string;
  max?: number;
  input?: Omit<Extract<Control, { as: "line" }>, "as">;
  /** Normalizes the raw input. */
  clean?: (rawInput: string) => string;
  /** A validation with its message. */
  fits?: readonly [(text: string) => boolean, string];
  /** Converts the text where the stored value isn't text. */
  keep?: (text: string) => Json;
};

export function lineField({ type = "", max = 200, input = {}, clean, fits, keep, ...named }: Line): ContentField {
  return {
    ...named,
    type,
    control: { as: "line", ...input },
    read([rawInput = ""]) {
      const line = plain(lineInput(max, named.label), clean ? clean(rawInput) : rawInput, max);
      if (!line.ok || line.value === "") return line.ok ? kept(null) : line;
      const text = textOf(line.value);
      if (fits && !fits[0](text)) return refused(fits[1]);
      return kept(keep ? keep(text) : text);
    },
    typed: (value) => [textOf(value)],
    format: textOf,
  };
}

export function textField({ max, rows = 5, ...named }: Named & { max: number; rows?: number }): ContentField {
  return {
    ...named,
    type: "",
    control: { as: "text", rows },
    read([rawInput = ""]) {
      const text = plain(textInput(max, named.label), rawInput, max);
      return text.ok && text.value === "" ? kept(null) : text;
    },
    typed: (value) => [textOf(value)],
    format: textOf,
  };
}

type Lines = Named & {
  type: string;
  rows?: number;
  most: number;
  max: number;
  check?: (lines: readonly string[]) => string | null;
  /** Normalizes a line; one that it refuses stays as it is for `check`. */
  clean?: (line: string) => string | undefined;
};

export function linesField({ most, max, check, clean, type, rows = 5, ...named }: Lines): ContentField {
  return {
    ...named,
    type,
    control: { as: "text", rows },
    read([rawInput = ""]) {
      const lines: string[] = [];
      for (const rawLine of rawInput.split(/\r?\n/)) {
        const line = plain(lineInput(max, named.label), rawLine, max);
        if (!line.ok) return line;
        const text = textOf(line.value);
        if (text !== "") lines.push(clean?.(text) ?? text);
      }
      if (lines.length > most) return refused(`Write at most ${most} lines.`);
      const wrong = check?.(lines) ?? null;
      if (wrong !== null) return refused(wrong);
      return kept(lines.length > 0 ? lines : null);
    },
    typed: (value) => [stringsIn(value).join("\n")],
    format: (value) => stringsIn(value).join(", "),
  };
}

type Rows<Row> = Named & {
  type: string;
  columns: readonly Column[];
  item: string;
  spare: number;
  most: number;
  max?: number;
  row: (cells: readonly string[]) => { ok: true; row: Row } | { ok: false; message: string };
  keep: (rows: readonly Row[]) => Read;
  typedRows: (value: Json) => readonly (readonly string[])[];
  format: (value: Json) => string;
};

/** A plain split: an expression for line breaks and the blanks around them takes quadratic time. */
const oneLine = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");

/** A table of input rows; empty rows are ignored. */
export function rowsField<Row>(options: Rows<Row>): ContentField {
  const { columns, item, spare, most, max = 200, row, keep, typedRows, format, ...named } = options;
  const width = columns.length;
  return {
    ...named,
    format,
    control: { as: "rows", columns, spare, most, item },
    read(rawInputs) {
      const rows: Row[] = [];
      for (let index = 0; index < rawInputs.length; index += width) {
        const cells: string[] = [];
        for (const [place, cell] of rawInputs.slice(index, index + width).entries()) {
          // A line break typed in a sentence is a blank.
          const sentence = columns[place]?.tall ? oneLine(cell) : cell;
          const line = plain(lineInput(max, named.label), sentence, max);
          if (!line.ok) return line;
          cells.push(textOf(line.value));
        }
        if (cells.every((cell) => cell === "")) continue;
        const read = row(cells);
        if (!read.ok) return refused(most > 2 ? `${item} ${index / width + 1}: ${read.message}` : read.message);
        rows.push(read.row);
      }
      if (rows.length > most) return refused(`There can be at most ${most}.`);
      return keep(rows);
    },
    typed: (value) => typedRows(value).flatMap((cells) => [...cells]),
  };
}

export { kept, refused };
