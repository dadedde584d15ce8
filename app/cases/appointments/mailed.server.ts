import type { appointments } from "~/db/schema/case";
import type { MailedAppointment } from "~/mail/calendar/appointment";

export type AppointmentRow = typeof appointments.$inferSelect;

/** The facts of an appointment for mails and calendar files; `was` if it was moved. */
export function mailedOf(
  row: AppointmentRow,
  change: MailedAppointment["change"],
  was: MailedAppointment["was"] = null,
): MailedAppointment {
  const { id, kind, day, time, zone, minutes, place, bring, sequence, updatedAt } = row;
  return {
    id,
    kind,
    day,
    time,
    zone,
    minutes,
    place,
    bring,
    sequence,
    change,
    was,
    changedAt: updatedAt.toISOString(),
  };
}
