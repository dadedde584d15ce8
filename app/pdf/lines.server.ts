import bidiFactory, { type EmbeddingLevels } from "bidi-js";
import { composed } from "./composed";
import { type Cut, type Face, type Faces, makeKnown } from "./faces.server";

const bidi = bidiFactory();

/** Adjacent letters of one font and direction, in the font's order. */
type Run = { font: string; text: string; isReversed: boolean; width: number };
/** `x`: the run's position on its line. */
export type Line = { runs: { run: Run; x: number }[]; width: number; isFromRight: boolean };
/** The document's font size must be that of the text. */
type Pen = { doc: PDFKit.PDFDocument; faces: Faces; face: Face };

const letters = new Intl.Segmenter("en", { granularity: "grapheme" });
const words = new Intl.Segmenter("th", { granularity: "word" });

const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\u202b\u202e\u2067]/u;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const steering = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

const isReordered = (text: string): boolean => rightToLeft.test(text);

/** Whether a text is drawn differently than written: PDF readers then need the original text. */
export const isDrawnOtherwise = ({ faces, face }: Pick<Pen, "faces" | "face">, text: string): boolean =>
  isReordered(text) ||
  [...letters.segment(text.replaceAll(steering, ""))].some(
    ({ segment }) => segment !== "\n" && (/\p{M}/u.test(segment) || !faces.cutOf(face, segment)),
  );

/** Breaks a text into lines of at most `width`, between words, and within one that is wider. */
export function linesOf(pen: Pen, text: string, width: number): Line[] {
  return composed(text)
    .split("\n")
    .flatMap((paragraph) => {
      const levels = isReordered(paragraph) ? bidi.getEmbeddingLevels(paragraph) : undefined;
      const lines = brokenAt(pen, paragraph, width);
      // A single name stays left-aligned under the others; a text starts at the right.
      const isFromRight = lines.length > 1 && (levels?.paragraphs[0]?.level ?? 0) % 2 === 1;
      return lines.map(([start, end]) => ({ ...lineOf(pen, paragraph, levels, start, end), isFromRight }));
    });
}

function brokenAt(pen: Pen, paragraph: string, width: number): [start: number, end: number][] {
  const lines: [number, number][] = [];
  const space = widthOf(pen, " ");
  let [start, end, used] = [0, 0, 0];
  for (const token of tokensOf(pen, paragraph, width)) {
    const before = token.start > end ? space * (token.start - end) : 0;
    if (end > start && used + before + token.width > width) {
      lines.push([start, end]);
      start = token.start;
      used = token.width;
    } else used += before + token.width;
    end = token.start + token.text.length;
  }
  return [...lines, [start, end]];
}

type Token = { start: number; text: string; width: number };

/** The parts of a paragraph between which a line may break. */
function tokensOf(pen: Pen, paragraph: string, width: number): Token[] {
  return [...paragraph.matchAll(/[^ ]+/g)].flatMap(({ 0: word, index }) => {
    let start = index;
    return partsOfWord(word)
      .flatMap((part) => partsOf(pen, part, width))
      .map((part) => {
        const token = { start, ...part };
        start += part.text.length;
        return token;
      });
  });
}

/** Splits text without spaces into its words; punctuation stays with the word before. */
function partsOfWord(word: string): string[] {
  if (!unspaced.test(word)) return [word];
  const parts: string[] = [];
  for (const { segment, isWordLike } of words.segment(word)) {
    if (isWordLike || parts.length === 0) parts.push(segment);
    else parts[parts.length - 1] += segment;
  }
  return parts;
}

/** Splits a word that is wider than the line. */
function partsOf(pen: Pen, word: string, width: number): { text: string; width: number }[] {
  const whole = widthOf(pen, word);
  if (whole <= width) return [{ text: word, width: whole }];
  const parts = [{ text: "", width: 0 }];
  for (const { segment } of letters.segment(word)) {
    const own = widthOf(pen, segment);
    const last = parts.at(-1);
    if (last && (last.text === "" || last.width + own <= width)) {
      last.text += segment;
      last.width += own;
    } else parts.push({ text: segment, width: own });
  }
  return parts;
}

