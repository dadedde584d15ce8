import { inflateSync } from "node:zlib";

/** The text of a PDF as a reader copies it, one line per text object: by the fonts' ToUnicode maps. */
export function textOf(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const maps = fontMaps(objects);
  return [...objects.values()].flatMap(({ stream }) => drawnIn(stream, maps));
}

type Objects = ReturnType<typeof objectsOf>;
type FontMaps = Map<string, Map<number, string>>;

function fontMaps(objects: Objects): FontMaps {
  const maps: FontMaps = new Map();
  for (const { text } of objects.values())
    for (const [, name = "", id = ""] of text.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.text ?? "")?.[1];
      maps.set(name, unicodeOf(objects.get(map ?? "")?.stream ?? ""));
    }
  return maps;
}

const texts = /\/(F\d+) [\d.]+ Tf|\[(?:<[0-9a-f]*>|[-\d. ])*\] TJ/g;

function drawnIn(stream: string, maps: FontMaps): string[] {
  const lines: string[] = [];
  let font: Map<number, string> | undefined;
  for (const [whole, name] of stream.matchAll(texts)) {
    if (name) font = maps.get(name);
    else lines.push(drawn(whole, font));
  }
  return lines;
}

/** The number of missing glyphs in a PDF: the first glyph of every font, drawn as a box. */
export function emptyBoxesIn(pdf: Buffer): number {
  const codes = [...objectsOf(pdf).values()].flatMap(({ stream }) =>
    [...stream.matchAll(texts)].flatMap(([whole]) =>
      [...whole.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, all = ""]) => all.match(/.{4}/g) ?? []),
    ),
  );
  return codes.filter((code) => code === "0000").length;
}

/** A structure element for screen readers, with its own text. */
export type Tag = { type: string; text: string; actual: string | undefined; scope: string | undefined; parts: Tag[] };

/** The structure tree of a PDF, and its catalog. */
export function tagsOf(pdf: Buffer): { root: Tag; catalog: string; title: string } {
  const objects = objectsOf(pdf);
  const maps = fontMaps(objects);
  const textWith = (part: string) => [...objects.values()].find(({ text }) => text.includes(part))?.text ?? "";
  /** A page's text by marked content id. */
  const wordsOn = (page: string): Map<string, string> => {
    const contents = /\/Contents (\d+) 0 R/.exec(objects.get(page)?.text ?? "")?.[1] ?? "";
    const marked = (objects.get(contents)?.stream ?? "").matchAll(/\/\w+ <<[^>]*\/MCID (\d+)[^>]*>> BDC([\s\S]*?)EMC/g);
    return new Map([...marked].map(([, id = "", part = ""]) => [id, drawnIn(part, maps).join("")]));
  };
  const read = (id: string): Tag => {
    const text = objects.get(id)?.text ?? "";
    const page = /\/Pg (\d+) 0 R/.exec(text.replace(/\/K \[[\s\S]*?\]/, ""))?.[1] ?? "";
    const [type = "", scope] = [/\/S \/(\w+)/, /\/Scope \/(\w+)/].map((part) => part.exec(text)?.[1]);
    const tag: Tag = { type, text: "", actual: actualIn(text), scope, parts: [] };
    const content = /\/K \[([\s\S]*?)\]/.exec(text)?.[1] ?? "";
    for (const [, inside, reference, own] of content.matchAll(/<<([\s\S]*?)>>|(\d+) 0 R|(\d+)/g)) {
      if (reference) tag.parts.push(read(reference));
      else if (own) tag.text += wordsOn(page).get(own) ?? "";
      else if (inside?.includes("/MCID")) {
        const on = /\/Pg (\d+) 0 R/.exec(inside)?.[1] ?? page;
        tag.text += wordsOn(on).get(/\/MCID (\d+)/.exec(inside)?.[1] ?? "") ?? "";
      }
    }
    return tag;
  };
  const root = /\/K \[?(\d+) 0 R/.exec(textWith("/StructTreeRoot\n"))?.[1] ?? "";
  const markInfo = /\/MarkInfo (\d+) 0 R/.exec(textWith("/Type /Catalog"))?.[1] ?? "";
  return {
    root: read(root),
    catalog: textWith("/Type /Catalog") + (objects.get(markInfo)?.text ?? ""),
    title: valueNamed(objects, textWith("/Title "), "Title"),
  };
}

/** A value of an object, which may be a reference to another one. */
function valueNamed(objects: Objects, content: string, name: string): string {
  const elsewhere = new RegExp(`/${name} (\\d+) 0 R`).exec(content)?.[1];
  return elsewhere ? (objects.get(elsewhere)?.text ?? "") : content;
}

function actualIn(content: string): string | undefined {
  const text = /\/ActualText \(([\s\S]*?)\)\n/.exec(content)?.[1];
  if (text === undefined) return undefined;
  const bytes = Buffer.from(text.replace(/\\(.)/gs, "$1"), "latin1");
  return bytes[0] === 0xfe ? bytes.subarray(2).swap16().toString("utf16le") : text;
}

const drawn = (text: string, font: Map<number, string> | undefined): string =>
  [...text.matchAll(/<([0-9a-f]*)>/g)]
    .flatMap(([, codes = ""]) => codes.match(/.{4}/g) ?? [])
    .map((code) => font?.get(Number.parseInt(code, 16)) ?? "\u{fffd}")
    .join("");

function objectsOf(pdf: Buffer) {
  const objects = new Map<string, { text: string; stream: string }>();
  const whole = pdf.toString("latin1");
  for (const [, id = "", body = ""] of whole.matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [text = "", bytes] = body.split(/\nstream\n/);
    const stream = bytes === undefined ? "" : bytes.replace(/\nendstream$/, "");
    const isCompressed = text.includes("/FlateDecode") && !text.includes("/Length1");
    objects.set(id, { text, stream: isCompressed ? unpacked(stream) : stream });
  }
  return objects;
}

/** Font streams are compressed as well, and contain no text. */
function unpacked(stream: string): string {
  try {
    return inflateSync(Buffer.from(stream, "latin1")).toString("latin1");
  } catch {
    return "";
  }
}

function unicodeOf(map: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const [, first = "0", codes = ""] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g))
    for (const [index, [, code = ""]] of [...codes.matchAll(/<([0-9a-f ]*)>/g)].entries())
      letters.set(
        Number.parseInt(first, 16) + index,
        Buffer.from(code.replaceAll(" ", ""), "hex").swap16().toString("utf16le"),
      );
  return letters;
}
