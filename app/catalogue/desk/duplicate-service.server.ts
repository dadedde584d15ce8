import { buffer } from "node:stream/consumers";
import { and, eq, getTableColumns, inArray } from "drizzle-orm";
import { z } from "zod";
import type { StaffContext } from "~/accounts/staff.server";
import type { Transaction } from "~/db/client.server";
import { visaServices } from "~/db/schema/catalogue";
import { documents } from "~/db/schema/documents";
import { countryFormConfigurations } from "~/db/schema/form-steps";
import { documentRequirements } from "~/db/schema/requirements";
import { taskTemplates } from "~/db/schema/tasks";
import { DamagedFile } from "~/documents/at-rest/encrypted-bytes.server";
import { openFile } from "~/documents/at-rest/open-file.server";
import { extensionOf } from "~/documents/file-rules";
import { storeDocument } from "~/documents/store.server";
import { log } from "~/log.server";
import { changeServices, refuseTo } from "./change-services.server";
import { sampleType } from "./required/store-sample.server";
import { serviceFields } from "./service-form";
import { writeTiers } from "./write-tiers.server";

const input = z.object({ serviceId: z.uuid() });

/**
 * Copies a service: inactive, not featured, last in the list, with a free slug. Copies its required documents, steps
 * and tasks too, so that applications for the copy have them. `withoutAgreement`: only super admins make a service with
 * an agreement, so the copy of another admin has none.
 */
export function duplicateService(context: StaffContext, rawInput: unknown) {
  return changeServices(
    { doing: "creating", input },
    context,
    rawInput,
    async ({ tx, staff, record }, { serviceId }) => {
      const {
        id: _id,
        createdAt: _c,
        updatedAt: _u,
        totalPrice: _t,
        canonicalUrl: _url,
        // Nobody has checked the copy yet.
        checkedOn: _on,
        officialSource: _source,
        ...copied
      } = getTableColumns(visaServices);
      const [source] = await tx.select(copied).from(visaServices).where(eq(visaServices.id, serviceId));
      if (!source) return refuseTo("creating", "not-found", "the service no longer exists");
      const { agreementId, agreementOffered, workBeginsSigned, ...everyones } = source;
      const isSuperAdmin = staff.role === "super_admin";
      const values = isSuperAdmin ? source : everyones;
      const existing = await tx.select({ slug: visaServices.slug }).from(visaServices);
      const slugs = new Set(existing.map(({ slug }) => slug));
      const stem = source.slug.slice(0, serviceFields.slug.max - 12).replace(/(?<!-)-+$/, "");
      let slug = `${stem}-copy`;
      for (let n = 2; slugs.has(slug); n += 1) slug = `${stem}-copy-${n}`;
      const serviceName = `${source.serviceName.slice(0, serviceFields.serviceName.max - 7)} (copy)`;
      const [copy] = await tx
        .insert(visaServices)
        .values({ ...values, slug, serviceName, isActive: false, isFeatured: false, displayOrder: slugs.size })
        .returning({ id: visaServices.id });
      if (!copy) throw new Error("The copy has no row");
      await writeTiers(tx, copy.id, source.visaSubtypes);
      for (const table of [documentRequirements, countryFormConfigurations]) {
        const rows = await tx.select().from(table).where(eq(table.visaServiceId, serviceId));
        const copies = rows.map(({ id: _row, ...row }) => ({ ...row, visaServiceId: copy.id }));
        if (copies.length > 0) await tx.insert(table).values(copies);
      }
      const tasks = await tx.select().from(taskTemplates).where(eq(taskTemplates.serviceId, serviceId));
      if (tasks.length > 0) await tx.insert(taskTemplates).values(tasks.map((row) => ({ ...row, serviceId: copy.id })));
      await copySamples(tx, serviceId, copy.id);
      await record({
        actionType: "service_created",
        subjectType: "service",
        subjectId: copy.id,
        details: { name: serviceName, copyOf: source.serviceName },
      });
      return { ok: true, serviceId: copy.id, withoutAgreement: !isSuperAdmin && agreementId !== null };
    },
  );
}

/** Copies the samples of a service's documents; one that can't be read is skipped and logged. */
async function copySamples(tx: Transaction, from: string, to: string): Promise<void> {
  const samples = await tx
    .select({ file: documents, type: documentRequirements.documentType })
    .from(documentRequirements)
    .innerJoin(documents, eq(documents.sampleOf, documentRequirements.id))
    .where(and(eq(documentRequirements.visaServiceId, from), inArray(documents.scan, ["clean", "not_scanned"])));
  for (const { file, type } of samples) {
    const bytes = await bytesOf(file);
    if (!bytes || file.scan === "infected") continue;
    const { documentName: name, contentType, sha256, scan, storageKey } = file;
    const inspection = { state: file.inspection, hints: [] };
    const checked = { name, bytes, extension: extensionOf(storageKey), contentType, sha256, scan, inspection };
    const document = { applicationId: null, documentType: sampleType, file: checked, uploadedBy: null, byOffice: true };
    const { id } = await storeDocument(tx, document);
    const ofCopy = and(eq(documentRequirements.visaServiceId, to), eq(documentRequirements.documentType, type));
    const [row] = await tx.select({ id: documentRequirements.id }).from(documentRequirements).where(ofCopy);
    if (row) await tx.update(documents).set({ sampleOf: row.id }).where(eq(documents.id, id));
  }
}

async function bytesOf(file: typeof documents.$inferSelect): Promise<Blob | undefined> {
  try {
    const stream = await openFile(file);
    return stream ? new Blob([new Uint8Array(await buffer(stream))]) : undefined;
  } catch (error) {
    if (!(error instanceof DamagedFile)) throw error;
    log.error({ documentId: file.id, reason: error.message }, "a sample could not be copied");
    return undefined;
  }
}
