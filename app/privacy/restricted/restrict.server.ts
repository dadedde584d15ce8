import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { zipCase } from "~/cases/receipt/desk/zip-case.server";
import { lockCase } from "~/db/advisory-locks.server";
import { db, type Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { documents } from "~/db/schema/documents";
import { legalHolds } from "~/db/schema/privacy/retention";
import { restrictedCases } from "~/db/schema/privacy/rights";
import { wrapFileKey } from "~/documents/at-rest/file-keys.server";
import { putFile } from "~/documents/at-rest/open-file.server";
import { restrictedType } from "~/documents/of-case.server";
import { newKey } from "~/encryption/cipher.server";
import { forgetDataKey } from "~/encryption/data-keys.server";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { enqueueMail } from "~/mail/outbox.server";
import { withBytes } from "../copies/copy-file.server";
import { caseDataFile } from "../copies/own-data.server";
import {
  enqueueCleanup,
  eraseApplication,
  reopenRequest,
  unmarkIfStillPresent,
  withRollbackMarker,
} from "../erasure/erase.server";
import { eraseApplicationRows } from "../erasure/erase-rows.server";
import { rememberErasure } from "../erasure/erasure-list.server";
import { isCaseUnderLegalHold } from "../erasure/holds.server";
import { type RetentionState, retentionStateOf } from "../erasure/retain-until.server";
import { readOwnInquiry } from "../own-inquiry.server";

const job = defineJob({
  name: "privacy.restrict",
  data: z.object({ applicationId: z.uuid() }),
  retry: { retries: 200, firstWait: 5, maxWait: 600 },
  timeout: 900,
});

export function registerRestriction(): void {
  registerJob(job, ({ applicationId }) => restrictCase(applicationId));
}

export const enqueueRestriction = (tx: Transaction, applicationId: string): Promise<void> =>
  enqueue(tx, job, { applicationId });

/**
 * Restricts a case that must be retained, notifies its person, and adds it to the list of erasures last. If its
 * retention has expired, it is erased; if it was reopened, the request needs a new decision.
 */
export async function restrictCase(applicationId: string): Promise<void> {
  const is = await withRollbackMarker(applicationId, () => db.transaction((tx) => restrictInside(tx, applicationId)));
  if (is !== "restricted") await unmarkIfStillPresent(applicationId);
  if (is === "free") await eraseApplication(applicationId, { unlessKept: true });
  forgetDataKey(applicationId);
}

async function restrictInside(tx: Transaction, id: string): Promise<RetentionState["is"] | "gone" | "restricted"> {
  if (!(await lockApplication(tx, id))) return "gone";
  const keeping = await retentionStateOf(tx, id);
  if (keeping.is === "open") await reopenRequest(tx, id);
  if (keeping.is !== "kept" || (await isCaseUnderLegalHold(tx, id))) return keeping.is;
  const { until } = keeping;
  const left = await moveToRestricted(tx, id, { until, inquiryId: await readOwnInquiry(tx, id), whole: true });
  if (!left) return "gone";
  await enqueueCleanup(tx, left);
  const { number: applicationNumber, email: to } = left;
  await enqueueMail(tx, { kind: "case_restricted", to, toName: "", data: { applicationNumber, until } });
  const at = new Date().toISOString();
  for (const subject of left.subjects)
    await rememberErasure(
      subject.id === id ? { id, kind: "restriction", at, until } : { id: subject.id, kind: "inquiry", at, with: id },
    );
  return "restricted";
}

/** Prevents additions meanwhile. */
async function lockApplication(tx: Transaction, id: string) {
  await lockCase(tx, id);
  const [application] = await tx.select().from(visaApplications).where(eq(visaApplications.id, id)).for("update");
  return application;
}

/**
 * Moves a case to encrypted files and deletes its rows in the same transaction, so that no list, search, person,
 * export, report or mail can contain it. `inquiryId`: an inquiry to move with it. `whole`: throws if a file can't be
 * read, because this is its last copy. Returns what remains to be removed; undefined if there is none.
 */
export async function moveToRestricted(
  tx: Transaction,
  id: string,
  { until, inquiryId, whole = false }: { until: string; inquiryId: string | null; whole?: boolean },
) {
  const application = await lockApplication(tx, id);
  if (!application) return undefined;
  const [service] = application.visaServiceId
    ? await tx.select().from(visaServices).where(eq(visaServices.id, application.visaServiceId))
    : [];
  const data = await caseDataFile(application, inquiryId);
  const { stream: zip } = await zipCase(application, { more: { "data.json": data }, unsent: true, whole, inquiryId });
  const documentId = await storeRestricted(tx, zip, "zip", "application/zip");
  const dataDocumentId = await storeRestricted(tx, Readable.from([data]), "json", "application/json");
  const holds = await tx.delete(legalHolds).where(eq(legalHolds.applicationId, id)).returning();
  const left = await eraseApplicationRows(tx, id, { inquiryId, leavesRow: false });
  if (!left) return undefined;
  const { number: applicationNumber, startedOn, submittedOn, decidedOn } = left;
  await tx.insert(restrictedCases).values({
    ...{ id, applicationNumber, serviceName: service?.serviceName ?? "Visa Application" },
    ...{
      status: application.status,
      documentId,
      dataDocumentId,
      startedOn,
      submittedOn,
      decidedOn,
      restrictedUntil: until,
    },
  });
  // Former legal holds stay with the case, with their reasons.
  if (holds.length > 0)
    await tx.insert(legalHolds).values(holds.map((hold) => ({ ...hold, applicationId: null, restrictedId: id })));
  return left;
}

/** Stores bytes encrypted with a key of their own, which takes part in key rotation; returns the document's id. */
async function storeRestricted(
  tx: Transaction,
  stream: Readable,
  extension: string,
  contentType: string,
): Promise<string> {
  const id = randomUUID();
  const key = newKey();
  const storageKey = `restricted/${id}.${extension}`;
  const { byteSize, sha256 } = await withBytes(stream, async (size, bytes) => {
    const digest = createHash("sha256");
    for await (const chunk of bytes()) digest.update(chunk);
    await putFile(storageKey, { key, documentId: id, size }, bytes);
    return { byteSize: size, sha256: digest.digest("hex") };
  });
  await tx.insert(documents).values({
    ...{
      id,
      documentType: restrictedType,
      documentName: `case.${extension}`,
      storageKey,
      contentType,
      byteSize,
      sha256,
    },
    ...(await wrapFileKey(tx, { id, applicationId: null, inquiryId: null }, key)),
  });
  return id;
}
