import { eq } from "drizzle-orm";
import { confirmedSentences } from "~/applications/steps/contradictions/asked";
import { knownSteps, metadataKey } from "~/applications/steps/registry";
import { reviewSteps, type ShownStep, shownAsSigned, shownSteps } from "~/applications/steps/review";
import { stepsOfService } from "~/applications/steps/service-steps.server";
import { countryName } from "~/core/countries.server";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import { type Metadata, type StoredAnswers, visaApplications } from "~/db/schema/applications";
import { applicantInformation } from "~/db/schema/steps";
import { dataKeysOf, requireDataKey } from "~/encryption/data-keys.server";
import type { Answers, StepDefinition } from "~/form-engine/definition";
import { answersToCheck } from "./completeness.server";
import {
  answerDigest,
  hasEncrypted,
  isAnySealed,
  isAnyUnreadable,
  isSearched,
  type Opener,
  openedAnswers,
  passportDigests,
  type Sealer,
  sealedAnswers,
} from "./sealed-answers.server";
import type { Seen } from "./seen";
import { confirmationsIn, signedRecord } from "./signed-record.server";
import { usableKey } from "./usable-key.server";
import { readVisa } from "./visa.server";

// Only this file reads and writes applicants' answers, so that they are encrypted in one place. One statement writes
// them on its own with the same functions: a save (`save-step.server.ts`).

const encryptedSteps = knownSteps.filter(hasEncrypted);

type Row = Pick<typeof visaApplications.$inferSelect, "id" | "metadata" | "revisions">;

const asStored = (metadata: unknown) => metadata as StoredAnswers;
/** Metadata as stored: its encrypted values can't be used. */
const asItLies = ({ metadata }: Pick<Row, "metadata">) => metadata as unknown as Metadata;

/** All answers by step key. Unreadable ones are `unreadableAnswer`. */
export async function storedAnswers(
  application: Pick<Row, "id" | "metadata">,
  from: Queryable = db,
): Promise<Metadata> {
  const lying = asItLies(application);
  return openedMetadata(await openerOf(application.id, from, [lying]), lying);
}

/**
 * All answers as stored, for code that reads no encrypted one (`contradictions.ts`); undefined if the application is
 * gone. One column, because every `Next Step` that can contradict another step reads it.
 */
export async function readRawMetadata(applicationId: string): Promise<Metadata | undefined> {
  const [row] = await db
    .select({ metadata: visaApplications.metadata })
    .from(visaApplications)
    .where(eq(visaApplications.id, applicationId));
  return row && asItLies(row);
}

/** Decrypted answers of several applications by id; the keys are read in one query. */
export async function storedAnswersOf(
  applications: readonly Pick<Row, "id" | "metadata">[],
  from: Queryable,
): Promise<Map<string, Metadata>> {
  const keys = await dataKeysOf(
    applications.map(({ id }) => id),
    from,
  );
  return new Map(
    applications.map((application) => [
      application.id,
      openedMetadata({ applicationId: application.id, key: keys.get(application.id) }, asItLies(application)),
    ]),
  );
}

/** The data key for these answers; not looked up if none is encrypted. */
async function openerOf(applicationId: string, from: Queryable, answers: readonly Metadata[]): Promise<Opener> {
  const isAny = answers.some((metadata) => stepsIn(metadata).some(([, step, stored]) => isAnySealed(step, stored)));
  if (!isAny) return { applicationId, key: undefined };
  return { applicationId, key: await usableKey(applicationId, from) };
}

const isRecord = (value: unknown): value is Answers =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Stored steps that have encrypted questions; old records may contain anything. */
function stepsIn(metadata: unknown): [key: string, step: StepDefinition, answers: Answers][] {
  if (!isRecord(metadata)) return [];
  return encryptedSteps.flatMap((step): [string, StepDefinition, Answers][] => {
    const key = metadataKey(step);
    const answers = metadata[key];
    return isRecord(answers) ? [[key, step, answers]] : [];
  });
}

function openedMetadata(opener: Opener, lying: Metadata): Metadata {
  const opened = stepsIn(lying).map(([key, step, stored]) => [key, openedAnswers(opener, step, stored)]);
  return opened.length > 0 ? { ...lying, ...Object.fromEntries(opened) } : lying;
}

/** Metadata with encrypted answers, and the columns stored with it. */
export function encryptForStorage(sealer: Sealer, answers: Metadata) {
  const steps = stepsIn(answers);
  const sealed = steps.map(([key, step, stepAnswers]) => [key, sealedAnswers(sealer, step, stepAnswers)]);
  const digests = steps.map(([key, step, stepAnswers]) => [key, answerDigest(sealer, step, stepAnswers)]);
  return {
    metadata: asStored(steps.length > 0 ? { ...answers, ...Object.fromEntries(sealed) } : answers),
    answerDigests: Object.fromEntries(digests) as Record<string, string>,
    passportDigests: steps.flatMap(([, step, stepAnswers]) => passportDigests(step, stepAnswers)),
  };
}

