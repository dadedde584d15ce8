import countries from "i18n-iso-countries/index.js";
import { parse } from "mrz";
import { stateless } from "../../../core/countries/stateless.ts";
import { countryCodes } from "../../../core/countries.server.ts";
import { isDay } from "../../../core/time.ts";
import type { PassportValues } from "../values.ts";

/** The 44 characters of a line as each reader saw them; `_` where it saw none. Heights are in pixels. */
export type ReadLine = { shapes: string; network: string; heights: readonly number[] };

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** What a reader may take a digit for, where only digits can be. */
const digitOf = new Map(
  Object.entries({ O: "0", Q: "0", D: "0", U: "0", I: "1", L: "1", Z: "2", S: "5", G: "6", B: "8" }),
);
/** The other way round, where only letters can be. */
const lettersOf = new Map(Object.entries({ "0": "OQUD", "1": "I", "2": "Z", "5": "S", "6": "G", "8": "BS" }));
const isDigit = (character: string) => character >= "0" && character <= "9";

type Place = "any" | "digit" | "letter" | "sex";
/** What each of the 44 characters of the second line can be (ICAO 9303, part 4). */
const places: Place[] = Array.from({ length: 44 }, (_, at) => {
  if (at < 9 || (at > 27 && at < 42)) return "any";
  if (at > 9 && at < 13) return "letter";
  return at === 20 ? "sex" : "digit";
});

function fitting(character: string, place: Place): string | undefined {
  if (place === "any") return character === "_" ? undefined : character;
  if (place === "sex") return "MF<".includes(character) ? character : character === "X" ? "<" : undefined;
  if (place === "letter") return character === "<" || letters.includes(character) ? character : undefined;
  // A filler is in place of a day that is not known, and of a check digit of nothing.
  return isDigit(character) || character === "<" ? character : digitOf.get(character);
}

/** What a character may be: one where both readers agree. The network takes fillers for letters, the other does not. */
function choicesAt({ shapes, network }: ReadLine, at: number, place: Place, kind: Kind): string[] {
  const [seen = "_", thought = "_"] = [shapes[at], network[at]];
  if (seen === "<") return ["<"];
  const found = [fitting(thought, place), fitting(seen, place)].filter((choice) => choice !== undefined);
  const choices = [...new Set(found)];
  // Where a letter must be, a reader that saw a digit may have seen any letter that looks like it.
  if (place === "letter") return [...new Set([...choices, ...lettersFor(thought), ...lettersFor(seen)])];
  if (place !== "any") return choices;
  // Heights decide between the two; where both agree they only add what the check digits have to tell apart.
  const ofKind = choices.filter((choice) => kind === undefined || kind === (isDigit(choice) ? "digit" : "letter"));
  if (ofKind.length > 0) return ofKind;
  return [...choices, ...choices.flatMap(alike)];
}

const lettersFor = (digit: string): string[] => [...(lettersOf.get(digit) ?? "")];
const alike = (character: string) => [digitOf.get(character) ?? "", ...lettersFor(character)].filter(Boolean);

type Kind = "digit" | "letter" | undefined;

/** Which characters are digits by their height: those of the days certainly are, those of the nationality are not. */
function kindsIn(heights: readonly number[]): Kind[] {
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0;
  const digit = median([...heights.slice(13, 20), ...heights.slice(21, 28)]);
  const isKnown = (heights[10] ?? 0) < digit - 1.2 && (heights[20] ?? 0) < digit - 0.6;
  return heights.map((height) => {
    if (!isKnown || Math.abs(height - digit) > 6) return undefined;
    return height < digit - 1.6 ? "letter" : height > digit - 0.8 ? "digit" : undefined;
  });
}

const mostReadings = 256;

function* everyReading(choices: readonly string[][]): Generator<string> {
  const count = choices.reduce((product, { length }) => product * length, 1);
  if (count > mostReadings) return;
  for (let number = 0; number < count; number++) {
    let remaining = number;
    yield choices
      .map((choice) => {
        const picked = choice[remaining % choice.length] ?? "";
        remaining = Math.floor(remaining / choice.length);
        return picked;
      })
      .join("");
  }
}

/**
 * The values of two lines as two readers saw them; undefined unless the check digits prove one reading, and only one.
 */
export function valuesOf(first: ReadLine, second: ReadLine, today: string): PassportValues | undefined {
  const upper = nameLine(first);
  const kinds = kindsIn(second.heights);
  const choices = places.map((place, at) => choicesAt(second, at, place, kinds[at]));
  const nationality = nationalityIn(choices.slice(10, 13), upper.slice(2, 5));
  choices.splice(10, 3, ...[...nationality].map((letter) => [letter]));
  const values = provenBy(choices, upper, today);
  if (values !== "none") return values;
  // Nothing of the optional data is offered, so in one of its characters both readers may err.
  for (const [at, choice] of choices.entries()) {
    if (at < 28 || at > 41) continue;
    const more = choices.with(at, [...choice, ...choice.flatMap(alike)]);
    const found = provenBy(more, upper, today);
    if (found !== "none") return found;
  }
  return undefined;
}

