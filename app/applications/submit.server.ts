import { asc, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { takeFromBoth } from "~/accounts/limits.server";
import { attemptHash } from "~/attempt-hash.server";
import { db } from "~/db/client.server";
import {
  applicationStatusHistory,
  applicationSubmissions,
  type Metadata,
  visaApplications,
} from "~/db/schema/applications";
import { documents } from "~/db/schema/documents";
import { enqueueMail } from "~/mail/outbox.server";
import { keepResult, resultOf } from "./attempts.server";
import { countryCodes, countryName } from "./countries.server";
import type { FoundApplication } from "./find.server";
import { isHolder } from "./holder.server";
import { configuredSteps, type ServiceStep } from "./service-steps.server";
import { type Answers, fieldsOf } from "./steps/definition";
import { metadataKey } from "./steps/registry";
import { relevantAnswers } from "./steps/relevance";
import { notAnswered, reviewSteps } from "./steps/review";
import { type Problem, todayAround, validateStep } from "./steps/validate";

export type StepProblems = { code: string; title: string; problems: Problem[] };
export type SubmitResult =
  | { outcome: "submitted" }
  | { outcome: "limited"; retryAfterSeconds: number }
  | { outcome: "already" }
  | { outcome: "refused" }
  /** There is no address to write to: its owner did not begin the application (V-ATK-14). */
  | { outcome: "unaddressed" }
  | { outcome: "incomplete"; steps: StepProblems[] };

/** What is missing or wrong in the whole application, step by step; empty when it can be submitted (W-SUBMIT-4). */
export function problemsOf(steps: readonly ServiceStep[], metadata: Metadata): StepProblems[] {
  return steps
    .map(({ definition, title }) => ({
      code: definition.code,
      title,
      problems: validateStep(definition, metadata[metadataKey(definition)] ?? {}, todayAround(), countryCodes),
    }))
    .filter((step) => step.problems.length > 0);
}

/** A failure whose message is meant for the person who submits (W-SUBMIT-9). */
export class SubmissionError extends Error {}

const nothingReturned = "No application data returned after update";
const hour = 3600;

/**
 * Submits an application for the browser that holds it: everything validated once more, then state, history, the signed
 * record and both mails in one transaction. The same key of the same browser gets the stored success for an hour,
 * another one "Already Submitted" (decision 20, V-ATK-18). At most 120 tries an hour from an address and 60 of a
 * browser. Throws when the key is no UUID, and a SubmissionError when the application could not be written.
 */
export async function submitApplication(
  { address, holder }: { address: string; holder: string },
  found: FoundApplication,
  attemptKey: string,
): Promise<SubmitResult> {
  const key = attemptHash("submit", holder, z.uuid().parse(attemptKey));
  const { id, visaServiceId } = found.application;
  const limits = { address: { max: 120, seconds: hour }, identity: { max: 60, seconds: hour } };
  const { allowed, retryAfterSeconds } = await takeFromBoth("submit", { address, identity: holder }, limits);
  if (!allowed) return { outcome: "limited", retryAfterSeconds };
  const steps = await configuredSteps(visaServiceId);
  return db.transaction(async (tx): Promise<SubmitResult> => {
    const [application] = await tx.select().from(visaApplications).where(eq(visaApplications.id, id)).for("update");
    if (!application) throw new SubmissionError(nothingReturned);
    if (!(await isHolder(tx, id, holder))) return { outcome: "refused" };
    if (application.status !== "draft")
      return { outcome: (await resultOf(tx, key))?.id === id ? "submitted" : "already" };
    const missing = problemsOf(steps, application.metadata);
    if (missing.length > 0) return { outcome: "incomplete", steps: missing };

    if (application.userEmail === "") return { outcome: "unaddressed" };

    const submittedAt = new Date();
    const signed = relevantMetadata(steps, application.metadata);
    const [updated] = await tx
      .update(visaApplications)
      .set({
        status: "submitted",
        submittedAt,
        completionPercentage: 100,
        metadata: signed,
        lastUpdatedAt: submittedAt,
      })
      .where(eq(visaApplications.id, id))
      .returning({ id: visaApplications.id });
    if (!updated) throw new SubmissionError(nothingReturned);
    await keepResult(tx, key, "submit", { id });
    await tx
      .insert(applicationStatusHistory)
      .values({ applicationId: id, fromStatus: "draft", toStatus: "submitted", createdAt: submittedAt });
    const files = await tx
      .select()
      .from(documents)
      .where(eq(documents.applicationId, id))
      .orderBy(asc(documents.createdAt));
    await tx.insert(applicationSubmissions).values({
      applicationId: id,
      attemptKey: key,
      ...signedRecordOf(steps, signed, files, found.serviceName),
      submittedAt,
    });
    const name = applicantName(signed);
    const email = application.userEmail;
    const { applicationNumber } = application;
    const mail = {
      applicationNumber,
      visaType: found.visaType,
      applicationId: id,
      submittedAt: submittedAt.toISOString(),
    };
    await enqueueMail(tx, {
      kind: "application_submitted",
      to: email,
      toName: name,
      applicationId: id,
      data: { ...mail, name, email },
    });
    await enqueueMail(tx, {
      kind: "new_application",
      applicationId: id,
      data: { ...mail, applicantName: name, applicantEmail: email },
    });
    return { outcome: "submitted" };
  });
}

/** Irrelevant answers are dropped when an application is signed (DESIGN, the heart). */
export function relevantMetadata(steps: readonly ServiceStep[], metadata: Metadata, day = nassauDay()): Metadata {
  const relevant: Metadata = Object.fromEntries(
    steps.map(({ definition }) => {
      const key = metadataKey(definition);
      return [key, relevantAnswers(definition, metadata[key] ?? {})];
    }),
  );
  return { ...relevant, step8: { ...relevant.step8, signatureDate: day } };
}

/** What is kept of a signature: every question and answer, the files, and what was certified. */
export const signedRecordOf = (
  steps: readonly ServiceStep[],
  signed: Metadata,
  files: readonly (typeof documents.$inferSelect)[],
  serviceName: string | null,
) => ({
  serviceName: serviceName ?? "Visa Application",
  steps: asSigned(steps, signed),
  documents: files.map((file) => ({
    id: file.id,
    name: file.documentName,
    type: file.documentType,
    byteSize: file.byteSize,
    sha256: file.sha256,
  })),
  certifications: certifications(steps),
  electronicSignature: String(signed.step8?.electronicSignature ?? ""),
});

/** The questions and answers as signed; a security question left open was certified to mean No (decision 14). */
function asSigned(steps: readonly ServiceStep[], metadata: Metadata) {
  return reviewSteps(steps, metadata, countryName).map((step) =>
    step.code !== "security_questionnaire"
      ? step
      : {
          ...step,
          answers: step.answers.map((answer) =>
            answer.answer === notAnswered ? { ...answer, answer: "No (left open)" } : answer,
          ),
        },
  );
}

const certifications = (steps: readonly ServiceStep[]) =>
  steps
    .filter(({ definition }) => definition.code === "review_certification")
    .flatMap(({ definition }) => fieldsOf(definition))
    .filter((field) => field.kind === "tick")
    .map((field) => field.label);

/** The applicant's name of step 1, in either spelling that stored metadata may have (W-MAIL-6). */
export function applicantName(metadata: Metadata, otherwise = "Applicant"): string {
  const answers: Answers = metadata.step1 ?? {};
  const name = [answers.firstName ?? answers.first_name, answers.lastName ?? answers.last_name];
  return name.filter((part) => typeof part === "string" && part !== "").join(" ") || otherwise;
}

/** The signed record of a submitted application. */
export async function signedRecord(applicationId: string) {
  const [record] = await db
    .select()
    .from(applicationSubmissions)
    .where(eq(applicationSubmissions.applicationId, applicationId));
  return record;
}

/** How an application's status came to be, newest first. */
export function statusHistory(applicationId: string) {
  return db
    .select()
    .from(applicationStatusHistory)
    .where(eq(applicationStatusHistory.applicationId, applicationId))
    .orderBy(desc(applicationStatusHistory.createdAt));
}

/** Today in Nassau, the day that a signature carries (decision 12). */
export const nassauDay = (now = new Date()): string => nassau.format(now);
const nassau = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Nassau" });
