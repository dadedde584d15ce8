import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { db, type Transaction } from "~/db/client.server";
import { appointments } from "~/db/schema/case";
import type { AppointmentRow } from "./mailed.server";

const minute = 60_000;
const endOf = ({ startsAt, minutes }: Pick<AppointmentRow, "startsAt" | "minutes">) =>
  new Date(startsAt.getTime() + minutes * minute);

export type ShownAppointment = ReturnType<typeof shown>;

/** An appointment as both sides see it. */
function shown(row: AppointmentRow, now: Date) {
  const { id, kind, day, time, zone, minutes, place, bring, state, sequence, otherTime } = row;
  return {
    ...{ id, kind, day, time, zone, minutes, place, bring, state, sequence, otherTime },
    /** Idempotency key of the form that is shown. */
    attempt: crypto.randomUUID(),
    startsAt: row.startsAt.toISOString(),
    hasBegun: row.startsAt <= now,
    isOver: endOf(row) <= now,
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    otherTimeAt: row.otherTimeAt?.toISOString() ?? null,
  };
}

/** The appointments of an application, earliest first. */
export async function appointmentsOf(applicationId: string, now = new Date()): Promise<ShownAppointment[]> {
  const rows = await db
    .select()
    .from(appointments)
    .where(eq(appointments.applicationId, applicationId))
    .orderBy(asc(appointments.startsAt), asc(appointments.id));
  return rows.map((row) => shown(row, now));
}

/** Appointments that are not over, for the applicant's page. */
export async function readAppointments(applicationId: string, now = new Date()): Promise<ShownAppointment[]> {
  const all = await appointmentsOf(applicationId, now);
  return all.filter(({ isOver }) => !isOver);
}

/** `id` is unvalidated: the database refuses what is no uuid, and in a text a NUL. */
const hasId = (applicationId: string, id: string) =>
  z.uuid().safeParse(id).success
    ? and(eq(appointments.applicationId, applicationId), eq(appointments.id, id))
    : sql`false`;

export async function findAppointment(applicationId: string, id: string): Promise<AppointmentRow | undefined> {
  const [row] = await db.select().from(appointments).where(hasId(applicationId, id));
  return row;
}

/** Locks an appointment of an application. */
export async function lockAppointment(
  tx: Transaction,
  applicationId: string,
  id: string,
): Promise<AppointmentRow | undefined> {
  const [row] = await tx.select().from(appointments).where(hasId(applicationId, id)).for("update");
  return row;
}
