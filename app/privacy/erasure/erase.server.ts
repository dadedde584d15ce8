import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { config } from "~/config.server";
import { db, type Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { newsletterSubscribers } from "~/db/schema/content";
import { visaInquiries } from "~/db/schema/inquiries";
import { enqueueRemoval } from "~/documents/discard.server";
import { forgetDataKey } from "~/encryption/data-keys.server";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { enqueueMail } from "~/mail/outbox.server";
import {
  eraseApplicationRows,
  eraseFromRecord,
  eraseInquiryRows,
  eraseSubscriberRows,
  recordSubject,
} from "./erase-rows.server";
import { forgetErasure, rememberErasure } from "./erasure-list.server";
import { isHeld } from "./holds.server";

/** `request`: the person asked, and is told by a last mail; `schedule`: its time is over. */
export type ErasureReason = "request" | "schedule";

/**
 * Erases an application: all rows and the data key in one transaction, which removes the bytes once it is committed;
 * after `kill -9` all of it was done or nothing (V-ERASE-11). It is written down beside the documents before, so that
 * a restore erases again. False where there is none, and while a hold stands on it.
 */
export async function eraseApplication(applicationId: string, reason: ErasureReason): Promise<boolean> {
  const [there] = await db
    .select({ inquiryId: visaApplications.inquiryId })
    .from(visaApplications)
    .where(eq(visaApplications.id, applicationId));
  if (!there) return false;
  if (await isHeld(db, applicationId)) {
    // A try before the hold may have written it down.
    await forgetErasure(applicationId);
    return false;
  }
  const fully = reason === "request";
  const at = new Date().toISOString();
  await rememberErasure({ id: applicationId, kind: "application", at });
  // Also by itself: a backup may hold it and not the application that was made from it later.
  if (fully && there.inquiryId) await rememberErasure({ id: there.inquiryId, kind: "inquiry", at });
  const erased = await db.transaction(async (tx) => {
    const left = await eraseApplicationRows(tx, applicationId, { fully });
    if (left) await finish(tx, left, reason);
    return left;
  });
  forgetDataKey(applicationId);
  return erased !== undefined;
}

/** The same for an inquiry. */
async function eraseInquiry(inquiryId: string): Promise<void> {
  if ((await db.$count(visaInquiries, eq(visaInquiries.id, inquiryId))) === 0) return;
  await rememberErasure({ id: inquiryId, kind: "inquiry", at: new Date().toISOString() });
  await db.transaction(async (tx) => {
    const left = await eraseInquiryRows(tx, inquiryId);
    if (left) await finish(tx, left, "request");
  });
  forgetDataKey(inquiryId);
}

/** The same for a reader of the newsletter. */
async function eraseSubscriber(id: string): Promise<void> {
  if ((await db.$count(newsletterSubscribers, eq(newsletterSubscribers.id, id))) === 0) return;
  await rememberErasure({ id, kind: "subscriber", at: new Date().toISOString() });
  await db.transaction(async (tx) => {
    const left = await eraseSubscriberRows(tx, id);
    if (!left) return;
    await enqueueCleaning(tx, left.mailIds);
    await tellErased(tx, left.email, "your newsletter subscription");
  });
}

async function finish(tx: Transaction, left: Whole, reason: ErasureReason) {
  await enqueueRest(tx, left);
  if (reason === "request") await tellErased(tx, left.email, left.number);
}

type Whole = NonNullable<Awaited<ReturnType<typeof eraseInquiryRows>>>;

/** Has everything removed that an erasure leaves outside of its transaction. */
export async function enqueueRest(tx: Transaction, { storageKeys, mailIds, subjects }: Whole): Promise<void> {
  for (const storageKey of storageKeys) await enqueueRemoval(tx, { storageKey });
  await enqueueCleaning(tx, mailIds);
  await enqueue(tx, eraseLate, { subjects }, { startAfter: new Date(Date.now() + writingMail) });
}

const tellErased = (tx: Transaction, to: string, what: string) =>
  enqueueMail(tx, { kind: "data_erased", to, toName: "", data: { what, erasedAt: new Date().toISOString() } });

/** Has the files of deleted mails removed from the outbox, once the caller's transaction is committed. */
async function enqueueCleaning(tx: Transaction, mailIds: readonly string[]): Promise<void> {
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

/** An entry that was being written at that moment may have come after. */
const eraseLate = defineJob({
  name: "privacy.erase-late",
  data: z.object({ subjects: z.array(recordSubject) }),
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
  registerJob(eraseLate, ({ subjects }) =>
    db.transaction(async (tx) => {
      for (const subject of subjects) await eraseFromRecord(tx, subject, []);
    }),
  );
  registerJob(erase, carryOut);
}

/** Erases what a request that was decided is about; nothing while a hold stands on it. */
export async function carryOut({ kind, id }: ToErase): Promise<void> {
  if (kind === "application") await eraseApplication(id, "request");
  else if (kind === "inquiry") await eraseInquiry(id);
  else await eraseSubscriber(id);
}

/**
 * Where mails are written to a folder instead of being sent, the last one of a person is removed an hour after it was
 * written: until then it can be read there (V-ERASE-5, V-ERASE-9).
 */
export async function removeLastMails(): Promise<void> {
  const folder = join(config.dataDir, "outbox");
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => lastMails.some((kind) => one.includes(`-${kind}-`)))) {
    const facts = await stat(join(folder, name)).catch(() => undefined);
    if (facts && Date.now() - facts.mtimeMs > 3_600_000) await rm(join(folder, name), { force: true });
  }
}

/** Kinds whose rows keep neither address nor text once they were handed over. */
export const lastMails = ["data_erased", "case_restricted"] as const;

/** Removes mails that were written to `DATA_DIR/outbox`. */
async function removeFromOutbox(mailIds: readonly string[]): Promise<void> {
  const folder = join(config.dataDir, "outbox");
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (mailIds.some((id) => name.includes(id))) await rm(join(folder, name), { force: true });
}
