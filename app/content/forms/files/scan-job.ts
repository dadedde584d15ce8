import { z } from "zod";
import { defineJob } from "~/jobs/job";

/** Scans the files that were sent while the scanner was away; each five minutes, and soon after one was sent. */
export const scanFormsJob = defineJob({
  name: "content.scan-forms",
  data: z.object({}),
  retry: { retries: 10, firstWait: 5, maxWait: 60 },
  timeout: 300,
  retention: 3600,
  schedule: "*/5 * * * *",
});
