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
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { adminUsers } from "./accounts";
import { visaServices } from "./catalogue";
import { createdAt, id, instant, money } from "./columns";
import { visaInquiries } from "./inquiries";
import { applicationStatuses, paymentStatuses, turns } from "./values";

/** The raw answers of one step, by input name. */
export type StepAnswers = Record<string, unknown>;
/** By permanent number: `step1` … `step13`, … */
export type Metadata = Record<string, StepAnswers>;

/** Names of questions by step, and types of documents. */
export type AskedAgain = {
  readonly answers: Readonly<Record<string, readonly string[]>>;
  readonly documents: readonly string[];
};

declare const stored: unique symbol;
/** Opaque, so that only `submission/answers.server.ts` reads it. */
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
    /** Recipient of all mail. Empty once the address's owner reported that they didn't start this application. */
    userEmail: text().notNull(),
    /** Null until a link mailed to `userEmail` was followed. */
    emailConfirmedAt: instant(),
    /** SHA-256 of addresses whose owners reported that they didn't start this: these are not accepted again. */
    refusedEmailHashes: text().array().notNull().default([]),
    /** Step 1's email when it was last acted upon; null while it equals `userEmail`. */
    emailHandled: text(),
    /** Emails, in lower case, that the applicant confirmed when asked: not asked about again. */
    keptEmails: text().array().notNull().default([]),
    /** Such as `Chrome on Android`; empty if unknown. */
    begunWith: text().notNull().default(""),
    /** Started by staff for an applicant, so no applicant's browser has access before its link is followed. */
    begunAtDesk: boolean().notNull().default(false),
    /** Set once access was revoked: former holders know id and email, so these no longer open it. */
    opensByLinkOnly: boolean().notNull().default(false),
    /** Generated from step 1, so that the desk can list and search by it. */
    applicantName: text()
      .notNull()
      .generatedAlwaysAs(
        sql`btrim(coalesce(metadata->'step1'->>'firstName', '') || ' ' || coalesce(metadata->'step1'->>'lastName', ''))`,
      ),
    /** For the desk's search: number, email, every name and the applicant's phones. */
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
    /** The chosen tier's name at that time; null without one. */
    tierName: text(),
    /** The parts of `totalAmountDue` at that time; null if unknown. */
    governmentFee: money(),
    serviceFee: money(),
    amountPaid: money().notNull().default("0"),
    paymentStatus: paymentStatus().notNull().default("pending"),
    resumeToken: uuid().notNull().unique().defaultRandom(),
    metadata: jsonb()
      .$type<StoredAnswers>()
      .notNull()
      .default({} as StoredAnswers),
    /** How often each step was saved. A save sends the revision that it started from. */
    revisions: jsonb().$type<Record<string, number>>().notNull().default({}),
    /** A keyed digest of the answers of each step with encrypted ones: tells whether a save changes anything. */
    answerDigests: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** Keyed digests of its passport numbers, to search for exact matches. */
    passportDigests: text().array().notNull().default([]),
    /** The same for corrections that were sent and not accepted yet (`refreshSent`). */
    sentText: text().notNull().default(""),
    sentPassportDigests: text().array().notNull().default([]),
    isSample: boolean().notNull().default(false),
    createdAt: createdAt(),
    submittedAt: instant(),
    lastUpdatedAt: createdAt(),
    linkSentAt: instant(),
    /** When the mail about this draft was last sent: at most once an hour. */
    draftMailSentAt: instant(),
    /** Cleared by staff's next change of status. */
    withdrawalRequestedAt: instant(),
    withdrawalReason: text(),
    /** Null for drafts and for cases unchanged since the upgrade. */
    turn: caseTurn(),
    turnSince: instant(),
    /** When staff filed the case with the authorities, and when a decision is expected. */
    filedOn: date(),
    decisionExpectedBy: date(),
    /** When staff plan to file it. Null: the service's days after the submission. */
    plannedFilingOn: date(),
    ownerId: uuid().references(() => adminUsers.id, { onDelete: "set null" }),
    /** Set by hand, in Nassau. */
    dueOn: date(),
    /** The earliest day of open requests and coming appointments. Set by `updateTurn`. */
    ruleDueOn: date(),
    /** The day of the appointment that the case waits for, if nothing else is ours to do. Set by `updateTurn`. */
    waitsUntil: date(),
    dueDay: date().generatedAlwaysAs(sql`coalesce(due_on, rule_due_on)`),
    /** The earliest day in force of an unsettled visa, permit or entry permission. Set by a trigger of `key_dates`. */
    endsOn: date(),
    /** Whether a key date is in force. Set by the same trigger. */
    hasKeyDate: boolean().notNull().default(false),
    /** The earliest due day of its open tasks. Set by a trigger of `case_tasks`. */
    taskDueOn: date(),
    /**
     * Unfiled cases: the first day on which Today lists it because a required document is, or soon will be, too old.
     * Set by triggers of this table, `documents`, `case_item_answers`, `document_requirements` and `visa_services`.
     */
    agingFrom: date(),
    inquiryId: uuid()
      .unique()
      .references(() => visaInquiries.id, { onDelete: "set null" }),
    /** The case that it renews. */
    renewsId: uuid().references((): AnyPgColumn => visaApplications.id, { onDelete: "set null" }),
    /** What a renewal left out of the former case, until it is given. */
    askedAnew: jsonb().$type<AskedAgain>(),
    /** Drafts only: the retention period starts here if this is later than the last save (V-RET-2). */
    keptFrom: instant(),
    /** When the owner was last told the day of its deletion. */
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
    // Same condition as `mayBeOurTurn` (`desk/waiting.server.ts`): for one owner, and for all.
    index("visa_applications_our_turn").on(t.ownerId, sql`coalesce(turn_since, submitted_at)`, t.id).where(ourTurn),
    index("visa_applications_our_turn_since").on(sql`coalesce(turn_since, submitted_at)`, t.id).where(ourTurn),
    index("visa_applications_ends").on(t.endsOn, t.id).where(sql`${t.endsOn} is not null`),
    index("visa_applications_ends_first").on(sql`coalesce(${t.endsOn}, 'infinity')`, t.id),
    index("visa_applications_without_key_date")
      .on(t.createdAt, t.id)
      .where(sql`${t.status} = 'approved' and not ${t.hasKeyDate}`),
    index("visa_applications_task_due").on(t.taskDueOn, t.id).where(sql`${t.taskDueOn} is not null`),
    index("visa_applications_aging").on(t.agingFrom, t.id).where(sql`${t.agingFrom} is not null`),
    index("visa_applications_aging_owner").on(t.ownerId, t.agingFrom, t.id).where(sql`${t.agingFrom} is not null`),
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
    index("visa_applications_renews").on(t.renewsId).where(sql`${t.renewsId} is not null`),
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

