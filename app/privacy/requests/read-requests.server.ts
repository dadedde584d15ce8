import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { erasureRequests } from "~/db/schema/privacy/rights";
import { isHeld } from "../erasure/holds.server";
import { type Keeping, keepingOf } from "../erasure/keep-until.server";
import { daysLeftOf } from "./days-left";
import { isAbout, type Subject, type SubjectRef, subjectOf, subjectsBy } from "./subjects.server";

export type ListedRequest = {
  id: string;
  email: string;
  reason: string;
  state: string;
  askedAt: string;
  subject: Subject;
  files: number;
  keeping: Keeping;
  isHeld: boolean;
  /** Of the 30 days, by Nassau's calendar; negative once they are over. */
  daysLeft: number;
};

/** Those that wait for a decision or for what was decided, oldest first. */
export async function listErasureRequests(): Promise<ListedRequest[]> {
  const rows = await db
    .select()
    .from(erasureRequests)
    .where(inArray(erasureRequests.state, ["open", "erasing", "restricting"]))
    .orderBy(asc(erasureRequests.confirmedAt), asc(erasureRequests.id));
  const listed = await Promise.all(rows.map(shown));
  return listed.flatMap((one) => one ?? []);
}

export async function readErasureRequest(id: string): Promise<ListedRequest | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [row] = await db
    .select()
    .from(erasureRequests)
    .where(and(eq(erasureRequests.id, id), inArray(erasureRequests.state, ["open", "erasing", "restricting"])));
  return row ? shown(row) : null;
}

async function shown(row: typeof erasureRequests.$inferSelect): Promise<ListedRequest | null> {
  const ref = subjectOf(row);
  const [[subject], files, keeping, held] = await Promise.all([
    subjectsBy([ref]),
    filesOf(ref),
    ref.kind === "application" ? keepingOf(db, ref.id) : ({ is: "free" } as const),
    ref.kind === "application" ? isHeld(db, ref.id) : false,
  ]);
  if (!subject || !row.confirmedAt) return null;
  return {
    ...{ id: row.id, email: row.email, reason: row.reason, state: row.state, subject, files, keeping, isHeld: held },
    askedAt: row.confirmedAt.toISOString(),
    daysLeft: daysLeftOf(row.confirmedAt),
  };
}

const filesOf = ({ kind, id }: SubjectRef): Promise<number> =>
  kind === "subscriber"
    ? Promise.resolve(0)
    : db.$count(documents, kind === "application" ? eq(documents.applicationId, id) : eq(documents.inquiryId, id));

export type OwnRequest = { state: "asked" | "open" | "deciding" | "refused"; answer: string | null };

/** The latest request about something, as its person sees it; null where there is none. */
export async function ownRequest(ref: SubjectRef): Promise<OwnRequest | null> {
  const [row] = await db
    .select()
    .from(erasureRequests)
    .where(and(isAbout(ref), sql`${erasureRequests.state} <> 'taken_back'`))
    .orderBy(desc(erasureRequests.createdAt))
    .limit(1);
  if (!row) return null;
  const { state, answer } = row;
  if (state === "asked" || state === "open" || state === "refused") return { state, answer };
  return { state: "deciding", answer: null };
}
