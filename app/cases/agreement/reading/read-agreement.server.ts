import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { isUndecided } from "~/applications/status/undecided";
import { type AgreementFacts, fillAgreement } from "~/content/agreements/agreement-facts";
import { agreementOfService, publishedAgreement } from "~/content/agreements/read.server";
import { sha256Of } from "~/core/sha256.server";
import { nassauDay } from "~/core/time";
import { db, type Queryable } from "~/db/client.server";
import { agreementEvents, agreementOffers, agreementSignatures } from "~/db/schema/agreements";
import { visaApplications } from "~/db/schema/applications";
import { canonicalText } from "./canonical";
import { factsOfApplication } from "./facts.server";

type Agreement = Awaited<ReturnType<typeof readAgreement>>;
/** What the holder may sign now. `offerId`: null for a draft, whose offer is stored with its signature. */
export type CurrentAgreement = NonNullable<Agreement["current"]>;
export type SignedAgreement = Awaited<ReturnType<typeof signedAgreements>>[number];
export type OfferedAgain = "price" | "version";

type Application = typeof visaApplications.$inferSelect;

/**
 * The agreement of a draft or case: what may be signed now, what was signed (newest first), and the signature in force.
 * Whatever is unsigned has the published text and the facts of now.
 */
export async function readAgreement(from: Queryable, applicationId: string) {
  const [application] = await from.select().from(visaApplications).where(eq(visaApplications.id, applicationId));
  const signed = await signedAgreements(from, applicationId);
  const inForce = inForceOf(signed);
  const offer = application && (await offerOf(from, application, inForce));
  return { current: offer ? await filledOffer(from, applicationId, offer) : null, signed, inForce };
}

/** What the review of a draft says of its agreement: null while none is offered or signed. */
export async function agreementOnReview(applicationId: string): Promise<{ isSigned: boolean } | null> {
  const { current, inForce } = await readAgreement(db, applicationId);
  return current || inForce ? { isSigned: current === null } : null;
}

/** The last signature, unless it was withdrawn or has ended. */
export const inForceOf = (signed: readonly SignedAgreement[]): SignedAgreement | null => {
  const [last] = signed;
  return last && !last.withdrawn && !last.ended ? last : null;
};

/** Signed agreements, newest first, with what became of them. */
export async function signedAgreements(from: Queryable, applicationId: string) {
  const rows = await from
    .select({
      signature: agreementSignatures,
      templateId: agreementOffers.templateId,
      textSha256: agreementOffers.textSha256,
    })
    .from(agreementSignatures)
    .innerJoin(agreementOffers, eq(agreementOffers.id, agreementSignatures.offerId))
    .where(eq(agreementSignatures.applicationId, applicationId))
    .orderBy(desc(agreementSignatures.signedAt), desc(agreementSignatures.id));
  const events =
    rows.length === 0
      ? []
      : await from
          .select()
          .from(agreementEvents)
          .where(eq(agreementEvents.applicationId, applicationId))
          .orderBy(asc(agreementEvents.at));
  return rows.map(({ signature: { text, ...signature }, templateId, textSha256 }) => {
    const eventOf = (kind: (typeof events)[number]["kind"]) =>
      events.find((event) => event.signatureId === signature.id && event.kind === kind);
    const [countersigned, withdrawn, ended] = [eventOf("countersigned"), eventOf("withdrawn"), eventOf("ended")];
    return {
      ...{ ...text, ...signature, templateId, textSha256 },
      countersigned: countersigned
        ? {
            signature: countersigned.signature ?? "",
            sha256: countersigned.sha256 ?? "",
            adminEmail: countersigned.adminEmail,
            at: countersigned.at,
          }
        : null,
      withdrawn: withdrawn ? { at: withdrawn.at } : null,
      ended: ended
        ? { on: ended.endedOn ?? "", reason: ended.reason ?? "", adminEmail: ended.adminEmail, at: ended.at }
        : null,
    };
  });
}

export type UnsignedOffer = {
  offerId: string | null;
  templateId: string;
  workBeginsSigned: boolean;
  because: OfferedAgain | null;
  offeredAt: Date;
};

/** The offer of a case that is neither signed nor replaced. */
export async function unsignedOffer(from: Queryable, applicationId: string): Promise<UnsignedOffer | null> {
  const [offer] = await from
    .select()
    .from(agreementOffers)
    .where(
      and(
        eq(agreementOffers.applicationId, applicationId),
        isNull(agreementOffers.replacedAt),
        sql`not exists (select from agreement_signatures s where s.offer_id = ${agreementOffers.id})`,
      ),
    );
  return offer ? { ...offer, offerId: offer.id } : null;
}

async function offerOf(from: Queryable, application: Application, inForce: SignedAgreement | null) {
  const { id, status, visaServiceId } = application;
  if (status !== "draft") return isUndecided(status) ? unsignedOffer(from, id) : null;
  const ofService = visaServiceId ? await agreementOfService(from, visaServiceId) : null;
  if (ofService?.offered !== "before") return null;
  const { template, workBeginsSigned } = ofService;
  const virtual = { offerId: null, templateId: template.id, workBeginsSigned, offeredAt: new Date() };
  if (!inForce) return { ...virtual, because: null };
  const facts = await factsOfApplication(from, id, nassauDay());
  return hasOtherTerms(inForce, facts) ? { ...virtual, because: "price" as const } : null;
}

/** The facts whose change needs a new signature. */
const terms = ["service", "price option", "our fee", "government fee", "fee recipient", "total"] as const;

/** Whether service, price option or fees differ from those that were signed, which are trimmed. */
export const hasOtherTerms = (signed: Pick<SignedAgreement, "facts">, facts: AgreementFacts): boolean =>
  terms.some((name) => signed.facts[name] !== undefined && signed.facts[name] !== facts[name]?.trim());

/** The offer with its text; null while its template is offline, or a fact is missing that it names. */
async function filledOffer(from: Queryable, applicationId: string, offer: UnsignedOffer) {
  const template = await publishedAgreement(from, offer.templateId);
  if (!template) return null;
  const filled = fillAgreement(template, await factsOfApplication(from, applicationId, nassauDay(offer.offeredAt)));
  if (!filled.ok) return null;
  const { title, blocks, facts } = filled;
  const { version, publishedAt } = template;
  return {
    ...offer,
    ...{ title, blocks, facts, version, publishedAt: publishedAt.toISOString() },
    /** Of this text: the form that signs it carries it. */
    sha256: sha256Of(canonicalText({ title, blocks, version })),
  };
}
