import { sql } from "drizzle-orm";
import { readExtra } from "~/content/read.server";
import { usd } from "~/core/prices/money";
import type { RequestContext } from "~/core/request-context";
import { db } from "~/db/client.server";

/**
 * The range of prices of all active services, `$65–$4,700`; tiers count instead of the service's own price. Null if
 * there is none, or it can't be read.
 */
export function priceRange(visit: RequestContext): Promise<string | null> {
  return readExtra(visit, "the lowest and the highest price", read(), null);
}

async function read(): Promise<string | null> {
  const { rows } = await db.execute<{ low: string | null; high: string | null }>(sql`
    select min(price)::text as low, max(price)::text as high
    from (select coalesce(t.total_price, s.total_price) as price
      from visa_services s left join visa_pricing_tiers t on t.service_id = s.id where s.is_active) as prices`);
  const [range] = rows;
  if (!range || range.low === null || range.high === null) return null;
  const [low, high] = [usd(range.low), usd(range.high)];
  return low === high ? low : `${low}–${high}`;
}
