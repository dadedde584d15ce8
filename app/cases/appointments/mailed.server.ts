import type { appointments } from "~/db/schema/case";
import type { MailedAppointment } from "~/mail/calendar/appointment";

export type AppointmentRow = typeof appointments.$inferSelect;

/** What a mail and a calendar file say of an appointment as it is now; `was` where it was moved. */
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
