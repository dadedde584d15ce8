import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { nameAll } from "~/accounts/admins/names.server";
import { formatPromise } from "~/content/settings/hours";
import { byCreatedAt, cursorOf, cursorParams, type PageCursor, readPage } from "~/core/lists/keyset.server";
import { db } from "~/db/client.server";
import { caseMessages } from "~/db/schema/case";
import { documents } from "~/db/schema/documents";
import type { caseSides } from "~/db/schema/values";

const pageSize = 50;

type Side = (typeof caseSides)[number];
type MessageFile = { id: string; name: string; bytes: number; scan: string };
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
  files: MessageFile[];
};
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
  const [files] = await Promise.all([filesOf(rows.map(({ id }) => id)), opened ? markRead(viewer, unread) : undefined]);
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
  }));
  return { messages, earlier: next, later: previous };
}

async function filesOf(messages: string[]): Promise<Map<string, MessageFile[]>> {
  const files = new Map<string, MessageFile[]>();
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
