import { createHash } from "node:crypto";
import { and, eq, gt, isNotNull, sql } from "drizzle-orm";
import { config } from "~/config.server";
import { consumeLimit } from "~/core/rate-limits/limits.server";
import { nassauDay } from "~/core/time";
import { locks, takeLock } from "~/db/advisory-locks.server";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { visaInquiries } from "~/db/schema/inquiries";
import { ignoredMails, mailboxes, takenMails } from "~/db/schema/received-mails";
import type { ReceivedMailReason } from "~/db/schema/values";
import { log } from "~/log.server";
import { markBounced } from "~/mail/delivery/delivery-report.server";
import { seal } from "~/mail/links/private-links.server";
import { provesFor, type ReplyToken, readTokens, replyAddressPattern } from "~/mail/reply-address.server";
import { singleton } from "~/singleton.server";
import { readOurs } from "./parse/ours.server";
import { parseMail } from "./parse/parse-mail.server";
import type { ParsedMail, UnreadMail } from "./parsed-mail";
import { putIntoCase } from "./place/put-into-case.server";
import { putIntoInquiry } from "./place/put-into-inquiry.server";
import type { MailTarget, ReceivedMail } from "./place/received-mail";
import { isListFull, storeUnverified } from "./place/store-unverified.server";
import { type TakenFiles, takeMailFiles } from "./place/take-files.server";

export type ReceivedBy = "imap" | "webhook";
/**
 * `taken`: it is in a thread or in the list of unverified mails. `again`: it was before. `ignored`: only counted.
 * `full`: it belongs in that list, which has no room: the mailbox or the sender has to keep it.
 */
export type ReceivedAs = "taken" | "again" | "ignored" | "full";

type Mail = ParsedMail | UnreadMail;
type Decision = { target: MailTarget; why: null } | { target: MailTarget | null; why: ReceivedMailReason };

/** Tokens of one mail that are followed; nobody answers more of our mails at once. */
const mostTokens = 3;
const hourly = { max: 30, seconds: 3600 };
const daily = { max: 200, seconds: 86_400 };

/**
 * Puts a mail into its thread or into the list for staff, once, whichever way and however often it comes. Throws while
 * database or storage is unavailable: the mail is to come again then. `isWhole`: false where it is larger than a mail
 * may be and only its headers were read.
 */
export async function receiveMail(bytes: Uint8Array, by: ReceivedBy, { isWhole = true } = {}): Promise<ReceivedAs> {
  const parsed = await parseMail(bytes, await readOurs(db, replyAddressPattern()));
  const mail: Mail = isWhole ? parsed : { ...parsed, tooLarge: true };
  const messageHash = digest("message", mail.messageId ?? createHash("sha256").update(bytes).digest("hex"));
  const tokens = readTokens(mail.recipients).slice(0, mostTokens);
  const results: ReceivedAs[] = [];
  for (const token of tokens.length > 0 ? tokens : [null]) {
    const key = { messageHash, recipientHash: digest("recipient", token ? `${token.kind} ${token.id}` : "") };
    results.push(await (mail.ignore ? countIgnored(mail, key) : takeOnce(mail, token, key)));
  }
  const result = (["full", "taken", "ignored"] as const).find((one) => results.includes(one)) ?? "again";
  if (by === "webhook") await countRefused(result);
  log.info({ by, result }, "a mail was received");
  return result;
}

/** What staff see of a mail that can't be stored: its sender and subject, and what its token names. */
export async function readHeadOnly(bytes: Uint8Array): Promise<{ mail: ReceivedMail; target: MailTarget | null }> {
  const parsed = await parseMail(bytes, await readOurs(db, replyAddressPattern()));
  const mail: UnreadMail = { ...parsed, tooLarge: true };
  const [token = null] = readTokens(mail.recipients);
  const { target } = await decide(db, mail, token);
  return { mail: receivedOf(mail, { files: [], refusedFiles: [] }), target };
}

type Key = { messageHash: string; recipientHash: string };

const digest = (use: string, text: string) => seal(`received mail ${use}`, text).toString("base64url");

