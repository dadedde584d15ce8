import { isDay } from "~/core/time";
import { type ContentField, kept, lineField, linesField, refused, rowsField, textField } from "./fields";

type Block = { name: string; label: string; group: string; help?: string; needed?: boolean };
export type MakeBlock = (of: Block) => ContentField;

/** A field that is refused while it is empty. */
function neededField(field: ContentField, text = "This part of the page can’t be empty."): ContentField {
  const read: ContentField["read"] = (rawInputs) => {
    const result = field.read(rawInputs);
    return result.ok && result.value === null ? refused(text) : result;
  };
  return { ...field, read };
}

const block = ({ needed = true }: Block, field: ContentField): ContentField => (needed ? neededField(field) : field);
const named = ({ name, label, group, help }: Block, usual = "") => ({ name, label, group, help: help ?? usual });

export const heading: MakeBlock = (of) => block(of, lineField({ ...named(of), max: 150 }));

export const paragraph: MakeBlock = (of) => block(of, textField({ ...named(of), max: 2000, rows: 3 }));

const longest = 3000;

const joinLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join(" ");

export const paragraphs: MakeBlock = (of) => {
  const whole = textField({ ...named(of, "Leave an empty line between two paragraphs."), max: 20_000, rows: 8 });
  return block(of, {
    ...whole,
    read(rawInputs) {
      const text = whole.read(rawInputs);
      if (!text.ok || typeof text.value !== "string") return text;
      const paragraphs = text.value.split(/\n[^\S\n]*\n/).map((paragraph) => joinLines(paragraph));
      if (paragraphs.some((paragraph) => paragraph.length > longest))
        return refused("A paragraph has at most 3,000 characters.");
      const filled = paragraphs.filter(Boolean);
      return kept(filled.length > 0 ? filled : null);
    },
    typed: (value) => [textsIn(value).join("\n\n")],
    format: (value) => textsIn(value).join("\n\n"),
  });
};

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export const list: MakeBlock = (of) =>
  block(of, linesField({ ...named(of, "One entry per line."), type: "", most: 30, max: 400 }));

export const figure: MakeBlock = (of) =>
  block(of, threeParts(of, "Price or figure", ["label", "value", "note"], ["What it is", "Price or figure", "Note"]));

type Three = readonly [string, string, string];

/** A row of three inputs, stored as an object; the third may be empty. */
export function threeParts(
  of: Block,
  type: string,
  names: Three,
  labels: Three,
  wrong: (parts: Readonly<Record<string, string>>) => string | null = () => null,
): ContentField {
  const [first, second, third] = names;
  const partsOf = (value: unknown): string[] =>
    isObject(value) ? names.map((name) => (typeof value[name] === "string" ? value[name] : "")) : [];
  return rowsField<Record<string, string>>({
    ...{ ...named(of), type, item: of.label, spare: 1, most: 1, max: 300 },
    columns: [{ label: labels[0] }, { label: labels[1] }, { label: labels[2], wide: true }],
    row([one = "", two = "", three = ""]) {
      const row = { [first]: one, [second]: two, [third]: three };
      const message = one === "" || two === "" ? `Fill in both ${labels[0]} and ${labels[1]}.` : wrong(row);
      return message === null ? { ok: true, row } : { ok: false, message };
    },
    keep: ([row]) => kept(row ?? null),
    typedRows: (value) => (isObject(value) ? [partsOf(value)] : []),
    format: (value) => partsOf(value).filter(Boolean).join(" · "),
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const day: MakeBlock = (of) =>
  block(
    of,
    lineField({
      ...{ ...named(of), input: { type: "date" }, max: 10 },
      fits: [isDay, "Enter a date, such as 2026-11-24."],
    }),
  );
