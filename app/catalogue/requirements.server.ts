import { and, asc, eq, inArray } from "drizzle-orm";
import { interpolateFacts } from "~/content/facts/facts.server";
import { db, type Queryable } from "~/db/client.server";
import { visaServices } from "~/db/schema/catalogue";
import { documents } from "~/db/schema/documents";
import { documentRequirements, type PhotoRule, removedRequirements } from "~/db/schema/requirements";
import type { DocumentFormat, DocumentPurpose } from "~/db/schema/values";
import { type DocumentDateRule, dateRuleOf } from "~/documents/dates/date-rule";

export type Requirement = {
  type: string;
  name: string;
  description: string;
  isRequired: boolean;
  formats: readonly DocumentFormat[];
  purpose: DocumentPurpose;
  dateRule: DocumentDateRule | null;
  photoRule: PhotoRule | null;
  /** The URL of its sample; null until it may be opened. */
  sample: string | null;
};

/** A sample may be opened once it was scanned, or if scanning is off. */
export const openSample = and(
  eq(documents.sampleOf, documentRequirements.id),
  inArray(documents.scan, ["clean", "not_scanned"]),
);

/** The documents that a service requires, in order, with interpolated facts. */
export async function readRequirements(serviceId: string, from: Queryable = db): Promise<Requirement[]> {
  const rows = await from
    .select({
      type: documentRequirements.documentType,
      name: documentRequirements.documentName,
      description: documentRequirements.description,
      isRequired: documentRequirements.isRequired,
      formats: documentRequirements.formats,
      purpose: documentRequirements.purpose,
      dateRule: documentRequirements.dateRule,
      dateAmount: documentRequirements.dateAmount,
      dateUnit: documentRequirements.dateUnit,
      photoRule: documentRequirements.photoRule,
      sampleId: documents.id,
      slug: visaServices.slug,
    })
    .from(documentRequirements)
    .innerJoin(visaServices, eq(visaServices.id, documentRequirements.visaServiceId))
    .leftJoin(documents, openSample)
    .where(eq(documentRequirements.visaServiceId, serviceId))
    .orderBy(asc(documentRequirements.displayOrder), asc(documentRequirements.id));
  const list = rows.map(({ sampleId, slug: _, dateRule, dateAmount, dateUnit, ...row }) => ({
    ...row,
    dateRule: dateRuleOf({ dateRule, dateAmount, dateUnit }),
    sample: sampleId && `/samples/${sampleId}`,
  }));
  return interpolateFacts(list, rows[0]?.slug, from);
}

/** The document types that a service requires, each with whether a renewal needs a new file. */
export async function askedAtRenewal(serviceId: string | null, from: Queryable = db): Promise<Map<string, boolean>> {
  if (!serviceId) return new Map();
  const rows = await from
    .select({ type: documentRequirements.documentType, isRenewedAnew: documentRequirements.isRenewedAnew })
    .from(documentRequirements)
    .where(eq(documentRequirements.visaServiceId, serviceId));
  return new Map(rows.map(({ type, isRenewedAnew }) => [type, isRenewedAnew]));
}

/** The names of documents that a service formerly required, by type. */
export async function removedNames(serviceId: string | null, from: Queryable = db): Promise<Map<string, string>> {
  if (!serviceId) return new Map();
  const rows = await from.select().from(removedRequirements).where(eq(removedRequirements.visaServiceId, serviceId));
  return new Map(rows.map(({ documentType, documentName }) => [documentType, documentName]));
}
