import { and, eq } from "drizzle-orm";
import { lowestTier, tiersOf } from "~/catalogue/tiers.server";
import type { Fees } from "~/core/prices/price";
import { type Refused, refuse } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { visaServices } from "~/db/schema/catalogue";
import { noService, noTiers, wrongTier } from "./tier-choice";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** As the database requires a slug to be; longer ones than any service has are not looked up. */
const slug = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** A service's id or slug as an address or a form gives it; null for what can be neither (N-BEGIN-1). */
export function serviceKey(given: unknown): string | null {
  return typeof given === "string" && given.length <= 200 && (uuid.test(given) || slug.test(given)) ? given : null;
}

/** The condition that a service has this id or slug, and is offered now. */
export const isServiceAvailable = (key: string) =>
  and(eq(uuid.test(key) ? visaServices.id : visaServices.slug, key), eq(visaServices.isActive, true));

/** What an application is started for. `tierName` is null where no tier was chosen. */
export type ServiceQuote = Fees & {
  service: typeof visaServices.$inferSelect | undefined;
  tierName: string | null;
};

const nothing = "0";

/**
 * The service of a start and its price: that of the chosen tier, of the lowest where none was chosen yet, otherwise the
 * service's own (N-BEGIN-3). Nothing is due without a service (W-START-13). Refused where `tierId` is no tier of this
 * service, such as one whose price was changed since the page was opened: nobody is charged what they did not see.
 */
export async function quoteService(
  key: string | null,
  tierId: string | null,
): Promise<ServiceQuote | Refused<undefined, "invalid">> {
  const [service] = key ? await db.select().from(visaServices).where(isServiceAvailable(key)) : [];
  const tiers = service ? await tiersOf(db, service.id) : [];
  const chosen = tiers.find(({ id }) => id === tierId);
  if (tierId && !chosen) return refuse("invalid", !service ? noService : tiers.length === 0 ? noTiers : wrongTier);
  const tier = chosen ?? lowestTier(tiers);
  return {
    service,
    tierName: chosen?.name ?? null,
    total: tier?.total ?? service?.totalPrice ?? nothing,
    governmentFee: tier ? tier.governmentFee : (service?.governmentFee ?? nothing),
    serviceFee: tier ? tier.serviceFee : (service?.serviceFee ?? nothing),
  };
}
