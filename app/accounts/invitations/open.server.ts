import { and, eq, isNull, sql } from "drizzle-orm";
import type { Queryable } from "~/db/client.server";
import { adminInvitations } from "~/db/schema/invitations";

export const isOpen = and(isNull(adminInvitations.acceptedAt), isNull(adminInvitations.canceledAt));

/** Cancels the open invitations, all or those of an email in lower case; returns their emails. */
export async function endInvitations(tx: Queryable, email?: string): Promise<string[]> {
  const ended = await tx
    .update(adminInvitations)
    .set({ canceledAt: sql`now()` })
    .where(and(isOpen, email === undefined ? undefined : eq(adminInvitations.email, email)))
    .returning({ email: adminInvitations.email });
  return ended.map((invitation) => invitation.email).toSorted();
}
