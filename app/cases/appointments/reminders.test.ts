import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { cancelAppointment, moveAppointment } from "~/cases/appointments/desk/write-appointment.server";
import { pool } from "~/db/client.server";
import { registerMail } from "~/mail/deliver.server";
import { appointmentReminder } from "~/mail/templates/case/appointment-reminder";
import { insertAppointment, surely } from "../../../test/harness/desk/appointments";
import { draftOf, submitted } from "../../../test/harness/in-process/draft";
import { runJob } from "../../../test/harness/in-process/jobs";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { untilWaiting } from "../../../test/harness/waiting";
import { reminderMarks, sendReminders, updateStartedAppointments } from "./reminders.server";

const database = testDatabase();
let staff: StaffContext;
let id = "";
const hour = 3_600_000;
const nextYear = new Date().getFullYear() + 1;

beforeAll(async () => {
  staff = await staffMember(database);
});
beforeEach(async () => {
  for (const table of ["visa_applications", "email_notifications", "pgboss.job"])
    await database.query(`delete from ${table}`);
  id = (await draftOf(database, submitted)).id;
});

const noon = (day: string) => new Date(`${day}T12:00:00Z`);
const start = noon(`${nextYear}-06-16`);
/** Made at a moment, with the marks that the desk gives it. */
const made = (startsAt: Date, instant: Date, columns: Record<string, unknown> = {}) => {
  const { dayReminderAt, hoursReminderAt } = reminderMarks(startsAt, instant);
  return insertAppointment(database, id, {
    startsAt,
    ...{ day_reminder_at: dayReminderAt, hours_reminder_at: hoursReminderAt, ...columns },
  });
};
const hoursBefore = (hours: number, of = start) => new Date(of.getTime() - hours * hour);
const minute = (instant: Date, minutes: number) => new Date(instant.getTime() + minutes * 60_000);
const sent = async () =>
  (
    await database.query<{ hours: number }>(
      "select (template_data ->> 'hours')::int as hours from email_notifications where email_type = 'appointment_reminder' order by created_at",
    )
  ).map(({ hours }) => hours);

describe("[C-APPT-10] reminders", () => {
  test("reminders go out 24 hours and 2 hours before the start, each once, to the minute", async () => {
    await made(start, hoursBefore(72));
    for (const [now, expected] of [
      [minute(hoursBefore(24), -1), []],
      [hoursBefore(24), [24]],
      [minute(hoursBefore(24), 1), [24]],
      [minute(hoursBefore(2), -1), [24]],
      [hoursBefore(2), [24, 2]],
      [minute(hoursBefore(2), 1), [24, 2]],
      [start, [24, 2]],
    ] as const) {
      await sendReminders(now);
      expect(await sent(), now.toISOString()).toEqual(expected);
    }
    const to = await database.query("select recipient_email as to from email_notifications");
    expect(new Set(to.map((mail) => mail.to)).size).toBe(1);
    expect(await database.enqueued("mail.send")).toHaveLength(2);
  });

  test("ten instances running at once send each reminder once, also for several appointments", async () => {
    for (let index = 0; index < 3; index++) await made(minute(start, index), hoursBefore(72));
    await Promise.all(Array.from({ length: 10 }, () => sendReminders(hoursBefore(23))));
    expect(await sent()).toEqual([24, 24, 24]);
  });

  test("a transaction on the case and a reminder don't block each other, and the reminder goes out afterwards", async () => {
    const appointment = await made(start, hoursBefore(72));
    const writing = await pool.connect();
    try {
      await writing.query("begin");
      await writing.query("select 1 from visa_applications where id = $1 for update", [id]);
      const reminding = sendReminders(hoursBefore(24));
      await Promise.race([reminding, untilWaiting(database)]);
      await writing.query("update appointments set place = 'Shirley Street' where id = $1", [appointment]);
      await writing.query("commit");
      await reminding;
    } finally {
      writing.release();
    }
    await sendReminders(minute(hoursBefore(24), 1));
    expect(await sent()).toEqual([24]);
  });

  test("a reminder that could not be stored goes out after a restart", async () => {
    await made(start, hoursBefore(72));
    await database.query("alter table email_notifications rename to email_away");
    await expect(sendReminders(hoursBefore(24))).rejects.toThrow();
    await database.query("alter table email_away rename to email_notifications");
    await sendReminders(minute(hoursBefore(24), 5));
    expect(await sent()).toEqual([24]);
  });
});