async function takeOnce(mail: Mail, token: ReplyToken | null, key: Key): Promise<ReceivedAs> {
  if (await wasTaken(key)) return "again";
  // Before its files are checked and scanned, which would be for nothing.
  const { why } = await decide(db, mail, token);
  if (why && (await isListFull(db))) return "full";
  return takeMailFiles(mail.tooLarge ? [] : mail.files, (taken) => {
    const storeAll = () => db.transaction((tx) => store(tx, mail, token, key, taken));
    return why ? inTurn(storeAll) : storeAll();
  });
}

const turns = singleton("unproven mails", () => ({ last: Promise.resolve() }));

/**
 * One at a time: each locks the counts of the day and of the list until its files are stored, and the others would wait
 * for it with all connections of the pool.
 */
async function inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
  const before = turns.last;
  const { promise, resolve } = Promise.withResolvers<void>();
  turns.last = promise;
  await before;
  try {
    return await act();
  } finally {
    resolve();
  }
}

async function store(
  tx: Transaction,
  mail: Mail,
  token: ReplyToken | null,
  key: Key,
  taken: TakenFiles,
): Promise<ReceivedAs> {
  const decision = await decide(tx, mail, token);
  if (decision.why && (await isFullInTurn(tx))) return "full";
  const isOver = await isOverLimit(tx, mail, decision);
  if (isOver && !decision.why && (await isFullInTurn(tx))) return "full";
  // Waits for another transaction that takes the same mail.
  if (!(await claim(tx, key))) return "again";
  const received = receivedOf(mail, taken);
  if (!decision.why && !isOver && (await place(tx, decision.target, received))) return "taken";
  const why = isOver && decision.why !== "too_large" ? "too_many" : (decision.why ?? "gone");
  await storeUnverified(tx, received, why, why === "gone" ? null : decision.target);
  return "taken";
}

/** Two at once must not both be the last. */
export async function isFullInTurn(tx: Transaction): Promise<boolean> {
  await takeLock(tx, locks.unverifiedMails);
  return isListFull(tx);
}

const place = (tx: Transaction, { kind, id }: MailTarget, mail: ReceivedMail) =>
  kind === "case" ? putIntoCase(tx, id, mail) : putIntoInquiry(tx, id, mail);

/**
 * Where a mail goes. Only its token and its one sender decide, and what our own mail server says of that sender: a
 * subject or `In-Reply-To` can be copied.
 */
async function decide(from: Queryable, mail: Mail, token: ReplyToken | null): Promise<Decision> {
  const decision = await decideByToken(from, mail, token);
  return mail.tooLarge ? { target: decision.target, why: "too_large" } : decision;
}

async function decideByToken(from: Queryable, mail: Mail, token: ReplyToken | null): Promise<Decision> {
  if (!token) return { target: null, why: "no_token" };
  const { kind, id } = token;
  const sender = mail.from.length === 1 ? (mail.from[0]?.address.trim().toLowerCase() ?? "") : "";
  const address = await addressInForce(from, token);
  // The token contains no address: of a case that is gone it can be checked for the sender alone.
  if (address === undefined)
    return { target: null, why: provesFor(token, { kind, id, address: sender }) ? "gone" : "no_token" };
  if (!provesFor(token, { kind, id, address })) return { target: null, why: "no_token" };
  const target = { kind, id };
  if (sender === "" || sender !== address.trim().toLowerCase()) return { target, why: "another_sender" };
  return failsDmarc(mail.authentication) ? { target, why: "failed_authentication" } : { target, why: null };
}

/** Undefined without such a submitted application or inquiry. */
async function addressInForce(from: Queryable, { kind, id }: ReplyToken): Promise<string | undefined> {
  const [row] =
    kind === "case"
      ? await from
          .select({ email: visaApplications.userEmail })
          .from(visaApplications)
          .where(and(eq(visaApplications.id, id), isNotNull(visaApplications.submittedAt)))
      : await from.select({ email: visaInquiries.email }).from(visaInquiries).where(eq(visaInquiries.id, id));
  return row?.email;
}

