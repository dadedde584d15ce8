import { beforeAll, beforeEach, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { readConsultationSettings } from "~/content/settings/consultation-settings";
import { openEditor } from "../../../../test/harness/in-process/editor";
import { publishThing, sendDraft, type Typed } from "../../../../test/harness/in-process/publish";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { registerContentSchedule } from "../due.server";

registerContentSchedule();
const database = testDatabase();
let superAdmin: StaffContext;
beforeAll(async () => {
  superAdmin = await staffMember(database);
});
beforeEach(async () => {
  await database.query("truncate content_versions");
  await database.query("delete from site_settings where key = 'consultations'");
});

const publish = (rawInputs: Typed) => publishThing(superAdmin, "consultations", "booking", rawInputs);
async function stored() {
  const [row] = await database.query<{ value: unknown }>("select value from site_settings where key = 'consultations'");
  return readConsultationSettings(row?.value);
}

test("[B-BOOK-3] the default is open, 4 hours of notice, 30 days ahead, 15 minutes’ break, 6 a day and 4 hours to change", async () => {
  const fields = (await openEditor(superAdmin, "consultations", "booking")).groups.flatMap((group) => group.fields);
  expect(fields.map(({ label, text }) => [label, text])).toEqual([
    ["Visitors can book online", "Yes"],
    ["Hours of notice", "4"],
    ["Days ahead", "30"],
    ["Break after each consultation", "15 minutes"],
    ["Most consultations a day", "6"],
    ["Hours until the last change", "4"],
  ]);
});

test("[B-BOOK-3] published values are stored, and an emptied one has its default again", async () => {
  await publish({
    ...{ isOpen: [""], leadHours: "168", windowDays: "1", bufferMinutes: "0", dailyMaximum: "20", changeHours: "0" },
  });
  expect(await stored()).toEqual({
    ...{ isOpen: false, leadHours: 168, windowDays: 1, bufferMinutes: 0, dailyMaximum: 20, changeHours: 0 },
  });
  await publish({ isOpen: ["", "yes"], leadHours: "", dailyMaximum: "٣" });
  expect(await stored()).toMatchObject({ isOpen: true, leadHours: 4, windowDays: 1, dailyMaximum: 3 });
});

test.each([
  ["leadHours", "0", "Enter a whole number from 1 to 168."],
  ["leadHours", "169", "Enter a whole number from 1 to 168."],
  ["windowDays", "91", "Enter a whole number from 1 to 90."],
  ["windowDays", "2.5", "Enter a whole number from 1 to 90."],
  ["dailyMaximum", "21", "Enter a whole number from 1 to 20."],
  ["dailyMaximum", "six", "Enter a whole number from 1 to 20."],
  ["changeHours", "73", "Enter a whole number from 0 to 72."],
  ["changeHours", "-1", "Enter a whole number from 0 to 72."],
  ["bufferMinutes", "20", "Choose one from the list."],
])("[B-BOOK-3] %s is refused as %s", async (name, rawInput, message) => {
  const refused = await sendDraft(superAdmin, "consultations", "booking", { [name]: rawInput });
  expect(refused).toMatchObject({ reason: "invalid", detail: { problems: { [name]: message } } });
});

test("[B-BOOK-3] a regular admin changes nothing", async () => {
  const regular = await staffMember(database, "regular_admin");
  expect(await sendDraft(regular, "consultations", "booking", { leadHours: "8" })).toMatchObject({
    reason: "forbidden",
  });
});

test("[B-BOOK-3] a stored value out of its range has its default", () => {
  const odd = { isOpen: "no", leadHours: 0, windowDays: "30 days", bufferMinutes: 20, dailyMaximum: null };
  expect(readConsultationSettings(odd)).toEqual(readConsultationSettings(null));
});
