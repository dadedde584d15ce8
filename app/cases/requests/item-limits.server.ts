import { and, eq } from "drizzle-orm";
import { openSample } from "~/catalogue/requirements.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { caseRequestItems } from "~/db/schema/case";
import { documents } from "~/db/schema/documents";
import { documentRequirements } from "~/db/schema/requirements";
import { documentFormats } from "~/db/schema/values";

/** What a document may be sent as, and the address of its sample (K-DOCS-3, K-DOCS-4). */
export type ItemLimits = { formats: readonly string[]; sample: string | null };

/** Those of a document in staff's own words, and of one that the service does not ask for any more (C-REQ-2). */
export const usualLimits: ItemLimits = { formats: documentFormats, sample: null };

/** The limits of a case's items that are documents of its service, by item. */
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
