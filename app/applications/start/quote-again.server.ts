import { tiersOf } from "~/catalogue/tiers.server";
import { db } from "~/db/client.server";
import type { visaApplications } from "~/db/schema/applications";
import { quoteService } from "./service-quote.server";

type Source = Pick<typeof visaApplications.$inferSelect, "visaServiceId" | "tierName">;

/** Today's price for a copy of an application: of the tier with the same name, if there still is one. */
export async function quoteAgain(source: Source) {
  const { visaServiceId, tierName } = source;
  const tiers = visaServiceId && tierName ? await tiersOf(db, visaServiceId) : [];
  return quoteService(visaServiceId, tiers.find(({ name }) => name === tierName)?.id ?? null);
}
