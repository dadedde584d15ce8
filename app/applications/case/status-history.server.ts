import { desc, eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { applicationStatusHistory } from "~/db/schema/applications";

/** How an application's status came to be, newest first. */
export function statusHistory(applicationId: string) {
  return db
    .select()
    .from(applicationStatusHistory)
    .where(eq(applicationStatusHistory.applicationId, applicationId))
    .orderBy(desc(applicationStatusHistory.createdAt));
}
