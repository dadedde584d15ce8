import { sql } from "drizzle-orm";
import { check, index, integer, pgEnum, pgTable, pgView, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { applicationStatusHistory, visaApplications } from "./applications";
import { caseItemAnswers, caseMessages, caseRequestItems } from "./case";
import { createdAt, id, instant } from "./columns";
import { visaInquiries } from "./inquiries";
import { documentRequirements } from "./requirements";
import { scanStates } from "./values";

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
    /** SHA-256 of the uploading browser's token; no other browser can attach or remove the file. */
    uploadedBy: text(),
    /** The requested item that it was uploaded for, and the answer that it was sent with. */
    caseItemId: uuid().references(() => caseRequestItems.id, { onDelete: "set null" }),
    caseAnswerId: uuid().references(() => caseItemAnswers.id, { onDelete: "set null" }),
    caseMessageId: uuid().references(() => caseMessages.id, { onDelete: "set null" }),
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
    uniqueIndex().on(t.sampleOf),
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
    check("documents_size_positive", sql`${t.byteSize} > 0`),
    check("documents_one_owner_at_most", sql`${t.applicationId} is null or ${t.inquiryId} is null`),
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
