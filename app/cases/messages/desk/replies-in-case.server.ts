import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Staff } from "~/accounts/staff.server";
import { storedName } from "~/applications/stored-answers/answers.server";
import { filledReplies, senderName } from "~/content/replies/replies.server";
import type { CaseFacts } from "~/content/replies/saved-texts";
import { calendarLongDate } from "~/core/time";
import { db, type Queryable } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { appointments, caseRequestItems } from "~/db/schema/case";
import { visaServices } from "~/db/schema/catalogue";
import { statusLook } from "~/ui/lists/status-badge";

/** An admin's saved replies, filled in with the facts of a case. */
export const repliesInCase = (staff: Staff, applicationId: string) =>
  filledReplies(staff, () => factsOf(db, applicationId, staff));

async function factsOf(from: Queryable, applicationId: string, staff: Staff): Promise<CaseFacts> {
  const [application] = await from
    .select({
      number: visaApplications.applicationNumber,
      status: visaApplications.status,
      service: visaServices.serviceName,
    })
    .from(visaApplications)
    .leftJoin(visaServices, eq(visaServices.id, visaApplications.visaServiceId))
    .where(eq(visaApplications.id, applicationId));
  const items = await from
    .select({ name: caseRequestItems.name })
    .from(caseRequestItems)
    .where(and(eq(caseRequestItems.applicationId, applicationId), eq(caseRequestItems.state, "open")))
    .orderBy(asc(caseRequestItems.createdAt), asc(caseRequestItems.position));
  const [next] = await from
    .select()
    .from(appointments)
    .where(
      and(
        eq(appointments.applicationId, applicationId),
        eq(appointments.state, "planned"),
        gt(appointments.startsAt, sql`now()`),
      ),
    )
    .orderBy(asc(appointments.startsAt))
    .limit(1);
  return {
    name: (await storedName(from, applicationId)) || null,
    number: application?.number ?? null,
    service: application?.service ?? null,
    status: application ? statusLook(application.status).label : null,
    "open items": items.map(({ name }) => name).join(", ") || null,
    sender: await senderName(staff),
    appointment: next ? `${calendarLongDate(next.day)}, ${next.time} (${next.zone}), ${next.place}` : null,
  };
}