const widthOf = (pen: Pen, text: string): number => runsOf(pen, text, 0).reduce((sum, run) => sum + run.width, 0);

function lineOf(pen: Pen, paragraph: string, levels: EmbeddingLevels | undefined, start: number, end: number) {
  let x = 0;
  const runs = inVisualOrder(stretches(paragraph, levels, start, end))
    .flatMap(({ text, level }) => {
      const drawn = runsOf(pen, text, level);
      return level % 2 === 1 ? drawn.reverse() : drawn;
    })
    .map((run) => {
      const placed = { run, x };
      x += run.width;
      return placed;
    });
  return { runs, width: x };
}

type Stretch = { text: string; level: number };

/** The parts of a line by direction, in logical order. */
function stretches(paragraph: string, found: EmbeddingLevels | undefined, start: number, end: number): Stretch[] {
  if (!found) return [{ text: paragraph.slice(start, end), level: 0 }];
  const mirrored = bidi.getMirroredCharactersMap(paragraph, found.levels, start, Math.max(start, end - 1));
  const parts: Stretch[] = [];
  for (let index = start; index < end; index++) {
    const level = found.levels[index] ?? 0;
    const letter = mirrored.get(index) ?? paragraph.charAt(index);
    const last = parts.at(-1);
    if (last?.level === level) last.text += letter;
    else parts.push({ text: letter, level });
  }
  return parts;
}

/** Reorders by rule L2 of Unicode's bidirectional algorithm: from the highest level down to 1. */
function inVisualOrder(parts: Stretch[]): Stretch[] {
  const order = [...parts];
  for (let level = Math.max(0, ...order.map((part) => part.level)); level > 0; level--)
    for (let first = 0; first < order.length; first++) {
      let last = first;
      while (last < order.length && (order[last]?.level ?? 0) >= level) last++;
      if (last > first) order.splice(first, last - first, ...order.slice(first, last).reverse());
      first = last;
    }
  return order;
}

/** Splits a part by fonts. A letter that no font has is written as its number, `[U+1F600]`. */
function runsOf({ doc, faces, face }: Pen, text: string, level: number): Run[] {
  const parts: { cut: Cut; text: string }[] = [];
  for (const { segment } of letters.segment(text.replaceAll(steering, ""))) {
    const last = parts.at(-1);
    const found = segment === " " && last?.cut.font.hasGlyphForCodePoint(32) ? last.cut : faces.cutOf(face, segment);
    const cut = found ?? faces.ownCut(face);
    const drawn = found ? segment.replace(toneBeforeAm, "\u0e4d$1\u0e32") : inNumbers(segment);
    if (last?.cut.name === cut.name) last.text += drawn;
    else parts.push({ cut, text: drawn });
  }
  return parts.map(({ cut, text: part }) => {
    const isReversed = level % 2 === 1;
    // A font reverses its own letters by their script, but not numbers and punctuation, or against their direction.
    const turns = isReversed || isReordered(part) ? cut.font.layout(part).direction === "rtl" : false;
    const drawn = turns === isReversed ? part : turned(part);
    const isWhole = turns || isReversed;
    makeKnown(doc, cut);
    const width = doc.font(cut.name).widthOfString(drawn, isWhole ? { features: [] } : {});
    return { font: cut.name, text: drawn, isReversed: isWhole, width };
  });
}

/** Thai: the tone mark is above the ring of the vowel that follows it. */
const toneBeforeAm = /([\u0e48-\u0e4b])\u0e33/;

const inNumbers = (segment: string) =>
  [...segment]
    .map((letter) => `[U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`)
    .join("");

const turned = (text: string) =>
  [...letters.segment(text)]
    .map(({ segment }) => segment)
    .reverse()
    .join("");

/** `base` is the baseline. A right-to-left run is shaped as a whole. */
export function drawLine(doc: PDFKit.PDFDocument, { runs }: Line, left: number, base: number): void {
  for (const { run, x } of runs)
    doc.font(run.font).text(run.text, left + x, base, {
      lineBreak: false,
      baseline: "alphabetic",
      ...(run.isReversed ? { features: [] } : {}),
    });
}
