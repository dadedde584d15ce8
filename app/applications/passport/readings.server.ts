import { createHmac } from "node:crypto";
import { and, asc, desc, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { usableKey } from "~/applications/stored-answers/usable-key.server";
import { db, type Queryable, type Transaction } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { documents, passportReadings } from "~/db/schema/documents";
import type { PassportReadingState } from "~/db/schema/values";
import { requireDataKey } from "~/encryption/data-keys.server";
import { openedText, sealedText } from "~/encryption/sealed-value.server";
import type { ReadingStates } from "./reading-states";
import { type PassportValues, passportValueNames } from "./values";

/** Only this file reads and writes what was read from passport pages, so that it is encrypted in one place. */
const readingAad = (documentId: string) => `passport_readings/${documentId}/values`;

const stored = z.object(
  Object.fromEntries(passportValueNames.map((name) => [name, z.string().optional()])) as Record<
    keyof PassportValues,
    z.ZodOptional<z.ZodString>
  >,
);

/**
 * Stores what was read from a page that waits to be read. False if it waits no longer: its file was removed or
 * replaced, or the application was submitted.
 */
export async function sealReading(
  tx: Transaction,
  applicationId: string,
  documentId: string,
  values: PassportValues,
): Promise<boolean> {
  // Before its key: one would be created for a draft that was deleted meanwhile.
  if (!(await lockDraft(tx, applicationId))) return false;
  const key = await requireDataKey({ applicationId }, tx);
  const sealed = sealedText(key, readingAad(documentId), values);
  return endReading(tx, applicationId, documentId, { state: "read", sealed });
}

/** Notes that a page can't be read. False if it waits no longer. */
export const markUnreadable = async (tx: Transaction, applicationId: string, documentId: string): Promise<boolean> =>
  (await lockDraft(tx, applicationId)) && endReading(tx, applicationId, documentId, { state: "unreadable" });

/**
 * Waits for a submission that is under way, which would leave the values behind. False if it is no draft any longer.
 */
async function lockDraft(tx: Transaction, applicationId: string): Promise<boolean> {
  const [application] = await tx
    .select({ status: visaApplications.status })
    .from(visaApplications)
    .where(eq(visaApplications.id, applicationId))
    .for("share");
  return application?.status === "draft";
}

/** The caller has locked the draft. */
async function endReading(
  tx: Transaction,
  applicationId: string,
  documentId: string,
  result: { state: "read"; sealed: string } | { state: "unreadable" },
): Promise<boolean> {
  const ended = await tx
    .update(passportReadings)
    .set(result)
    .where(
      and(
        eq(passportReadings.documentId, documentId),
        eq(passportReadings.applicationId, applicationId),
        eq(passportReadings.state, "waiting"),
      ),
    )
    .returning({ id: passportReadings.documentId });
  return ended.length > 0;
}

export type PassportReading = {
  documentId: string;
  values: PassportValues;
  /** The applicant used or declined the values. */
  isAnswered: boolean;
};

const ofPage = and(eq(documents.id, passportReadings.documentId), ne(documents.scan, "infected"));

/** A page that is not read within this time never will be: its job is gone, and the applicant types its values. */
const state = sql<PassportReadingState>`case when ${passportReadings.state} = 'waiting'
  and ${passportReadings.createdAt} < clock_timestamp() - interval '1 hour' then 'unreadable' else ${passportReadings.state} end`;

const pagesOf = (applicationId: string, from: Queryable) =>
  from
    .select({
      documentId: passportReadings.documentId,
      state,
      sealed: passportReadings.sealed,
      answeredAt: passportReadings.answeredAt,
    })
    .from(passportReadings)
    .innerJoin(documents, ofPage)
    .where(eq(passportReadings.applicationId, applicationId))
    .orderBy(desc(documents.createdAt), desc(documents.id));

const statesOf = (pages: Awaited<ReturnType<typeof pagesOf>>): ReadingStates =>
  Object.fromEntries(pages.map(({ documentId, state }) => [documentId, state]));

/** How far the reading of each passport page is, by the id of its file. */
export const readingStates = async (applicationId: string): Promise<ReadingStates> =>
  statesOf(await pagesOf(applicationId, db));

/**
 * The same, with what was read from the page that was uploaded last: undefined without one, or if it can't be opened.
 * `answeredAt`: when values of a page were last used or declined.
 */
export async function passportPages(
  applicationId: string,
  from: Queryable = db,
): Promise<{ states: ReadingStates; answeredAt: Date | null; reading: PassportReading | undefined }> {
  const pages = await pagesOf(applicationId, from);
  const last = Math.max(0, ...pages.map(({ answeredAt }) => answeredAt?.getTime() ?? 0));
  const known = { states: statesOf(pages), answeredAt: last > 0 ? new Date(last) : null };
  const page = pages.find(({ state, sealed }) => state === "read" && sealed !== null);
  if (!page?.sealed) return { ...known, reading: undefined };
  const { documentId, sealed, answeredAt } = page;
  const opened = stored.safeParse(openedText(await usableKey(applicationId, from), readingAad(documentId), sealed));
  if (!opened.success) return { ...known, reading: undefined };
  return {
    ...known,
    reading: { documentId, values: opened.data as PassportValues, isAnswered: answeredAt !== null },
  };
}

export const readingOf = async (applicationId: string, from: Queryable = db): Promise<PassportReading | undefined> =>
  (await passportPages(applicationId, from)).reading;

/** What was read from the passport pages of an application, for its own copy, oldest first. */
export async function ownReadings(applicationId: string, from: Queryable = db) {
  const rows = await from
    .select({ reading: passportReadings, file: documents.documentName })
    .from(passportReadings)
    .innerJoin(documents, eq(documents.id, passportReadings.documentId))
    .where(eq(passportReadings.applicationId, applicationId))
    .orderBy(asc(documents.createdAt), asc(documents.id));
  const key = rows.some(({ reading }) => reading.sealed) ? await usableKey(applicationId, from) : undefined;
  return rows.map(({ reading: { documentId, state, sealed, agreed, differed, confirmed }, file }) => ({
    ...{ file, state, agreed, differed, confirmed },
    read: sealed === null ? null : openedText(key, readingAad(documentId), sealed),
  }));
}

/** Ends the suggestion of a page's values: they were used or declined. False if there are none. */
export async function answerReading(tx: Transaction, applicationId: string, documentId: string): Promise<boolean> {
  const answered = await tx
    .update(passportReadings)
    .set({ answeredAt: new Date() })
    .where(and(eq(passportReadings.documentId, documentId), eq(passportReadings.applicationId, applicationId)))
    .returning({ id: passportReadings.documentId });
  return answered.length > 0;
}

type Compared = { agreed: string[]; differed: string[]; confirmed: string[] };

/** At the submission: deletes what was read; the names of the questions that agreed or differed stay. */
export async function closeReadings(
  tx: Transaction,
  applicationId: string,
  compared: (Compared & { documentId: string }) | undefined,
): Promise<void> {
  const ofApplication = eq(passportReadings.applicationId, applicationId);
  await tx.update(passportReadings).set({ sealed: null }).where(ofApplication);
  await tx
    .update(passportReadings)
    .set({ state: "unreadable" })
    .where(and(ofApplication, eq(passportReadings.state, "waiting")));
  if (!compared) return;
  const { documentId, ...names } = compared;
  await tx
    .update(passportReadings)
    .set(names)
    .where(and(ofApplication, eq(passportReadings.documentId, documentId)));
}

/** 16 characters that tell nobody without the application's key which values differ. */
export async function markOf(applicationId: string, from: Queryable, parts: readonly unknown[]): Promise<string> {
  const key = await usableKey(applicationId, from);
  if (!key) throw new Error("A difference was found without the key of the application");
  const markKey = createHmac("sha256", key).update("marks of differences from a passport page").digest();
  const digest = createHmac("sha256", markKey).update(JSON.stringify(parts)).digest("hex");
  return BigInt(`0x${digest}`).toString(36).slice(0, 16);
}
