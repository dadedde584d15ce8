import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, jsonb, pgEnum, pgTable, pgView, text, uuid } from "drizzle-orm/pg-core";
import { adminUsers } from "./accounts";
import { createdAt, id, instant } from "./columns";
import { contactMethods, inquiryReplyKinds, inquiryStatuses } from "./values";

export type UploadedDocument = { name: string; url: string; size: number; type: string };

export const contactMethod = pgEnum("contact_method", contactMethods);
export const inquiryStatus = pgEnum("inquiry_status", inquiryStatuses);

const promised = sql`answered_at is null and status in ('new', 'in_review') and promised_by is not null`;

export const visaInquiries = pgTable(
  "visa_inquiries",
  {
    id: id(),
    fullName: text().notNull(),
    /** Empty where the sender gave none; one of email and phone is there (L-ASK-2). */
    email: text().notNull(),
    phone: text().notNull(),
    preferredContactMethod: contactMethod().notNull().default("Email"),
    /** One of the ten of P-CONTACT-8, `Not sure yet`, or the name that a service had (L-ASK-5). */
    visaService: text().notNull(),
    nationality: text(),
    residenceCountry: text(),
    passportExpiryDate: date(),
    travelDate: date(),
    numAdults: integer().notNull().default(1),
    numChildren: integer().notNull().default(0),
    purpose: text().notNull(),
    privacyConsent: boolean().notNull(),
    uploadedDocuments: jsonb().$type<UploadedDocument[]>().notNull().default([]),
    status: inquiryStatus().notNull().default("new"),
    priority: boolean().notNull().default(false),
    adminNotes: text(),
    /** Counts saves of the notes: one that started from an older revision is refused. */
    notesRevision: integer().notNull().default(0),
    isSample: boolean().notNull().default(false),
    /** The hash of its attempt: sent twice, it is stored once. */
    attemptKey: uuid().unique(),
    /** When the visitor was told that they have an answer, by the office hours of that day. */
    promisedBy: instant(),
    /** When staff first answered, from the desk or elsewhere (K-REPLY-2, K-REPLY-6). */
    answeredAt: instant(),
    ownerId: uuid().references(() => adminUsers.id, { onDelete: "set null" }),
    /** The due day that was set by hand, in Nassau. */
    dueOn: date(),
    /** The due day in force: by hand, or while it is unanswered the day of the promise (K-OWN-5). */
    dueDay: date().generatedAlwaysAs(
      sql`coalesce(due_on, case when status in ('new', 'in_review') and answered_at is null then (promised_by at time zone 'America/Nassau')::date end)`,
    ),
    /** The admin who entered it for a caller or walk-in, and how these came (K-MAKE-4); null from the form. */
    enteredBy: text(),
    cameBy: text(),
    /**
     * What the desk's search compares: name, email and service, then the digits of the phone (K-FIND-1 to -3).
     */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql`folded(full_name || ' ' || email || ' ' || visa_service) || ' ' || chr(31) || digits(phone)`,
      ),
    createdAt: createdAt(),
    updatedAt: instant(),
  },
  (t) => [
    index().on(t.createdAt, t.id),
    index().on(t.status, t.createdAt, t.id),
    index("visa_inquiries_last_use").on(sql`greatest(${t.createdAt}, ${t.updatedAt}, ${t.answeredAt})`, t.id),
    index().on(t.visaService, t.createdAt, t.id),
    index().on(t.ownerId, t.createdAt, t.id),
    index().on(t.residenceCountry, t.createdAt, t.id),
    index("visa_inquiries_unanswered")
      .on(t.createdAt, t.id)
      .where(sql`${t.answeredAt} is null and ${t.status} in ('new', 'in_review')`),
    index("visa_inquiries_due").on(t.dueDay, t.id).where(sql`${t.dueDay} is not null`),
    // As `isPastPromise` says it (`desk/waiting.server.ts`): for one owner, and for all.
    index("visa_inquiries_promised").on(t.ownerId, t.promisedBy, t.id).where(promised),
    index("visa_inquiries_promised_by").on(t.promisedBy, t.id).where(promised),
    index("visa_inquiries_answered").on(t.answeredAt).where(sql`${t.answeredAt} is not null`),
    index("visa_inquiries_answered_email")
      .on(sql`lower(${t.email})`, t.answeredAt)
      .where(sql`${t.answeredAt} is not null and ${t.email} <> ''`),
    index("visa_inquiries_priority").on(t.createdAt, t.id).where(sql`${t.priority}`),
    index("visa_inquiries_sample").on(t.id).where(sql`${t.isSample}`),
    index("visa_inquiries_search_text").using("gin", sql`${t.searchText} gin_trgm_ops`),
    index("visa_inquiries_few_digits").using("gin", sql`few_digits(${t.searchText})`),
    check("visa_inquiries_adults_range", sql`${t.numAdults} between 1 and 10`),
    check("visa_inquiries_children_range", sql`${t.numChildren} between 0 and 10`),
    check("visa_inquiries_purpose_length", sql`char_length(${t.purpose}) <= 150`),
    check("visa_inquiries_can_be_answered", sql`${t.email} <> '' or ${t.phone} <> ''`),
    check("visa_inquiries_consent_given", sql`${t.privacyConsent}`),
  ],
);

export const inquiryReplyKind = pgEnum("inquiry_reply_kind", inquiryReplyKinds);

/** What staff answered to an inquiry: a mail from the desk, or what they recorded of a call or a mail elsewhere. */
export const inquiryReplies = pgTable(
  "inquiry_replies",
  {
    /** Comes with the form, so that a form that is sent twice makes one. */
    id: uuid().primaryKey(),
    inquiryId: uuid()
      .notNull()
      .references(() => visaInquiries.id, { onDelete: "cascade" }),
    kind: inquiryReplyKind().notNull(),
    body: text().notNull(),
    /** Who said it. */
    adminEmail: text().notNull(),
    /** Who wrote it down, and how it was said, of a recorded answer; null for a mail. */
    recordedBy: text(),
    way: text(),
    saidAt: instant().notNull(),
    /** Taken back before its mail went out: it stands in no thread any more. */
    undoneAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.inquiryId, t.saidAt),
    check("inquiry_replies_said", sql`char_length(${t.body}) between 1 and 5000`),
  ],
);

/** The older name of the same rows (D5): every inquiry is one row of it. */
export const contactInquiries = pgView("contact_inquiries", { id: uuid() }).as(sql`select * from visa_inquiries`);
