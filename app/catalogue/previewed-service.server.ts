import { eq } from "drizzle-orm";
import { serviceOf, valuesFrom } from "~/catalogue/desk/service-form";
import { factsWith } from "~/catalogue/desk/unknown-facts.server";
import { feesChecked, type ServiceDetail } from "~/catalogue/services.server";
import { type FormattedTier, formatTiers } from "~/catalogue/tiers.server";
import { mapStrings } from "~/content/facts/facts.server";
import { replaceFacts } from "~/content/facts/texts";
import { previewedOf } from "~/content/previewed.server";
import { checkedAt } from "~/content/settings/checked-note";
import { describePrice } from "~/core/prices/price";
import { db } from "~/db/client.server";
import { countries } from "~/db/schema/catalogue";
import { typedDateRule } from "./desk/required/date-rule-input";

/** The previewed draft of a service, for admins only; otherwise null. */
export async function previewedService(
  slug: string,
): Promise<{ service: ServiceDetail; tiers: FormattedTier[] } | null> {
  const draft = previewedOf("services");
  if (!draft) return null;
  const parsed = serviceOf(valuesFrom((name) => String(draft.content[name] ?? "")));
  if (!parsed.ok || parsed.service.slug !== slug) return null;
  const { service } = parsed;
  const { key: id } = draft;
  const [country] = service.countryId
    ? await db
        .select({ name: countries.name, code: countries.code })
        .from(countries)
        .where(eq(countries.id, service.countryId))
    : [];
  const now = new Date();
  const totalPrice = (Number(service.governmentFee) + Number(service.serviceFee)).toFixed(2);
  const { facts, own } = await factsWith(db, service, id);
  const tiers = service.visaSubtypes.map(({ name, description, govFee, serviceFee, total }, index) => ({
    ...{ id: String(index), name, description, total: total.toFixed(2) },
    ...{ governmentFee: govFee.toFixed(2), serviceFee: serviceFee.toFixed(2) },
  }));
  const interpolated = mapStrings(service, (text) => replaceFacts(text, facts, own));
  return {
    service: {
      ...interpolated,
      requirements: interpolated.requirements.map(({ name }) => name),
      documents: interpolated.requirements.map(({ name, description, isRequired, sample, ...row }) => ({
        ...{ name, description, isRequired, dateRule: typedDateRule(row) },
        sample: sample && `/samples/${sample.id}`,
      })),
      id,
      country: country ?? null,
      totalPrice,
      price: own.price,
      said: describePrice(own.price),
      note: checkedAt(service.checkedOn, service.officialSource, feesChecked),
      ogImage: null,
      canonicalUrl: null,
      structuredData: null,
      createdAt: now,
      updatedAt: now,
    },
    tiers: formatTiers(tiers, service.feeRecipient, facts, own),
  };
}
