import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { changed } from "~/core/activity-log/changes";
import { lineInput } from "~/core/input-schemas.server";
import { refuse } from "~/core/verbs/refused";
import { locks } from "~/db/advisory-locks.server";
import { adminUsers } from "~/db/schema/accounts";

const longestName = 80;
const wrongLength = `Enter a name of at most ${longestName} characters.`;

const isAddress = "Enter a name, not an email address.";

/** Without an @, or somebody could appear as a colleague's email. */
const nameInput = lineInput(longestName, "The name")
  .pipe(z.string().min(1))
  .refine((name) => !/[@＠﹫]/.test(name), isAddress);
const nameError = ({ issues }: z.ZodError) => issues.find(({ code }) => code === "custom")?.message ?? wrongLength;

/** Normalized, or why it can't be a name. */
export function readAdminName(raw: unknown): { name: string } | { error: string } {
  const read = nameInput.safeParse(raw);
  return read.success ? { name: read.data } : { error: nameError(read.error) };
}

const inputSchema = z.object({ adminId: z.uuid(), name: nameInput });
const messages = {
  forbidden: "Only super admins can change other people’s names.",
  invalid: (error: z.ZodError) => refuse("invalid", nameError(error)),
};

/** For oneself, or as a super admin for anybody. */
export function setAdminName(context: StaffContext, input: { adminId: unknown; name: unknown }) {
  const role = input.adminId === context.staff.adminId ? "regular_admin" : "super_admin";
  const verb = {
    input: inputSchema,
    role,
    lock: locks.admins,
    failed: "the name of an admin could not be changed",
    messages: messages,
  } as const;
  return asStaff(context, verb, input, async ({ tx, record }, { adminId, name }) => {
    const [before] = await tx.select().from(adminUsers).where(eq(adminUsers.id, adminId)).for("update");
    if (!before) return refuse("not-found", "Admin not found");
    if (before.name === name) return { ok: true, message: `The name is ${name}.` };
    await tx.update(adminUsers).set({ name }).where(eq(adminUsers.id, adminId));
    await record({
      actionType: "admin_name_changed",
      subjectType: "admin",
      subjectId: adminId,
      targetAdminEmail: before.email,
      changes: changed("Name", before.name, name),
    });
    return { ok: true, message: `The name is now ${name}.` };
  });
}
