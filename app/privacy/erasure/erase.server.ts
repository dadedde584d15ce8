import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { noteDeletedDraft } from "~/applications/wizard/delete-draft.server";
import { config } from "~/config.server";
import { lockCase } from "~/db/advisory-locks.server";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { visaInquiries } from "~/db/schema/inquiries";
import { erasureRequests } from "~/db/schema/privacy/rights";
import { enqueueRemoval } from "~/documents/discard.server";
import { forgetDataKey } from "~/encryption/data-keys.server";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { enqueueMail } from "~/mail/outbox.server";
import { lockPeople } from "~/people/assign.server";
import { readOwnInquiry } from "../own-inquiry.server";
import {
  eraseApplicationRows,
  eraseClientRows,
  eraseFromRecord,
  eraseInquiryRows,
  eraseSubscriberRows,
  recordSubject,
} from "./erase-rows.server";
import { forgetErasure, markErasureDone, openErasure, rememberErasure } from "./erasure-list.server";
import { isCaseUnderLegalHold, isInquiryUnderLegalHold } from "./holds.server";
import { retentionStateOf } from "./retain-until.server";

/** `request`: the person requested it, and gets a final mail; `schedule`: retention has expired. */
export type ErasureReason = "request" | "schedule";

/**
 * Erases an application in the caller's transaction, whether by request or by schedule: rows and data key, and by jobs
 * its bytes and mails. Adds it to the list of erasures in storage as the last step, so that a restore repeats exactly
 * the erasures that were committed. Undefined if there is none.
 */
export async function eraseInTransaction(tx: Transaction, applicationId: string, reason: ErasureReason) {
  // Lock before reading whose inquiry it is (F-SAFE-5).
  await lockCase(tx, applicationId);
  const inquiryId = reason === "request" ? await readOwnInquiry(tx, applicationId) : null;
  return finish(tx, applicationId, await eraseApplicationRows(tx, applicationId, { inquiryId }), reason);
}

export const eraseInquiryInTransaction = async (tx: Transaction, inquiryId: string, reason: ErasureReason) =>
  finish(tx, inquiryId, await eraseInquiryRows(tx, inquiryId), reason);

export const eraseClientInTransaction = async (tx: Transaction, clientId: string, reason: ErasureReason) =>
  finish(tx, clientId, await eraseClientRows(tx, clientId), reason, "what we took over about you");

async function finish(
  tx: Transaction,
  id: string,
  left: Whole | undefined,
  reason: ErasureReason,
  what = left?.number ?? "",
): Promise<Whole | undefined> {
  if (!left) return undefined;
  await enqueueCleanup(tx, left);
  if (reason === "request") await notifyErased(tx, left.email, what);
  forgetDataKey(id);
  // List the inquiry of an application separately: a backup may contain it without the application made from it later.
  for (const { id, kind } of left.subjects) await rememberErasure({ id, kind, at: new Date().toISOString() });
  return left;
}

/**
 * Erases an application by its person's request, all or nothing even after `kill -9`. False if there is none or it is
 * under legal hold. `unlessKept`: if it must be retained by now, the request needs a new decision.
 */
export async function eraseApplication(applicationId: string, { unlessKept = false } = {}): Promise<boolean> {
  const erased = await withRollbackMarker(applicationId, () =>
    db.transaction(async (tx) => {
      // Lock first, or it could be submitted or put under legal hold between the check and the erasure.
      await lockCase(tx, applicationId);
      await lockPeople(tx);
      const own = eq(visaApplications.id, applicationId);
      await tx.select({ id: visaApplications.id }).from(visaApplications).where(own).for("update");
      if (await isCaseUnderLegalHold(tx, applicationId)) return undefined;
      if (unlessKept && (await retentionStateOf(tx, applicationId)).is !== "free") {
        await reopenRequest(tx, applicationId);
        return undefined;
      }
      return eraseInTransaction(tx, applicationId, "request");
    }),
  );
  if (!erased) await unmarkIfStillPresent(applicationId);
  // Again: until the commit, others could read and cache the key.
  forgetDataKey(applicationId);
  return erased !== undefined;
}

/** Runs something that adds itself to the list of erasures; removes the entry if it fails. */
export async function withRollbackMarker<Result>(id: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (err) {
    // If the database is unavailable, the next run does it.
    await unmarkIfStillPresent(id).catch(() => undefined);
    throw err;
  }
}

const storedRow = z.array(z.object({ id: z.string(), until: z.string().nullable(), at: z.coerce.date().nullable() }));

/**
 * Removes the list entry of what still exists: an attempt that failed at its end may have written it, and a restore
 * would erase the data, even under a legal hold. Entries of erased data stay. Waits for a running erasure, and blocks
 * new ones until the list is correct.
 */
export const unmarkIfStillPresent = (id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`
      select * from (select id, null as until, null as at from visa_applications where id = ${id} for key share) a
      union all select * from (select i.id, null, null from visa_inquiries i join visa_applications a on a.inquiry_id = i.id
        where a.id = ${id} for key share of i) o
      union all select * from (select id, null, null from visa_inquiries where id = ${id} for key share) i
      union all select * from (select id, null, null from newsletter_subscribers where id = ${id} for key share) s
      union all select * from (select id, null, null from clients where id = ${id} for key share) c
      union all select * from (select id, restricted_until::text, restricted_at::text from restricted_cases
        where id = ${id} for key share) r`);
    const existing = storedRow.parse(rows);
    for (const { id: stays, until, at } of existing)
      if (until && at) await markErasureDone({ id: stays, kind: "restriction", at: at.toISOString(), until });
      else await forgetErasure(stays);
    const deleted = existing.some((row) => row.id === id) ? undefined : await openErasure(id);
    if (deleted) await markErasureDone(deleted);
  });

