import { createHash } from "node:crypto";
import { and, eq, isNotNull, like, not, sql } from "drizzle-orm";
import { db, type Transaction } from "~/db/client.server";
import { failedMails as t } from "~/db/schema/received-mails";
import { seal } from "~/mail/links/private-links.server";
import { removeReceivedMail } from "./place/store-received-mail.server";
import { storeUnverified } from "./place/store-unverified.server";
import { isFullInTurn, readHeadOnly } from "./receive.server";

/** Minutes from one try to the next of a mail that can't be stored. After the last try staff see it. */
const pauses = [1, 5, 15, 60] as const;
export const mostTries = pauses.length + 1;

/** A mail in a mailbox by UIDVALIDITY and number, a posted one by its bytes. */
export type FailedKey = { mailbox: string; key: string };

/** `wait`: for its next try or for staff. `acknowledge`: staff have discarded it. */
export type NextStep = "try" | "wait" | "acknowledge";

export const keyInMailbox = (uidValidity: bigint, uid: number): string => `${uidValidity}/${uid}`;

/** Instead of a mailbox, of mails that a mail service posts. */
export const postedMails = "webhook";

const keyOfPosted = (bytes: Uint8Array): FailedKey => ({
  mailbox: postedMails,
  key: seal("received mail failed", createHash("sha256").update(bytes).digest("hex")).toString("base64url"),
});

const isOf = ({ mailbox, key }: FailedKey) => and(eq(t.mailbox, mailbox), eq(t.key, key));

/**
 * What to do with the mails of a mailbox that could not be stored, by number. Those of another UIDVALIDITY are
 * forgotten: all of the mailbox is read again. What was deleted there is not found again, and stays in the list.
 */
export async function failedInMailbox(mailbox: string, uidValidity: bigint): Promise<Map<number, NextStep>> {
  const isOfNow = like(t.key, `${uidValidity}/%`);
  const isFormer = and(eq(t.mailbox, mailbox), not(isOfNow), eq(t.isGone, false));
  for (const former of await db.select().from(t).where(isFormer)) await forgetFailed(former);
  const step = sql<NextStep>`case when ${t.nextTryAt} <= now() then 'try'
    when ${t.nextTryAt} is null and ${t.receivedMailId} is null then 'acknowledge' else 'wait' end`;
  const rows = await db
    .select({ key: t.key, step })
    .from(t)
    .where(and(eq(t.mailbox, mailbox), isOfNow));
  return new Map(rows.map((row) => [Number(row.key.split("/")[1]), row.step]));
}

/**
 * Records that a mail of a mailbox could not be stored, although database and storage are available. It is tried again
 * after a pause. After the last try staff see it in the list of unverified mails; it stays unread in the mailbox.
 */
export async function recordFailure(failed: FailedKey, bytes: Uint8Array): Promise<void> {
  const inMinutes = (minutes: number) => sql`now() + ${minutes} * interval '1 minute'`;
  const [row] = await db
    .insert(t)
    .values({ ...failed, nextTryAt: inMinutes(pauses[0]) })
    .onConflictDoUpdate({ target: [t.mailbox, t.key], set: { tries: sql`${t.tries} + 1` } })
    .returning();
  const { tries = 1, receivedMailId = null } = row ?? {};
  const pause = pauses[tries - 1] ?? pauses[pauses.length - 1] ?? 60;
  // First, because showing it may fail by the same fault.
  await db
    .update(t)
    .set({ nextTryAt: inMinutes(pause) })
    .where(isOf(failed));
  if (tries >= mostTries && (receivedMailId || (await showToStaff(failed, bytes))))
    await db.update(t).set({ nextTryAt: null }).where(isOf(failed));
}

/** Shows a posted mail to staff, once: whether it comes again is for the mail service to decide. */
export async function recordPostedFailure(bytes: Uint8Array): Promise<void> {
  const failed = keyOfPosted(bytes);
  if ((await db.$count(t, isOf(failed))) === 0) await showToStaff(failed, bytes);
}

/** Puts it into the list by sender and subject. False if the list has no room. */
async function showToStaff(failed: FailedKey, bytes: Uint8Array): Promise<boolean> {
  const { mail, target } = await readHeadOnly(bytes);
  return db.transaction(async (tx) => {
    if (await isFullInTurn(tx)) return false;
    // Another instance, or the same mail posted twice at once, may have been first.
    if ((await tx.$count(t, and(isOf(failed), isNotNull(t.receivedMailId)))) > 0) return true;
    const receivedMailId = await storeUnverified(tx, mail, "not_stored", target);
    await tx
      .insert(t)
      .values({ ...failed, receivedMailId })
      .onConflictDoUpdate({ target: [t.mailbox, t.key], set: { receivedMailId } });
    return true;
  });
}

/** Removes what is known of it, also from the list: it is stored now. */
export async function forgetFailed(failed: FailedKey): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(t).where(isOf(failed));
    // Before its own row, as when staff discard it.
    if (row?.receivedMailId) await removeReceivedMail(tx, row.receivedMailId);
    await tx.delete(t).where(isOf(failed));
  });
}

export const forgetPosted = (bytes: Uint8Array): Promise<void> => forgetFailed(keyOfPosted(bytes));

/** Somebody has deleted it from the mailbox. If staff see it in the list, it stays there and says so. */
export async function recordGone(failed: FailedKey): Promise<void> {
  const [row] = await db.update(t).set({ isGone: true, nextTryAt: null }).where(isOf(failed)).returning();
  if (row && !row.receivedMailId) await forgetFailed(failed);
}

/** Staff discard it: the next look at the mailbox marks it as seen. */
export async function discardFailed(tx: Transaction, receivedMailId: string): Promise<void> {
  const discarded = { receivedMailId: null, nextTryAt: null };
  await tx.update(t).set(discarded).where(eq(t.receivedMailId, receivedMailId));
}

/** The next look at this mailbox tries it again. False if it is not there. */
export async function tryFailedAgain(tx: Transaction, receivedMailId: string, mailbox: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(t)
    .set({ nextTryAt: sql`now()` })
    .where(and(eq(t.receivedMailId, receivedMailId), eq(t.mailbox, mailbox), eq(t.isGone, false)));
  return rowCount === 1;
}
