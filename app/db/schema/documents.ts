import { sql } from "drizzle-orm";
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  pgView,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { applicationStatusHistory, visaApplications } from "./applications";
import { caseItemAnswers, caseMessages, caseRequestItems } from "./case";
import { createdAt, id, instant } from "./columns";
import { visaInquiries } from "./inquiries";
import { receivedMails } from "./received-mails";
import { documentRequirements } from "./requirements";
import { documentHintCodes, inspections, passportReadingStates, scanStates } from "./values";

export const documentScan = pgEnum("document_scan", scanStates);

/** Every stored file. Its bytes are in the bucket `visa-documents` under `storageKey`; `sha256` is in hexadecimal. */
export const documents = pgTable(
  "documents",
  {
    id: id(),
    applicationId: uuid().references(() => visaApplications.id, { onDelete: "cascade" }),
    inquiryId: uuid().references(() => visaInquiries.id, { onDelete: "cascade" }),
    documentType: text().notNull(),
    documentName: text().notNull(),
    storageKey: text().notNull().unique(),
    contentType: text().notNull(),
    byteSize: integer().notNull(),
    sha256: text().notNull(),
    /**
     * The file's key, wrapped by the data key of its application or inquiry, or by the master key `fileKeyBy` before it
     * belongs to one. Null only for an infected file, whose bytes are deleted.
     */
    fileKey: text(),
    fileKeyBy: text(),
    scan: documentScan().notNull().default("not_scanned"),
    virus: text(),
    /** Given by its sender or by staff, for a required document with a date rule. */
    issuedOn: date(),
    expiresOn: date(),
    /** Its place among the pages of its document, if the sender changed the order of arrival. */
    page: integer(),
    inspection: text({ enum: inspections }).notNull().default("no"),
    /** SHA-256 of the uploading browser's token; no other browser can attach or remove the file. */
    uploadedBy: text(),
    /** The requested item that it was uploaded for, and the answer that it was sent with. */
    caseItemId: uuid().references(() => caseRequestItems.id, { onDelete: "set null" }),
    caseAnswerId: uuid().references(() => caseItemAnswers.id, { onDelete: "set null" }),
    caseMessageId: uuid().references(() => caseMessages.id, { onDelete: "set null" }),
    /** The email that it came with, unless that is in the thread of a case, whose message it then belongs to. */
    receivedMailId: uuid().references(() => receivedMails.id, { onDelete: "set null" }),
    /** The decision that it belongs to, and when that was replaced. */
    decisionId: uuid().references(() => applicationStatusHistory.id, { onDelete: "set null" }),
    withdrawnAt: instant(),
    sampleOf: uuid().references(() => documentRequirements.id, { onDelete: "set null" }),
    /** Downloads by the application's holder. */
    downloads: integer().notNull().default(0),
    firstDownloadedAt: instant(),
    lastDownloadedAt: instant(),
    /** The idempotency hash, for files that belong to nothing yet: a repeated upload stores one file. */
    attemptKey: uuid().unique(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.applicationId, t.createdAt),
    index().on(t.inquiryId),
    index().on(t.caseItemId),
    index().on(t.caseAnswerId),
    index().on(t.caseMessageId),
    index().on(t.decisionId),
    index().on(t.receivedMailId),
    uniqueIndex().on(t.sampleOf),
    // Finds the cases that a changed date rule concerns.
    index("documents_dated").on(t.documentType, t.applicationId).where(sql`issued_on is not null`),
    index("documents_unattached")
      .on(t.uploadedBy, t.createdAt)
      .where(sql`application_id is null and inquiry_id is null`),
    // Same condition as in `documents/of-case.server.ts`.
    index("documents_waiting")
      .on(t.createdAt, t.id)
      .where(
        sql`(application_id is null and inquiry_id is null and sample_of is null) or document_type in ('message_draft', 'office_message_draft')`,
      ),
    index("documents_key_of_its_own").on(t.fileKeyBy, t.id).where(sql`file_key_by is not null`),
    check("documents_inspection", sql`${t.inspection} in ('no', 'yes', 'not_checked')`),
    check("documents_size_positive", sql`${t.byteSize} > 0`),
    check("documents_one_owner_at_most", sql`${t.applicationId} is null or ${t.inquiryId} is null`),
  ],
);

const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(", "));

/** The numbers that a hint states: pixels, kilobytes, or `left`, `right`, `top` and `bottom` as 1 for a cut edge. */
export type HintDetail = Readonly<Record<string, number>>;

/** What an inspection found in a stored file. Refuses nothing; its sender is asked to look again. */
export const documentHints = pgTable(
  "document_hints",
  {
    documentId: uuid()
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    code: text({ enum: documentHintCodes }).notNull(),
    detail: jsonb().$type<HintDetail>().notNull().default({}),
    /** When the applicant chose to use the file anyway, or staff accepted it. */
    keptAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.documentId, t.code] }),
    check("document_hints_code", sql`${t.code} in (${oneOf(documentHintCodes)})`),
  ],
);

/**
 * What was read from a passport page of a draft. The values are encrypted under the application's data key and deleted
 * at the submission; the names of the questions that agreed, differed or were confirmed stay.
 */
export const passportReadings = pgTable(
  "passport_readings",
  {
    documentId: uuid()
      .primaryKey()
      .references(() => documents.id, { onDelete: "cascade" }),
    applicationId: uuid()
      .notNull()
      .references(() => visaApplications.id, { onDelete: "cascade" }),
    state: text({ enum: passportReadingStates }).notNull().default("waiting"),
    /** Null unless `read`, and after the submission. */
    sealed: text(),
    agreed: text().array().notNull().default([]),
    differed: text().array().notNull().default([]),
    /** Those of `differed` that the applicant confirmed. */
    confirmed: text().array().notNull().default([]),
    /** When the applicant used the values or declined them: they are offered no longer. */
    answeredAt: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index().on(t.applicationId),
    check("passport_readings_state", sql`${t.state} in (${oneOf(passportReadingStates)})`),
  ],
);

/** Files that the last comparison did not find, or found with another size; deleted once the file is back. */
export const missingFiles = pgTable("missing_files", {
  documentId: uuid()
    .primaryKey()
    .references(() => documents.id, { onDelete: "cascade" }),
  since: createdAt(),
});

/** Read-only view of an application's documents, named in the specification. */
export const applicationDocuments = pgView("application_documents", {
  id: uuid(),
  applicationId: uuid(),
  documentName: text(),
  documentType: text(),
  fileUrl: text(),
  createdAt: createdAt(),
}).as(
  sql`select id, application_id, document_name, document_type, '/documents/' || id as file_url, created_at from documents where application_id is not null`,
);
