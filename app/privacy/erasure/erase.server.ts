import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { config } from "~/config.server";
import { db, type Transaction } from "~/db/client.server";
import { newsletterSubscribers } from "~/db/schema/content";
import { enqueueRemoval } from "~/documents/discard.server";
import { forgetDataKey } from "~/encryption/data-keys.server";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { enqueueMail } from "~/mail/outbox.server";
import { eraseApplicationRows, eraseInquiryRows, type Left } from "./erase-rows.server";
import { rememberErasure } from "./erasure-list.server";
import { isHeld, isInquiryHeld } from "./holds.server";

/** `request`: the person asked, and is told by a last mail; `schedule`: its time is over. */
export type ErasureReason = "request" | "schedule";

/**
 * Erases an application in the caller's transaction, whoever decided it, the person or the schedule: rows and data key,
 * and by jobs its bytes and mails. It is written down beside the documents last, so that a restore erases again whoever
 * went, and nobody who stayed because something failed. Undefined where there is none.
 */
export async function eraseInside(tx: Transaction, applicationId: string, reason: ErasureReason) {
  const left = await eraseApplicationRows(tx, applicationId, { fully: reason === "request" });
  if (!left) return undefined;
  await finish(tx, left, reason);
  forgetDataKey(applicationId);
  await rememberErasure({ id: applicationId, kind: "application", at: new Date().toISOString() });
  return left;
}

/** The same for an inquiry. */
export async function eraseInquiryInside(tx: Transaction, inquiryId: string, reason: ErasureReason) {
  const left = await eraseInquiryRows(tx, inquiryId);
  if (!left) return undefined;
  await finish(tx, left, reason);
  forgetDataKey(inquiryId);
  await rememberErasure({ id: inquiryId, kind: "inquiry", at: new Date().toISOString() });
  return left;
}

/**
 * Erases an application by itself: after `kill -9` all of it or nothing (V-ERASE-11). False where there is none, and
 * while a hold stands on it.
 */
export async function eraseApplication(applicationId: string, reason: ErasureReason): Promise<boolean> {
  const erased = await db.transaction(async (tx) =>
    (await isHeld(tx, applicationId)) ? undefined : eraseInside(tx, applicationId, reason),
  );
  // Once more: until the commit others could still read it.
  forgetDataKey(applicationId);
  return erased !== undefined;
}

/** The same for a reader of the newsletter. */
async function eraseSubscriber(id: string): Promise<boolean> {
  const [there] = await db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, id));
  if (!there) return false;
  await rememberErasure({ id, kind: "subscriber", at: new Date().toISOString() });
  await db.transaction(async (tx) => {
    await tx.delete(newsletterSubscribers).where(eq(newsletterSubscribers.id, id));
    await tellErased(tx, there.email, "your newsletter subscription");
  });
  return true;
}

async function finish(tx: Transaction, left: Left & { number: string; email: string }, reason: ErasureReason) {
  for (const storageKey of left.storageKeys) await enqueueRemoval(tx, { storageKey });
  await enqueueCleaning(tx, left.mailIds);
  if (reason === "request") await tellErased(tx, left.email, left.number);
}

const tellErased = (tx: Transaction, to: string, what: string) =>
  enqueueMail(tx, { kind: "data_erased", to, toName: "", data: { what, erasedAt: new Date().toISOString() } });

/** Has the files of deleted mails removed from the outbox, once the caller's transaction is committed. */
export async function enqueueCleaning(tx: Transaction, mailIds: readonly string[]): Promise<void> {
  if (mailIds.length === 0) return;
  await enqueue(tx, cleanOutbox, { mailIds: [...mailIds] });
  // Once more for one that was just being written.
  await enqueue(tx, cleanOutbox, { mailIds: [...mailIds] }, { startAfter: new Date(Date.now() + writingMail) });
}

/** Longer than a try to send a mail takes, in milliseconds. */
const writingMail = 120_000;

/** The files of mails in the outbox have the ids of their mails in their names. */
const cleanOutbox = defineJob({
  name: "privacy.clean-outbox",
  data: z.object({ mailIds: z.array(z.uuid()) }),
  retry: { retries: 20, firstWait: 10, maxWait: 3600 },
  timeout: 300,
});

/** What a request that was decided leads to. */
const erase = defineJob({
  name: "privacy.erase",
  data: z.object({ kind: z.enum(["application", "inquiry", "subscriber"]), id: z.uuid() }),
  retry: { retries: 200, firstWait: 5, maxWait: 600 },
  timeout: 900,
});
export type ToErase = z.output<(typeof erase)["data"]>;

/** Has something erased in the background once the caller's transaction is committed. */
export const enqueueErasure = (tx: Transaction, what: ToErase): Promise<void> => enqueue(tx, erase, what);

export function registerErasure(): void {
  registerJob(cleanOutbox, async ({ mailIds }) => removeFromOutbox(mailIds));
  registerJob(erase, async ({ kind, id }) => {
    if (kind === "application") await eraseApplication(id, "request");
    else if (kind === "inquiry")
      await db.transaction(async (tx) =>
        (await isInquiryHeld(tx, id)) ? undefined : eraseInquiryInside(tx, id, "request"),
      );
    else await eraseSubscriber(id);
  });
}

/** Removes mails that were written to `DATA_DIR/outbox`. */
async function removeFromOutbox(mailIds: readonly string[]): Promise<void> {
  const folder = join(config.dataDir, "outbox");
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (mailIds.some((id) => name.includes(id))) await rm(join(folder, name), { force: true });
}
