import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";

/** What staff read for an admin: the name, or the email where none was set (K-ADM-1). */
export const shownName = sql<string>`coalesce(nullif(${adminUsers.name}, ''), ${adminUsers.email})`;

export type NamedAdmin = { id: string; name: string };

/** Whom something can be assigned to: active admins, by name. */
export const listAssignable = (from: Queryable): Promise<NamedAdmin[]> =>
  from
    .select({ id: adminUsers.id, name: shownName })
    .from(adminUsers)
    .where(eq(adminUsers.isActive, true))
    .orderBy(asc(sql`lower(${shownName})`));

/** The names of admins by their email in lower case, as notes, replies and the record keep it. */
export async function namesByEmail(from: Queryable, emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const known = [...new Set(emails.map((email) => email.toLowerCase()))];
  if (known.length === 0) return new Map();
  const rows = await from
    .select({ email: sql<string>`lower(${adminUsers.email})`, name: shownName })
    .from(adminUsers)
    .where(inArray(sql`lower(${adminUsers.email})`, known));
  return new Map(rows.map(({ email, name }) => [email, name]));
}
