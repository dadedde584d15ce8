import { z } from "zod";
import { defineJob } from "~/jobs/job";

/** Mails a group of messages, identified by its first; retried for about a day. */
export const mailMessages = defineJob({
  name: "case.mail-messages",
  data: z.object({ messageId: z.uuid() }),
  retry: { retries: 30, firstWait: 10, maxWait: 3600 },
  timeout: 60,
});
