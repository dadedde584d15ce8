import { buffer } from "node:stream/consumers";
import { and, asc, eq } from "drizzle-orm";
import { subjectOf } from "~/content/editing/content-item.server";
import { findContent } from "~/content/editing/registry.server";
import { type ContentRef, lockContent, syncPublicVersion } from "~/content/editing/versions.server";
import { recordActivity } from "~/core/activity.server";
import { db, type Transaction } from "~/db/client.server";
import { forms } from "~/db/schema/content";
import { formFiles } from "~/db/schema/site/forms";
import { enqueueRemoval } from "~/documents/discard.server";
import { scan, type Verdict } from "~/documents/scanner.server";
import { openDocument } from "~/documents/storage.server";
import { registerJob } from "~/jobs/registry.server";
import { log } from "~/log.server";
import { scanFormsJob } from "../../../forms/files/scan-job";
import { letThrough } from "../../../forms/files/scanned.server";

export const registerFormScans = () => registerJob(scanFormsJob, () => scanForms());

export async function scanForms(verdictOf: (bytes: Blob) => Promise<Verdict> = scan): Promise<void> {
  const waiting = await db
    .select({ key: formFiles.storageKey })
    .from(formFiles)
    .where(eq(formFiles.scan, "waiting"))
    .orderBy(asc(formFiles.createdAt));
  for (const { key } of waiting) {
    const stream = await openDocument(key);
    if (!stream) {
      log.error({ storageKey: key }, "a form's file is missing and can't be scanned");
      continue;
    }
    const verdict = await verdictOf(new Blob([new Uint8Array(await buffer(stream))]));
    if (verdict === "away") throw new Error("The virus scanner is away");
    await db.transaction((tx) => (verdict === "clean" ? letThrough(tx, key) : remove(tx, key, verdict.virus)));
  }
}

/**
 * Deletes the bytes of an infected file. A published form that was waiting for the scan keeps its former file, as a new
 * version.
 */
async function remove(tx: Transaction, key: string, virus: string): Promise<void> {
  const waitFor = eq(forms.waitingFileKey, key);
  const items: ContentRef[] = [];
  // Lock the items before any row, in the same order as every verb that changes a form.
  for (const { id } of await tx.select({ id: forms.id }).from(forms).where(waitFor).orderBy(asc(forms.id))) {
    const item = findContent("forms", id);
    if (!item) throw new Error("There is no kind of forms");
    await lockContent(tx, item);
    items.push(item);
  }
  const [deleted] = await tx
    .update(formFiles)
    .set({ scan: "infected", virus })
    .where(and(eq(formFiles.storageKey, key), eq(formFiles.scan, "waiting")))
    .returning({ name: formFiles.name });
  if (!deleted) return;
  await tx.update(forms).set({ waitingFileKey: null }).where(waitFor);
  await enqueueRemoval(tx, { storageKey: key });
  for (const item of items) {
    const { shown } = await syncPublicVersion(tx, item);
    if (shown)
      await recordActivity(tx, null, {
        ...{ actionType: "form_file_infected", ...subjectOf(item, shown) },
        details: { virus },
      });
  }
  log.warn({ storageKey: key, virus }, "a virus was found in a form's file, and its bytes are removed");
}
