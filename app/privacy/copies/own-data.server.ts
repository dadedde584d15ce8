import { and, asc, eq, isNull } from "drizzle-orm";
import { actionLabel } from "~/accounts/activity/words";
import { ownReadings } from "~/applications/passport/readings.server";
import { staffRecord } from "~/applications/stored-answers/answers.server";
import { signedAgreements } from "~/cases/agreement/reading/read-agreement.server";
import { figuresOf } from "~/cases/fees/figures";
import { columnsOf } from "~/cases/fees/ledger.server";
import { type Ledger, readInvoices } from "~/cases/invoices/read-invoices.server";
import { withoutUndoable } from "~/cases/key-dates/undoable-key-dates.server";
import { amendmentsOf } from "~/cases/requests/amendments/read-amendments.server";
import { readForApplicant } from "~/cases/requests/read-requests.server";
import { statusHistory } from "~/cases/status/status-history.server";
import { storedCents } from "~/core/prices/money";
import { db } from "~/db/client.server";
import { adminActivityLog } from "~/db/schema/accounts";
import { applicationHolders, applicationNotes, type visaApplications } from "~/db/schema/applications";
import { appointments, caseMessages } from "~/db/schema/case";
import { visaServices } from "~/db/schema/catalogue";
import { documents } from "~/db/schema/documents";
import { applicationEmailChanges } from "~/db/schema/email-changes";
import { invoices, payLinks } from "~/db/schema/invoices";
import { caseTasks } from "~/db/schema/tasks";
import { ownHints } from "~/documents/hints/hints.server";
import { keyDatesOf } from "~/key-dates/key-dates-of.server";
import { ownKeyDates } from "~/key-dates/own-key-dates.server";
import { readOwnInquiry } from "../own-inquiry.server";
import { inquiryData } from "./inquiry-data.server";
import { mailsAbout } from "./mails-about.server";
import { mailsReceived } from "./mails-received.server";

type Application = typeof visaApplications.$inferSelect;

const reportOfDocument = (row: typeof documents.$inferSelect, hints: Awaited<ReturnType<typeof ownHints>>) => ({
  name: row.documentName,
  type: row.documentType,
  bytes: row.byteSize,
  sha256: row.sha256,
  scan: row.scan,
  virus: row.virus,
  issuedOn: row.issuedOn,
  expiresOn: row.expiresOn,
  page: row.page,
  inspected: row.inspection,
  hints: hints(row.id),
  storedAt: row.createdAt,
});

/** What an invoice states, with the credit note that voided it. */
const reportOfInvoice = ({ facts, paid, open, isVoid, creditNote, createdAt }: Ledger["invoices"][number]) => ({
  ...facts,
  ...{ paidByNow: storedCents(paid), open: storedCents(open), isVoid, at: createdAt },
  creditNote: creditNote && { ...creditNote.facts, at: creditNote.createdAt },
});

const payLinksOf = (applicationId: string) =>
  db
    .select({
      ...{ invoice: invoices.number, link: payLinks.url, amount: payLinks.amount, lastDay: payLinks.lastDay },
      ...{ sentAt: payLinks.sentAt, endedAt: payLinks.endedAt, endedAs: payLinks.endedAs },
    })
    .from(payLinks)
    .innerJoin(invoices, eq(invoices.id, payLinks.invoiceId))
    .where(eq(payLinks.applicationId, applicationId))
    .orderBy(asc(payLinks.createdAt), asc(payLinks.id));

