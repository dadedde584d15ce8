import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { isUndecided } from "~/applications/status/undecided";
import { appointmentsOf } from "~/cases/appointments/read.server";
import { countOpenItems } from "~/cases/requests/add-request.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";

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
    changed: changed ?? null,
    attempt: randomUUID(),
  };
}
