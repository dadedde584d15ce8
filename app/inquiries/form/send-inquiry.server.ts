import { and, eq, gt, lte, sql } from "drizzle-orm";
import { activeServiceNames } from "~/catalogue/active-services.server";
import { formatPromise, promisedBy } from "~/content/settings/hours";
import { settingFacts } from "~/content/settings/settings.server";
import { countryName } from "~/core/countries.server";
import { idempotencySeconds } from "~/core/idempotency-hash.server";
import { readPhone } from "~/core/phones/phones";
import { checkIpLimit, consumeIpAndIdentityLimits, type LimitResult } from "~/core/rate-limits/limits.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { inTransaction } from "~/core/verbs/in-transaction.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import { isDatabaseUnavailable } from "~/db/failure.server";
import { visaInquiries } from "~/db/schema/inquiries";
import { attachToInquiry } from "~/documents/unattached.server";
import { type InquiryProblem, type InquiryValues, inFormOrder, inquiryFiles, tooManyFiles } from "~/inquiries/inquiry";
import { referenceOf } from "~/inquiries/reference";
import { serviceOptions } from "~/inquiries/services";
import { log } from "~/log.server";
import { enqueueMail } from "~/mail/outbox.server";
import { requireWithinLimit } from "~/request-bodies/form-limits.server";
import { checkInquiry, type Inquiry } from "./check.server";

export type InquiryInput = {
  values: InquiryValues;
  /** The ids of uploaded files. */
  documents: readonly string[];
  /** The hashes that this attempt may be stored under (`idempotencyHash`); a new inquiry gets the first. */
  attempts: readonly [string, ...string[]];
  /** Whether the honeypot was filled in, or the form was faster than a person. */
  mechanical: boolean;
};

/** What must be corrected; `gone`: ids of files that no longer exist. */
type ToMend = { problems: InquiryProblem[]; gone?: string[] };
export type InquiryResult =
  | Done<{
      reference: string;
      /** Shown as the destination of the reply; email or phone is set. */
      email: string;
      phone: string;
      by: Inquiry["preferredContactMethod"];
      /** Until when a reply is promised, formatted; null if none is. */
      promised: string | null;
    }>
  | Refused<ToMend | undefined>;

const hour = 3600;
/** Earlier attempts have expired. */
const started = sql`now() - make_interval(secs => ${idempotencySeconds})`;

const limits = { address: { max: 10, seconds: hour }, identity: { max: 5, seconds: hour } };
const tooManyInquiries = (limit: LimitResult) => tooMany("inquiries were sent", limit, "call us");

/** Refuses a request from an IP over its limit, before the form is parsed (V-ATK-4). */
export async function requireInquiryLimit(request: Request, ip: string): Promise<void> {
  const limit = await checkIpLimit("inquiry", ip, limits.address);
  await requireWithinLimit(request, limit, tooManyInquiries(limit));
}

/**
 * Stores an inquiry with its files and enqueues its mails in one transaction. A repeat gets the stored result for an
 * hour. An inquiry that looks automated is refused with a request to send it again, instead of silently dropped: a
 * person may have sent it.
 */
export async function sendInquiry(
  { address, holder }: { address: string; holder: string | undefined },
  { values, documents, attempts, mechanical }: InquiryInput,
): Promise<InquiryResult> {
  for (const attempt of attempts) {
    const before = await sentBefore(attempt);
    if (before) return before;
  }
  const checked = checkInquiry(values, await currentServiceOptions());
  const problems = "problems" in checked ? [...checked.problems] : [];
  if (documents.length > inquiryFiles) problems.push({ name: "files", message: tooManyFiles });
  if (!("inquiry" in checked) || problems.length > 0) return refuse("invalid", "", { problems: inFormOrder(problems) });
  const { inquiry } = checked;
  if (mechanical) {
    log.info("an inquiry looked mechanical and was asked to be sent again");
    return refuse("invalid", "We couldn’t tell whether a person sent this. Please check it and send it again.");
  }
  const identity = senderOf(inquiry);
  const of = inquiry.email ? "email" : "phone";
  const limitResult = await consumeIpAndIdentityLimits("inquiry", { address, identity, of }, limits);
  if (!limitResult.allowed) return refuse("limited", tooManyInquiries(limitResult));
  const promised = await promiseNow();
  return inTransaction((tx) => insertInquiry(tx, inquiry, holder, documents, attempts[0], promised));
}

