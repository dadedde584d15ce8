import { eq } from "drizzle-orm";
import { z } from "zod";
import { nameAll } from "~/accounts/admins/names.server";
import { isUndecided } from "~/applications/status/undecided";
import { unsignedAgreement } from "~/cases/agreement/reading/unsigned-agreement.server";
import { agreementOfService } from "~/content/agreements/read.server";
import { calendarDate, nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { factsOfApplication } from "../reading/facts.server";
import { hasOtherTerms, readAgreement, type SignedAgreement } from "../reading/read-agreement.server";
import { againWords, stateWords, versionWords } from "../words";

type Application = typeof visaApplications.$inferSelect;
export type DeskAgreement = NonNullable<Awaited<ReturnType<typeof readDeskAgreement>>>;
export type DeskSignature = DeskAgreement["signed"][number];

/** The agreement of a case for the desk; null for a draft, and where its service has none and nothing was signed. */
export async function readDeskAgreement(application: Application) {
  if (application.submittedAt === null) return null;
  const { id, visaServiceId, status } = application;
  const [{ current, signed, inForce }, ofService, unsigned] = await Promise.all([
    readAgreement(db, id),
    visaServiceId ? agreementOfService(db, visaServiceId) : null,
    isUndecided(status) ? unsignedAgreement(db, id) : null,
  ]);
  if (!current && !unsigned && signed.length === 0 && !ofService) return null;
  const named = await nameAll(
    db,
    signed.flatMap(({ countersigned, ended }) => [countersigned?.adminEmail ?? null, ended?.adminEmail ?? null]),
  );
  const isOpen = isUndecided(status);
  const template = ofService?.template;
  const signedBefore = isOpen && !current && template ? inForce : null;
  const isNewText =
    signedBefore !== null && (template?.id !== signedBefore.templateId || template.version !== signedBefore.version);
  const isOtherPrice =
    signedBefore !== null && hasOtherTerms(signedBefore, await factsOfApplication(db, id, nassauDay()));
  return {
    id,
    number: application.applicationNumber,
    unsigned,
    current: current && {
      ...{ title: current.title, blocks: current.blocks, version: versionWords(current) },
      offeredOn: nassauDay(current.offeredAt),
      again: current.because && `The applicant reads: “${againWords[current.because]}”`,
    },
    signed: signed.map((agreement) => shown(agreement, agreement === signed[0], named)),
    /** Nothing is offered or in force. */
    mayOffer: isOpen && template !== undefined && !current && !inForce,
    /** What differs from what was signed, for which staff may ask for a new signature; null if nothing does. */
    mayRenew: isNewText ? ("version" as const) : isOtherPrice ? ("price" as const) : null,
    today: nassauDay(),
  };
}

function shown(agreement: SignedAgreement, isLast: boolean, named: (email: string | null) => string | null) {
  const { id, title, blocks, version, publishedAt, signature, signedAt, sha256, countersigned, withdrawn, ended } =
    agreement;
  return {
    ...{ id, title, blocks, signature, sha256 },
    version: versionWords({ version, publishedAt }),
    signedOn: nassauDay(signedAt),
    state: stateWords(agreement),
    countersigned: countersigned && {
      signature: countersigned.signature,
      sha256: countersigned.sha256,
      email: countersigned.adminEmail,
    },
    ended: ended && { reason: ended.reason, by: named(ended.adminEmail), email: ended.adminEmail },
    mayCountersign: isLast && !countersigned && !withdrawn,
    mayEnd: isLast && countersigned !== null && !ended,
  };
}

/**
 * How far a draft is with its agreement, in a few words; null once submitted, and where nothing is offered or signed.
 */
export async function readDraftAgreement({ id, submittedAt, visaServiceId }: Application): Promise<string | null> {
  if (submittedAt !== null) return null;
  const [{ current, signed, inForce }, ofService] = await Promise.all([
    readAgreement(db, id),
    visaServiceId ? agreementOfService(db, visaServiceId) : null,
  ]);
  const on = (at: Date) => calendarDate(nassauDay(at));
  if (inForce)
    return `Signed on ${on(inForce.signedAt)}${current ? ", to be signed again because the price has changed" : ""}`;
  const withdrawn = signed[0]?.withdrawn;
  if (withdrawn) return `Signature withdrawn on ${on(withdrawn.at)}`;
  if (current) return "Offered, not signed yet";
  return ofService?.offered === "after" ? "Offered with the submission" : null;
}

export async function findDeskAgreement(id: string) {
  if (!z.uuid().safeParse(id).success) return null;
  const [application] = await db.select().from(visaApplications).where(eq(visaApplications.id, id));
  return application ? readDeskAgreement(application) : null;
}
