import { and, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Staff } from "~/accounts/staff.server";
import { type ListQuery, readNeighbours } from "~/accounts/views/neighbours.server";
import { db } from "~/db/client.server";
import { applicationStatusHistory, visaApplications } from "~/db/schema/applications";
import { orderOf } from "./columns.server";
import { countListed, type ListFilters, listed, readFilters, searchParamsOf } from "./filters.server";

export const applicationList: ListQuery<ListFilters> = {
  name: "applications",
  table: visaApplications,
  read: readFilters,
  where: listed,
  orderOf,
  count: countListed,
  addressOf: searchParamsOf,
  keyBefore: statusBefore,
};

export const neighboursOf = (staff: Staff, id: string, search: URLSearchParams) =>
  readNeighbours(applicationList, staff, id, search);

/** When sorted by status, a case whose status change removed it from the list keeps its former position. */
async function statusBefore({ sort, status }: ListFilters, id: string): Promise<SQL | undefined> {
  if (sort !== "status" && sort !== "status-back") return undefined;
  const [line] = await db
    .select({ from: applicationStatusHistory.fromStatus })
    .from(applicationStatusHistory)
    .where(and(eq(applicationStatusHistory.applicationId, id), isNotNull(applicationStatusHistory.fromStatus)))
    .orderBy(desc(applicationStatusHistory.createdAt))
    .limit(1);
  return line?.from && status.includes(line.from) ? sql`${line.from}::application_status` : undefined;
}
