import fc from "fast-check";
import { dateBoxes } from "./date-boxes";
import type { Draw } from "./drawn-answers";

/** Common spellings of the twelve months. */
const months = [
  ["January", "ene", "janv."],
  ["february", "Febrero", "févr."],
  ["MAR", "marzo", "mars"],
  ["Apr.", "abril", "avril"],
  ["may", "mayo", "mai"],
  ["June", "junio", "juin"],
  ["jul", "JULIO", "juillet"],
  ["August", "ago", "août"],
  ["Sept.", "setiembre", "septembre"],
  ["oct", "octubre", "octobre"],
  ["Nov.", "noviembre", "novembre"],
  ["dec", "diciembre", "décembre"],
];

/** A date in one of many spellings, by input name. */
export function spelledDate(name: string, iso: string, g: Draw): Record<string, string> {
  const [, month = "", day = ""] = iso.split("-");
  const dateInputs = dateBoxes(name, iso);
  const named = g(fc.constantFrom(...(months[Number(month) - 1] ?? [])));
  const spelled = g(
    fc.constantFrom(
      {},
      { [`${name}.day`]: day, [`${name}.month`]: month },
      { [`${name}.month`]: named },
      { [`${name}.day`]: ` ${day} `, [`${name}.month`]: named.toUpperCase() },
    ),
  );
  return { ...dateInputs, ...spelled };
}

/**
 * `1965-03-XX` or `1965-XX-XX` as typed with the checkbox for an unknown day, which makes the day's input irrelevant.
 */
export function spelledPart(name: string, part: string, g: Draw): Record<string, string> {
  const [year = "", month = ""] = part.split("-");
  const named = g(fc.constantFrom(month, ...(months[Number(month) - 1] ?? [])));
  return {
    [`${name}.noDay`]: g(fc.constantFrom("yes", "on")),
    [`${name}.day`]: g(fc.constantFrom("", "14", "XX")),
    [`${name}.month`]: month === "XX" ? g(fc.constantFrom("", "00", "XX")) : named,
    [`${name}.year`]: year,
  };
}

/** Common names of countries, by code. */
const countries: Record<string, readonly string[]> = {
  BS: ["Bahamas", "the bahamas", "BAHAMAS", "bhs"],
  CA: ["canada", "Kanada"],
  CD: ["DRC", "zaire"],
  CI: ["ivory coast", "COTE DIVOIRE", "Côte d’Ivoire"],
  DE: ["deutschland", "Alemania", "allemagne"],
  ES: ["españa", "ESPANA"],
  GB: ["uk", "U.K.", "england", "Great Britain"],
  HT: ["ayiti", "HAÏTI", "haiti"],
  KR: ["south korea", "Corea del Sur"],
  NE: ["niger"],
  NL: ["holland", "the netherlands"],
  SZ: ["swaziland", "Eswatini"],
  US: ["usa", "u.s.a.", "America", "united states"],
};
const codes = new Map(
  Object.entries(countries).flatMap(([code, names]) => names.map((name): [string, string] => [name, code])),
);
export const noCountries = ["Bahmas", "Atlantis", "korea", "?", "United"];

/** A country in one of many spellings, or its code, as selected without JavaScript. */
export function spelledCountry(g: Draw): string {
  const [code, names] = g(fc.constantFrom(...Object.entries(countries)));
  return g(fc.constantFrom(code, ...names));
}

/** The code of a country spelled by `spelledCountry`; other text is unchanged. */
export const countryMeant = (rawInput: string): string => codes.get(rawInput) ?? rawInput;

/** Pieces to repeat in a text: letters, blanks, and characters of several code units. */
const fragments = ["w", "Rolle ", "é", "a\tb "];
/** Long texts of these would soon exceed the form's limit. */
const wideFragments = ["e\u0301", "陳", "👩🏽‍✈️", "🇧🇸"];
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Grapheme clusters, which people count as characters. */
export const countOf = (text: string): number => [...graphemes.segment(text.normalize("NFC"))].length;

/** A pasted text of so many characters; sometimes with blanks around it. */
export function pastedText(length: number, g: Draw): string {
  const fragment = g(fc.constantFrom(...fragments, ...(length > 300 ? [] : wideFragments)));
  const whole = [...graphemes.segment(fragment.repeat(length))].slice(0, length);
  // A blank at the end would be trimmed, and not count.
  const text = whole
    .map(({ segment }) => segment)
    .join("")
    .trimEnd()
    .padEnd(1, "w");
  return g(fc.constantFrom(text, ` ${text}`, `${text}\n`));
}

/** A number in one of many spellings, with either separator. */
export function spelledNumber({ unit, step }: { unit?: string; step: number }, number: number, g: Draw): string {
  const thousands = (separator: string) => String(number).replaceAll(/\B(?=(\d{3})+$)/g, separator);
  const decimals = unit === "USD" ? g(fc.constantFrom("05", "50")) : "5";
  const plain = [String(number), ...(number < 1000 ? [] : [thousands(" ")])];
  if (unit === "USD") {
    plain.push(
      `$${thousands(",")}.${decimals}`,
      `${thousands(".")},${decimals}`,
      `USD ${number}`,
      `${number},${decimals}`,
    );
    plain.push(`${thousands(" ")},${decimals}`, ...(number < 1000 ? [] : [thousands(",")]));
  }
  if (unit !== "USD" && step < 1)
    plain.push(`${number},${decimals}`, `${number}.${decimals}0`, `${number} ${unit ?? ""}`.trim());
  return g(fc.constantFrom(...plain));
}
