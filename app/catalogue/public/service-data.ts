import type { ItemList, Service, WithContext } from "schema-dts";
import type { ServiceLine } from "~/catalogue/services.server";
import type { Tier } from "~/catalogue/tiers.server";
import { areaServed, publisher, type StructuredData } from "~/content/seo/structured-data";
import type { Fees, Price } from "~/core/prices/price";

/** The services as structured data for search engines. Prices are in US dollars. */
export function activeServicesData(services: readonly ServiceLine[], origin: string): StructuredData {
  return {
    "@context": "https://schema.org",
    "@type": "ItemList",
    numberOfItems: services.length,
    itemListElement: services.map(({ name, slug }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      url: `${origin}/visa/${slug}`,
    })),
  } satisfies WithContext<ItemList>;
}

type Described = {
  serviceName: string;
  slug: string;
  price: Price;
  description: string;
  serviceType: string | null;
};

const cents = (amount: string) => Number(amount).toFixed(2);

/** A price with both fees; a fee that is zero or unknown is left out. */
function offerData({ total, governmentFee, serviceFee }: Fees, url: string, name?: string) {
  const part = (label: string, amount: string | null) =>
    amount === null || Number(amount) === 0
      ? []
      : [{ "@type": "UnitPriceSpecification", name: label, price: cents(amount), priceCurrency: "USD" } as const];
  const parts = [...part("Service fee", serviceFee), ...part("Government fee", governmentFee)];
  return {
    "@type": "Offer",
    ...(name ? { name } : {}),
    price: cents(total),
    priceCurrency: "USD",
    ...(parts.length > 0 ? { priceSpecification: parts } : {}),
    availability: "https://schema.org/InStock",
    url,
  } as const;
}

/** The price range of the tiers, with each tier. */
function offersData(tiers: readonly Tier[], url: string) {
  const totals = tiers.map(({ total }) => Number(total));
  return {
    "@type": "AggregateOffer",
    lowPrice: Math.min(...totals).toFixed(2),
    highPrice: Math.max(...totals).toFixed(2),
    offerCount: tiers.length,
    priceCurrency: "USD",
    offers: tiers.map((tier) => offerData(tier, url, tier.name)),
  } as const;
}

export function serviceData(
  service: Described,
  tiers: readonly Tier[],
  { siteName, origin }: { siteName: string; origin: string },
): StructuredData {
  const url = `${origin}/visa/${service.slug}`;
  return {
    "@context": "https://schema.org",
    "@type": "Service",
    "@id": `${url}#service`,
    name: service.serviceName,
    description: service.description,
    url,
    ...(service.serviceType ? { serviceType: service.serviceType } : {}),
    areaServed,
    provider: publisher(siteName, origin),
    offers: tiers.length > 0 ? offersData(tiers, url) : offerData(service.price, url),
  } satisfies WithContext<Service>;
}
