import * as z from "zod/mini";
import { mentionsFacts } from "~/content/facts/texts";
import { amountProblem, feeOf, highestFee } from "~/core/prices/money";
import {
  invalidCharactersMessage,
  isValidLine,
  isValidText,
  normalizeFigures,
  normalizeLine,
  normalizeText,
  stripInvalidCharacters,
} from "~/core/text-input";
import { isDay, nassauDay } from "~/core/time";
import { documentsSchema } from "./required/document-rows";
import type { Read } from "./structured/structured";

/**
 * Kinds of fields of a service. Each makes a field from its label, its tab and its look, and parses form text to the
 * column's value or a problem. `zod/mini`, because the browser loads it.
 */
export type ServiceField<Value = unknown> = {
  label: string;
  tab: EditorTab;
  kind: "line" | "text" | "lines" | "day" | "fee" | "integer" | "flag" | "choice" | "json" | "documents";
  start: string;
  schema: z.ZodMiniType<Value, string>;
  hint?: string;
  max?: number;
  /** Consecutive fields of one group share a frame. */
  group?: "flags" | "fees" | "checked" | "agreement" | "search";
  rows?: number;
  wide?: boolean;
  mono?: boolean;
  required?: boolean;
  /** The options of a choice, with labels where these are other words; `none`: the label for choosing none. */
  options?: readonly string[] | References;
  labels?: Readonly<Record<string, string>>;
  none?: string;
  /** Regular admins read it, and only super admins change it. */
  onlySuperAdmins?: boolean;
};
type References = "countries" | "categories" | "agreements";
type Look = Pick<ServiceField, "hint" | "group" | "rows" | "wide" | "mono" | "required" | "labels" | "onlySuperAdmins">;
type LimitedLook = Look & { max: number };
type Check = z.core.$ZodCheck<string>;

export const editorTabs = [
  { id: "basic", label: "Basic Info" },
  { id: "pricing", label: "Pricing" },
  { id: "requirements", label: "Requirements" },
  { id: "content", label: "Content" },
  { id: "advanced", label: "Advanced" },
] as const;
export type EditorTab = (typeof editorTabs)[number]["id"];

/** Strips invisible characters before validation, so that they are no reason for a refusal. */
const rawInputOf = (read: (raw: string) => string) => z.string().check(z.overwrite(read));
const plainLine = (label: string) => z.refine<string>(isValidLine, invalidCharactersMessage(label));
const plainText = (label: string) => z.refine<string>(isValidText, invalidCharactersMessage(label));
const grouped = (count: number) => count.toLocaleString("en-US");
/** Skips the length check of a text with forbidden characters, which already has a problem. */
const maxLength = (label: string, max: number, isPlain: (text: string) => boolean) =>
  z.refine<string>((text) => text.length <= max || !isPlain(text), `${label}: ${grouped(max)} characters at most`);

/** For values that facts of other texts insert (`~/content/facts/texts`): a fact in them would be shown as written. */
export const writtenOut = z.refine<string>(
  (text) => !mentionsFacts(text),
  "Write out the value: other texts refer to this field, so it can’t contain a fact itself",
);

/** A single-line text; `first`: its own rules. */
export function line(label: string, tab: EditorTab, look: LimitedLook, ...first: Check[]) {
  const rules = [...first, plainLine(label), maxLength(label, look.max, isValidLine)];
  return { label, tab, kind: "line", start: "", ...look, schema: rawInputOf(normalizeLine).check(...rules) } as const;
}

export function text(label: string, tab: EditorTab, look: LimitedLook) {
  const rules = [plainText(label), maxLength(label, look.max, isValidText)];
  return { label, tab, kind: "text", start: "", ...look, schema: rawInputOf(normalizeText).check(...rules) } as const;
}

/** A text whose column is null if it is empty. */
export function orNull<Look extends object>({ schema, ...look }: Look & { schema: z.ZodMiniString<string> }) {
  const value = z.pipe(
    schema,
    z.transform((rawInput) => rawInput || null),
  );
  return { ...look, schema: value };
}

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** A list, one entry per line; `max`: the length of an entry. */
export function lines(label: string, tab: EditorTab, look: LimitedLook) {
  const { max } = look;
  const rules = [
    plainText(label),
    z.refine<string>((text) => linesOf(text).length <= 100 || !isValidText(text), `${label}: 100 entries at most`),
    z.refine<string>(
      (text) => linesOf(text).every(({ length }) => length <= max) || !isValidText(text),
      `${label}: ${grouped(max)} characters at most for each`,
    ),
  ];
  const schema = z.pipe(rawInputOf(normalizeText).check(...rules), z.transform(linesOf));
  return { label, tab, kind: "lines", start: "", ...look, schema } as const;
}

