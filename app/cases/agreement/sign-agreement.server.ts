import { eq } from "drizzle-orm";
import { z } from "zod";
import { asHolder, type HolderContext, type HolderWork } from "~/applications/access/as-holder.server";
import { applicantInfo } from "~/applications/steps/applicant-info";
import { type Asked, openContradictions } from "~/applications/steps/contradictions/asked";
import { metadataKey } from "~/applications/steps/registry";
import { reviewCertification } from "~/applications/steps/review-certification";
import { storedAnswers } from "~/applications/stored-answers/answers.server";
import { answersToCheck } from "~/applications/stored-answers/completeness.server";
import { signatureProblems } from "~/cases/requests/amendments/signing/sign-corrections.server";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { consumeLimit, identityLimitKey } from "~/core/rate-limits/limits.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { sha256Of } from "~/core/sha256.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { agreementOffers, agreementSignatures } from "~/db/schema/agreements";
import type { Metadata } from "~/db/schema/applications";
import { type Confirmed, withConfirmed } from "~/form-engine/confirmed-part";
import { mailSignature, replaceOffers } from "./offer.server";
import { canonicalAgreement } from "./reading/canonical";
import { type CurrentAgreement, readAgreement } from "./reading/read-agreement.server";
import { agreedTo } from "./words";

export type SigningProblems = { agrees?: string; signature?: string };
type Invalid = Refused<{ problems: SigningProblems; asked: Asked[] }, "invalid">;
type SigningInput = {
  /** The form's idempotency key. */
  attempt: string;
  /** Of the text that was shown. */
  sha256: string;
  agrees: boolean;
  name: string;
  confirmed: Confirmed;
};

export const changedMessage = "The agreement has changed since you opened it. Please read it again.";

const signedMessage = "You’ve already signed a newer text of this agreement. It’s below.";

/** A draft is offered its agreement again after each withdrawal, and every signature stays. */
const signatureLimit = { max: 10, seconds: 3600 };

/**
 * Signs the agreement that is offered, for a holder of the draft or case: the signature, the record and, of a case, the
 * mail to the office, in one transaction. A repeat and a second tab with the same text change nothing. Refused as
 * `conflict` if the text is another one by now, and as `closed` if nothing is offered.
 */
export async function signAgreement(
  context: HolderContext & { browser: string },
  applicationId: string,
  { attempt, sha256, agrees, name, confirmed }: SigningInput,
): Promise<Done | Invalid | Refused<undefined, "conflict" | "closed" | "limited" | "forbidden">> {
  return asHolder(context, applicationId, (work) =>
    work.once(
      { kind: "sign-agreement", key: z.uuid().safeParse(attempt).data, content: [applicationId, sha256] },
      async (): Promise<Done | Invalid | Refused<undefined, "conflict" | "closed" | "limited">> => {
        const { current, inForce } = await readAgreement(work.tx, applicationId);
        if (inForce?.textSha256 === sha256) return { ok: true };
        if (!current) return refuse("closed", inForce ? signedMessage : "There is no agreement to sign at the moment.");
        if (current.sha256 !== sha256) return refuse("conflict", changedMessage);
        const answers = await storedAnswers(work.application, work.tx);
        const problems = problemsOf(answers, agrees, name);
        const asked = problems.signature ? [] : contradictionsOf(answers, name, confirmed);
        if (Object.keys(problems).length > 0 || asked.length > 0) return refuse("invalid", "", { problems, asked });
        const limit = await consumeLimit(identityLimitKey("sign-agreement", applicationId), signatureLimit, work.tx);
        if (!limit.allowed)
          return refuse("limited", tooMany("agreements were signed", { ...limit, of: "application" }));
        await storeSignature(work, context, current, name);
        return { ok: true };
      },
    ),
  );
}

function problemsOf(answers: Metadata, agrees: boolean, name: string): SigningProblems {
  const problem = signatureProblems({ certifies: true, name, confirmed: {} }, answers, [])[0];
  return {
    ...(agrees ? {} : { agrees: "Please tick that you agree" }),
    ...(problem ? { signature: problem.message } : {}),
  };
}

/** Whether the name is another one than step 1's, unless this form confirms it. */
function contradictionsOf(answers: Metadata, name: string, confirmed: Confirmed): Asked[] {
  const signed = { [metadataKey(applicantInfo)]: answers[metadataKey(applicantInfo)] ?? {} };
  const review = withConfirmed({ electronicSignature: name }, confirmed);
  const all = answersToCheck(
    [{ definition: applicantInfo }, { definition: reviewCertification }],
    { ...signed, [metadataKey(reviewCertification)]: review },
    null,
  );
  return openContradictions(all, reviewCertification).filter(({ key }) => key === "signature");
}

async function storeSignature(
  { tx, application, record }: HolderWork,
  { address, browser }: { address: string; browser: string },
  current: CurrentAgreement,
  name: string,
): Promise<void> {
  const { id: applicationId, applicationNumber } = application;
  const { title, blocks, version, publishedAt, facts } = current;
  const signedAt = new Date();
  const canonical = canonicalAgreement(applicationNumber, {
    ...{ title, blocks, version, publishedAt, facts, agreedTo },
    ...{ signature: name, signedAt: signedAt.toISOString() },
  });
  await tx.insert(agreementSignatures).values({
    ...{ offerId: await offerToSign(tx, applicationId, current), applicationId },
    ...{ text: { title, blocks, version, publishedAt }, facts, agreedTo, signature: name },
    ...{ address, browser, sha256: sha256Of(canonical), signedAt },
  });
  await record({ actionType: "agreement_signed_by_applicant", details: { version }, browser });
  // Of a draft the office hears with its submission.
  if (application.submittedAt === null) return;
  await mailSignature(tx, application, { signature: name, signedAt });
  await updateTurn(tx, applicationId);
}

/** The offer of this very text: a draft's is made now, and a case's follows the facts. */
async function offerToSign(
  tx: Transaction,
  applicationId: string,
  { offerId, templateId, version, sha256, workBeginsSigned, because, offeredAt }: CurrentAgreement,
): Promise<string> {
  const text = { version, textSha256: sha256 };
  if (offerId !== null) {
    await tx.update(agreementOffers).set(text).where(eq(agreementOffers.id, offerId));
    return offerId;
  }
  await replaceOffers(tx, applicationId);
  const [made] = await tx
    .insert(agreementOffers)
    .values({ applicationId, templateId, workBeginsSigned, because, offeredAt, ...text })
    .returning();
  if (!made) throw new Error("No offer was stored");
  return made.id;
}
