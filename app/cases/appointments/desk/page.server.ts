import { eq } from "drizzle-orm";
import { z } from "zod";
import { listAssignable } from "~/accounts/admins/names.server";
import { isUndecided } from "~/applications/status/undecided";
import { appointmentsOf } from "~/cases/appointments/read.server";
import { countOpenItems } from "~/cases/requests/add-request.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { appointments } from "~/db/schema/case";

/**
 * The data of the page that makes or changes an appointment; null for a draft, or if the appointment can no longer be
 * changed.
 */
export async function readAppointmentPage(id: string, change: string | null) {
  if (!z.uuid().safeParse(id).success) return null;
  const [application] = await db
    .select({
      number: visaApplications.applicationNumber,
      status: visaApplications.status,
      submittedAt: visaApplications.submittedAt,
    })
    .from(visaApplications)
    .where(eq(visaApplications.id, id));
  if (!application?.submittedAt) return null;
  const all = change === null ? [] : await appointmentsOf(id);
  const changed = all.find(
    (appointment) => appointment.id === change && appointment.state === "planned" && !appointment.hasBegun,
  );
  if (change !== null && !changed) return null;
  return {
    id,
    number: application.number,
    isClosed: !isUndecided(application.status),
    /** An interview may move an undecided case to `interview_scheduled`. */
    offersStatus: isUndecided(application.status) && application.status !== "interview_scheduled",
    openItems: await countOpenItems(db, id),
    changed: changed ? { ...changed, staffId: await staffOf(changed.id) } : null,
    attempt: crypto.randomUUID(),
    people: (await listAssignable(db)).map(({ id: adminId, name }) => ({ id: adminId, name })),
  };
}

/** Which admin takes part; applicants are not told. */
async function staffOf(id: string): Promise<string | null> {
  const [row] = await db.select({ staffId: appointments.staffId }).from(appointments).where(eq(appointments.id, id));
  return row?.staffId ?? null;
}
