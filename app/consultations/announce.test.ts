import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { nassauZone } from "~/core/time";
import { wallTimeAt } from "~/core/zones/wall-time";
import { db } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import { calendarFile } from "~/mail/calendar/calendar-file.server";
import { registerMail } from "~/mail/deliver.server";
import { compose } from "~/mail/templates";
import { type BookedRow, bookedConsultation } from "../../test/harness/in-process/booked";
import { runJob } from "../../test/harness/in-process/jobs";
import { staffMember } from "../../test/harness/in-process/staff";
import { hourIn, openAllDay, takesConsultations } from "../../test/harness/in-process/takers";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { readCalendarFile } from "../../test/harness/read-calendar-file";
import { announce } from "./announce.server";
import { cancelBooked, giveBooked, lockConsultation, moveBooked } from "./change.server";

const database = testDatabase();
let anika = { adminId: "", email: "" };
let theo = { adminId: "", email: "" };
let booking: BookedRow;

beforeAll(async () => {
  registerMail();
  await openAllDay(database);
  anika = (await staffMember(database)).staff;
  theo = (await staffMember(database)).staff;
  await database.query("update admin_users set name = 'Anika Thompson' where id = $1", [anika.adminId]);
});
beforeEach(async () => {
  for (const table of ["consultations", "visa_inquiries", "email_notifications"])
    await database.query(`delete from ${table}`);
  await db.update(adminUsers).set({ consultationHours: null, isActive: true });
  await takesConsultations(database, anika.adminId);
  booking = await bookedConsultation(database, hourIn(3), { admin_id: anika.adminId });
});

type Mail = { kind: string; to: string; data: Record<string, unknown>; id: string };
const mails = () =>
  database.query<Mail>(
    `select id, email_type as kind, recipient_email as to, template_data as data from email_notifications order by created_at, id`,
  );
const change = <Result>(
  run: (tx: Parameters<typeof announce>[0], row: Parameters<typeof announce>[1]) => Promise<Result>,
) =>
  db.transaction(async (tx) => {
    const row = await lockConsultation(tx, booking.id);
    if (!row) throw new Error("no such consultation");
    return run(tx, row);
  });
const emailOf = async () =>
  (await database.query<{ email: string }>("select email from visa_inquiries"))[0]?.email ?? "";
const office = async () => (await mails()).filter(({ kind }) => kind === "consultation_notification");
const sender = { name: "Lucaya", email: "hello@lucaya.example", phone: "+1 242 555 0142" };
/** The calendar file that a mail will carry, as a calendar program reads it. */
const fileOf = ({ kind, data }: Mail) => {
  const [entry] = compose(kind, data)?.calendar ?? [];
  return entry ? readCalendarFile(calendarFile(entry, sender)) : null;
};

describe("[B-BOOK-14] the mails of a consultation", () => {
  test("booking mails the visitor, the admin who takes it and the office, each once", async () => {
    await change((tx, row) => announce(tx, row, { change: "booked" }));
    const sent = await mails();
    expect(sent.map(({ kind }) => kind).sort()).toEqual([
      ...["consultation", "consultation_notification", "consultation_notification"],
    ]);
    const [visitor] = sent.filter(({ kind }) => kind === "consultation");
    expect(visitor).toMatchObject({
      to: await emailOf(),
      data: {
        consultation: booking.id,
        details: { takenBy: "Anika Thompson", phone: "+12425550111", change: "booked", zone: "Europe/London" },
      },
    });
    const toAnika = (await office()).find(({ to }) => to === anika.email);
    expect(toAnika?.data).toMatchObject({ about: "A visit to my sister", changedBy: "" });
    expect(await database.enqueued("mail.send")).toHaveLength(3);
  });

  test("the office gets one mail where its address is the admin’s", async () => {
    await database.query(
      `insert into site_settings (key, value) values ('admin_notification_email', to_jsonb($1::text))
       on conflict (key) do update set value = excluded.value`,
      [anika.email],
    );
    await change((tx, row) => announce(tx, row, { change: "booked" }));
    await database.query("delete from site_settings where key = 'admin_notification_email'");
    expect((await office()).map(({ to }) => to)).toEqual([anika.email]);
  });

  test("a visitor without an email gets none, and the office still does", async () => {
    await database.query("update visa_inquiries set email = ''");
    await change((tx, row) => announce(tx, row, { change: "booked" }));
    expect((await mails()).map(({ kind }) => kind)).toEqual([
      ...["consultation_notification", "consultation_notification"],
    ]);
  });

  test("the calendar file has one UID for the booking’s life, and counts its changes", async () => {
    await change((tx, row) => announce(tx, row, { change: "booked" }));
    await change((tx, row) => moveBooked(tx, row, { startsAt: hourIn(4), by: null }));
    await change((tx, row) => cancelBooked(tx, row, { by: anika.email, reason: "Anika is ill." }));
    const files = (await mails()).filter(({ kind }) => kind === "consultation").map(fileOf);
    expect(files.map((file) => [file?.event.sequence, file?.method, file?.status])).toEqual([
      [0, "REQUEST", "CONFIRMED"],
      [1, "REQUEST", "CONFIRMED"],
      [2, "CANCEL", "CANCELLED"],
    ]);
    expect(new Set(files.map((file) => file?.event.uid)).size).toBe(1);
    expect(files.map((file) => file?.begins)).toEqual([hourIn(3), hourIn(4), hourIn(4)].map((at) => at.toISOString()));
    expect(files[0]?.zone).toEqual(["America/Nassau", "America/Nassau"]);
  });

  test("the moved mail names both times, a cancellation by staff its reason", async () => {
    await change((tx, row) => moveBooked(tx, row, { startsAt: hourIn(4), by: anika.email }));
    await change((tx, row) => cancelBooked(tx, row, { by: anika.email, reason: "Anika is ill." }));
    const [moved, canceled] = (await mails()).filter(({ kind }) => kind === "consultation");
    expect(moved?.data).toMatchObject({
      details: { byStaff: true, was: wallTimeAt(hourIn(3), nassauZone) },
    });
    expect(canceled?.data).toMatchObject({ details: { byStaff: true, reason: "Anika is ill." } });
    expect((await office()).every(({ data }) => data.changedBy === "Anika Thompson")).toBe(true);
  });

  test("given to another admin, the visitor hears nothing, and both admins’ calendars are updated", async () => {
    await takesConsultations(database, theo.adminId);
    await change((tx, row) => giveBooked(tx, row, { adminId: theo.adminId, by: anika.email }));
    expect((await mails()).filter(({ kind }) => kind === "consultation")).toEqual([]);
    const methods = Object.fromEntries((await office()).map((mail) => [mail.to, fileOf(mail)?.method]));
    expect(methods).toMatchObject({ [theo.email]: "REQUEST", [anika.email]: "CANCEL" });
  });

  test("a calendar file holds no private link, because calendars are shared", async () => {
    await change((tx, row) => announce(tx, row, { change: "booked" }));
    for (const { kind, data } of await mails())
      for (const entry of compose(kind, data)?.calendar ?? [])
        expect(calendarFile(entry, sender)).not.toContain("token");
  });

  test("the link in the mail opens the consultation, also in the mail of a canceled one", async () => {
    await change((tx, row) => announce(tx, row, { change: "booked" }));
    await change((tx, row) => cancelBooked(tx, row, { by: null }));
    for (const { id } of await mails()) await runJob("mail.send", { mailId: id });
    const left = await database.query<{ status: string }>("select distinct status from email_notifications");
    expect(left).toEqual([{ status: "sent" }]);
  });
});
