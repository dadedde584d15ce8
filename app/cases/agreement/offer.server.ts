import { and, eq, isNull } from "drizzle-orm";
import { isUndecided } from "~/applications/status/undecided";
import { nameIn } from "~/applications/stored-answers/answers.server";
import { fillAgreement } from "~/content/agreements/agreement-facts";
import { agreementOfService, publishedAgreement } from "~/content/agreements/read.server";
import { recordActivity } from "~/core/activity.server";
import { sha256Of } from "~/core/sha256.server";
import { nassauDay } from "~/core/time";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import type { Transaction } from "~/db/client.server";
import { agreementOffers } from "~/db/schema/agreements";
import { visaApplications } from "~/db/schema/applications";
import { log } from "~/log.server";
import { enqueueMail } from "~/mail/outbox.server";
import { canonicalText } from "./reading/canonical";
import { factsOfApplication } from "./reading/facts.server";
import {
  hasOtherTerms,
  inForceOf,
  type OfferedAgain,
  signedAgreements,
  type UnsignedOffer,
  unsignedOffer,
} from "./reading/read-agreement.server";

type Application = typeof visaApplications.$inferSelect;
type Template = NonNullable<Awaited<ReturnType<typeof publishedAgreement>>>;
type Offered = Done<{ isOffered: boolean; isMailed: boolean; because: OfferedAgain | null }> | Refused;

const nothing = { ok: true, isOffered: false, isMailed: false, because: null } as const;

/**
 * Offers a case the agreement of its service, once: nothing if it is offered or signed already. `by`: the admin's
 * email; null for the program. Refused if the service has none, or the case lacks a fact that it names. The caller has
 * locked the application and calls `updateTurn` afterwards.
 */
export async function offerAgreement(
  tx: Transaction,
  { id, visaServiceId }: Pick<Application, "id" | "visaServiceId">,
  { by }: { by: string | null },
): Promise<Offered> {
  const ofService = visaServiceId ? await agreementOfService(tx, visaServiceId) : null;
  if (!ofService) return refuse("closed", "This service has no published agreement.");
  const { template, workBeginsSigned } = ofService;
  const unsigned = await unsignedOffer(tx, id);
  const inForce = inForceOf(await signedAgreements(tx, id));
  if (inForce?.templateId === template.id) return nothing;
  if (unsigned?.templateId === template.id) return alreadyOffered(tx, id, template, unsigned);
  return makeOffer(tx, id, template, { workBeginsSigned, because: inForce ? "version" : null, by });
}

/**
 * Offers a signed agreement again: with `price`, if service, price option or fees are others than those signed; with
 * `version`, which staff ask for, also if another text is published. Nothing if it was never signed or needs no new
 * signature: an unsigned offer always shows the facts of now. `by`: as in `offerAgreement`, of which the same holds.
 */
export async function renewOffer(
  tx: Transaction,
  applicationId: string,
  because: OfferedAgain,
  by: string | null,
): Promise<Offered> {
  const [application] = await tx.select().from(visaApplications).where(eq(visaApplications.id, applicationId));
  const inForce = inForceOf(await signedAgreements(tx, applicationId));
  if (!application || !isUndecided(application.status) || !inForce) return nothing;
  const unsigned = await unsignedOffer(tx, applicationId);
  const isOther = hasOtherTerms(inForce, await factsOfApplication(tx, applicationId, nassauDay()));
  if (unsigned && because === "price") {
    // The price is again the one that was signed.
    if (unsigned.because === "price" && !isOther) await replaceOffers(tx, applicationId);
    return nothing;
  }
  const { visaServiceId } = application;
  const ofService = visaServiceId ? await agreementOfService(tx, visaServiceId) : null;
  const template = ofService?.template ?? (await publishedAgreement(tx, inForce.templateId));
  if (!template) return because === "price" ? nothing : refuse("closed", "This service has no published agreement.");
  // An offer of another template is replaced: it shows that one's text, or nothing once that is offline.
  if (unsigned?.templateId === template.id) return alreadyOffered(tx, applicationId, template, unsigned);
  const isNewText = template.id !== inForce.templateId || template.version !== inForce.version;
  const isAsked = because === "version";
  if (!isOther && !(isAsked && isNewText)) return nothing;
  const why = isAsked && isNewText ? "version" : "price";
  const workBeginsSigned = ofService?.workBeginsSigned ?? false;
  const offered = await makeOffer(tx, applicationId, template, { workBeginsSigned, because: why, by });
  if (offered.ok || isAsked) return offered;
  // The price was changed all the same; staff can ask for a new signature once the fact is there.
  log.warn({ applicationId, message: offered.message }, "an agreement could not be offered again");
  return nothing;
}

