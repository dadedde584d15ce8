import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Outcome } from "../page-cache/page-cache";

const registry = new Registry();
collectDefaultMetrics({ register: registry });

const requests = new Counter({
  name: "lucaya_http_requests_total",
  help: "Answers by route pattern, method and status",
  labelNames: ["route", "method", "status"],
  registers: [registry],
});
const seconds = new Histogram({
  name: "lucaya_http_request_seconds",
  help: "Time to answer by route pattern",
  labelNames: ["route"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [registry],
});

export function countRequest(route: string, method: string, status: number, ms: number) {
  requests.inc({ route, method, status });
  seconds.observe({ route }, ms / 1000);
}

const answers = new Counter({
  name: "lucaya_public_pages_total",
  help: "Answers of public pages that may be kept: hit, miss (rendered), shared (waited for one rendering), stale (database away), unkept",
  labelNames: ["outcome"],
  registers: [registry],
});

/** The exported label stays `unkept`: dashboards may depend on it. */
const labelOf = (outcome: Outcome) => (outcome === "uncached" ? "unkept" : outcome);

export function countPage(outcome: Outcome) {
  answers.inc({ outcome: labelOf(outcome) });
}

export function watchPages(size: () => { pages: number; bytes: number }) {
  for (const unit of ["pages", "bytes"] as const)
    new Gauge({
      name: `lucaya_kept_${unit}`,
      help: `Rendered pages that are kept, in ${unit}`,
      registers: [registry],
      collect() {
        this.set(size()[unit]);
      },
    });
}

type CachedCount = { route: string; method: string; status: number; outcome: Outcome; count: number };
const cachedCounts = new Map<string, CachedCount>();

/** A plain number: labels cost more than the response, and are added when metrics are read. */
export function countCached(route: string, method: string, status: number, outcome: Outcome) {
  const key = `${outcome} ${method} ${status} ${route}`;
  const counted = cachedCounts.get(key);
  if (counted) counted.count++;
  else cachedCounts.set(key, { route, method, status, outcome, count: 1 });
}

export const metricsType = registry.contentType;
export function metricsText(): Promise<string> {
  for (const { route, method, status, outcome, count } of cachedCounts.values()) {
    requests.inc({ route, method, status }, count);
    answers.inc({ outcome: labelOf(outcome) }, count);
  }
  cachedCounts.clear();
  return registry.metrics();
}
