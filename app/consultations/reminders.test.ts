import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { reminderMarks } from "~/cases/appointments/reminders.server";
import { db } from "~/db/client.server";
import { bookedConsultation } from "../../test/harness/in-process/booked";
import { staffMember } from "../../test/harness/in-process/staff";
import { openAllDay, takesConsultations } from "../../test/harness/in-process/takers";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { cancelBooked, lockConsultation, moveBooked } from "./change.server";
import { sendConsultationReminders } from "./reminders.server";

const database = testDatabase();
const hour = 3_600_000;
let admin = "";

beforeAll(async () => {
  await openAllDay(database);
  admin = (await staffMember(database)).staff.adminId;
  await takesConsultations(database, admin);
});
beforeEach(async () => {
  for (const table of ["consultations", "visa_inquiries", "email_notifications"])
    await database.query(`delete from ${table}`);
});

/** A full hour in ten days. */
const start = new Date(Math.floor(Date.now() / hour) * hour + 240 * hour);
const hoursBefore = (hours: number, of = start) => new Date(of.getTime() - hours * hour);
const minute = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000);
const made = (at: Date, startsAt = start, columns: Record<string, unknown> = {}, ofInquiry = {}) => {
  const { dayReminderAt, hoursReminderAt } = reminderMarks(startsAt, at);
  const marks = { day_reminder_at: dayReminderAt, hours_reminder_at: hoursReminderAt };
  return bookedConsultation(database, startsAt, { admin_id: admin, ...marks, ...columns }, ofInquiry);
};
const sent = async () =>
  (
    await database.query<{ hours: number }>(
      `select (template_data ->> 'hours')::int as hours from email_notifications
       where email_type = 'consultation_reminder' order by created_at, id`,
    )
  ).map(({ hours }) => hours);
const change = async <Result>(
  id: string,
  run: (tx: Parameters<typeof cancelBooked>[0], row: Parameters<typeof cancelBooked>[1]) => Promise<Result>,
) =>
  db.transaction(async (tx) => {
    const row = await lockConsultation(tx, id);
    if (!row) throw new Error("no such consultation");
    return run(tx, row);
  });

describe("[B-BOOK-17] reminders of a consultation", () => {
  test("go out 24 hours and 2 hours before the start, each once, to the minute", async () => {
    await made(hoursBefore(72));
    for (const [now, expected] of [
      [minute(hoursBefore(24), -1), []],
      [hoursBefore(24), [24]],
      [minute(hoursBefore(24), 1), [24]],
      [minute(hoursBefore(2), -1), [24]],
      [hoursBefore(2), [24, 2]],
      [start, [24, 2]],
    ] as const) {
      await sendConsultationReminders(now);
      expect(await sent(), now.toISOString()).toEqual(expected);
    }
  });

  test("ten instances running at once send each once", async () => {
    for (let at = 0; at < 3; at++) await made(hoursBefore(72), minute(start, at));
    await Promise.all(Array.from({ length: 10 }, () => sendConsultationReminders(hoursBefore(23))));
    expect(await sent()).toEqual([24, 24, 24]);
  });

  test("one that could not be stored goes out after a restart", async () => {
    await made(hoursBefore(72));
    await database.query("alter table email_notifications rename to email_away");
    await expect(sendConsultationReminders(hoursBefore(24))).rejects.toThrow();
    await database.query("alter table email_away rename to email_notifications");
    await sendConsultationReminders(minute(hoursBefore(24), 5));
    expect(await sent()).toEqual([24]);
  });

  test.each([
    [1, [2]],
    [2, [2]],
    [3, [24]],
    [0, []],
  ])("after downtime that ends %d hours before the start only the latest goes out", async (hours, expected) => {
    await made(hoursBefore(72));
    await sendConsultationReminders(hoursBefore(hours));
    await sendConsultationReminders(minute(hoursBefore(hours), 1));
    expect(await sent()).toEqual(expected);
  });

  test.each([
    [23, [2]],
    [24, [24, 2]],
    [1, []],
  ])("booked %d hours before its start, it gets only those still ahead", async (hours, expected) => {
    await made(hoursBefore(hours));
    for (let left = hours; left >= 0; left--) await sendConsultationReminders(hoursBefore(left));
    expect(await sent()).toEqual(expected);
  });

  test("a moved one is reminded of at its new times only", async () => {
    const { id } = await made(hoursBefore(72));
    const later = minute(start, 48 * 60);
    await change(id, (tx, row) => moveBooked(tx, row, { startsAt: later, by: null }));
    await sendConsultationReminders(start);
    expect(await sent()).toEqual([]);
    await sendConsultationReminders(hoursBefore(24, later));
    await sendConsultationReminders(hoursBefore(2, later));
    expect(await sent()).toEqual([24, 2]);
  });

  test("a reminder that waits for the mail server when the consultation is canceled is not sent", async () => {
    const { id } = await made(hoursBefore(72));
    await sendConsultationReminders(hoursBefore(24));
    expect(await sent()).toEqual([24]);
    await change(id, (tx, row) => cancelBooked(tx, row, { by: null }));
    expect(await sent()).toEqual([]);
  });

  test("a canceled, an unconfirmed and a sample one get none", async () => {
    await made(hoursBefore(72), start, { state: "canceled" });
    await made(hoursBefore(72), start, {}, { is_sample: true });
    await database.query(
      `insert into consultations (admin_id, day, time, starts_at, minutes, way, zone, email)
       values ($1, $2, '10:00', $3, 30, 'phone', 'Europe/London', 'nobody@mail.test')`,
      [admin, start.toISOString().slice(0, 10), start],
    );
    await sendConsultationReminders(hoursBefore(24));
    await sendConsultationReminders(hoursBefore(2));
    expect(await sent()).toEqual([]);
  });

  test("24 hours stay 24 hours across a change of clocks, and the mail gives the time on Nassau’s clock", async () => {
    const at = new Date("2027-03-14T14:30:00Z");
    await made(new Date("2027-03-01T12:00:00Z"), at);
    await sendConsultationReminders(new Date("2027-03-13T14:29:00Z"));
    expect(await sent()).toEqual([]);
    await sendConsultationReminders(new Date("2027-03-13T14:30:00Z"));
    const [mail] = await database.query<{ details: object }>(
      "select template_data -> 'details' as details from email_notifications",
    );
    expect(mail?.details).toMatchObject({ day: "2027-03-14", time: "10:30" });
  });

  test("the later reminder no longer offers to move where that is too late", async () => {
    await made(hoursBefore(72));
    await sendConsultationReminders(hoursBefore(24));
    await sendConsultationReminders(hoursBefore(2));
    const mails = await database.query<{ can: boolean }>(
      "select (template_data -> 'canChange')::boolean as can from email_notifications order by created_at",
    );
    expect(mails).toEqual([{ can: true }, { can: false }]);
  });
});