/** Mails the office that an applicant has signed. */
export async function mailSignature(
  tx: Transaction,
  application: Application,
  { signature, signedAt }: { signature: string; signedAt: Date },
): Promise<void> {
  const { id: applicationId, applicationNumber } = application;
  const data = { applicantName: nameIn(application), applicationNumber, applicationId };
  await enqueueMail(tx, {
    kind: "agreement_signed_notification",
    applicationId,
    data: { ...data, signature, signedAt: signedAt.toISOString() },
  });
}

/**
 * Makes an offer in the submission's transaction, which never fails because of it, and mails the office what was signed
 * before: until now nobody was, because a draft may be signed, withdrawn and deleted.
 */
export async function offerAtSubmission(tx: Transaction, application: Application): Promise<void> {
  const inForce = inForceOf(await signedAgreements(tx, application.id));
  if (inForce) await mailSignature(tx, application, inForce);
  const offered = inForce
    ? await renewOffer(tx, application.id, "price", null)
    : await offerAgreement(tx, application, { by: null });
  if (!offered.ok && offered.reason !== "closed")
    log.warn({ applicationId: application.id, message: offered.message }, "an agreement could not be offered");
}

/** Nothing to do, unless the case lacks a fact by now, so that nobody can sign what is offered. */
async function alreadyOffered(
  tx: Transaction,
  applicationId: string,
  template: Template,
  { offeredAt }: Pick<UnsignedOffer, "offeredAt">,
): Promise<Offered> {
  const filled = await filledText(tx, applicationId, template, offeredAt);
  return filled.ok ? nothing : filled;
}

/** The text with the facts of the case; refused if the case lacks one. */
async function filledText(tx: Transaction, applicationId: string, template: Template, offeredAt: Date) {
  const filled = fillAgreement(template, await factsOfApplication(tx, applicationId, nassauDay(offeredAt)));
  return filled.ok ? filled : refuse("conflict", `The agreement can’t be offered yet: “${filled.empty}” is empty.`);
}

type Terms = { workBeginsSigned: boolean; because: OfferedAgain | null; by: string | null };

async function makeOffer(
  tx: Transaction,
  applicationId: string,
  template: Template,
  { workBeginsSigned, because, by }: Terms,
): Promise<Offered> {
  const offeredAt = new Date();
  const filled = await filledText(tx, applicationId, template, offeredAt);
  if (!filled.ok) return filled;
  await replaceOffers(tx, applicationId);
  await tx.insert(agreementOffers).values({
    ...{ applicationId, templateId: template.id, version: template.version, workBeginsSigned, because, offeredAt },
    textSha256: sha256Of(canonicalText({ ...filled, version: template.version })),
    offeredBy: by,
  });
  const [application] = await tx.select().from(visaApplications).where(eq(visaApplications.id, applicationId));
  if (!application) throw new Error(`The application ${applicationId} of an offered agreement is gone`);
  const { applicationNumber, userEmail, emailConfirmedAt } = application;
  if (by === null)
    await recordActivity(tx, null, {
      actionType: "agreement_offered",
      subjectType: "application",
      subjectId: applicationId,
      subjectName: applicationNumber,
      details: { number: applicationNumber, version: template.version, why: because ?? "submission" },
    });
  const name = nameIn(application);
  const mail = await enqueueMail(
    tx,
    {
      kind: "agreement_offered",
      to: userEmail,
      toName: name,
      applicationId,
      data: { name, email: userEmail, applicationNumber, because, workBeginsSigned },
    },
    { byOthers: !emailConfirmedAt },
  );
  return { ok: true, isOffered: true, isMailed: mail !== undefined, because };
}

/** Ends the offers of an application. Their signatures stay in force. */
export async function replaceOffers(tx: Transaction, applicationId: string): Promise<void> {
  const isCurrent = and(eq(agreementOffers.applicationId, applicationId), isNull(agreementOffers.replacedAt));
  await tx.update(agreementOffers).set({ replacedAt: new Date() }).where(isCurrent);
}
