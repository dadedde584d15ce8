import { and, asc, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { nameAll } from "~/accounts/admins/names.server";
import { emailStateOf } from "~/applications/access/email-state.server";
import { readRenewals } from "~/applications/access/renewals.server";
import { comparedPages } from "~/applications/passport/compared-pages.server";
import { readFileDates } from "~/applications/required-files/file-dates.server";
import { formerNames, requirementsOf } from "~/applications/required-files/requirements.server";
import { isUndecided } from "~/applications/status/undecided";
import type { ShownAnswer, ShownStep } from "~/applications/steps/review";
import { staffRecord, storedName } from "~/applications/stored-answers/answers.server";
import { isAging } from "~/cases/aging/aging";
import { newerReasonsOf } from "~/cases/aging/newer-reasons.server";
import { readDeskAgreement, readDraftAgreement } from "~/cases/agreement/desk/read-desk-agreement.server";
import { appointmentsOf } from "~/cases/appointments/read.server";
import { passportExpires, passportOf, tripEnd } from "~/cases/case-data/passport.server";
import { readDecision } from "~/cases/decision/decision-documents.server";
import { readDeskDraft } from "~/cases/desk/entering/desk-draft.server";
import { correctableIn, inOrderOf } from "~/cases/requests/amendments/record-in-force";
import { readForDesk } from "~/cases/requests/read-requests.server";
import { itemName } from "~/cases/requests/request-words";
import { readTasks } from "~/cases/tasks/desk/read-tasks.server";
import { readTurn } from "~/cases/turn/read-turn.server";
import { tiersOf } from "~/catalogue/tiers.server";
import { activeHold } from "~/core/legal-holds.server";
import { db } from "~/db/client.server";
import { applicationStatusHistory, visaApplications } from "~/db/schema/applications";
import { caseMessages, caseRequestItems } from "~/db/schema/case";
import { countries, visaServices } from "~/db/schema/catalogue";
import { documents as documentRows } from "~/db/schema/documents";
import { emailNotifications } from "~/db/schema/mail";
import { plannedFilingOf } from "~/documents/dates/planned-filing";
import { hintsOf as readHints } from "~/documents/hints/hints.server";
import { sentOfCase } from "~/documents/of-case.server";
import { deskPdfPath, formatPage, inGroups, onePdfOf, pagesIn } from "~/documents/pages/pages";
import { isOpen } from "~/documents/scan-state";
import { deskKeyDates } from "~/key-dates/key-dates-of.server";
import { waitsUntil } from "~/mail/due.server";
import { statusLook } from "~/ui/lists/status-badge";
import { readDeskFees } from "../fees/desk/desk-fees.server";
import { isMasked } from "../masked-answers/masked";
import { type DeskAmendment, deskAmendments } from "../requests/desk/amendments/desk-amendments.server";
import { notesOf } from "./notes.server";

/** An answer for the desk. A sensitive one stays on the server until it is revealed; null means not answered. */
export type DeskAnswer = Pick<ShownAnswer, "name" | "label" | "answer"> & {
  isHidden: boolean;
  /** Later corrections, accepted or waiting to be checked. */
  amendments: DeskAmendment[];
  /** Not part of the signed record: a correction made the question relevant. */
  isAdded: boolean;
};
export type DeskStep = {
  number: number;
  code: string;
  title: string;
  answers: DeskAnswer[];
  /** Staff can request a correction of this answer. */
  mayCorrect: boolean;
};

/** All data of an application's page at the desk; null if the id is unknown. */
export async function readApplication(id: string) {
  if (!z.uuid().safeParse(id).success) return null;
  const [found] = await db
    .select({
      application: visaApplications,
      serviceName: visaServices.serviceName,
      visaType: visaServices.visaType,
      feeRecipient: visaServices.feeRecipient,
      furtherFee: visaServices.furtherFee,
      processingTime: visaServices.processingTime,
      filingDays: visaServices.filingDays,
      country: countries.code,
      passportExpires,
      tripEnd,
    })
    .from(visaApplications)
    .leftJoin(visaServices, eq(visaServices.id, visaApplications.visaServiceId))
    .leftJoin(countries, eq(countries.id, visaServices.countryId))
    .where(eq(visaApplications.id, id));
  if (!found) return null;

  const [
    { steps, signature, confirmed },
    name,
    notes,
    documents,
    requests,
    history,
    mails,
    address,
    tiers,
    turn,
    appointments,
    keyDates,
    amendments,
    decision,
    fees,
    desk,
    hold,
    renewals,
    tasks,
    newer,
    agreement,
    draftAgreement,
  ] = await Promise.all([
    staffRecord(found.application),
    storedName(db, id),
    notesOf(id),
    documentsOf(found.application),
    readForDesk(id),
    historyOf(id),
    mailsOf(id),
    emailStateOf(found.application),
    found.application.visaServiceId ? tiersOf(db, found.application.visaServiceId) : [],
    readTurn(found.application, found),
    appointmentsOf(id),
    deskKeyDates({ applicationId: id }),
    deskAmendments(id),
    readDecision(db, found.application),
    readDeskFees(found.application),
    readDeskDraft(found.application),
    activeHold(db, id),
    readRenewals(found.application),
    readTasks(found.application),
    newerReasonsOf(found.application),
    readDeskAgreement(found.application),
    readDraftAgreement(found.application),
  ]);

  const { passportExpires: expires, tripEnd: end } = found;
  const { application: row, feeRecipient, furtherFee, serviceName, visaType } = found;
  return {
    application: shownApplication(row, { name, signature, serviceName, visaType }),
    passport: passportOf({ ...row, passportExpires: expires, tripEnd: end }) ?? null,
    turn,
    agreement,
    draftAgreement,
    filing: filingOf(row, found),
    decision,
    address,
    appointments,
    keyDates,
    /** Offered as a key date. */
    passportExpires: expires,
    tiers: tiers.map(({ id, name, total }) => ({ id, name, total })),
    feeTexts: { feeRecipient: feeRecipient ?? "", furtherFee: furtherFee ?? "" },
    steps: steps.map((step) => deskStep(step, amendments, signature !== null && isUndecided(row.status))),
    amendments,
    confirmed,
    documents,
    /** Types of documents of which staff can ask for a newer one. */
    newer: [...newer.keys()],
    requests,
    history,
    mails,
    notes,
    fees,
    desk,
    renewals,
    tasks,
    hold: hold && { placedAt: hold.placedAt },
    /** Idempotency keys of this page's forms. */
    newNote: crypto.randomUUID(),
    attempt: crypto.randomUUID(),
  };
}

/** The day planned for this case, if staff set one, and the day that follows from its service. */
function filingOf(application: typeof visaApplications.$inferSelect, service: { filingDays: number | null }) {
  const usual = plannedFilingOf({ ...application, plannedFilingOn: null }, service);
  return { plannedOn: application.plannedFilingOn, usualOn: usual };
}

/** Lists each field that reaches the browser: the resume token and raw answers must not. */
function shownApplication(
  row: typeof visaApplications.$inferSelect,
  more: { name: string; signature: string | null; serviceName: string | null; visaType: string | null },
) {
  return {
    ...more,
    id: row.id,
    applicationNumber: row.applicationNumber,
    userEmail: row.userEmail,
    applicationType: row.applicationType,
    status: row.status,
    currentStep: row.currentStep,
    totalSteps: row.totalSteps,
    completionPercentage: row.completionPercentage,
    paymentStatus: row.paymentStatus,
    amountPaid: row.amountPaid,
    totalAmountDue: row.totalAmountDue,
    tierName: row.tierName,
    governmentFee: row.governmentFee,
    serviceFee: row.serviceFee,
    isSample: row.isSample,
    createdAt: row.createdAt,
    submittedAt: row.submittedAt,
    lastUpdatedAt: row.lastUpdatedAt,
    withdrawalRequestedAt: row.withdrawalRequestedAt,
    withdrawalReason: row.withdrawalReason,
    filedOn: row.filedOn,
    decisionExpectedBy: row.decisionExpectedBy,
  };
}

function deskStep(
  { number, code, title, answers }: ShownStep,
  amendments: readonly DeskAmendment[],
  mayRequest: boolean,
): DeskStep {
  const ofStep = amendments.filter(
    ({ stepCode, outcome }) => stepCode === code && (outcome === "accepted" || outcome === "waiting"),
  );
  const deskAnswer = (answer: ShownAnswer, isAdded: boolean): DeskAnswer => ({
    name: answer.name,
    label: answer.label,
    answer: isMasked(answer) ? null : answer.answer,
    isHidden: isMasked(answer),
    amendments: ofStep.filter(({ question }) => question === answer.name),
    isAdded,
  });
  const signed = new Set(answers.map(({ name }) => name));
  const added = new Map(
    ofStep.filter(({ question }) => !signed.has(question)).map((amendment) => [amendment.question, amendment.label]),
  );
  return {
    number,
    code,
    title,
    mayCorrect: mayRequest && correctableIn(code, answers).length > 0,
    answers: inOrderOf(code, [
      ...answers.map((answer) => deskAnswer(answer, false)),
      ...[...added].map(([name, label]) => deskAnswer({ name, label, answer: null }, true)),
    ]),
  };
}

/** Status changes, each with the name of the admin. */
async function historyOf(applicationId: string) {
  const lines = await db
    .select()
    .from(applicationStatusHistory)
    .where(eq(applicationStatusHistory.applicationId, applicationId))
    .orderBy(desc(applicationStatusHistory.createdAt));
  const named = await nameAll(
    db,
    lines.map(({ adminEmail }) => adminEmail),
  );
  return lines.map(({ adminEmail, ...line }) => ({ ...line, admin: named(adminEmail), adminEmail }));
}

const mailsOf = (applicationId: string) =>
  db
    .select({
      id: emailNotifications.id,
      subject: emailNotifications.subject,
      emailType: emailNotifications.emailType,
      status: emailNotifications.status,
      waitsUntil,
      errorMessage: emailNotifications.errorMessage,
      createdAt: emailNotifications.createdAt,
      sentAt: emailNotifications.sentAt,
    })
    .from(emailNotifications)
    .where(eq(emailNotifications.applicationId, applicationId))
    .orderBy(desc(emailNotifications.createdAt))
    .limit(50);

/** Types that a browser shows inside a page; all others are downloaded. */
const previews: Partial<Record<string, "paper" | "picture">> = {
  "application/pdf": "paper",
  "image/png": "picture",
  "image/jpeg": "picture",
};

/** Every file of the case by the document it was sent for, with its origin. */
async function documentsOf(application: typeof visaApplications.$inferSelect) {
  const [requirements, formerly, pages] = await Promise.all([
    requirementsOf(application.visaServiceId),
    formerNames(application),
    comparedPages(application),
  ]);
  const rows = await db
    .select({
      id: documentRows.id,
      documentName: documentRows.documentName,
      documentType: documentRows.documentType,
      contentType: documentRows.contentType,
      byteSize: documentRows.byteSize,
      issuedOn: documentRows.issuedOn,
      expiresOn: documentRows.expiresOn,
      scan: documentRows.scan,
      virus: documentRows.virus,
      inspection: documentRows.inspection,
      caseAnswerId: documentRows.caseAnswerId,
      page: documentRows.page,
      createdAt: documentRows.createdAt,
      decisionId: documentRows.decisionId,
      item: { kind: caseRequestItems.kind, name: caseRequestItems.name },
      side: caseMessages.side,
    })
    .from(documentRows)
    .leftJoin(caseRequestItems, eq(caseRequestItems.id, documentRows.caseItemId))
    .leftJoin(caseMessages, eq(caseMessages.id, documentRows.caseMessageId))
    .where(and(eq(documentRows.applicationId, application.id), sentOfCase))
    .orderBy(asc(documentRows.createdAt));
  const dateOf = await readFileDates(application.id, requirements);
  const isStated = application.status === "draft" || isAging(application);
  const hintsOf = await readHints(rows.map(({ id }) => id));
  // The files of messages and decisions are no pages.
  const groupOf = ({ id, decisionId, side, caseAnswerId, documentType }: (typeof rows)[number]) =>
    decisionId || side ? id : (caseAnswerId ?? documentType);
  const groups = Map.groupBy(inGroups(rows, groupOf), groupOf);
  return [...groups]
    .flatMap(([group, files]) => files.map((file) => ({ group, files, file })))
    .map((entry) => {
      const { contentType, item, side, decisionId, caseAnswerId: _, page: __, ...file } = entry.file;
      const { issuedOn, expiresOn, ...row } = file;
      const ordered = pagesIn(entry.files);
      const former = formerly(row);
      const named =
        requirements.find(({ type }) => type === row.documentType)?.name ?? former ?? (item && itemName(item));
      return {
        ...row,
        /** The name of the requested document; `formerly` if the service no longer asks for it. */
        title: named ?? statusLook(row.documentType).label,
        formerly: former,
        /** Null unless its document has a date rule. */
        date: dateOf(file),
        /** Whether it is stated what follows from the date: not once the case is filed or decided. */
        isStated,
        /** Whether staff can set it: of a draft its applicant does. */
        isDatable: application.status !== "draft",
        from: decisionId ? "The decision" : originOf(item, side),
        hints: decisionId !== null || side === "office" ? [] : hintsOf(row.id),
        fileUrl: `/documents/${row.id}`,
        passportPage: pages.get(row.id) ?? null,
        preview: isOpen(row.scan) ? (previews[contentType] ?? null) : null,
        page: ordered.includes(entry.file) ? formatPage(entry.file, ordered) : null,
        /** At the first page: where they can be had as one PDF, or why they can't. */
        onePdf:
          ordered[0] === entry.file
            ? onePdfOf(
                ordered.map(({ byteSize: bytes, scan }) => ({ bytes, scan })),
                deskPdfPath(application.id, entry.group),
              )
            : null,
      };
    });
}

function originOf(item: object | null, side: (typeof caseMessages.$inferSelect)["side"] | null): string {
  if (side) return side === "applicant" ? "Message from the applicant" : "Message from us";
  return item ? "Answer to a request" : "Application";
}

export type ApplicationDetail = NonNullable<Awaited<ReturnType<typeof readApplication>>>;
