import { and, eq, gt, lte, sql } from "drizzle-orm";
import { idempotencyHash, idempotencySeconds } from "~/core/idempotency-hash.server";
import { checkIpLimit, consumeIpAndIdentityLimits } from "~/core/rate-limits/limits.server";
import { tooMany } from "~/core/rate-limits/too-many";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { keyedLocks, takeKeyedLock } from "~/db/advisory-locks.server";
import { db, type Transaction } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import type { FileRefused } from "~/documents/file-check.server";
import { receiveFile, storeDocument } from "~/documents/store.server";
import { discardSurplus } from "~/documents/unattached.server";
import { describeFileProblem, type InquiryFile, inquiryFileRules, inquiryFiles } from "~/inquiries/inquiry";
import { mayBringFile, requireWithinLimit } from "~/request-bodies/form-limits.server";

export type StoreFileResult = Done<{ file: InquiryFile }> | Refused;

const hour = 3600;
/** Earlier attempts have expired. */
const started = sql`now() - make_interval(secs => ${idempotencySeconds})`;

const limits = { address: { max: 120, seconds: hour }, identity: { max: 60, seconds: hour } };

/** Refuses an upload from an IP over its limit, before it is read (V-ATK-4). */
export async function requireUploadLimit(request: Request, ip: string): Promise<void> {
  if (!mayBringFile(request)) return;
  const limitResult = await checkIpLimit("upload", ip, limits.address);
  await requireWithinLimit(request, limitResult, tooMany("files were sent", limitResult));
}

/**
 * Stores a file before its inquiry, bound to the browser that sends it. A repeat of its idempotency key gets the stored
 * result for an hour (V-ATK-18). A browser can have at most twice the files of an inquiry waiting: older ones are
 * deleted.
 */
export async function storeFile(
  { address, holder }: { address: string; holder: string },
  file: File,
  attempt: string,
): Promise<StoreFileResult> {
  const limitResult = await consumeIpAndIdentityLimits("upload", { address, identity: holder, of: "browser" }, limits);
  if (!limitResult.allowed) return refuse("limited", tooMany("files were sent", limitResult));
  return receiveFile(file, { rules: inquiryFileRules, messageOf: messageFor(file) }, (checked) => {
    const attemptKey = idempotencyHash("inquiry file", { owner: holder, key: attempt }, checked.name, checked.sha256);
    return db.transaction(async (tx): Promise<StoreFileResult> => {
      // One file per browser at a time, so that two requests with one key don't both store it.
      await takeKeyedLock(tx, keyedLocks.filesOfBrowser, holder);
      const before = await storedBefore(tx, attemptKey);
      if (before) return { ok: true, file: before };
      await tx
        .update(documents)
        .set({ attemptKey: null })
        .where(and(eq(documents.attemptKey, attemptKey), lte(documents.createdAt, started)));
      await discardSurplus(tx, holder, inquiryFiles * 2 - 1);
      const fresh = { applicationId: null, documentType: "inquiry", file: checked, uploadedBy: holder };
      const stored = await storeDocument(tx, { ...fresh, attemptKey });
      const { id, name, byteSize, contentType } = stored;
      return { ok: true, file: { id, name, size: byteSize, type: contentType } };
    });
  });
}

const messageFor =
  ({ name }: File) =>
  (refused: FileRefused) =>
    describeFileProblem(name || "your file", refused);

async function storedBefore(tx: Transaction, attemptKey: string): Promise<InquiryFile | undefined> {
  const [row] = await tx
    .select()
    .from(documents)
    .where(and(eq(documents.attemptKey, attemptKey), gt(documents.createdAt, started)));
  return row && { id: row.id, name: row.documentName, size: row.byteSize, type: row.contentType };
}
