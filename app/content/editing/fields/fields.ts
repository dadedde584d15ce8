import type { z } from "zod";
import { lineInput, textInput } from "~/core/input-schemas.server";
import type { Json } from "~/db/schema/content";
import type { FileRules } from "~/documents/file-rules";

/** The columns of a table that is typed, such as from and until when. */
export type Column = { label: string; type?: "date" | "time" | "url" | undefined; wide?: boolean | undefined };
/** `fixed`: always shown, or always shown and last. */
export type StepRow = { code: string; title: string; fixed: "shown" | "last" | null };
export type Option = { value: string; label: string };
/** A file that a version names: who stored it and when, what its scan says, and where staff get it. */
export type StoredFileOption = {
  value: string;
  name: string;
  size: string;
  by: string | null;
  at: string;
  scan: string;
  virus: string | null;
  isPublic: boolean;
  path: string;
};
/** What a field is typed into. All but a post's body are the form's own, so that every editor works without script. */
export type Control =
  | {
      as: "line";
      type?: "email" | "tel" | "date" | "url" | undefined;
      numeric?: boolean;
      suggests?: readonly string[];
      /** Of a phone: whether it may have an extension. */
      takesExtension?: boolean;
    }
  | { as: "text"; rows: number }
  | { as: "choice"; options: readonly Option[]; look: "list" | "radios" }
  | { as: "checkbox" }
  | { as: "picture"; described: boolean }
  /** A file, beside those that were there before and can be taken again. */
  | { as: "file"; rules: FileRules; files: readonly StoredFileOption[] }
  /** The text of a post, in an editor of its own; `services` that a card can name, each by its id and its name. */
  | { as: "body"; services: readonly string[] }
  /** The steps of an application in their order: each has a place, and is shown or hidden. */
  | { as: "steps"; steps: readonly StepRow[] }
  /** Rows of boxes; `spare` empty ones follow those that are filled in, `most` at all. */
  | { as: "rows"; columns: readonly Column[]; spare: number; most: number; item: string };

type Read = { ok: true; value: Json } | { ok: false; message: string };

/** One value of what is edited, declared once: form, refusals, history and record follow from it. */
export type ContentField = {
  name: string;
  label: string;
  /** What it changes. */
  help: string;
  /** What is to be typed, in words. */
  type: string;
  group: string;
  control: Control;
  /** What stands for it in public while it is empty. */
  instead?: string | undefined;
  /** Facts that are its own, by the names of their braces, such as those of a mail: none of the site’s. */
  ownFacts?: readonly string[];
  /** What was typed into its boxes as it is kept; null for nothing. */
  read: (typed: readonly string[]) => Read;
  /** What is kept as its boxes show it. */
  typed: (value: Json) => string[];
  /** The same in words, for history and record. */
  words: (value: Json) => string;
};

export type Named = Pick<ContentField, "name" | "label" | "help" | "group" | "instead">;

const kept = (value: Json): Read => ({ ok: true, value });
const refused = (message: string): Read => ({ ok: false, message });
export const textOf = (value: Json): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
const stringsIn = (value: Json): string[] => (Array.isArray(value) ? value.map(textOf) : []);

/** The typed text without what a browser or a keyboard adds; refused when it is too long or can't be stored. */
function plain(schema: z.ZodType<string>, typed: string, max: number): Read {
  const read = schema.safeParse(typed);
  if (read.success) return kept(read.data);
  const barred = read.error.issues.find(({ code }) => code === "custom")?.message;
  return refused(barred ?? `Write at most ${max.toLocaleString("en-US")} characters.`);
}

type Line = Named & {
  type?: string;
  max?: number;
  input?: Omit<Extract<Control, { as: "line" }>, "as">;
  /** Takes away what was typed around what is meant. */
  clean?: (typed: string) => string;
  /** Refuses what does not fit, in these words. */
  fits?: readonly [(text: string) => boolean, string];
  /** What is kept of it where that is no text. */
  keep?: (text: string) => Json;
};

export function lineField({
  type = "One line",
  max = 200,
  input = {},
  clean,
  fits,
  keep,
  ...named
}: Line): ContentField {
  return {
    ...named,
    type,
    control: { as: "line", ...input },
    read([typed = ""]) {
      const line = plain(lineInput(max, named.label), clean ? clean(typed) : typed, max);
      if (!line.ok || line.value === "") return line.ok ? kept(null) : line;
      const text = textOf(line.value);
      if (fits && !fits[0](text)) return refused(fits[1]);
      return kept(keep ? keep(text) : text);
    },
    typed: (value) => [textOf(value)],
    words: textOf,
  };
}

export function textField({ max, rows = 5, ...named }: Named & { max: number; rows?: number }): ContentField {
  return {
    ...named,
    type: "Text",
    control: { as: "text", rows },
    read([typed = ""]) {
      const text = plain(textInput(max, named.label), typed, max);
      return text.ok && text.value === "" ? kept(null) : text;
    },
    typed: (value) => [textOf(value)],
    words: textOf,
  };
}

type Lines = Named & { type: string; most: number; max: number; check?: (lines: readonly string[]) => string | null };

/** A list that is typed line by line. */
export function linesField({ most, max, check, type, ...named }: Lines): ContentField {
  return {
    ...named,
    type,
    control: { as: "text", rows: 5 },
    read([typed = ""]) {
      const lines: string[] = [];
      for (const one of typed.split(/\r?\n/)) {
        const line = plain(lineInput(max, named.label), one, max);
        if (!line.ok) return line;
        if (line.value !== "") lines.push(textOf(line.value));
      }
      if (lines.length > most) return refused(`Write at most ${most} lines.`);
      const wrong = check?.(lines) ?? null;
      if (wrong !== null) return refused(wrong);
      return kept(lines.length > 0 ? lines : null);
    },
    typed: (value) => [stringsIn(value).join("\n")],
    words: (value) => stringsIn(value).join(", "),
  };
}

type Rows<Row> = Named & {
  type: string;
  columns: readonly Column[];
  item: string;
  spare: number;
  most: number;
  max?: number;
  /** One row as it is kept, or what is wrong with it. */
  row: (cells: readonly string[]) => { ok: true; row: Row } | { ok: false; message: string };
  /** All rows as they are kept. Without one null. */
  keep: (rows: readonly Row[]) => Read;
  typedRows: (value: Json) => readonly (readonly string[])[];
  words: (value: Json) => string;
};

/** A table that is typed into rows of boxes; an empty row counts for nothing. */
export function rowsField<Row>(given: Rows<Row>): ContentField {
  const { columns, item, spare, most, max = 200, row, keep, typedRows, words, ...named } = given;
  const width = columns.length;
  return {
    ...named,
    words,
    control: { as: "rows", columns, spare, most, item },
    read(typed) {
      const rows: Row[] = [];
      for (let at = 0; at < typed.length; at += width) {
        const cells: string[] = [];
        for (const cell of typed.slice(at, at + width)) {
          const line = plain(lineInput(max, named.label), cell, max);
          if (!line.ok) return line;
          cells.push(textOf(line.value));
        }
        if (cells.every((cell) => cell === "")) continue;
        const read = row(cells);
        if (!read.ok) return refused(most > 2 ? `${item} ${at / width + 1}: ${read.message}` : read.message);
        rows.push(read.row);
      }
      if (rows.length > most) return refused(`There can be at most ${most}.`);
      return keep(rows);
    },
    typed: (value) => typedRows(value).flatMap((cells) => [...cells]),
  };
}

export { kept, refused };
