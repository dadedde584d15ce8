import ICAL from "ical.js";

/** A calendar file as a calendar program reads it: with its own zone, not one that the reader knows. */
export function readCalendarFile(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file));
  const [component, ...more] = calendar.getAllSubcomponents("vevent");
  const [zone, ...zones] = calendar.getAllSubcomponents("vtimezone");
  if (!component || !zone) throw new Error("The file lacks its event or its zone");
  if (more.length > 0 || zones.length > 0) throw new Error("The file has more than one event or zone");
  const event = new ICAL.Event(component);
  const start = component.getFirstProperty("dtstart");
  const of = new ICAL.Timezone(zone);
  const instant = (time: ICAL.Time) => new Date(time.convertToZone(ICAL.Timezone.utcTimezone).toJSDate());
  const within = (time: ICAL.Time) => {
    time.zone = of;
    return instant(time).toISOString();
  };
  return {
    method: calendar.getFirstPropertyValue("method"),
    status: component.getFirstPropertyValue("status"),
    stamp: String(component.getFirstPropertyValue("dtstamp")),
    zone: [start?.getParameter("tzid"), zone.getFirstPropertyValue("tzid")],
    wall: String(event.startDate),
    event,
    begins: within(event.startDate.clone()),
    ends: within(event.endDate.clone()),
  };
}
