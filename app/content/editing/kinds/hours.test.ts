import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { interpolateFacts } from "~/content/facts/facts.server";
import { businessData } from "~/content/seo/structured-data";
import { formatHoliday, holidaysAhead, hoursLines, readHolidays } from "~/content/settings/hours";
import { publicSettings, settingFacts } from "~/content/settings/settings.server";
import { nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { inDays } from "../../../../test/harness/in-days";
import { visitOf } from "../../../../test/harness/in-process/content";
import { openEditor } from "../../../../test/harness/in-process/editor";
import { publishNow } from "../../../../test/harness/in-process/publish";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { registerContentSchedule } from "../due.server";
import { saveContent } from "../save-content.server";

registerContentSchedule();
const database = testDatabase();
const item = { kind: "hours", key: "office" };
let superAdmin: StaffContext;
beforeAll(async () => {
  superAdmin = await staffMember(database);
});
beforeEach(async () => {
  await database.query("truncate content_versions");
  await database.query("delete from site_settings where key in ('office_hours', 'holidays')");
});

const save = (rawInputs: Record<string, string[]>) => saveContent(superAdmin, { ...item, base: 0, typed: rawInputs });
async function publish(rawInputs: Record<string, string[]>) {
  const saved = await save(rawInputs);
  if (!saved.ok) return expect.fail(JSON.stringify(saved));
  return publishNow(superAdmin, { ...item, number: saved.number });
}
const settings = () => publicSettings(visitOf());
const week = async () => hoursLines((await settings()).officeHours).map(({ days, times }) => [days, times]);

describe("office hours", () => {
  test("[O-HOUR-1] the default hours are the contact page's, for each weekday", async () => {
    const fields = (await openEditor(superAdmin, "hours", "office")).groups[0]?.fields ?? [];
    expect(fields.map(({ label, text }) => [label, text])).toEqual([
      ...["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"].map((day) => [day, "09:00–17:00"]),
      ["Saturday", "10:00–15:00"],
      ["Sunday", "Closed"],
    ]);
  });

  test("[O-HOUR-1] days with two spans or none can be published, and texts and structured data follow", async () => {
    await publish({ monday: ["13:00", "17:00", "08:30", "12:00"], saturday: ["", "", "", ""] });
    expect(await week()).toEqual([
      ["Monday", "8:30 am–12 pm, 1 pm–5 pm"],
      ["Tuesday–Friday", "9 am–5 pm"],
      ["Saturday–Sunday", "Closed"],
    ]);
    expect(await interpolateFacts("We are {hours}.")).toContain("8:30 am–12 pm");
    const data = businessData(await settings(), "https://lucaya.example", null);
    expect(JSON.stringify(data)).toContain('"opens":"08:30","closes":"12:00"');
  });

  test.each([
    [["17:00", "09:00", "", ""], "Closing time must be later than opening time."],
    [["09:00", "09:00", "", ""], "Closing time must be later than opening time."],
    [["09:00", "12:00", "11:00", "17:00"], "The second period must start after the first one ends."],
    [["09:00", "", "", ""], "Enter both times, such as 09:00 and 17:00."],
  ])("[O-HOUR-1] %j is refused at its day", async (monday, message) => {
    expect(await save({ monday })).toMatchObject({ reason: "invalid", detail: { problems: { monday: message } } });
    expect(await week()).toContainEqual(["Monday–Friday", "9 am–5 pm"]);
  });
});

const isSunday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() === 0;
/** The next days that aren't Sundays. */
const open = [5, 6, 7, 8].map(inDays).filter((day) => !isSunday(day));

describe("a holiday", () => {
  test("[O-HOUR-2] a holiday within 14 days is shown, closed or with its hours, and added to the structured data", async () => {
    const [one = "", two = ""] = open;
    const far = inDays(20);
    await publish({ holidays: [one, "Storm", "", "", two, "Half day", "09:00", "12:00", far, "Later", "", ""] });
    const ahead = (await settings()).holidaysAhead.filter(({ name }) => /Storm|Half|Later/.test(name));
    expect(ahead.map(({ date }) => date)).toEqual([one, two]);
    expect(ahead.map(formatHoliday)).toEqual([
      expect.stringMatching(/^Closed on \w+, \w+ \d+: Storm$/),
      expect.stringMatching(/^Open 9 am–12 pm on \w+, \w+ \d+: Half day$/),
    ]);
    expect(businessData(await settings(), "https://lucaya.example", null)).toMatchObject({
      specialOpeningHoursSpecification: expect.arrayContaining([
        expect.objectContaining({ validFrom: one, validThrough: one, opens: "00:00", closes: "00:00" }),
        expect.objectContaining({ validFrom: two, validThrough: two, opens: "09:00", closes: "12:00" }),
      ]),
    });
    expect((await settingFacts(db)).holidays).toHaveLength(3);
  });

  test("[O-HOUR-2] a holiday is shown from 14 days before, with its row's text", () => {
    const holidays = readHolidays([{ date: "2026-01-01", name: "New Year’s Day" }]);
    const hours = { Thursday: [{ opens: "09:00", closes: "17:00" }] };
    const week = { Monday: [], Tuesday: [], Wednesday: [], Friday: [], Saturday: [], Sunday: [], ...hours };
    expect(holidaysAhead("2025-12-18", week, holidays).map(formatHoliday)).toContain(
      "Closed on Thursday, January 1: New Year’s Day",
    );
    expect(holidaysAhead("2025-12-17", week, holidays).map(({ date }) => date)).not.toContain("2026-01-01");
  });

  test.each([
    [["2027-02-30", "None", "", ""], "Holiday 1: enter its date."],
    [["2027-02-01", "", "", ""], "Holiday 1: enter its name."],
    [["2027-02-01", "A", "12:00", "09:00"], "Holiday 1: Closing time must be later than opening time."],
    [["2027-02-01", "A", "", "", "2027-02-01", "B", "", ""], "There are two entries for February 1, 2027."],
  ])("[O-HOUR-2] %j is refused", async (holidays, message) => {
    expect(await save({ holidays })).toMatchObject({ detail: { problems: { holidays: message } } });
  });

  test("[O-HOUR-2] adding a holiday keeps the public holidays, which are listed in the form", async () => {
    const field = (await openEditor(superAdmin, "hours", "office")).groups[1]?.fields[0];
    const christmas = `${nassauDay().slice(0, 4)}-12-25`;
    expect(field?.boxes).toContain(christmas);
    const storm = `${nassauDay().slice(0, 4)}-11-05`;
    await publish({ holidays: [...(field?.boxes ?? []), storm, "Storm", "", ""] });
    const stored = (await settingFacts(db)).holidays ?? [];
    expect(stored.map(({ date }) => date)).toEqual(expect.arrayContaining([christmas, storm]));
  });
});
