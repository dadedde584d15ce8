import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { visaApplications } from "./applications";
import { createdAt, id, instant } from "./columns";
import { visaInquiries } from "./inquiries";
import { receivedMailReasons, receivedMailStates } from "./values";

/** Replies by email: those of a case or inquiry, and those that staff have to look at. */
export const receivedMails = pgTable(
  "received_mails",
  {
    id: id(),
    /** The case or inquiry whose thread it is in; while it is unverified, the one that its token names, if any. */
    applicationId: uuid().references(() => visaApplications.id, { onDelete: "cascade" }),
    inquiryId: uuid().references(() => visaInquiries.id, { onDelete: "cascade" }),
    state: text({ enum: receivedMailStates }).notNull(),
    /** Why it was not put into a thread by itself. */
    why: text({ enum: receivedMailReasons }),
    sender: text().notNull(),
    senderName: text().notNull().default(""),
    subject: text().notNull(),
    /** The new text, and what it quotes; links of ours with a token are replaced in both. */
    body: text().notNull(),
    quoted: text().notNull().default(""),
    /** Files that were refused, with the reason. */
    refusedFiles: jsonb().$type<{ name: string; reason: string }[]>().notNull().default([]),
    /** Small pictures, calendar parts and signatures that were left out. */
    leftOut: integer().notNull().default(0),
    /** When staff answered it or decided that it needs no answer; of an inquiry's mails. */
    answeredAt: instant(),
    /** Who put it into a thread, and when. */
    decidedBy: text(),
    decidedAt: instant(),
    receivedAt: createdAt(),
  },
  (t) => [
    index().on(t.applicationId),
    index().on(t.inquiryId, t.receivedAt),
    index("received_mails_unverified").on(t.receivedAt, t.id).where(sql`${t.state} = 'unverified'`),
    index("received_mails_unanswered")
      .on(t.receivedAt, t.inquiryId)
      .where(sql`${t.state} = 'in_thread' and ${t.inquiryId} is not null and ${t.answeredAt} is null`),
    check("received_mails_state", sql`${t.state} in ('in_thread', 'unverified')`),
    check("received_mails_one_thread", sql`${t.applicationId} is null or ${t.inquiryId} is null`),
    check("received_mails_body", sql`char_length(${t.body}) <= 50000`),
  ],
);

/**
 * Which mails were taken, by keyed digests of Message-ID and recipient: a mail that comes again is not stored again,
 * even when it was deleted meanwhile. Retained for as long as a mail that was seen in the mailbox is read again.
 */
export const takenMails = pgTable(
  "taken_mails",
  { messageHash: text().notNull(), recipientHash: text().notNull(), takenAt: createdAt() },
  (t) => [primaryKey({ columns: [t.messageHash, t.recipientHash] }), index().on(t.takenAt)],
);

/**
 * Mails that could not be stored although database and storage are available. They are in the mailbox, or with the mail
 * service that posts them.
 */
export const failedMails = pgTable(
  "failed_mails",
  {
    /** As in `mailboxes`. */
    mailbox: text().notNull(),
    /** Its UIDVALIDITY and number in the mailbox, otherwise a keyed digest of its bytes. */
    key: text().notNull(),
    tries: integer().notNull().default(1),
    /** Null once it waits for staff, or was discarded by them. */
    nextTryAt: instant(),
    /** What staff see of it; null before the last try, and once it was discarded. */
    receivedMailId: uuid().references(() => receivedMails.id, { onDelete: "cascade" }),
    /** Whether a further try found that somebody has deleted it from the mailbox. */
    isGone: boolean().notNull().default(false),
    failedAt: createdAt(),
  },
  // By key first: the nightly run removes by it.
  (t) => [primaryKey({ columns: [t.key, t.mailbox] }), index().on(t.receivedMailId), index().on(t.failedAt)],
);

/** How many mails were ignored on a day in Nassau, by why: out of office replies, lists, our own. */
export const ignoredMails = pgTable(
  "ignored_mails",
  { day: date().notNull(), why: text().notNull(), count: integer().notNull().default(0) },
  (t) => [primaryKey({ columns: [t.day, t.why] })],
);

/** How far a mailbox was read. `name` is user, host and folder; `webhook` for the one that a mail service posts. */
export const mailboxes = pgTable("mailboxes", {
  name: text().primaryKey(),
  uidValidity: bigint({ mode: "bigint" }),
  lastUid: bigint({ mode: "bigint" }),
  checkedAt: instant(),
  /** Mails that wait in the mailbox because the list of unverified ones is full. */
  waiting: integer().notNull().default(0),
});
