import { and, desc, eq, gt, inArray } from "drizzle-orm";
import { applicationTokenHashes } from "~/applications/access/holder.server";
import { db } from "~/db/client.server";
import { applicationHolders, visaApplications } from "~/db/schema/applications";
import { log } from "~/log.server";

export type MyDraft = Awaited<ReturnType<typeof read>>[number];

/**
 * The drafts for a service that this browser can open, the fullest first. `savedAt` is an ISO instant. Empty without a
 * service, and if they can't be read, which is logged: a start must still be possible.
 */
export async function listMyDrafts(request: Request, serviceId: string | null): Promise<MyDraft[]> {
  const tokens = serviceId ? applicationTokenHashes(request.headers.get("cookie") ?? "") : [];
  if (!serviceId || tokens.length === 0) return [];
  return read(serviceId, tokens).catch((err: unknown) => {
    log.error({ err }, "the drafts of a browser could not be read");
    return [];
  });
}

async function read(serviceId: string, tokens: string[]) {
  const rows = await db
    .selectDistinct({
      id: visaApplications.id,
      number: visaApplications.applicationNumber,
      name: visaApplications.applicantName,
      begun: visaApplications.createdAt,
      percent: visaApplications.completionPercentage,
      savedAt: visaApplications.lastUpdatedAt,
    })
    .from(applicationHolders)
    .innerJoin(visaApplications, eq(visaApplications.id, applicationHolders.applicationId))
    .where(
      and(
        inArray(applicationHolders.tokenHash, tokens),
        gt(applicationHolders.expiresAt, new Date()),
        eq(visaApplications.status, "draft"),
        eq(visaApplications.visaServiceId, serviceId),
      ),
    )
    .orderBy(desc(visaApplications.completionPercentage), desc(visaApplications.lastUpdatedAt));
  return rows.map((row) => ({ ...row, begun: row.begun.toISOString(), savedAt: row.savedAt.toISOString() }));
}
