import { z } from "zod";
import { sumCounts } from "~/db/counts.server";
import { defineJob } from "./job";
import { registerJob } from "./registry.server";

const job = defineJob({
  name: "db.sum-counts",
  data: z.object({}),
  retry: { retries: 2, firstWait: 30, maxWait: 60 },
  timeout: 120,
  schedule: "*/5 * * * *",
});

export function registerCounting(): void {
  registerJob(job, sumCounts);
}
