import { buffer } from "node:stream/consumers";
import { and, eq, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { z } from "zod";
import { consumeLimit } from "~/core/rate-limits/limits.server";
import { nassauDay } from "~/core/time";
import { db, type Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { documents, passportReadings } from "~/db/schema/documents";
import { emailNotifications } from "~/db/schema/mail";
import { documentRequirements } from "~/db/schema/requirements";
import { openFile } from "~/documents/at-rest/open-file.server";
import { registerCleanFile } from "~/documents/scan-job.server";
import { defineJob, type JobRun } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { markUnreadable, sealReading } from "../readings.server";
import type { PassportValues } from "../values";
import { grayPages } from "./gray-pages.server";
import { readApart } from "./passport-thread.server";

/** Of an application. */
const perDay = { max: 10, seconds: 24 * 3600 };
const limits = { fileMs: 5 * 60_000, waitMs: 10 * 60_000, waitStepMs: 5_000 };

const readPassportJob = defineJob({
  name: "documents.read-passport",
  data: z.object({ documentId: z.uuid() }),
  retry: { retries: 1, firstWait: 1, maxWait: 1 },
  timeout: 330,
});

/** Call before the queue starts. */
export function registerPassportReading(): void {
  registerJob(readPassportJob, ({ documentId }, run) => readPassport(documentId, run), giveUp);
  registerCleanFile(queueReading);
}

type StoredFile = { id: string; applicationId: string | null; documentType: string; contentType: string };

const readable = ["image/jpeg", "image/png", "application/pdf"];

/**
 * Queues the reading of a draft's passport page; does nothing for every other file. Call it once the file may be
 * opened: when it is stored, unless its scan is still to come, and otherwise when it is found to be clean.
 */
export async function queueReading(tx: Transaction, { id, applicationId, ...file }: StoredFile): Promise<void> {
  if (!applicationId || !readable.includes(file.contentType)) return;
  const [page] = await tx
    .select({ id: visaApplications.id })
    .from(visaApplications)
    .innerJoin(documentRequirements, eq(documentRequirements.visaServiceId, visaApplications.visaServiceId))
    .where(
      and(
        eq(visaApplications.id, applicationId),
        eq(visaApplications.status, "draft"),
        eq(documentRequirements.documentType, file.documentType),
        eq(documentRequirements.purpose, "passport_page"),
      ),
    );
  if (!page) return;
  const { allowed } = await consumeLimit(`passport readings of ${applicationId}`, perDay, tx);
  const state = allowed ? "waiting" : "unreadable";
  const [waiting] = await tx
    .insert(passportReadings)
    .values({ documentId: id, applicationId, state })
    .onConflictDoNothing()
    .returning({ state: passportReadings.state });
  if (waiting?.state === "waiting") await enqueue(tx, readPassportJob, { documentId: id });
}

/** Null: the file was removed or replaced, or the application submitted. */
async function waitingPage(documentId: string) {
  const [page] = await db
    .select({
      document: documents,
      applicationId: visaApplications.id,
      waited: sql<number>`extract(epoch from clock_timestamp() - ${passportReadings.createdAt}) * 1000`.mapWith(Number),
    })
    .from(passportReadings)
    .innerJoin(documents, eq(documents.id, passportReadings.documentId))
    .innerJoin(visaApplications, eq(visaApplications.id, passportReadings.applicationId))
    .where(
      and(
        eq(documents.id, documentId),
        inArray(documents.scan, ["clean", "not_scanned"]),
        eq(visaApplications.status, "draft"),
        eq(passportReadings.state, "waiting"),
      ),
    );
  return page ?? null;
}

/** One try. It stores nothing if the page waits no longer when it has been read. */
async function readPassport(documentId: string, { signal }: Pick<JobRun, "signal">): Promise<void> {
  const page = await waitingPage(documentId);
  if (!page) return;
  if (page.waited < limits.waitMs && (await areMailsDue())) return readLater(documentId);
  const bytes = await bytesOf(page.document).catch(async (error: unknown) => {
    // Its file or its draft was deleted a moment ago, and the key with it.
    if (!(await waitingPage(documentId))) return undefined;
    throw error;
  });
  if (!bytes) return;
  const ended = AbortSignal.any([signal, AbortSignal.timeout(limits.fileMs)]);
  const values = await readFile(bytes, page.document.contentType, ended);
  // The program stops: the next try reads it.
  if (signal.aborted) throw new Error("The reading was ended");
  await db.transaction((tx) =>
    values
      ? sealReading(tx, page.applicationId, documentId, values)
      : markUnreadable(tx, page.applicationId, documentId),
  );
}

async function bytesOf(document: Parameters<typeof openFile>[0]): Promise<Uint8Array<ArrayBuffer>> {
  const stream = await openFile(document);
  if (!stream) throw new Error("The file of a passport page is missing");
  return new Uint8Array(await buffer(stream));
}

async function readFile(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  signal: AbortSignal,
): Promise<PassportValues | undefined> {
  const today = nassauDay();
  for await (const page of grayPages(bytes, contentType)) {
    const values = await readApart(page, today, signal);
    if (values) return values;
    if (signal.aborted) return undefined;
  }
  return undefined;
}

/** Mails come first: somebody waits for one to continue. */
async function areMailsDue(): Promise<boolean> {
  const due = or(isNull(emailNotifications.dueAt), lte(emailNotifications.dueAt, sql`clock_timestamp()`));
  const [mail] = await db
    .select({ id: emailNotifications.id })
    .from(emailNotifications)
    .where(and(eq(emailNotifications.status, "pending"), due))
    .limit(1);
  return mail !== undefined;
}

const readLater = (documentId: string): Promise<void> =>
  db.transaction((tx) =>
    enqueue(tx, readPassportJob, { documentId }, { startAfter: new Date(Date.now() + limits.waitStepMs) }),
  );

/** The program was killed twice while it read the page, or failed twice. */
async function giveUp({ documentId }: { documentId: string }): Promise<void> {
  const page = await waitingPage(documentId);
  if (page) await db.transaction((tx) => markUnreadable(tx, page.applicationId, documentId));
}
