import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { defaultConsultationSettings } from "~/content/settings/consultation-settings";
import { defaultHours, type OfficeHours, weekdays } from "~/content/settings/hours";
import { daysAfter, nassauDay, nassauInstant, nassauZone } from "~/core/time";
import { clockChanges, instantOf, isSameWall, wallTimeAt } from "~/core/zones/wall-time";
import { cellsOf, freeTimes, freeTimesOf, type SlotFacts } from "./slots";
import { describeTime, otherClock } from "./times-text";

const everyDay = (opens: string, closes: string) =>
  Object.fromEntries(weekdays.map((day) => [day, [{ opens, closes }]])) as unknown as OfficeHours;

const anika = { id: "a", name: "Anika Thompson", hours: everyDay("09:00", "17:00") };
const theo = { id: "t", name: "Theo Knowles", hours: everyDay("09:00", "17:00") };

const facts = (more: Partial<SlotFacts> = {}): SlotFacts => ({
  now: new Date("2026-11-30T12:00:00Z"),
  settings: defaultConsultationSettings,
  minutes: 30,
  officeHours: defaultHours,
  holidays: [],
  ...{ takers: [anika], cells: [], busy: [], taken: [] },
  ...more,
});

const tuesday = "2026-12-01";
const clocks = (of: SlotFacts, day = tuesday) => freeTimesOf(of, day).map(({ time }) => time);
const at = (time: string, day = tuesday) => nassauInstant(day, time);

describe("[B-BOOK-2] free times", () => {
  test("times begin on the hour and half hour within the office hours", () => {
    expect(clocks(facts())).toEqual([
      ...["09:00", "09:30", "10:00", "10:30", "11:00", "11:30", "12:00", "12:30"],
      ...["13:00", "13:30", "14:00", "14:30", "15:00", "15:30", "16:00", "16:30"],
    ]);
    expect(clocks(facts({ minutes: 60 })).at(-1)).toBe("16:00");
    expect(clocks(facts({ minutes: 45 })).at(-1)).toBe("16:00");
  });

  test("a time is wholly within the hours of an admin, not across their break", () => {
    const hours = {
      ...everyDay("09:00", "10:15"),
      Tuesday: [
        { opens: "09:10", closes: "10:15" },
        { opens: "10:15", closes: "11:00" },
      ],
    };
    expect(clocks(facts({ takers: [{ ...anika, hours }] }))).toEqual(["09:30", "10:30"]);
    expect(clocks(facts({ takers: [] }))).toEqual([]);
  });

  test("a holiday is closed, or has its own hours, whatever the hours of the admins", () => {
    const holiday = { date: tuesday, name: "A holiday" };
    expect(clocks(facts({ holidays: [holiday] }))).toEqual([]);
    expect(clocks(facts({ holidays: [{ ...holiday, spans: [{ opens: "10:00", closes: "11:00" }] }] }))).toEqual([
      ...["10:00", "10:30"],
    ]);
    expect(clocks(facts(), "2026-12-06")).toEqual([]);
  });

  test("a consultation takes its time and its buffer, before and after", () => {
    const cells = cellsOf(at("11:00"), 30, 15).map((startsAt) => ({ adminId: "a", startsAt }));
    expect(cells).toHaveLength(3);
    const free = clocks(facts({ cells }));
    expect(free).toContain("10:00");
    // Its own buffer would reach into the other.
    expect(free).not.toContain("10:30");
    expect(free).not.toContain("11:00");
    expect(free).not.toContain("11:30");
    expect(free).toContain("12:00");
    expect(clocks(facts({ cells, takers: [anika, theo] }))).toContain("11:00");
  });

  test("appointments and blocked times of an admin take exactly their time", () => {
    const busy = [{ adminId: "a", startsAt: at("11:00"), endsAt: at("12:00") }];
    const free = clocks(facts({ busy }));
    expect(free.filter((time) => time >= "10:30" && time <= "12:00")).toEqual(["10:30", "12:00"]);
  });

  test("an admin at the daily maximum takes no further one that day", () => {
    const taken = Array.from({ length: 6 }, () => ({ adminId: "a", day: tuesday }));
    expect(clocks(facts({ taken }))).toEqual([]);
    expect(clocks(facts({ taken }), "2026-12-02")).not.toEqual([]);
    expect(clocks(facts({ taken: taken.slice(1) }))).not.toEqual([]);
  });

  test("times begin after the lead time and within the booking window", () => {
    const now = at("10:10");
    expect(clocks(facts({ now }))[0]).toBe("14:30");
    expect(clocks(facts({ now: at("10:00") }))[0]).toBe("14:00");
    const days = freeTimes(facts({ now })).map(({ day }) => day);
    expect(days.at(-1)).toBe("2026-12-31");
    expect(clocks(facts({ now }), "2027-01-01")).toEqual([]);
    expect(freeTimesOf(facts({ now }), "2027-01-05", { ofStaff: true })).not.toEqual([]);
    expect(freeTimesOf(facts({ now }), tuesday, { ofStaff: true })[0]?.time).toBe("10:30");
  });

  test("no time is free while booking is closed", () => {
    expect(freeTimes(facts({ settings: { ...defaultConsultationSettings, isOpen: false } }))).toEqual([]);
  });
});

