import ical, {
  ICalAlarmType,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  type ICalDayJsStub,
  ICalEventStatus,
} from "ical-generator";
import { instantOf, wallTimeAt } from "~/core/zones/wall-time";
import type { Sender } from "~/mail/letter";
import { linkBase } from "~/mail/links/private-links.server";
import type { CalendarEntry } from "./calendar-entry";
import { timeZoneComponent } from "./time-zone-component";

const daySeconds = 24 * 60 * 60;

/**
 * Returns a calendar file of an appointment or consultation, the same for the same entry (RFC 5545, RFC 5546). It names
 * its page and the office's phone, and rings a day before.
 */
export function calendarFile(entry: CalendarEntry, sender: Pick<Sender, "name" | "email" | "phone">): string {
  const { method, minutes, attendee } = entry;
  // For "UTC" the generator writes times without a zone.
  const zone = entry.zone === "UTC" ? "Etc/UTC" : entry.zone;
  const start = instantOf(entry, zone);
  if (!start) throw new Error("The appointment has a time that never comes");
  const calendar = ical({
    prodId: { company: "Lucaya", product: "Appointments", language: "EN" },
    method: ICalCalendarMethod[method],
    // Without a name: the calendar's zone would also apply to its time stamps, which are in UTC.
    timezone: { name: null, generator: () => timeZoneComponent(zone, start) },
  });
  const page = entry.page && `${linkBase()}${entry.page.path}`;
  const event = calendar.createEvent({
    id: entry.uid,
    sequence: entry.sequence,
    stamp: new Date(entry.stamp),
    start: onTheWall(start, zone),
    end: onTheWall(new Date(start.getTime() + minutes * 60_000), zone),
    timezone: zone,
    summary: entry.summary,
    location: entry.place,
    description: [
      entry.description,
      ...(entry.page ? [`${entry.page.label}: ${page}`] : []),
      ...(sender.phone ? [`Phone: ${sender.phone}`] : []),
    ].join("\n\n"),
    ...(page ? { url: page } : {}),
    status: method === "CANCEL" ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: sender.name, email: sender.email },
  });
  if (method === "REQUEST") event.createAlarm({ type: ICalAlarmType.display, trigger: daySeconds });
  if (attendee.email)
    event.createAttendee({
      ...{ name: attendee.name, email: attendee.email, rsvp: false },
      ...{ role: ICalAttendeeRole.REQ, status: ICalAttendeeStatus.NEEDSACTION },
    });
  return calendar.toString();
}

/** Imitates a Day.js object, which the generator writes unchanged: a plain Date would bring in the machine's zone. */
function onTheWall(instant: Date, zone: string): ICalDayJsStub {
  const { day, time } = wallTimeAt(instant, zone);
  const stub: ICalDayJsStub = {
    format: (pattern) => (pattern === "YYYYMMDD" ? day.replaceAll("-", "") : `${time.replace(":", "")}00`),
    isValid: () => true,
    toDate: () => instant,
    toJSON: () => instant.toISOString(),
    tz: () => stub,
  };
  return stub;
}
