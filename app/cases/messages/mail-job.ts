import { z } from "zod";
import { defineJob } from "~/jobs/job";

/** The mail of a group of messages, by the first of them; tried for about a day. */
export const mailMessages = defineJob({
  name: "case.mail-messages",
  data: z.object({ messageId: z.uuid() }),
  retry: { retries: 30, firstWait: 10, maxWait: 3600 },
  timeout: 60,
});
