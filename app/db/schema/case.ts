import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { adminUsers } from "./accounts";
import { type SignedEntry, visaApplications } from "./applications";
import { createdAt, id, instant, money } from "./columns";
import { invoices } from "./invoices";
import { receivedMails } from "./received-mails";
import {
  appointmentKinds,
  appointmentStates,
  caseItemKinds,
  caseItemStates,
  caseSides,
  chargePayees,
  itemAnswerOutcomes,
  ledgerKinds,
  paymentMethods,
} from "./values";

// Everything that both sides write after submission (docs/product/design.md, 29).

const applicationId = () =>
  uuid()
    .notNull()
    .references(() => visaApplications.id, { onDelete: "cascade" });

export const caseSide = pgEnum("case_side", caseSides);
export const caseItemKind = pgEnum("case_item_kind", caseItemKinds);
export const caseItemState = pgEnum("case_item_state", caseItemStates);
export const itemAnswerOutcome = pgEnum("item_answer_outcome", itemAnswerOutcomes);

/** One request by staff, or by the submission itself, which has no `adminEmail`. */
export const caseRequests = pgTable(
  "case_requests",
  { id: id(), applicationId: applicationId(), adminEmail: text(), createdAt: createdAt() },
  (t) => [index().on(t.applicationId, t.createdAt)],
);

/** A question of the signed record: its answer's name and its label. */
export type AskedQuestion = { name: string; label: string };

/** One requested item. Requested again, it reopens with a new reason. */
export const caseRequestItems = pgTable(
  "case_request_items",
  {
    id: id(),
    requestId: uuid()
      .notNull()
      .references(() => caseRequests.id, { onDelete: "cascade" }),
    applicationId: applicationId(),
    /** From 0. */
    position: integer().notNull(),
    kind: caseItemKind().notNull(),
    /** Documents: `document_requirements.document_type`, if the service requires it. */
    documentType: text(),
    /** Corrections: the step's code and the questions to correct, as signed. */
    stepCode: text(),
    questions: jsonb().$type<AskedQuestion[]>().notNull().default([]),
    /** The document's name, the question, or the title of the step to correct. */
    name: text().notNull(),
    description: text().notNull().default(""),
    reason: text().notNull(),
    dueOn: date(),
    /** The consequence of a late answer, in staff's words; empty for the default text. */
    ifLate: text().notNull().default(""),
    state: caseItemState().notNull().default("open"),
    stateReason: text(),
    /** When it got this state; the day of `Accepted`. */
    stateAt: createdAt(),
    /** The due day that was last mailed as overdue: one mail a day. */
    overdueTold: date(),
    /** The drafted answer, encrypted (corrections: JSON by name). The revision tells an older tab it is outdated. */
    draft: text(),
    draftRevision: integer().notNull().default(0),
    /** When the applicant started with a text or a file. */
    begunAt: instant(),
    /** When the applicant first sees it; null for at once (K-UNDO-3). */
    shownFrom: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.applicationId, t.state),
    index().on(t.requestId),
    index("case_request_items_due").on(t.dueOn).where(sql`state = 'open' and due_on is not null`),
    // A question may be the message of a status, which can be longer.
    check("case_request_items_named", sql`length(${t.name}) between 1 and 4000`),
    check("case_request_items_reasoned", sql`length(${t.reason}) between 1 and 4000`),
  ],
);

/** One answer per Send; its files refer to it (`documents.case_answer_id`). */
export const caseItemAnswers = pgTable(
  "case_item_answers",
  {
    id: id(),
    itemId: uuid()
      .notNull()
      .references(() => caseRequestItems.id, { onDelete: "cascade" }),
    applicationId: applicationId(),
    /** Encrypted. Corrections: JSON of changed answers by name, null for one no longer asked. Null for documents. */
    answer: text(),
    outcome: itemAnswerOutcome().notNull().default("waiting"),
    reason: text(),
    decidedBy: text(),
    decidedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.itemId, t.createdAt),
    index().on(t.applicationId, t.createdAt),
    index("case_item_answers_waiting").on(t.applicationId).where(sql`outcome = 'waiting'`),
  ],
);

