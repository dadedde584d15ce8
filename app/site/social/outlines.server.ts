import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";

/** Text as outlines, in our own typefaces: what is drawn on the server does not depend on the machine's fonts. */
export type Face = "display" | "text" | "strong" | "mono";

const files: Record<Face, string> = {
  display: "@fontsource/fraunces/files/fraunces-SUBSET-600-normal.woff",
  text: "@fontsource/figtree/files/figtree-SUBSET-500-normal.woff",
  strong: "@fontsource/figtree/files/figtree-SUBSET-700-normal.woff",
  mono: "@fontsource/ibm-plex-mono/files/ibm-plex-mono-SUBSET-400-normal.woff",
};

const { resolve } = createRequire(import.meta.url);
const opened = new Map<Face, Font[]>();

/** The font files of a face, the common letters first; loaded on first use. */
function cuts(face: Face): Font[] {
  const known = opened.get(face);
  if (known) return known;
  const fonts = ["latin", "latin-ext"].map((subset) => {
    const font = create(readFileSync(resolve(files[face].replace("SUBSET", subset))));
    if (!("layout" in font)) throw new Error(`${files[face]} is a collection of fonts`);
    return font;
  });
  opened.set(face, fonts);
  return fonts;
}

/** Neighbouring letters of one cut, so that they are kerned; letters that no cut has are left out. */
function runsOf(face: Face, text: string): { font: Font; text: string }[] {
  const runs: { font: Font; text: string }[] = [];
  for (const letter of text) {
    const font = cuts(face).find((cut) => cut.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
    const last = runs.at(-1);
    if (font && last?.font === font) last.text += letter;
    else if (font) runs.push({ font, text: letter });
  }
  return runs;
}

/** How wide a line is, in the unit of `size`; `spacing` is added after each letter, in parts of the size. */
export function widthOf(face: Face, text: string, size: number, spacing = 0): number {
  return runsOf(face, text).reduce(
    (sum, run) =>
      sum + (run.font.layout(run.text).advanceWidth / run.font.unitsPerEm + spacing * run.text.length) * size,
    0,
  );
}

/** Path elements of one line that begins at `x` and stands on `y`. */
export function outline(
  face: Face,
  text: string,
  at: { x: number; y: number; size: number; spacing?: number },
): string {
  let x = at.x;
  let paths = "";
  for (const run of runsOf(face, text)) {
    const scale = at.size / run.font.unitsPerEm;
    const { glyphs, positions } = run.font.layout(run.text);
    for (const [index, glyph] of glyphs.entries()) {
      const place = positions[index];
      const shape = glyph.path.toSVG();
      if (shape) {
        const left = x + (place?.xOffset ?? 0) * scale;
        paths += `<path transform="translate(${left.toFixed(2)} ${at.y}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})" d="${shape}"/>`;
      }
      x += (place?.xAdvance ?? 0) * scale + (at.spacing ?? 0) * at.size;
    }
  }
  return paths;
}

/** A line in the largest of `sizes` in which it is no wider than `width`; in the smallest one its end is cut off. */
export function fitLine(face: Face, text: string, width: number, sizes: readonly number[], spacing = 0) {
  const smallest = sizes.at(-1) ?? 20;
  const size = sizes.find((one) => widthOf(face, text, one, spacing) <= width) ?? smallest;
  let line = text;
  while (widthOf(face, line, size, spacing) > width && line.length > 1) line = `${line.slice(0, -2).trimEnd()}…`;
  return { text: line, size };
}

/**
 * Breaks a text into lines no wider than `width`, in the largest of `sizes` that needs no more than `lines` and that
 * `fits`; else, in the smallest one, the rest is cut off with an ellipsis, and it is not `isWhole`.
 */
export function breakToFit(
  face: Face,
  text: string,
  width: number,
  sizes: readonly number[],
  lines: number,
  fits: (size: number, lines: number) => boolean = () => true,
) {
  const words = text.split(/\s+/).filter(Boolean);
  for (const size of sizes) {
    const broken = breakLines(face, words, width, size);
    const isWhole = broken.length <= lines && broken.every((line) => widthOf(face, line, size) <= width);
    const found = isWhole ? unwidowed(face, balanced(face, words, width, size, broken), width, size) : undefined;
    if (found && fits(size, found.length)) return { size, lines: found, isWhole: true };
  }
  const size = sizes.at(-1) ?? 40;
  const visible = breakLines(face, words, width, size);
  if (visible.length <= lines)
    return { size, lines: visible.map((line) => fitLine(face, line, width, [size]).text), isWhole: false };
  const rest = `${visible.slice(lines - 1).join(" ")}…`;
  return { size, lines: [...visible.slice(0, lines - 1), fitLine(face, rest, width, [size]).text], isWhole: false };
}

const letters = (word: string) => word.match(/\p{L}/gu)?.length ?? 0;

/**
 * The lines with no single word on the last one: it gets the word before it. Where that makes it too wide, or leaves
 * nothing above it, a long word stays alone; with one of fewer than five letters (L-SEO-12) undefined.
 */
function unwidowed(face: Face, lines: readonly string[], width: number, size: number): string[] | undefined {
  const last = lines.at(-1) ?? "";
  if (lines.length < 2 || last.includes(" ")) return [...lines];
  const above = (lines.at(-2) ?? "").split(" ");
  const longer = `${above.pop() ?? ""} ${last}`;
  if (above.length === 0 || widthOf(face, longer, size) > width) return letters(last) < 5 ? undefined : [...lines];
  return [...lines.slice(0, -2), above.join(" "), longer];
}

/** The same number of lines, but of similar length, so that no single word is left in the last one. */
function balanced(face: Face, words: readonly string[], width: number, size: number, lines: string[]): string[] {
  let best = lines;
  for (let narrower = width - size / 4; narrower > width / 2; narrower -= size / 4) {
    const broken = breakLines(face, words, narrower, size);
    if (broken.length > lines.length || broken.some((line) => widthOf(face, line, size) > narrower)) break;
    best = broken;
  }
  return best;
}

function breakLines(face: Face, words: readonly string[], width: number, size: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ""} ${word}`.trim();
    if (lines.length > 0 && widthOf(face, longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
