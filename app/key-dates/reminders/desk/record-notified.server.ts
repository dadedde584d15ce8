import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import type { StaffContext } from "~/accounts/staff.server";
import { isDay, nassauDay } from "~/core/time";
import { type Done, type Refused, refuse } from "~/core/verbs/refused";
import { db } from "~/db/client.server";
import { visaApplications } from "~/db/schema/applications";
import { clients } from "~/db/schema/clients";
import { keyDateReminders, keyDates } from "~/db/schema/key-dates";
import { cameByWays } from "~/db/schema/values";
import { describeKeyDate } from "../../key-date";
import { reminderStates } from "../reminder-states.server";

export type NotifiedProblems = Partial<Record<"way" | "day", string>>;

const futureDay = "Choose today or an earlier date.";

const input = z.object({
  id: z.uuid(),
  way: z.enum(cameByWays, "Choose how you told them."),
  day: z.string("Choose a date.").trim().refine(isDay, "Choose a date."),
});

const verb = { input: z.undefined(), failed: "that a client was told of a key date could not be recorded" };

const wrong = (problems: NotifiedProblems) => refuse("invalid", "Please fix the highlighted fields.", problems);

type Recorded = Done | Refused<NotifiedProblems | undefined>;

/** Records that staff told the recipient of a reminder that wasn't delivered. */
export async function recordNotified(context: StaffContext, rawInput: unknown): Promise<Recorded> {
  const parsed = input.safeParse(rawInput);
  if (!parsed.success)
    return wrong(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])));
  const { id, way, day } = parsed.data;
  if (day > nassauDay()) return wrong({ day: futureDay });
  return asStaff(context, verb, undefined, async ({ tx, staff, record }): Promise<Recorded> => {
    const [row] = await tx.select().from(keyDates).where(eq(keyDates.id, id)).for("update");
    if (!row) return refuse("not-found", "This key date no longer exists.");
    const { applicationId, clientId, endsOn } = row;
    const state = (await reminderStates(tx, [id])).get(id);
    if (state?.told?.as === way && state.told.on === day) return { ok: true };
    if (!state?.problem || state.latest === null || endsOn === null)
      return refuse("conflict", "This reminder was delivered, or somebody has told them already.");
    const isFailed = and(
      eq(keyDateReminders.keyDateId, id),
      eq(keyDateReminders.endsOn, endsOn),
      eq(keyDateReminders.days, state.latest),
    );
    await tx.update(keyDateReminders).set({ toldAs: way, toldOn: day, toldBy: staff.email }).where(isFailed);
    await record({
      actionType: "key_date_reminder_told",
      ...(applicationId
        ? { subjectType: "application", subjectId: applicationId }
        : { subjectType: "client", subjectId: clientId ?? "" }),
      details: { by: way, days: state.latest },
    });
    return { ok: true };
  });
}

/** For the page where it is recorded; undefined if the key date no longer exists. */
export async function readNotified(id: string) {
  if (!z.uuid().safeParse(id).success) return undefined;
  const [row] = await db
    .select({
      keyDate: keyDates,
      number: visaApplications.applicationNumber,
      applicant: visaApplications.applicantName,
      client: clients.name,
    })
    .from(keyDates)
    .leftJoin(visaApplications, eq(visaApplications.id, keyDates.applicationId))
    .leftJoin(clients, eq(clients.id, keyDates.clientId))
    .where(eq(keyDates.id, id));
  if (!row) return undefined;
  const { keyDate, number, applicant, client } = row;
  const state = (await reminderStates(db, [id])).get(id);
  return {
    ...{ id, today: nassauDay(), problem: state?.problem ?? null },
    sentence: describeKeyDate(keyDate, nassauDay()),
    of: keyDate.applicationId
      ? { path: `/admin/applications/${keyDate.applicationId}`, name: `${applicant || "Applicant"}, ${number}` }
      : { path: `/admin/clients/${keyDate.clientId}`, name: client ?? "" },
  };
}
