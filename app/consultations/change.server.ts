import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { reminderMarks } from "~/cases/appointments/reminders.server";
import type { Transaction } from "~/db/client.server";
import type { ConsultationRow } from "~/db/schema/consultations";
import { type ConsultationEvent, consultations } from "~/db/schema/consultations";
import { visaInquiries } from "~/db/schema/inquiries";
import { announce } from "./announce.server";
import { clockOf, occupy, release } from "./occupy.server";

const minute = 60_000;
export const endOf = ({ startsAt, minutes }: Pick<ConsultationRow, "startsAt" | "minutes">): Date =>
  new Date(startsAt.getTime() + minutes * minute);

/**
 * Locks a consultation, its inquiry first, as an erasure does. `id` is unvalidated. Every change of a consultation
 * takes this lock before those of `lockTakers`, so that two changes never deadlock.
 */
export async function lockConsultation(tx: Transaction, id: unknown): Promise<ConsultationRow | undefined> {
  const read = z.uuid().safeParse(id);
  if (!read.success) return undefined;
  const own = eq(consultations.id, read.data);
  const [found] = await tx.select({ inquiryId: consultations.inquiryId }).from(consultations).where(own);
  if (found?.inquiryId)
    await tx.select().from(visaInquiries).where(eq(visaInquiries.id, found.inquiryId)).for("update");
  const [row] = await tx.select().from(consultations).where(own).for("update");
  return row;
}

type Event = Omit<ConsultationEvent, "at">;

/** Writes columns of a locked consultation, with an entry of its history. */
export async function writeChange(
  tx: Transaction,
  { id, history }: ConsultationRow,
  set: Partial<ConsultationRow>,
  event: Event,
): Promise<ConsultationRow> {
  const now = await clockOf(tx);
  const [row] = await tx
    .update(consultations)
    .set({ ...set, history: [...history, { ...event, at: now.toISOString() }], updatedAt: now })
    .where(eq(consultations.id, id))
    .returning();
  if (!row) throw new Error("A locked consultation was not there any longer");
  return row;
}

type Taken = { startsAt: Date; adminId?: string | undefined; ofStaff?: boolean };

/**
 * Moves a locked, booked consultation: takes the new time, frees the former one and enqueues the mails. The admin stays
 * if free then; the inquiry follows to another one. Null if the time is not free, and nothing is changed. `by`: the
 * admin's email; null for the visitor.
 */
export async function moveBooked(
  tx: Transaction,
  before: ConsultationRow,
  { startsAt, ofStaff = false, by }: { startsAt: Date; ofStaff?: boolean; by: string | null },
): Promise<ConsultationRow | null> {
  const taken = await take(tx, before, { startsAt, ofStaff });
  if (!taken) return null;
  const was = before.startsAt;
  const set = { ...taken, startsAt, sequence: before.sequence + 1, ...reminderMarks(startsAt, await clockOf(tx)) };
  const row = await writeChange(tx, before, set, { what: "moved", by, was: was.toISOString() });
  await followInquiry(tx, before, row);
  await announce(tx, row, { change: "moved", was, formerAdminId: before.adminId });
  return row;
}

/**
 * Gives a locked, booked consultation to another admin, and mails both admins. Null if they are not free then, and
 * nothing is changed.
 */
export async function giveBooked(
  tx: Transaction,
  before: ConsultationRow,
  { adminId, by }: { adminId: string; by: string },
): Promise<ConsultationRow | null> {
  const taken = await take(tx, before, { startsAt: before.startsAt, adminId, ofStaff: true });
  if (!taken) return null;
  const row = await writeChange(tx, before, { adminId }, { what: "given", by });
  await followInquiry(tx, before, row);
  await announce(tx, row, { change: "given", formerAdminId: before.adminId });
  return row;
}

const take = (tx: Transaction, row: ConsultationRow, { adminId, ...to }: Taken) =>
  occupy(tx, {
    ...to,
    consultationId: row.id,
    keeps: row,
    preferred: row.adminId,
    ...(adminId === undefined ? {} : { adminId }),
  });

/** Cancels a locked, booked consultation and enqueues the mails. Its inquiry stays, without a promise. */
export async function cancelBooked(
  tx: Transaction,
  before: ConsultationRow,
  { by, reason }: { by: string | null; reason?: string },
): Promise<ConsultationRow> {
  await release(tx, before.id);
  const event = { what: "canceled" as const, by, ...(reason ? { reason } : {}) };
  const row = await writeChange(tx, before, { state: "canceled", sequence: before.sequence + 1 }, event);
  if (row.inquiryId) await writePromise(tx, row.inquiryId, null);
  await announce(tx, row, { change: "canceled", ...(reason ? { reason } : {}) });
  return row;
}

/** Dates the inquiry by the consultation's end. It stays with its owner unless that was who took the consultation. */
async function followInquiry(tx: Transaction, before: ConsultationRow, row: ConsultationRow): Promise<void> {
  if (!row.inquiryId) return;
  await writePromise(tx, row.inquiryId, endOf(row));
  if (row.adminId === before.adminId) return;
  const formerOwner = sql`${visaInquiries.ownerId} is not distinct from ${before.adminId}::uuid`;
  await tx
    .update(visaInquiries)
    .set({ ownerId: row.adminId })
    .where(and(eq(visaInquiries.id, row.inquiryId), formerOwner));
}

export const writePromise = (tx: Transaction, inquiryId: string, promisedBy: Date | null) =>
  tx.update(visaInquiries).set({ promisedBy }).where(eq(visaInquiries.id, inquiryId));
