import { eq } from "drizzle-orm";
import type { PricingTier, ServiceDetail } from "~/catalogue/services.server";
import { db } from "~/db/client.server";
import { countries } from "~/db/schema/catalogue";
import { type FieldProblem, type FormValues, serviceOf } from "./service-form";

type Preview = { ok: true; service: ServiceDetail; tiers: PricingTier[] } | { ok: false; problems: FieldProblem[] };

/** The page that these values would make; nothing is written. */
export async function previewService(id: string, values: FormValues): Promise<Preview> {
  const parsed = serviceOf(values);
  if (!parsed.ok) return parsed;
  const { service } = parsed;
  const [country] = service.countryId
    ? await db
        .select({ name: countries.name, code: countries.code })
        .from(countries)
        .where(eq(countries.id, service.countryId))
    : [];
  const now = new Date();
  return {
    ok: true,
    service: {
      ...service,
      id,
      country: country ?? null,
      totalPrice: (Number(service.governmentFee) + Number(service.serviceFee)).toFixed(2),
      ogImage: null,
      canonicalUrl: null,
      structuredData: null,
      createdAt: now,
      updatedAt: now,
    },
    tiers: service.visaSubtypes.map(({ name, description, total }, index) => ({
      id: String(index),
      name,
      description,
      price: total.toFixed(2),
    })),
  };
}
