import { and, eq } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";

/** Notified of possible attacks. */
export async function superAdminEmails(from: Queryable): Promise<string[]> {
  const rows = await from
    .select({ email: adminUsers.email })
    .from(adminUsers)
    .where(and(eq(adminUsers.role, "super_admin"), eq(adminUsers.isActive, true)));
  return rows.map(({ email }) => email);
}
