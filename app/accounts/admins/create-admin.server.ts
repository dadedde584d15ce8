import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { endInvitations } from "~/accounts/invitations/open.server";
import { hashPassword } from "~/accounts/passwords/passwords.server";
import type { Queryable, Transaction } from "~/db/client.server";
import { account, adminUsers, session, user } from "~/db/schema/accounts";
import type { AdminRole } from "~/db/schema/values";

export type NewAdmin = Pick<typeof adminUsers.$inferInsert, "name" | "passwordIsTemporary" | "factorRequired"> & {
  email: string;
  password: string;
  role: AdminRole;
  createdBy?: string | null;
  /** The last day without a second factor. */
  secondFactorBy?: string;
};

/** Finds an admin by email, ignoring case. */
export async function findAdmin(from: Queryable, email: string) {
  const [admin] = await from
    .select({ id: adminUsers.id, userId: adminUsers.userId, isActive: adminUsers.isActive })
    .from(adminUsers)
    .where(eq(sql`lower(${adminUsers.email})`, email.toLowerCase()));
  return admin ?? null;
}

/**
 * The caller has checked permission, the password, and that no admin has this email. A `user` row with the email is
 * reused, and an open invitation of it ends.
 */
export async function insertAdmin(tx: Transaction, { email, password, ...row }: NewAdmin): Promise<string> {
  const lowerCaseEmail = email.toLowerCase();
  const [userRow] = await tx
    .insert(user)
    .values({ id: randomUUID(), name: lowerCaseEmail, email: lowerCaseEmail, emailVerified: true })
    .onConflictDoUpdate({ target: user.email, set: { updatedAt: sql`now()` } })
    .returning({ id: user.id });
  if (!userRow) throw new Error("the user of a new admin was not written");
  await writePassword(tx, userRow.id, password);
  const [admin] = await tx
    .insert(adminUsers)
    .values({ userId: userRow.id, email: lowerCaseEmail, ...row })
    .returning({ id: adminUsers.id });
  if (!admin) throw new Error("a new admin was not written");
  await endInvitations(tx, lowerCaseEmail);
  return admin.id;
}

/** Sets a new password and ends every session of the user. */
export async function writePassword(tx: Transaction, userId: string, password: string): Promise<void> {
  const hashed = await hashPassword(password);
  const changed = await tx
    .update(account)
    .set({ password: hashed, updatedAt: sql`now()` })
    .where(and(eq(account.userId, userId), eq(account.providerId, "credential")))
    .returning({ id: account.id });
  if (changed.length === 0)
    await tx
      .insert(account)
      .values({ id: randomUUID(), accountId: userId, providerId: "credential", userId, password: hashed });
  await tx.delete(session).where(eq(session.userId, userId));
}
