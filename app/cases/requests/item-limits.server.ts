import { and, eq } from "drizzle-orm";
import { openSample } from "~/catalogue/requirements.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { caseRequestItems } from "~/db/schema/case";
import { documents } from "~/db/schema/documents";
import { documentRequirements } from "~/db/schema/requirements";
import { documentFormats } from "~/db/schema/values";

/** Accepted formats of a document, and the address of its sample. */
export type ItemLimits = { formats: readonly string[]; sample: string | null };

/** For documents that staff named, and those that the service no longer requires. */
export const usualLimits: ItemLimits = { formats: documentFormats, sample: null };

/** Limits of the items that are documents of the service, by item. */
export async function itemLimitsOf(applicationId: string): Promise<Map<string, ItemLimits>> {
  const rows = await db
    .select({ item: caseRequestItems.id, formats: documentRequirements.formats, sampleId: documents.id })
    .from(caseRequestItems)
    .innerJoin(visaApplications, eq(visaApplications.id, caseRequestItems.applicationId))
    .innerJoin(
      documentRequirements,
      and(
        eq(documentRequirements.visaServiceId, visaApplications.visaServiceId),
        eq(documentRequirements.documentType, caseRequestItems.documentType),
      ),
    )
    .leftJoin(documents, openSample)
    .where(eq(caseRequestItems.applicationId, applicationId));
  return new Map(
    rows.map(({ item, formats, sampleId }) => [item, { formats, sample: sampleId && `/samples/${sampleId}` }]),
  );
}
