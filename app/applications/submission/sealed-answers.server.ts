import { createHmac } from "node:crypto";
import { toSnakeCase } from "drizzle-orm/casing";
import { metadataKey, stepByCode } from "~/applications/steps/registry";
import { normalizeFigures } from "~/core/text-input";
import { unreadableAnswer } from "~/core/unreadable";
import type { SignedAnswer, SignedStep } from "~/db/schema/applications";
import { activeKeyId, searchDigests } from "~/encryption/keyring.server";
import { isSealedText, openedText, sealedText } from "~/encryption/sealed-value.server";
import { type Answers, type Field, fieldsOf, type StepDefinition } from "~/form-engine/definition";
import { entriesOf, relevantAnswers } from "~/form-engine/relevance";
import { normalized } from "~/normalized";
import type { StepRow } from "./step-tables.server";

// Which of an application's answers are encrypted follows from the definitions of the steps (`encrypted`). What is
// encrypted stands in the JSON of answers as `{"sealed": …}`, which nobody can type, and in a table's column as text.

/** A data key, and the application that it is for. */
export type Opener = { applicationId: string; key: Buffer | undefined };
export type Sealer = Opener & { key: Buffer };

type Change = (value: unknown, place: string) => unknown;

const encryptedFields = new WeakMap<StepDefinition, readonly Field[]>();

function encryptedIn(step: StepDefinition): readonly Field[] {
  const known = encryptedFields.get(step);
  if (known) return known;
  const fields = fieldsOf(step).filter(
    (field) => field.encrypted || (field.kind === "list" && field.fields.some((part) => part.encrypted)),
  );
  encryptedFields.set(step, fields);
  return fields;
}

/** Whether a step has answers that are encrypted. */
export const hasEncrypted = (step: StepDefinition): boolean => encryptedIn(step).length > 0;

/** Changes what is encrypted among named values; `nameOf` gives the name that a field has among them. */
function changed(
  step: StepDefinition,
  values: Answers,
  place: string,
  change: Change,
  nameOf = (name: string) => name,
) {
  const all = { ...values };
  for (const field of encryptedIn(step)) {
    const name = nameOf(field.name);
    const value = all[name];
    if (value === undefined || value === null) continue;
    if (field.encrypted) all[name] = change(value, `${place}.${name}`);
    else if (field.kind === "list" && Array.isArray(value))
      all[name] = value.map((entry: unknown) => changedEntry(field, entry, `${place}.${name}`, change));
  }
  return all;
}

function changedEntry(field: Extract<Field, { kind: "list" }>, entry: unknown, place: string, change: Change): unknown {
  if (typeof entry !== "object" || entry === null) return entry;
  const parts: Answers = { ...entry };
  for (const { name, encrypted } of field.fields)
    if (encrypted && parts[name] !== undefined && parts[name] !== null)
      parts[name] = change(parts[name], `${place}.${name}`);
  return parts;
}

type Sealed = { sealed: string };
const isSealed = (value: unknown): value is Sealed =>
  typeof value === "object" && value !== null && "sealed" in value && isSealedText(value.sealed);

const placeOfStep = (applicationId: string, step: StepDefinition) =>
  `visa_applications/${applicationId}/metadata.${metadataKey(step)}`;

/** A step's answers as `metadata` holds them. */
export const sealedAnswers = ({ applicationId, key }: Sealer, step: StepDefinition, answers: Answers): Answers =>
  changed(step, answers, placeOfStep(applicationId, step), (value, place) => ({
    sealed: sealedText(key, place, value),
  }));

/** The answers out of `metadata`; what is there in clear, as SQL may have written it, stays as it is. */
export const openedAnswers = ({ applicationId, key }: Opener, step: StepDefinition, stored: Answers): Answers =>
  changed(step, stored, placeOfStep(applicationId, step), (value, place) =>
    isSealed(value) ? openedText(key, place, value.sealed) : value,
  );

/** Whether `metadata` holds an encrypted answer of the step. */
export function isAnySealed(step: StepDefinition, stored: Answers): boolean {
  let found = false;
  changed(step, stored, "", (value) => {
    found ||= isSealed(value);
    return value;
  });
  return found;
}

/** Whether an encrypted answer of a step can't be read: it is never written in the place of what lies there. */
export function isAnyUnreadable(step: StepDefinition, opened: Answers): boolean {
  let found = false;
  changed(step, opened, "", (value) => {
    found ||= value === unreadableAnswer;
    return value;
  });
  return found;
}

/** A row of a step's table, in SQL's names. */
type TableRow = Pick<StepRow, "table" | "row">;

/**
 * The row with its encrypted columns. Of `before`, the columns as they are in the table, what holds the same value
 * stays as it is, so that an unchanged row is not written again.
 */
