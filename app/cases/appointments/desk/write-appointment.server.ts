import { and, asc, eq, gt, lt, or, sql } from "drizzle-orm";
import { z } from "zod";
import { shownName } from "~/accounts/admins/names.server";
import { asStaff, type StaffWork } from "~/accounts/as-staff.server";
import { ownerMessages } from "~/accounts/owners/owned";
import { adminNames } from "~/accounts/owners/owned-records.server";
import type { StaffContext } from "~/accounts/staff.server";
import { isUndecided } from "~/applications/status/undecided";
import { storedName } from "~/applications/stored-answers/answers.server";
import { cancelled } from "~/cases/appointments/cancel.server";
import { type AppointmentRow, mailedOf } from "~/cases/appointments/mailed.server";
import { lockAppointment } from "~/cases/appointments/read.server";
import { reminderMarks } from "~/cases/appointments/reminders.server";
import { lockedApplication } from "~/cases/locked-application.server";
import { writeStatusChange } from "~/cases/status/desk/put-status.server";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { settingFacts } from "~/content/settings/settings.server";
import { type Change, changed } from "~/core/activity-log/changes";
import { nassauTime } from "~/core/time";
import { type Refused, refuse } from "~/core/verbs/refused";
import { locks, takeLock } from "~/db/advisory-locks.server";
import { adminUsers } from "~/db/schema/accounts";
import type { visaApplications } from "~/db/schema/applications";
import { appointments } from "~/db/schema/case";
import { consultations } from "~/db/schema/consultations";
import { type MailedAppointment, startOf } from "~/mail/calendar/appointment";
import { enqueueMail } from "~/mail/outbox.server";
import type { AppointmentProblems } from "./appointment-fields";
import { cancelledAppointment, changedAppointment, newAppointment, problemsIn } from "./appointment-input.server";
import { oddTimeQuestion, overlapKey, timeKey } from "./odd-time";

type Application = typeof visaApplications.$inferSelect;
type Written = { ok: true; mailed: boolean };
type Work = StaffWork & { application: Application };

const verb = {
  failed: "an appointment could not be written",
  messages: {
    forbidden: "Your account is no longer active.",
    failed: "Nothing was saved or sent. Please try again.",
  },
};

/**
 * Shared by make, move and cancel: validates by field, locks the application, runs a repeated send once, and updates
 * the turn last.
 */
async function schedule<Input extends { applicationId: string; attempt?: string | undefined }>(
  context: StaffContext,
  doing: "make" | "move" | "cancel",
  inputSchema: z.ZodType<Input>,
  rawInput: unknown,
  run: (work: Work, input: Input) => Promise<Written | Refused<AppointmentProblems | undefined>>,
): Promise<Written | Refused<AppointmentProblems | undefined>> {
  const parsed = inputSchema.safeParse(rawInput);
  if (!parsed.success) return problemsIn(parsed.error);
  type Answer = Written | Refused<AppointmentProblems | undefined>;
  const own = { ...verb, input: z.custom<Input>(), once: `${doing} appointment`, shown: ["seen", "sure", "over"] };
  return asStaff(context, own, parsed.data, async (work, sent): Promise<Answer> => {
    const { tx } = work;
    const { applicationId } = sent;
    const application = await lockedApplication({ tx }, applicationId);
    if (!application) return refuse("not-found", "Application not found.");
    const written = await run({ ...work, application }, sent);
    if (!written.ok) return written;
    await updateTurn(tx, applicationId);
    return written;
  });
}

/** Writes one mail with its calendar file. */
async function mailAppointment({ tx, application }: Work, appointment: MailedAppointment): Promise<Written> {
  const { id: applicationId, applicationNumber, userEmail: email } = application;
  const name = (await storedName(tx, applicationId)) || "Applicant";
  await enqueueMail(tx, {
    kind: "appointment",
    to: email,
    toName: name,
    applicationId,
    data: { name, email, applicationNumber, applicationId, appointment },
  });
  return { ok: true, mailed: email !== "" };
}

const recorded = (
  actionType: string,
  { id, applicationNumber }: Application,
  row: AppointmentRow,
  changes: readonly Change[] = [],
) => ({
  actionType,
  subjectType: "application",
  subjectId: id,
  details: { number: applicationNumber, kind: row.kind, day: row.day, time: row.time, zone: row.zone },
  changes,
});

