import { eq } from "drizzle-orm";
import { type Visa, visaOf } from "~/applications/steps/contradictions/visa";
import { notNeededColumn, notNeededIn } from "~/content/rules/rules.server";
import type { Queryable } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { visaServices } from "~/db/schema/catalogue";

export async function readVisa(applicationId: string, from: Queryable): Promise<Visa> {
  const [terms] = await from
    .select({
      maxStay: visaServices.maxStay,
      entryType: visaServices.entryType,
      notNeeded: notNeededColumn,
      tierName: visaApplications.tierName,
    })
    .from(visaApplications)
    .innerJoin(visaServices, eq(visaServices.id, visaApplications.visaServiceId))
    .where(eq(visaApplications.id, applicationId));
  return terms ? visaOf({ ...terms, notNeeded: notNeededIn(terms.notNeeded) }) : null;
}
