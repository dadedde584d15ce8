import * as z from "zod/mini";
import { normalizeFigures } from "~/core/text-input";
import type { PhotoRule } from "~/db/schema/requirements";

/** The rule of a photo as the editor's form has it: numbers as typed, each empty for none. */
const limits = {
  leastWidth: 10_000,
  leastHeight: 10_000,
  proportionWidth: 999,
  proportionHeight: 999,
  leastKilobytes: 10_240,
  mostKilobytes: 10_240,
} as const;
export type PhotoRulePart = keyof typeof limits;
export const photoRuleParts = Object.keys(limits) as PhotoRulePart[];
export type PhotoRuleInput = Readonly<Record<PhotoRulePart, string>>;

const inputOf = (textAt: (part: PhotoRulePart) => string): PhotoRuleInput => ({
  leastWidth: textAt("leastWidth"),
  leastHeight: textAt("leastHeight"),
  proportionWidth: textAt("proportionWidth"),
  proportionHeight: textAt("proportionHeight"),
  leastKilobytes: textAt("leastKilobytes"),
  mostKilobytes: textAt("mostKilobytes"),
});

export const noPhotoRule = inputOf(() => "");

const withoutZeros = (text: string) =>
  normalizeFigures(text)
    .trim()
    .replace(/^0+(?=\d)/, "");

const typed = z._default(z.string().check(z.overwrite(withoutZeros)), "");
/** Drafts from before these fields do not have them. */
export const photoRuleFields = {
  leastWidth: typed,
  leastHeight: typed,
  proportionWidth: typed,
  proportionHeight: typed,
  leastKilobytes: typed,
  mostKilobytes: typed,
};

export const readPhotoRule = (part: (name: string) => string): PhotoRuleInput => inputOf(part);

/** The errors of its fields. */
export function photoRuleErrors(input: PhotoRuleInput): { part: PhotoRulePart; message: string }[] {
  const wrong = photoRuleParts
    .filter((part) => {
      const text = withoutZeros(input[part]);
      return text !== "" && !(/^[1-9]\d{0,4}$/.test(text) && Number(text) <= limits[part]);
    })
    .map((part) => ({
      part,
      message: `Enter a whole number from 1 to ${limits[part].toLocaleString("en-US")}.`,
    }));
  const isTyped = (part: PhotoRulePart) => input[part].trim() !== "";
  if (isTyped("proportionWidth") !== isTyped("proportionHeight")) {
    const part = isTyped("proportionWidth") ? "proportionHeight" : "proportionWidth";
    wrong.push({ part, message: "Enter both numbers of the proportion, or neither." });
  }
  const sizes = { least: Number(input.leastKilobytes), most: Number(input.mostKilobytes) };
  if (wrong.length === 0 && isTyped("mostKilobytes") && sizes.least > sizes.most)
    wrong.push({ part: "mostKilobytes", message: "The smallest value is larger than the largest." });
  return wrong;
}

/** The rule that checked fields mean; null if all are empty. */
export function photoRuleOf(input: PhotoRuleInput): PhotoRule | null {
  const number = (part: PhotoRulePart) => (input[part] === "" ? undefined : Number(input[part]));
  const [width, height] = [number("proportionWidth"), number("proportionHeight")];
  const leastWidth = number("leastWidth");
  const leastHeight = number("leastHeight");
  const leastKilobytes = number("leastKilobytes");
  const mostKilobytes = number("mostKilobytes");
  const rule: PhotoRule = {
    ...(leastWidth ? { leastWidth } : {}),
    ...(leastHeight ? { leastHeight } : {}),
    ...(width && height ? { proportion: { width, height } } : {}),
    ...(leastKilobytes ? { leastKilobytes } : {}),
    ...(mostKilobytes ? { mostKilobytes } : {}),
  };
  return Object.keys(rule).length > 0 ? rule : null;
}

export function photoRuleInputOf(rule: PhotoRule | null): PhotoRuleInput {
  const { proportion, ...numbers } = rule ?? {};
  const stored: Partial<Record<PhotoRulePart, number>> = {
    ...numbers,
    ...(proportion ? { proportionWidth: proportion.width, proportionHeight: proportion.height } : {}),
  };
  return inputOf((part) => String(stored[part] ?? ""));
}

/** For history and record: `at least 600 pixels wide, proportion 35:45`. */
export function describePhotoRule(input: PhotoRuleInput): string {
  const typed = (part: PhotoRulePart, words: (number: string) => string) => (input[part] ? words(input[part]) : "");
  return [
    typed("leastWidth", (width) => `at least ${width} pixels wide`),
    typed("leastHeight", (height) => `at least ${height} pixels high`),
    typed("proportionWidth", (width) => `proportion ${width}:${input.proportionHeight}`),
    typed("leastKilobytes", (kilobytes) => `at least ${kilobytes} KB`),
    typed("mostKilobytes", (kilobytes) => `at most ${kilobytes} KB`),
  ]
    .filter(Boolean)
    .join(", ");
}
