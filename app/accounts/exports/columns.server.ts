import { type SQL, sql } from "drizzle-orm";

/** Nassau time. */
export const nassauDayOf = (instant: SQL): SQL => sql`to_char(${instant} at time zone 'America/Nassau', 'YYYY-MM-DD')`;
export const nassauMinuteOf = (instant: SQL): SQL =>
  sql`to_char(${instant} at time zone 'America/Nassau', 'YYYY-MM-DD HH24:MI')`;

/** Filters for the log: those that are set, and whether there was a search text. */
export function recordedFilters(filters: Record<string, string | undefined>): Record<string, string | boolean> {
  const { q, before: _, after: __, ...rest } = filters;
  const set = Object.entries(rest).flatMap(([name, value]): [string, string][] => {
    return !value || value === "all" ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(set), searched: Boolean(q) };
}
