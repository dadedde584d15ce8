import { eq } from "drizzle-orm";
import { z } from "zod";
import { asStaff } from "~/accounts/as-staff.server";
import { ownerMessages } from "~/accounts/owners/owned";
import type { StaffContext } from "~/accounts/staff.server";
import { isUndecided } from "~/applications/status/undecided";
import { changed } from "~/core/activity-log/changes";
import { isDueDay, wrongDay } from "~/core/due-day";
import { normalizeFigures } from "~/core/text-input";
import { calendarDate, nassauDay } from "~/core/time";
import { refuse } from "~/core/verbs/refused";
import { visaApplications } from "~/db/schema/applications";

const inputSchema = z.object({
  applicationId: z.uuid(),
  /** Empty: the service's usual day. */
  plannedOn: z
    .string()
    .transform((text) => normalizeFigures(text) || null)
    .default(null),
  /** The day that the admin saw, empty for none; if another is stored, somebody else has changed it. */
  seen: z.string().optional(),
});

const inWords = (day: string | null) => (day === null ? "" : calendarDate(day));

/** Stores the day on which staff plan to file a case, or that they plan none of its own. Recorded; nobody is mailed. */
export function planFiling(context: StaffContext, input: unknown) {
  const messages = {
    forbidden: "Your account is no longer active.",
    failed: "This could not be saved. Please try again.",
  };
  const verb = { input: inputSchema, failed: "a planned filing day could not be saved", messages };
  return asStaff(context, verb, input, async ({ tx, record }, { applicationId, plannedOn, seen }) => {
    const [application] = await tx
      .select({
        status: visaApplications.status,
        number: visaApplications.applicationNumber,
        filedOn: visaApplications.filedOn,
        plannedOn: visaApplications.plannedFilingOn,
      })
      .from(visaApplications)
      .where(eq(visaApplications.id, applicationId))
      .for("update");
    if (!application) return refuse("not-found");
    if (!isUndecided(application.status)) return refuse("closed", "You can’t file this case because it’s closed.");
    if (application.filedOn !== null) return refuse("closed", "This case has been filed already.");
    if (application.plannedOn === plannedOn) return { ok: true };
    if (seen !== undefined && seen !== (application.plannedOn ?? "")) return refuse("conflict", ownerMessages.stale);
    if (plannedOn !== null && !isDueDay(plannedOn, nassauDay()))
      return refuse("invalid", wrongDay, { field: "plannedOn" as const });
    await tx.update(visaApplications).set({ plannedFilingOn: plannedOn }).where(eq(visaApplications.id, applicationId));
    await record({
      actionType: "case_filing_planned",
      subjectType: "application",
      subjectId: applicationId,
      details: { number: application.number },
      changes: changed("Planned filing date", inWords(application.plannedOn), inWords(plannedOn)),
    });
    return { ok: true };
  });
}
