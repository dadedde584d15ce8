import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { nameIn } from "~/applications/stored-answers/answers.server";
import { zipCase } from "~/cases/receipt/desk/zip-case.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { dataCopies } from "~/db/schema/privacy/rights";
import { putFile } from "~/documents/at-rest/open-file.server";
import { newKey, seal } from "~/encryption/cipher.server";
import { requireDataKey } from "~/encryption/data-keys.server";
import { defineJob } from "~/jobs/job";
import { registerJob } from "~/jobs/registry.server";
import { log } from "~/log.server";
import { enqueueMail } from "~/mail/outbox.server";
import { readOwnInquiry } from "../own-inquiry.server";
import { copyKey, withBytes } from "./copy-file.server";
import { ownDataFile } from "./own-data.server";

export const copyJob = defineJob({
  name: "privacy.copy",
  data: z.object({ copyId: z.uuid() }),
  retry: { retries: 50, firstWait: 5, maxWait: 600 },
  timeout: 900,
});

export function registerCopies(): void {
  registerJob(
    copyJob,
    ({ copyId }) => makeCopy(copyId),
    // After the last retry: allow another copy.
    async ({ copyId }) => {
      await db
        .update(dataCopies)
        .set({ state: "gone" })
        .where(and(eq(dataCopies.id, copyId), eq(dataCopies.state, "making")));
      log.error({ copyId }, "a copy was given up");
    },
  );
}

/** The AAD of a copy's wrapped key. Must never change, or stored copies can't be decrypted. */
export const copyKeyAad = (id: string): string => `data_copies/${id}`;

/** Makes a requested copy and mails that it is ready, exactly once: an aborted run is repeated by the next one. */
async function makeCopy(copyId: string): Promise<void> {
  const [found] = await db
    .select({ application: visaApplications })
    .from(dataCopies)
    .innerJoin(visaApplications, eq(visaApplications.id, dataCopies.applicationId))
    .where(and(eq(dataCopies.id, copyId), eq(dataCopies.state, "making")));
  if (!found) return;
  const { application } = found;
  const key = newKey();
  const data = await ownDataFile(application);
  const inquiryId = await readOwnInquiry(db, application.id);
  const { stream: zip } = await zipCase(application, { more: { "your-data.json": data }, unsent: true, inquiryId });
  const byteSize = await withBytes(zip, async (size, bytes) => {
    await putFile(copyKey(copyId), { key, documentId: copyId, size }, bytes);
    return size;
  });
  await db.transaction(async (tx) => {
    const dataKey = await requireDataKey({ applicationId: application.id }, tx);
    const [made] = await tx
      .update(dataCopies)
      .set({
        state: "ready",
        byteSize,
        fileKey: seal(dataKey, copyKeyAad(copyId), key).toString("base64url"),
        offeredUntil: sql`now() + interval '72 hours'`,
      })
      .where(and(eq(dataCopies.id, copyId), eq(dataCopies.state, "making")))
      .returning({ until: dataCopies.offeredUntil });
    if (!made?.until) return;
    const { id: applicationId, applicationNumber } = application;
    // The application's email may have changed meanwhile.
    const [now] = await tx
      .select({ to: visaApplications.userEmail })
      .from(visaApplications)
      .where(eq(visaApplications.id, applicationId));
    const to = now?.to ?? "";
    const name = nameIn(application, "");
    const mail = { name, applicationNumber, until: made.until.toISOString() };
    await enqueueMail(tx, { kind: "data_copy_ready", to, toName: name, applicationId, data: mail });
  });
}
