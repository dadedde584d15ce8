import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

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

export const metricsType = registry.contentType;
export const metricsText = () => registry.metrics();
