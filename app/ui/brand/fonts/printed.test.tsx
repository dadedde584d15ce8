import { readFileSync } from "node:fs";
import * as fontkit from "fontkit";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { printed } from "~/ui/brand/fonts/printed";
import { Mrz } from "~/ui/brand/mrz";
import { NumberedSteps } from "~/ui/numbered-steps";

const folder = "app/ui/brand/fonts";
const sorted = (characters: Iterable<string>) => [...new Set(characters)].sort().join("");
const mono = printed.flatMap((part) => ("characters" in part ? [part] : []));

/** The characters of `U+0030-0039, U+003C`. */
function inRange(range: string): string[] {
  return range.split(",").flatMap((span) => {
    const [from = 0, to = from] = span
      .replace("U+", "")
      .split("-")
      .map((code) => Number.parseInt(code, 16));
    return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
  });
}

/** The characters for which the style sheet names a file, by the file's name. */
function rangesOf(styles: string): Map<string, string[]> {
  const faces = styles.match(/@font-face \{[^}]*\}/g) ?? [];
  return new Map(
    faces.flatMap((face) => {
      const file = /url\("(?:[^"]*\/)?([^"/]+)"\)/.exec(face)?.[1];
      const range = /unicode-range: ([^;]+);/.exec(face)?.[1];
      return file && range ? [[file, inRange(range)] as const] : [];
    }),
  );
}

describe("[L-LEAN-4] the monospace subset", () => {
  const ranges = rangesOf(readFileSync(`${folder}/fonts.css`, "utf8"));

  test.each(mono)(
    "$file has every character that public pages print in it, and .notdef",
    ({ file, from, characters }) => {
      const font = fontkit.create(readFileSync(`${folder}/${file}`));
      if (!("numGlyphs" in font)) throw new Error("It is a collection");
      // A table's last entry, which stands for no character, is read as U+FFFF.
      const contained = font.characterSet.filter((code) => code !== 0xffff).map((code) => String.fromCodePoint(code));
      expect(sorted(contained)).toBe(sorted(characters));
      expect(font.numGlyphs).toBe(characters.length + 1);
      expect(sorted(ranges.get(file) ?? [])).toBe(sorted(characters));
      const whole = ranges.get(from.split("/").at(-1) ?? "") ?? [];
      expect(whole.filter((character) => characters.includes(character))).toEqual([]);
      const inNone = inRange("U+0000-00FF").filter(
        (character) => !whole.includes(character) && !characters.includes(character),
      );
      // A browser measures a typeface by its space, and fetched the whole one for that where the part is late.
      expect(inNone).toEqual([" "]);
    },
  );

  test("machine-readable lines print only its letters, digits and fillers, and steps only its digits", () => {
    const [line, numbers] = mono;
    const all = inRange("U+0020-024F").join("");
    const words = (html: string) => html.replace(/<[^>]*>/g, "").replaceAll("&lt;", "<");
    const printedCharacters = words(renderToStaticMarkup(<Mrz>{all}</Mrz>));
    expect(`${sorted(printedCharacters)}/`.split("").sort().join("")).toBe(sorted(line?.characters ?? ""));
    const steps = Array.from({ length: 20 }, (_, index) => ({ title: "a".repeat(index + 1), text: "" }));
    const html = renderToStaticMarkup(<NumberedSteps steps={steps} />).replace(/<h3.*?<\/h3>/g, "");
    expect(sorted(words(html))).toBe(numbers?.characters);
  });
});
