import { timingSafeEqual } from "node:crypto";
import { and, eq, or, sql } from "drizzle-orm";
import { readApplicationNumber } from "~/applications/access/number";
import { signedRecord } from "~/applications/stored-answers/signed-record.server";
import { canonicalForms } from "~/cases/agreement/reading/canonical";
import { signedAgreements } from "~/cases/agreement/reading/read-agreement.server";
import { amendmentsOf } from "~/cases/requests/amendments/read-amendments.server";
import { readSha256 } from "~/cases/verify-address";
import { checkIpLimit, consumeIpLimit, type RateLimitResult } from "~/core/rate-limits/limits.server";
import { sha256Of } from "~/core/sha256.server";
import { nassauZone } from "~/core/time";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { formatWallClock } from "~/core/zones/wall-time";
import { db } from "~/db/client.server";
import { applicationSubmissions, visaApplications } from "~/db/schema/applications";
import { log } from "~/log.server";
import { canonicalAmendment, canonicalRecord, UnreadableRecord } from "../canonical.server";

const hour = 3600;
const most = { max: 20, seconds: hour };

type TooMany = Refused<{ retryAfterSeconds: number }, "limited">;

function refusal({ retryAfterSeconds }: RateLimitResult): TooMany {
  const again = formatWallClock(new Date(Date.now() + (retryAfterSeconds + 60) * 1000), nassauZone);
  const message = `We check up to ${most.max} records an hour. Please try again after ${again} Nassau time.`;
  return refuse("limited", message, { retryAfterSeconds });
}

/** Checks the IP limit before the form is read; undefined if it is not reached. */
export async function refuseVerifying(context: { address: string }): Promise<TooMany | undefined> {
  const limit = await checkIpLimit("verify", context.address, most);
  return limit.allowed ? undefined : refusal(limit);
}

/**
 * Whether a SHA-256 belongs to the signed record of this application number, to one of its amendments, or to
 * one of its agreements or their countersignatures. The response is the same whether the application exists or not.
 */
export async function verifyRecord(
  context: { address: string },
  submitted: { number: string; sha256: string },
): Promise<Done<{ isOurs: boolean }> | TooMany | Refused<undefined, "busy">> {
  const limit = await consumeIpLimit("verify", context.address, most);
  if (!limit.allowed) return refusal(limit);
  const number = readApplicationNumber(submitted.number) ?? "";
  const digest = Buffer.from(readSha256(submitted.sha256) ?? "", "hex");
  const [[found], [anyRecord]] = await Promise.all([
    db
      .select({ ...signedColumns, isSubmitted: sql<boolean>`${isSubmitted}` })
      .from(visaApplications)
      .where(and(eq(visaApplications.applicationNumber, number), or(isSubmitted, hasAgreement))),
    db
      .select(signedColumns)
      .from(applicationSubmissions)
      .innerJoin(visaApplications, eq(visaApplications.id, applicationSubmissions.applicationId))
      .limit(1),
  ]);
  // Without a record, read another one, so that the response time reveals nothing either.
  const record = found?.isSubmitted ? found : anyRecord;
  const anyAgreement = found ?? anyRecord;
  try {
    const [ofRecord, ofAgreements] = await Promise.all([
      record ? recordSums(record) : [],
      anyAgreement ? agreementSums(anyAgreement) : [],
    ]);
    const sums = found?.isSubmitted === false ? ofAgreements : [...ofRecord, ...ofAgreements];
    const isSame = sums.some((candidate) => digest.length === candidate.length && timingSafeEqual(digest, candidate));
    return { ok: true, isOurs: found !== undefined && isSame };
  } catch (err) {
    if (!(err instanceof UnreadableRecord)) throw err;
    log.error({ err }, "a signed record could not be verified");
    return found
      ? refuse("busy", "We can’t check this right now. Please try again later.")
      : { ok: true, isOurs: false };
  }
}

const signedColumns = { id: visaApplications.id, number: visaApplications.applicationNumber };
const isSubmitted = sql`exists (select from application_submissions s where s.application_id = ${visaApplications.id})`;
/** A draft's holder may sign the agreement before the application. */
const hasAgreement = sql`exists (select from agreement_signatures s where s.application_id = ${visaApplications.id})`;

type Signed = { id: string; number: string };

/** The SHA-256 of the record and of all amendments, accepted or not. */
async function recordSums({ id, number }: Signed): Promise<Buffer[]> {
  const [record, amendments] = await Promise.all([signedRecord(id), amendmentsOf(id)]);
  return sumsOf([
    ...(record ? [canonicalRecord(number, record)] : []),
    ...amendments.map((amendment) => canonicalAmendment(number, amendment)),
  ]);
}

/** The SHA-256 of all agreements and their countersignatures. */
const agreementSums = async ({ id, number }: Signed): Promise<Buffer[]> =>
  sumsOf((await signedAgreements(db, id)).flatMap((agreement) => canonicalForms(number, agreement)));

const sumsOf = (signed: readonly string[]): Buffer[] =>
  signed.map((canonical) => Buffer.from(sha256Of(canonical), "hex"));
