import { inArray } from "drizzle-orm";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { countSamples, realCountsOf, totalOf } from "~/db/counts.server";
import { visaServices } from "~/db/schema/catalogue";

const ranges = ["30", "90", "365", "all"] as const;
export type Range = (typeof ranges)[number];

/** One bar: a day, the week that begins on it, or its month. `from`: a date in Nassau time. */
export type Period = { from: string; views: number; inquiries: number };
export type Step = "day" | "week" | "month";

const day = 24 * 3600 * 1000;
const iso = (time: number) => new Date(time).toISOString().slice(0, 10);

/**
 * Exact counts of all views and inquiries except sample data, their ratio in percent to one decimal, the ten services
 * with most views, and both counts over time for the chart.
 */
export async function readAnalytics(search: URLSearchParams) {
  const range = ranges.find((known) => known === search.get("range")) ?? "30";
  const [viewsByService, inquiriesByStatus, viewsByDay, inquiriesByDay, samples] = await Promise.all([
    realCountsOf("views"),
    realCountsOf("inquiries"),
    realCountsOf("views by day"),
    realCountsOf("inquiries by day"),
    countSamples(),
  ]);
  const views = totalOf(viewsByService);
  const inquiries = totalOf(inquiriesByStatus);
  const step: Step = range === "365" ? "week" : range === "all" ? "month" : "day";
  const periods = periodsUntil(nassauDay(), range, step, [...viewsByDay.keys(), ...inquiriesByDay.keys()]);
  for (const [counts, name] of [
    [viewsByDay, "views"],
    [inquiriesByDay, "inquiries"],
  ] as const)
    for (const [date, n] of counts) {
      const period = periods.findLast(({ from }) => from <= date);
      if (period) period[name] += n;
    }
  return {
    views,
    inquiries,
    conversion: views > 0 ? ((inquiries / views) * 100).toFixed(1) : "0.0",
    popular: await popularServices(viewsByService),
    range,
    step,
    periods,
    samples,
  };
}

async function popularServices(counts: Map<string, number>) {
  const ten = [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b)).slice(0, 10);
  if (ten.length === 0) return [];
  const ids = ten.map(([id]) => id);
  const named = await db
    .select({ id: visaServices.id, name: visaServices.serviceName, slug: visaServices.slug })
    .from(visaServices)
    .where(inArray(visaServices.id, ids));
  return ten.flatMap(([id, count]) =>
    named.filter((service) => service.id === id).map((service) => ({ ...service, count })),
  );
}

/** Empty periods up to today, oldest first; `all` begins with the first day that has data, at least a year ago. */
function periodsUntil(today: string, range: Range, step: Step, dates: string[]): Period[] {
  const end = Date.parse(today);
  const first = range === "all" ? Math.min(end - 365 * day, ...dates.map(Date.parse)) : end - (Number(range) - 1) * day;
  const starts: string[] = [];
  if (step === "month") {
    const instant = new Date(first);
    for (let month = Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth()); month <= end; ) {
      starts.push(iso(month));
      const here = new Date(month);
      month = Date.UTC(here.getUTCFullYear(), here.getUTCMonth() + 1);
    }
  } else for (let from = first; from <= end; from += step === "week" ? 7 * day : day) starts.push(iso(from));
  return starts.map((from) => ({ from, views: 0, inquiries: 0 }));
}
