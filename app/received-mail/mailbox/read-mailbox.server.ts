import { eq, sql } from "drizzle-orm";
import type { ImapFlow, SearchObject } from "imapflow";
import { db } from "~/db/client.server";
import { periodOf } from "~/db/data-inventory/rules";
import { isDatabaseUnavailable } from "~/db/failure.server";
import { mailboxes } from "~/db/schema/received-mails";
import { StorageError } from "~/documents/storage-error.server";
import { log } from "~/log.server";
import { longestMail } from "~/request-bodies/body-policy";
import {
  type FailedKey,
  failedInMailbox,
  forgetFailed,
  keyInMailbox,
  recordFailure,
  recordGone,
} from "../failed-mails.server";
import { isListFull } from "../place/store-unverified.server";
import { receiveMail } from "../receive.server";
import { MailboxError, type MailboxSettings, mailboxErrorOf, openMailbox } from "./open-mailbox.server";

type State = Pick<typeof mailboxes.$inferSelect, "uidValidity" | "lastUid">;

/**
 * Takes what is new in the mailbox and what is still unread in it. A mail is marked seen, and moved, only after it is
 * stored; nothing is deleted. Throws a MailboxError.
 */
export async function readMailbox(settings: MailboxSettings, signal: AbortSignal): Promise<void> {
  const { client, uidValidity, uidNext } = await openMailbox(settings);
  try {
    const [stored] = await db.select().from(mailboxes).where(eq(mailboxes.name, settings.name));
    const first = firstUid(stored, uidValidity, uidNext);
    const failed = await failedInMailbox(settings.name, uidValidity);
    const { unseen, all } = await listMails(client, first, [...failed.keys()]);
    let isFull = await isListFull(db);
    let waiting = 0;
    let reached = first - 1;
    try {
      for (const uid of all) {
        if (signal.aborted) break;
        const key = { mailbox: settings.name, key: keyInMailbox(uidValidity, uid) };
        const step = failed.get(uid);
        // It was left before: what is in it has not changed, and each look at it would read all of it.
        if (!step && stored && isFull && uid < first) waiting += 1;
        else if (step !== "wait") {
          const result = step === "acknowledge" ? await lookFor(client, uid) : await takeMail(client, uid, signal, key);
          if (result === "stop") break;
          // Stored, it leaves the list also if the mail server then fails: moved, it would look deleted to a further
          // try.
          if (step === "try" && result === "taken") await forgetFailed(key);
          if (result === "taken") await acknowledge(client, uid, settings.move);
          if (step === "acknowledge" && result === "taken") await forgetFailed(key);
          if (step && result === "gone") await recordGone(key);
          if (result === "full") {
            waiting += 1;
            isFull = true;
          }
          // Somebody has read it in a mail program: unread, it is found by the next look.
          if ((result === "full" || result === "left") && !unseen.has(uid))
            await client.messageFlagsRemove({ uid: `${uid}` }, ["\\Seen"], { uid: true });
        }
        reached = Math.max(reached, uid);
      }
    } finally {
      // Also where the connection was lost: several looks read a large folder with new numbers to its end.
      const state = { uidValidity, lastUid: BigInt(Math.max(0, reached)), waiting };
      await db
        .insert(mailboxes)
        .values({ name: settings.name, ...state, checkedAt: sql`now()` })
        .onConflictDoUpdate({ target: mailboxes.name, set: { ...state, checkedAt: sql`now()` } });
    }
  } catch (error) {
    throw isDatabaseUnavailable(error) ? error : mailboxErrorOf(error, client, settings);
  } finally {
    await client.logout().catch(() => client.close());
  }
}

/**
 * A mailbox that was never read begins with its unread mails, whatever else is in it. With another UIDVALIDITY the
 * numbers mean other mails, so all of it is read again: what was taken is recognized.
 */
function firstUid(stored: State | undefined, uidValidity: bigint, uidNext: number): number {
  if (!stored) return uidNext;
  return stored.uidValidity === uidValidity ? Number(stored.lastUid ?? 0n) + 1 : 1;
}

async function listMails(client: ImapFlow, first: number, failed: readonly number[]) {
  const unseen = new Set(await search(client, { seen: false }));
  // `100:*` also finds the last mail where all numbers are lower.
  const newer = (await search(client, { uid: `${first}:*`, since: await recognizedSince() })).filter(
    (uid) => uid >= first,
  );
  return { unseen, all: [...new Set([...unseen, ...newer, ...failed])].sort((a, b) => a - b) };
}

/**
 * Older mails may have been taken without being recognized any longer (`takenMail`): of them only unread ones are
 * taken. The server compares days of its own time zone.
 */
async function recognizedSince(): Promise<Date> {
  const since = sql`now() - ${periodOf("takenMail")}::interval + interval '2 days'`;
  const { rows } = await db.execute<{ since: string }>(sql`select (${since})::text as since`);
  return new Date(rows[0]?.since ?? 0);
}

/** The client returns false, or nothing, for a command that failed or has no connection any longer. */
async function search(client: ImapFlow, query: SearchObject): Promise<number[]> {
  const found = await client.search(query, { uid: true });
  if (!found) throw new MailboxError("the mail server doesn’t list the mails in the folder");
  return found;
}

/** `left`: it fails by itself, and is tried again while the others go on. `stop`: nothing can be stored now. */
async function takeMail(client: ImapFlow, uid: number, signal: AbortSignal, key: FailedKey) {
  const found = await client.fetchOne(`${uid}`, { size: true }, { uid: true });
  if (!found) return gone(client);
  const isWhole = (found.size ?? 0) <= longestMail;
  const content = await client.fetchOne(`${uid}`, isWhole ? { source: true } : { headers: true }, { uid: true });
  const bytes = content ? (isWhole ? content.source : content.headers) : undefined;
  if (!bytes) return gone(client);
  try {
    const result = await receiveMail(bytes, "imap", { isWhole });
    return result === "full" ? result : "taken";
  } catch (err) {
    if (isDatabaseUnavailable(err) || signal.aborted) throw err;
    if (err instanceof StorageError) return "stop";
    log.error({ err, uid }, "a mail in the mailbox could not be taken");
    await recordFailure(key, bytes).catch((failure) => {
      if (isDatabaseUnavailable(failure)) throw failure;
      log.error({ err: failure, uid }, "nothing is known of a mail that could not be taken");
    });
    return "left";
  }
}

/** Of a mail that staff have discarded, as if it had been taken. */
const lookFor = async (client: ImapFlow, uid: number) =>
  (await client.fetchOne(`${uid}`, { uid: true }, { uid: true })) ? "taken" : gone(client);

/** Somebody has deleted it, unless the connection was lost. */
function gone(client: ImapFlow): "gone" {
  if (!client.usable) throw new MailboxError("the connection to the mail server was lost");
  return "gone";
}

/** Its transaction is committed. */
async function acknowledge(client: ImapFlow, uid: number, move: string | null): Promise<void> {
  const isSeen = await client.messageFlagsAdd(`${uid}`, ["\\Seen"], { uid: true });
  if (!isSeen) throw new MailboxError("the mail server doesn’t mark mails as seen");
  if (move && !(await client.messageMove(`${uid}`, move, { uid: true })))
    throw new MailboxError(`the mail server doesn’t move mails to “${move}”`);
}
