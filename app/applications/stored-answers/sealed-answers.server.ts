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

// Steps declare encrypted answers. In JSON they are `{"sealed": …}`, which nobody can type, in a column text.

/** `key`: the application's data key. */
export type Opener = { applicationId: string; key: Buffer | undefined };
export type Sealer = Opener & { key: Buffer };

type Change = (value: unknown, aad: string) => unknown;

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

export const hasEncrypted = (step: StepDefinition): boolean => encryptedIn(step).length > 0;

/** Maps the encrypted questions among named values; `nameOf` returns a field's name there. */
function changed(step: StepDefinition, values: Answers, aad: string, change: Change, nameOf = (name: string) => name) {
  const all = { ...values };
  for (const field of encryptedIn(step)) {
    const name = nameOf(field.name);
    const value = all[name];
    if (value === undefined || value === null) continue;
    if (field.encrypted) all[name] = change(value, `${aad}.${name}`);
    else if (field.kind === "list" && Array.isArray(value))
      all[name] = value.map((entry: unknown) => changedEntry(field, entry, `${aad}.${name}`, change));
  }
  return all;
}

function changedEntry(field: Extract<Field, { kind: "list" }>, entry: unknown, aad: string, change: Change): unknown {
  if (typeof entry !== "object" || entry === null) return entry;
  const parts: Answers = { ...entry };
  for (const { name, encrypted } of field.fields)
    if (encrypted && parts[name] !== undefined && parts[name] !== null)
      parts[name] = change(parts[name], `${aad}.${name}`);
  return parts;
}

type Sealed = { sealed: string };
const isSealed = (value: unknown): value is Sealed =>
  typeof value === "object" && value !== null && "sealed" in value && isSealedText(value.sealed);

const stepAad = (applicationId: string, step: StepDefinition) =>
  `visa_applications/${applicationId}/metadata.${metadataKey(step)}`;

export const sealedAnswers = ({ applicationId, key }: Sealer, step: StepDefinition, answers: Answers): Answers =>
  changed(step, answers, stepAad(applicationId, step), (value, aad) => ({
    sealed: sealedText(key, aad, value),
  }));

/** Plain values, which SQL may have written, stay. */
export const openedAnswers = ({ applicationId, key }: Opener, step: StepDefinition, stored: Answers): Answers =>
  changed(step, stored, stepAad(applicationId, step), (value, aad) =>
    isSealed(value) ? openedText(key, aad, value.sealed) : value,
  );

export function isAnySealed(step: StepDefinition, stored: Answers): boolean {
  let found = false;
  changed(step, stored, "", (value) => {
    found ||= isSealed(value);
    return value;
  });
  return found;
}

/** Whether an encrypted answer can't be read: never overwrite what is stored there. */
export function isAnyUnreadable(step: StepDefinition, opened: Answers): boolean {
  let found = false;
  changed(step, opened, "", (value) => {
    found ||= value === unreadableAnswer;
    return value;
  });
  return found;
}

type TableRow = Pick<StepRow, "table" | "row">;

/** Columns with the same value as in `before` keep their ciphertext, so that an unchanged row is not written again. */
export function sealedRow<Row extends TableRow>(
  { applicationId, key }: Sealer,
  step: StepDefinition,
  row: Row,
  before: Answers = {},
): Row {
  const aad = `${row.table}/${applicationId}`;
  const known = new Map<string, string>();
  const note: Change = (value, at) => {
    if (isSealedText(value)) known.set(JSON.stringify([at, openedText(key, at, value)]), value);
    return value;
  };
  changed(step, before, aad, note, toSnakeCase);
  const seal: Change = (value, at) => known.get(JSON.stringify([at, value])) ?? sealedText(key, at, value);
  return { ...row, row: changed(step, row.row, aad, seal, toSnakeCase) };
}

