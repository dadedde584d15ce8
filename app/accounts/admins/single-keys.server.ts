import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { Staff, StaffContext } from "~/accounts/staff.server";
import { refuse } from "~/core/verbs/refused";
import { locks } from "~/db/advisory-locks.server";
import { db } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";

export async function readSingleKeys({ adminId }: Staff): Promise<boolean> {
  const [row] = await db.select({ on: adminUsers.singleKeys }).from(adminUsers).where(eq(adminUsers.id, adminId));
  return row?.on ?? true;
}

const verb = {
  input: z.object({ singleKeys: z.literal("yes").optional() }),
  lock: locks.admins,
  failed: "the single keys could not be set",
  messages: { failed: "This could not be saved. Please try again." },
};

/** For every device of the acting admin. An unchecked checkbox sends nothing. */
export function setSingleKeys(context: StaffContext, input: unknown) {
  return asStaff(context, verb, input, async ({ tx, staff, record }, { singleKeys }) => {
    const on = singleKeys === "yes";
    const own = eq(adminUsers.id, staff.adminId);
    const [before] = await tx.select({ on: adminUsers.singleKeys }).from(adminUsers).where(own).for("update");
    if (!before) return refuse("not-found");
    if (before.on !== on) {
      await tx.update(adminUsers).set({ singleKeys: on }).where(own);
      const word = (value: boolean) => (value ? "on" : "off");
      await record({
        actionType: "single_keys_set",
        subjectType: "admin",
        subjectId: staff.adminId,
        details: { from: word(before.on), to: word(on) },
      });
    }
    return { ok: true, on };
  });
}
