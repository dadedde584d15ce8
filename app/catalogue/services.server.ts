import { and, asc, eq, exists, getTableColumns, sql } from "drizzle-orm";
import { ofDrafted, withDraft } from "~/catalogue/previewed-country.server";
import { timesOf } from "~/catalogue/processing-times";
import { readRequirements } from "~/catalogue/requirements.server";
import { formatTiers, tierColumns } from "~/catalogue/tiers.server";
import { currentFacts, interpolateFacts, interpolateServiceFacts } from "~/content/facts/facts.server";
import { checkedAt } from "~/content/settings/checked-note";
import { describePrice, priceOf } from "~/core/prices/price";
import { db } from "~/db/client.server";
import { countries, visaPricingTiers, visaServices } from "~/db/schema/catalogue";

const country = { name: countries.name, code: countries.code };

const lowest = db
  .select({
    tierId: sql<string>`${visaPricingTiers.id}`.as("tier_id"),
    total: sql<string>`${visaPricingTiers.totalPrice}`.as("tier_total"),
    governmentFee: sql<string | null>`${visaPricingTiers.governmentFee}`.as("tier_government_fee"),
    serviceFee: sql<string | null>`${visaPricingTiers.serviceFee}`.as("tier_service_fee"),
  })
  .from(visaPricingTiers)
  .where(eq(visaPricingTiers.serviceId, visaServices.id))
  .orderBy(asc(visaPricingTiers.totalPrice), asc(visaPricingTiers.displayOrder))
  .limit(1)
  .as("lowest");

const priced = {
  own: {
    totalPrice: visaServices.totalPrice,
    governmentFee: visaServices.governmentFee,
    serviceFee: visaServices.serviceFee,
    feeRecipient: visaServices.feeRecipient,
    furtherFee: visaServices.furtherFee,
  },
  lowestId: lowest.tierId,
  lowestTotal: lowest.total,
  lowestGovernmentFee: lowest.governmentFee,
  lowestServiceFee: lowest.serviceFee,
};
type Priced = {
  own: Parameters<typeof priceOf>[0];
  lowestId: string | null;
  lowestTotal: string | null;
  lowestGovernmentFee: string | null;
  lowestServiceFee: string | null;
};

/** Replaces a row's price columns by the price and its text. */
function withPrice<Row extends Priced>(row: Row) {
  const { own, lowestId, lowestTotal, lowestGovernmentFee: governmentFee, lowestServiceFee: serviceFee, ...rest } = row;
  const tier =
    lowestId === null || lowestTotal === null ? undefined : { total: lowestTotal, governmentFee, serviceFee };
  const price = priceOf(own, tier);
  return { ...rest, price, said: describePrice(price) };
}

const line = {
  id: visaServices.id,
  slug: visaServices.slug,
  name: visaServices.serviceName,
  processingTime: visaServices.processingTime,
  country,
};

/** Columns of a card: the first three required documents, and how many there are. */
const card = {
  ...line,
  description: visaServices.description,
  requirements: sql<string[]>`${visaServices.requirements}[1:3]`,
  requirementCount: sql<number>`cardinality(${visaServices.requirements})`,
};

export type ServiceLine = Awaited<ReturnType<typeof serviceLines>>[number];
export type ServiceCard = Awaited<ReturnType<typeof activeServices>>[number];
export type ServiceDetail = NonNullable<Awaited<ReturnType<typeof serviceBySlug>>>;

const isActive = eq(visaServices.isActive, true);

export async function featuredServices(limit = 4) {
  const rows = await db
    .select({ ...card, ...priced })
    .from(visaServices)
    .leftJoin(countries, eq(countries.id, visaServices.countryId))
    .leftJoinLateral(lowest, sql`true`)
    .where(and(isActive, eq(visaServices.isFeatured, true)))
    .orderBy(asc(visaServices.serviceName))
    .limit(limit);
  return interpolateServiceFacts(rows.map(withPrice));
}

export async function activeServices() {
  const rows = await db
    .select({ ...card, ...priced })
    .from(visaServices)
    .leftJoin(countries, eq(countries.id, visaServices.countryId))
    .leftJoinLateral(lowest, sql`true`)
    .where(isActive)
    .orderBy(asc(visaServices.serviceName));
  return ofDrafted(await interpolateServiceFacts(rows.map(withPrice)));
}

/** One line per active service; of one country if its code is given. */
export async function serviceLines(countryCode?: string) {
  const rows = await db
    .select({ ...line, ...priced })
    .from(visaServices)
    .leftJoin(countries, eq(countries.id, visaServices.countryId))
    .leftJoinLateral(lowest, sql`true`)
    .where(countryCode ? and(isActive, eq(countries.code, countryCode)) : isActive)
    .orderBy(asc(visaServices.serviceName));
  return interpolateServiceFacts(rows.map(withPrice));
}

/** The beginning of a note on the day of a check. */
export const feesChecked = "Fees and rules checked on";

/** A document of which only the name is known. */
const unknown = { description: "", isRequired: true, dateRule: null, sample: null };

/** An active service with its price and the texts of its page. */
export async function serviceBySlug(slug: string) {
  const [row] = await db
    .select({ ...getTableColumns(visaServices), country, ...priced })
    .from(visaServices)
    .leftJoin(countries, eq(countries.id, visaServices.countryId))
    .leftJoinLateral(lowest, sql`true`)
    .where(and(eq(visaServices.slug, slug), isActive))
    .limit(1);
  if (!row) return undefined;
  const note = checkedAt(row.checkedOn, row.officialSource, feesChecked);
  const required = await readRequirements(row.id);
  const interpolated = await interpolateFacts(
    withPrice({ ...row, note, processingTimes: timesOf(row.processingTimes) }),
    slug,
  );
  // In the order of the column's names.
  const documents = interpolated.requirements.map((name) => ({
    ...unknown,
    ...required.find((requirement) => requirement.name === name),
    name,
  }));
  return { ...interpolated, documents };
}

export async function tiersBySlug(slug: string) {
  const tiers = await db
    .select({ ...tierColumns, feeRecipient: visaServices.feeRecipient })
    .from(visaPricingTiers)
    .innerJoin(visaServices, eq(visaServices.id, visaPricingTiers.serviceId))
    .where(and(eq(visaServices.slug, slug), isActive))
    .orderBy(asc(visaPricingTiers.displayOrder));
  if (tiers.length === 0) return [];
  const facts = await currentFacts();
  const recipient = tiers[0]?.feeRecipient ?? "";
  return formatTiers(tiers, recipient, facts, facts.services.get(slug));
}

const countryColumns = {
  ...{ ...country, id: countries.id, aliases: countries.aliases },
  ...{ displayOrder: countries.displayOrder, isHidden: countries.isHidden },
};

/** The staff's order; equal positions by name. */
export const inCountryOrder = [asc(countries.displayOrder), asc(countries.name)];

/** Every country, including hidden ones, which have no button. */
export async function allCountries() {
  const rows = await db
    .select(countryColumns)
    .from(countries)
    .orderBy(...inCountryOrder);
  return withDraft(rows, { adds: true });
}

/** Destinations that a visitor can choose: with at least one active service. */
export async function countriesWithServices() {
  const served = db
    .select({ one: sql`1` })
    .from(visaServices)
    .where(and(eq(visaServices.countryId, countries.id), isActive));
  const rows = await db
    .select(countryColumns)
    .from(countries)
    .where(and(eq(countries.isHidden, false), exists(served)))
    .orderBy(...inCountryOrder);
  return withDraft(rows, { adds: false }).filter(({ isHidden }) => !isHidden);
}