/**
 * Makes an appointment: its row, the record and one mail with its calendar file, in one transaction. If chosen, an
 * interview also sets `interview_scheduled`; the status mail is then the only one.
 */
export function makeAppointment(context: StaffContext, rawInput: unknown) {
  return schedule(context, "make", newAppointment, rawInput, async (work, input) => {
    const { tx, staff, record, application } = work;
    const { applicationId, attempt: _, status: setsStatus, sure: __, over: ___, staffId, ...fields } = input;
    if (application.submittedAt === null)
      return refuse("closed", "You can’t make appointments for an application that hasn’t been submitted.");
    if (fields.kind === "interview" && !isUndecided(application.status))
      return refuse("closed", "This case is closed. Change its status before you arrange an interview.");
    const startsAt = startOf(fields);
    const question = (await questionAbout(tx, startsAt, input)) ?? (await staffProblem(tx, startsAt, input));
    if (question) return question;
    const [row] = await tx
      .insert(appointments)
      .values({
        applicationId,
        ...fields,
        staffId: staffId || null,
        startsAt,
        ...reminderMarks(startsAt, new Date()),
        adminEmail: staff.email,
      })
      .returning();
    if (!row) throw new Error("No appointment was stored");
    await record(recorded("appointment_made", application, row));
    const made = mailedOf(row, "made");
    if (fields.kind !== "interview" || setsStatus !== "yes" || application.status === "interview_scheduled")
      return mailAppointment(work, made);
    const change = { status: "interview_scheduled" as const, message: "", made: [made], keepsWithdrawal: true };
    const { mailed } = await writeStatusChange(work, application, change);
    return { ok: true, mailed };
  });
}

/** The question about an unusual time, unless staff have confirmed it. */
async function questionAbout(
  tx: StaffWork["tx"],
  startsAt: Date,
  input: z.output<typeof newAppointment | typeof changedAppointment>,
) {
  if (input.sure === timeKey(input)) return null;
  const question = oddTimeQuestion(startsAt, input.minutes, await settingFacts(tx), new Date());
  return question && refuse("invalid", "Please fix the highlighted fields.", { sure: question });
}

/**
 * Takes the lock of bookings; refused for an inactive one, and over a consultation of theirs unless
 * staff have confirmed it.
 */
