import { eq } from "drizzle-orm";
import { requirementsOf } from "~/applications/required-files/requirements.server";
import { stepsOfService } from "~/applications/steps/service-steps.server";
import { lowestTier, tiersOf } from "~/catalogue/tiers.server";
import { interpolateFacts } from "~/content/facts/facts.server";
import { countryInSentence } from "~/core/countries/in-sentence";
import { describePrice, formatSplit, priceOf } from "~/core/prices/price";
import { db } from "~/db/client.server";
import { countries, visaServices } from "~/db/schema/catalogue";
import { log } from "~/log.server";
import { isServiceAvailable, serviceKey } from "./service-quote.server";

/** Shown without services that have estimates (D18). */
const minutesBefore = 30;

/**
 * Data of the start page: service, prices, steps and documents. `requestedService`: id or slug. `isUnknown`: no
 * such service. `isUnread`: the read failed and was logged; the page then has no details but starts for the same
 * service.
 */
export async function startData(requestedService: string | null) {
  const key = serviceKey(requestedService);
  const read = key ? await quietly("the service", readService(key), null) : [];
  const found = read?.[0];
  const [steps, documents] = await Promise.all([
    stepsOfService(found?.service.id ?? null),
    requirementsOf(found?.service.id ?? null),
  ]);
  return {
    serviceId: read === null ? key : (found?.service.id ?? null),
    isUnknown: requestedService !== null && requestedService !== "" && read !== null && !found,
    isUnread: read === null,
    service: found ? serviceView(found) : null,
    steps: steps.map((step) => ({
      code: step.definition.code,
      title: step.title,
      isAddOn: step.isAddOn,
      minutes: found ? step.minutes : null,
    })),
    addOns: steps.some((step) => step.isAddOn)
      ? `The add-ons are extra questions for ${found?.country ? countryInSentence(found.country.name) : "this country"}.`
      : "",
    minutes: found ? steps.reduce((sum, step) => sum + step.minutes, 0) : minutesBefore,
    documents,
  };
}

const quietly = <Value, Otherwise>(name: string, read: Promise<Value>, otherwise: Otherwise) =>
  read.catch((err: unknown) => {
    log.error({ err }, `${name} could not be read`);
    return otherwise;
  });

const serviceView = ({ service, country, tiers }: Awaited<ReturnType<typeof readService>>[number]) => ({
  name: service.serviceName,
  slug: service.slug,
  description: service.description,
  processingTime: service.processingTime,
  validityPeriod: service.validityPeriod,
  price: describePrice(priceOf(service, lowestTier(tiers))),
  tiers: tiers.map(({ id, name, description, ...fees }) => ({
    id,
    name,
    description,
    total: fees.total,
    split: formatSplit({ ...fees, feeRecipient: service.feeRecipient }),
  })),
  country,
});

async function readService(key: string) {
  const [found] = await db
    .select({
      service: visaServices,
      country: { code: countries.code, name: countries.name, flagEmoji: countries.flagEmoji },
    })
    .from(visaServices)
    .leftJoin(countries, eq(countries.id, visaServices.countryId))
    .where(isServiceAvailable(key));
  if (!found) return [];
  return [await interpolateFacts({ ...found, tiers: await tiersOf(db, found.service.id) }, found.service.slug)];
}
