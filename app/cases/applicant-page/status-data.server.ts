import { and, asc, eq } from "drizzle-orm";
import { emailStateOf } from "~/applications/access/email-state.server";
import type { FoundApplication } from "~/applications/access/find.server";
import { readFileDates } from "~/applications/required-files/file-dates.server";
import { formerNames, requirementsOf } from "~/applications/required-files/requirements.server";
import { shownAsSigned } from "~/applications/steps/review";
import { confirmationsIn, signedRecord } from "~/applications/stored-answers/signed-record.server";
import { settingFacts } from "~/content/settings/settings.server";
import { feeConfirmed } from "~/core/prices/price";
import { db } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { notOfCase } from "~/documents/of-case.server";
import { inGroups } from "~/documents/pages/pages";
import { statusLook } from "~/ui/lists/status-badge";
import { describeFee } from "../../applications/payment/payment-terms.server";
import { isUndecided } from "../../applications/status/undecided";
import { isAging } from "../aging/aging";
import { agreementLines } from "../agreement/agreement-lines.server";
import { readAppointments } from "../appointments/read.server";
import { readDecision } from "../decision/decision-documents.server";
import { readFees } from "../fees/read-fees.server";
import { shownInvoices } from "../invoices/shown-invoices.server";
import { shownKeyDates } from "../key-dates/read.server";
import type { holdersMessages } from "../messages/holders-messages.server";
import { amendmentsOf } from "../requests/amendments/read-amendments.server";
import { readForApplicant } from "../requests/read-requests.server";
import { changesOf } from "../turn/changes.server";
import { readTurn } from "../turn/read-turn.server";
import { readRenewalState } from "./renewal-state.server";
import { timelineOf } from "./timeline.server";

/** The price as the applicant sees it, without payments that can still be undone. */
function feeOf(found: FoundApplication, seen?: Awaited<ReturnType<typeof readFees>>["columns"]) {
  const application = { ...found.application, ...seen };
  const { tierName: tier, paymentStatus: paid } = application;
  return { tier, paid, ...describeFee({ ...found, application }), confirmed: feeConfirmed([application]) };
}

type Messages = Awaited<ReturnType<typeof holdersMessages>>;

const shownTurn = ({ application, processingTime, flag: country }: FoundApplication) =>
  readTurn(application, { processingTime, country }, { asApplicant: true });

export type StatusData = Awaited<ReturnType<typeof statusData>>;

/** The data of the read-only page of a submitted application, for its holder alone. */
export async function statusData(
  found: FoundApplication,
  readMessages?: () => Promise<Messages | null>,
  cookie: string | null = null,
) {
  const { application } = found;
  // Read before the rest, so that a change in between causes a needless reload instead of a missed one.
  const changes = await changesOf(application.id, { asApplicant: true });
  const messages = (await readMessages?.()) ?? null;
  const [
    requirements,
    timeline,
    formerly,
    signed,
    amendments,
    files,
    requests,
    address,
    turn,
    appointments,
    fees,
    invoices,
    decision,
    keyDates,
    facts,
    renewal,
    agreement,
  ] = await Promise.all([
    requirementsOf(application.visaServiceId),
    timelineOf(application.id),
    formerNames(application),
    signedRecord(application.id),
    amendmentsOf(application.id),
    db
      .select()
      .from(documents)
      .where(and(eq(documents.applicationId, application.id), notOfCase))
      .orderBy(asc(documents.createdAt)),
    readForApplicant(application.id, { isAging: isAging(application) }),
    emailStateOf(application),
    shownTurn(found),
    readAppointments(application.id),
    application.submittedAt ? readFees(db, application.id) : null,
    shownInvoices(db, application.id),
    readDecision(db, application),
    shownKeyDates(application),
    settingFacts(db),
    readRenewalState(application, cookie),
    agreementLines(db, application.id),
  ]);
  const dateOf = isAging(application) ? await readFileDates(application.id, requirements) : undefined;
  return {
    view: "status" as const,
    id: application.id,
    number: application.applicationNumber,
    applicant: application.applicantName,
    serviceName: found.serviceName ?? "Visa Application",
    status: application.status,
    /** Staff's message about this status. */
    message: timeline.find(({ status }) => status === application.status)?.message || null,
    phone: facts.contact.phone,
    startedAt: application.createdAt.toISOString(),
    submittedAt: application.submittedAt?.toISOString() ?? null,
    messages,
    address,
    appointments,
    fee: feeOf(found, fees?.columns),
    fees,
    invoices,
    withdrawal: {
      requestedAt: application.withdrawalRequestedAt?.toISOString() ?? null,
      possible: isUndecided(application.status) && application.withdrawalRequestedAt === null,
    },
    turn,
    decision,
    renewal,
    keyDates,
    agreement,
    timeline,
    changes,
    signed: signed
      ? {
          steps: shownAsSigned(signed.steps),
          // Refused amendments never were in force.
          amendments: amendments.filter(({ outcome }) => outcome === "accepted" || outcome === "waiting"),
          signature: signed.electronicSignature,
          certifications: signed.certifications,
          confirmed: confirmationsIn(signed.steps),
        }
      : null,
    requests: { ...requests, attempt: crypto.randomUUID() },
    documents: inGroups(files, ({ documentType }) => documentType).map((file) => {
      const former = formerly(file);
      const title = requirements.find(({ type }) => type === file.documentType)?.name ?? former;
      return {
        id: file.id,
        /** The document's name in the service. */
        title: title ?? statusLook(file.documentType).label,
        name: file.documentName,
        bytes: file.byteSize,
        ...{ type: file.documentType, contentType: file.contentType, scan: file.scan },
        isFormer: former !== null,
        /** What follows from its date, until the case is filed or decided. */
        condition: dateOf?.(file)?.condition ?? null,
      };
    }),
  };
}
