import { and, asc, eq, isNull } from "drizzle-orm";
import { addressOf } from "~/applications/access/address.server";
import type { FoundApplication } from "~/applications/access/find.server";
import { shownAsSigned } from "~/applications/steps/engine/review";
import { confirmationsIn, signedRecord } from "~/applications/submission/signed-record.server";
import { db } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { usd } from "~/ground/prices/money";
import { feesInWords } from "~/ground/prices/price";
import { readForApplicant } from "./requests/read-requests.server";
import { statusHistory } from "./status-history.server";
import { isUndecided } from "./undecided";

/** The applicant's request to withdraw is a line of the history that changes no status and has no admin. */
const isRequest = (entry: { fromStatus: string | null; toStatus: string; adminEmail: string | null }) =>
  entry.fromStatus === entry.toStatus && entry.adminEmail === null;

/** What is due, in words; no amount where nothing is (W-START-13). */
function feeWords({ application, feeRecipient, furtherFee }: FoundApplication) {
  const { totalAmountDue, governmentFee, serviceFee } = application;
  if (Number(totalAmountDue) === 0) return { amount: "", fees: "" };
  const texts = { feeRecipient: feeRecipient ?? "", furtherFee: furtherFee ?? "" };
  return { amount: usd(totalAmountDue), fees: feesInWords({ governmentFee, serviceFee, ...texts }) };
}

export type StatusData = Awaited<ReturnType<typeof statusData>>;

/**
 * The data of the read-only page of an application that is no longer a draft. Anybody with its URL sees number,
 * service, status and dates; signed answers, messages and documents are for the holder alone (D2, W-RESUME-12, -13).
 */
export async function statusData(found: FoundApplication, isHolder: boolean) {
  const { application } = found;
  const [history, signed, files, requests, address] = await Promise.all([
    statusHistory(application.id),
    isHolder ? signedRecord(application.id) : undefined,
    isHolder
      ? db
          .select()
          .from(documents)
          // What belongs to a request or a message stands there.
          .where(
            and(
              eq(documents.applicationId, application.id),
              isNull(documents.caseItemId),
              isNull(documents.caseMessageId),
            ),
          )
          .orderBy(asc(documents.createdAt))
      : [],
    isHolder ? readForApplicant(application.id) : null,
    isHolder ? addressOf(application) : null,
  ]);
  return {
    view: "status" as const,
    id: application.id,
    number: application.applicationNumber,
    serviceName: found.serviceName ?? "Visa Application",
    /** As the service's page says it now. */
    processingTime: found.processingTime,
    status: application.status,
    startedAt: application.createdAt.toISOString(),
    submittedAt: application.submittedAt?.toISOString() ?? null,
    isHolder,
    address,
    fee: isHolder ? { tier: application.tierName, paid: application.paymentStatus, ...feeWords(found) } : null,
    withdrawal: isHolder
      ? {
          requestedAt: application.withdrawalRequestedAt?.toISOString() ?? null,
          possible: isUndecided(application.status) && application.withdrawalRequestedAt === null,
        }
      : null,
    history: history
      .filter((entry) => isHolder || !isRequest(entry))
      .map((entry) => ({
        id: entry.id,
        isRequest: isRequest(entry),
        status: entry.toStatus,
        message: isHolder ? entry.message : null,
        at: entry.createdAt.toISOString(),
      })),
    signed: signed
      ? {
          steps: shownAsSigned(signed.steps),
          signature: signed.electronicSignature,
          certifications: signed.certifications,
          confirmed: confirmationsIn(signed.steps),
        }
      : null,
    requests: requests && { ...requests, attempt: crypto.randomUUID() },
    documents: files.map((file) => ({ id: file.id, name: file.documentName, bytes: file.byteSize })),
  };
}
