import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Font } from "fontkit";
import { composed } from "./composed";
import { type EastAsianFont, eastAsianFonts, type Weight } from "./east-asian.server";
import { openFont } from "./open-font.server";

/** Our own typefaces, with fallbacks for letters that they lack. */
export type Face = "display" | "text" | "strong" | "mono";

const { resolve } = createRequire(import.meta.url);
const own: Record<Face, string> = {
  display: "@fontsource/fraunces/files/fraunces-latin-600-normal.woff",
  text: "@fontsource/figtree/files/figtree-latin-400-normal.woff",
  strong: "@fontsource/figtree/files/figtree-latin-600-normal.woff",
  mono: "@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff",
};
const scripts = ["latin", "latin-ext", "vietnamese", "greek", "greek-ext", "cyrillic", "cyrillic-ext", "devanagari"];
const noto = (weight: Weight) => [
  ...scripts.map((script) => `@fontsource/noto-sans/files/noto-sans-${script}-${weight}-normal.woff`),
  ...["arabic", "hebrew", "thai"].map(
    (script) => `@fontsource/noto-sans-${script}/files/noto-sans-${script}-${script}-${weight}-normal.woff`,
  ),
  // Has letters with marks that the small Noto Sans subsets lack.
  `dejavu-fonts-ttf/ttf/DejaVuSans${weight === 600 ? "-Bold" : ""}.ttf`,
];
/** Has nearly every character of Unicode, coarsely: better than an empty box. */
const lastResort = "@fontsource/unifont/files/unifont-latin-400-normal.woff";
const weights: Record<Face, Weight> = { display: 600, text: 400, strong: 600, mono: 400 };

/** The font files of a face, its own first, then fallbacks. */
const cuts: Record<Face, readonly string[]> = {
  display: [own.display, own.display.replace("latin", "latin-ext"), ...noto(600)],
  text: [own.text, own.text.replace("latin", "latin-ext"), ...noto(400)],
  strong: [own.strong, own.strong.replace("latin", "latin-ext"), ...noto(600)],
  mono: [own.mono, own.mono.replace("latin", "latin-ext"), ...noto(400)],
};
const all = ["display", "text", "strong", "mono"] as const;

/** The name of a font in a document: the face's for its own, so that its texts need no lookup. */
const nameOf = (face: Face, position: number) => (position === 0 ? face : `${face} ${position}`);

const opened = new Map<string, Font>();

function fontOf(file: string): Font {
  const known = opened.get(file);
  if (known) return known;
  const font = openFont(readFileSync(resolve(file)));
  opened.set(file, font);
  return font;
}

/** The ascent, relative to the font size. */
export function ascentOf(face: Face): number {
  const { ascent, unitsPerEm } = fontOf(own[face]);
  return ascent / unitsPerEm;
}

/** Invisible characters: joiners and directions. */
const unseen = /^[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]$|^\p{Variation_Selector}$/u;

const hasAll = (file: string, letters: string) =>
  [...letters].every(
    (letter) => letter === " " || letter === "\n" || fontOf(file).hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
  );

/** Whether the face's own font has every letter of a text, which is then left to right. */
export const fits = (face: Face, text: string): boolean => hasAll(own[face], text);

export type Cut = { name: string; font: Font };

export function makeKnown(doc: PDFKit.PDFDocument, { name, font }: Cut): void {
  // The type declarations don't allow an opened font.
  doc.registerFont(name, font as unknown as Buffer);
}

/**
 * Clears the glyph caches: fontkit stores each glyph with the letters that it was first drawn for, and PDF readers
 * extract these, so no document may start with the glyphs of another.
 */
export function registerFaces(doc: PDFKit.PDFDocument): void {
  for (const font of opened.values()) Object.assign(font, { _glyphs: {} });
  for (const face of all) makeKnown(doc, { name: face, font: fontOf(own[face]) });
}

export class Faces {
  private readonly eastAsian: ReadonlyMap<Weight, readonly EastAsianFont[]>;

  private constructor(eastAsian: ReadonlyMap<Weight, readonly EastAsianFont[]> = new Map()) {
    this.eastAsian = eastAsian;
  }

  /** Without Chinese, Japanese and Korean. */
  static readonly western = new Faces();

  static async for(texts: Iterable<string>): Promise<Faces> {
    return new Faces(await eastAsianFonts([...texts].map(composed)));
  }

  private eastAsianOf(face: Face): readonly EastAsianFont[] {
    return this.eastAsian.get(weights[face]) ?? [];
  }

  /** The first font with a letter and all its marks. */
  cutOf(face: Face, letter: string): Cut | undefined {
    const seen = [...letter].filter((character) => !unseen.test(character)).join("");
    const index = cuts[face].findIndex((file) => hasAll(file, seen));
    if (index >= 0) return { name: nameOf(face, index), font: fontOf(cuts[face][index] ?? own[face]) };
    const fonts = this.eastAsianOf(face);
    const found = fonts.findIndex(({ codes }) =>
      [...seen].every((character) => codes.has(character.codePointAt(0) ?? 0)),
    );
    const font = fonts[found]?.font;
    if (font) return { name: eastAsianName(face, found), font };
    return hasAll(lastResort, seen) ? { name: "last resort", font: fontOf(lastResort) } : undefined;
  }

  ownCut(face: Face): Cut {
    return { name: face, font: fontOf(own[face]) };
  }
}

const eastAsianName = (face: Face, position: number) => `${weights[face]} east asian ${position}`;
