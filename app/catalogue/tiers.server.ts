import { asc, eq } from "drizzle-orm";
import {
  type Facts,
  mentionedServices,
  type NamedService,
  replaceFacts,
  type ServiceFacts,
} from "~/content/facts/texts";
import { usd } from "~/core/prices/money";
import { type Fees, formatSplit } from "~/core/prices/price";
import type { Queryable } from "~/db/client.server";
import { visaPricingTiers } from "~/db/schema/catalogue";

export type Tier = Fees & { id: string; name: string; description: string };

/** A tier with formatted prices, so that the browser needn't load the formatting. */
export type FormattedTier = Tier & {
  amount: string;
  split: string;
  /** Services that its description names, to be linked. */
  named: readonly NamedService[];
};

/** Formats the tiers of a service, and interpolates facts. */
export function formatTiers(
  tiers: readonly Tier[],
  feeRecipient: string,
  facts: Facts,
  own?: ServiceFacts,
): FormattedTier[] {
  return tiers.map((tier) => ({
    ...tier,
    description: replaceFacts(tier.description, facts, own),
    amount: usd(tier.total),
    split: formatSplit({ ...tier, feeRecipient }),
    named: mentionedServices(tier.description, facts),
  }));
}

export const tierColumns = {
  id: visaPricingTiers.id,
  name: visaPricingTiers.tierName,
  description: visaPricingTiers.description,
  total: visaPricingTiers.totalPrice,
  governmentFee: visaPricingTiers.governmentFee,
  serviceFee: visaPricingTiers.serviceFee,
};

/** The pricing tiers of a service in order; fees are null if unknown. */
export async function tiersOf(from: Queryable, serviceId: string): Promise<Tier[]> {
  return from
    .select(tierColumns)
    .from(visaPricingTiers)
    .where(eq(visaPricingTiers.serviceId, serviceId))
    .orderBy(asc(visaPricingTiers.displayOrder));
}

/** The tier with the lowest total, the first of equal ones: a new application is charged it until one is chosen. */
export const lowestTier = <T extends Pick<Tier, "total">>(tiers: readonly T[]): T | undefined =>
  [...tiers].sort((a, b) => Number(a.total) - Number(b.total))[0];
