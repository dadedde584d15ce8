import { and, eq } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { agreementTemplates as t } from "~/db/schema/agreement-templates";
import { visaServices } from "~/db/schema/catalogue";
import { siteSettings } from "~/db/schema/content";

const columns = {
  id: t.id,
  name: t.name,
  title: t.title,
  blocks: t.blocks,
  version: t.version,
  publishedAt: t.publishedAt,
};

/** The published text of a template; null if it was never published or was taken offline. */
export async function publishedAgreement(from: Queryable, templateId: string) {
  const [template] = await from
    .select(columns)
    .from(t)
    .where(and(eq(t.id, templateId), eq(t.isOffline, false)));
  return template ?? null;
}

/** The agreement that applicants of a service are offered, and when; null if there is none. */
export async function agreementOfService(from: Queryable, serviceId: string) {
  const [row] = await from
    .select({
      template: columns,
      offered: visaServices.agreementOffered,
      workBeginsSigned: visaServices.workBeginsSigned,
    })
    .from(visaServices)
    .innerJoin(t, and(eq(t.id, visaServices.agreementId), eq(t.isOffline, false)))
    .where(eq(visaServices.id, serviceId));
  return row ?? null;
}

/** The only setting that an agreement may name and that has no default; null while it is empty. */
export async function legalName(from: Queryable): Promise<string | null> {
  const [row] = await from
    .select({ value: siteSettings.value })
    .from(siteSettings)
    .where(eq(siteSettings.key, "legal_name"));
  return typeof row?.value === "string" ? row.value.trim() || null : null;
}