test("[B-BOOK-8] of several free admins the one with the fewest consultations that day comes first, then by name", () => {
  const first = (taken: SlotFacts["taken"]) =>
    freeTimesOf(facts({ takers: [anika, theo], taken }), tuesday)[0]?.adminIds;
  expect(first([])).toEqual(["a", "t"]);
  expect(first([{ adminId: "a", day: tuesday }])).toEqual(["t", "a"]);
  expect(first([{ adminId: "a", day: "2026-12-02" }])).toEqual(["a", "t"]);
});

// Cities whose clocks change on other days than Nassau's, in the other half of the year, and by half an hour.
const zones = ["Europe/London", "Australia/Lord_Howe", "America/Santiago", "Pacific/Auckland"];

describe("[B-BOOK-5] days on which clocks change", () => {
  const allDay = { officeHours: everyDay("00:00", "23:59"), takers: [{ ...anika, hours: everyDay("00:00", "23:59") }] };

  test("in spring the skipped hour is not offered in Nassau, in autumn the repeated one once, and it is the first", () => {
    const spring = freeTimesOf(facts({ ...allDay, now: new Date("2027-03-12T12:00:00Z") }), "2027-03-14");
    expect(spring.map(({ time }) => time).slice(2, 6)).toEqual(["01:00", "01:30", "03:00", "03:30"]);
    const autumn = freeTimesOf(facts({ ...allDay, now: new Date("2027-11-05T12:00:00Z") }), "2027-11-07");
    const repeated = autumn.filter(({ time }) => time === "01:00" || time === "01:30");
    expect(repeated.map(({ startsAt }) => startsAt.toISOString())).toEqual([
      ...["2027-11-07T05:00:00.000Z", "2027-11-07T05:30:00.000Z"],
    ]);
  });

  test("each offered time is one instant in Nassau and in the visitor’s zone, whatever the day", () => {
    const changes = [nassauZone, ...zones].flatMap((zone) =>
      clockChanges(new Date("2027-06-01T00:00:00Z"), zone, 365).map((change) => nassauDay(change.at)),
    );
    expect(changes.length).toBeGreaterThan(12);
    fc.assert(
      fc.property(
        fc.constantFrom(...changes),
        fc.integer({ min: -1, max: 1 }),
        fc.constantFrom(...zones),
        fc.constantFrom(15, 30, 45, 60, 90),
        (change, later, zone, minutes) => {
          const day = daysAfter(change, later);
          const offered = freeTimesOf(
            facts({ ...allDay, minutes, now: nassauInstant(daysAfter(day, -2), "12:00") }),
            day,
          );
          const instants = offered.map(({ startsAt }) => startsAt.getTime());
          expect(new Set(instants).size).toBe(instants.length);
          expect(new Set(offered.map(({ time }) => time)).size).toBe(offered.length);
          for (const { startsAt, time } of offered) {
            expect(wallTimeAt(startsAt, nassauZone)).toEqual({ day, time });
            expect(instantOf({ day, time }, nassauZone)).toEqual(startsAt);
            const iso = startsAt.toISOString();
            const other = otherClock(iso, zone);
            expect(other === null).toBe(isSameWall(startsAt, zone, nassauZone));
            const { time: there } = wallTimeAt(startsAt, zone);
            const [hours = 0, minute = ""] = [Number(there.slice(0, 2)), there.slice(3)];
            if (other) expect(other.clock).toContain(`${hours % 12 || 12}:${minute} ${hours < 12 ? "am" : "pm"}`);
          }
        },
      ),
    );
  });

  test("the text of a time names both zones, and the weekday if it is another", () => {
    const time = "2026-12-01T14:00:00.000Z";
    expect(describeTime(time, nassauZone)).toBe("Tuesday, December 1, 9:00 am Nassau time");
    expect(describeTime(time, "Europe/London")).toBe("Tuesday, December 1, 9:00 am Nassau time (2:00 pm London time)");
    expect(describeTime(time, "Pacific/Auckland")).toBe(
      "Tuesday, December 1, 9:00 am Nassau time (Wed 3:00 am Auckland time)",
    );
    expect(describeTime(time, "Mars/Base")).toBe("Tuesday, December 1, 9:00 am Nassau time");
  });
});

