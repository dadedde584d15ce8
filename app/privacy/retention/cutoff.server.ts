import { type SQL, sql } from "drizzle-orm";
import { nassauZone } from "~/core/time";
import { type Dated, periodOf } from "~/db/data-inventory/rules";

/** SQL: the time one period before `time` on Nassau's calendar, so that daylight saving doesn't shift it. */
export const before = (time: SQL, period: string): SQL =>
  sql`((${time} at time zone ${nassauZone}) - ${period}::interval) at time zone ${nassauZone}`;

/** SQL: anything older than this at `time` has reached the end of its rule's period. */
export const cutoff = (rule: Dated, time: SQL): SQL => before(time, periodOf(rule));
