import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import { cacheContent } from "~/content/cache-content.server";
import { db } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";

/** Whether an active admin has consultation hours: without one no time can be booked. */
export const hasConsultationTakers = cacheContent(async (): Promise<boolean> => {
  const { consultationHours: hours } = adminUsers;
  const [taker] = await db
    .select({ id: adminUsers.id })
    .from(adminUsers)
    .where(and(eq(adminUsers.isActive, true), isNotNull(hours), ne(hours, sql`'{}'::jsonb`)))
    .limit(1);
  return taker !== undefined;
});
