import { CalendarPlus } from "lucide-react";
import { State } from "~/cases/appointments/appointments-section";
import type { ShownAppointment } from "~/cases/appointments/read.server";
import { Entry, Records } from "~/cases/case-data/records";
import { nassauTime, nassauZone } from "~/core/time";
import { isSameWall, momentIn } from "~/core/zones/wall-time";
import { appointmentKindLabels, formatLength, isLink } from "~/mail/calendar/appointment-words";
import { ButtonLink } from "~/ui/button";
import { TextLink } from "~/ui/link";

type Props = { id: string; appointments: readonly ShownAppointment[] };

/** The appointments of a case at the desk, future ones first; a separate page makes and changes them. */
export function CaseAppointments({ id, appointments }: Props) {
  const ahead = appointments.filter(({ hasBegun, state }) => !hasBegun && state === "planned");
  const otherAppointments = appointments.filter((appointment) => !ahead.includes(appointment)).toReversed();
  const page = `/admin/applications/${id}/appointments`;
  return (
    <div id="appointments">
      <Records
        id="appointments-title"
        title="Appointments"
        empty="None yet."
        count={appointments.length}
        note={
          <ButtonLink to={page} variant="outline" size="sm" className="mt-2" before={<CalendarPlus aria-hidden />}>
            Make an appointment
          </ButtonLink>
        }
      >
        {[...ahead, ...otherAppointments].map((appointment) => (
          <Entry key={appointment.id}>
            <AppointmentDetails appointment={appointment} />
            {ahead.includes(appointment) ? (
              <TextLink
                to={`${page}?change=${appointment.id}`}
                className="mt-1 inline-flex min-h-6 items-center text-xs"
              >
                Move or cancel<span className="sr-only"> {appointmentKindLabels[appointment.kind]}</span>
              </TextLink>
            ) : null}
          </Entry>
        ))}
      </Records>
    </div>
  );
}

export function AppointmentDetails({ appointment }: { appointment: ShownAppointment }) {
  const { kind, startsAt, zone, minutes, place, bring, hasBegun, state, otherTime, otherTimeAt } = appointment;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{appointmentKindLabels[kind]}</span>
        {hasBegun && state === "planned" ? null : <State appointment={appointment} />}
      </p>
      <p className={state === "cancelled" ? "line-through decoration-stone" : undefined}>
        <time dateTime={startsAt}>{momentIn(startsAt, zone)}</time>
      </p>
      {zone === nassauZone || isSameWall(startsAt, zone, nassauZone) ? null : (
        <p className="text-xs text-stone">{momentIn(startsAt, nassauZone)}</p>
      )}
      <p className="text-xs text-stone wrap-anywhere">
        {formatLength(minutes)} ·{" "}
        {isLink(place) ? (
          <a href={place} rel="noreferrer" className="text-sea-ink underline underline-offset-2">
            {place}
          </a>
        ) : (
          place
        )}
      </p>
      {bring ? <p className="text-xs whitespace-pre-line text-stone wrap-anywhere">To bring: {bring}</p> : null}
      {otherTime === null || otherTimeAt === null ? null : (
        <div className="mt-1.5 rounded-md bg-warning-ground px-3 py-2">
          <p className="text-xs font-semibold">Requested another time on {nassauTime(otherTimeAt)}</p>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {otherTime}
          </p>
        </div>
      )}
    </>
  );
}