export const openedRow = ({ applicationId, key }: Opener, step: StepDefinition, { table, row }: TableRow): Answers =>
  changed(
    step,
    row,
    `${table}/${applicationId}`,
    (value, at) => (isSealedText(value) ? openedText(key, at, value) : value),
    toSnakeCase,
  );

/** HMAC to compare answers with stored ones, whose ciphertext differs each time; independent of the order of names. */
export function answerDigest({ key }: Sealer, step: StepDefinition, answers: Answers): string {
  const digestKey = createHmac("sha256", key).update("digest of answers").digest();
  const text = JSON.stringify([metadataKey(step), inOrder(answers)]);
  return createHmac("sha256", digestKey).update(text).digest("base64url").slice(0, 22);
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([name, part]) => [name, inOrder(part)]);
}

/** A passport number for comparison, without case, spaces and hyphens. */
export const comparableNumber = (number: string) =>
  normalized(normalizeFigures(number), "NFKC")
    .replace(/[\s\p{Pd}]/gu, "")
    .toUpperCase();

const purpose = "passport number";

/** Digests with every key of the ring, for searches during key rotation; empty if nothing is left to search for. */
export const passportSearch = (number: string): string[] =>
  comparableNumber(number) === "" ? [] : searchDigests(purpose, comparableNumber(number));

export const isSearched = (step: StepDefinition): boolean => step.code === "passport_info";

/** Marker among digests with the id of their key. */
const keyIdMarker = (keyId: string): string => `key:${keyId}`;

type NumberOf = { number: string; country: string };

/** Passport numbers among relevant answers, with the issuing country. */
function passportNumbers(step: StepDefinition, answers: Answers): NumberOf[] {
  const found: NumberOf[] = [];
  const add = (number: unknown, country: unknown) => {
    if (typeof number !== "string" || number === unreadableAnswer || comparableNumber(number) === "") return;
    found.push({ number: comparableNumber(number), country: typeof country === "string" ? country : "" });
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

/** Digests of each passport number, and with its country as `GB:{digest}`: both tell whose it is (F-NAME-3). */
export function passportDigests(step: StepDefinition, answers: Answers): string[] {
  const digests = passportNumbers(step, answers).flatMap(({ number, country }) => {
    const [digest = ""] = searchDigests(purpose, number);
    return /^[A-Z]{2}$/.test(country) ? [digest, `${country}:${digest}`] : [digest];
  });
  return digests.length > 0 ? [keyIdMarker(activeKeyId()), ...new Set(digests)] : [];
}

const signedAnswerAad = (applicationId: string, step: SignedStep, { name }: SignedAnswer) =>
  `application_submissions/${applicationId}/${step.code}.${name}`;

/** Encrypts a signed record's sensitive answers; missing ones stay null. */
export const sealedSteps = ({ applicationId, key }: Sealer, steps: readonly SignedStep[]): SignedStep[] =>
  steps.map((step) => {
    const definition = stepByCode(step.code);
    const names = new Set(definition ? encryptedIn(definition).map(({ name }) => name) : []);
    return {
      ...step,
      answers: step.answers.map((signed) => {
        if (!names.has(signed.name) || signed.answer === null || isSealed(signed.answer)) return signed;
        const sealed = { sealed: sealedText(key, signedAnswerAad(applicationId, step, signed), signed.answer) };
        // The stored form of a `SignedAnswer`, which only `openedSteps` reads.
        return { ...signed, answer: sealed as unknown as SignedAnswer["answer"] };
      }),
    };
  });

export const openedSteps = ({ applicationId, key }: Opener, steps: readonly SignedStep[]): SignedStep[] =>
  steps.map((step) => ({
    ...step,
    answers: step.answers.map((signed) => {
      const stored: unknown = signed.answer;
      if (!isSealed(stored)) return signed;
      const answer = openedText(key, signedAnswerAad(applicationId, step, signed), stored.sealed);
      return { ...signed, answer: answer as SignedAnswer["answer"] };
    }),
  }));
