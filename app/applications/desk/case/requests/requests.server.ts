import { eq } from "drizzle-orm";
import { z } from "zod";
import { readForDesk } from "~/applications/case/requests/read-requests.server";
import { isUndecided } from "~/applications/case/undecided";
import { requirementsOf } from "~/applications/wizard/files/requirements.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";

/** What the page on which staff ask shows; null when there is no application with this id. */
export async function readAsking(id: string) {
  if (!z.uuid().safeParse(id).success) return null;
  const [application] = await db
    .select({
      id: visaApplications.id,
      number: visaApplications.applicationNumber,
      status: visaApplications.status,
      userEmail: visaApplications.userEmail,
      serviceId: visaApplications.visaServiceId,
    })
    .from(visaApplications)
    .where(eq(visaApplications.id, id));
  if (!application) return null;
  const { serviceId, ...shown } = application;
  const [requirements, requests] = await Promise.all([requirementsOf(serviceId), readForDesk(id)]);
  return {
    application: shown,
    mayAsk: isUndecided(application.status),
    requirements: requirements.map(({ type, name }) => ({ type, name })),
    requests,
    attempt: crypto.randomUUID(),
  };
}
