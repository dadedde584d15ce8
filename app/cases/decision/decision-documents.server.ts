import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { recordActivity } from "~/core/activity.server";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import { applicationStatusHistory, visaApplications } from "~/db/schema/applications";
import { documents } from "~/db/schema/documents";
import { type CheckedFile, storeDocument } from "~/documents/store.server";

const decisionDocument = "decision";

type Stored = { applicationId: string; decisionId: string; files: readonly CheckedFile[] };

/** Stores the documents of a decision, in its transaction. */
export async function storeDecision(tx: Transaction, { applicationId, decisionId, files }: Stored): Promise<void> {
  for (const file of files) {
    const newDocument = { applicationId, documentType: decisionDocument, file, uploadedBy: null, byOffice: true };
    const { id } = await storeDocument(tx, newDocument);
    await tx.update(documents).set({ decisionId }).where(eq(documents.id, id));
  }
}

/** Withdraws the documents of a decision that was replaced: its holder gets 410 for them. */
export async function withdrawDocuments(tx: Transaction, applicationId: string): Promise<void> {
  await tx
    .update(documents)
    .set({ withdrawnAt: sql`now()` })
    .where(
      and(eq(documents.applicationId, applicationId), isNotNull(documents.decisionId), isNull(documents.withdrawnAt)),
    );
}

/** The decision in force, with its next steps and documents; null if it has neither. */
export async function readDecision(from: Queryable, application: { id: string; status: string }) {
  const [line] = await from
    .select()
    .from(applicationStatusHistory)
    .where(
      and(
        eq(applicationStatusHistory.applicationId, application.id),
        inArray(applicationStatusHistory.toStatus, ["approved", "denied"]),
      ),
    )
    .orderBy(desc(applicationStatusHistory.createdAt))
    .limit(1);
  if (!line || line.toStatus !== application.status) return null;
  const files = await from
    .select()
    .from(documents)
    .where(eq(documents.decisionId, line.id))
    .orderBy(asc(documents.createdAt), asc(documents.id));
  if (files.length === 0 && line.nextSteps === null) return null;
  return {
    nextSteps: line.nextSteps,
    documents: files.map((file) => ({
      id: file.id,
      name: file.documentName,
      bytes: file.byteSize,
      scan: file.scan,
      downloads: file.downloads,
      firstAt: file.firstDownloadedAt?.toISOString() ?? null,
      lastAt: file.lastDownloadedAt?.toISOString() ?? null,
    })),
  };
}
export type ShownDecision = NonNullable<Awaited<ReturnType<typeof readDecision>>>;

/** Counts and records a download by the holder. */
export async function countDownload(id: string, applicationId: string, ip: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(documents)
      .set({
        downloads: sql`${documents.downloads} + 1`,
        firstDownloadedAt: sql`coalesce(${documents.firstDownloadedAt}, now())`,
        lastDownloadedAt: sql`now()`,
      })
      .where(eq(documents.id, id));
    const [application] = await tx
      .select({ number: visaApplications.applicationNumber })
      .from(visaApplications)
      .where(eq(visaApplications.id, applicationId));
    await recordActivity(tx, null, {
      actionType: "decision_downloaded_by_applicant",
      subjectType: "application",
      subjectId: applicationId,
      details: { number: application?.number ?? "" },
      address: ip,
    });
  });
}
