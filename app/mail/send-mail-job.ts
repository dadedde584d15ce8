import { z } from "zod";
import { defineJob } from "~/jobs/job";

/**
 * Fifteen tries in about half a day: a mail server may be down for a night. The timeout, in seconds, is longer than the
 * transport's own, so that a slow server is given up before the worker loses the job.
 */
export const sendMailJob = defineJob({
  name: "mail.send",
  data: z.object({ mailId: z.uuid() }),
  retry: { retries: 14, firstWait: 10, maxWait: 3 * 3600 },
  timeout: 90,
  concurrency: 3,
});
