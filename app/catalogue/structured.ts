import { feeOf, highestFee } from "~/catalogue/money";
import type { ServiceFaq, ServiceStep, VisaSubtype } from "~/db/schema/catalogue";
import { barredSigns, isPlainText } from "~/typed-text";

/**
 * The five structured fields of a service as JSON text (A-SVC-6 to -9, -19): their values, or what is wrong. Shared by
 * the editor, which says it while one types, and by the server, which stores nothing else. Keys that no page shows are
 * left out.
 */
export type Read<Value> = { ok: true; value: Value } | { ok: false; problem: string };

class Wrong extends Error {}
type Entry = Record<string, unknown>;

function reader<Value>(shape: (json: unknown) => Value) {
  return (text: string): Read<Value> => {
    const parsed = readJson(text);
    if (!parsed.ok) return parsed;
    try {
      return { ok: true, value: shape(parsed.value) };
    } catch (error) {
      if (error instanceof Wrong) return { ok: false, problem: error.message };
      throw error;
    }
  };
}

/** The parse error in the engine's own words (A-SVC-20). */
export function readJson(text: string): Read<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : "Not JSON" };
  }
}

function listOf<Item>(json: unknown, example: string, item: (entry: unknown, n: number) => Item): Item[] {
  if (!Array.isArray(json)) throw new Wrong(`This must be a list: ${example}`);
  if (json.length > 100) throw new Wrong("100 entries at most");
  return json.map((entry, index) => item(entry, index + 1));
}

function entryOf(json: unknown, n: number, keys: string): Entry {
  if (typeof json !== "object" || json === null || Array.isArray(json))
    throw new Wrong(`Entry ${n} must be an object with ${keys}`);
  return Object.fromEntries(Object.entries(json));
}

function textOf(value: unknown, what: string, needed = true): string {
  if (value === undefined || value === null) {
    if (!needed) return "";
    throw new Wrong(`${what} is missing`);
  }
  if (typeof value !== "string") throw new Wrong(`${what} must be text in quotes`);
  const text = value.trim();
  if (needed && text === "") throw new Wrong(`${what} is empty`);
  if (!isPlainText(text)) throw new Wrong(barredSigns(what));
  if (text.length > 4000) throw new Wrong(`${what} is longer than 4,000 characters`);
  return text;
}

function amountOf(value: unknown, what: string): number {
  if (value === undefined || value === null) return 0;
  if (typeof value !== "number" && typeof value !== "string") throw new Wrong(`${what} must be a number`);
  const amount = feeOf(String(value));
  if (amount < 0) throw new Wrong(`${what} can’t be less than 0`);
  if (amount > highestFee) throw new Wrong(`${what} is too high`);
  return amount;
}

export const readTexts = reader((json): string[] =>
  listOf(json, '["First", "Second"]', (entry, n) => textOf(entry, `Entry ${n}`)),
);

export const readSteps = reader((json): ServiceStep[] =>
  listOf(json, '[{"step": 1, "title": "", "description": ""}]', (json, n) => {
    const entry = entryOf(json, n, "step, title and description");
    const step = entry.step ?? n;
    if (typeof step !== "number" || !Number.isInteger(step))
      throw new Wrong(`The step of entry ${n} must be a whole number`);
    const title = textOf(entry.title, `The title of step ${n}`);
    return { step, title, description: textOf(entry.description, `The description of step ${n}`, false) };
  }),
);

export const readFaqs = reader((json): ServiceFaq[] =>
  listOf(json, '[{"question": "", "answer": ""}]', (json, n) => {
    const entry = entryOf(json, n, "question and answer");
    return {
      question: textOf(entry.question, `Question ${n}`),
      answer: textOf(entry.answer, `The answer to question ${n}`),
    };
  }),
);

export const readTimes = reader((json): Record<string, string> => {
  if (typeof json !== "object" || json === null || Array.isArray(json))
    throw new Wrong('This must be an object: {"Standard": "10 days"}');
  if (Object.keys(json).length > 100) throw new Wrong("100 entries at most");
  return Object.fromEntries(
    Object.entries(json).map(([option, time]) => [
      textOf(option, "The name of an option"),
      textOf(time, `The time of “${option}”`),
    ]),
  );
});

/** The total is what the two fees make, whatever the text says (as A-SVC-14 has it for the service). */
export const readSubtypes = reader((json): VisaSubtype[] =>
  listOf(json, '[{"name": "", "govFee": 0, "serviceFee": 0, "description": ""}]', (json, n) => {
    const entry = entryOf(json, n, "name, govFee, serviceFee and description");
    const name = textOf(entry.name, `The name of tier ${n}`);
    const govFee = amountOf(entry.govFee, `The government fee of tier ${n}`);
    const serviceFee = amountOf(entry.serviceFee, `The service fee of tier ${n}`);
    const description = textOf(entry.description, `The description of tier ${n}`, false);
    return { name, govFee, serviceFee, total: Math.round((govFee + serviceFee) * 100) / 100, description };
  }),
);

export const structured = {
  eligibilityCriteria: readTexts,
  applicationSteps: readSteps,
  faqs: readFaqs,
  processingTimes: readTimes,
  visaSubtypes: readSubtypes,
};
export type StructuredName = keyof typeof structured;
