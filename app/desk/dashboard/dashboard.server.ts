import { desc, eq, isNotNull } from "drizzle-orm";
import { db } from "~/db/client.server";
import { realCountsOf } from "~/db/counts.server";
import { visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import { shortened } from "~/db/shortened.server";

/** Applications by status without sample data, and the newest submitted ones. */
export async function readDashboard() {
  const [statuses, newest] = await Promise.all([
    realCountsOf("applications"),
    db
      .select({
        id: visaApplications.id,
        applicationNumber: visaApplications.applicationNumber,
        userEmail: shortened(visaApplications.userEmail),
        status: visaApplications.status,
        submittedAt: visaApplications.submittedAt,
        isSample: visaApplications.isSample,
        serviceName: visaServices.serviceName,
      })
      .from(visaApplications)
      .leftJoin(visaServices, eq(visaServices.id, visaApplications.visaServiceId))
      .where(isNotNull(visaApplications.submittedAt))
      .orderBy(desc(visaApplications.submittedAt))
      .limit(8),
  ]);
  const byStatus: Partial<Record<string, number>> = Object.fromEntries(statuses);
  return { byStatus, newest };
}
