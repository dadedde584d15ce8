import { and, eq, gt, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "~/db/client.server";
import { appointments } from "~/db/schema/case";
import type { MailedAppointment } from "~/mail/calendar/appointment";
import { mailedOf } from "./mailed.server";

const aheadOf = (applicationId: string, now: Date) =>
  and(eq(appointments.applicationId, applicationId), eq(appointments.state, "planned"), gt(appointments.startsAt, now));

/** Whether the case has a planned interview in the future. */
export async function hasInterviewAhead(from: Queryable, applicationId: string, now = new Date()): Promise<boolean> {
  const [interview] = await from
    .select({ id: appointments.id })
    .from(appointments)
    .where(and(aheadOf(applicationId, now), eq(appointments.kind, "interview")))
    .limit(1);
  return interview !== undefined;
}

export const cancelled = (by: string, now: Date) => ({
  state: "cancelled" as const,
  sequence: sql`${appointments.sequence} + 1`,
  otherTime: null,
  otherTimeAt: null,
  adminEmail: by,
  updatedAt: now,
});

/** Cancels the future appointments of a case, in the transaction that closes it. Returns them for the caller's mail. */
export async function cancelAppointmentsOf(
  tx: Transaction,
  applicationId: string,
  by: string,
  now = new Date(),
): Promise<MailedAppointment[]> {
  const rows = await tx.update(appointments).set(cancelled(by, now)).where(aheadOf(applicationId, now)).returning();
  return rows.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime()).map((row) => mailedOf(row, "cancelled"));
}

/** The appointments that `cancelAppointmentsOf` would cancel, for the preview of a mail. */
export async function cancellationsAhead(
  from: Queryable,
  applicationId: string,
  now = new Date(),
): Promise<MailedAppointment[]> {
  const rows = await from.select().from(appointments).where(aheadOf(applicationId, now)).orderBy(appointments.startsAt);
  return rows.map((row) => mailedOf({ ...row, sequence: row.sequence + 1, updatedAt: now }, "cancelled"));
}
