import { and, asc, eq, inArray } from "drizzle-orm";
import { currentFacts } from "~/content/facts/facts.server";
import { describePrice, type PriceText } from "~/core/prices/price";
import type { Queryable } from "~/db/client.server";
import { db } from "~/db/client.server";
import { countries, visaServices } from "~/db/schema/catalogue";

/** A service as its card in a post shows it. */
export type CardService = {
  id: string;
  slug: string;
  name: string;
  country: { name: string; code: string } | null;
  priceText: PriceText | null;
};

/** Only services that have a page; others have no card. */
export async function cardServices(ids: readonly string[]): Promise<CardService[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id: visaServices.id,
      slug: visaServices.slug,
      name: visaServices.serviceName,
      country: { name: countries.name, code: countries.code },
    })
    .from(visaServices)
    .leftJoin(countries, eq(countries.id, visaServices.countryId))
    .where(and(inArray(visaServices.id, [...ids]), eq(visaServices.isActive, true)));
  const { services } = await currentFacts();
  return rows.map((row) => {
    const price = services.get(row.slug)?.price;
    return { ...row, priceText: price ? describePrice(price) : null };
  });
}

export const servicesForCards = (from: Queryable) =>
  from
    .select({ id: visaServices.id, name: visaServices.serviceName })
    .from(visaServices)
    .where(eq(visaServices.isActive, true))
    .orderBy(asc(visaServices.serviceName));
