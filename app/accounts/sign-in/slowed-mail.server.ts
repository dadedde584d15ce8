import { z } from "zod";
import { findAdmin } from "~/accounts/admins/create-admin.server";
import { consumeLimit, identityLimitKey } from "~/core/rate-limits/limits.server";
import { db } from "~/db/client.server";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { enqueueMail } from "~/mail/outbox.server";

const job = defineJob({
  name: "accounts.sign-in-slowed",
  data: z.object({ email: z.string(), at: z.iso.datetime() }),
  retry: { retries: 5, firstWait: 5, maxWait: 120 },
  timeout: 30,
});

/**
 * Mails the owner that wrong passwords have slowed the sign-in, at most once a day. The job checks whether the email is
 * an admin's, so that the request does the same for every email.
 */
export async function enqueueSlowedMail(email: string): Promise<void> {
  await db.transaction(async (tx) => {
    const limit = await consumeLimit(identityLimitKey("sign-in slowed", email), { max: 1, seconds: 24 * 3600 }, tx);
    if (limit.allowed) await enqueue(tx, job, { email: email.toLowerCase(), at: new Date().toISOString() });
  });
}

export function registerSlowedSignIn(): void {
  registerJob(job, async ({ email, at }) => {
    await db.transaction(async (tx) => {
      const admin = await findAdmin(tx, email);
      if (admin?.isActive)
        await enqueueMail(tx, { kind: "sign_in_slowed", to: email, toName: "", data: { email, at } });
    });
  });
}