/** One corrected and signed question. A trigger refuses updates; in force once its answer was accepted (C-AMD-4). */
export const amendments = pgTable(
  "amendments",
  {
    id: id(),
    applicationId: applicationId(),
    itemId: uuid()
      .notNull()
      .references(() => caseRequestItems.id, { onDelete: "cascade" }),
    /** Tells whether staff accepted it. */
    answerId: uuid()
      .notNull()
      .references(() => caseItemAnswers.id, { onDelete: "cascade" }),
    /** Within its answer, from 0. */
    position: integer().notNull(),
    stepCode: text().notNull(),
    stepTitle: text().notNull(),
    /** The answer's name, and the question as worded. */
    question: text().notNull(),
    label: text().notNull(),
    entry: jsonb().$type<SignedEntry>(),
    isSensitive: boolean().notNull(),
    /** False: `Not asked` before, or `No longer asked` after. */
    wasAsked: boolean().notNull(),
    isAsked: boolean().notNull(),
    /** Formatted answers as in `SignedAnswer`, in JSON, encrypted. */
    before: text().notNull(),
    after: text().notNull(),
    /** The certified wording, and contradictions that were confirmed with it. */
    certifications: text().array().notNull(),
    signature: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.applicationId, t.createdAt, t.position), index().on(t.answerId)],
);

export type MessageAbout = { stepCode: string; name: string; label: string };

/** A trigger refuses updates. */
export const caseMessages = pgTable(
  "case_messages",
  {
    id: id(),
    applicationId: applicationId(),
    side: caseSide().notNull(),
    /** Null for the applicant's messages. */
    adminEmail: text(),
    /** Empty if the message has only files. */
    body: text().notNull(),
    readAt: instant(),
    /** When we promised to answer; null for staff's messages. */
    answerBy: instant(),
    /** When staff answered, or marked it as needing no answer. */
    answeredAt: instant(),
    /** When its mail is due: messages of some minutes share one mail. */
    mailDueAt: instant(),
    mailedAt: instant(),
    /** The signed answer that the applicant says is wrong. */
    about: jsonb().$type<MessageAbout>(),
    /** The email that it came by: the applicant's side only. A long one is several messages in order. */
    receivedMailId: uuid().references((): AnyPgColumn => receivedMails.id, { onDelete: "set null" }),
    /** From 1, of `mailParts`; null for a single one. */
    mailPart: integer(),
    mailParts: integer(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.applicationId, t.createdAt, t.id),
    index().on(t.receivedMailId),
    index("case_messages_not_mailed").on(t.mailDueAt).where(sql`mailed_at is null`),
    index("case_messages_unanswered")
      .on(t.answerBy, t.applicationId)
      .where(sql`side = 'applicant' and answered_at is null`),
    check("case_messages_length", sql`length(${t.body}) <= 10000`),
  ],
);

export const savedReplies = pgTable(
  "saved_replies",
  {
    id: id(),
    adminEmail: text().notNull(),
    title: text().notNull(),
    body: text().notNull(),
    isShared: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.adminEmail)],
);

export const appointmentKind = pgEnum("appointment_kind", appointmentKinds);
export const appointmentState = pgEnum("appointment_state", appointmentStates);

