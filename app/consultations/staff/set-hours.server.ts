import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { weekFields } from "~/content/editing/fields/week";
import { weekdays } from "~/content/settings/hours";
import { changed } from "~/core/activity-log/changes";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { adminUsers, type StoredWeek } from "~/db/schema/accounts";
import type { Json } from "~/db/schema/content";
import type { AdminRole } from "~/db/schema/values";

/** The office hours’ editor, for the hours in which one admin takes consultations. */
export const consultationHoursFields = weekFields({ group: "", item: "Hours", none: "no consultations" });

type Typed = Readonly<Record<string, readonly string[]>>;
type HoursProblems = Record<string, string>;
type HoursSet = Done<{ message: string }> | Refused<HoursProblems | undefined>;

const input = z.object({ adminId: z.uuid() });

/** For oneself, or as a super admin for anybody. `typed`: the inputs of each weekday. */
export async function setConsultationHours(
  context: StaffContext,
  { adminId, typed }: { adminId: unknown; typed: Typed },
): Promise<HoursSet> {
  const week: Record<string, [string, string][]> = {};
  const problems: HoursProblems = {};
  for (const { name, read } of consultationHoursFields) {
    const result = read(typed[name] ?? []);
    if (!result.ok) problems[name] = result.message;
    else week[name] = spans.parse(result.value);
  }
  if (Object.keys(problems).length > 0) return refuse("invalid", "Please fix the highlighted fields.", problems);
  const role: AdminRole = adminId === context.staff.adminId ? "regular_admin" : "super_admin";
  const verb = {
    ...{ input, role, failed: "the consultation hours of an admin could not be changed" },
    messages: {
      forbidden: "Only super admins can change other people’s consultation hours.",
      failed: "The hours couldn’t be saved. Please try again.",
    },
  } as const;
  return asStaff(context, verb, { adminId }, async ({ tx, record }, { adminId: id }): Promise<HoursSet> => {
    const [before] = await tx.select().from(adminUsers).where(eq(adminUsers.id, id)).for("update");
    if (!before) return refuse("not-found", "Admin not found");
    const changes = consultationHoursFields.flatMap(({ name, label, format }) =>
      changed(label, format(storedDay(before.consultationHours, name)), format(week[name] ?? [])),
    );
    const hasAny = weekdays.some((day) => (week[day.toLowerCase()] ?? []).length > 0);
    if (changes.length > 0) {
      await tx
        .update(adminUsers)
        .set({ consultationHours: hasAny ? week : null })
        .where(eq(adminUsers.id, id));
      await record({
        actionType: "consultation_hours_set",
        subjectType: "admin",
        subjectId: id,
        targetAdminEmail: before.email,
        changes,
      });
    }
    const message = hasAny ? "Consultation hours saved." : "Saved. Without hours nobody can book a consultation here.";
    return { ok: true, message };
  });
}

const spans = z.array(z.tuple([z.string(), z.string()]));

/** A stored weekday as the value of its field. */
export const storedDay = (stored: StoredWeek | null, name: string): Json =>
  (stored?.[name] ?? []).map(([opens, closes]) => [opens, closes]);
