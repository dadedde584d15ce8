import { and, eq, ne } from "drizzle-orm";
import { z } from "zod";
import { findAdmin, insertAdmin } from "~/accounts/admins/create-admin.server";
import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import { handOver } from "~/accounts/owners/hand-over.server";
import { ownerMessages } from "~/accounts/owners/owned";
import { passwordProblem } from "~/accounts/passwords/passwords.server";
import type { StaffContext } from "~/accounts/staff.server";
import { notEmail } from "~/core/email/email-address";
import { lowerEmailInput } from "~/core/email/email-input.server";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { locks } from "~/db/advisory-locks.server";
import type { Transaction } from "~/db/client.server";
import { adminUsers, session } from "~/db/schema/accounts";
import { adminRoles } from "~/db/schema/values";
import { callOffScheduled } from "./lost-rights.server";

/** Messages by field. */
export type AdminProblems = Partial<Record<"email" | "password" | "confirmation" | "role", string>>;
export type AdminResult = Done<{ message: string; adminId: string }> | Refused<AdminProblems | undefined>;

const unknownAdmin = () => refuse("not-found", "Admin not found");
const roleRequired = "Role is required: Regular Admin or Super Admin";

const roleForm = z.enum(adminRoles);
const idForm = z.uuid();

/**
 * `input`: `email`, `password`, `role` and, from the form, `confirmation`. Refuses with every field's problem at once.
 */
export async function createAdmin(context: StaffContext, input: Record<string, unknown>): Promise<AdminResult> {
  const email = lowerEmailInput.safeParse(input.email);
  const role = roleForm.safeParse(input.role);
  const password = typeof input.password === "string" ? input.password : "";
  const problems: AdminProblems = {};
  if (!email.success) problems.email = input.email ? notEmail : "Email is required";
  const wrong = await passwordProblem(password, email.data);
  if (wrong) problems.password = wrong;
  if (input.confirmation !== undefined && input.confirmation !== password)
    problems.confirmation = "Passwords do not match";
  if (!role.success) problems.role = roleRequired;

  return change(context, "Failed to create admin", input, async ({ tx, staff, record }) => {
    const [first] = Object.values(problems);
    if (!email.success || !role.success || first) return refuse("invalid", first ?? "Failed to create admin", problems);
    if (await findAdmin(tx, email.data)) {
      const message = "An admin with this email already exists";
      return refuse("conflict", message, { email: message });
    }
    const createdBy = staff.adminId;
    const made = { email: email.data, password, role: role.data, createdBy, passwordIsTemporary: true };
    const adminId = await insertAdmin(tx, made);
    await record({
      actionType: "admin_created",
      subjectType: "admin",
      subjectId: adminId,
      targetAdminEmail: email.data,
      details: { role: role.data },
    });
    return { ok: true, message: `Admin user ${email.data} created successfully!`, adminId };
  });
}

/** Deactivating ends all sessions. `heir` gets the open work; without one it stays, and Today shows it. */
export function setAdminActive(
  context: StaffContext,
  adminId: unknown,
  isActive: boolean,
  heir: unknown = "",
): Promise<AdminResult> {
  return change(context, "Failed to update admin", { adminId, isActive, heir }, async (work) => {
    const { tx, staff, record } = work;
    const target = await lockTarget(tx, adminId);
    if (!target) return unknownAdmin();
    const word = isActive ? "reactivated" : "deactivated";
    if (!isActive && target.id === staff.adminId) return refuse("conflict", "You cannot deactivate your own account");
    if (!isActive && (await isLastSuperAdmin(tx, target)))
      return refuse("conflict", "The last active super admin cannot be deactivated");
    if (target.isActive === isActive)
      return refuse("conflict", `${target.email} is ${isActive ? "active" : "inactive"} already`);
    const to = isActive || heir === "" ? null : await lockTarget(tx, heir);
    if (heir !== "" && !isActive && (!to?.isActive || to.id === target.id))
      return refuse("invalid", ownerMessages.inactive);
    await tx.update(adminUsers).set({ isActive }).where(eq(adminUsers.id, target.id));
    await tx.delete(session).where(eq(session.userId, target.userId));
    const calledOff = isActive ? "" : await callOffScheduled(tx, target.email);
    const handed = to ? await handOver(work, named(target), named(to)) : "";
    await record({
      actionType: `admin_${word}`,
      subjectType: "admin",
      subjectId: target.id,
      targetAdminEmail: target.email,
    });
    const message = `Admin user ${target.email} ${word} successfully${handed}${calledOff}`;
    return { ok: true, message, adminId: target.id };
  });
}

/** Ends their sessions, so that they sign in with the new rights. */
export function setAdminRole(context: StaffContext, adminId: unknown, newRole: unknown): Promise<AdminResult> {
  return change(context, "Failed to update admin", { adminId, role: newRole }, async ({ tx, staff, record }) => {
    const role = roleForm.safeParse(newRole);
    if (!role.success) return refuse("invalid", roleRequired);
    const target = await lockTarget(tx, adminId);
    if (!target) return unknownAdmin();
    const now = role.data === "super_admin" ? "a super admin" : "a regular admin";
    if (target.id === staff.adminId) return refuse("conflict", "You cannot change your own role");
    if (role.data !== "super_admin" && (await isLastSuperAdmin(tx, target)))
      return refuse("conflict", "You can’t change the role of the last active super admin");
    if (target.role === role.data) return refuse("conflict", `${target.email} is ${now} already`);
    await tx.update(adminUsers).set({ role: role.data }).where(eq(adminUsers.id, target.id));
    await tx.delete(session).where(eq(session.userId, target.userId));
    const calledOff = await callOffScheduled(tx, target.email);
    await record({
      actionType: "admin_role_changed",
      subjectType: "admin",
      subjectId: target.id,
      targetAdminEmail: target.email,
      details: { from: target.role, to: role.data },
    });
    return { ok: true, message: `${target.email} is now ${now}${calledOff}`, adminId: target.id };
  });
}

/** Serialized, or two super admins could deactivate each other. */
function change(
  context: StaffContext,
  failed: string,
  input: Record<string, unknown>,
  run: (work: StaffWork) => Promise<AdminResult>,
): Promise<AdminResult> {
  const verb = {
    input: z.unknown(),
    once: "admin",
    lock: locks.admins,
    role: "super_admin",
    fresh: true,
    failed,
    rethrowsUnavailable: true,
    messages: { forbidden: "Only super admins can manage admins", failed },
  } as const;
  return asStaff(context, verb, input, run);
}

const named = ({ id, name, email }: typeof adminUsers.$inferSelect) => ({ id, name: name || email });

async function lockTarget(tx: Transaction, adminId: unknown) {
  const id = idForm.safeParse(adminId);
  if (!id.success) return null;
  const [target] = await tx.select().from(adminUsers).where(eq(adminUsers.id, id.data)).for("update");
  return target ?? null;
}

async function isLastSuperAdmin(tx: Transaction, target: typeof adminUsers.$inferSelect): Promise<boolean> {
  if (target.role !== "super_admin" || !target.isActive) return false;
  const otherSuperAdmins = and(
    eq(adminUsers.role, "super_admin"),
    eq(adminUsers.isActive, true),
    ne(adminUsers.id, target.id),
  );
  return (await tx.$count(adminUsers, otherSuperAdmins)) === 0;
}
