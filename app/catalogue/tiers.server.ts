import { asc, eq } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { type VisaSubtype, visaPricingTiers, visaServices } from "~/db/schema/catalogue";

/** What a start is charged: both fees and their sum, in US dollars as the database gives them. */
export type Fees = { total: string; governmentFee: string | null; serviceFee: string | null };
export type Tier = Fees & { id: string; name: string; description: string };

/**
 * The pricing tiers of a service by `display_order` (N-BEGIN-2). The fees are those of the subtype that the tier was
 * made from (A-SVC-9); null where none fits, as after a change by SQL.
 */
export async function tiersOf(from: Queryable, serviceId: string): Promise<Tier[]> {
  const rows = await from
    .select({
      id: visaPricingTiers.id,
      name: visaPricingTiers.tierName,
      description: visaPricingTiers.description,
      total: visaPricingTiers.totalPrice,
      subtypes: visaServices.visaSubtypes,
    })
    .from(visaPricingTiers)
    .innerJoin(visaServices, eq(visaServices.id, visaPricingTiers.serviceId))
    .where(eq(visaPricingTiers.serviceId, serviceId))
    .orderBy(asc(visaPricingTiers.displayOrder));
  return rows.map(({ subtypes, ...tier }) => ({ ...tier, ...feesIn(subtypes, tier) }));
}

function feesIn(subtypes: readonly VisaSubtype[], { name, total }: Pick<Tier, "name" | "total">) {
  const from = subtypes.find((one) => one.name === name && amountOf(one.total) === total);
  return { governmentFee: amountOf(from?.govFee), serviceFee: amountOf(from?.serviceFee) };
}

/** An amount as the database gives it; null for what is none, such as words that were written by SQL. */
function amountOf(stored: unknown): string | null {
  const amount =
    typeof stored === "number" || (typeof stored === "string" && stored.trim() !== "") ? Number(stored) : NaN;
  return Number.isFinite(amount) ? amount.toFixed(2) : null;
}

/** The tier with the lowest total, the first of equal ones: what a start is charged until one is chosen (N-BEGIN-3). */
export const lowestTier = <One extends Pick<Tier, "total">>(tiers: readonly One[]): One | undefined =>
  [...tiers].sort((one, other) => Number(one.total) - Number(other.total))[0];
