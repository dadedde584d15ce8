import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { asHolder, type HolderContext } from "~/applications/access/as-holder.server";
import type { FoundApplication } from "~/applications/access/find.server";
import { closePassportReading, withDifferences } from "~/applications/passport/compare.server";
import { newerOne } from "~/applications/required-files/aged-documents";
import { missingDocuments } from "~/applications/required-files/missing.server";
import { filesByRequirement, slotsOf } from "~/applications/required-files/requirements.server";
import { type Asked, confirmedSentences, openContradictions } from "~/applications/steps/contradictions/asked";
import { neededFiles } from "~/applications/steps/needed-files";
import { stepByCode } from "~/applications/steps/registry";
import { configuredSteps } from "~/applications/steps/service-steps.server";
import { consumeIpAndIdentityLimits } from "~/core/rate-limits/limits.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { applicationStatusHistory, type Metadata, visaApplications } from "~/db/schema/applications";
import { requireDataKey } from "~/encryption/data-keys.server";
import { enqueueMail } from "~/mail/outbox.server";
import { applicantName, encryptForStorage, seenNow, storedAnswers } from "../stored-answers/answers.server";
import { answersToCheck, problemsOf, relevantMetadata, type StepProblems } from "../stored-answers/completeness.server";
import type { Sealer } from "../stored-answers/sealed-answers.server";
import { changeSince, type Seen } from "../stored-answers/seen";
import { storeSignedRecord } from "../stored-answers/signed-record.server";
import { openCase } from "./case-opening.server";

type SubmitRefused =
  | Refused<undefined, "forbidden">
  /** No longer a draft; `status` is the current one. */
  | Refused<{ status: string }, "closed">
  | Refused<{ retryAfterSeconds: number }, "limited">
  /** Answers are missing or invalid, or else contradict each other without confirmation. */
  | Refused<{ steps: StepProblems[]; asked: Asked[] }, "invalid">
  /** `unaddressed`: the address's owner refused it. `changed`: the signer saw other answers than are stored. */
  | Refused<{ why: "unaddressed" } | { why: "changed"; message: string }, "conflict">;

/** An error whose message is shown to the person who submits. */
export class SubmissionError extends Error {}

const hour = 3600;
const limits = { address: { max: 120, seconds: hour }, identity: { max: 60, seconds: hour } };

/**
 * Submits an application for its holder: validates everything again, then writes state, history, signed record, ledger
 * and both mails in one transaction. Certifies only what the signer saw: refused without `seen`, or if a step has
 * another revision. The same key of the same browser gets the stored success for an hour, another one "Already
 * Submitted" (D20). At most 120 tries an hour per IP address and 60 per browser. Throws if the key is no UUID, and a
 * SubmissionError if the application could not be written.
 */
export async function submitApplication(
  context: HolderContext,
  { application: { id, visaServiceId }, serviceName, visaType, visa }: FoundApplication,
  { attempt, seen }: { attempt: string; seen: Seen | undefined },
): Promise<Done | SubmitRefused> {
  const key = z.uuid().parse(attempt);
  const sender = { address: context.address, identity: context.holder, of: "browser" } as const;
  const limit = await consumeIpAndIdentityLimits("submit", sender, limits);
  const { retryAfterSeconds } = limit;
  if (!limit.allowed) return refuse("limited", tooMany("submissions were tried", limit), { retryAfterSeconds });
  const steps = await configuredSteps(visaServiceId);
  const slots = await slotsOf(visaServiceId);
  return asHolder(context, id, ({ tx, application, once }) =>
    once({ kind: "submit", key, content: [] }, async (attemptKey): Promise<Done | SubmitRefused> => {
      if (application.status !== "draft") return refuse("closed", "", { status: application.status });
      const now = seenNow(steps, application);
      if (!isDeepStrictEqual(seen, now)) {
        const titleOf = (code: string) =>
          steps.find(({ definition }) => definition.code === code)?.title ?? stepByCode(code)?.title ?? code;
        return refuse("conflict", "", { why: "changed" as const, message: changeSince(seen, now, titleOf) });
      }
      const answers = await storedAnswers(application, tx);
      const missing = problemsOf(steps, answers);
      const all = await withDifferences(answersToCheck(steps, answers, visa), id, tx);
      const asked = missing.length > 0 ? [] : openContradictions(all);
      if (missing.length > 0 || asked.length > 0) return refuse("invalid", "", { steps: missing, asked });
      if (application.userEmail === "") return refuse("conflict", "", { why: "unaddressed" as const });
      const signed = relevantMetadata(steps, answers);
      const sealer = { applicationId: id, key: await requireDataKey({ applicationId: id }, tx) };
      const submittedAt = await closeDraft(tx, sealer, signed);
      const confirmed = confirmedSentences(all);
      await closePassportReading(tx, id, all);
      await storeSignedRecord(tx, sealer, { attemptKey, steps, signed, confirmed, serviceName, submittedAt });
      const files = await filesByRequirement(application, { places: slots, from: tx });
      const missingFiles = missingDocuments(files, neededFiles(steps, signed));
      await openCase(tx, application, missingFiles);
      await notifyOfSubmission(tx, application, {
        signed,
        visaType,
        submittedAt,
        lacking: missingFiles.map(({ name, tooOldOf }) => (tooOldOf ? newerOne(name) : name)),
      });
      return { ok: true };
    }),
  );
}

async function closeDraft(tx: Transaction, sealer: Sealer, signed: Metadata): Promise<Date> {
  const submittedAt = new Date();
  const [updated] = await tx
    .update(visaApplications)
    .set({
      status: "submitted",
      submittedAt,
      completionPercentage: 100,
      ...encryptForStorage(sealer, signed),
      lastUpdatedAt: submittedAt,
    })
    .where(eq(visaApplications.id, sealer.applicationId))
    .returning({ id: visaApplications.id });
  if (!updated) throw new SubmissionError("No application data returned after update");
  await tx.insert(applicationStatusHistory).values({
    applicationId: sealer.applicationId,
    fromStatus: "draft",
    toStatus: "submitted",
    createdAt: submittedAt,
  });
  return submittedAt;
}

type Submission = { signed: Metadata; visaType: string | null; submittedAt: Date; lacking: string[] };

async function notifyOfSubmission(
  tx: Transaction,
  { id: applicationId, applicationNumber, userEmail: email, emailConfirmedAt }: typeof visaApplications.$inferSelect,
  { signed, visaType, submittedAt, lacking }: Submission,
): Promise<void> {
  const name = applicantName(signed);
  const mail = { applicationNumber, visaType, applicationId, submittedAt: submittedAt.toISOString() };
  await enqueueMail(
    tx,
    {
      kind: "application_submitted",
      to: email,
      toName: name,
      applicationId,
      data: { ...mail, name, email, missing: lacking.join("\n") },
    },
    { byOthers: !emailConfirmedAt },
  );
  await enqueueMail(tx, {
    kind: "new_application",
    applicationId,
    data: { ...mail, applicantName: name, applicantEmail: email, missing: lacking.join("\n") },
  });
}