/**
 * Whether our mail server says that DMARC failed, in any of its headers: it may write one for each method. A header
 * that a sender wrote in its name can only say so too, and such a mail is one for staff.
 */
function failsDmarc(headers: readonly string[]): boolean {
  const server = config.INBOUND_AUTHSERV?.toLowerCase();
  if (!server) return false;
  const ofServer = headers.filter((header) => /^[^\s;]+/.exec(header.trim())?.[0].toLowerCase() === server);
  return ofServer.some((header) => /(^|[\s;])dmarc\s*=\s*fail\b/i.test(header));
}

/**
 * Counts a mail; true beyond the limits. What anybody can send counts apart, so that nobody uses up the limit of an
 * applicant's own replies.
 */
async function isOverLimit(tx: Transaction, { from }: Mail, { target, why }: Decision): Promise<boolean> {
  const trust = why === null ? "proven" : "unproven";
  const keyOf = (of: string, id: string) => `received mail ${trust} ${of}:${digest(of, id)}`;
  const limits = [
    { key: keyOf("sender", from.map(({ address }) => address.toLowerCase()).join(" ")), limit: hourly },
    ...(target ? [{ key: keyOf(target.kind, target.id), limit: hourly }] : []),
    ...(target ? [] : [{ key: keyOf("day", nassauDay()), limit: daily }]),
  ];
  let isOver = false;
  for (const { key, limit } of limits) isOver = !(await consumeLimit(key, limit, tx)).allowed || isOver;
  return isOver;
}

function receivedOf(mail: Mail, taken: TakenFiles): ReceivedMail {
  const [{ address = "", name = "" } = {}] = mail.from;
  // Staff see every sender that the mail claims.
  const others = mail.from.slice(1).map((mailbox) => mailbox.address);
  const body = mail.tooLarge ? { body: "", quoted: "", leftOut: 0 } : contentOf(mail);
  return { sender: [address, ...others].join(", "), senderName: name, subject: mail.subject, ...body, ...taken };
}

const contentOf = ({ text, quoted, leftOut }: ParsedMail) => ({ body: text, quoted, leftOut });

async function wasTaken(key: Key): Promise<boolean> {
  return (await db.$count(takenMails, isKey(key))) > 0;
}

const isKey = ({ messageHash, recipientHash }: Key) =>
  and(eq(takenMails.messageHash, messageHash), eq(takenMails.recipientHash, recipientHash));

async function claim(tx: Transaction, key: Key): Promise<boolean> {
  const { rowCount } = await tx.insert(takenMails).values(key).onConflictDoNothing();
  return rowCount === 1;
}

/** Counts a mail that a program sent; a report that a mail of ours came back is passed on. */
async function countIgnored(mail: Mail, key: Key): Promise<ReceivedAs> {
  return db.transaction(async (tx) => {
    if (!(await claim(tx, key))) return "again";
    await tx
      .insert(ignoredMails)
      .values({ day: nassauDay(), why: mail.ignore ?? "", count: 1 })
      .onConflictDoUpdate({
        target: [ignoredMails.day, ignoredMails.why],
        set: { count: sql`${ignoredMails.count} + 1` },
      });
    const report = mail.tooLarge ? null : mail.report;
    if (report?.isPermanent) await markBounced(tx, report.messageId, report.detail);
    return "ignored";
  });
}

/** Of the webhook, whose mails nobody else can count: how often it was refused since the list was full. */
async function countRefused(result: ReceivedAs): Promise<void> {
  const webhook = { name: "webhook", waiting: 1 };
  if (result === "full")
    await db
      .insert(mailboxes)
      .values(webhook)
      .onConflictDoUpdate({
        target: mailboxes.name,
        set: { waiting: sql`${mailboxes.waiting} + 1` },
      });
  else if (result === "taken" && !(await isListFull(db)))
    await db
      .update(mailboxes)
      .set({ waiting: 0 })
      .where(and(eq(mailboxes.name, webhook.name), gt(mailboxes.waiting, 0)));
}
