import { and, eq, inArray, lte, ne, sql } from "drizzle-orm";
import { nassauDay } from "~/core/time";
import { locks, takeLock } from "~/db/advisory-locks.server";
import type { Transaction } from "~/db/client.server";
import { consultationCells, consultations } from "~/db/schema/consultations";
import { isOwn, readSlotFacts } from "./read-times.server";
import { cellsOf, freeTimesOf } from "./slots";

/**
 * Every change of an admin's time takes this lock: bookings, moves, blocked times, and appointments with a member of
 * staff. Not the admins' rows: `mayAct` locks the acting one’s row before, and two admins would wait for each other.
 */
export const lockTakers = (tx: Transaction) => takeLock(tx, locks.consultations);

/** Changed settings leave these of an existing consultation as they were. */
type Kept = { minutes: number; changeHours: number };

type Occupying = {
  consultationId: string;
  startsAt: Date;
  /** What a consultation that exists keeps; as in the settings by default. */
  keeps?: Kept;
  /** Only this admin may take it. */
  adminId?: string;
  /** Takes it if free then, before those with fewer consultations. */
  preferred?: string | null;
  /** Lead time and booking window do not count. */
  ofStaff?: boolean;
};

export type Occupied = { adminId: string; day: string; time: string } & Kept;

/**
 * Takes a time for a consultation whose row exists: takes the lock, checks again that one is free, releases the
 * quarter hours that it had, deletes unconfirmed bookings of its visitor and writes the new ones. Null if the time is
 * not free: the transaction must then be rolled back or leave the consultation as it was, because nothing has been
 * released.
 */
export async function occupy(tx: Transaction, input: Occupying): Promise<Occupied | null> {
  const { consultationId, startsAt, adminId, preferred, ofStaff, keeps } = input;
  await lockTakers(tx);
  await releaseExpired(tx);
  const day = nassauDay(startsAt);
  const read = await readSlotFacts(
    { from: day, to: day },
    { source: tx, except: consultationId, now: await clockOf(tx) },
  );
  const { minutes, changeHours } = keeps ?? { minutes: read.minutes, changeHours: read.settings.changeHours };
  const facts = { ...read, minutes };
  const free = freeTimesOf(facts, day, { ofStaff }).find((time) => time.startsAt.getTime() === startsAt.getTime());
  const fit = free?.adminIds.filter((id) => adminId === undefined || id === adminId) ?? [];
  const taker = fit.find((id) => id === preferred) ?? fit[0];
  if (!free || taker === undefined) return null;
  await release(tx, consultationId);
  await tx.delete(consultations).where(and(ne(consultations.id, consultationId), isOwn(consultationId)));
  await tx.insert(consultationCells).values(
    cellsOf(startsAt, minutes, facts.settings.bufferMinutes).map((cell) => ({
      ...{ adminId: taker, startsAt: cell, consultationId },
    })),
  );
  return { adminId: taker, day, time: free.time, minutes, changeHours };
}

/** Whether the own time of a consultation is free for it now. Changes and locks nothing. */
export async function isFreeFor(booking: { id: string; startsAt: Date; minutes: number }): Promise<boolean> {
  const { id, startsAt, minutes } = booking;
  const day = nassauDay(startsAt);
  const facts = await readSlotFacts({ from: day, to: day }, { except: id });
  return freeTimesOf({ ...facts, minutes }, day, { ofStaff: true }).some(
    (time) => time.startsAt.getTime() === startsAt.getTime(),
  );
}

/** Frees the time of a consultation. */
export async function release(tx: Transaction, consultationId: string): Promise<void> {
  await tx.delete(consultationCells).where(eq(consultationCells.consultationId, consultationId));
}

/** Frees the times whose hour of confirmation is over: no job has to run before. */
async function releaseExpired(tx: Transaction): Promise<void> {
  const expired = tx
    .select({ id: consultations.id })
    .from(consultations)
    .where(and(eq(consultations.state, "unconfirmed"), lte(consultations.unconfirmedUntil, sql`clock_timestamp()`)));
  await tx.delete(consultationCells).where(inArray(consultationCells.consultationId, expired));
}

/** The database's clock: the same for every instance, and after a wait for the lock. */
export async function clockOf(tx: Transaction): Promise<Date> {
  const { rows } = await tx.execute<{ now: Date | string }>(sql`select clock_timestamp() as now`);
  return new Date(rows[0]?.now ?? Date.now());
}
