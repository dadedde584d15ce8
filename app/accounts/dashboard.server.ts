import { desc, eq, isNotNull, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { visaServices, visaServiceViews } from "~/db/schema/catalogue";
import { visaInquiries } from "~/db/schema/inquiries";

export async function readDashboard() {
  const [views, inquiries, statuses, newest] = await Promise.all([
    db.$count(visaServiceViews),
    db.$count(visaInquiries),
    db
      .select({ status: visaApplications.status, count: sql<number>`count(*)::int` })
      .from(visaApplications)
      .groupBy(visaApplications.status),
    db
      .select({
        id: visaApplications.id,
        applicationNumber: visaApplications.applicationNumber,
        userEmail: visaApplications.userEmail,
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
  const byStatus: Partial<Record<string, number>> = Object.fromEntries(
    statuses.map(({ status, count }) => [status, count]),
  );
  return { views, inquiries, byStatus, newest };
}
