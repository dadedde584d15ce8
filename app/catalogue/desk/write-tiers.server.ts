import { eq } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { type VisaSubtype, visaPricingTiers } from "~/db/schema/catalogue";

/**
 * Rewrites the public tiers from the subtypes that staff edit (D24). A tier with unchanged name and price keeps its id,
 * because an open start page may refer to it.
 */
export async function writeTiers(tx: Transaction, serviceId: string, subtypes: readonly VisaSubtype[]): Promise<void> {
  const { id, tierName: name, totalPrice: total } = visaPricingTiers;
  const before = await tx
    .delete(visaPricingTiers)
    .where(eq(visaPricingTiers.serviceId, serviceId))
    .returning({ id, name, total });
  if (subtypes.length === 0) return;
  await tx.insert(visaPricingTiers).values(
    subtypes.map(({ name, description, govFee, serviceFee, total }, displayOrder) => {
      const index = before.findIndex((tier) => tier.name === name && tier.total === total.toFixed(2));
      const [same] = index < 0 ? [] : before.splice(index, 1);
      return {
        ...(same ? { id: same.id } : {}),
        serviceId,
        tierName: name,
        description,
        totalPrice: total.toFixed(2),
        governmentFee: govFee.toFixed(2),
        serviceFee: serviceFee.toFixed(2),
        displayOrder,
      };
    }),
  );
}
