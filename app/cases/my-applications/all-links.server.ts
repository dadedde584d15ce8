import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { requestByEmail } from "~/applications/access/links-by-email.server";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { defineJob } from "~/jobs/job";
import { enqueue } from "~/jobs/queue.server";
import { registerJob } from "~/jobs/registry.server";
import { enqueueMail } from "~/mail/outbox.server";

const job = defineJob({
  name: "applications.send-all-links",
  data: z.object({ email: z.string() }),
  retry: { retries: 5, firstWait: 5, maxWait: 120 },
  timeout: 60,
  retention: 300,
});

/** The job, not the request, looks for applications, so that the response time doesn't reveal whether there are any. */
export function registerAllLinks(): void {
  registerJob(job, ({ email }) =>
    db.transaction(async (tx) => {
      const [row] = await tx
        .select({ email: visaApplications.userEmail })
        .from(visaApplications)
        .where(eq(sql`lower(${visaApplications.userEmail})`, email.toLowerCase()))
        .limit(1);
      if (row) await enqueueMail(tx, { kind: "all_links", to: row.email, toName: "", data: { email: row.email } });
    }),
  );
}

/**
 * Mails links to all applications of an email, if there are any; the response is the same if not. Shares its rate limit
 * with single links (D27).
 */
export const sendAllLinks = ({ address }: { address: string }, rawEmail: string) =>
  requestByEmail(address, rawEmail, (tx, email) => enqueue(tx, job, { email }));
