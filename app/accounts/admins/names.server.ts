import { asc, desc, eq, inArray, sql } from "drizzle-orm";
import { nameAndEmail } from "~/core/email/name-and-email";
import { db, type Queryable } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";

/** An admin's name, or the email of an admin without a name. */
export const shownName = sql<string>`coalesce(nullif(${adminUsers.name}, ''), ${adminUsers.email})`;

export type NamedAdmin = { id: string; name: string; email: string };

/** SQL: the name of a row of `admin_users` by its alias, with the email if another admin has the same name. */
const distinctName = (alias: "admin_users" | "o") => {
  const nameIn = (of: string) => sql.raw(`coalesce(nullif(${of}.name, ''), ${of}.email)`);
  const [own, other] = [nameIn(alias), nameIn("n")];
  const row = sql.raw(alias);
  return sql<string>`${own} || case when exists (
    select from admin_users n where n.id <> ${row}.id and lower(${other}) = lower(${own})
  ) then ' (' || ${row}.email || ')' else '' end`;
};

/** The same with a mark for a deactivated admin: `Anika Thompson (inactive)`. */
export const markedName = (alias: "admin_users" | "o") =>
  sql<string>`${distinctName(alias)} || case when ${sql.raw(alias)}.is_active then '' else ' (inactive)' end`;

/** Active admins, by name. */
export const listAssignable = (from: Queryable): Promise<NamedAdmin[]> =>
  from
    .select({ id: adminUsers.id, name: distinctName("admin_users"), email: adminUsers.email })
    .from(adminUsers)
    .where(eq(adminUsers.isActive, true))
    .orderBy(asc(sql`lower(${shownName})`));

/** All admins, active ones first, then by name; inactive ones are marked. */
export const nameAdmins = (from: Queryable = db): Promise<NamedAdmin[]> =>
  from
    .select({ id: adminUsers.id, name: markedName("admin_users"), email: adminUsers.email })
    .from(adminUsers)
    .orderBy(desc(adminUsers.isActive), asc(sql`lower(${shownName})`));

/** Names of admins, by lower-case email. */
export async function namesByEmail(from: Queryable, emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(emails.map((email) => email.toLowerCase()))];
  if (wanted.length === 0) return new Map();
  const rows = await from
    .select({ email: sql<string>`lower(${adminUsers.email})`, name: shownName })
    .from(adminUsers)
    .where(inArray(sql`lower(${adminUsers.email})`, wanted));
  return new Map(rows.map(({ email, name }) => [email, name]));
}

/** An admin's name and email in one text; an email that is no admin's is returned as it is. */
export async function nameAdmin(from: Queryable, email: string): Promise<string> {
  return nameAndEmail((await namesByEmail(from, [email])).get(email.toLowerCase()), email);
}

/** Empty for an admin without a name. */
export async function nameOfAdmin(adminId: string): Promise<string> {
  const [admin] = await db.select({ name: adminUsers.name }).from(adminUsers).where(eq(adminUsers.id, adminId));
  return admin?.name ?? "";
}

/** Returns a function from an email to its admin's name; an email that is no admin's is returned as it is. */
export async function nameAll(from: Queryable, emails: readonly (string | null)[]) {
  const names = await namesByEmail(
    from,
    emails.filter((email) => email !== null),
  );
  return (email: string | null): string | null => (email === null ? null : (names.get(email.toLowerCase()) ?? email));
}