async function staffProblem(
  tx: StaffWork["tx"],
  startsAt: Date,
  input: z.output<typeof newAppointment | typeof changedAppointment>,
) {
  const { staffId, minutes, over } = input;
  if (staffId === "") return null;
  await takeLock(tx, locks.consultations);
  const [admin] = await tx
    .select({ name: shownName, isActive: adminUsers.isActive })
    .from(adminUsers)
    .where(eq(adminUsers.id, staffId));
  const invalid = "Please fix the highlighted fields.";
  if (!admin?.isActive) return refuse("invalid", invalid, { staffId: ownerMessages.inactive });
  if (over === overlapKey(input)) return null;
  const endsAt = new Date(startsAt.getTime() + minutes * 60_000);
  const [consultation] = await tx
    .select({ startsAt: consultations.startsAt })
    .from(consultations)
    .where(
      and(
        eq(consultations.adminId, staffId),
        or(
          eq(consultations.state, "booked"),
          and(eq(consultations.state, "unconfirmed"), gt(consultations.unconfirmedUntil, sql`clock_timestamp()`)),
        ),
        lt(consultations.startsAt, endsAt),
        sql`${consultations.startsAt} + make_interval(mins => ${consultations.minutes}) > ${startsAt.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(consultations.startsAt))
    .limit(1);
  if (!consultation) return null;
  const at = nassauTime(consultation.startsAt);
  return refuse("invalid", invalid, { over: `${admin.name} has a consultation then, on ${at}. Save it anyway?` });
}

async function staffChange(tx: StaffWork["tx"], from: string | null, to: string | null): Promise<Change[]> {
  if (from === to) return [];
  const names = await adminNames(tx, [from, to]);
  const nameOf = (id: string | null) => (id === null ? "" : (names.get(id) ?? ""));
  return changed("Who of us takes part", nameOf(from), nameOf(to));
}

/** Locks the appointment if it is still as the admin saw it and can be changed. */
async function changeable({ tx }: Work, { applicationId, appointment, seen }: z.output<typeof cancelledAppointment>) {
  const row = await lockAppointment(tx, applicationId, appointment);
  if (!row) return refuse("not-found", "Appointment not found.");
  if (row.state === "cancelled") return refuse("closed", "This appointment has already been canceled.");
  if (row.startsAt <= new Date())
    return refuse("closed", "This appointment has already started. Make a new one instead.");
  if (row.sequence !== seen)
    return refuse("conflict", "Someone else has just changed this appointment. This page shows the current version.");
  return { row };
}

const names = ["day", "time", "zone", "minutes", "place", "bring"] as const;
const labels = { day: "Day", time: "Time", zone: "Time zone", minutes: "Minutes", place: "Place", bring: "To bring" };

/** Moves or changes an appointment: the applicant has to confirm again, and reminders follow the new time. */
export function moveAppointment(context: StaffContext, rawInput: unknown) {
  return schedule(context, "move", changedAppointment, rawInput, async (work, input) => {
    const { tx, staff, record, application } = work;
    const { day, time, zone, minutes, place, bring, staffId: chosen } = input;
    const staffId = chosen || null;
    const fields = { day, time, zone, minutes, place, bring };
    const found = await changeable(work, input);
    if (!("row" in found)) return found;
    const { row: before } = found;
    const keepsStaff = before.staffId === staffId;
    if (keepsStaff && names.every((name) => before[name] === fields[name]))
      return refuse(
        "invalid",
        "You haven’t changed anything yet. Change the date, time or place, or cancel the appointment.",
      );
    const [now, startsAt] = [new Date(), startOf(fields)];
    const isMoved = before.day !== day || before.time !== time || before.zone !== zone;
    const question = isMoved || before.minutes !== minutes ? await questionAbout(tx, startsAt, input) : null;
    if (question) return question;
    const overlap = await staffProblem(tx, startsAt, input);
    if (overlap) return overlap;
    const isSameForApplicant = names.every((name) => before[name] === fields[name]);
    if (isSameForApplicant) {
      await tx.update(appointments).set({ staffId, updatedAt: now }).where(eq(appointments.id, before.id));
      await record(recorded("appointment_moved", application, before, await staffChange(tx, before.staffId, staffId)));
      return { ok: true, mailed: false };
    }
    const [row] = await tx
      .update(appointments)
      .set({
        ...{ ...fields, staffId, startsAt, sequence: before.sequence + 1, adminEmail: staff.email, updatedAt: now },
        ...{ confirmedAt: null, otherTime: null, otherTimeAt: null },
        ...(startsAt.getTime() === before.startsAt.getTime() ? {} : reminderMarks(startsAt, now)),
      })
      .where(eq(appointments.id, before.id))
      .returning();
    if (!row) throw new Error("No appointment was stored");
    const changes = [
      ...names.flatMap((name) => changed(labels[name], String(before[name]), String(row[name]))),
      ...(await staffChange(tx, before.staffId, staffId)),
    ];
    await record(recorded("appointment_moved", application, row, changes));
    const was = { day: before.day, time: before.time, zone: before.zone };
    return mailAppointment(work, isMoved ? mailedOf(row, "moved", was) : mailedOf(row, "changed"));
  });
}

/** Cancels an appointment, with one mail that removes it from the calendar. The status stays. */
export function cancelAppointment(context: StaffContext, rawInput: unknown) {
  return schedule(context, "cancel", cancelledAppointment, rawInput, async (work, input) => {
    const { tx, staff, record, application } = work;
    const found = await changeable(work, input);
    if (!("row" in found)) return found;
    const [row] = await tx
      .update(appointments)
      .set(cancelled(staff.email, new Date()))
      .where(eq(appointments.id, found.row.id))
      .returning();
    if (!row) throw new Error("No appointment was stored");
    await record(recorded("appointment_cancelled", application, row));
    return mailAppointment(work, mailedOf(row, "cancelled"));
  });
}
