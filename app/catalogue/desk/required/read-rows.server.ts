import { and, asc, countDistinct, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { db, type Queryable } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { documents } from "~/db/schema/documents";
import { documentRequirements } from "~/db/schema/requirements";
import { documentFormats } from "~/db/schema/values";
import { dateRuleInputOf } from "./date-rule-input";
import { textOfRows } from "./document-rows";
import { photoRuleInputOf } from "./photo-rule-input";

/** The required documents of a service, as the editor's form value. */
export async function storedRows(serviceId: string, from: Queryable = db): Promise<string> {
  const rows = await from
    .select({ requirement: documentRequirements, sample: { id: documents.id, name: documents.documentName } })
    .from(documentRequirements)
    .leftJoin(documents, eq(documents.sampleOf, documentRequirements.id))
    .where(eq(documentRequirements.visaServiceId, serviceId))
    .orderBy(asc(documentRequirements.displayOrder), asc(documentRequirements.id));
  return textOfRows(
    rows.map(({ requirement, sample }) => ({
      key: requirement.documentType,
      name: requirement.documentName,
      description: requirement.description,
      isRequired: requirement.isRequired,
      isRenewedAnew: requirement.isRenewedAnew,
      ...dateRuleInputOf(requirement),
      purpose: requirement.purpose,
      ...photoRuleInputOf(requirement.photoRule),
      formats: documentFormats.filter((format) => requirement.formats.includes(format)),
      sample,
    })),
  );
}

/** The number of applications of a service that have files, by document type. */
export async function applicationsWithFiles(serviceId: string): Promise<Record<string, number>> {
  if (!z.uuid().safeParse(serviceId).success) return {};
  const requestedTypes = db
    .select({ type: documentRequirements.documentType })
    .from(documentRequirements)
    .where(eq(documentRequirements.visaServiceId, serviceId));
  const rows = await db
    .select({ type: documents.documentType, applications: countDistinct(documents.applicationId) })
    .from(documents)
    .innerJoin(visaApplications, eq(visaApplications.id, documents.applicationId))
    .where(and(eq(visaApplications.visaServiceId, serviceId), inArray(documents.documentType, requestedTypes)))
    .groupBy(documents.documentType);
  return Object.fromEntries(rows.map(({ type, applications }) => [type, applications]));
}
