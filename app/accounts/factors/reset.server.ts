import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import { noteChange } from "~/accounts/factors/changed.server";
import { needsFactor } from "~/accounts/factors/needed.server";
import type { StaffContext } from "~/accounts/staff.server";
import { daysAfter, nassauDay } from "~/core/time";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { locks } from "~/db/advisory-locks.server";
import type { Transaction } from "~/db/client.server";
import { adminUsers, session } from "~/db/schema/accounts";
import { authenticators, passkeys, recoveryCodes } from "~/db/schema/factors";

type Reset = { adminId: string; userId: string; email: string };
type Record = Parameters<typeof noteChange>[3];

/** Also deletes codes and sessions. A required factor is set up at the next sign-in, without new days of grace. */
export async function resetFactorsOf(tx: Transaction, owner: Reset, record: Record): Promise<void> {
  const own = eq(adminUsers.id, owner.adminId);
  // Locked first: a concurrent sign-in then finds its factor deleted.
  const [row] = await tx.select({ needsFactor }).from(adminUsers).where(own).for("update");
  for (const table of [authenticators, passkeys, recoveryCodes, session])
    await tx.delete(table).where(eq(table.userId, owner.userId));
  await tx
    .update(adminUsers)
    .set({ secondFactorBy: row?.needsFactor ? daysAfter(nassauDay(), -1) : null })
    .where(own);
  await noteChange(tx, owner, "reset", record);
}

const inputSchema = z.object({ adminId: z.uuid() });
const messages = {
  forbidden: "Only super admins can reset a second factor.",
  invalid: "Admin not found",
  failed: "The second factor could not be reset. Please try again.",
};

export function resetFactors(context: StaffContext, input: unknown): Promise<Done<{ message: string }> | Refused> {
  const verb = {
    input: inputSchema,
    role: "super_admin",
    fresh: true,
    lock: locks.admins,
    failed: "factors could not be reset",
    messages: messages,
  } as const;
  return asStaff(context, verb, input, async ({ tx, staff, record }, { adminId }) => {
    if (adminId === staff.adminId) return refuse("conflict", "Ask another super admin to reset your second factor.");
    const [admin] = await tx.select().from(adminUsers).where(eq(adminUsers.id, adminId)).for("update");
    if (!admin) return refuse("not-found", "Admin not found");
    await resetFactorsOf(tx, { adminId, userId: admin.userId, email: admin.email }, record);
    return { ok: true, message: `The second factor of ${admin.email} is reset. They are signed out everywhere.` };
  });
}
