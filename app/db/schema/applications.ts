import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { adminUsers } from "./accounts";
import { visaServices } from "./catalogue";
import { createdAt, id, instant, money } from "./columns";
import { visaInquiries } from "./inquiries";
import { applicationStatuses, paymentStatuses, turns } from "./values";

/** The answers of one step as they were typed, by input name. */
export type StepAnswers = Record<string, unknown>;
/** `step1` … `step13`, … by permanent number (W-SAVE-3). */
export type Metadata = Record<string, StepAnswers>;

declare const stored: unique symbol;
/** Metadata as stored; opaque, so that only `submission/answers.server.ts` reads it. */
export type StoredAnswers = { readonly [stored]: true };

export const applicationStatus = pgEnum("application_status", applicationStatuses);
export const caseTurn = pgEnum("case_turn", turns);
export const paymentStatus = pgEnum("payment_status", paymentStatuses);

const ourTurn = sql`submitted_at is not null and status in ('submitted', 'under_review', 'additional_info_required', 'interview_scheduled') and coalesce(turn, 'office') = 'office'`;

const unverified = sql`email_confirmed_at is null and submitted_at is not null and status in ('submitted', 'under_review', 'additional_info_required', 'interview_scheduled')`;

export const visaApplications = pgTable(
  "visa_applications",
  {
    id: id(),
    applicationNumber: text().notNull().unique(),
    visaServiceId: uuid().references(() => visaServices.id, { onDelete: "restrict" }),
    /** Where all mail goes. Empty when the owner of the address said that they did not begin this (V-ATK-14). */
    userEmail: text().notNull(),
    /** When a link that was mailed to `userEmail` was followed; null until then (V-ATK-12). */
    emailConfirmedAt: instant(),
    /** SHA-256 of addresses whose owners said that they did not begin this: these are not accepted again. */
    refusedEmailHashes: text().array().notNull().default([]),
    /** The address that step 1 said when it was last acted upon; null while that is `userEmail` (N-EMAIL-5). */
    emailHandled: text(),
    /** Addresses, in lower case, that the applicant was asked about and kept: not asked about again (N-EMAIL-2). */
    keptEmails: text().array().notNull().default([]),
    /** The kind of browser that it was begun with, such as `Chrome on Android`; empty when it is not known. */
    begunWith: text().notNull().default(""),
    /** Begun by staff for an applicant, so no applicant's browser held it before its link was followed (V-ATK-12). */
    begunAtDesk: boolean().notNull().default(false),
    /** Set once browsers or links were ended: former holders know id and email, so these no longer open it. */
    opensByLinkOnly: boolean().notNull().default(false),
    /** Generated from the answers of step 1, so that the desk can list and search by it. */
    applicantName: text()
      .notNull()
      .generatedAlwaysAs(
        sql`btrim(coalesce(metadata->'step1'->>'firstName', '') || ' ' || coalesce(metadata->'step1'->>'lastName', ''))`,
      ),
    /** What the desk's search compares: number, email, every name and the applicant's phones (K-FIND-1 to -3). */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql`folded(application_number || ' ' || user_email || ' ' || applicant_names(metadata)) || ' ' || chr(31) || contact_phones(metadata->'step3')`,
      ),
    applicationType: text(),
    status: applicationStatus().notNull().default("draft"),
    currentStep: integer().notNull().default(1),
    furthestStep: integer().notNull().default(1),
    totalSteps: integer().notNull().default(8),
    completionPercentage: integer().notNull().default(0),
    totalAmountDue: money().notNull().default("0"),
    /** Name of the pricing tier that was chosen, as it was then; null where none was (N-BEGIN-3). */
    tierName: text(),
    /** The two parts of `totalAmountDue` as they were then; null where they are not known. */
    governmentFee: money(),
    serviceFee: money(),
    amountPaid: money().notNull().default("0"),
    paymentStatus: paymentStatus().notNull().default("pending"),
    resumeToken: uuid().notNull().unique().defaultRandom(),
    metadata: jsonb()
      .$type<StoredAnswers>()
      .notNull()
      .default({} as StoredAnswers),
    /** How often each step was saved: a save carries the revision that it started from (W-SAVE-12). */
    revisions: jsonb().$type<Record<string, number>>().notNull().default({}),
    /** A keyed digest of the answers of each step that has encrypted ones: tells whether a save changes anything. */
    answerDigests: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** Keyed digests of its passport numbers, to find it by one of them (V-ENC-7). */
    passportDigests: text().array().notNull().default([]),
    /** The same of what was sent in corrections that nobody has accepted yet (`refreshSent`). */
    sentText: text().notNull().default(""),
    sentPassportDigests: text().array().notNull().default([]),
    isSample: boolean().notNull().default(false),
    createdAt: createdAt(),
    submittedAt: instant(),
    lastUpdatedAt: createdAt(),
    linkSentAt: instant(),
    /** When the mail that this draft exists was last sent (D20): at most once an hour. */
    draftMailSentAt: instant(),
    /** When the applicant asked to withdraw; cleared by staff's next change of status. */
    withdrawalRequestedAt: instant(),
    withdrawalReason: text(),
    /** Whose turn it is since when; null for drafts and for cases that nothing has happened to since the upgrade. */
    turn: caseTurn(),
    turnSince: instant(),
    /** When staff filed the case with the authorities, and until when a decision is expected (C-TURN-4). */
    filedOn: date(),
    decisionExpectedBy: date(),
    ownerId: uuid().references(() => adminUsers.id, { onDelete: "set null" }),
    /** The due day that was set by hand, in Nassau. */
    dueOn: date(),
    /** The earliest day of its open requests and coming appointments, kept by `updateTurn` (K-OWN-5). */
    ruleDueOn: date(),
    /** The day of the appointment that it waits for while nothing else is ours to do, kept by `updateTurn`. */
    waitsUntil: date(),
    /** The due day in force. */
    dueDay: date().generatedAlwaysAs(sql`coalesce(due_on, rule_due_on)`),
    /** The inquiry that staff made it from (K-MAKE-2). */
    inquiryId: uuid()
      .unique()
      .references(() => visaInquiries.id, { onDelete: "set null" }),
    /** Of a draft: from when its days count where that is later than its last save (V-RET-2). */
    keptFrom: instant(),
    /** When its owner was last told on which day it is deleted (V-RET-3). */
    deletionToldAt: instant(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    index().on(t.status, t.createdAt, t.id),
    index().on(t.visaServiceId),
    index("visa_applications_submitted").on(t.submittedAt, t.id).where(sql`${t.submittedAt} is not null`),
    index().on(t.ownerId, t.createdAt, t.id),
    index().on(t.visaServiceId, t.createdAt, t.id),
    index().on(t.paymentStatus, t.createdAt, t.id),
    index("visa_applications_turn").on(t.turn, t.createdAt, t.id).where(sql`${t.turn} is not null`),
    index("visa_applications_due").on(t.dueDay, t.id).where(sql`${t.dueDay} is not null`),
    // As `mayBeOurTurn` says it (`desk/waiting.server.ts`): for one owner, and for all.
    index("visa_applications_our_turn").on(t.ownerId, sql`coalesce(turn_since, submitted_at)`, t.id).where(ourTurn),
    index("visa_applications_our_turn_since").on(sql`coalesce(turn_since, submitted_at)`, t.id).where(ourTurn),
    index("visa_applications_waits").on(t.waitsUntil).where(sql`${t.waitsUntil} is not null`),
    index("visa_applications_unverified").on(t.createdAt, t.id).where(unverified),
    index("visa_applications_never_submitted")
      .on(sql`greatest(${t.lastUpdatedAt}, ${t.keptFrom})`, t.id)
      .where(sql`${t.submittedAt} is null`),
    index("visa_applications_passport").using("gin", t.passportDigests),
    index("visa_applications_sent_text").using("gin", sql`${t.sentText} gin_trgm_ops`).where(sql`${t.sentText} <> ''`),
    index("visa_applications_sent_passport")
      .using("gin", t.sentPassportDigests)
      .where(sql`${t.sentPassportDigests} <> '{}'`),
    index("visa_applications_sample").on(t.id).where(sql`${t.isSample}`),
    index("visa_applications_withdrawal_asked")
      .on(t.createdAt, t.id)
      .where(sql`${t.withdrawalRequestedAt} is not null`),
    index("visa_applications_email").on(sql`lower(${t.userEmail})`, t.visaServiceId),
    index("visa_applications_submitted_last").on(sql`coalesce(${t.submittedAt}, '-infinity')`, t.id),
    index("visa_applications_submitted_first").on(sql`coalesce(${t.submittedAt}, 'infinity')`, t.id),
    index("visa_applications_search_text").using("gin", sql`${t.searchText} gin_trgm_ops`),
    index("visa_applications_few_digits").using("gin", sql`few_digits(${t.searchText})`),
    check("visa_applications_steps_range", sql`${t.currentStep} between 1 and ${t.totalSteps}`),
    check("visa_applications_furthest_range", sql`${t.furthestStep} >= 1`),
    check("visa_applications_percentage_range", sql`${t.completionPercentage} between 0 and 100`),
    check("visa_applications_money_not_negative", sql`${t.totalAmountDue} >= 0 and ${t.amountPaid} >= 0`),
    check(
      "visa_applications_withdrawal_of_submitted",
      sql`${t.withdrawalRequestedAt} is null or ${t.submittedAt} is not null`,
    ),
    check("visa_applications_email_form", sql`${t.userEmail} = '' or ${t.userEmail} like '%_@_%'`),
    check(
      "visa_applications_submitted_has_date",
      sql`${t.status} in ('draft', 'withdrawn') or ${t.submittedAt} is not null`,
    ),
  ],
);