/** The rows of one of the case's tables, oldest first, without internal keys. */
async function partsOf(application: Application) {
  const { id } = application;
  const [history, messages, meetings, keyDates, account, files, hints, passportPages, emails] = await Promise.all([
    // Excludes undone changes and those that aren't final yet (K-UNDO-3).
    statusHistory(id),
    db.select().from(caseMessages).where(eq(caseMessages.applicationId, id)).orderBy(asc(caseMessages.createdAt)),
    db.select().from(appointments).where(eq(appointments.applicationId, id)).orderBy(asc(appointments.startsAt)),
    // Not what staff can still undo (K-UNDO-3).
    keyDatesOf(db, { applicationId: id })
      .then((rows) => withoutUndoable(db, id, rows))
      .then((rows) => ownKeyDates(db, rows)),
    readInvoices(db, id, "applicant"),
    db.select().from(documents).where(eq(documents.applicationId, id)).orderBy(asc(documents.createdAt)),
    ownHints(id),
    ownReadings(id),
    mailsReceived({ applicationId: id }),
  ]);
  return {
    statusHistory: history.toReversed().map(({ fromStatus, toStatus, message, nextSteps, createdAt }) => ({
      ...{ from: fromStatus, to: toStatus, message, nextSteps, at: createdAt },
    })),
    messages: messages.map(({ side, body, about, createdAt, readAt, receivedMailId }) => ({
      ...{ from: side, text: body, about: about?.label ?? null, sentAt: createdAt, readAt },
      byEmail: receivedMailId !== null,
    })),
    emailsReceived: emails,
    appointments: meetings.map(({ kind, day, time, zone, minutes, place, bring, state, otherTime }) => ({
      ...{ kind, day, time, zone, minutes, place, bring, state, otherTime },
    })),
    ledger: account.entries.map(
      ({ kind, name, amount, payee, credit, method, paidOn, reference, reason, receiptNumber, createdAt }) => ({
        ...{ kind, name, amount, payee, credit, method, paidOn, reference, reason, receiptNumber, at: createdAt },
      }),
    ),
    invoices: account.invoices.map(reportOfInvoice),
    payLinks: await payLinksOf(id),
    keyDates,
    documents: files.map((file) => reportOfDocument(file, hints)),
    passportPages,
    sums: application.submittedAt ? columnsOf(figuresOf(account.entries)) : application,
  };
}

/** What the office has to do in the case, in its order. */
const tasksOf = (applicationId: string) =>
  db
    .select({
      ...{ task: caseTasks.title, note: caseTasks.note, due: caseTasks.dueOn },
      ...{ addedAt: caseTasks.createdAt, doneAt: caseTasks.doneAt },
    })
    .from(caseTasks)
    .where(and(eq(caseTasks.applicationId, applicationId), isNull(caseTasks.removedAt)))
    .orderBy(asc(caseTasks.position), asc(caseTasks.createdAt), asc(caseTasks.id));

/** Offers are the rows behind these signatures: the text that was signed is what was offered. */
const agreementsOf = async (applicationId: string) =>
  (await signedAgreements(db, applicationId))
    .toReversed()
    .map(({ title, version, publishedAt, blocks, facts, agreedTo, ...signed }) => {
      const { signature, signedAt, address, browser, sha256, countersigned, withdrawn, ended } = signed;
      return {
        ...{
          title,
          version,
          publishedAt,
          text: blocks,
          facts,
          agreedTo,
          signature,
          signedAt,
          address,
          browser,
          sha256,
        },
        countersigned: countersigned && {
          by: countersigned.signature,
          at: countersigned.at,
          sha256: countersigned.sha256,
        },
        withdrawn,
        ended: ended && { on: ended.on, reason: ended.reason, at: ended.at },
      };
    });

/** Browsers with access, pending email changes, and the access log. */
async function readRelated({ id, applicationNumber }: Application) {
  const [browsers, changes, entries] = await Promise.all([
    db
      .select()
      .from(applicationHolders)
      .where(eq(applicationHolders.applicationId, id))
      .orderBy(asc(applicationHolders.createdAt)),
    db.select().from(applicationEmailChanges).where(eq(applicationEmailChanges.applicationId, id)),
    db
      .select()
      .from(adminActivityLog)
      .where(eq(adminActivityLog.about, applicationNumber))
      .orderBy(asc(adminActivityLog.createdAt), asc(adminActivityLog.id)),
  ]);
  return {
    browsers: browsers.map(({ browser, began, createdAt, lastUsedAt, expiresAt }) => ({
      ...{ browser, began, since: createdAt, lastUsedAt, until: expiresAt },
    })),
    changesOfEmail: changes.map(({ newEmail, createdAt }) => ({ to: newEmail, askedAt: createdAt })),
    // The office's details of its own actions, such as the reason of a legal hold, aren't data about the person.
    record: entries.map(({ actionType, adminEmail, address, browser, createdAt }) => ({
      ...{ what: actionLabel(actionType), at: createdAt },
      ...(adminEmail === null ? { address, browser } : { by: "office" }),
    })),
  };
}