test("a consultation takes whole quarter hours, at least one", () => {
  fc.assert(
    fc.property(fc.integer({ min: 5, max: 480 }), fc.constantFrom(0, 15, 30, 45, 60), (minutes, buffer) => {
      const startsAt = at("10:00");
      const cells = cellsOf(startsAt, minutes, buffer);
      expect(cells[0]).toEqual(startsAt);
      expect(cells.length * 15).toBeGreaterThanOrEqual(minutes + buffer);
      expect(cells.length * 15).toBeLessThan(minutes + buffer + 15);
    }),
  );
});

describe("the list of a whole window with many admins", () => {
  const many = Array.from({ length: 20 }, (_, n) => ({ ...anika, id: `a${n}` }));
  const window = { ...defaultConsultationSettings, windowDays: 90 };

  test("twenty admins of the same hours need no more conversions of clocks than one", () => {
    const format = vi.spyOn(Intl.DateTimeFormat.prototype as { format: unknown }, "format", "get");
    const conversions = (takers: SlotFacts["takers"]) => {
      format.mockClear();
      expect(freeTimes(facts({ settings: window, takers })).length).toBeGreaterThan(500);
      return format.mock.calls.length;
    };
    try {
      expect(conversions(many)).toBe(conversions([anika]));
    } finally {
      format.mockRestore();
    }
  });

  test("each quarter hour, appointment and count is looked up on its own days only", () => {
    const days = Array.from({ length: 90 }, (_, n) => daysAfter(tuesday, n));
    let looked = 0;
    const watched = <Fact extends object>(adminId: string, fact: Fact) => ({
      ...fact,
      get adminId() {
        looked++;
        return adminId;
      },
    });
    const all = days.flatMap((day) => many.map(({ id }) => ({ id, day })));
    freeTimes(
      facts({
        ...{ settings: window, takers: many },
        cells: all.map(({ id, day }) => watched(id, { startsAt: at("09:00", day) })),
        taken: all.map(({ id, day }) => ({ adminId: id, day })),
        busy: all.map(({ id, day }) => watched(id, { startsAt: at("23:00", day), endsAt: at("23:30", day) })),
      }),
    );
    // Of some 16 times a day, each admin reads the 20 busy times of two days at most, not those of 90.
    expect(looked).toBeLessThan(all.length * 2 + 90 * 16 * many.length * 41);
  });
});