describe("[C-APPT-11] reminders after downtime", () => {
  test.each([
    [1, [2]],
    [2, [2]],
    [3, [24]],
    [0, []],
    [-1, []],
  ])(
    "downtime that ends %d hours before the start sends only the latest reminder that is due",
    async (hours, expected) => {
      await made(start, hoursBefore(72));
      await sendReminders(hoursBefore(hours));
      await sendReminders(minute(hoursBefore(hours), 1));
      expect(await sent()).toEqual(expected);
    },
  );

  test("the mail gives day and time, and the remaining hours only if the owner's text has that placeholder", async () => {
    await made(start, hoursBefore(72));
    await sendReminders(hoursBefore(3));
    const [row] = await database.query<{ data: unknown }>("select template_data as data from email_notifications");
    const { compose, texts } = appointmentReminder;
    const text = [compose(row?.data).subject, texts.subject, texts.opening].join(" ");
    expect(text).toContain(`${nextYear} at `);
    expect(text).not.toContain("hours");
    expect(compose(row?.data, { subject: "In {hours} hours" }).subject).toBe("In 3 hours");
  });

  test.each([
    [23, [2]],
    [24, [24, 2]],
    [1, []],
  ])("an appointment made %d hours before its start gets only the reminders still ahead", async (hours, expected) => {
    await made(start, hoursBefore(hours));
    for (let left = hours; left >= 0; left--) await sendReminders(hoursBefore(left));
    expect(await sent()).toEqual(expected);
  });

  test("a reminder that could not be sent in time is not sent", async () => {
    registerMail();
    const startsAt = minute(new Date(), 90);
    await made(startsAt, hoursBefore(72, startsAt));
    await sendReminders(minute(new Date(), -60));
    const [mail] = await database.query<{ id: string }>("select id from email_notifications");
    await runJob("mail.send", { mailId: mail?.id });
    expect(await database.query("select status, error_message as why from email_notifications")).toEqual([
      { status: "failed", why: "Not sent: it would have arrived too late." },
    ]);
  });
});

describe("[C-APPT-12] reminders of a changed appointment", () => {
  const form = (appointment: string) => ({ applicationId: id, appointment, seen: "0" });

  test("a moved appointment is reminded of at its new times only", async () => {
    const appointment = await made(start, hoursBefore(72));
    await sendReminders(hoursBefore(2));
    await moveAppointment(staff, {
      ...form(appointment),
      ...surely({ day: `${nextYear}-06-20`, time: "08:00", zone: "America/Nassau", minutes: "30", place: "Here" }),
    });
    const moved = noon(`${nextYear}-06-20`);
    await sendReminders(start);
    expect(await sent()).toEqual([2]);
    await sendReminders(hoursBefore(24, moved));
    await sendReminders(hoursBefore(2, moved));
    expect(await sent()).toEqual([2, 24, 2]);
  });

  test("a cancelled appointment gets no reminder", async () => {
    const appointment = await made(start, hoursBefore(72));
    await cancelAppointment(staff, form(appointment));
    await sendReminders(hoursBefore(24));
    await sendReminders(hoursBefore(2));
    expect(await sent()).toEqual([]);
  });

  test.each(["approved", "denied", "withdrawn"])(
    "an appointment of a case that is %s gets no reminder",
    async (status) => {
      await made(start, hoursBefore(72));
      await database.query("update visa_applications set status = $1", [status]);
      await sendReminders(hoursBefore(24));
      expect(await sent()).toEqual([]);
    },
  );
});

test("[C-APPT-6] 24 hours stay 24 hours across a daylight saving change, and the mail gives the local time", async () => {
  const year = 2027;
  await made(new Date(`${year}-03-14T14:30:00Z`), noon(`${year}-03-01`), { zone: "America/New_York" });
  await sendReminders(new Date(`${year}-03-13T14:29:00Z`));
  expect(await sent()).toEqual([]);
  await sendReminders(new Date(`${year}-03-13T14:30:00Z`));
  const [mail] = await database.query<{ at: Record<string, string> }>(
    "select template_data -> 'appointment' as at from email_notifications",
  );
  expect(mail?.at).toMatchObject({ day: `${year}-03-14`, time: "10:30", zone: "America/New_York" });
});

test("when an unconfirmed appointment begins, it is no longer the applicant's turn", async () => {
  await database.query("update visa_applications set turn = 'applicant'");
  await made(new Date(Date.now() - 60_000), noon("2026-01-01"));
  await updateStartedAppointments(new Date());
  expect(await database.query("select turn from visa_applications")).toEqual([{ turn: "office" }]);
});
