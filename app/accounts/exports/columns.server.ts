import { type SQL, sql } from "drizzle-orm";

/** The day in Nassau; the day and minute there. */
export const nassauDayOf = (instant: SQL): SQL => sql`to_char(${instant} at time zone 'America/Nassau', 'YYYY-MM-DD')`;
export const nassauMinuteOf = (instant: SQL): SQL =>
  sql`to_char(${instant} at time zone 'America/Nassau', 'YYYY-MM-DD HH24:MI')`;

/** The filters of a list as the record has them: which are set, and whether something was searched for. */
export function recordedFilters(filters: Record<string, unknown>): Record<string, string | boolean> {
  const { q, before: _, after: __, ...rest } = filters;
  const set = Object.entries(rest).flatMap(([name, value]): [string, string][] => {
    const text = Array.isArray(value) ? value.join(" ") : typeof value === "string" ? value : "";
    return text === "" ? [] : [[name, text]];
  });
  return { ...Object.fromEntries(set), searched: typeof q === "string" && q !== "" };
}
