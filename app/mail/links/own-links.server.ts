import { desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { statusChange, undoableChanges } from "~/core/undo/undoable-changes.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";
import type { OwnLink } from "~/mail/template";
import { statusLook } from "~/ui/lists/status-badge";
import { privateLink } from "./private-links.server";

const formerly = z.object({ id: z.string(), before: z.object({ status: z.string() }) });

/** Private links to the applications of an email, newest first, at most 50. */
export async function ownLinks(email: string): Promise<OwnLink[]> {
  const rows = await db
    .select({
      applicationId: visaApplications.id,
      resumeToken: visaApplications.resumeToken,
      name: visaApplications.applicantName,
      number: visaApplications.applicationNumber,
      status: visaApplications.status,
      begun: visaApplications.createdAt,
      service: visaServices.serviceName,
    })
    .from(visaApplications)
    .leftJoin(visaServices, eq(visaServices.id, visaApplications.visaServiceId))
    .where(eq(sql`lower(${visaApplications.userEmail})`, email.toLowerCase()))
    .orderBy(desc(visaApplications.createdAt))
    .limit(50);
  const ids = rows.map(({ applicationId }) => applicationId);
  const undoable = (await undoableChanges(db, statusChange, ids)).map((change) => formerly.parse(change));
  return rows.map(({ applicationId, resumeToken, begun, service, status, ...row }) => ({
    ...row,
    service: service ?? "Visa Application",
    // Before the oldest undoable change: that is the status the applicant knows (K-UNDO-3).
    status: statusLook(undoable.findLast(({ id }) => id === applicationId)?.before.status ?? status).label,
    begun: begun.toISOString(),
    href: privateLink("resume", applicationId, resumeToken),
  }));
}