/** Which of two letters is right no check digit says: the issuing country may, if one of the readers saw it. */
function nationalityIn(choices: readonly string[][], issuer: string): string {
  if (choices.every(({ length }) => length === 1)) return choices.join("");
  return choices.every((seen, at) => seen.includes(issuer[at] ?? "")) ? issuer : "<<<";
}

/** The values of all readings whose check digits hold; undefined if they differ. */
function provenBy(choices: readonly string[][], upper: string, today: string): PassportValues | undefined | "none" {
  const proven = new Map<string, PassportValues>();
  for (const reading of everyReading(choices)) {
    const values = offered([upper, reading], today);
    if (values) proven.set(JSON.stringify(values), values);
  }
  const [values = "none"] = proven.values();
  return proven.size > 1 ? undefined : values;
}

/** The upper line, letter by letter: of two different letters, the one of the reader that seldom errs there. */
function nameLine({ shapes, network }: ReadLine): string {
  return [...shapes]
    .map((seen, at) => {
      const thought = network[at] ?? "_";
      if (seen === thought || seen === "<") return seen;
      return seen === "_" || ("HNMUVW".includes(seen) && "MWNUHV".includes(thought)) ? thought : seen;
    })
    .join("");
}

/**
 * The values that the two lines of a passport (ICAO 9303, TD3) offer; undefined unless every check digit of the second
 * line holds. `today` is YYYY-MM-DD.
 */
export function offered(lines: readonly [string, string], today: string): PassportValues | undefined {
  const [upper, lower] = lines;
  if (![upper, lower].every((line) => /^[A-Z0-9<]{44}$/.test(line)) || !upper.startsWith("P")) return undefined;
  if (!/^.{9}\d...(?:\d{6}|\d{4}<<|\d\d<{4}|<{6})\d.\d{7}.{15}\d$/.test(lower)) return undefined;
  const { details } = parse(lines, { autocorrect: false });
  const digits = details.filter(({ field }) => field?.endsWith("CheckDigit"));
  if (digits.length !== 5 || !digits.every(({ valid }) => valid)) return undefined;
  const passportNumber = numberIn(lower.slice(0, 9));
  if (!passportNumber) return undefined;
  const [lastName, firstName] = namesIn(upper);
  const sex = { M: "male", F: "female" } as const;
  return withoutMissing({
    passportNumber,
    dateOfBirth: dayIn(lower.slice(13, 19), (year) => (2000 + year > Number(today.slice(0, 4)) ? 1900 : 2000), today),
    expirationDate: dayIn(lower.slice(21, 27), () => 2000),
    nationality: countryIn(lower.slice(10, 13)),
    sex: sex[lower[20] as "M" | "F"],
    lastName,
    firstName,
    issuingCountry: countryIn(upper.slice(2, 5)),
  });
}

/** A filler and a K differ in no check digit, and readers take one for the other: a number may not end with a K. */
function numberIn(text: string): string | undefined {
  const number = withoutFillers(text);
  return /^[A-Z0-9]{4,9}$/.test(number) && !number.endsWith("K") ? number : undefined;
}

/** A whole day; a person's day of birth is not after today. */
function dayIn(text: string, centuryOf: (year: number) => number, latest = "9999"): string | undefined {
  if (!/^\d{6}$/.test(text)) return undefined;
  const year = Number(text.slice(0, 2));
  const day = `${centuryOf(year) + year}-${text.slice(2, 4)}-${text.slice(4)}`;
  return isDay(day) && day <= latest ? day : undefined;
}

/** Without those at its end. */
function withoutFillers(text: string): string {
  let end = text.length;
  while (text[end - 1] === "<") end--;
  return text.slice(0, end);
}

function countryIn(text: string): string | undefined {
  const code = withoutFillers(text);
  if (code === stateless.code) return code;
  // ICAO has a letter for Germany, and a code for Kosovo, that ISO 3166 has not.
  const known = code === "D" ? "DE" : code === "RKS" ? "XK" : countries.alpha3ToAlpha2(code);
  return known && countryCodes.has(known) ? known : undefined;
}

/** Last and first names; none if they may have been cut off at the line's end. */
function namesIn(line: string): [last?: string, first?: string] {
  const names = withoutFillers(line.slice(5)).split("<<");
  if (!line.endsWith("<") || names.length > 2 || !names.every((name) => /^[A-Z]+(<[A-Z]+)*$/.test(name))) return [];
  return names.map((name) => name.replaceAll("<", " ")) as [string, string?];
}

const withoutMissing = (values: { [Name in keyof PassportValues]: PassportValues[Name] | undefined }): PassportValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
