import { asc } from "drizzle-orm";
import { readExtra } from "~/content/read.server";
import { readThresholds } from "~/content/settings/facts";
import { readHours } from "~/content/settings/hours";
import { settingFacts } from "~/content/settings/settings.server";
import { db, type Queryable } from "~/db/client.server";
import { isDatabaseAway } from "~/db/failure.server";
import { visaPricingTiers, visaServices } from "~/db/schema/catalogue";
import { type Fees, priceOf } from "~/ground/prices/price";
import type { Visit } from "~/ground/visit";
import { log } from "~/log.server";
import { type Facts, namesFacts, type ServiceFacts, withFacts } from "./texts";

let kept: Promise<Facts> | undefined;
let listening = false;
const forget = () => {
  kept = undefined;
};

/** Listens for changes of the content, as `cachedSettings` does: the facts are kept until the next one. */
export const cachedFacts = {
  changed: forget,
  listening: () => {
    listening = true;
    forget();
  },
  lost: () => {
    listening = false;
    forget();
  },
  away: () => undefined,
};

const serviceColumns = {
  id: visaServices.id,
  slug: visaServices.slug,
  totalPrice: visaServices.totalPrice,
  governmentFee: visaServices.governmentFee,
  serviceFee: visaServices.serviceFee,
  feeRecipient: visaServices.feeRecipient,
  furtherFee: visaServices.furtherFee,
  processingTime: visaServices.processingTime,
  maxStay: visaServices.maxStay,
  validityPeriod: visaServices.validityPeriod,
};

type ReadSettings = (from: Queryable) => Promise<Omit<Facts, "services">>;

/** The facts as this transaction sees them. */
export async function readFacts(from: Queryable, readSettings: ReadSettings = settingFacts): Promise<Facts> {
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
  const { hours, thresholds, approvalPeriod } = await readSettings(from);
  const ofService = Map.groupBy(tiers, ({ serviceId }) => serviceId);
  return {
    services: new Map(services.map((service) => [service.slug, factsOf(service, ofService.get(service.id) ?? [])])),
    hours,
    thresholds,
    approvalPeriod,
  };
}

type Described = Parameters<typeof priceOf>[0] & {
  processingTime: string | null;
  maxStay: string | null;
  validityPeriod: string | null;
};

/** What texts may name of a service; `tiers` the lowest first. */
export function factsOf(service: Described, tiers: readonly (Fees & { tierName: string })[]): ServiceFacts {
  return {
    price: priceOf(service, tiers[0]),
    tiers: new Map(tiers.map((tier) => [tier.tierName, tier])),
    time: service.processingTime,
    stay: service.maxStay,
    validity: service.validityPeriod,
  };
}

const noFacts: Facts = {
  services: new Map(),
  hours: readHours(undefined),
  thresholds: readThresholds(undefined),
  approvalPeriod: "",
};

function factsNow(): Promise<Facts> {
  if (kept) return kept;
  let isWhole = true;
  // Settings that can't be read take nothing else with them (P-FAIL-10); such facts are not kept.
  const read = readFacts(db, (from) =>
    settingFacts(from).catch((err) => {
      if (isDatabaseAway(err)) throw err;
      log.error({ err }, "the settings that texts state could not be read");
      isWhole = false;
      return noFacts;
    }),
  );
  if (listening) {
    kept = read;
    const drop = () => {
      if (kept === read) forget();
    };
    read.then(() => isWhole || drop(), drop);
  }
  return read;
}

/** What is known of every service, active or not, by its slug. */
export const serviceFacts = async (): Promise<Facts["services"]> => (await factsNow()).services;

/**
 * The value with the facts that its texts name (`texts.ts`), at any depth; `slug`: of the service that it belongs to.
 * Reads nothing where no text names one.
 */
export async function stated<Value>(value: Value, slug?: string): Promise<Value> {
  if (!namesFacts(JSON.stringify(value) ?? "")) return value;
  const facts = await factsNow();
  return inside(value, (text) => withFacts(text, facts, slug === undefined ? undefined : facts.services.get(slug)));
}

/** As `stated`, for the texts of a page: where the facts can't be read it says what promises nothing (P-FAIL-10). */
export function statedText<Value>(visit: Visit, value: Value): Promise<Value> {
  return readExtra(
    visit,
    "the facts",
    stated(value),
    inside(value, (text) => withFacts(text, noFacts)),
  );
}

/** The value with every text in it changed. */
export function inside<Value>(value: Value, change: (text: string) => string): Value;
export function inside(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one) => inside(one, change));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inside(one, change)]));
}
