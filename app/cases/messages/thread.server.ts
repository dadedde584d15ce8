import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { nameAll } from "~/accounts/admins/names.server";
import { formatPromise } from "~/content/settings/hours";
import { byCreatedAt, cursorOf, cursorParams, type PageCursor, readPage } from "~/core/lists/keyset.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { caseMessages } from "~/db/schema/case";
import { documents } from "~/db/schema/documents";
import { receivedMails } from "~/db/schema/received-mails";
import type { caseSides } from "~/db/schema/values";
import type { SentFile } from "~/documents/sent-files";
import { type ReceivedParts, receivedPartsOf } from "~/mail/received/received-parts.server";

const pageSize = 50;

type Side = (typeof caseSides)[number];
/** A message of a thread; `admin` is for the desk alone. */
export type ShownMessage = {
  id: string;
  side: Side;
  /** Name of the admin; null for applicants, who aren't told. */
  admin: string | null;
  adminEmail: string | null;
  body: string;
  at: string;
  readAt: string | null;
  /** Promised time of our answer, formatted; null once answered. */
  promised: string | null;
  isOverdue: boolean;
  /** Title of the question that the message reports as wrong. */
  about: string | null;
  files: SentFile[];
  /** For a message that came by email. */
  byEmail: ByEmail | null;
};
/** `part` as in `1 of 3`, if it is a part of a long email; the last part has what the thread shows of the whole. */
type ByEmail = { part: string | null; mail: ReceivedParts | null };
/** A page of a thread, newest first. `earlier` and `later` are the cursors of the neighbouring pages. */
export type Thread = { messages: ShownMessage[]; earlier: string | null; later: string | null };

export const newest: PageCursor = { row: undefined, backwards: false };

/** The cursor in a URL. */
export const threadPlace = (search: URLSearchParams): PageCursor =>
  cursorOf(z.object(cursorParams).parse(Object.fromEntries(search)));

/**
 * One page of a case's messages for one side. Marks the other side's as read, unless `opened` is false, as for a
 * browser's prefetch.
 */
export async function readThread(
  applicationId: string,
  { viewer, opened, place }: { viewer: Side; opened: boolean; place: PageCursor },
): Promise<Thread> {
  const { rows, next, previous } = await readPage(byCreatedAt("case_messages"), place, pageSize, (page) =>
    db
      .select()
      .from(caseMessages)
      .where(and(eq(caseMessages.applicationId, applicationId), page.beyond))
      .orderBy(...page.orderBy)
      .limit(page.limit),
  );
  const unread = rows.filter(({ side, readAt }) => side !== viewer && readAt === null).map(({ id }) => id);
  const [files, mailOf] = await Promise.all([
    filesOf(rows.map(({ id }) => id)),
    readMails(rows),
    opened ? markRead(viewer, unread) : undefined,
  ]);
  const named = await nameAll(db, viewer === "office" ? rows.map(({ adminEmail }) => adminEmail) : []);
  const messages = rows.map((row) => ({
    id: row.id,
    side: row.side,
    admin: viewer === "office" ? named(row.adminEmail) : null,
    adminEmail: viewer === "office" ? row.adminEmail : null,
    body: row.body,
    at: row.createdAt.toISOString(),
    readAt: row.side === viewer ? (row.readAt?.toISOString() ?? null) : null,
    promised: row.answerBy && row.answeredAt === null ? formatPromise(row.answerBy) : null,
    isOverdue: row.answeredAt === null && row.answerBy !== null && row.answerBy.getTime() < Date.now(),
    about: row.about?.label ?? null,
    files: files.get(row.id) ?? [],
    byEmail: byEmailOf(row, mailOf),
  }));
  return { messages, earlier: next, later: previous };
}

type Row = typeof caseMessages.$inferSelect;

/** The emails by which messages came, with what the thread shows of each. */
async function readMails(messages: readonly Row[]): Promise<Map<string, ReceivedParts>> {
  const ids = messages.flatMap(({ receivedMailId }) => receivedMailId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ mail: receivedMails, email: visaApplications.userEmail })
    .from(receivedMails)
    .innerJoin(visaApplications, eq(visaApplications.id, receivedMails.applicationId))
    .where(inArray(receivedMails.id, ids));
  return new Map(rows.map(({ mail, email }) => [mail.id, receivedPartsOf(mail, email)]));
}

function byEmailOf({ receivedMailId, mailPart, mailParts }: Row, mails: Map<string, ReceivedParts>): ByEmail | null {
  if (receivedMailId === null) return null;
  const isLast = mailPart === mailParts;
  return {
    part: mailPart && mailParts ? `${mailPart} of ${mailParts}` : null,
    mail: isLast ? (mails.get(receivedMailId) ?? null) : null,
  };
}

async function filesOf(messages: string[]): Promise<Map<string, SentFile[]>> {
  const files = new Map<string, SentFile[]>();
  if (messages.length === 0) return files;
  const rows = await db
    .select({
      message: documents.caseMessageId,
      id: documents.id,
      name: documents.documentName,
      bytes: documents.byteSize,
      scan: documents.scan,
    })
    .from(documents)
    .where(inArray(documents.caseMessageId, messages))
    .orderBy(asc(documents.createdAt), asc(documents.id));
  for (const { message, ...file } of rows) if (message) files.set(message, [...(files.get(message) ?? []), file]);
  return files;
}

async function markRead(viewer: Side, unread: string[]): Promise<void> {
  if (unread.length === 0) return;
  await db
    .update(caseMessages)
    .set({ readAt: sql`now()` })
    .where(and(inArray(caseMessages.id, unread), ne(caseMessages.side, viewer), isNull(caseMessages.readAt)));
}
