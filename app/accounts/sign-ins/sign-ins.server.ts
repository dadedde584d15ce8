import { and, desc, eq, gt, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import { maxSessionMs } from "~/accounts/auth.server";
import type { Staff, StaffContext } from "~/accounts/staff.server";
import { browserKind } from "~/core/browser-kind.server";
import { refuse } from "~/core/verbs/refused";
import { db, type Transaction } from "~/db/client.server";
import { adminUsers, session, verification } from "~/db/schema/accounts";

/** Valid sessions. */
const open = and(
  gt(session.expiresAt, sql`now()`),
  gt(session.createdAt, sql`now() - make_interval(secs => ${maxSessionMs / 1000})`),
);

export type SignIn = Awaited<ReturnType<typeof signInsOf>>[number];

/** Last used first. Their tokens are not read. */
export async function signInsOf(adminId: string) {
  const rows = await db
    .select({
      id: session.id,
      address: session.ipAddress,
      userAgent: session.userAgent,
      startedAt: session.createdAt,
      lastUsedAt: session.lastUsedAt,
    })
    .from(session)
    .innerJoin(adminUsers, eq(adminUsers.userId, session.userId))
    .where(and(eq(adminUsers.id, adminId), open))
    .orderBy(desc(session.lastUsedAt));
  return rows.map(({ userAgent, ...row }) => ({ ...row, browser: browserKind(userAgent) || "Unknown browser" }));
}

const inputSchema = z.object({ signIn: z.string().regex(/^[\w-]{1,100}$/), adminId: z.uuid() });
const messages = {
  forbidden: "Only super admins can end other people’s sessions.",
  invalid: "That session has already ended.",
};

/** Ends all other sessions of the admin; returns how many. */
export async function endOtherSessions(tx: Transaction, { userId, sessionId }: Staff): Promise<number> {
  const otherSessions = and(
    eq(session.userId, userId),
    sessionId === undefined ? undefined : ne(session.id, sessionId),
  );
  return (await tx.delete(session).where(otherSessions).returning({ id: session.id })).length;
}

export function endOtherSignIns(context: StaffContext) {
  const verb = { input: z.undefined(), failed: "the other sign-ins could not be ended" };
  return asStaff(context, verb, undefined, async ({ tx, staff, record }) => {
    const count = await endOtherSessions(tx, staff);
    if (count === 0) return { ok: true, message: "You have no other sessions." };
    await record({
      actionType: "other_sessions_ended",
      subjectType: "admin",
      subjectId: staff.adminId,
      targetAdminEmail: staff.email,
      details: { count },
    });
    return { ok: true, message: "All your other sessions have been ended." };
  });
}

/** One's own, or as a super admin anybody's. Its next request is signed out. */
export function endSignIn(context: StaffContext, input: { signIn: unknown; adminId: unknown }) {
  const isOwn = input.adminId === context.staff.adminId;
  const forOthers = { role: "super_admin", fresh: true } as const;
  const verb = {
    input: inputSchema,
    ...(isOwn ? {} : forOthers),
    failed: "a sign-in could not be ended",
    messages: messages,
  };
  return asStaff(context, verb, input, async ({ tx, record }, { signIn, adminId }) => {
    const [admin] = await tx.select().from(adminUsers).where(eq(adminUsers.id, adminId));
    if (!admin) return refuse("not-found", "Admin not found");
    const [ended] = await tx
      .delete(session)
      .where(and(eq(session.id, signIn), eq(session.userId, admin.userId)))
      .returning({ address: session.ipAddress, userAgent: session.userAgent });
    if (!ended) return refuse("not-found", messages.invalid);
    const browser = browserKind(ended.userAgent) || "Unknown browser";
    await record({
      actionType: "session_ended",
      subjectType: "admin",
      subjectId: adminId,
      targetAdminEmail: admin.email,
      details: { browser },
    });
    return { ok: true, message: `The session on ${browser} has been ended.` };
  });
}

/** Ends all sessions and all links that grant access; returns how many sessions were valid. */
export async function endAllSignIns(tx: Transaction): Promise<number> {
  const valid = await tx.$count(session, open);
  await tx.delete(session);
  await tx.delete(verification);
  return valid;
}
