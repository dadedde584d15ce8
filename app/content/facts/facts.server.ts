import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { cacheContent } from "~/content/cache-content.server";
import { readExtra } from "~/content/read.server";
import { defaultSettingFacts, previewedFacts, settingFacts } from "~/content/settings/settings.server";
import { defaultFigures } from "~/content/texts/figures";
import { currentFigures, figuresOf } from "~/content/texts/published-texts.server";
import { type Fees, priceOf } from "~/core/prices/price";
import type { RequestContext } from "~/core/request-context";
import { db, type Queryable } from "~/db/client.server";
import { isDatabaseUnavailable } from "~/db/failure.server";
import { visaPricingTiers, visaServices } from "~/db/schema/catalogue";
import { goneFacts } from "~/db/schema/content";
import { log } from "~/log.server";
import { type Facts, mentionsFacts, replaceFacts, type ServiceFacts } from "./texts";

const serviceColumns = {
  id: visaServices.id,
  slug: visaServices.slug,
  name: visaServices.serviceName,
  isActive: visaServices.isActive,
  totalPrice: visaServices.totalPrice,
  governmentFee: visaServices.governmentFee,
  serviceFee: visaServices.serviceFee,
  feeRecipient: visaServices.feeRecipient,
  furtherFee: visaServices.furtherFee,
  processingTime: visaServices.processingTime,
  maxStay: visaServices.maxStay,
  validityPeriod: visaServices.validityPeriod,
};

type SettingFacts = Pick<Facts, "hours" | "thresholds" | "approvalPeriod" | "contact">;

/** Reads the facts as this transaction sees them; throws if they can't be read. */
export async function readFacts(from: Queryable): Promise<Facts> {
  const [services, gone] = [await servicesIn(from), await readDeleted(from)];
  const figures = await currentFigures(from);
  return { services, gone, figures, ...interpolateSettings(await settingFacts(from)) };
}

const interpolateSettings = ({ hours, thresholds, approvalPeriod, contact }: SettingFacts): SettingFacts => ({
  ...{ hours, thresholds, approvalPeriod, contact },
});

const fees = { governmentFee: z.string().nullable(), serviceFee: z.string().nullable() };
const deletedTier = z.object({ ...fees, total: z.string() });
const deletedService = z.object({
  ...{ name: z.string(), totalPrice: z.string(), governmentFee: z.string(), serviceFee: z.string() },
  ...{ feeRecipient: z.string(), furtherFee: z.string() },
  ...{ processingTime: z.string().nullable(), maxStay: z.string().nullable(), validityPeriod: z.string().nullable() },
});

/** Deleted services, as they were then; a deleted price of an existing service is under that service. */
async function readDeleted(from: Queryable): Promise<Facts["gone"]> {
  const rows = await from
    .select({ slug: goneFacts.slug, tier: goneFacts.tier, facts: goneFacts.facts, nameNow: visaServices.serviceName })
    .from(goneFacts)
    .leftJoin(visaServices, eq(visaServices.slug, goneFacts.slug));
  const bySlug = [...Map.groupBy(rows, ({ slug }) => slug)];
  return new Map(
    bySlug.map(([slug, rows]) => {
      const tiers = rows.flatMap(({ tier: tierName, facts }) => {
        const tier = tierName ? deletedTier.safeParse(facts) : undefined;
        return tier?.success ? [{ ...tier.data, tierName }] : [];
      });
      const own = deletedService.safeParse(rows.find(({ tier }) => tier === "")?.facts);
      const service = own.success ? own.data : { ...nothingOf, name: rows[0]?.nameNow ?? slug };
      const cheapest = tiers.toSorted((a, b) => Number(a.total) - Number(b.total));
      return [slug, factsOf({ ...service, id: "", isActive: false }, cheapest)] as const;
    }),
  );
}

const nothingOf = {
  ...{ totalPrice: null, governmentFee: "0", serviceFee: "0", feeRecipient: "", furtherFee: "" },
  ...{ processingTime: null, maxStay: null, validityPeriod: null },
};

