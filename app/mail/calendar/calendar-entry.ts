import type { MailedAppointment } from "./appointment";
import { appointmentKindLabels, formatLength, isLink } from "./appointment-words";

type AnyEntry = {
  /** Never changes, in mails and downloads (C-APPT-5). */
  uid: string;
  sequence: number;
  /** The last change. */
  stamp: string;
  day: string;
  summary: string;
  description: string;
  /** The page to open from a calendar, if it needs no secret. */
  page: { label: string; path: string } | null;
};

export type TimedEntry = AnyEntry & {
  isAllDay?: undefined;
  method: "REQUEST" | "CANCEL";
  time: string;
  zone: string;
  minutes: number;
  place: string;
  attendee: { name: string; email: string };
};

/** An event of a whole day, which nobody is invited to. */
export type DayEntry = AnyEntry & { isAllDay: true; method: "PUBLISH" | "CANCEL" };

/** The content of a calendar file as plain data; the file is made when it is sent or downloaded. */
export type CalendarEntry = TimedEntry | DayEntry;

type OfPerson = { name: string; email: string; applicationNumber: string; applicationId: string };

export function calendarEntry(
  appointment: Omit<MailedAppointment, "was">,
  { name, email, applicationNumber, applicationId }: OfPerson,
): TimedEntry {
  const { id, kind, sequence, change, changedAt, day, time, zone, minutes, place, bring } = appointment;
  return {
    ...{ day, time, zone, minutes, sequence, place },
    uid: `${id}@appointments.lucaya`,
    method: change === "cancelled" ? "CANCEL" : "REQUEST",
    stamp: changedAt,
    summary: `${appointmentKindLabels[kind]}: application ${applicationNumber}`,
    description: [
      `Application ${applicationNumber}, ${formatLength(minutes)}.`,
      ...(isLink(place) ? [place] : []),
      ...(bring ? [`What to bring:\n${bring}`] : []),
    ].join("\n\n"),
    page: { label: "Your application", path: `/apply/${applicationId}` },
    attendee: { name, email },
  };
}
