import { and, eq } from "drizzle-orm";
import { lowestTier, tiersOf } from "~/catalogue/tiers.server";
import type { Fees } from "~/core/prices/price";
import { type Refused, refuse } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { visaServices } from "~/db/schema/catalogue";
import { noService, noTiers, wrongTier } from "./tier-choice";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** As the database requires; longer ones than any service has are not looked up. */
const slug = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Parses a service's id or slug from a URL or form; null if it can be neither. */
export function serviceKey(idOrSlug: unknown): string | null {
  return typeof idOrSlug === "string" && idOrSlug.length <= 200 && (uuid.test(idOrSlug) || slug.test(idOrSlug))
    ? idOrSlug
    : null;
}

export const isServiceAvailable = (key: string) =>
  and(eq(uuid.test(key) ? visaServices.id : visaServices.slug, key), eq(visaServices.isActive, true));

/** `tierName` is null if no tier was chosen. */
export type ServiceQuote = Fees & {
  service: typeof visaServices.$inferSelect | undefined;
  tierName: string | null;
};

const nothing = "0";

/**
 * Reads the service of a start with its price: the chosen tier's, else the lowest tier's, else its own. Without a
 * service nothing is due. Refused if `tierId` is no tier of this service, for example after a price change: nobody is
 * charged a price that they did not see.
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
