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
  eraseFromRecord,
  eraseInquiryRows,
  eraseSubscriberRows,
  recordSubject,
} from "./erase-rows.server";
import { forgetErasure, openErasure, rememberErasure, settleErasure } from "./erasure-list.server";
import { isCaseUnderLegalHold, isInquiryUnderLegalHold } from "./holds.server";
import { retentionStateOf } from "./retain-until.server";

/** `request`: the person asked, and is told by a last mail; `schedule`: its time is over. */
export type ErasureReason = "request" | "schedule";

/**
 * Erases an application in the caller's transaction, whoever decided it, the person or the schedule: rows and data key,
 * and by jobs its bytes and mails. It is written down beside the documents last, so that a restore erases again whoever
 * went, and nobody who stayed because something failed. Undefined where there is none.
 */
export async function eraseInTransaction(tx: Transaction, applicationId: string, reason: ErasureReason) {
  // Locked before it is read whose inquiry it is (F-SAFE-5).
  await lockCase(tx, applicationId);
  const inquiryId = reason === "request" ? await readOwnInquiry(tx, applicationId) : null;
  const left = await eraseApplicationRows(tx, applicationId, { inquiryId });
  if (!left) return undefined;
  await finish(tx, left, reason);
  forgetDataKey(applicationId);
  // With the inquiry by itself: a backup may hold it and not the application that was made from it later.
  await rememberAll(left.subjects);
  return left;
}

/** The same for an inquiry. */
export async function eraseInquiryInTransaction(tx: Transaction, inquiryId: string, reason: ErasureReason) {
  const left = await eraseInquiryRows(tx, inquiryId);
  if (!left) return undefined;
  await finish(tx, left, reason);
  forgetDataKey(inquiryId);
  await rememberAll(left.subjects);
  return left;
}

async function rememberAll(gone: Whole["subjects"]): Promise<void> {
  for (const { id, kind } of gone) await rememberErasure({ id, kind, at: new Date().toISOString() });
}

/**
 * Erases an application that its person asked to be erased: after `kill -9` all of it or nothing (V-ERASE-11). False
 * where there is none, and while a hold stands on it. `unlessKept`: what must be kept by now waits for a decision.
 */
export async function eraseApplication(applicationId: string, { unlessKept = false } = {}): Promise<boolean> {
  const erased = await withRollbackMarker(applicationId, () =>
    db.transaction(async (tx) => {
      // First of all, or it could be submitted or held between the question and the erasure.
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
  // Once more: until the commit others could still read it.
  forgetDataKey(applicationId);
  return erased !== undefined;
}

/** Runs something that writes itself down in the list of erasures; what failed is not in it. */
export async function withRollbackMarker<Result>(id: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (err) {
    // With the database away the next try does it.
    await unmarkIfStillPresent(id).catch(() => undefined);
    throw err;
  }
}

const stillThere = z.array(z.object({ id: z.string(), until: z.string().nullable(), at: z.coerce.date().nullable() }));

/**
 * Takes what is still there out of the list of erasures: a try that failed at its end may have written it down, and a
 * restore would erase it, also once a hold stands on it. What is gone stays in it for good. Who is erasing it at this
 * moment is waited for, and nobody begins to before the list says what holds.
 */
export const unmarkIfStillPresent = (id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`
      select * from (select id, null as until, null as at from visa_applications where id = ${id} for key share) a
      union all select * from (select i.id, null, null from visa_inquiries i join visa_applications a on a.inquiry_id = i.id
        where a.id = ${id} for key share of i) o
      union all select * from (select id, null, null from visa_inquiries where id = ${id} for key share) i
      union all select * from (select id, null, null from newsletter_subscribers where id = ${id} for key share) s
      union all select * from (select id, restricted_until::text, restricted_at::text from restricted_cases
        where id = ${id} for key share) r`);
    const there = stillThere.parse(rows);
    for (const { id: stays, until, at } of there)
      if (until && at) await settleErasure({ id: stays, kind: "restriction", at: at.toISOString(), until });
      else await forgetErasure(stays);
    const gone = there.some((one) => one.id === id) ? undefined : await openErasure(id);
    if (gone) await settleErasure(gone);
  });

/** The same for a reader of the newsletter. */
const eraseSubscriber = (id: string) =>
  db.transaction(async (tx) => {
    const left = await eraseSubscriberRows(tx, id);
    if (!left) return;
    await enqueueCleaning(tx, left.mailIds);
    await tellErased(tx, left.email, "your newsletter subscription");
    await rememberErasure({ id, kind: "subscriber", at: new Date().toISOString() });
  });

async function finish(tx: Transaction, left: Whole, reason: ErasureReason) {
  await enqueueCleanup(tx, left);
  if (reason === "request") await tellErased(tx, left.email, left.number);
}

type Whole = NonNullable<Awaited<ReturnType<typeof eraseInquiryRows>>>;

/** Has everything removed that an erasure leaves outside of its transaction. */
export async function enqueueCleanup(tx: Transaction, { storageKeys, mailIds, subjects }: Whole): Promise<void> {
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
  registerJob(erase, runErasure);
  registerJob(noteDeletedDraft, ({ id, at }) => settleErasure({ id, kind: "draft", at }));
}

/** What was decided can't be done any more: the request waits for a decision again. */
export const reopenRequest = (from: Queryable, applicationId: string) =>
  from
    .update(erasureRequests)
    .set({ state: "open", decidedAt: null, decidedBy: null })
    .where(
      and(eq(erasureRequests.applicationId, applicationId), inArray(erasureRequests.state, ["erasing", "restricting"])),
    );

/** Erases what a request that was decided is about; nothing while a hold stands on it. */
export async function runErasure({ kind, id }: ToErase): Promise<void> {
  // A draft may have been submitted since.
  if (kind === "application") await eraseApplication(id, { unlessKept: true });
  else await withRollbackMarker(id, () => (kind === "inquiry" ? eraseFreeInquiry(id) : eraseSubscriber(id)));
}

const eraseFreeInquiry = (id: string) =>
  db.transaction(async (tx) => {
    await lockPeople(tx);
    await tx.select({ id: visaInquiries.id }).from(visaInquiries).where(eq(visaInquiries.id, id)).for("update");
    if (!(await isInquiryUnderLegalHold(tx, id))) await eraseInquiryInTransaction(tx, id, "request");
  });

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
