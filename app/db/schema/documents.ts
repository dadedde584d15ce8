import { sql } from "drizzle-orm";
import { check, index, integer, pgEnum, pgTable, pgView, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { applicationStatusHistory, visaApplications } from "./applications";
import { caseItemAnswers, caseMessages, caseRequestItems } from "./case";
import { createdAt, id, instant } from "./columns";
import { visaInquiries } from "./inquiries";
import { documentRequirements } from "./requirements";
import { scanStates } from "./values";

export const documentScan = pgEnum("document_scan", scanStates);

/** Every stored file. Its bytes lie in the bucket `visa-documents` under `storageKey`; `sha256` is in hexadecimal. */
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
     * The key of its bytes, wrapped by the data key of its application or inquiry, and before it belongs to one by the
     * master key `fileKeyBy`. Only an infected file, whose bytes are gone, has none.
     */
    fileKey: text(),
    fileKeyBy: text(),
    scan: documentScan().notNull().default("not_scanned"),
    /** The scanner's name for the virus that it found. */
    virus: text(),
    /** The SHA-256 of the token of the browser that sent it; no other browser can attach or remove the file. */
    uploadedBy: text(),
    /** The item of a request that it was uploaded for, and the answer that it was sent with (C-ANS-13). */
    caseItemId: uuid().references(() => caseRequestItems.id, { onDelete: "set null" }),
    caseAnswerId: uuid().references(() => caseItemAnswers.id, { onDelete: "set null" }),
    /** The message that it came with. */
    caseMessageId: uuid().references(() => caseMessages.id, { onDelete: "set null" }),
    /** The decision that it is a document of, and when that no longer held (C-DEC-2, C-DEC-6). */
    decisionId: uuid().references(() => applicationStatusHistory.id, { onDelete: "set null" }),
    withdrawnAt: instant(),
    /** The required document that it is the sample of (K-DOCS-4). */
    sampleOf: uuid().references(() => documentRequirements.id, { onDelete: "set null" }),
    /** How often its holder downloaded it, and when first and last (C-DEC-3). */
    downloads: integer().notNull().default(0),
    firstDownloadedAt: instant(),
    lastDownloadedAt: instant(),
    /** The hash of its attempt, for files that belong to nothing yet: a repeated upload stores one file. */
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
    uniqueIndex().on(t.sampleOf),
    index("documents_unattached")
      .on(t.uploadedBy, t.createdAt)
      .where(sql`application_id is null and inquiry_id is null`),
    // As `documents/of-case.server.ts` says it.
    index("documents_waiting")
      .on(t.createdAt, t.id)
      .where(
        sql`(application_id is null and inquiry_id is null and sample_of is null) or document_type in ('message_draft', 'office_message_draft')`,
      ),
    index("documents_key_of_its_own").on(t.fileKeyBy, t.id).where(sql`file_key_by is not null`),
    check("documents_size_positive", sql`${t.byteSize} > 0`),
    check("documents_one_owner_at_most", sql`${t.applicationId} is null or ${t.inquiryId} is null`),
  ],
);

/**
 * Documents whose file the last comparison did not find, or found of another size; a row goes once it is there again.
 */
export const missingFiles = pgTable("missing_files", {
  documentId: uuid()
    .primaryKey()
    .references(() => documents.id, { onDelete: "cascade" }),
  since: createdAt(),
});

/** The read side of an application's documents, as the specification names it. */
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
