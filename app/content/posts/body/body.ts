import { isValidText } from "~/core/text-input";
import { parsePictureUrl } from "../../pictures/address";
import { isUsableLink, unusableLink } from "./links";

/** The text of a post: a closed set of nodes, in the form of ProseMirror's JSON. */
export type Body = { type: "doc"; content: Block[] };
export type Mark = { type: "bold" } | { type: "italic" } | { type: "link"; attrs: { href: string } };
export type Inline = { type: "text"; text: string; marks: Mark[] } | { type: "hardBreak" };
type ListItem = { type: "listItem"; content: Block[] };
export type Cell = {
  type: "tableCell" | "tableHeader";
  attrs: { colspan: number; rowspan: number };
  content: Block[];
};
type Row = { type: "tableRow"; content: Cell[] };
type CallToAction = { title: string; text: string; label: string; to: string };
export type Block =
  | { type: "paragraph"; content: Inline[] }
  | { type: "heading"; attrs: { level: 2 | 3 }; content: Inline[] }
  | { type: "bulletList"; content: ListItem[] }
  | { type: "orderedList"; attrs: { start: number }; content: ListItem[] }
  | { type: "blockquote"; content: Block[] }
  | { type: "table"; content: Row[] }
  | { type: "picture"; attrs: { src: string; alt: string } }
  | { type: "callToAction"; attrs: CallToAction }
  | { type: "serviceCard"; attrs: { service: string } };

const bodyLimits = { characters: 100_000, rows: 100, columns: 12, levels: 10, alt: 250 } as const;

/** Why a body can't be stored; the message is shown to the admin. */
class UnstorableContent extends Error {}

const unknown = (name: unknown): never => {
  const text = typeof name === "string" && isValidText(name) ? name.slice(0, 60) : "an unknown part";
  throw new UnstorableContent(`This text holds something that can’t be kept: ${text}. Nothing was saved.`);
};

type UnknownObject = { readonly [name: string]: unknown };
const isObject = (value: unknown): value is UnknownObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A node or mark with exactly these properties; others are refused. */
function partsOf(value: unknown, names: readonly string[]): UnknownObject {
  if (!isObject(value)) return unknown("what is no text of the editor");
  for (const name of Object.keys(value)) if (name !== "type" && !names.includes(name)) unknown(name);
  return value;
}
const typeOf = (value: unknown): string =>
  isObject(value) && typeof value.type === "string" ? value.type : unknown("what is no text of the editor");
const listIn = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : unknown("what is no text of the editor");

function attributes(node: UnknownObject, names: readonly string[]): UnknownObject {
  const attrs = node.attrs ?? {};
  if (!isObject(attrs)) return unknown("attrs");
  for (const name of Object.keys(attrs)) if (!names.includes(name)) unknown(name);
  return attrs;
}

function textOf(value: unknown, name: string, max: number): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string" || value.length > max || !isValidText(value)) return unknown(name);
  return value;
}

function numberOf(value: unknown, name: string, max: number): number {
  if (value === undefined || value === null) return 1;
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= max ? value : unknown(name);
}

function linkOf(value: unknown): string {
  if (typeof value !== "string") return unknown("href");
  if (!isUsableLink(value)) throw new UnstorableContent(unusableLink(value));
  return value;
}

function markOf(value: unknown): Mark {
  const type = typeOf(value);
  if (type === "bold" || type === "italic") {
    partsOf(value, []);
    return { type };
  }
  if (type !== "link") return unknown(type);
  return { type, attrs: { href: linkOf(attributes(partsOf(value, ["attrs"]), ["href"]).href) } };
}

function inlineOf(value: unknown): Inline[] {
  const type = typeOf(value);
  if (type === "hardBreak") {
    partsOf(value, ["marks"]);
    return [{ type }];
  }
  if (type !== "text") return unknown(type);
  const { text, marks } = partsOf(value, ["text", "marks"]);
  const read = textOf(text, "text", bodyLimits.characters * 20);
  const all = listIn(marks).map(markOf);
  const once = all.filter((mark, index) => all.findIndex((otherMark) => otherMark.type === mark.type) === index);
  return read === "" ? [] : [{ type, text: read, marks: once }];
}

const inlines = (node: unknown): Inline[] => listIn(partsOf(node, ["content", "attrs"]).content).flatMap(inlineOf);

/** Context of a block: the number of lists, quotes and tables around it, and whether one is a table. */
type Context = { level: number; inTable: boolean };

function within({ level, inTable }: Context, isTable = false): Context {
  if (level >= bodyLimits.levels)
    throw new UnstorableContent(
      `You can nest lists, quotes and tables up to ${bodyLimits.levels} levels deep. Nothing was saved.`,
    );
  return { level: level + 1, inTable: inTable || isTable };
}

const blocks = (node: unknown, context: Context): Block[] =>
  listIn(partsOf(node, ["content", "attrs"]).content).map((block) => blockOf(block, context));

function itemsOf(node: unknown, context: Context): ListItem[] {
  const inside = within(context);
  const items = listIn(partsOf(node, ["content", "attrs"]).content).map((item): ListItem => {
    if (typeOf(item) !== "listItem") return unknown(typeOf(item));
    return { type: "listItem", content: blocks(partsOf(item, ["content"]), inside) };
  });
  return items.length > 0 ? items : unknown("an empty list");
}

function cellOf(value: unknown, context: Context): Cell {
  const type = typeOf(value);
  if (type !== "tableCell" && type !== "tableHeader") return unknown(type);
  const { colspan, rowspan } = attributes(partsOf(value, ["content", "attrs"]), ["colspan", "rowspan"]);
  const attrs = {
    colspan: numberOf(colspan, "colspan", bodyLimits.columns),
    rowspan: numberOf(rowspan, "rowspan", bodyLimits.rows),
  };
  return { type, attrs, content: blocks(value, context) };
}

