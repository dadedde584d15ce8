import type { ItemList, Service, WithContext } from "schema-dts";
import type { ServiceLine } from "~/catalogue/services.server";
import { publisher, type StructuredData } from "~/content/seo/structured-data";

/** The services as structured data for search engines. Prices are in US dollars (P-SEO-7). */
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
  totalPrice: string;
  description: string;
  serviceType: string | null;
  country: { name: string } | null;
};

export function serviceData(
  service: Described,
  tiers: readonly { name: string; price: string }[],
  { siteName, origin }: { siteName: string; origin: string },
): StructuredData {
  const url = `${origin}/visa/${service.slug}`;
  const offer = (price: string) =>
    ({
      "@type": "Offer",
      price: Number(price).toFixed(2),
      priceCurrency: "USD",
      availability: "https://schema.org/InStock",
      url,
    }) as const;
  return {
    "@context": "https://schema.org",
    "@type": "Service",
    "@id": `${url}#service`,
    name: service.serviceName,
    description: service.description,
    url,
    ...(service.serviceType ? { serviceType: service.serviceType } : {}),
    ...(service.country ? { areaServed: { "@type": "Country", name: service.country.name } } : {}),
    provider: publisher(siteName, origin),
    offers:
      tiers.length > 0 ? tiers.map((tier) => ({ ...offer(tier.price), name: tier.name })) : offer(service.totalPrice),
  } satisfies WithContext<Service>;
}
