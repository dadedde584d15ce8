import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { announce } from "~/consultations/announce.server";
import { lockConsultation } from "~/consultations/change.server";
import { readDays } from "~/consultations/read-days.server";
import { sendConsultationReminders } from "~/consultations/reminders.server";
import { db } from "~/db/client.server";
import { type BookedRow, bookedConsultation } from "../../test/harness/in-process/booked";
import { markedCases } from "../../test/harness/in-process/marked-case";
import { nightsIn } from "../../test/harness/in-process/nights";
import { staffMember } from "../../test/harness/in-process/staff";
import { hourIn, openAllDay, takesConsultations } from "../../test/harness/in-process/takers";
import { inquiryData } from "./copies/inquiry-data.server";
import { runErasure } from "./erasure/erase.server";

const { database, dump, work } = markedCases();
const nights = nightsIn(database);
let admin = { adminId: "", email: "" };

beforeAll(async () => {
  await openAllDay(database);
  admin = (await staffMember(database)).staff;
  await takesConsultations(database, admin.adminId);
});
beforeEach(async () => {
  for (const table of ["consultations", "blocked_times", "visa_inquiries", "email_notifications"])
    await database.query(`delete from ${table}`);
});

const marker = "Zxqvbook";
const unconfirmed = async (email: string, old = "0 days") => {
  const [row] = await database.query<{ id: string }>(
    `insert into consultations (admin_id, day, time, starts_at, minutes, way, zone, name, email, phone, about, created_at)
     values ($1, '2031-01-06', '10:00', '2031-01-06T15:00:00Z', 30, 'phone', 'Europe/London', $2, $3, '+1', $2, now() - $4::interval)
     returning id`,
    [admin.adminId, marker, email, old],
  );
  return row?.id ?? "";
};
const takes = (id: string, at: Date) =>
  database.query("insert into consultation_cells (admin_id, starts_at, consultation_id) values ($1, $2, $3)", [
    admin.adminId,
    at,
    id,
  ]);
const left = async (table: string) =>
  (await database.query<{ id: string }>(`select id from ${table}`)).map(({ id }) => id);

describe("[B-BOOK-24] retention", () => {
  test("an unconfirmed booking is deleted with its data after 7 days, and not before", async () => {
    const recent = await unconfirmed("recent@mail.test", "6 days 21 hours");
    const old = await unconfirmed("old@mail.test", "7 days 3 hours");
    await takes(old, new Date("2031-01-06T15:00:00Z"));
    const booked = await bookedConsultation(database, hourIn(-20), {
      created_at: new Date(Date.now() - 30 * 86_400_000),
    });
    expect(await nights.run()).toMatchObject({ "unconfirmed-consultations": 1 });
    expect((await left("consultations")).sort()).toEqual([recent, booked.id].sort());
    expect(await database.query("select * from consultation_cells")).toEqual([]);
    expect(await dump()).not.toContain("old@mail.test");
  });

  test("a confirmed one is deleted with its inquiry", async () => {
    const booked = await bookedConsultation(database, hourIn(-900));
    await nights.age("visa_inquiries", "created_at", booked.inquiry_id, "24 months 1 day");
    expect(await nights.run()).toMatchObject({ inquiries: 1 });
    expect(await left("consultations")).toEqual([]);
  });

  test("blocked time is deleted 30 days after its end", async () => {
    const block = (days: number) =>
      database.query(
        `insert into blocked_times (admin_id, starts_at, ends_at, note, made_by)
         values ($1, now() - interval '90 days', now() - make_interval(days => $2, hours => 3), $2::text, 'a@lucaya.example')`,
        [admin.adminId, days],
      );
    for (const days of [30, 29, -1]) await block(days);
    expect(await nights.run()).toMatchObject({ "blocked-times": 1 });
    expect(await database.query("select note from blocked_times order by note")).toEqual([
      { note: "-1" },
      { note: "29" },
    ]);
  });
});

describe("[B-BOOK-24] copy and erasure of an inquiry", () => {
  let booked: BookedRow;
  const email = "natasha@mail.test";
  beforeEach(async () => {
    booked = await bookedConsultation(
      database,
      hourIn(3),
      {
        admin_id: admin.adminId,
        history: JSON.stringify([
          { what: "booked", at: "2031-01-01T10:00:00Z", by: null },
          { what: "canceled", at: "2031-01-02T10:00:00Z", by: "anika@lucaya.example", reason: `Ill ${marker}` },
        ]),
      },
      { full_name: marker, email, purpose: marker },
    );
    await takes(booked.id, hourIn(3));
  });

  test("the copy has the consultation with its changes, and no name of staff", async () => {
    const copy = await inquiryData(booked.inquiry_id);
    expect(copy?.consultation).toMatchObject({
      ...{ way: "phone", minutes: 30, state: "booked", timeZone: "Europe/London" },
      history: [
        { what: "booked", by: "you" },
        { what: "canceled", by: "office", reason: `Ill ${marker}` },
      ],
    });
    expect(JSON.stringify(copy)).not.toContain("lucaya.example");
  });

  test("an erasure ahead of the start frees the time, leaves no value of the person, and mails the last word alone", async () => {
    const isFree = async () =>
      (await readDays(null)).days.some(({ times }) => times.some(({ at }) => at === hourIn(3).toISOString()));
    expect(await isFree()).toBe(false);
    await db.transaction(async (tx) => {
      const row = await lockConsultation(tx, booked.id);
      if (row) await announce(tx, row, { change: "booked" });
    });
    await sendConsultationReminders(new Date(hourIn(3).getTime() - 3_600_000));
    await unconfirmed(email);
    await database.query(
      `insert into email_notifications (email_type, template_name, template_data, recipient_email, recipient_name, subject, message_id)
       values ('consultation_confirm', 'consultation_confirm', $1, $2, '', 's', 'm1')`,
      [JSON.stringify({ consultation: booked.id }), email],
    );
    expect(await dump()).toContain(marker);
    await runErasure({ kind: "inquiry", id: booked.inquiry_id });
    const mails = await database.query<{ kind: string }>("select email_type as kind from email_notifications");
    expect(mails).toEqual([{ kind: "data_erased" }]);
    await work("privacy.clean-outbox");
    await work("mail.send");
    const after = await dump();
    expect(after).not.toContain(marker);
    expect(after).not.toContain(email);
    expect(
      after
        .split("\n")
        .filter((line) => line.startsWith("consultations "))
        .join(),
    ).not.toContain(booked.id);
    expect(await isFree()).toBe(true);
  });

  test("it erases the mail of the confirmation also where the email has another inquiry", async () => {
    const other = await bookedConsultation(database, hourIn(5), { admin_id: admin.adminId }, { email });
    for (const { id } of [booked, other])
      await database.query(
        `insert into email_notifications (email_type, template_name, template_data, recipient_email, recipient_name, subject, message_id)
         values ('consultation_confirm', 'consultation_confirm', $1, $2, '', 's', $3)`,
        [JSON.stringify({ consultation: id }), email, id],
      );
    await runErasure({ kind: "inquiry", id: booked.inquiry_id });
    const mails = await database.query<{ of: string }>(
      "select message_id as of from email_notifications where email_type = 'consultation_confirm'",
    );
    expect(mails).toEqual([{ of: other.id }]);
    expect(await left("consultations")).toEqual([other.id]);
  });
});