function rowsOf(node: unknown, context: Context): Row[] {
  if (context.inTable) return unknown("a table inside a table");
  const inside = within(context, true);
  const rowNodes = listIn(partsOf(node, ["content"]).content);
  if (rowNodes.length > bodyLimits.rows)
    throw new UnstorableContent(
      `A table has at most ${bodyLimits.rows} rows: this one has ${rowNodes.length}. Nothing was saved.`,
    );
  const rows = rowNodes.map((row): Row => {
    if (typeOf(row) !== "tableRow") return unknown(typeOf(row));
    const content = listIn(partsOf(row, ["content"]).content).map((cell) => cellOf(cell, inside));
    const width = content.reduce((sum, { attrs }) => sum + attrs.colspan, 0);
    if (width > bodyLimits.columns)
      throw new UnstorableContent(
        `A table has at most ${bodyLimits.columns} columns: this one has ${width}. Nothing was saved.`,
      );
    return { type: "tableRow", content };
  });
  return rows.length > 0 ? rows : unknown("an empty table");
}

function pictureOf(node: unknown): Block {
  const { src, alt } = attributes(partsOf(node, ["attrs"]), ["src", "alt"]);
  const own = typeof src === "string" ? parsePictureUrl(src) : null;
  if (!own)
    throw new UnstorableContent(
      "This text contains a picture from another site. Upload it here instead. Nothing was saved.",
    );
  return { type: "picture", attrs: { src: own.address, alt: textOf(alt, "alt", bodyLimits.alt) } };
}

function callToActionOf(node: unknown): Block {
  const { title, text, label, to } = attributes(partsOf(node, ["attrs"]), ["title", "text", "label", "to"]);
  const attrs = {
    title: textOf(title, "title", 120),
    text: textOf(text, "text", 400),
    label: textOf(label, "label", 60),
    to: to === "" || to === undefined || to === null ? "" : linkOf(to),
  };
  return { type: "callToAction", attrs };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function blockOf(node: unknown, context: Context): Block {
  const type = typeOf(node);
  switch (type) {
    case "paragraph":
      attributes(partsOf(node, ["content", "attrs"]), []);
      return { type, content: inlines(node) };
    case "heading": {
      const { level } = attributes(partsOf(node, ["content", "attrs"]), ["level"]);
      if (level !== 2 && level !== 3)
        return unknown(typeof level === "number" ? `a heading of level ${level}` : "level");
      return { type, attrs: { level }, content: inlines(node) };
    }
    case "bulletList":
      partsOf(node, ["content"]);
      return { type, content: itemsOf(node, context) };
    case "orderedList": {
      const { start } = attributes(partsOf(node, ["content", "attrs"]), ["start"]);
      return { type, attrs: { start: numberOf(start, "start", 9999) }, content: itemsOf(node, context) };
    }
    case "blockquote":
      return { type, content: blocks(partsOf(node, ["content"]), within(context)) };
    case "table":
      return { type, content: rowsOf(node, context) };
    case "picture":
      return pictureOf(node);
    case "callToAction":
      return callToActionOf(node);
    case "serviceCard": {
      const { service } = attributes(partsOf(node, ["attrs"]), ["service"]);
      if (typeof service !== "string" || !uuid.test(service)) return unknown("service");
      return { type, attrs: { service } };
    }
    default:
      return unknown(type);
  }
}

export type ReadBody = { ok: true; body: Body } | { ok: false; message: string };

/** Validates a body and returns its stored form, or why it can't be stored. */
export function readBody(input: unknown): ReadBody {
  try {
    if (typeOf(input) !== "doc") return unknown(typeOf(input));
    const content = listIn(partsOf(input, ["content"]).content).map((block) =>
      blockOf(block, { level: 0, inTable: false }),
    );
    const body: Body = { type: "doc", content: withoutEmptyEnd(content) };
    const characters = charactersIn(body.content);
    const { characters: max } = bodyLimits;
    if (characters > max) throw new UnstorableContent(tooLong(characters, max));
    return { ok: true, body };
  } catch (error) {
    if (error instanceof UnstorableContent) return { ok: false, message: error.message };
    throw error;
  }
}

const inWords = (number: number) => number.toLocaleString("en-US");
const tooLong = (characters: number, max: number) =>
  `This text is too long: ${inWords(characters)} of ${inWords(max)} characters.`;

/** The editor appends empty paragraphs to continue writing in. */
function withoutEmptyEnd(content: readonly Block[]): Block[] {
  const last = content.findLastIndex((block) => block.type !== "paragraph" || block.content.length > 0);
  return content.slice(0, last + 1);
}

/** Yields the blocks of a body with nested ones, in order. */
export function* everyBlock(content: readonly Block[]): Generator<Block> {
  for (const block of content) {
    yield block;
    if (block.type === "bulletList" || block.type === "orderedList")
      for (const item of block.content) yield* everyBlock(item.content);
    else if (block.type === "blockquote") yield* everyBlock(block.content);
    else if (block.type === "table")
      for (const row of block.content) for (const cell of row.content) yield* everyBlock(cell.content);
  }
}

function charactersIn(content: readonly Block[]): number {
  let length = 0;
  for (const block of everyBlock(content))
    if (block.type === "paragraph" || block.type === "heading")
      for (const inline of block.content) length += inline.type === "text" ? inline.text.length : 1;
  return length;
}
