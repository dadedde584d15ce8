import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { refuse } from "~/core/verbs/refused";
import { locks } from "~/db/advisory-locks.server";
import { adminUsers } from "~/db/schema/accounts";
import { enqueueMail } from "~/mail/outbox.server";

const inputSchema = z.object({ adminId: z.uuid(), attempt: z.uuid().optional() });
const messages = { forbidden: "Only super admins can send a password reset.", invalid: "Admin not found" };

/** Mails an admin a reset link; the old password works until it is used. */
export function sendPasswordReset(context: StaffContext, input: unknown) {
  const forms = { input: inputSchema, role: "super_admin", fresh: true, lock: locks.admins } as const;
  const verb = { ...forms, once: "password reset", failed: "a password reset could not be sent", messages: messages };
  return asStaff(context, verb, input, async ({ tx, record }, { adminId }) => {
    const [admin] = await tx.select().from(adminUsers).where(eq(adminUsers.id, adminId)).for("update");
    if (!admin) return refuse("not-found", "Admin not found");
    const { email } = admin;
    if (!admin.isActive) return refuse("closed", "This account is inactive. Reactivate it first.");
    const message = `A password reset link is on its way to ${email}.`;
    await enqueueMail(tx, { kind: "password_reset", to: email, toName: "", data: { email } });
    await record({
      actionType: "password_reset_sent",
      subjectType: "admin",
      subjectId: adminId,
      targetAdminEmail: email,
    });
    return { ok: true, message };
  });
}
