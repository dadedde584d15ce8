import { asc, eq } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { visaPricingTiers } from "~/db/schema/catalogue";
import { usd } from "~/ground/prices/money";
import { type Fees, splitWords } from "~/ground/prices/price";

export type Tier = Fees & { id: string; name: string; description: string };

/** A tier with its price in words, for a page: the browser does not load what makes them. */
export type SaidTier = Tier & { amount: string; split: string };

export const saidTier = (tier: Tier, feeRecipient: string): SaidTier => ({
  ...tier,
  amount: usd(tier.total),
  split: splitWords({ ...tier, feeRecipient }),
});

export const tierColumns = {
  id: visaPricingTiers.id,
  name: visaPricingTiers.tierName,
  description: visaPricingTiers.description,
  total: visaPricingTiers.totalPrice,
  governmentFee: visaPricingTiers.governmentFee,
  serviceFee: visaPricingTiers.serviceFee,
};

/** The pricing tiers of a service by `display_order` (N-BEGIN-2); fees are null where nobody knows them (L-FACT-4). */
export async function tiersOf(from: Queryable, serviceId: string): Promise<Tier[]> {
  return from
    .select(tierColumns)
    .from(visaPricingTiers)
    .where(eq(visaPricingTiers.serviceId, serviceId))
    .orderBy(asc(visaPricingTiers.displayOrder));
}

/** The tier with the lowest total, the first of equal ones: what a start is charged until one is chosen (N-BEGIN-3). */
export const lowestTier = <One extends Pick<Tier, "total">>(tiers: readonly One[]): One | undefined =>
  [...tiers].sort((one, other) => Number(one.total) - Number(other.total))[0];
