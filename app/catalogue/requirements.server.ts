import { and, asc, eq, inArray } from "drizzle-orm";
import { interpolateFacts } from "~/content/facts/facts.server";
import { db, type Queryable } from "~/db/client.server";
import { visaServices } from "~/db/schema/catalogue";
import { documents } from "~/db/schema/documents";
import { documentRequirements, removedRequirements } from "~/db/schema/requirements";
import type { DocumentFormat } from "~/db/schema/values";

/** A document that a service asks for, as pages and mails show it. */
export type Requirement = {
  type: string;
  name: string;
  description: string;
  isRequired: boolean;
  formats: readonly DocumentFormat[];
  /** The address of its sample, once that may be opened. */
  sample: string | null;
};

/** A sample may be opened once it was scanned, or where nothing is scanned (K-DOCS-4). */
export const openSample = and(
  eq(documents.sampleOf, documentRequirements.id),
  inArray(documents.scan, ["clean", "not_scanned"]),
);

/** The documents that a service asks for, in order, with the facts that their texts name (W-CONF-19, K-DOCS-2). */
export async function readRequirements(serviceId: string, from: Queryable = db): Promise<Requirement[]> {
  const rows = await from
    .select({
      type: documentRequirements.documentType,
      name: documentRequirements.documentName,
      description: documentRequirements.description,
      isRequired: documentRequirements.isRequired,
      formats: documentRequirements.formats,
      sampleId: documents.id,
      slug: visaServices.slug,
    })
    .from(documentRequirements)
    .innerJoin(visaServices, eq(visaServices.id, documentRequirements.visaServiceId))
    .leftJoin(documents, openSample)
    .where(eq(documentRequirements.visaServiceId, serviceId))
    .orderBy(asc(documentRequirements.displayOrder), asc(documentRequirements.id));
  const list = rows.map(({ sampleId, slug: _, ...row }) => ({ ...row, sample: sampleId && `/samples/${sampleId}` }));
  return interpolateFacts(list, rows[0]?.slug, from);
}

/** The names of the documents that a service asked for once, by their type (K-DOCS-5). */
export async function removedNames(serviceId: string | null, from: Queryable = db): Promise<Map<string, string>> {
  if (!serviceId) return new Map();
  const rows = await from.select().from(removedRequirements).where(eq(removedRequirements.visaServiceId, serviceId));
  return new Map(rows.map(({ documentType, documentName }) => [documentType, documentName]));
}
