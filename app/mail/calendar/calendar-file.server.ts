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
import type { CalendarEntry, DayEntry, TimedEntry } from "./calendar-entry";
import { timeZoneComponent } from "./time-zone-component";

const daySeconds = 24 * 60 * 60;

type Office = Pick<Sender, "name" | "email" | "phone">;

/**
 * Returns a calendar file of an appointment, consultation or key date, the same for the same entry (RFC 5545, RFC
 * 5546). It names its page and the office's phone.
 */
export const calendarFile = (entry: CalendarEntry, sender: Office): string =>
  entry.isAllDay ? dayFile(entry, sender) : timedFile(entry, sender);

const pageOf = ({ page }: CalendarEntry) => page && `${linkBase()}${page.path}`;

/** What both have in common. */
const eventOf = (entry: CalendarEntry, sender: Office) => {
  const page = pageOf(entry);
  return {
    id: entry.uid,
    sequence: entry.sequence,
    stamp: new Date(entry.stamp),
    summary: entry.summary,
    description: [
      entry.description,
      ...(entry.page ? [`${entry.page.label}: ${page}`] : []),
      ...(sender.phone ? [`Phone: ${sender.phone}`] : []),
    ].join("\n\n"),
    ...(page ? { url: page } : {}),
    status: entry.method === "CANCEL" ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: sender.name, email: sender.email },
  };
};

/** A whole day has no zone and no times, so that it is the same day everywhere. */
function dayFile(entry: DayEntry, sender: Office): string {
  const calendar = ical({
    prodId: { company: "Lucaya", product: "Key dates", language: "EN" },
    method: ICalCalendarMethod[entry.method],
  });
  calendar.createEvent({ ...eventOf(entry, sender), allDay: true, start: dayStub(entry.day) });
  return calendar.toString();
}

/** Rings a day before. */
function timedFile(entry: TimedEntry, sender: Office): string {
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
  const event = calendar.createEvent({
    ...eventOf(entry, sender),
    start: onTheWall(start, zone),
    end: onTheWall(new Date(start.getTime() + minutes * 60_000), zone),
    timezone: zone,
    location: entry.place,
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
  return stubOf(instant, day, `${time.replace(":", "")}00`);
}

const dayStub = (day: string): ICalDayJsStub => stubOf(new Date(`${day}T00:00:00Z`), day, "000000");

function stubOf(instant: Date, day: string, time: string): ICalDayJsStub {
  const stub: ICalDayJsStub = {
    format: (pattern) => (pattern === "YYYYMMDD" ? day.replaceAll("-", "") : time),
    isValid: () => true,
    toDate: () => instant,
    toJSON: () => instant.toISOString(),
    tz: () => stub,
    utc: () => stub,
  };
  return stub;
}
