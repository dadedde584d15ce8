import { asc, eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import type { FoundApplication } from "./find.server";
import { signedRecord, statusHistory } from "./submit.server";

export type StatusData = Awaited<ReturnType<typeof statusData>>;

/**
 * The read-only page of an application that is no draft any more. Whoever has its address sees number, service, status
 * and dates; the answers as signed, the messages and the documents are for the holder alone (decision 2, W-RESUME-12, -13).
 */
export async function statusData(found: FoundApplication, isHolder: boolean) {
  const { application } = found;
  const [history, signed, files] = await Promise.all([
    statusHistory(application.id),
    isHolder ? signedRecord(application.id) : undefined,
    isHolder
      ? db.select().from(documents).where(eq(documents.applicationId, application.id)).orderBy(asc(documents.createdAt))
      : [],
  ]);
  return {
    view: "status" as const,
    id: application.id,
    number: application.applicationNumber,
    serviceName: found.serviceName ?? "Visa Application",
    status: application.status,
    startedAt: application.createdAt.toISOString(),
    submittedAt: application.submittedAt?.toISOString() ?? null,
    isHolder,
    history: history.map((entry) => ({
      id: entry.id,
      status: entry.toStatus,
      message: isHolder ? entry.message : null,
      at: entry.createdAt.toISOString(),
    })),
    signed: signed
      ? { steps: signed.steps, signature: signed.electronicSignature, certifications: signed.certifications }
      : null,
    documents: files.map((file) => ({ id: file.id, name: file.documentName })),
  };
}
