import { lt, sql } from "drizzle-orm";
import { z } from "zod";
import { dropOldOffers } from "~/accounts/undo/open-offer.server";
import { discardOldDrafts } from "~/applications/case/messages/drafts.server";
import { db } from "~/db/client.server";
import { applicationHolders } from "~/db/schema/applications";
import { attempts } from "~/db/schema/attempts";
import { dropOldLimits } from "~/ground/limits/limits.server";
import { defineJob } from "~/jobs/job";
import { registerJob } from "~/jobs/registry.server";

const sweep = defineJob({
  name: "applications.sweep",
  data: z.object({}),
  retry: { retries: 3, firstWait: 60, maxWait: 600 },
  timeout: 300,
  schedule: "15 4 * * *",
});

/**
 * Every night: removes expired rights, limits whose window is over, attempts and undoable changes older than a day, and
 * files whose message was not sent within one.
 */
export function registerSweep(): void {
  registerJob(sweep, async () => {
    await db.delete(applicationHolders).where(lt(applicationHolders.expiresAt, sql`now()`));
    await dropOldLimits();
    await db.delete(attempts).where(lt(attempts.createdAt, sql`now() - interval '1 day'`));
    await dropOldOffers();
    await discardOldDrafts();
  });
}