/**
 * Who may open a draft: a row per browser that started it or followed its link. Holds the SHA-256 of the cookie's
 * token.
 */
export const applicationHolders = pgTable(
  "application_holders",
  {
    tokenHash: text().primaryKey(),
    applicationId: uuid()
      .notNull()
      .references(() => visaApplications.id, { onDelete: "cascade" }),
    /** Names the row in forms, because the hash must not leave the server. */
    id: uuid().notNull().unique().defaultRandom(),
    /** Its kind, such as `Safari on iPhone`; empty when it is not known (V-ATK-15). */
    browser: text().notNull().default(""),
    /** Whether it started the application: it keeps its right when the address changes (N-EMAIL-11). */
    began: boolean().notNull().default(false),
    expiresAt: instant().notNull(),
    lastUsedAt: createdAt(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.applicationId), index().on(t.expiresAt)],
);

export const applicationStatusHistory = pgTable(
  "application_status_history",
  {
    id: id(),
    applicationId: uuid()
      .notNull()
      .references(() => visaApplications.id, { onDelete: "cascade" }),
    fromStatus: applicationStatus(),
    toStatus: applicationStatus().notNull(),
    message: text(),
    /** `withdrawal_taken_back` for a line that is no change of status and no request to withdraw (C-WD-1). */
    event: text(),
    /** What the applicant does next, of a decision (C-DEC-1). */
    nextSteps: text(),
    adminEmail: text(),
    /** From when on the applicant sees it; null for at once (K-UNDO-3). */
    shownFrom: instant(),
    /** Of a change that was undone and of its undoing, which the desk alone sees. */
    undoneAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.applicationId, t.createdAt),
    index("application_status_history_final")
      .on(t.createdAt)
      .where(sql`to_status in ('approved', 'denied', 'withdrawn')`),
    index("application_status_history_decisions").on(t.createdAt).where(sql`to_status in ('approved', 'denied')`),
  ],
);

