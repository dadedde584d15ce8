import { eq, sql } from "drizzle-orm";
import { readAdminName } from "~/accounts/admins/admin-name.server";
import { findAdmin, insertAdmin } from "~/accounts/admins/create-admin.server";
import { shownName } from "~/accounts/admins/names.server";
import { newPasswordProblems, type PasswordProblems } from "~/accounts/passwords/own-password.server";
import { openSession, type SignedIn } from "~/accounts/sign-in/open-session.server";
import type { SignInContext } from "~/accounts/sign-in/sign-in-context";
import { recordActivity } from "~/core/activity.server";
import { daysAfter, nassauDay } from "~/core/time";
import { inTransaction } from "~/core/verbs/in-transaction.server";
import { type Refused, refuse } from "~/core/verbs/refused";
import { locks, takeLock } from "~/db/advisory-locks.server";
import { db, type Queryable } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import { adminInvitations } from "~/db/schema/invitations";
import { readPrivateLink } from "~/mail/links/private-links.server";

/** Why a link of ours makes nobody an admin. `unknown`: not ours, or its invitation is deleted. */
export type EndedInvitation = "unknown" | "used" | "canceled" | "replaced" | "expired";

/** Reading does not use the link up, because mail scanners follow links. Only a link of ours says why it has ended. */
export async function readInvitation(rawToken: unknown, from: Queryable = db) {
  const link = typeof rawToken === "string" ? readPrivateLink("invite", rawToken) : null;
  const ended = (why: EndedInvitation) => ({ ended: why });
  if (!link?.isOurs) return ended("unknown");
  const { id, email, role, secret, acceptedAt, canceledAt, invitedBy } = adminInvitations;
  const inviter = { by: shownName, byEmail: adminUsers.email, isActive: adminUsers.isActive, byRole: adminUsers.role };
  const query = from
    .select({ id, email, role, secret, acceptedAt, canceledAt, invitedBy, ...inviter })
    .from(adminInvitations)
    .leftJoin(adminUsers, eq(adminUsers.id, invitedBy))
    .where(eq(id, link.id));
  // Serializes two uses of one link: the second finds it used.
  const [found] = await (from === db ? query : query.for("update", { of: adminInvitations }));
  if (!found) return ended("unknown");
  if (found.acceptedAt) return ended("used");
  // An inviter who can no longer make admins does not make one later.
  const mayInvite = found.isActive && found.byRole === "super_admin";
  if (found.canceledAt || !mayInvite) return ended("canceled");
  if (!link.verify(found.secret)) return ended("replaced");
  if (link.expired) return ended("expired");
  return { ended: null, invitation: { ...found, by: found.by ?? "", byEmail: found.byEmail ?? "" } };
}

/** Messages by field. */
export type AcceptProblems = PasswordProblems & { name?: string };

/**
 * Makes the invited person an admin and signs them in. The desk opens once they have set up a second factor. Refuses
 * with every field's problem at once.
 */
export async function acceptInvitation(
  context: SignInContext,
  input: Record<string, unknown>,
): Promise<SignedIn | Refused<AcceptProblems | undefined>> {
  const { address, browser } = context;
  const ended = refuse("forbidden", "This link no longer works");
  // Anybody can send this form: a link that has ended must not wait for the lock or make staff wait.
  if ((await readInvitation(input.token)).ended !== null) return ended;
  const result = await inTransaction(async (tx) => {
    // As verbs about admins do: nobody becomes an admin twice.
    await takeLock(tx, locks.admins);
    const read = await readInvitation(input.token, tx);
    if (read.ended !== null) return ended;
    const { id, email, role, invitedBy, byEmail } = read.invitation;
    // Made by the form or a command meanwhile.
    if (await findAdmin(tx, email))
      return refuse("conflict", `${email} has an account already. Sign in, or ask for a new password there.`);
    const name = readAdminName(input.name);
    const problems: AcceptProblems = {
      ...("error" in name ? { name: name.error } : {}),
      ...(await newPasswordProblems(input, email)),
    };
    if ("error" in name || Object.keys(problems).length > 0) return refuse("invalid", "", problems);
    // First, or making the admin would cancel it.
    await tx.update(adminInvitations).set({ acceptedAt: sql`now()` }).where(eq(adminInvitations.id, id));
    const adminId = await insertAdmin(tx, {
      ...{ email, role, name: name.name, password: String(input.password), createdBy: invitedBy },
      // Overdue at once: the desk opens with the second factor.
      ...{ factorRequired: true, secondFactorBy: daysAfter(nassauDay(), -1) },
    });
    const subject = { subjectType: "admin", subjectId: adminId, targetAdminEmail: email };
    await recordActivity(
      tx,
      { adminId, email },
      { actionType: "admin_invitation_accepted", ...subject, details: { role, invitedBy: byEmail }, address, browser },
    );
    const [made] = await tx.select({ userId: adminUsers.userId }).from(adminUsers).where(eq(adminUsers.id, adminId));
    return { ok: true, owner: { userId: made?.userId ?? "", email } };
  });
  return result.ok ? openSession(context, result.owner, "password") : result;
}
