import { and, desc, eq, gt, inArray } from "drizzle-orm";
import { expiredCookie, shownTokens } from "~/applications/access/holder.server";
import { db } from "~/db/client.server";
import { applicationHolders, visaApplications } from "~/db/schema/applications";
import { countries, visaServices } from "~/db/schema/catalogue";

export type HeldApplication = Awaited<ReturnType<typeof read>>[number];

/**
 * All applications that this browser may open, the one saved last first (N-BEGIN-7). `cookies`: headers that remove the
 * cookies of those that it may open no more. `savedAt` is an ISO instant.
 */
export async function heldApplications(request: Request) {
  const shown = shownTokens(request.headers.get("cookie") ?? "");
  const applications = shown.size > 0 ? await read([...shown.values()]) : [];
  const held = new Set(applications.map(({ id }) => id));
  const cookies = [...shown.keys()].filter((id) => !held.has(id)).map(expiredCookie);
  return { applications, headers: new Headers(cookies.map((cookie) => ["Set-Cookie", cookie])) };
}

async function read(tokens: string[]) {
  const rows = await db
    .selectDistinct({
      id: visaApplications.id,
      number: visaApplications.applicationNumber,
      serviceName: visaServices.serviceName,
      flag: countries.code,
      status: visaApplications.status,
      percent: visaApplications.completionPercentage,
      savedAt: visaApplications.lastUpdatedAt,
    })
    .from(applicationHolders)
    .innerJoin(visaApplications, eq(visaApplications.id, applicationHolders.applicationId))
    .leftJoin(visaServices, eq(visaServices.id, visaApplications.visaServiceId))
    .leftJoin(countries, eq(countries.id, visaServices.countryId))
    .where(and(inArray(applicationHolders.tokenHash, tokens), gt(applicationHolders.expiresAt, new Date())))
    .orderBy(desc(visaApplications.lastUpdatedAt));
  return rows.map((row) => ({ ...row, savedAt: row.savedAt.toISOString() }));
}
