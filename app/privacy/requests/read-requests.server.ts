import { and, asc, count, desc, eq, inArray, or, sql } from "drizzle-orm";
import { z } from "zod";
import { isInquiryUnderHold, isUnderHold } from "~/core/legal-holds.server";
import { db } from "~/db/client.server";
import { documents } from "~/db/schema/documents";
import { erasureRequests } from "~/db/schema/privacy/rights";
import { type RetentionState, retentionStatesOf } from "../erasure/retain-until.server";
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
  keeping: RetentionState;
  isHeld: boolean;
  /** Of the 30 days, by Nassau's calendar; negative when overdue. */
  daysLeft: number;
};

const mostListed = 100;
const waits = inArray(erasureRequests.state, ["open", "erasing", "restricting"]);

/** Requests waiting for a decision or its execution, oldest first, and their number. */
export async function listErasureRequests(): Promise<{ all: number; requests: ListedRequest[] }> {
  const [all, rows] = await Promise.all([
    db.$count(erasureRequests, waits),
    db
      .select()
      .from(erasureRequests)
      .where(waits)
      .orderBy(asc(erasureRequests.confirmedAt), asc(erasureRequests.id))
      .limit(mostListed),
  ]);
  return { all, requests: await shown(rows) };
}

export async function readErasureRequest(id: string): Promise<ListedRequest | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const rows = await db
    .select()
    .from(erasureRequests)
    .where(and(eq(erasureRequests.id, id), waits));
  return (await shown(rows))[0] ?? null;
}

/** Adds the subjects of all requests, with as many queries as for one. */
async function shown(rows: readonly (typeof erasureRequests.$inferSelect)[]): Promise<ListedRequest[]> {
  const refs = rows.map(subjectOf);
  const subjects = new Map((await subjectsBy(refs)).map((subject) => [subject.id, subject]));
  const [files, keepings, held] = await Promise.all([
    filesOf([...subjects.values()]),
    retentionStatesOf(
      db,
      refs.map(({ id }) => id),
    ),
    legalHoldsOf(refs),
  ]);
  return rows.flatMap(({ id, email, reason, state, confirmedAt, ...row }) => {
    const ref = subjectOf({ id, email, reason, state, confirmedAt, ...row });
    const subject = subjects.get(ref.id);
    if (!subject || !confirmedAt) return [];
    return {
      ...{ id, email, reason, state, subject, isHeld: held.has(ref.id) },
      files: (files.get(subject.id) ?? 0) + (files.get(subject.inquiryId ?? "") ?? 0),
      keeping: keepings.get(ref.id) ?? { is: "free" },
      askedAt: confirmedAt.toISOString(),
      daysLeft: daysLeftOf(confirmedAt),
    };
  });
}

/** The number of files of each subject, including those of an inquiry erased with it. */
async function filesOf(subjects: readonly Subject[]): Promise<Map<string, number>> {
  const ids = subjects.flatMap(({ id, inquiryId }) => (inquiryId ? [id, inquiryId] : [id]));
  const owner = sql<string>`coalesce(${documents.applicationId}, ${documents.inquiryId})`;
  const rows = await db
    .select({ owner, n: count() })
    .from(documents)
    .where(or(inArray(documents.applicationId, ids), inArray(documents.inquiryId, ids)))
    .groupBy(owner);
  return new Map(rows.map(({ owner: id, n }) => [id, n]));
}

/** Subjects under legal hold, directly or by the case that was made from them. */
async function legalHoldsOf(refs: readonly SubjectRef[]): Promise<Set<string>> {
  const ids = sql.param(refs.map(({ id }) => id));
  const { rows } = await db.execute<{ id: string }>(sql`
    select k.id from unnest(${ids}::uuid[]) k(id) where ${isUnderHold(sql`k.id`)} or ${isInquiryUnderHold(sql`k.id`)}`);
  return new Set(rows.map(({ id }) => id));
}

export type OwnRequest = { state: "asked" | "open" | "deciding" | "refused"; answer: string | null };

/** The latest request about a subject, as its person sees it; null if there is none. */
export async function ownRequest(ref: SubjectRef): Promise<OwnRequest | null> {
  const [row] = await db
    .select()
    .from(erasureRequests)
    .where(isAbout(ref))
    .orderBy(desc(erasureRequests.createdAt))
    .limit(1);
  if (!row) return null;
  const { state, answer } = row;
  if (state === "asked" || state === "open" || state === "refused") return { state, answer };
  return { state: "deciding", answer: null };
}
