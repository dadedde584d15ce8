import { eq, getTableColumns } from "drizzle-orm";
import { z } from "zod";
import type { StaffContext } from "~/accounts/staff.server";
import { visaServices } from "~/db/schema/catalogue";
import { countryFormConfigurations } from "~/db/schema/form-steps";
import { documentRequirements } from "~/db/schema/requirements";
import { changeServices, refuseTo } from "./change-services.server";
import { copySamples } from "./required/copy-samples.server";
import { serviceFields } from "./service-form";
import { writeTiers } from "./write-tiers.server";

const input = z.object({ serviceId: z.uuid() });

/**
 * Copies a service: inactive, not featured, at the end of the list, under a free slug. Its required documents and its
 * own steps are copied too, so that applications for the copy do not lack them.
 */
export function duplicateService(context: StaffContext, given: unknown) {
  return changeServices({ doing: "creating", input }, context, given, async ({ tx, record }, { serviceId }) => {
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
    const existing = await tx.select({ slug: visaServices.slug }).from(visaServices);
    const slugs = new Set(existing.map(({ slug }) => slug));
    const stem = source.slug.slice(0, serviceFields.slug.max - 12).replace(/(?<!-)-+$/, "");
    let slug = `${stem}-copy`;
    for (let n = 2; slugs.has(slug); n += 1) slug = `${stem}-copy-${n}`;
    const serviceName = `${source.serviceName.slice(0, serviceFields.serviceName.max - 7)} (copy)`;
    const [copy] = await tx
      .insert(visaServices)
      .values({ ...source, slug, serviceName, isActive: false, isFeatured: false, displayOrder: slugs.size })
      .returning({ id: visaServices.id });
    if (!copy) throw new Error("The copy has no row");
    await writeTiers(tx, copy.id, source.visaSubtypes);
    for (const table of [documentRequirements, countryFormConfigurations]) {
      const rows = await tx.select().from(table).where(eq(table.visaServiceId, serviceId));
      const copies = rows.map(({ id: _row, ...row }) => ({ ...row, visaServiceId: copy.id }));
      if (copies.length > 0) await tx.insert(table).values(copies);
    }
    await copySamples(tx, serviceId, copy.id);
    await record({
      actionType: "service_created",
      subjectType: "service",
      subjectId: copy.id,
      details: { name: serviceName, copyOf: source.serviceName },
    });
    return { ok: true, serviceId: copy.id };
  });
}
