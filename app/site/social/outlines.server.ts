import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";

/** Text as outlines in our own typefaces, so that drawings don't depend on the server's fonts. */
export type Face = "display" | "text" | "strong" | "mono";

const files: Record<Face, string> = {
  display: "@fontsource/fraunces/files/fraunces-SUBSET-600-normal.woff",
  text: "@fontsource/figtree/files/figtree-SUBSET-500-normal.woff",
  strong: "@fontsource/figtree/files/figtree-SUBSET-700-normal.woff",
  mono: "@fontsource/ibm-plex-mono/files/ibm-plex-mono-SUBSET-400-normal.woff",
};

const { resolve } = createRequire(import.meta.url);
const opened = new Map<Face, Font[]>();

/** The font files of a face, common letters first; loaded on first use. */
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

/** Groups letters by font file, so that neighbours are kerned; letters in no file are left out. */
function runsOf(face: Face, text: string): { font: Font; text: string }[] {
  const runs: { font: Font; text: string }[] = [];
  for (const letter of text) {
    const font = cuts(face).find((subset) => subset.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
    const last = runs.at(-1);
    if (font && last?.font === font) last.text += letter;
    else if (font) runs.push({ font, text: letter });
  }
  return runs;
}

/** The width of a line, in the unit of `size`; `spacing` is added after each letter, in em. */
export function widthOf(face: Face, text: string, size: number, spacing = 0): number {
  return runsOf(face, text).reduce(
    (sum, run) =>
      sum + (run.font.layout(run.text).advanceWidth / run.font.unitsPerEm + spacing * run.text.length) * size,
    0,
  );
}

/** Path elements of one line that begins at `x` with its baseline at `y`. */
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
      const position = positions[index];
      const shape = glyph.path.toSVG();
      if (shape) {
        const left = x + (position?.xOffset ?? 0) * scale;
        paths += `<path transform="translate(${left.toFixed(2)} ${at.y}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})" d="${shape}"/>`;
      }
      x += (position?.xAdvance ?? 0) * scale + (at.spacing ?? 0) * at.size;
    }
  }
  return paths;
}

/** Fits a line into `width` at the largest of `sizes`; truncated at the smallest one. */
export function fitLine(face: Face, text: string, width: number, sizes: readonly number[], spacing = 0) {
  const smallest = sizes.at(-1) ?? 20;
  const size = sizes.find((candidate) => widthOf(face, text, candidate, spacing) <= width) ?? smallest;
  let line = text;
  while (widthOf(face, line, size, spacing) > width && line.length > 1) line = `${line.slice(0, -2).trimEnd()}…`;
  return { text: line, size };
}

/**
 * Breaks text into lines no wider than `width`, at the largest of `sizes` with at most `lines` lines that `fits`;
 * otherwise truncated with an ellipsis at the smallest one, and `isWhole` is false.
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
  const remaining = `${visible.slice(lines - 1).join(" ")}…`;
  return {
    size,
    lines: [...visible.slice(0, lines - 1), fitLine(face, remaining, width, [size]).text],
    isWhole: false,
  };
}

const letters = (word: string) => word.match(/\p{L}/gu)?.length ?? 0;

/**
 * Avoids a last line of one word, by moving the previous word to it. If that makes it too wide, or leaves no line
 * above, a long word stays alone; with fewer than five letters (L-SEO-12) undefined.
 */
function unwidowed(face: Face, lines: readonly string[], width: number, size: number): string[] | undefined {
  const last = lines.at(-1) ?? "";
  if (lines.length < 2 || last.includes(" ")) return [...lines];
  const above = (lines.at(-2) ?? "").split(" ");
  const longer = `${above.pop() ?? ""} ${last}`;
  if (above.length === 0 || widthOf(face, longer, size) > width) return letters(last) < 5 ? undefined : [...lines];
  return [...lines.slice(0, -2), above.join(" "), longer];
}

/** Rebalances to the same number of lines of similar length. */
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
