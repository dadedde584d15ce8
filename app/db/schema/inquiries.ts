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
    /** Empty if the sender gave none; either email or phone is required. */
    email: text().notNull(),
    phone: text().notNull(),
    preferredContactMethod: contactMethod().notNull().default("Email"),
    /** One of the form's ten options, `Not sure yet`, or a service's name at that time. */
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
    /** The idempotency hash: sent twice, it is stored once. */
    attemptKey: uuid().unique(),
    /** When the visitor was promised an answer, by the office hours of that day. */
    promisedBy: instant(),
    answeredAt: instant(),
    ownerId: uuid().references(() => adminUsers.id, { onDelete: "set null" }),
    /** Set by hand, in Nassau. */
    dueOn: date(),
    /** Set by hand, or the day of the promise while the inquiry is unanswered. */
    dueDay: date().generatedAlwaysAs(
      sql`coalesce(due_on, case when status in ('new', 'in_review') and answered_at is null then (promised_by at time zone 'America/Nassau')::date end)`,
    ),
    /** Who entered it for a caller or walk-in, and how they came; null from the form. */
    enteredBy: text(),
    cameBy: text(),
    /** For the desk's search: name, email and service, then the digits of the phone. */
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
    // Same condition as `isPastPromise` (`desk/waiting.server.ts`): for one owner, and for all.
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

/** Staff's answers to an inquiry: mails from the desk, or recorded calls and mails elsewhere. */
export const inquiryReplies = pgTable(
  "inquiry_replies",
  {
    /** Comes with the form, so that a form sent twice creates one row. */
    id: uuid().primaryKey(),
    inquiryId: uuid()
      .notNull()
      .references(() => visaInquiries.id, { onDelete: "cascade" }),
    kind: inquiryReplyKind().notNull(),
    body: text().notNull(),
    adminEmail: text().notNull(),
    /** Who recorded an answer given elsewhere, and how it was given; null for a mail. */
    recordedBy: text(),
    way: text(),
    saidAt: instant().notNull(),
    /** Undone before its mail was sent: no thread shows it. */
    undoneAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.inquiryId, t.saidAt),
    check("inquiry_replies_said", sql`char_length(${t.body}) between 1 and 5000`),
  ],
);

/** The specification's older name for the same rows. */
export const contactInquiries = pgView("contact_inquiries", { id: uuid() }).as(sql`select * from visa_inquiries`);
