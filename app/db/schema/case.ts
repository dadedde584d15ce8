import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, jsonb, pgEnum, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { type SignedEntry, visaApplications } from "./applications";
import { createdAt, id, instant, money } from "./columns";
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

// What both sides put down after an application was submitted (docs/product/design.md, 29).

const applicationId = () =>
  uuid()
    .notNull()
    .references(() => visaApplications.id, { onDelete: "cascade" });

export const caseSide = pgEnum("case_side", caseSides);
export const caseItemKind = pgEnum("case_item_kind", caseItemKinds);
export const caseItemState = pgEnum("case_item_state", caseItemStates);
export const itemAnswerOutcome = pgEnum("item_answer_outcome", itemAnswerOutcomes);

/** One asking of staff, or of the submission itself, which has no `adminEmail` (C-MISS-1). */
export const caseRequests = pgTable(
  "case_requests",
  { id: id(), applicationId: applicationId(), adminEmail: text(), createdAt: createdAt() },
  (t) => [index().on(t.applicationId, t.createdAt)],
);

/** A question of the signed record: the name of its answer, and its words. */
export type AskedQuestion = { name: string; label: string };

/** One thing that is asked for. Asked for again, it is open once more with a new reason (C-CHK-3). */
export const caseRequestItems = pgTable(
  "case_request_items",
  {
    id: id(),
    requestId: uuid()
      .notNull()
      .references(() => caseRequests.id, { onDelete: "cascade" }),
    applicationId: applicationId(),
    /** Its place in the request, from 0. */
    position: integer().notNull(),
    kind: caseItemKind().notNull(),
    /** Of a document that the service asks for: its `document_requirements.document_type`. */
    documentType: text(),
    /** Of a correction: the code of the step, and its questions that are to be corrected, as signed (C-REQ-3). */
    stepCode: text(),
    questions: jsonb().$type<AskedQuestion[]>().notNull().default([]),
    /** The document's name, the question, or the title of the step that is to be corrected. */
    name: text().notNull(),
    description: text().notNull().default(""),
    reason: text().notNull(),
    dueOn: date(),
    /** What follows when it comes later, in staff's words; empty for the delivered ones (C-REQ-5). */
    ifLate: text().notNull().default(""),
    state: caseItemState().notNull().default("open"),
    /** Why it was taken back. */
    stateReason: text(),
    /** Since when it is in this state; the day of `Accepted`. */
    stateAt: createdAt(),
    /** The day whose passing was mailed (C-ANS-12): once for each day. */
    overdueTold: date(),
    /**
     * What was begun as an answer, encrypted (of a correction: JSON of answers by their names), with the revision that
     * an older tab is told by (C-ANS-6).
     */
    draft: text(),
    draftRevision: integer().notNull().default(0),
    /** When the applicant began: by a text or a file. */
    begunAt: instant(),
    /** From when on the applicant sees it; null for at once (K-UNDO-3). */
    shownFrom: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.applicationId, t.state),
    index().on(t.requestId),
    index("case_request_items_due").on(t.dueOn).where(sql`state = 'open' and due_on is not null`),
    // A question may be the message of a status, which can be longer (C-REQ-9).
    check("case_request_items_named", sql`length(${t.name}) between 1 and 4000`),
    check("case_request_items_reasoned", sql`length(${t.reason}) between 1 and 4000`),
  ],
);

