import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { locks } from "~/db/advisory-locks.server";
import { adminUsers } from "~/db/schema/accounts";
import { siteSettings } from "~/db/schema/content";
import { factorChoices } from "./factor-choices";
import { readFactorChoice, settingKey } from "./needed.server";

const inputSchema = z.object({ for: z.enum(["super_admins", "all_admins"]) });
const messages = {
  forbidden: "Only super admins can set who needs a second factor.",
  invalid: "Choose who needs a second factor.",
  failed: "This could not be saved. Please try again.",
};

/** Admins who need a factor from now on have the days of grace from their next sign-in. */
export function setFactorNeeded(context: StaffContext, input: unknown) {
  const verb = {
    input: inputSchema,
    role: "super_admin",
    fresh: true,
    lock: locks.admins,
    failed: "a setting could not be saved",
    messages: messages,
  } as const;
  return asStaff(context, verb, input, async ({ tx, record }, { for: choice }) => {
    const before = await readFactorChoice(tx);
    const message = `Second factor for: ${factorChoices[choice]}.`;
    if (before === choice) return { ok: true, message };
    const set = { value: choice, updatedAt: sql`now()` };
    await tx
      .insert(siteSettings)
      .values({ key: settingKey, ...set })
      .onConflictDoUpdate({ target: siteSettings.key, set });
    // Days that ran out while it was required before do not count again.
    await tx.update(adminUsers).set({ secondFactorBy: null }).where(eq(adminUsers.role, "regular_admin"));
    const details = { from: factorChoices[before], to: factorChoices[choice] };
    await record({ actionType: "second_factor_needed_set", subjectType: "setting", subjectId: settingKey, details });
    return { ok: true, message };
  });
}
