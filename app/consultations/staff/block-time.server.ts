import { eq } from "drizzle-orm";
import { z } from "zod";
import { shownName } from "~/accounts/admins/names.server";
import { asStaff } from "~/accounts/as-staff.server";
import { ownerMessages } from "~/accounts/owners/owned";
import { mayAct, type StaffContext } from "~/accounts/staff.server";
import { lockTakers } from "~/consultations/occupy.server";
import { changed } from "~/core/activity-log/changes";
import { lineInput } from "~/core/input-schemas.server";
import { normalizeFigures } from "~/core/text-input";
import { daysAfter, isDay, nassauInstant, nassauTime } from "~/core/time";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { isClock } from "~/core/zones/wall-time";
import { adminUsers } from "~/db/schema/accounts";
import { blockedTimes } from "~/db/schema/consultations";
import type { AdminRole } from "~/db/schema/values";
import { longestBlock, longestNote } from "../desk/words";

export type BlockProblems = Partial<Record<"adminId" | "from" | "until" | "fromTime" | "untilTime" | "note", string>>;

const day = z.string("Choose a date.").transform(normalizeFigures).refine(isDay, "Choose a date.");
/** `10:30`, or empty for the whole day. */
const clock = z
  .string()
  .transform((time) => normalizeFigures(time).replace(/^(\d\d:\d\d):\d\d.*$/, "$1"))
  .refine((time) => time === "" || isClock(time), "Choose a time, or leave it empty.")
  .default("");

const input = z
  .object({
    attempt: z.uuid().optional(),
    adminId: z.uuid("Choose a person."),
    from: day,
    /** The same day if empty. */
    until: z
      .string()
      .transform(normalizeFigures)
      .refine((until) => until === "" || isDay(until), "Choose a date.")
      .default(""),
    fromTime: clock,
    untilTime: clock,
    note: lineInput(longestNote, "The note").default(""),
  })
  .transform((typed, context) => {
    const { adminId, attempt, note, from, fromTime, untilTime } = typed;
    const until = typed.until || from;
    const span = { adminId, attempt, note };
    if (!isDay(from) || !isDay(until)) return { ...span, startsAt: new Date(Number.NaN), endsAt: new Date(Number.NaN) };
    const startsAt = nassauInstant(from, fromTime || "00:00");
    const endsAt = untilTime ? nassauInstant(until, untilTime) : nassauInstant(daysAfter(until, 1), "00:00");
    const problem = (name: "until" | "untilTime", message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (endsAt <= startsAt) problem(until < from ? "until" : "untilTime", "The end must be later than the start.");
    else if (endsAt <= new Date()) problem(untilTime ? "untilTime" : "until", "Choose an end in the future.");
    else if (daysAfter(from, longestBlock) <= until) problem("until", `Block at most ${longestBlock} days in a row.`);
    return { ...span, startsAt, endsAt };
  });

type Blocked = Done<{ id: string }> | Refused<BlockProblems | undefined>;

function problemsIn({ issues }: z.ZodError): BlockProblems {
  const problems: Record<string, string> = {};
  for (const { path, code, message } of issues)
    problems[String(path[0])] ??= code === "too_big" ? `Write at most ${longestNote} characters.` : message;
  return problems;
}

/**
 * Blocks time of one's own, or as a super admin of anybody: nobody can book it. Consultations in it stay, and its
 * screen names them.
 */
export async function blockTime(context: StaffContext, rawInput: unknown): Promise<Blocked> {
  const parsed = input.safeParse(rawInput);
  if (!parsed.success) return refuse("invalid", "Please fix the highlighted fields.", problemsIn(parsed.error));
  const role: AdminRole = parsed.data.adminId === context.staff.adminId ? "regular_admin" : "super_admin";
  const verb = {
    ...{ input: z.custom<z.output<typeof input>>(), role, once: "block time", failed: "time could not be blocked" },
    messages: {
      forbidden: "Only super admins can block other people’s time.",
      failed: "Nothing was saved. Please try again.",
    },
  } as const;
  return asStaff(context, verb, parsed.data, async ({ tx, staff, record }, block): Promise<Blocked> => {
    const { adminId, startsAt, endsAt, note } = block;
    await lockTakers(tx);
    const [admin] = await tx
      .select({ name: shownName, email: adminUsers.email, isActive: adminUsers.isActive })
      .from(adminUsers)
      .where(eq(adminUsers.id, adminId));
    if (!admin?.isActive) return refuse("invalid", "", { adminId: ownerMessages.inactive });
    const [row] = await tx
      .insert(blockedTimes)
      .values({ adminId, startsAt, endsAt, note, madeBy: staff.email })
      .returning({ id: blockedTimes.id });
    if (!row) throw new Error("No blocked time was stored");
    await record({
      actionType: "time_blocked",
      subjectType: "admin",
      subjectId: adminId,
      targetAdminEmail: admin.email,
      changes: changed("Blocked", "", `${nassauTime(startsAt)} – ${nassauTime(endsAt)}`),
    });
    return { ok: true, id: row.id };
  });
}

const unblockVerb = {
  input: z.object({ block: z.uuid(), attempt: z.uuid().optional() }),
  once: "unblock time",
  failed: "blocked time could not be freed",
  messages: {
    forbidden: "Only super admins can free other people’s time.",
    failed: "Nothing was saved. Please try again.",
  },
} as const;

/** Frees blocked time: one's own, or as a super admin anybody's. */
export function unblockTime(context: StaffContext, rawInput: unknown) {
  return asStaff(context, unblockVerb, rawInput, async ({ tx, staff, record }, { block }) => {
    const [row] = await tx.select().from(blockedTimes).where(eq(blockedTimes.id, block)).for("update");
    if (!row) return refuse("not-found", "This time isn’t blocked any more.");
    if (row.adminId !== staff.adminId && !(await mayAct(tx, staff, "super_admin")))
      return refuse("forbidden", unblockVerb.messages.forbidden);
    const [admin] = await tx.select().from(adminUsers).where(eq(adminUsers.id, row.adminId));
    await tx.delete(blockedTimes).where(eq(blockedTimes.id, block));
    await record({
      actionType: "time_unblocked",
      subjectType: "admin",
      subjectId: row.adminId,
      ...(admin ? { targetAdminEmail: admin.email } : {}),
      changes: changed("Blocked", `${nassauTime(row.startsAt)} – ${nassauTime(row.endsAt)}`, ""),
    });
    return { ok: true };
  });
}