/** What was sent for an item, once for each Send; its files name it (`documents.case_answer_id`). */
export const caseItemAnswers = pgTable(
  "case_item_answers",
  {
    id: id(),
    itemId: uuid()
      .notNull()
      .references(() => caseRequestItems.id, { onDelete: "cascade" }),
    applicationId: applicationId(),
    /**
     * Encrypted: the answer to a question, or of a correction the JSON of the step's answers that change, by their
     * names, null for one that is asked no longer. Null for documents.
     */
    answer: text(),
    outcome: itemAnswerOutcome().notNull().default("waiting"),
    /** What is wrong with it, where it was not accepted. */
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

/**
 * One question of the signed record as it was corrected, and signed again. It never changes, which a trigger ensures;
 * it is in force once its answer was accepted (C-AMD-4).
 */
export const amendments = pgTable(
  "amendments",
  {
    id: id(),
    applicationId: applicationId(),
    itemId: uuid()
      .notNull()
      .references(() => caseRequestItems.id, { onDelete: "cascade" }),
    /** What it was sent with; that tells whether staff accepted it. */
    answerId: uuid()
      .notNull()
      .references(() => caseItemAnswers.id, { onDelete: "cascade" }),
    /** Its place among those of its answer, from 0. */
    position: integer().notNull(),
    stepCode: text().notNull(),
    stepTitle: text().notNull(),
    /** The name of the answer, and the question as it is worded. */
    question: text().notNull(),
    label: text().notNull(),
    /** Of a list: what an entry is called, and its questions. */
    entry: jsonb().$type<SignedEntry>(),
    isSensitive: boolean().notNull(),
    /** False: `Not asked` before, or `No longer asked` after (C-AMD-6). */
    wasAsked: boolean().notNull(),
    isAsked: boolean().notNull(),
    /** Answers in words as `SignedAnswer` has them, in JSON, encrypted. */
    before: text().notNull(),
    after: text().notNull(),
    /** The wording that was certified, and contradictions that were confirmed with it. */
    certifications: text().array().notNull(),
    /** The name signed, and when. */
    signature: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.applicationId, t.createdAt, t.position), index().on(t.answerId)],
);

/** A question of the signed record: the code of its step, its name and its words. */
export type MessageAbout = { stepCode: string; name: string; label: string };

/** A message of one side to the other. Nobody can change it (C-MSG-12); a trigger refuses that too. */
export const caseMessages = pgTable(
  "case_messages",
  {
    id: id(),
    applicationId: applicationId(),
    side: caseSide().notNull(),
    /** The admin who wrote it; null for the applicant. */
    adminEmail: text(),
    /** Empty where it holds files alone. */
    body: text().notNull(),
    /** When the other side first opened it. */
    readAt: instant(),
    /** Until when we promised to answer it (C-MSG-7); null for staff's. */
    answerBy: instant(),
    /** When staff answered, or said that no answer is needed. */
    answeredAt: instant(),
    /** The mail that it went out with, and when that is due: those of some minutes go out as one (C-MSG-6). */
    mailDueAt: instant(),
    mailedAt: instant(),
    /** The answer as signed that it says something is wrong with (V-COPY-7). */
    about: jsonb().$type<MessageAbout>(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.applicationId, t.createdAt, t.id),
    index("case_messages_not_mailed").on(t.mailDueAt).where(sql`mailed_at is null`),
    index("case_messages_unanswered")
      .on(t.answerBy, t.applicationId)
      .where(sql`side = 'applicant' and answered_at is null`),
    check("case_messages_length", sql`length(${t.body}) <= 10000`),
  ],
);

/** Texts that staff write often: everyone's own, and those that were shared (K-REPLY-5). */
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

/** Its id is in the UID of its calendar file for its whole life (C-APPT-5). */
export const appointments = pgTable(
  "appointments",
  {
    id: id(),
    applicationId: applicationId(),
    kind: appointmentKind().notNull(),
    /** Day and time on the wall of its zone, `2026-11-23` and `10:30`: they stay when clocks change (C-APPT-6). */
    day: date().notNull(),
    time: text().notNull(),
    zone: text().notNull(),
    /** The same as an instant, for order and reminders. */
    startsAt: instant().notNull(),
    minutes: integer().notNull(),
    /** A place, or an https link. */
    place: text().notNull(),
    bring: text().notNull().default(""),
    state: appointmentState().notNull().default("planned"),
    sequence: integer().notNull().default(0),
    confirmedAt: instant(),
    /** What the applicant asked for instead; empty again once staff moved or cancelled it. */
    otherTime: text(),
    otherTimeAt: instant(),
    /** When each reminder was due for the present start, once it went out or was passed over. */
    dayReminderAt: instant(),
    hoursReminderAt: instant(),
    adminEmail: text().notNull(),
    updatedAt: createdAt(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.applicationId, t.startsAt),
    index("appointments_planned").on(t.startsAt).where(sql`state = 'planned'`),
    check("appointments_minutes", sql`${t.minutes} between 5 and 1440`),
  ],
);

export const ledgerKind = pgEnum("ledger_kind", ledgerKinds);
export const chargePayee = pgEnum("charge_payee", chargePayees);
export const paymentMethod = pgEnum("payment_method", paymentMethods);

/**
 * Nothing of it but `refundableUntil` ever changes, and its receipt's number once, when it can't be undone any more;
 * one with a receipt is never deleted by hand (C-FEE-6).
 */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: id(),
    applicationId: applicationId(),
    kind: ledgerKind().notNull(),
    /** Positive; what it does to the balance follows from its kind. */
    amount: money().notNull(),
    /** Of a charge. */
    payee: chargePayee(),
    /** What a charge is for; `Payment`, `Refund`, `Reversal`. */
    name: text().notNull(),
    /** A charge of the service's price, which another price that staff set takes the place of. */
    ofPrice: boolean().notNull().default(false),
    refundableUntil: date(),
    /** Of a refund: by how much the price falls with it (F-DESK-1); null where that was not asked yet. */
    credit: money(),
    /** Of a payment or refund. */
    method: paymentMethod(),
    paidOn: date(),
    reference: text().notNull().default(""),
    /** The entry that a reversal takes back, and why. */
    reverses: uuid().unique(),
    reason: text(),
    /** `LR-2026-000042`; null for charges and for sample people. */
    receiptNumber: text().unique(),
    /** Null for what a submission or the upgrade wrote. */
    adminEmail: text(),
    /** From when on the applicant sees it, and it gets its receipt (F-DESK-2); null for at once. */
    shownFrom: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.applicationId, t.createdAt),
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

/** The last receipt number of a Nassau year: taken in the entry's transaction, so that none is left out (C-FEE-7). */
export const receiptNumbers = pgTable("receipt_numbers", { year: integer().primaryKey(), last: integer().notNull() });