/** The possible services; only the ten standard ones if the active services can't be read. */
export async function currentServiceOptions() {
  try {
    return serviceOptions(await activeServiceNames());
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err;
    log.error({ err }, "the services that an inquiry can name could not be read");
    return serviceOptions([]);
  }
}

/** Until when a reply is promised; null if the settings can't be read. */
export async function promiseNow(): Promise<Date | null> {
  try {
    const { hours, holidays } = await settingFacts(db);
    return promisedBy(new Date(), hours, holidays);
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err;
    log.error({ err }, "the office hours could not be read");
    return null;
  }
}

export const senderOf = ({ email, phone }: { email: string; phone: string }): string =>
  email.trim().toLowerCase() || (readPhone(phone)?.number ?? phone).replace(/\D/g, "");

async function insertInquiry(
  tx: Transaction,
  inquiry: Inquiry,
  holder: string | undefined,
  documents: readonly string[],
  attemptKey: string,
  promised: Date | null,
): Promise<InquiryResult> {
  await tx
    .update(visaInquiries)
    .set({ attemptKey: null })
    .where(and(eq(visaInquiries.attemptKey, attemptKey), lte(visaInquiries.createdAt, started)));
  // A second click waits here for the first, and then finds its key in use.
  const [row] = await tx
    .insert(visaInquiries)
    .values({ ...inquiry, attemptKey, promisedBy: promised })
    .onConflictDoNothing({ target: visaInquiries.attemptKey })
    .returning({ id: visaInquiries.id });
  if (!row) {
    const before = await sentBefore(attemptKey, tx);
    if (!before) throw new Error("An inquiry is there and is not");
    return before;
  }
  if (documents.length > 0) {
    const attached = holder ? await attachToInquiry(tx, holder, documents, row.id) : [];
    const found = new Map(attached.map((document) => [document.id, document]));
    const missing = documents.filter((id) => !found.has(id));
    if (missing.length > 0) {
      const message =
        "One of your files has expired: we keep files for one day until you send the inquiry. Please add it again.";
      return refuse("invalid", "", { problems: [{ name: "files", message }], gone: missing });
    }
    const uploadedDocuments = documents.flatMap((id) => {
      const document = found.get(id);
      if (!document) return [];
      const { documentName: name, byteSize: size, contentType: type } = document;
      return [{ name, url: `/documents/${id}`, size, type }];
    });
    await tx.update(visaInquiries).set({ uploadedDocuments }).where(eq(visaInquiries.id, row.id));
  }
  await announce(tx, row.id, inquiry, promised);
  const { email, phone, preferredContactMethod: by } = inquiry;
  return sent({ id: row.id, email, phone, by, promised });
}

type Stored = Pick<Inquiry, "email" | "phone"> & {
  id: string;
  by: Inquiry["preferredContactMethod"];
  promised: Date | null;
};
const sent = ({ id, promised, ...rest }: Stored) => ({
  ...{ ok: true as const, reference: referenceOf(id), ...rest },
  promised: promised && formatPromise(promised),
});

async function announce(tx: Transaction, contactInquiryId: string, inquiry: Inquiry, promised: Date | null) {
  const { fullName: name, email, phone, residenceCountry, visaService, purpose: message } = inquiry;
  const common = {
    name,
    email,
    service_interested: visaService,
    message,
    reference_number: referenceOf(contactInquiryId),
    promised_by: promised && formatPromise(promised),
  };
  if (email)
    await enqueueMail(tx, { kind: "contact_confirmation", to: email, toName: name, contactInquiryId, data: common });
  const country = residenceCountry === null ? "" : countryName(residenceCountry);
  await enqueueMail(tx, {
    kind: "contact_admin_notification",
    contactInquiryId,
    data: { ...common, phone, country, answer_by: inquiry.preferredContactMethod, inquiry_id: contactInquiryId },
  });
}

async function sentBefore(attemptKey: string, from: Queryable = db): Promise<InquiryResult | undefined> {
  const [row] = await from
    .select({
      id: visaInquiries.id,
      email: visaInquiries.email,
      phone: visaInquiries.phone,
      by: visaInquiries.preferredContactMethod,
      promised: visaInquiries.promisedBy,
    })
    .from(visaInquiries)
    .where(and(eq(visaInquiries.attemptKey, attemptKey), gt(visaInquiries.createdAt, started)));
  return row && sent(row);
}
