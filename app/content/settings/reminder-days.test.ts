import { describe, expect, test } from "vitest";
import { settingFields } from "~/content/editing/kinds/setting-fields";
import { formatReminderDays, readReminderDays, reminderDaysMessage } from "./reminder-days";

const field = settingFields.find(({ name }) => name === "reminder_days");
const read = (text: string) => field?.read([text]);

describe("[X-REMIND-1] the days before a key date in the site settings", () => {
  test("the default is 120, 60, 30 and 7, and nothing means no reminders", () => {
    expect(field?.typed(null)).toEqual(["120, 60, 30, 7"]);
    expect(read("")).toEqual({ ok: true, value: [] });
    expect([readReminderDays([]), readReminderDays(undefined)]).toEqual([[], [120, 60, 30, 7]]);
    expect([field?.typed([]), field?.format([])]).toEqual([[""], "No reminders"]);
  });

  test.each([
    ["7, 30", [30, 7]],
    ["365 1", [365, 1]],
    ["90;45;10", [90, 45, 10]],
    ["٣٠، 7".replace("،", ","), [30, 7]],
    ["1,2,3,4,5,6", [6, 5, 4, 3, 2, 1]],
  ])("%s is stored in order", (text, value) => {
    expect(read(text)).toEqual({ ok: true, value });
  });

  test.each(["0", "366", "1,2,3,4,5,6,7", "30, 30", "-7", "7.5", "seven", "30 days", "1000", "7, x"])(
    "%s is refused",
    (text) => {
      expect(read(text)).toEqual({ ok: false, message: reminderDaysMessage });
      expect(reminderDaysMessage).toBe("Enter up to six numbers of days from 1 to 365, such as 120, 60, 30, 7.");
    },
  );

  test.each([[0], [30, 30], [7.5], ["7"], [1, 2, 3, 4, 5, 6, 7]])("a stored %j has the default", (...stored) => {
    expect(formatReminderDays(readReminderDays(stored))).toBe("120, 60, 30, 7");
  });
});
