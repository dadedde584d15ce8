import { and, asc, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { shownAsSigned } from "~/applications/steps/review";
import { confirmationsIn, signedRecord } from "~/applications/stored-answers/signed-record.server";
import { amendmentsOf, inForce } from "~/cases/requests/amendments/read-amendments.server";
import { sha256Of } from "~/core/sha256.server";
import { db } from "~/db/client.server";
import type { visaApplications } from "~/db/schema/applications";
import { documents } from "~/db/schema/documents";
import { canonicalAmendment, canonicalRecord } from "./canonical.server";

export type ReceiptFile = Pick<typeof documents.$inferSelect, "byteSize" | "sha256"> & {
  name: string;
  /** When it was sent, for files after the signature. */
  sentAt?: Date;
};

const sentByApplicant = or(
  isNotNull(documents.caseAnswerId),
  sql`exists (select 1 from case_messages m where m.id = ${documents.caseMessageId} and m.side = 'applicant')`,
);

/** Files after the signature: the applicant's, and the documents of the decision in force. */
async function laterFiles(applicationId: string): Promise<{ sent: ReceiptFile[]; ofDecision: ReceiptFile[] }> {
  const rows = await db
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.applicationId, applicationId),
        ne(documents.scan, "infected"),
        or(sentByApplicant, and(isNotNull(documents.decisionId), isNull(documents.withdrawnAt))),
      ),
    )
    .orderBy(asc(documents.createdAt), asc(documents.id));
  const file = (row: (typeof rows)[number]): ReceiptFile => ({
    name: row.documentName,
    byteSize: row.byteSize,
    sha256: row.sha256,
    sentAt: row.createdAt,
  });
  return {
    sent: rows.filter(({ decisionId }) => decisionId === null).map(file),
    ofDecision: rows.filter(({ decisionId }) => decisionId !== null).map(file),
  };
}

export type CaseReceipt = NonNullable<Awaited<ReturnType<typeof readReceipt>>>;

/**
 * The facts of a case's receipt; undefined if it was never signed. Throws `UnreadableRecord` if an answer can't be
 * read: a receipt must show exactly what was signed.
 */
export async function readReceipt({ id, applicationNumber }: Pick<Row, "id" | "applicationNumber">) {
  const record = await signedRecord(id);
  if (!record) return undefined;
  const [amendments, later] = await Promise.all([amendmentsOf(id), laterFiles(id)]);
  return {
    number: applicationNumber,
    serviceName: record.serviceName,
    steps: shownAsSigned(record.steps),
    confirmed: confirmationsIn(record.steps),
    certifications: record.certifications,
    signature: record.electronicSignature,
    signedAt: record.submittedAt,
    sha256: sha256Of(canonicalRecord(applicationNumber, record)),
    amendments: inForce(amendments).map((amendment) => ({
      ...amendment,
      sha256: sha256Of(canonicalAmendment(applicationNumber, amendment)),
    })),
    documents: record.documents.map(({ name, byteSize, sha256 }): ReceiptFile => ({ name, byteSize, sha256 })),
    later,
  };
}
type Row = typeof visaApplications.$inferSelect;

export const receiptName = (number: string): string => `Lucaya-${number}.pdf`;