/** Staff's notes, never shown to applicants. `revision` counts changes: an edit names the one it started from. */
export const applicationNotes = pgTable(
  "application_notes",
  {
    id: id(),
    applicationId: uuid()
      .notNull()
      .references(() => visaApplications.id, { onDelete: "cascade" }),
    body: text().notNull(),
    authorEmail: text().notNull(),
    revision: integer().notNull().default(1),
    editedBy: text(),
    editedAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.applicationId, t.createdAt),
    check("application_notes_said", sql`length(${t.body}) between 1 and 4000`),
  ],
);

/** The name of a list's entry, and its questions in the order of each entry's answers. */
export type SignedEntry = { title: string; parts: { name: string; label: string }[] };

/** `answer` is in words; null when nothing was answered. A list holds its entries. */
export type SignedAnswer = {
  name: string;
  label: string;
  answer: string | null | (string | null)[][];
  /** Of a list. Records that were signed before N-REVIEW-3 lack it. */
  entry?: SignedEntry;
  sensitive?: boolean;
};
export type SignedStep = { number: number; code: string; title: string; answers: SignedAnswer[]; confirmed?: string[] };
export type SignedDocument = { id: string; name: string; type: string; byteSize: number; sha256: string };

/** What was signed, question by question as it was worded. A trigger refuses every update (migration `triggers`). */
export const applicationSubmissions = pgTable(
  "application_submissions",
  {
    id: id(),
    applicationId: uuid()
      .notNull()
      .references(() => visaApplications.id, { onDelete: "cascade" }),
    attemptKey: uuid().notNull().unique(),
    serviceName: text().notNull(),
    steps: jsonb().$type<SignedStep[]>().notNull(),
    documents: jsonb().$type<SignedDocument[]>().notNull().default([]),
    certifications: text().array().notNull(),
    electronicSignature: text().notNull(),
    submittedAt: createdAt(),
  },
  (t) => [uniqueIndex().on(t.applicationId)],
);