const eraseSubscriber = (id: string) =>
  db.transaction(async (tx) => {
    const left = await eraseSubscriberRows(tx, id);
    if (!left) return;
    await enqueueCleaning(tx, left.mailIds);
    await notifyErased(tx, left.email, "your newsletter subscription");
    await rememberErasure({ id, kind: "subscriber", at: new Date().toISOString() });
  });

type Whole = NonNullable<Awaited<ReturnType<typeof eraseInquiryRows>>>;

/** Enqueues the removal of everything outside the erasure's transaction. */
export async function enqueueCleanup(tx: Transaction, { storageKeys, mailIds, subjects }: Whole): Promise<void> {
  for (const storageKey of storageKeys) await enqueueRemoval(tx, { storageKey });
  await enqueueCleaning(tx, mailIds);
  await enqueue(tx, eraseLate, { subjects }, { startAfter: new Date(Date.now() + writingMail) });
}

const notifyErased = (tx: Transaction, to: string, subject: string) =>
  enqueueMail(tx, { kind: "data_erased", to, toName: "", data: { what: subject, erasedAt: new Date().toISOString() } });

/** Enqueues the deletion of mail files in the outbox, after the caller's transaction has committed. */
async function enqueueCleaning(tx: Transaction, mailIds: readonly string[]): Promise<void> {
  if (mailIds.length === 0) return;
  await enqueue(tx, cleanOutbox, { mailIds: [...mailIds] });
  // Again later, for a mail that was just being written.
  await enqueue(tx, cleanOutbox, { mailIds: [...mailIds] }, { startAfter: new Date(Date.now() + writingMail) });
}

/** Milliseconds; longer than an attempt to send a mail takes. */
const writingMail = 120_000;

/** File names in the outbox contain the ids of their mails. */
const cleanOutbox = defineJob({
  name: "privacy.clean-outbox",
  data: z.object({ mailIds: z.array(z.uuid()) }),
  retry: { retries: 20, firstWait: 10, maxWait: 3600 },
  timeout: 300,
});

/** Runs later, for record entries that were written during the erasure. */
const eraseLate = defineJob({
  name: "privacy.erase-late",
  data: z.object({ subjects: z.array(recordSubject) }),
  retry: { retries: 20, firstWait: 10, maxWait: 3600 },
  timeout: 300,
});

/** Carries out a decided request. */
const erase = defineJob({
  name: "privacy.erase",
  data: z.object({ kind: z.enum(["application", "inquiry", "subscriber", "client"]), id: z.uuid() }),
  retry: { retries: 200, firstWait: 5, maxWait: 600 },
  timeout: 900,
});
export type ToErase = z.output<(typeof erase)["data"]>;

/** Enqueues an erasure, to run after the caller's transaction has committed. */
export const enqueueErasure = (tx: Transaction, subject: ToErase): Promise<void> => enqueue(tx, erase, subject);

export function registerErasure(): void {
  registerJob(cleanOutbox, async ({ mailIds }) => removeFromOutbox(mailIds));
  registerJob(eraseLate, ({ subjects }) =>
    db.transaction(async (tx) => {
      for (const subject of subjects) await eraseFromRecord(tx, subject, []);
    }),
  );
  registerJob(erase, runErasure);
  registerJob(noteDeletedDraft, ({ id, at }) => markErasureDone({ id, kind: "draft", at }));
}

/** The decision can't be carried out any longer: the request needs a new one. */
export const reopenRequest = (from: Queryable, applicationId: string) =>
  from
    .update(erasureRequests)
    .set({ state: "open", decidedAt: null, decidedBy: null })
    .where(
      and(eq(erasureRequests.applicationId, applicationId), inArray(erasureRequests.state, ["erasing", "restricting"])),
    );

/** Carries out a decided erasure; does nothing under a legal hold. */
export async function runErasure({ kind, id }: ToErase): Promise<void> {
  // The draft may have been submitted since.
  if (kind === "application") await eraseApplication(id, { unlessKept: true });
  else await withRollbackMarker<unknown>(id, () => erasers[kind](id));
}

const eraseFreeInquiry = (id: string) =>
  db.transaction(async (tx) => {
    await lockPeople(tx);
    await tx.select({ id: visaInquiries.id }).from(visaInquiries).where(eq(visaInquiries.id, id)).for("update");
    if (!(await isInquiryUnderLegalHold(tx, id))) await eraseInquiryInTransaction(tx, id, "request");
  });

const erasers = {
  inquiry: eraseFreeInquiry,
  subscriber: eraseSubscriber,
  client: (id: string) => db.transaction((tx) => eraseClientInTransaction(tx, id, "request")),
} satisfies Record<string, (id: string) => Promise<unknown>>;

/**
 * Where mails are written to a directory instead of sent, deletes a person's last one an hour after it was written, so
 * that it can be read until then.
 */
export async function removeLastMails(): Promise<void> {
  const folder = join(config.dataDir, "outbox");
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((candidate) => lastMails.some((kind) => candidate.includes(`-${kind}-`)))) {
    const facts = await stat(join(folder, name)).catch(() => undefined);
    if (facts && Date.now() - facts.mtimeMs > 3_600_000) await rm(join(folder, name), { force: true });
  }
}

/** Kinds of mails whose rows lose recipient and text once they are sent. */
export const lastMails = ["data_erased", "case_restricted"] as const;

/** Deletes mails written to `DATA_DIR/outbox`. */
async function removeFromOutbox(mailIds: readonly string[]): Promise<void> {
  const folder = join(config.dataDir, "outbox");
  const names = await readdir(folder).catch(() => []);
  for (const name of names) if (mailIds.some((id) => name.includes(id))) await rm(join(folder, name), { force: true });
}
