import { z } from "zod";
import { discardAbandoned } from "~/documents/unattached.server";
import { defineJob } from "~/jobs/job";
import { registerJob } from "~/jobs/registry.server";
import { log } from "~/log.server";

const sweep = defineJob({
  name: "inquiries.sweep",
  data: z.object({}),
  retry: { retries: 3, firstWait: 60, maxWait: 600 },
  timeout: 300,
  schedule: "25 4 * * *",
});

/** Every night: files that were sent for an inquiry which never came are removed, a day after they were sent. */
export function registerInquirySweep(): void {
  registerJob(sweep, async () => {
    const removed = await discardAbandoned();
    if (removed > 0) log.info({ removed }, "abandoned files were removed");
  });
}