/** Browsers that may open a draft, by the SHA-256 of the cookie's token: those that started it or followed its link. */
export const applicationHolders = pgTable(
  "application_holders",
  {
    tokenHash: text().primaryKey(),
    applicationId: uuid()
      .notNull()
      .references(() => visaApplications.id, { onDelete: "cascade" }),
    /** Names the row in forms, because the hash must not leave the server. */
    id: uuid().notNull().unique().defaultRandom(),
    /** Such as `Safari on iPhone`; empty if unknown. */
    browser: text().notNull().default(""),
    /** Whether it started the application: then it keeps access when the email changes. */
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
    /** `withdrawal_taken_back` for an entry that is neither a change of status nor a request to withdraw. */
    event: text(),
    nextSteps: text(),
    adminEmail: text(),
    /** When the applicant first sees it; null for at once (K-UNDO-3). */
    shownFrom: instant(),
    /** Set on a change that was undone and on the undoing; only the desk shows them. */
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

/** Never shown to applicants. `revision` counts changes: an edit names the one it started from. */
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

/** `answer` is formatted; null if nothing was answered. A list contains its entries. */
export type SignedAnswer = {
  name: string;
  label: string;
  answer: string | null | (string | null)[][];
  /** Lists only. Missing in records signed before entries were shown by name. */
  entry?: SignedEntry;
  sensitive?: boolean;
};
export type SignedStep = { number: number; code: string; title: string; answers: SignedAnswer[]; confirmed?: string[] };
export type SignedDocument = { id: string; name: string; type: string; byteSize: number; sha256: string };

/** The signed answers with the questions as worded. A trigger refuses every update (migration `triggers`). */
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
