import { and, asc, eq, exists, getTableColumns, sql } from "drizzle-orm";
import { db } from "~/db/client.server";
import { countries, visaPricingTiers, visaServices } from "~/db/schema/catalogue";

const country = { name: countries.name, code: countries.code };

const line = {
  id: visaServices.id,
  slug: visaServices.slug,
  name: visaServices.serviceName,
  price: visaServices.totalPrice,
  processingTime: visaServices.processingTime,
  country,
};

/** What a card shows: of the requirements the first three, and how many there are. */
const card = {
  ...line,
  description: visaServices.description,
  requirements: sql<string[]>`${visaServices.requirements}[1:3]`,
  requirementCount: sql<number>`cardinality(${visaServices.requirements})`,
};

export type ServiceLine = Awaited<ReturnType<typeof serviceLines>>[number];
export type ServiceCard = Awaited<ReturnType<typeof activeServices>>[number];
export type ServiceDetail = NonNullable<Awaited<ReturnType<typeof serviceBySlug>>>;
export type PricingTier = Awaited<ReturnType<typeof tiersBySlug>>[number];

const isActive = eq(visaServices.isActive, true);

export async function featuredServices(limit = 4) {
  return db
    .select(card)
    .from(visaServices)
    .leftJoin(countries, eq(countries.id, visaServices.countryId))
    .where(and(isActive, eq(visaServices.isFeatured, true)))
    .orderBy(asc(visaServices.serviceName))
    .limit(limit);
}

export async function activeServices() {
  return db
    .select(card)
    .from(visaServices)
    .leftJoin(countries, eq(countries.id, visaServices.countryId))
    .where(isActive)
    .orderBy(asc(visaServices.serviceName));
}

/** Every active service on one line each. */
export async function serviceLines() {
  return db
    .select(line)
    .from(visaServices)
    .leftJoin(countries, eq(countries.id, visaServices.countryId))
    .where(isActive)
    .orderBy(asc(visaServices.serviceName));
}

export async function serviceBySlug(slug: string) {
  const [service] = await db
    .select({ ...getTableColumns(visaServices), country })
    .from(visaServices)
    .leftJoin(countries, eq(countries.id, visaServices.countryId))
    .where(and(eq(visaServices.slug, slug), isActive))
    .limit(1);
  return service;
}

export async function tiersBySlug(slug: string) {
  return db
    .select({
      id: visaPricingTiers.id,
      name: visaPricingTiers.tierName,
      description: visaPricingTiers.description,
      price: visaPricingTiers.totalPrice,
    })
    .from(visaPricingTiers)
    .innerJoin(visaServices, eq(visaServices.id, visaPricingTiers.serviceId))
    .where(and(eq(visaServices.slug, slug), isActive))
    .orderBy(asc(visaPricingTiers.displayOrder));
}

const countryColumns = { ...country, id: countries.id, aliases: countries.aliases };

export async function allCountries() {
  return db.select(countryColumns).from(countries).orderBy(asc(countries.name));
}

/** Destinations that a visitor can choose: those with at least one active service. */
export async function countriesWithServices() {
  const served = db
    .select({ one: sql`1` })
    .from(visaServices)
    .where(and(eq(visaServices.countryId, countries.id), isActive));
  return db.select(countryColumns).from(countries).where(exists(served)).orderBy(asc(countries.name));
}
