import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { refuse } from "~/core/verbs/refused";
import { locks } from "~/db/advisory-locks.server";
import { enqueueRotation } from "~/encryption/rotate.server";

/** Starts the rotation of all keys in the background. One at a time, by a super admin. */
export function startKeyRotation(context: StaffContext) {
  const verb = { input: z.undefined(), role: "super_admin", fresh: true, lock: locks.rotationStart } as const;
  return asStaff(context, verb, undefined, async ({ tx, record }) => {
    if (!(await enqueueRotation(tx))) return refuse("conflict", "The keys are being renewed already");
    await record({ actionType: "keys_renewal_started", subjectType: "keys" });
    return { ok: true };
  });
}
