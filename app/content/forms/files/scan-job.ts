import { z } from "zod";
import { defineJob } from "~/jobs/job";

/**
 * Scans the files that were uploaded while the scanner was unavailable: every five minutes, and soon after an upload.
 */
export const scanFormsJob = defineJob({
  name: "content.scan-forms",
  data: z.object({}),
  retry: { retries: 10, firstWait: 5, maxWait: 60 },
  timeout: 300,
  retention: 3600,
  schedule: "*/5 * * * *",
});
