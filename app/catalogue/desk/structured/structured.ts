import * as z from "zod/mini";
import { mentionsFacts } from "~/content/facts/texts";
import { amountProblem, feeOf, highestFee } from "~/core/prices/money";
import { invalidCharactersMessage, isValidText, normalizeText } from "~/core/text-input";
import type { ServiceFaq, ServiceStep, ServiceTime, VisaSubtype } from "~/db/schema/catalogue";

/**
 * The five structured fields of a service as JSON: one schema each, shared by the editor, which shows problems while
 * typing, and the server. Keys that no page shows are dropped. `zod/mini`, because the browser loads it.
 */
export type Read<Value> = { ok: true; value: Value } | { ok: false; problem: string };

type Path = readonly PropertyKey[];
type Issue = { path?: Path | undefined; input?: unknown };
/** Names a value in a message; `n`: the number of its entry. */
type Called = (n: number, path: Path) => string;

/** The number of the entry with a problem, from 1. */
const entryOf = (path: Path) => Number(path.findLast((key) => typeof key === "number")) + 1;
const saying =
  (called: Called, words: (label: string, input: unknown) => string) =>
  ({ path = [], input }: Issue) =>
    words(called(entryOf(path), path), input);

const isMissing = (value: unknown) => value === undefined || value === null;
const blankWhenMissing = z.transform((value: unknown) => (isMissing(value) ? "" : value));

function anyText(called: Called) {
  const notText = (label: string, input: unknown) =>
    isMissing(input) ? `${label} is missing` : `${label} must be text in quotes`;
  return z.string({ error: saying(called, notText) }).check(
    z.overwrite(normalizeText),
    z.refine(isValidText, { error: saying(called, invalidCharactersMessage) }),
    z.refine((text) => text.length <= 4000, {
      error: saying(called, (label) => `${label} is longer than 4,000 characters`),
    }),
  );
}
const text = (called: Called) =>
  anyText(called).check(z.minLength(1, { error: saying(called, (label) => `${label} is empty`) }));
const optionalText = (called: Called) => z.pipe(blankWhenMissing, anyText(called));

const zeroWhenMissing = z.transform((value: unknown) => (isMissing(value) ? 0 : value));
const isRawAmount = (value: unknown) => typeof value === "number" || typeof value === "string";
/** Rounds to cents. */
const inCents = (amount: number) => (amount > highestFee ? amount : Math.round(amount * 100) / 100);
const amount = (called: Called) =>
  z.pipe(
    z.pipe(
      zeroWhenMissing,
      z.custom<number | string>(isRawAmount, { error: saying(called, (label) => `${label} must be a number`) }).check(
        z.refine((amount) => typeof amount === "number" || amountProblem("", amount) === undefined, {
          error: saying(called, (label, amount) => amountProblem(label, String(amount)) ?? label),
        }),
      ),
    ),
    z.pipe(
      z.transform((amount: number | string) => (typeof amount === "number" ? inCents(amount) : feeOf(amount))),
      z
        .number()
        .check(
          z.minimum(0, { error: saying(called, (label) => `${label} can’t be less than 0`) }),
          z.maximum(highestFee, { error: saying(called, (label) => `${label} is too high`) }),
        ),
    ),
  );

const tooMany = "100 entries at most";
/** The number of entries is validated before their content. */
const listOf = <Item extends z.core.SomeType>(example: string, item: Item) =>
  z.pipe(
    z.array(z.unknown(), { error: `This must be a list: ${example}` }).check(z.maxLength(100, tooMany)),
    z.array(item),
  );
const entry = <Shape extends z.core.$ZodLooseShape>(keys: string, shape: Shape) =>
  z.object(shape, {
    error: saying(
      (n) => `Entry ${n}`,
      (label) => `${label} must be an object with ${keys}`,
    ),
  });

const texts = listOf(
  '["First", "Second"]',
  text((n) => `Entry ${n}`),
);

const wholeNumber = z.custom<number>(Number.isInteger, {
  error: saying(
    (n) => `The step of entry ${n}`,
    (label) => `${label} must be a whole number`,
  ),
});
const steps = z.pipe(
  listOf(
    '[{"step": 1, "title": "", "description": ""}]',
    entry("step, title and description", {
      step: z.nullish(wholeNumber),
      title: text((n) => `The title of step ${n}`),
      description: optionalText((n) => `The description of step ${n}`),
    }),
  ),
  z.transform((entries): ServiceStep[] =>
    entries.map(({ step, title, description }, index) => ({ step: step ?? index + 1, title, description })),
  ),
);

const faqs = listOf(
  '[{"question": "", "answer": ""}]',
  entry("question and answer", {
    question: text((n) => `Question ${n}`),
    answer: text((n) => `The answer to question ${n}`),
  }),
) satisfies z.ZodMiniType<ServiceFaq[]>;

const times = listOf(
  '[{"label": "Standard", "time": "10 days"}]',
  entry("label and time", {
    label: text((n) => `The label of option ${n}`),
    time: text((n) => `The time of option ${n}`),
  }),
) satisfies z.ZodMiniType<ServiceTime[]>;

const subtypes = listOf(
  '[{"name": "", "govFee": 0, "serviceFee": 0, "description": ""}]',
  z.pipe(
    entry("name, govFee, serviceFee and description", {
      name: text((n) => `The name of tier ${n}`).check(
        z.refine((name) => !mentionsFacts(name), { error: "A tier name can’t contain a fact: write it out in full" }),
      ),
      govFee: amount((n) => `The government fee of tier ${n}`),
      serviceFee: amount((n) => `The service fee of tier ${n}`),
      description: optionalText((n) => `The description of tier ${n}`),
    }),
    // The total is always the sum of both fees, whatever the text says.
    z.transform(
      ({ name, govFee, serviceFee, description }): VisaSubtype => ({
        name,
        govFee,
        serviceFee,
        total: Math.round((govFee + serviceFee) * 100) / 100,
        description,
      }),
    ),
  ),
);

/** The engine's own parse error. */
export function readJson(text: string): Read<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : "Not JSON" };
  }
}

/** Processing times; an object of label to time, the earlier format, is read in its textual order. */
export function readTimes(text: string): Read<unknown> {
  const json = readJson(text);
  if (!json.ok || typeof json.value !== "object" || json.value === null || Array.isArray(json.value)) return json;
  const entries = new Map(Object.entries(json.value));
  return { ok: true, value: labelsIn(text).map((label) => ({ label, time: entries.get(label) })) };
}

/** The keys of an object in textual order: JavaScript moves integer keys to the front. */
function labelsIn(object: string): string[] {
  let depth = 0;
  const keys = new Set<string>();
  for (const [token, text, colon] of object.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[[\]{}]/g)) {
    if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") depth--;
    else if (text && colon && depth === 1) keys.add(String(JSON.parse(text)));
  }
  return [...keys];
}

/** Only the first problem is reported, because others often follow from it. */
function reader<Value>(schema: z.ZodMiniType<Value>, parse = readJson) {
  return (text: string): Read<Value> => {
    const json = parse(text);
    if (!json.ok) return json;
    const read = schema.safeParse(json.value);
    return read.success
      ? { ok: true, value: read.data }
      : { ok: false, problem: read.error.issues[0]?.message ?? "Not in the expected format" };
  };
}

export const structured = {
  eligibilityCriteria: reader(texts),
  applicationSteps: reader(steps),
  faqs: reader(faqs),
  processingTimes: reader(times, readTimes),
  visaSubtypes: reader(subtypes),
};
export type StructuredName = keyof typeof structured;
