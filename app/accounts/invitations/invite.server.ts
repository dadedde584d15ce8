import { randomUUID } from "node:crypto";
import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { findAdmin } from "~/accounts/admins/create-admin.server";
import { shownName } from "~/accounts/admins/names.server";
import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { notEmail } from "~/core/email/email-address";
import { lowerEmailInput } from "~/core/email/email-input.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { locks } from "~/db/advisory-locks.server";
import { db, type Transaction } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import { adminInvitations } from "~/db/schema/invitations";
import { adminRoles } from "~/db/schema/values";
import { privateLinks } from "~/mail/links/private-links.server";
import { enqueueMail } from "~/mail/outbox.server";
import { isOpen } from "./open.server";

/** Messages by field. */
export type InvitationProblems = Partial<Record<"email" | "role", string>>;
export type InvitationResult = Done<{ message: string }> | Refused<InvitationProblems | undefined>;

type Invitation = typeof adminInvitations.$inferSelect;

const expiryOf = ({ sentAt }: Pick<Invitation, "sentAt">) => new Date(sentAt.getTime() + privateLinks.invite.lifetime);

const alreadyAdmin = "This person is an admin already. Change the role or send a password reset on their page.";
const inactiveAdmin = "This person’s account is inactive. Choose “Include inactive” above and reactivate it.";
const alreadyInvited = "This person is invited already. Send the invitation again in the list of invitations.";

/** As for creating an admin: super admins only, with a fresh session, one at a time. */
const verb = {
  input: z.unknown(),
  role: "super_admin",
  fresh: true,
  lock: locks.admins,
  failed: "an invitation could not be written",
  rethrowsUnavailable: true,
  messages: { forbidden: "Only super admins can manage admins", failed: "This could not be saved. Please try again." },
} as const;

/** A form sent twice is answered from the first result only while its invitation is still open. */
const onceWhileOpen = (
  work: StaffWork,
  { attempt }: StaffContext,
  details: unknown,
  invitation: SQL | undefined,
  run: () => Promise<InvitationResult>,
): Promise<InvitationResult> =>
  work.once({ kind: "invitation", key: z.uuid().safeParse(attempt).data, content: [details] }, run, {
    holds: async () => (await work.tx.$count(adminInvitations, and(invitation, isOpen))) > 0,
  });

/** Mails a link that makes the person an admin. */
export function inviteAdmin(context: StaffContext, input: Record<string, unknown>): Promise<InvitationResult> {
  return asStaff(context, verb, input, async (work): Promise<InvitationResult> => {
    const { tx } = work;
    const email = lowerEmailInput.safeParse(input.email);
    const role = z.enum(adminRoles).safeParse(input.role);
    const problems: InvitationProblems = {
      ...(email.success ? {} : { email: input.email ? notEmail : "Email is required" }),
      ...(role.success ? {} : { role: "Role is required: Regular Admin or Super Admin" }),
    };
    if (!email.success || !role.success) return refuse("invalid", "The invitation was not sent", problems);
    const values = { email: email.data, role: role.data, invitedBy: work.staff.adminId };
    return onceWhileOpen(work, context, values, eq(adminInvitations.email, email.data), async () => {
      const taken = await emailProblem(tx, email.data);
      if (taken) return refuse("conflict", taken, { email: taken });
      const [invitation] = await tx.insert(adminInvitations).values(values).returning();
      if (!invitation) throw new Error("an invitation was not written");
      await send(work, invitation, "admin_invited");
      return { ok: true, message: `An invitation is on its way to ${invitation.email}.` };
    });
  });
}

async function emailProblem(tx: Transaction, email: string): Promise<string | null> {
  const existing = await findAdmin(tx, email);
  if (existing) return existing.isActive ? alreadyAdmin : inactiveAdmin;
  const open = await tx.$count(adminInvitations, and(eq(adminInvitations.email, email), isOpen));
  return open > 0 ? alreadyInvited : null;
}

/** Ends the link that was mailed before. The inviter is now the acting admin. */
export function inviteAgain(context: StaffContext, input: { invitation: unknown }): Promise<InvitationResult> {
  const details = { again: input.invitation };
  return asStaff(context, verb, details, async (work): Promise<InvitationResult> => {
    const invitation = await lockOpen(work.tx, input.invitation);
    if (!invitation) return notOpen();
    const own = eq(adminInvitations.id, invitation.id);
    return onceWhileOpen(work, context, details, own, async () => {
      const again = { secret: randomUUID(), sentAt: sql`now()`, invitedBy: work.staff.adminId };
      const [sent = invitation] = await work.tx.update(adminInvitations).set(again).where(own).returning();
      await send(work, sent, "admin_invited_again");
      return { ok: true, message: `A new invitation is on its way to ${sent.email}. The earlier link has ended.` };
    });
  });
}

export function cancelInvitation(context: StaffContext, input: { invitation: unknown }): Promise<InvitationResult> {
  return asStaff(context, { ...verb, once: "invitation" }, { cancel: input.invitation }, async ({ tx, record }) => {
    const invitation = await lockOpen(tx, input.invitation);
    if (!invitation) return notOpen();
    const own = eq(adminInvitations.id, invitation.id);
    await tx.update(adminInvitations).set({ canceledAt: sql`now()` }).where(own);
    await record({ actionType: "admin_invitation_canceled", ...about(invitation) });
    return { ok: true, message: `The invitation of ${invitation.email} is canceled. Its link has ended.` };
  });
}

const notOpen = () => refuse("conflict", "This invitation has been accepted, canceled or deleted meanwhile.");

async function lockOpen(tx: Transaction, rawId: unknown): Promise<Invitation | undefined> {
  const id = z.uuid().safeParse(rawId);
  if (!id.success) return undefined;
  const open = and(eq(adminInvitations.id, id.data), isOpen);
  return (await tx.select().from(adminInvitations).where(open).for("update"))[0];
}

const about = ({ id, email, role }: Invitation) => ({
  ...{ subjectType: "invitation", subjectId: id, subjectName: "Invitation" },
  ...{ targetAdminEmail: email, details: { role } },
});

async function send({ tx, staff, record }: StaffWork, invitation: Invitation, actionType: string): Promise<void> {
  const { id, email, role, sentAt } = invitation;
  const [inviter] = await tx.select({ name: shownName }).from(adminUsers).where(eq(adminUsers.id, staff.adminId));
  const by = { by: inviter?.name ?? staff.email, byEmail: staff.email };
  const data = { invitation: id, sentAt: sentAt.toISOString(), email, role, ...by };
  await enqueueMail(tx, { kind: "admin_invitation", to: email, toName: "", data });
  await record({ actionType, ...about(invitation) });
}

/** Whether the inviter is still one who may invite; null without one. */
const mayInvite = and(eq(adminUsers.isActive, true), eq(adminUsers.role, "super_admin"));

export type ListedInvitation = Awaited<ReturnType<typeof listInvitations>>[number];

/** Open ones, by email, also those whose link has expired or whose inviter may no longer invite. */
export async function listInvitations() {
  const t = adminInvitations;
  const rows = await db
    .select({
      ...{ id: t.id, email: t.email, role: t.role, sentAt: t.sentAt, by: shownName, byEmail: adminUsers.email },
      mayInvite: sql<boolean>`coalesce(${mayInvite}, false)`,
    })
    .from(t)
    .leftJoin(adminUsers, eq(adminUsers.id, t.invitedBy))
    .where(isOpen)
    .orderBy(asc(t.email));
  return rows.map((row) => ({ ...row, expiresAt: expiryOf(row), hasExpired: expiryOf(row).getTime() <= Date.now() }));
}
