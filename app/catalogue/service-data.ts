import type { ServiceLine } from "~/catalogue/services.server";

type Priced = { name: string; slug: string; price: string };

function offer(price: string) {
  return { "@type": "Offer", price: Number(price).toFixed(2), priceCurrency: "USD" };
}

/** The services as search engines read them. Prices are in US dollars. */
export function activeServicesData(services: readonly ServiceLine[], origin: string) {
  return {
    "@context": "https://schema.org",
    "@type": "ItemList",
    itemListElement: services.map(({ name, slug }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      url: `${origin}/visa/${slug}`,
    })),
  };
}

export function serviceData(
  service: Priced & { description: string; serviceType: string | null; country: { name: string } | null },
  tiers: readonly { name: string; price: string }[],
  origin: string,
) {
  return {
    "@context": "https://schema.org",
    "@type": "Service",
    name: service.name,
    description: service.description,
    url: `${origin}/visa/${service.slug}`,
    ...(service.serviceType ? { serviceType: service.serviceType } : {}),
    ...(service.country ? { areaServed: { "@type": "Country", name: service.country.name } } : {}),
    offers: tiers.length > 0 ? tiers.map((tier) => ({ ...offer(tier.price), name: tier.name })) : offer(service.price),
  };
}
