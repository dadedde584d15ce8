import { type SQL, sql } from "drizzle-orm";
import { nassauZone } from "~/core/time";
import { type Dated, periodOf } from "~/db/data-inventory/rules";

/** A period before `at`, on Nassau's calendar: months and years end on the same day and at the same time there. */
export const before = (at: SQL, period: string): SQL =>
  sql`((${at} at time zone ${nassauZone}) - ${period}::interval) at time zone ${nassauZone}`;

/** What is older than this at `at` was kept for as long as its rule says. */
export const cutoff = (rule: Dated, at: SQL): SQL => before(at, periodOf(rule));