/**
 * Exports all data of an application in the form its person may read: answers with their questions, corrections,
 * requests, and the actions of both sides. Nothing of another application or person, and no staff notes (F-SAFE-5).
 */
async function ownData(application: Application, inquiryId: string | null) {
  const { id } = application;
  const [record, amendments, agreements, requests, mails, { sums, ...parts }, tasks, more, inquiry, [service]] =
    await Promise.all([
      staffRecord(application),
      amendmentsOf(id),
      agreementsOf(id),
      readForApplicant(id),
      mailsAbout({ applicationId: id }),
      partsOf(application),
      tasksOf(id),
      readRelated(application),
      inquiryId ? inquiryData(inquiryId) : null,
      application.visaServiceId
        ? db.select().from(visaServices).where(eq(visaServices.id, application.visaServiceId))
        : [],
    ]);
  return {
    application: {
      number: application.applicationNumber,
      service: service?.serviceName ?? application.applicationType,
      tier: application.tierName,
      email: application.userEmail,
      status: application.status,
      begunAt: application.createdAt,
      begunWith: application.begunWith,
      submittedAt: application.submittedAt,
      amountDue: sums.totalAmountDue,
      amountPaid: sums.amountPaid,
      withdrawal: { askedAt: application.withdrawalRequestedAt, reason: application.withdrawalReason },
    },
    steps: record.steps,
    confirmedBeforeSigning: record.confirmed,
    signature: record.signature,
    amendments: amendments.map(({ stepTitle, label, before, after, signedAt, outcome, reason }) => ({
      ...{ step: stepTitle, question: label, before, after, signedAt, outcome, reason },
    })),
    agreements,
    requests: [...requests.open, ...requests.done].map((item) => ({
      ...{ what: item.name, description: item.description, reason: item.reason, due: item.dueOn, state: item.state },
      begun: "draft" in item ? item.draft : "",
      answers: item.answers.map(({ text, files, at, outcome, reason }) => ({
        ...{ text, files: files.map(({ name }) => name), at, outcome, reason },
      })),
    })),
    ...parts,
    // Without their notes, which are staff's.
    tasksOfTheOffice: tasks.map(({ note: _, ...task }) => task),
    mails,
    ...more,
    inquiry,
  };
}

const textOf = (data: object): Buffer => Buffer.from(`${JSON.stringify(data, null, 2)}\n`);

/** The same as a file's content. */
export const ownDataFile = async (application: Application): Promise<Buffer> =>
  textOf(await ownData(application, await readOwnInquiry(db, application.id)));

/** The office's file of a restricted case: the same with staff notes, those of tasks too, and this inquiry. */
export async function caseDataFile(application: Application, inquiryId: string | null): Promise<Buffer> {
  const [data, tasks, unverified, notes] = await Promise.all([
    ownData(application, inquiryId),
    tasksOf(application.id),
    mailsReceived({ applicationId: application.id }, "unverified"),
    db
      .select({
        text: applicationNotes.body,
        writtenAt: applicationNotes.createdAt,
        editedAt: applicationNotes.editedAt,
      })
      .from(applicationNotes)
      .where(eq(applicationNotes.applicationId, application.id))
      .orderBy(asc(applicationNotes.createdAt)),
  ]);
  return textOf({ ...data, tasksOfTheOffice: tasks, emailsNotVerified: unverified, notesOfTheOffice: notes });
}