async function servicesIn(from: Queryable): Promise<Facts["services"]> {
  const services = await from.select(serviceColumns).from(visaServices);
  const tiers = await from
    .select({
      serviceId: visaPricingTiers.serviceId,
      tierName: visaPricingTiers.tierName,
      total: visaPricingTiers.totalPrice,
      governmentFee: visaPricingTiers.governmentFee,
      serviceFee: visaPricingTiers.serviceFee,
    })
    .from(visaPricingTiers)
    .orderBy(asc(visaPricingTiers.totalPrice), asc(visaPricingTiers.displayOrder));
  const ofService = Map.groupBy(tiers, ({ serviceId }) => serviceId);
  return new Map(services.map((service) => [service.slug, factsOf(service, ofService.get(service.id) ?? [])]));
}

type Described = Parameters<typeof priceOf>[0] & {
  id: string;
  name: string;
  isActive: boolean;
  processingTime: string | null;
  maxStay: string | null;
  validityPeriod: string | null;
};

/** The facts of a service; `tiers` in ascending price order. */
export function factsOf(service: Described, tiers: readonly (Fees & { tierName: string })[]): ServiceFacts {
  return {
    id: service.id,
    name: service.name,
    isActive: service.isActive,
    price: priceOf(service, tiers[0]),
    // Of tiers with the same name the lowest counts, as wherever one price represents several. A later entry overwrites
    // an earlier one, hence the reversal.
    tiers: new Map(tiers.toReversed().map((tier) => [tier.tierName, tier])),
    time: service.processingTime,
    stay: service.maxStay,
    validity: service.validityPeriod,
  };
}

/** The current facts, cached; throws if the services can't be read. */
export const currentFacts = cacheContent(async (skip): Promise<Facts> => {
  // Use the default settings if they can't be read, as the rest of the page does.
  const settings = settingFacts(db).catch((err: unknown) => {
    skip();
    if (!isDatabaseUnavailable(err)) log.error({ err }, "the settings that texts state could not be read");
    return defaultSettingFacts;
  });
  const [services, gone, figures, facts] = await Promise.all([
    servicesIn(db),
    readDeleted(db),
    currentFigures(),
    settings,
  ]);
  return { services, gone, figures, ...interpolateSettings(facts) };
});

/**
 * Interpolates the facts (`texts.ts`) in every string of a value. `slug`: the service that it belongs to. `from`: the
 * transaction to read in. Queries nothing if no text names a fact; throws if the services can't be read.
 */
export async function interpolateFacts<Value>(value: Value, slug?: string, from: Queryable = db): Promise<Value> {
  if (!mentionsFacts(JSON.stringify(value) ?? "")) return value;
  return interpolateValue(await (from === db ? currentFacts() : readFacts(from)), value, slug);
}

/** Interpolates the facts of several services with one query. */
export async function interpolateServiceFacts<Row extends { slug: string }>(rows: Row[]): Promise<Row[]> {
  if (!mentionsFacts(JSON.stringify(rows))) return rows;
  const facts = await currentFacts();
  return rows.map((row) => interpolateValue(facts, row, row.slug));
}

/** Interpolates a page's texts; if the facts can't be read, the page shows them without figures (P-FAIL-1). */
export function interpolatePageFacts<Value>(visit: RequestContext, value: Value): Promise<Value> {
  const without: Facts = {
    ...{ services: new Map(), gone: new Map(), figures: defaultFigures },
    ...interpolateSettings(defaultSettingFacts),
  };
  const read = visit.preview ? previewing(visit, value) : interpolateFacts(value);
  return readExtra(visit, "the facts of the texts", read, interpolateValue(without, value));
}

async function previewing<Value>(visit: RequestContext, value: Value): Promise<Value> {
  const previewed = previewedFacts(visit);
  const facts = { ...(await currentFacts()), ...(previewed ? interpolateSettings(previewed) : {}) };
  return interpolateValue({ ...facts, figures: await figuresOf(visit) }, value);
}

function interpolateValue<Value>(facts: Facts, value: Value, slug?: string): Value {
  return mapStrings(value, (text) =>
    replaceFacts(text, facts, slug === undefined ? undefined : facts.services.get(slug)),
  );
}

/** Maps every string in a value. */
export function mapStrings<Value>(value: Value, change: (text: string) => string): Value;
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((element) => mapStrings(element, change));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, propertyValue]) => [key, mapStrings(propertyValue, change)]),
  );
}
