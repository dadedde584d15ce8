import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { zipCase } from "~/applications/desk/case/receipt/zip-case.server";
import { db, type Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { documents } from "~/db/schema/documents";
import { restrictedCases } from "~/db/schema/privacy/rights";
import { wrapFileKey } from "~/documents/at-rest/file-keys.server";
import { putFile } from "~/documents/at-rest/open-file.server";
import { enqueueRemoval } from "~/documents/discard.server";
import { restrictedType } from "~/documents/of-case.server";
import { newKey } from "~/encryption/cipher.server";
import { forgetDataKey } from "~/encryption/data-keys.server";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { enqueueMail } from "~/mail/outbox.server";
import { withBytes } from "../copies/copy-file.server";
import { ownDataFile } from "../copies/own-data.server";
import { enqueueCleaning } from "../erasure/erase.server";
import { eraseApplicationRows } from "../erasure/erase-rows.server";
import { keepingOf } from "../erasure/keep-until.server";

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
 * Puts a case that must be kept out of use (V-ERASE-4): all of it goes into encrypted files, and its rows are deleted
 * in the same transaction, so that no list, search, person, export, report or mail can come upon it.
 */
async function restrictCase(applicationId: string): Promise<void> {
  await db.transaction(async (tx) => {
    // Nobody adds to it meanwhile.
    const [application] = await tx
      .select()
      .from(visaApplications)
      .where(eq(visaApplications.id, applicationId))
      .for("update");
    if (!application) return;
    const keeping = await keepingOf(tx, applicationId);
    if (keeping.is !== "kept") return;
    const [service] = application.visaServiceId
      ? await tx.select().from(visaServices).where(eq(visaServices.id, application.visaServiceId))
      : [];
    const data = await ownDataFile(application);
    const zip = await zipCase(application, { more: { "data.json": data }, unsent: true });
    const documentId = await putAway(tx, zip, "zip", "application/zip");
    const dataDocumentId = await putAway(tx, Readable.from([data]), "json", "application/json");
    const left = await eraseApplicationRows(tx, applicationId, { fully: true, isKept: true });
    if (!left) return;
    for (const storageKey of left.storageKeys) await enqueueRemoval(tx, { storageKey });
    await enqueueCleaning(tx, left.mailIds);
    const { number: applicationNumber, email: to, startedOn, submittedOn, decidedOn } = left;
    await tx.insert(restrictedCases).values({
      ...{ id: applicationId, applicationNumber, serviceName: service?.serviceName ?? "Visa Application" },
      ...{ status: application.status, documentId, dataDocumentId, startedOn, submittedOn, decidedOn },
      restrictedUntil: keeping.until,
    });
    const mail = { applicationNumber, until: keeping.until };
    await enqueueMail(tx, { kind: "case_restricted", to, toName: "", data: mail });
  });
  forgetDataKey(applicationId);
}

/** Stores bytes encrypted under a key of their own, which is renewed with all others; the document's key. */
async function putAway(tx: Transaction, stream: Readable, extension: string, contentType: string): Promise<string> {
  const id = randomUUID();
  const key = newKey();
  const storageKey = `restricted/${id}.${extension}`;
  const { byteSize, sha256 } = await withBytes(stream, async (size, bytes) => {
    const sum = createHash("sha256");
    for await (const piece of bytes()) sum.update(piece);
    await putFile(storageKey, { key, documentId: id, size }, bytes);
    return { byteSize: size, sha256: sum.digest("hex") };
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
