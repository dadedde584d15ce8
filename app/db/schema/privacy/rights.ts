import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { visaApplications } from "../applications";
import { ledgerKind } from "../case";
import { clients } from "../clients";
import { createdAt, id, instant, money } from "../columns";
import { newsletterSubscribers } from "../content";
import { documents } from "../documents";
import { visaInquiries } from "../inquiries";
import { invoiceKinds } from "../values";

// Requests under data protection rights, and what remains after an erasure.

/** An export of everything of an application, for its holder: `making`, `ready`, `gone`. */
export const dataCopies = pgTable(
  "data_copies",
  {
    id: id(),
    applicationId: uuid()
      .notNull()
      .references(() => visaApplications.id, { onDelete: "cascade" }),
    state: text().notNull().default("making"),
    /** Wrapped by the application's data key. */
    fileKey: text(),
    byteSize: integer(),
    /** The bytes are deleted then. */
    offeredUntil: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.applicationId, t.createdAt),
    uniqueIndex("data_copies_one").on(t.applicationId).where(sql`state <> 'gone'`),
    index("data_copies_offered").on(t.offeredUntil).where(sql`state = 'ready'`),
    check("data_copies_state_known", sql`${t.state} in ('making', 'ready', 'gone')`),
  ],
);

/**
 * A request to erase an application, an inquiry, a subscription or an imported client. Those requested together share
 * a `groupId` and one mail, whose link confirms them; before that they are only `asked`.
 */
export const erasureRequests = pgTable(
  "erasure_requests",
  {
    id: id(),
    groupId: uuid().notNull(),
    applicationId: uuid().references(() => visaApplications.id, { onDelete: "cascade" }),
    inquiryId: uuid().references(() => visaInquiries.id, { onDelete: "cascade" }),
    subscriberId: uuid().references(() => newsletterSubscribers.id, { onDelete: "cascade" }),
    clientId: uuid().references(() => clients.id, { onDelete: "cascade" }),
    email: text().notNull(),
    reason: text().notNull().default(""),
    /** `asked`, `open`, `erasing` or `restricting` once that was decided, `refused`. */
    state: text().notNull().default("asked"),
    /** The mail's link is signed over this. */
    secret: uuid().notNull().defaultRandom(),
    confirmedAt: instant(),
    decidedAt: instant(),
    decidedBy: text(),
    answer: text(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.groupId),
    index().on(t.inquiryId),
    index().on(t.subscriberId),
    index("erasure_requests_client").on(t.clientId).where(sql`client_id is not null`),
    index("erasure_requests_open").on(t.confirmedAt, t.id).where(sql`state in ('open', 'erasing', 'restricting')`),
    index("erasure_requests_asked").on(t.createdAt, t.id).where(sql`state = 'asked'`),
    index("erasure_requests_refused").on(t.decidedAt, t.id).where(sql`state = 'refused'`),
    uniqueIndex("erasure_requests_one")
      .on(sql`coalesce(application_id, inquiry_id, subscriber_id, client_id)`)
      .where(sql`state in ('asked', 'open', 'erasing', 'restricting')`),
    check(
      "erasure_requests_one_subject",
      sql`num_nonnulls(${t.applicationId}, ${t.inquiryId}, ${t.subscriberId}, ${t.clientId}) = 1`,
    ),
    check("erasure_requests_state_known", sql`${t.state} in ('asked', 'open', 'erasing', 'restricting', 'refused')`),
  ],
);

/** A link to all data of an email, valid for a day. */
export const dataLinks = pgTable(
  "data_links",
  { id: id(), email: text().notNull(), secret: uuid().notNull().defaultRandom(), createdAt: createdAt() },
  (t) => [index("data_links_lower_index").on(sql`lower(${t.email})`), index().on(t.createdAt)],
);

/** What remains of an erased application, inquiry or imported client: its number and days. */
export const erasures = pgTable(
  "erasures",
  {
    id: uuid().primaryKey(),
    /** `application`, `inquiry` or `client`. */
    kind: text().notNull(),
    number: text().notNull(),
    startedOn: date().notNull(),
    submittedOn: date(),
    decidedOn: date(),
    erasedAt: createdAt(),
  },
  (t) => [index().on(t.number)],
);

/** What remains of ledgers: receipt numbers, dates and amounts, so that numbers have no gaps (V-RET-10). */
export const retainedReceipts = pgTable("kept_receipts", {
  receiptNumber: text().primaryKey(),
  kind: ledgerKind().notNull(),
  amount: money().notNull(),
  day: date().notNull(),
});

/** What remains of invoices and credit notes, so that their numbers have no gaps either. */
export const retainedInvoices = pgTable("kept_invoices", {
  number: text().primaryKey(),
  kind: text({ enum: invoiceKinds }).notNull(),
  amount: money().notNull(),
  vat: money().notNull(),
  day: date().notNull(),
});

/**
 * A case that must not be erased yet and is no longer worked on. All of it is in one encrypted file, `documentId`, and
 * nowhere else: no list, search, person, export or report can find it.
 */
export const restrictedCases = pgTable(
  "restricted_cases",
  {
    id: uuid().primaryKey(),
    applicationNumber: text().notNull().unique(),
    serviceName: text().notNull(),
    status: text().notNull(),
    documentId: uuid()
      .notNull()
      .references(() => documents.id),
    /** The data that the desk shows; the other document is a ZIP with all files. */
    dataDocumentId: uuid()
      .notNull()
      .references(() => documents.id),
    startedOn: date().notNull(),
    submittedOn: date(),
    decidedOn: date(),
    restrictedUntil: date().notNull(),
    restrictedAt: createdAt(),
  },
  (t) => [index().on(t.restrictedUntil), index().on(t.documentId), index().on(t.dataDocumentId)],
);