export function sealedRow<Row extends TableRow>(
  { applicationId, key }: Sealer,
  step: StepDefinition,
  row: Row,
  before: Answers = {},
): Row {
  const place = `${row.table}/${applicationId}`;
  const known = new Map<string, string>();
  const note: Change = (value, at) => {
    if (isSealedText(value)) known.set(JSON.stringify([at, openedText(key, at, value)]), value);
    return value;
  };
  changed(step, before, place, note, toSnakeCase);
  const seal: Change = (value, at) => known.get(JSON.stringify([at, value])) ?? sealedText(key, at, value);
  return { ...row, row: changed(step, row.row, place, seal, toSnakeCase) };
}

/** The plain columns of a row as it lies in the table. */
export const openedRow = ({ applicationId, key }: Opener, step: StepDefinition, { table, row }: TableRow): Answers =>
  changed(
    step,
    row,
    `${table}/${applicationId}`,
    (value, at) => (isSealedText(value) ? openedText(key, at, value) : value),
    toSnakeCase,
  );

/**
 * Tells whether answers of a step are equal to stored ones, which differ at each encryption: an HMAC of them, whatever
 * the order of their names.
 */
export function answerDigest({ key }: Sealer, step: StepDefinition, answers: Answers): string {
  const digestKey = createHmac("sha256", key).update("digest of answers").digest();
  const text = JSON.stringify([metadataKey(step), inOrder(answers)]);
  return createHmac("sha256", digestKey).update(text).digest("base64url").slice(0, 22);
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const sorted = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([name, part]) => [name, inOrder(part)]);
}

/** A passport's number as it is compared: case, spaces and hyphens do not count (V-ENC-7). */
const comparable = (number: string) =>
  normalized(normalizeFigures(number), "NFKC")
    .replace(/[\s\p{Pd}]/gu, "")
    .toUpperCase();

const purpose = "passport number";

/** With every key of the ring, for a search while keys are renewed; empty when nothing is left to search for. */
export const passportSearch = (number: string): string[] =>
  comparable(number) === "" ? [] : searchDigests(purpose, comparable(number));

/** Whether the answers of a step can be searched for. */
export const isSearched = (step: StepDefinition): boolean => step.code === "passport_info";

/** Stands among digests, and names the key that they are made with. */
const digestMark = (keyId: string): string => `key:${keyId}`;

type NumberOf = { number: string; country: string };

/** The passport numbers among a step's relevant answers, each with the country that issued it. */
function passportNumbers(step: StepDefinition, answers: Answers): NumberOf[] {
  const found: NumberOf[] = [];
  const add = (number: unknown, country: unknown) => {
    if (typeof number !== "string" || number === unreadableAnswer || comparable(number) === "") return;
    found.push({ number: comparable(number), country: typeof country === "string" ? country : "" });
  };
  const relevant = relevantAnswers(step, answers);
  for (const field of encryptedIn(step)) {
    if (field.encrypted === "passport number") add(relevant[field.name], relevant.issuingCountry);
    if (field.kind !== "list") continue;
    for (const entry of entriesOf(field, relevant))
      for (const part of field.fields) if (part.encrypted === "passport number") add(entry[part.name], entry.country);
  }
  return found;
}

/**
 * What an application is found by, with the key that writes, and its mark: the digest of each passport number, and
 * `GB:{digest}` with the country that issued it, which together tell whose it is (F-NAME-3).
 */
export function passportDigests(step: StepDefinition, answers: Answers): string[] {
  const digests = passportNumbers(step, answers).flatMap(({ number, country }) => {
    const [digest = ""] = searchDigests(purpose, number);
    return /^[A-Z]{2}$/.test(country) ? [digest, `${country}:${digest}`] : [digest];
  });
  return digests.length > 0 ? [digestMark(activeKeyId()), ...new Set(digests)] : [];
}

const placeOfSigned = (applicationId: string, step: SignedStep, { name }: SignedAnswer) =>
  `application_submissions/${applicationId}/${step.code}.${name}`;

/** A signed record as it is stored: its sensitive answers are encrypted, those that nobody gave stay null. */
export const sealedSteps = ({ applicationId, key }: Sealer, steps: readonly SignedStep[]): SignedStep[] =>
  steps.map((step) => {
    const definition = stepByCode(step.code);
    const names = new Set(definition ? encryptedIn(definition).map(({ name }) => name) : []);
    return {
      ...step,
      answers: step.answers.map((one) => {
        if (!names.has(one.name) || one.answer === null || isSealed(one.answer)) return one;
        const sealed = { sealed: sealedText(key, placeOfSigned(applicationId, step, one), one.answer) };
        // The stored form of a `SignedAnswer`; `openedSteps` alone reads it.
        return { ...one, answer: sealed as unknown as SignedAnswer["answer"] };
      }),
    };
  });

/** The signed record in its plain form, in which it was signed. */
export const openedSteps = ({ applicationId, key }: Opener, steps: readonly SignedStep[]): SignedStep[] =>
  steps.map((step) => ({
    ...step,
    answers: step.answers.map((one) => {
      const stored: unknown = one.answer;
      if (!isSealed(stored)) return one;
      const answer = openedText(key, placeOfSigned(applicationId, step, one), stored.sealed);
      return { ...one, answer: answer as SignedAnswer["answer"] };
    }),
  }));
