import fc from "fast-check";
import { dateBoxes } from "./date-boxes";
import type { Draw } from "./drawn-answers";

/** Names of the twelve months as people here write them. */
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

/** A date as one of many people types it, by input name. */
export function spelledDate(name: string, iso: string, g: Draw): Record<string, string> {
  const [, month = "", day = ""] = iso.split("-");
  const boxes = dateBoxes(name, iso);
  const named = g(fc.constantFrom(...(months[Number(month) - 1] ?? [])));
  const spelled = g(
    fc.constantFrom(
      {},
      { [`${name}.day`]: day, [`${name}.month`]: month },
      { [`${name}.month`]: named },
      { [`${name}.day`]: ` ${day} `, [`${name}.month`]: named.toUpperCase() },
    ),
  );
  return { ...boxes, ...spelled };
}

/** `1965-03-XX` or `1965-XX-XX` as people type it beside the tick; what stands in the box of the day counts nothing. */
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

/** What people call a country, by its code. */
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
/** What names no country, one slip away from one or not, and what several share. */
export const noCountries = ["Bahmas", "Atlantis", "korea", "?", "United"];

/** A country as one of many people types it, or its code, as it is chosen without script. */
export function spelledCountry(g: Draw): string {
  const [code, names] = g(fc.constantFrom(...Object.entries(countries)));
  return g(fc.constantFrom(code, ...names));
}

/** The code of a country that was typed as one of `spelledCountry`; what names none stays as it is. */
export const countryMeant = (typed: string): string => codes.get(typed) ?? typed;

/** What is pasted again and again into a text: letters, blanks and what is one character in several units. */
const pieces = ["w", "Rolle ", "é", "a\tb "];
/** Of long texts of these a form would soon be larger than it may. */
const widePieces = ["e\u0301", "陳", "👩🏽‍✈️", "🇧🇸"];
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** The characters of a text as a person counts them. */
export const countOf = (text: string): number => [...graphemes.segment(text.normalize("NFC"))].length;

/** A text of so many characters, pasted from somewhere; now and then with blanks around it. */
export function pastedText(length: number, g: Draw): string {
  const piece = g(fc.constantFrom(...pieces, ...(length > 300 ? [] : widePieces)));
  const whole = [...graphemes.segment(piece.repeat(length))].slice(0, length);
  // A blank at the end would be taken off, and be no character of it.
  const text = whole
    .map(({ segment }) => segment)
    .join("")
    .trimEnd()
    .padEnd(1, "w");
  return g(fc.constantFrom(text, ` ${text}`, `${text}\n`));
}

/** A number as one of many people types it, with either separator. */
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
