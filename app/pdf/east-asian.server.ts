import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Font } from "fontkit";
import { z } from "zod";
import { lettersOf, openFont } from "./open-font.server";

// Chinese, Japanese and Korean fonts come in hundreds of small WOFF2 files of variable weight, which PDF can't embed.
// The needed letters are cut out as plain fonts of one weight.

const languages = ["sc", "jp", "kr", "tc"] as const;
type Language = (typeof languages)[number];

const { resolve } = createRequire(import.meta.url);
const folderOf = (language: Language) => dirname(resolve(`@fontsource-variable/noto-sans-${language}/unicode.json`));
const ranges = z.record(z.string(), z.string());
const known = new Map<Language, Map<number, string>>();

/** The file of each letter. */
function filesOf(language: Language): Map<number, string> {
  const read = known.get(language);
  if (read) return read;
  const files = new Map<number, string>();
  const folder = folderOf(language);
  for (const [name, parts] of Object.entries(
    ranges.parse(JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8"))),
  ))
    if (/^\[\d+\]$/.test(name))
      for (const part of parts.split(",")) {
        const [first = 0, last = first] = part
          .replace("U+", "")
          .split("-")
          .map((code) => Number.parseInt(code, 16));
        const file = join(folder, "files", `noto-sans-${language}-${name.slice(1, -1)}-wght-normal.woff2`);
        for (let code = first; code <= last; code++) files.set(code, file);
      }
  known.set(language, files);
  return files;
}

/** Possible languages of a text, likeliest first: each draws the same letter differently. */
function languagesOf(text: string): Language[] {
  const first: Language | undefined = /[\u3040-\u30ff]/.test(text)
    ? "jp"
    : /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/.test(text)
      ? "kr"
      : undefined;
  const order: Language[] = first ? [first, ...languages.filter((language) => language !== first)] : [...languages];
  const codes = [...text].flatMap((letter) => (/\p{Script=Han}/u.test(letter) ? [letter.codePointAt(0) ?? 0] : []));
  const whole = order.find((language) => codes.every((code) => filesOf(language).has(code)));
  return whole ? [whole, ...order.filter((language) => language !== whole)] : order;
}

export type EastAsianFont = { font: Font; codes: ReadonlySet<number> };
export type Weight = 400 | 600;

/** Other letters are not in these fonts. */
const mayHave =
  /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{1b000}-\u{1b16f}\u{20000}-\u{3ffff}]/u;

/** The needed letters, each with the files that may have it, likeliest first. */
function wantedIn(texts: Iterable<string>): Map<number, string[]> {
  const wanted = new Map<number, string[]>();
  for (const text of texts) {
    if (!mayHave.test(text)) continue;
    const order = languagesOf(text);
    for (const letter of text) {
      const code = letter.codePointAt(0) ?? 0;
      if (mayHave.test(letter) && !wanted.has(code))
        wanted.set(
          code,
          order.flatMap((language) => filesOf(language).get(code) ?? []),
        );
    }
  }
  return wanted;
}

/** Returns fonts with the letters of these texts, for each weight. */
export async function eastAsianFonts(texts: Iterable<string>): Promise<Map<Weight, EastAsianFont[]>> {
  const made = new Map<Weight, EastAsianFont[]>([
    [400, []],
    [600, []],
  ]);
  let wanted = wantedIn(texts);
  while (wanted.size > 0) {
    const byFile = new Map<string, number[]>();
    const remaining = new Map<number, string[]>();
    for (const [code, [file, ...otherFiles]] of wanted) {
      if (!file) continue;
      byFile.set(file, [...(byFile.get(file) ?? []), code]);
      remaining.set(code, otherFiles);
    }
    for (const [file, codes] of [...byFile].sort(([a], [b]) => (a < b ? -1 : 1)))
      for (const [weight, fonts] of made) {
        const subset = await subsetOf(file, codes, weight);
        if (!subset) continue;
        fonts.push(subset);
        for (const code of subset.codes) remaining.delete(code);
      }
    // The index names letters that its file may lack.
    wanted = remaining;
  }
  return made;
}

/** A font with those of the letters that the file has; undefined without any. */
async function subsetOf(file: string, codes: readonly number[], wght: Weight): Promise<EastAsianFont | undefined> {
  const { default: subsetFont } = await import("subset-font");
  const text = String.fromCodePoint(...[...codes].sort((a, b) => a - b));
  const subset = await subsetFont(await readFile(file), text, { targetFormat: "sfnt", variationAxes: { wght } });
  const has = new Set(lettersOf(subset));
  const found = codes.filter((code) => has.has(code));
  return found.length > 0 ? { font: openFont(subset), codes: new Set(found) } : undefined;
}
