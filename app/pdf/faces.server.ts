import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";

/** The faces of a page: our own typefaces, and Noto Sans for letters that these lack. */
export type Face = "display" | "text" | "strong" | "mono";

const { resolve } = createRequire(import.meta.url);
const own: Record<Face, string> = {
  display: "@fontsource/fraunces/files/fraunces-latin-600-normal.woff",
  text: "@fontsource/figtree/files/figtree-latin-400-normal.woff",
  strong: "@fontsource/figtree/files/figtree-latin-600-normal.woff",
  mono: "@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff",
};
const scripts = ["latin", "latin-ext", "vietnamese", "greek", "greek-ext", "cyrillic", "cyrillic-ext", "devanagari"];
const noto = (weight: 400 | 600) =>
  scripts.map((script) => `@fontsource/noto-sans/files/noto-sans-${script}-${weight}-normal.woff`);

/** The font files of a face, its own first, then those that help out. */
const cuts: Record<Face, readonly string[]> = {
  display: [own.display, own.display.replace("latin", "latin-ext"), ...noto(600)],
  text: [own.text, own.text.replace("latin", "latin-ext"), ...noto(400)],
  strong: [own.strong, own.strong.replace("latin", "latin-ext"), ...noto(600)],
  mono: [own.mono, own.mono.replace("latin", "latin-ext"), ...noto(400)],
};

/** What a document knows a cut by: the face's name for its own, so that texts in it need no looking up. */
const nameOf = (face: Face, at: number) => (at === 0 ? face : `${face} ${at}`);

/** Makes the faces known to a document; only those that it uses are embedded. */
export function registerFaces(doc: PDFKit.PDFDocument): void {
  for (const face of ["display", "text", "strong", "mono"] as const)
    for (const [at, file] of cuts[face].entries()) doc.registerFont(nameOf(face, at), resolve(file));
}

const opened = new Map<string, Font>();

function fontOf(file: string): Font {
  const known = opened.get(file);
  if (known) return known;
  const font = create(readFileSync(resolve(file)));
  if (!("layout" in font)) throw new Error(`${file} is a collection of fonts`);
  opened.set(file, font);
  return font;
}

/** How far the letters of a face rise over the line, in parts of their size. */
export function ascentOf(face: Face): number {
  const { ascent, unitsPerEm } = fontOf(own[face]);
  return ascent / unitsPerEm;
}

const hasAll = (file: string, letters: string) =>
  [...letters].every((letter) => /\s/.test(letter) || fontOf(file).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));

/** Whether the face itself has every letter of a text. */
export const fits = (face: Face, text: string): boolean => hasAll(own[face], text);

/** Neighbouring letters of one cut. */
type Run = { font: string; text: string };
type Line = { run: Run; x: number }[];

const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A text by the cuts that have its letters; one that no cut has stays with the face and is an empty box there. */
function runsOf(face: Face, text: string): Run[] {
  const runs: Run[] = [];
  for (const { segment } of letters.segment(text)) {
    const at = Math.max(
      0,
      cuts[face].findIndex((file) => hasAll(file, segment)),
    );
    const font = nameOf(face, at);
    const last = runs.at(-1);
    if (last?.font === font || (last && segment === " ")) last.text += segment;
    else runs.push({ font, text: segment });
  }
  return runs;
}

/** A text of several cuts in lines of at most `width`, broken between words, and within one that is wider. */
export function linesOf(doc: PDFKit.PDFDocument, face: Face, text: string, width: number): Line[] {
  const widthOf = (words: string) =>
    runsOf(face, words).reduce((sum, { font, text }) => sum + doc.font(font).widthOfString(text), 0);
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of paragraph.split(" ").flatMap((whole) => partsOf(whole, width, widthOf))) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (line !== "" && widthOf(longer) > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    lines.push(line);
  }
  return lines.map((line) => {
    let x = 0;
    return runsOf(face, line).map((run) => {
      const at = { run, x };
      x += doc.font(run.font).widthOfString(run.text);
      return at;
    });
  });
}

/** A word that is wider than the line, in parts that are not. */
function partsOf(word: string, width: number, widthOf: (text: string) => number): string[] {
  if (widthOf(word) <= width) return [word];
  const parts = [""];
  for (const { segment } of letters.segment(word)) {
    const last = parts.length - 1;
    if (parts[last] && widthOf(parts[last] + segment) > width) parts.push(segment);
    else parts[last] += segment;
  }
  return parts;
}