/** The id is the UID of its calendar file and must never change (C-APPT-5). */
export const appointments = pgTable(
  "appointments",
  {
    id: id(),
    applicationId: applicationId(),
    kind: appointmentKind().notNull(),
    /** Local day and time in its zone, `2026-11-23` and `10:30`: they stay when clocks change. */
    day: date().notNull(),
    time: text().notNull(),
    zone: text().notNull(),
    /** The same as an instant, for sorting and reminders. */
    startsAt: instant().notNull(),
    minutes: integer().notNull(),
    /** An address or an https link. */
    place: text().notNull(),
    bring: text().notNull().default(""),
    state: appointmentState().notNull().default("planned"),
    sequence: integer().notNull().default(0),
    confirmedAt: instant(),
    /** The applicant's proposal; cleared once staff moved or canceled it. */
    otherTime: text(),
    otherTimeAt: instant(),
    /** When each reminder for the present start was due, set once it was sent or skipped. */
    dayReminderAt: instant(),
    hoursReminderAt: instant(),
    /** Which of us takes part, if anybody does: no consultation of theirs is booked over it. */
    staffId: uuid().references(() => adminUsers.id, { onDelete: "set null" }),
    adminEmail: text().notNull(),
    updatedAt: createdAt(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.applicationId, t.startsAt),
    index("appointments_planned").on(t.startsAt).where(sql`state = 'planned'`),
    index("appointments_of_staff").on(t.staffId, t.startsAt).where(sql`${t.staffId} is not null`),
    check("appointments_minutes", sql`${t.minutes} between 5 and 1440`),
  ],
);

export const ledgerKind = pgEnum("ledger_kind", ledgerKinds);
export const chargePayee = pgEnum("charge_payee", chargePayees);
export const paymentMethod = pgEnum("payment_method", paymentMethods);

/**
 * Immutable except for `refundableUntil`, and for the receipt's number, set once when the entry can't be undone any
 * longer. An entry with a receipt is never deleted by hand (C-FEE-6).
 */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: id(),
    applicationId: applicationId(),
    kind: ledgerKind().notNull(),
    /** Positive; the kind determines its effect on the balance. */
    amount: money().notNull(),
    /** Charges only. */
    payee: chargePayee(),
    /** What a charge is for; otherwise `Payment`, `Refund`, `Reversal`. */
    name: text().notNull(),
    /** A charge of the service's price; replaced when staff set another price. */
    ofPrice: boolean().notNull().default(false),
    refundableUntil: date(),
    /** Refunds: by how much the price falls with it; null if not asked yet. */
    credit: money(),
    /** Payments and refunds only. */
    method: paymentMethod(),
    paidOn: date(),
    reference: text().notNull().default(""),
    reverses: uuid().unique(),
    reason: text(),
    /** `LR-2026-000042`; null for charges and for sample people. */
    receiptNumber: text().unique(),
    /** The invoice that a payment or refund is for; set later at most once while it is on no valid one. */
    invoiceId: uuid().references((): AnyPgColumn => invoices.id, { onDelete: "cascade" }),
    /** The invoice for what a payment has beyond the amount of its first one; set at most once likewise. */
    restInvoiceId: uuid().references((): AnyPgColumn => invoices.id, { onDelete: "cascade" }),
    /** Null for entries written by a submission or the upgrade. */
    adminEmail: text(),
    /** When the applicant sees it and it gets its receipt; null for at once (F-DESK-2). */
    shownFrom: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.applicationId, t.createdAt),
    index().on(t.invoiceId),
    index().on(t.restInvoiceId),
    index("ledger_entries_day")
      .on(sql`ledger_day(${t.paidOn}, ${t.createdAt})`)
      .where(sql`kind in ('payment', 'refund')`),
    check(
      "ledger_entries_credit",
      sql`${t.credit} is null or (${t.kind} = 'refund' and ${t.credit} between 0 and ${t.amount})`,
    ),
    check("ledger_entries_amount", sql`${t.amount} >= 0`),
    check("ledger_entries_payee_of_charge", sql`(${t.kind} = 'charge') = (${t.payee} is not null)`),
    check("ledger_entries_reversal", sql`(${t.kind} = 'reversal') = (${t.reverses} is not null)`),
  ],
);

/** The last receipt number of a Nassau year, taken in the entry's transaction: numbers have no gaps (C-FEE-7). */
export const receiptNumbers = pgTable("receipt_numbers", { year: integer().primaryKey(), last: integer().notNull() });
