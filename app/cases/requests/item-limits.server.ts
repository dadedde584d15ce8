import { and, eq } from "drizzle-orm";
import { openSample } from "~/catalogue/requirements.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { caseRequestItems } from "~/db/schema/case";
import { documents } from "~/db/schema/documents";
import { documentRequirements, type PhotoRule } from "~/db/schema/requirements";
import { type DocumentPurpose, documentFormats } from "~/db/schema/values";
import { type DocumentDateRule, dateRuleOf } from "~/documents/dates/date-rule";

/** Accepted formats of a document, its rules, and the address of its sample. */
export type ItemLimits = {
  formats: readonly string[];
  purpose: DocumentPurpose;
  dateRule: DocumentDateRule | null;
  photoRule: PhotoRule | null;
  sample: string | null;
};

/** For documents that staff named, and those that the service no longer requires. */
export const usualLimits: ItemLimits = {
  ...{ formats: documentFormats, purpose: "document", dateRule: null, photoRule: null, sample: null },
};

/** Limits of the items that are documents of the service, by item. */
export async function itemLimitsOf(applicationId: string): Promise<Map<string, ItemLimits>> {
  const rows = await db
    .select({
      item: caseRequestItems.id,
      formats: documentRequirements.formats,
      purpose: documentRequirements.purpose,
      dateRule: documentRequirements.dateRule,
      dateAmount: documentRequirements.dateAmount,
      dateUnit: documentRequirements.dateUnit,
      photoRule: documentRequirements.photoRule,
      sampleId: documents.id,
    })
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
    rows.map(({ item, formats, purpose, photoRule, sampleId, ...row }) => [
      item,
      { formats, purpose, photoRule, dateRule: dateRuleOf(row), sample: sampleId && `/samples/${sampleId}` },
    ]),
  );
}
