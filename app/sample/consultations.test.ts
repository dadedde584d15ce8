import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { consultationAhead } from "~/consultations/book-consultation.server";
import { sendConsultationReminders } from "~/consultations/reminders.server";
import { db } from "~/db/client.server";
import { staffMember } from "../../test/harness/in-process/staff";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { loadSampleConsultations } from "./consultations.server";
import { bookedBy } from "./people/inquirers";
import { removeSamplePeople } from "./remove-sample.server";

const database = testDatabase();
let first: Awaited<ReturnType<typeof staffMember>>;

beforeAll(async () => {
  first = await staffMember(database);
  await database.query("update admin_users set created_at = now() - interval '1 day'");
  await staffMember(database);
});
beforeEach(async () => {
  for (const table of ["consultations", "visa_inquiries", "email_notifications"])
    await database.query(`delete from ${table}`);
  await database.query("update admin_users set consultation_hours = null");
});

const insertPeople = async () => {
  for (const [name, email] of Object.entries({
    [bookedBy.ahead]: "karen@mail.example",
    [bookedBy.missed]: "c@mail.example",
  }))
    await database.query(
      `insert into visa_inquiries (full_name, email, phone, visa_service, purpose, privacy_consent, is_sample, created_at)
       values ($1, $2, '+1', 'Permit to Reside', 'A stay', true, true, now() - interval '30 days')`,
      [name, email],
    );
};
const rows = () =>
  database.query<Record<string, unknown>>(
    `select i.full_name as name, i.came_by, c.state, c.outcome, c.starts_at > now() as ahead, c.admin_id,
       (select count(*)::int from consultation_cells x where x.consultation_id = c.id) as cells
     from consultations c join visa_inquiries i on i.id = c.inquiry_id order by c.starts_at desc`,
  );
const takers = () => database.query("select id from admin_users where consultation_hours is not null");

describe("[B-BOOK-25] consultations of sample people", () => {
  test("one is ahead and takes its time, one was missed, and the first super admin has consultation hours", async () => {
    await insertPeople();
    await db.transaction(loadSampleConsultations);
    const common = { came_by: "Booking", state: "booked", admin_id: first.staff.adminId };
    expect(await rows()).toEqual([
      { ...common, name: bookedBy.ahead, outcome: null, ahead: true, cells: 3 },
      { ...common, name: bookedBy.missed, outcome: "no_show", ahead: false, cells: 0 },
    ]);
    expect(await takers()).toEqual([{ id: first.staff.adminId }]);
    expect(await consultationAhead(db, "karen@mail.example")).toBeDefined();
  });

  test("hours that the super admin has set stay", async () => {
    await insertPeople();
    const own = { saturday: [["00:00", "23:59"]] };
    await database.query("update admin_users set consultation_hours = $1 where id = $2", [
      JSON.stringify(own),
      first.staff.adminId,
    ]);
    await db.transaction(loadSampleConsultations);
    await removeSamplePeople(first);
    expect(
      await database.query("select consultation_hours as h from admin_users where consultation_hours is not null"),
    ).toEqual([{ h: own }]);
  });

  test("nobody is mailed, also when reminders are due", async () => {
    await insertPeople();
    await db.transaction(loadSampleConsultations);
    const [next] = await database.query<{ at: Date }>("select max(starts_at) as at from consultations");
    await sendConsultationReminders(new Date(new Date(next?.at ?? 0).getTime() - 3_600_000));
    expect(await database.query("select * from email_notifications")).toEqual([]);
  });

  test("the button that removes sample people removes them and the hours", async () => {
    await insertPeople();
    await db.transaction(loadSampleConsultations);
    expect(await removeSamplePeople(first)).toMatchObject({ ok: true });
    expect(await rows()).toEqual([]);
    expect(await database.query("select * from consultation_cells")).toEqual([]);
    expect(await takers()).toEqual([]);
  });

  test("without sample people nobody has hours, and nothing is booked", async () => {
    await db.transaction(loadSampleConsultations);
    expect([await rows(), await takers()]).toEqual([[], []]);
  });
});
