import { eq } from "drizzle-orm";
import type { Transaction } from "~/db/client.server";
import { type VisaSubtype, visaPricingTiers } from "~/db/schema/catalogue";

/** The tiers that the public page shows, made anew from the subtypes that staff edit (D24, A-SVC-9). */
export async function writeTiers(tx: Transaction, serviceId: string, subtypes: readonly VisaSubtype[]): Promise<void> {
  await tx.delete(visaPricingTiers).where(eq(visaPricingTiers.serviceId, serviceId));
  if (subtypes.length === 0) return;
  await tx.insert(visaPricingTiers).values(
    subtypes.map(({ name, description, total }, displayOrder) => ({
      serviceId,
      tierName: name,
      description,
      totalPrice: total.toFixed(2),
      displayOrder,
    })),
  );
}
