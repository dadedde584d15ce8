import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { isSeenText, readSeen } from "~/applications/stored-answers/seen";
import { safeName } from "~/cases/receipt/desk/file-names";
import { linksIn } from "~/content/links/links-in";
import { slugOf } from "~/content/slug";
import { isLongerThan } from "~/core/character-count";
import { comparableEmail, readEmail } from "~/core/email/email-address";
import { shownEmail } from "~/core/email/shown-email";
import { isPlainJson, lineInput, textInput } from "~/core/input-schemas.server";
import { readNumber } from "~/core/numbers";
import { containsCardNumber } from "~/core/prices/card-numbers";
import { feeOf, parseCents } from "~/core/prices/money";
import {
  isValidLine,
  normalizeLine,
  normalizeText,
  stripInvalidCharacters,
  withoutInvisible,
  withPlainDigits,
} from "~/core/text-input";
import { folded } from "~/db/folded";
import { monthNamed } from "~/form-engine/typed/months";
import { checkInquiry } from "~/inquiries/form/check.server";
import { emptyInquiry } from "~/inquiries/inquiry";
import { emailHash } from "~/mail/refused-email.server";
import { growsFaster, rows } from "../test/harness/growth";

/** The program's own sources, without its tests. */
const files = globSync("{app,server}/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$/.test(file));

type Pattern = { where: string; source: string; flags: string };

/** Every regular expression that the sources write down. */
function patternsIn(file: string): Pattern[] {
  const text = readFileSync(file, "utf8");
  const found: Pattern[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("regex" in node && typeof node.regex === "object" && node.regex) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      found.push({ where: `${file}: /${pattern}/${flags}`, source: pattern, flags });
    }
    for (const part of Object.values(node)) visit(part);
  };
  visit(parseSync(file, text).program);
  return found;
}

/** What a pattern says literally, such as `<script`: rows of that may cost it more than rows of other signs. */
const literals = (source: string): string[] => source.match(/[<>\w"'=&#:;/-]{2,}/g)?.slice(0, 4) ?? [];

/** What meets our own pages alone, in which React has escaped every `<` that somebody typed. */
const ofOurPages = ["server/page-cache/cached-page.ts", "app/site/static-pages/after-first-paint.server.ts"];

test("[F-SAFE-1] every regular expression in the sources runs in linear time on any repeated text", () => {
  const patterns = files.filter((file) => !ofOurPages.includes(file)).flatMap(patternsIn);
  expect(patterns.length).toBeGreaterThan(400);
  const usual = rows(16_000);
  const costly = patterns.filter(({ source, flags }) => {
    const pattern = new RegExp(source, flags);
    const work = (text: string) => (pattern.global ? text.replace(pattern, "") : pattern.test(text));
    const own = literals(source).map((unit) => `${unit.repeat(Math.ceil(16_000 / unit.length))}\u0001`);
    return [...usual, ...own].some((text) => growsFaster(work, text));
  });
  expect(costly.map(({ where }) => where)).toEqual([]);
});

test("[F-SAFE-1] only `normalized` normalizes text from outside", () => {
  // Samples of our own, and the words that an operator types at a command.
  const ours = ["app/sample/", "server/backup/sealed-keys.ts", "app/normalized.ts"];
  const otherFiles = files.filter((file) => !ours.some((start) => file.startsWith(start)));
  expect(otherFiles.filter((file) => readFileSync(file, "utf8").includes(".normalize("))).toEqual([]);
});

const years = { unit: "years", max: 99, step: 1 };
const money = { unit: "USD", max: 1e9, step: 0.01 };
/** What reads texts out of forms, by its name. */
const readers: Record<string, (text: string) => unknown> = {
  ...{
    typedText: normalizeText,
    typedLine: normalizeLine,
    cleaned: stripInvalidCharacters,
    isPlainLine: isValidLine,
    withoutInvisible,
    withPlainDigits,
    folded,
    slugOf,
    monthNamed,
  },
  ...{
    holdsCardNumber: containsCardNumber,
    feeOf,
    typedCents: parseCents,
    safeName,
    linksIn,
    readSeen,
    addressHash: emailHash,
    readEmail,
    shownEmail,
    comparableEmail,
  },
  "a text of a form": (text) => textInput(500).safeParse(text),
  "a line of a form": (text) => lineInput(500).safeParse(text),
  "what JSON holds": (text) => isPlainJson([text]),
  "a count of characters": (text) => isLongerThan(text, 500),
  "a number of years": (text) => readNumber(years, text),
  "an amount of money": (text) => readNumber(money, text),
  "what a review shows": (text) => isSeenText.test(text),
  "an inquiry": (text) => {
    const texts = Object.fromEntries(Object.keys(emptyInquiry).map((name) => [name, text]));
    return checkInquiry({ ...emptyInquiry, ...texts, privacyConsent: true }, ["Work permit"]);
  },
};

test.each(Object.keys(readers))("[F-SAFE-1] %s runs in linear time on up to 1 MB of any repeated text", (name) => {
  const read = readers[name] ?? (() => undefined);
  // An inquiry has fifteen fields, each read by one of the others.
  const texts = name === "an inquiry" ? rows(16_000, [""]) : rows(16_000);
  expect(texts.filter((text) => growsFaster(read, text)).map((text) => text.slice(0, 12))).toEqual([]);
  for (const character of [" ", "\u0301\u0316", "9", "(", '"'])
    expect([character, growsFaster(read, character.repeat(1_000_000 / character.length))]).toEqual([character, false]);
});