/** A day that isn't in the future, or none. */
export function day(label: string, tab: EditorTab, look: Look) {
  const rules = [
    z.refine<string>((text) => text === "" || isDay(text), "Enter a valid date"),
    z.refine<string>((text) => !isDay(text) || text <= nassauDay(), "This date is in the future"),
    plainLine(label),
  ];
  const schema = z.pipe(
    rawInputOf(normalizeFigures).check(...rules),
    z.transform((text) => text || null),
  );
  return { label, tab, kind: "day", start: "", ...look, schema } as const;
}

export function fee(label: string, tab: EditorTab, look: Look) {
  const rules = [
    z.refine<string>((text) => amountProblem(label, text) === undefined, {
      error: ({ input }) => amountProblem(label, String(input)),
    }),
    z.refine<string>((text) => feeOf(text) >= 0, "A fee can’t be less than 0"),
    z.refine<string>((text) => feeOf(text) <= highestFee, "This fee is too high"),
    plainLine(label),
  ];
  const schema = z.pipe(
    rawInputOf(normalizeLine).check(...rules),
    z.transform((text) => feeOf(text).toFixed(2)),
  );
  return { label, tab, kind: "fee", start: "0", ...look, schema } as const;
}

/** `12` for `12.7`; anything but a number is 0 (A-SVC-17). */
function integerOf(text: string): number {
  const number = Number(normalizeFigures(text).replaceAll(",", ""));
  return Number.isFinite(number) ? Math.trunc(number) : 0;
}

/** The column's maximum. */
const highestInteger = 2_147_483_647;
export function integer(label: string, tab: EditorTab, look: Look) {
  const fits = (text: string) => Math.abs(integerOf(text)) <= highestInteger;
  const checked = rawInputOf(normalizeLine).check(z.refine<string>(fits, "This number is too large"), plainLine(label));
  return { label, tab, kind: "integer", start: "", ...look, schema: z.pipe(checked, z.transform(integerOf)) } as const;
}

/** A whole number within bounds, which is refused if it is none. */
export function wholeNumber(
  label: string,
  tab: EditorTab,
  { least, most, ...look }: Look & { least: number; most: number },
) {
  const fits = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;
  const message = `Enter a whole number from ${least} to ${most}.`;
  const checked = rawInputOf((text) => normalizeFigures(text) || String(least)).check(z.refine<string>(fits, message));
  return {
    label,
    tab,
    kind: "integer",
    start: String(least),
    ...look,
    schema: z.pipe(checked, z.transform(Number)),
  } as const;
}

export function flag(label: string, tab: EditorTab, look: Look & { start?: "yes" | "" }) {
  const schema = z.pipe(
    rawInputOf(normalizeLine).check(plainLine(label)),
    z.transform((text) => text === "yes"),
  );
  return { label, tab, kind: "flag", start: "", ...look, schema } as const;
}

/** One of a few values; the first is the default. */
export function choice<const Options extends readonly [string, ...string[]]>(
  label: string,
  tab: EditorTab,
  options: Options,
  look: Look = {},
) {
  const isOption = (text: string) => options.includes(text);
  const rules = [
    z.refine<string>(isOption, `Choose ${options.map((option) => look.labels?.[option] ?? option).join(" or ")}`),
    plainLine(label),
  ];
  const schema = z.pipe(rawInputOf(normalizeLine).check(...rules), z.enum(options));
  return { label, tab, kind: "choice", start: options[0], options, ...look, schema } as const;
}

const uuid = z.uuid();
/** The id of a row in another table, or none. */
export function reference(label: string, tab: EditorTab, options: References, none: string, look: Look = {}) {
  const isId = (text: string) => text === "" || uuid.safeParse(text).success;
  const rules = [
    z.refine<string>(isId, `Choose ${/^[AEIOU]/.test(label) ? "an" : "a"} ${label.toLowerCase()} from the list`),
    plainLine(label),
  ];
  const schema = z.pipe(
    rawInputOf(normalizeLine).check(...rules),
    z.transform((text) => text || null),
  );
  return { label, tab, kind: "choice", start: "", options, none, ...look, schema } as const;
}

/** The required documents, as the JSON of their rows. */
export function documents(label: string, tab: EditorTab, look: Look) {
  return { label, tab, kind: "documents", start: "[]", ...look, schema: documentsSchema } as const;
}

export function json<Value>(label: string, tab: EditorTab, read: (text: string) => Read<Value>, look: Look) {
  const parsed = z.transform((text: string, { issues }): Value => {
    const result = read(text);
    if (result.ok) return result.value;
    issues.push({ code: "custom", message: result.problem, input: text, continue: true });
    return z.NEVER;
  });
  return {
    label,
    tab,
    kind: "json",
    start: "[]",
    ...look,
    schema: z.pipe(rawInputOf(stripInvalidCharacters).check(plainText(label)), parsed),
  } as const;
}
