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

// Applicants' answers are read and written in this file, so that they are protected in one place. One statement writes
// them on its own, with the same functions: a save (`save-step.server.ts`).

const encryptedSteps = knownSteps.filter(hasEncrypted);

type Row = Pick<typeof visaApplications.$inferSelect, "id" | "metadata" | "revisions">;

const asStored = (metadata: unknown) => metadata as StoredAnswers;
/** Metadata as it lies there: what is encrypted in it can't be used. */
const asItLies = ({ metadata }: Pick<Row, "metadata">) => metadata as unknown as Metadata;

/** All answers of an application, by the keys of its steps. What can't be read says so (`unreadableAnswer`). */
export async function storedAnswers(
  application: Pick<Row, "id" | "metadata">,
  from: Queryable = db,
): Promise<Metadata> {
  const lying = asItLies(application);
  return openedMetadata(await openerOf(application.id, from, [lying]), lying);
}

/**
 * All answers as they lie there, for what reads no encrypted one (`contradictions.ts`); undefined when the application
 * is gone. One column, because every `Next Step` that can contradict another step reads it.
 */
export async function readRawMetadata(applicationId: string): Promise<Metadata | undefined> {
  const [row] = await db
    .select({ metadata: visaApplications.metadata })
    .from(visaApplications)
    .where(eq(visaApplications.id, applicationId));
  return row && asItLies(row);
}

/** The answers of several applications, opened, by their ids; the keys are read in one query. */
export async function storedAnswersOf(
  applications: readonly Pick<Row, "id" | "metadata">[],
  from: Queryable,
): Promise<Map<string, Metadata>> {
  const keys = await dataKeysOf(
    applications.map(({ id }) => id),
    from,
  );
  return new Map(
    applications.map((one) => [
      one.id,
      openedMetadata({ applicationId: one.id, key: keys.get(one.id) }, asItLies(one)),
    ]),
  );
}

/** The key of what is encrypted in these answers; without any it is not looked for. */
async function openerOf(applicationId: string, from: Queryable, answers: readonly Metadata[]): Promise<Opener> {
  const isAny = answers.some((some) => stepsIn(some).some(([, step, stored]) => isAnySealed(step, stored)));
  if (!isAny) return { applicationId, key: undefined };
  return { applicationId, key: await usableKey(applicationId, from) };
}

const isRecord = (value: unknown): value is Answers =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The steps that have encrypted answers and are in these; records of older origin may hold anything. */
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

/** The steps of metadata as they lie there once they are encrypted, and what is kept beside them. */
export function encryptForStorage(sealer: Sealer, answers: Metadata) {
  const steps = stepsIn(answers);
  const sealed = steps.map(([key, step, some]) => [key, sealedAnswers(sealer, step, some)]);
  const digests = steps.map(([key, step, some]) => [key, answerDigest(sealer, step, some)]);
  return {
    metadata: asStored(steps.length > 0 ? { ...answers, ...Object.fromEntries(sealed) } : answers),
    answerDigests: Object.fromEntries(digests) as Record<string, string>,
    passportDigests: steps.flatMap(([, step, some]) => passportDigests(step, some)),
  };
}

/** Answers none of which is encrypted, such as the email alone that an application begins with. */
export const asPlainStorage = (answers: Metadata): StoredAnswers => asStored(answers);

/** The answers of a step, with the revision that a change of them has to carry. */
export async function storedStep(application: Row, definition: StepDefinition, from: Queryable = db) {
  const key = metadataKey(definition);
  const lying = asItLies(application)[key] ?? {};
  const answers = hasEncrypted(definition)
    ? openedAnswers(await openerOf(application.id, from, [{ [key]: lying }]), definition, lying)
    : lying;
  return { answers, revision: revisionOf(application, definition) };
}

/** How often a step's answers were changed, other than by following an earlier step's (`follow.server.ts`). */
export const revisionOf = ({ revisions }: Pick<Row, "revisions">, definition: StepDefinition): number =>
  revisions[metadataKey(definition)] ?? 0;

/** What somebody sees who looks at these steps now. */
export const seenNow = (steps: readonly { definition: StepDefinition }[], application: Pick<Row, "revisions">): Seen =>
  Object.fromEntries(steps.map(({ definition }) => [definition.code, revisionOf(application, definition)]));

/** Writes a step's answers into a locked application, under the revision that it answers: the next one. */
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

/**
 * The applicant's name of step 1, in either spelling that stored metadata may have (W-MAIL-6). With only one name that
 * is the last name, whatever stands in the hidden boxes of a draft (N-LACK-2).
 */
export function applicantName(answers: Metadata, otherwise = "Applicant"): string {
  const step1 = answers.step1 ?? {};
  const first = step1.onlyOneName === true ? undefined : (step1.firstName ?? step1.first_name);
  const name = [first, step1.lastName ?? step1.last_name];
  return name.filter((part) => typeof part === "string" && part !== "").join(" ") || otherwise;
}

/** The same out of an application's row: names are not encrypted. */
export const nameIn = (application: Pick<Row, "metadata">, otherwise?: string): string =>
  applicantName(asItLies(application), otherwise);

/** The addresses of the files that are answers: such a file is removed in its step. They are not encrypted. */
export function fileAddressesIn(application: Pick<Row, "metadata">): Set<string> {
  const values = Object.values(asItLies(application)).flatMap((answers) => Object.values(answers ?? {}));
  return new Set(values.filter((value) => typeof value === "string" && value.startsWith("/documents/")) as string[]);
}

/** The applicant's name as the row of step 1 has it; empty while there is none. */
export async function storedName(from: Queryable, applicationId: string): Promise<string> {
  const [person] = await from
    .select({ first: applicantInformation.firstName, last: applicantInformation.lastName })
    .from(applicantInformation)
    .where(eq(applicantInformation.applicationId, applicationId));
  return [person?.first, person?.last].filter(Boolean).join(" ");
}

type Answered = Pick<typeof visaApplications.$inferSelect, "id" | "visaServiceId" | "metadata">;

/** An application's questions and answers: as signed once it is submitted, from the definitions while it is a draft. */
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

/** `confirmed`: the contradictions that the applicant confirmed, in words. */
type StaffRecord = { steps: ShownStep[]; signature: string | null; confirmed: string[] };

export const staffAnswers = async (application: Answered): Promise<ShownStep[]> =>
  (await staffRecord(application)).steps;