/** For answers none of which is encrypted, such as the email of a new application. */
export const asPlainStorage = (answers: Metadata): StoredAnswers => asStored(answers);

/** A step's answers, with the revision that a change has to carry. */
export async function storedStep(application: Row, definition: StepDefinition, from: Queryable = db) {
  const key = metadataKey(definition);
  const lying = asItLies(application)[key] ?? {};
  const answers = hasEncrypted(definition)
    ? openedAnswers(await openerOf(application.id, from, [{ [key]: lying }]), definition, lying)
    : lying;
  return { answers, revision: revisionOf(application, definition) };
}

/** How often a step's answers were changed, without following an earlier step's (`follow.server.ts`). */
export const revisionOf = ({ revisions }: Pick<Row, "revisions">, definition: StepDefinition): number =>
  revisions[metadataKey(definition)] ?? 0;

export const seenNow = (steps: readonly { definition: StepDefinition }[], application: Pick<Row, "revisions">): Seen =>
  Object.fromEntries(steps.map(({ definition }) => [definition.code, revisionOf(application, definition)]));

/** Writes a step's answers to a locked application, and increments the revision that they are based on. */
export async function writeAnswers(
  tx: Transaction,
  application: Row & { answerDigests: Record<string, string> },
  definition: StepDefinition,
  answers: Answers,
  revision = revisionOf(application, definition) + 1,
): Promise<number> {
  const key = metadataKey(definition);
  const isSealed = hasEncrypted(definition);
  if (isAnyUnreadable(definition, answers)) throw new Error("A step with an answer that can't be read is not written");
  const sealer = isSealed && {
    applicationId: application.id,
    key: await requireDataKey({ applicationId: application.id }, tx),
  };
  await tx
    .update(visaApplications)
    .set({
      metadata: asStored({
        ...asItLies(application),
        [key]: sealer ? sealedAnswers(sealer, definition, answers) : answers,
      }),
      revisions: { ...application.revisions, [key]: revision },
      ...(sealer
        ? { answerDigests: { ...application.answerDigests, [key]: answerDigest(sealer, definition, answers) } }
        : {}),
      ...(isSearched(definition) ? { passportDigests: passportDigests(definition, answers) } : {}),
      lastUpdatedAt: new Date(),
    })
    .where(eq(visaApplications.id, application.id));
  return revision;
}

/** In either stored spelling. With only one name that is the last name, whatever a draft's hidden inputs contain. */
export function applicantName(answers: Metadata, otherwise = "Applicant"): string {
  const step1 = answers.step1 ?? {};
  const first = step1.onlyOneName === true ? undefined : (step1.firstName ?? step1.first_name);
  const name = [first, step1.lastName ?? step1.last_name];
  return name.filter((part) => typeof part === "string" && part !== "").join(" ") || otherwise;
}

/** The same from an application's row: names are not encrypted. */
export const nameIn = (application: Pick<Row, "metadata">, otherwise?: string): string =>
  applicantName(asItLies(application), otherwise);

/** Addresses of files that are answers and so are removed in their step. They are not encrypted. */
export function fileAddressesIn(application: Pick<Row, "metadata">): Set<string> {
  const values = Object.values(asItLies(application)).flatMap((answers) => Object.values(answers ?? {}));
  return new Set(values.filter((value) => typeof value === "string" && value.startsWith("/documents/")) as string[]);
}

export async function storedName(from: Queryable, applicationId: string): Promise<string> {
  const [person] = await from
    .select({ first: applicantInformation.firstName, last: applicantInformation.lastName })
    .from(applicantInformation)
    .where(eq(applicantInformation.applicationId, applicationId));
  return [person?.first, person?.last].filter(Boolean).join(" ");
}

type Answered = Pick<typeof visaApplications.$inferSelect, "id" | "visaServiceId" | "metadata">;

/** An application's answers: as signed after the submission, by the step definitions for a draft. */
export async function staffRecord(application: Answered): Promise<StaffRecord> {
  const signed = await signedRecord(application.id);
  if (signed) {
    const { steps, electronicSignature: signature } = signed;
    return { steps: shownAsSigned(steps), signature, confirmed: confirmationsIn(steps) };
  }
  const steps = await stepsOfService(application.visaServiceId);
  const answers = await storedAnswers(application);
  return {
    steps: shownSteps(reviewSteps(steps, answers, countryName)),
    signature: null,
    confirmed: confirmedSentences(answersToCheck(steps, answers, await readVisa(application.id, db))),
  };
}

type StaffRecord = { steps: ShownStep[]; signature: string | null; confirmed: string[] };

export const staffAnswers = async (application: Answered): Promise<ShownStep[]> =>
  (await staffRecord(application)).steps;
