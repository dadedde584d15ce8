import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { instantOf } from "~/core/zones/wall-time";
import { linkBase } from "~/mail/links/private-links.server";
import { readCalendarFile } from "../../../test/harness/read-calendar-file";
import { calendarEntry } from "./calendar-entry";
import { calendarFile } from "./calendar-file.server";
import { keyDateEntries } from "./key-date";

const applicationId = "0198e3d2-6f3e-7cc1-8a8f-3d8f5a1f6b11";
const person = { name: "Maria Santos", email: "maria@mail.test", applicationNumber: "BV26-7K3M-9QXD", applicationId };
const sender = { name: "Lucaya Visa & Immigration", email: "hello@lucaya.example", phone: "+1 242 555 0142" };
const appointment = {
  ...({
    id: "3f0c",
    kind: "interview",
    day: "2026-11-24",
    time: "10:30",
    zone: "America/Nassau",
    minutes: 45,
  } as const),
  ...{ place: "12 Shirley Street; 2nd floor, Nassau", bring: "Your passport,\nand a pen" },
  ...({ sequence: 0, change: "made", changedAt: "2026-11-20T14:05:09.123Z" } as const),
};
const fileOf = (change: Partial<Parameters<typeof calendarEntry>[0]> = {}) =>
  calendarFile(calendarEntry({ ...appointment, ...change }, person), sender);

test("[C-APPT-4] an iCalendar parser reads one event with method, zone, place and what to bring", () => {
  const { method, status, zone, wall, event, begins, ends, stamp } = readCalendarFile(fileOf());
  expect([method, status]).toEqual(["REQUEST", "CONFIRMED"]);
  expect(zone).toEqual(["America/Nassau", "America/Nassau"]);
  expect([wall, begins, ends]).toEqual(["2026-11-24T10:30:00", "2026-11-24T15:30:00.000Z", "2026-11-24T16:15:00.000Z"]);
  expect(stamp).toBe("2026-11-20T14:05:09Z");
  expect(event.location).toBe("12 Shirley Street; 2nd floor, Nassau");
  expect(event.description).toContain("What to bring:\nYour passport,\nand a pen");
  expect(event.summary).toContain("Interview");
});

test("[C-APPT-4] a link is the event's location and is in its description", () => {
  const link = "https://meet.example/a?b=c,d;e";
  const { event } = readCalendarFile(fileOf({ place: link }));
  expect(event.location).toBe(link);
  expect(event.description.split("\n")).toContain(link);
});

test("[C-APPT-5] the UID stays, the sequence is the change's, and a cancellation cancels the event", () => {
  const [made, moved, cancelled] = [
    readCalendarFile(fileOf()),
    readCalendarFile(fileOf({ sequence: 1, change: "moved" })),
    readCalendarFile(fileOf({ sequence: 2, change: "cancelled" })),
  ];
  expect(new Set([made, moved, cancelled].map(({ event }) => event.uid)).size).toBe(1);
  expect([made, moved, cancelled].map(({ event, method, status }) => [event.sequence, method, status])).toEqual([
    [0, "REQUEST", "CONFIRMED"],
    [1, "REQUEST", "CONFIRMED"],
    [2, "CANCEL", "CANCELLED"],
  ]);
});

describe("[C-APPT-6] the local time across a daylight saving change", () => {
  test.each([
    ["America/Nassau", "2026-10-31", "2026-10-31T14:30:00.000Z"],
    ["America/Nassau", "2026-11-01", "2026-11-01T15:30:00.000Z"],
    ["America/New_York", "2027-03-13", "2027-03-13T15:30:00.000Z"],
    ["America/New_York", "2027-03-14", "2027-03-14T14:30:00.000Z"],
    ["Europe/London", "2027-03-27", "2027-03-27T10:30:00.000Z"],
    ["Europe/London", "2027-03-28", "2027-03-28T09:30:00.000Z"],
    ["Australia/Sydney", "2026-10-04", "2026-10-03T23:30:00.000Z"],
    ["Asia/Kolkata", "2026-11-24", "2026-11-24T05:00:00.000Z"],
    ["UTC", "2026-11-24", "2026-11-24T10:30:00.000Z"],
  ])("an event in %s on %s keeps its local time", (zone, day, instant) => {
    const { wall, begins } = readCalendarFile(fileOf({ zone, day }));
    expect([wall, begins]).toEqual([`${day}T10:30:00`, instant]);
    expect(fileOf({ zone, day })).toMatch(/^DTSTART;TZID=[A-Z][\w/]+:\d{8}T103000\r$/m);
    expect(instantOf({ day, time: "10:30" }, zone)?.toISOString()).toBe(instant);
  });
});

test("[F-APPL-20] the file has the application's URL, the office’s phone and an alarm a day before", () => {
  const { event } = readCalendarFile(fileOf());
  const page = `${linkBase()}/apply/${applicationId}`;
  expect(event.component.getFirstPropertyValue("url")).toBe(page);
  expect(event.description.split("\n")).toEqual(
    expect.arrayContaining([`Your application: ${page}`, "Phone: +1 242 555 0142"]),
  );
  const alarms = event.component.getAllSubcomponents("valarm");
  expect(alarms.map((alarm) => String(alarm.getFirstPropertyValue("trigger")))).toEqual(["-P1D"]);
});

test("[F-APPL-20] a cancellation has no alarm, and without a phone none is named", () => {
  const { event } = readCalendarFile(fileOf({ change: "cancelled" }));
  expect(event.component.getAllSubcomponents("valarm")).toEqual([]);
  const entry = calendarEntry(appointment, person);
  expect(calendarFile(entry, { ...sender, phone: "" })).not.toContain("Phone:");
});

test("the same event makes the same file", () => {
  expect(fileOf()).toBe(fileOf());
});

test("[X-REMIND-5] a key date is a whole day without zone, attendee and alarm, and the same for every reader", () => {
  const keyDate = {
    ...{
      id: "7c1e",
      name: "Visa",
      label: "Visa",
      endsOn: "2028-02-29",
      day: "February 29, 2028",
      note: "Leave by then.",
    },
    ...({ sequence: 3, change: "added", was: null, settledAs: "", changedAt: "2026-11-20T14:05:09.123Z" } as const),
  };
  const [entry] = keyDateEntries(keyDate, person);
  if (!entry) throw new Error("There is no entry");
  const calendar = new ICAL.Component(ICAL.parse(calendarFile(entry, sender)));
  const [event, ...more] = calendar.getAllSubcomponents("vevent");
  const value = (name: string) => String(event?.getFirstPropertyValue(name));
  expect([more.length, calendar.getAllSubcomponents("vtimezone").length]).toEqual([0, 0]);
  expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH");
  expect(event?.getFirstProperty("dtstart")?.type).toBe("date");
  expect(["dtstart", "uid", "sequence", "status", "summary"].map(value)).toEqual([
    ...["2028-02-29", "7c1e@key-dates.lucaya", "3", "CONFIRMED", "Visa: application BV26-7K3M-9QXD"],
  ]);
  expect(value("description")).toContain("Renewing or paying in time remains your responsibility.");
  expect([event?.getAllProperties("attendee").length, event?.getAllSubcomponents("valarm").length]).toEqual([0, 0]);
  expect(keyDateEntries({ ...keyDate, endsOn: null }, person)).toEqual([]);
  const was = { endsOn: "2028-02-29", day: "", label: "Visa" };
  expect(keyDateEntries({ ...keyDate, endsOn: null, change: "corrected", was }, person)).toMatchObject([
    { method: "CANCEL", day: "2028-02-29" },
  ]);
});
