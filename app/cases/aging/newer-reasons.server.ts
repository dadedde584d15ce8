import { and, eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import type { visaApplications } from "~/db/schema/applications";
import { caseRequestItems } from "~/db/schema/case";
import { isAging, newerReason } from "./aging";
import { readCaseConditions } from "./case-conditions.server";

type Case = Pick<typeof visaApplications.$inferSelect, "id" | "visaServiceId" | "status" | "filedOn">;

/** Why a newer one can be asked for, by document type: of documents that are not asked for already. */
export async function newerReasonsOf(application: Case): Promise<Map<string, string>> {
  if (!isAging(application)) return new Map();
  const conditions = await readCaseConditions(application);
  const reasons = conditions.flatMap(({ type, condition }): [string, string][] => {
    const reason = newerReason(condition);
    return reason ? [[type, reason]] : [];
  });
  if (reasons.length === 0) return new Map();
  const open = await db
    .select({ type: caseRequestItems.documentType })
    .from(caseRequestItems)
    .where(and(eq(caseRequestItems.applicationId, application.id), eq(caseRequestItems.state, "open")));
  return new Map(reasons.filter(([type]) => open.every((item) => item.type !== type)));
}
