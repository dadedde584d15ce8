import { beforeEach, describe, expect, test } from "vitest";
import { renewalExists } from "~/applications/reapply/renewal-of.server";
import { daysAfter, nassauDay, nassauInstant } from "~/core/time";
import { db } from "~/db/client.server";
import { approvedCase, importedClient, keyDateIn } from "../../../test/harness/in-process/key-dates";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { correctKeyDate } from "../change.server";
import type { KeyDate } from "../key-date";
import { keyDatesOf } from "../key-dates-of.server";
import { sendKeyDateReminders } from "./remind.server";
import { registerRenewals } from "./remindable.server";

registerRenewals(renewalExists);
const database = testDatabase();
const today = nassauDay();
/** So many days from now, at a time in Nassau. */
const at = (days: number, time = "09:00") => nassauInstant(daysAfter(today, days), time);

beforeEach(async () => {
  for (const table of [
    "key_dates",
    "clients",
    "client_imports",
    "visa_applications",
    "email_notifications",
    "site_settings",
  ])
    await database.query(`delete from ${table}`);
});

type Mail = { kind: string; to: string; data: { dates: { id: string; label: string; days: number; day: string }[] } };
const mails = () =>
  database.query<Mail>(
    `select email_type as kind, recipient_email as "to", template_data as data from email_notifications
     order by created_at, id`,
  );
/** Of each mail: the days before of its dates. */
const sent = async () => (await mails()).map(({ data }) => data.dates.map(({ days }) => days));
const reminders = () =>
  database.query<{ days: number; passed: boolean }>(
    "select days, passed_over as passed from key_date_reminders order by created_at, days desc",
  );

test("[X-REMIND-2] each goes out once in 400 days, from 9:00 of its day, across both changes of the clocks", async () => {
  const ends = [60, 127, 200, 284, 399];
  const ids = new Map<string, number>();
  for (const end of ends) {
    const { id } = await approvedCase(database);
    ids.set(await keyDateIn(database, end, { application_id: id }), end);
  }
  // A run of every ten minutes could send nothing else, because a day has one reminder at most.
  for (let day = 0; day <= 400; day++)
    for (const time of ["08:50", "09:00", "23:50"]) {
      const before = time === "08:50" ? await database.query("select 1 from email_notifications") : null;
      await sendKeyDateReminders(at(day, time));
      if (before) expect(await database.query("select 1 from email_notifications")).toHaveLength(before.length);
    }
  // The number of days in the mail is counted from the run: that it is equal proves the day of the run.
  const found = (await mails()).flatMap(({ data }) => data.dates.map(({ id, days, day }) => [ids.get(id), days, day]));
  const due = ends.flatMap((end) => [120, 60, 30, 7].filter((days) => days <= end).map((days) => [end, days] as const));
  expect(found.map(([end, days]) => `${end} ${days}`).sort()).toEqual(
    due.map(([end, days]) => `${end} ${days}`).sort(),
  );
  for (const [, days, day] of found) expect(day).toMatch(new RegExp(`, in ${days} days$`));
});

test("[X-REMIND-2] ten instances at once send each once", async () => {
  for (let n = 0; n < 3; n++) await keyDateIn(database, 60, { application_id: (await approvedCase(database)).id });
  await Promise.all(Array.from({ length: 10 }, () => sendKeyDateReminders(at(0))));
  expect(await sent()).toEqual([[60], [60], [60]]);
});

test("[X-REMIND-2] one that could not be stored goes out in a later run, and keeps no other from its mail", async () => {
  const [first, second] = [await approvedCase(database), await approvedCase(database)];
  for (const { id } of [first, second]) await keyDateIn(database, 30, { application_id: id });
  await database.query(
    `create function refuse_one() returns trigger language plpgsql as
       $$ begin if new.application_id = '${first.id}' then raise 'full'; end if; return new; end $$`,
  );
  await database.query(
    "create trigger refuse_one before insert on email_notifications for each row execute function refuse_one()",
  );
  await expect(sendKeyDateReminders(at(0))).rejects.toThrow("Of 1 cases and clients nobody was reminded");
  expect((await mails()).map(({ to }) => to)).toEqual([second.email]);
  await database.query("drop function refuse_one cascade");
  await sendKeyDateReminders(at(0, "09:10"));
  expect((await mails()).map(({ to }) => to)).toEqual([second.email, first.email]);
});

test("[X-REMIND-3] after a standstill of three weeks only the latest goes out, and the others are passed over", async () => {
  await keyDateIn(database, 45, { application_id: (await approvedCase(database)).id });
  await database.query(
    `insert into site_settings (key, value, updated_at) values ('reminder_days', '[40, 35, 30, 7]', now() - interval '1 day')`,
  );
  await sendKeyDateReminders(at(0));
  await sendKeyDateReminders(at(21));
  await sendKeyDateReminders(at(21, "09:10"));
  expect(await sent()).toEqual([[30]]);
  expect(await reminders()).toEqual([
    { days: 40, passed: true },
    { days: 35, passed: true },
    { days: 30, passed: false },
  ]);
});

test("[X-REMIND-3] none goes out after the key date, and what was past when it was recorded is not caught up", async () => {
  const { id } = await approvedCase(database);
  await keyDateIn(database, 29, { application_id: id });
  await sendKeyDateReminders(at(0));
  expect(await sent()).toEqual([]);
  await sendKeyDateReminders(at(30));
  expect(await sent()).toEqual([]);
  await sendKeyDateReminders(at(29));
  expect(await sent()).toEqual([[7]]);
});

test("[X-REMIND-3] what was past when staff ticked a short visa is not caught up, and a corrected note changes nothing", async () => {
  const { id: applicationId } = await approvedCase(database);
  const recorded = { application_id: applicationId, reminders_from: daysAfter(today, -50) };
  await keyDateIn(database, 50, { ...recorded, kind: "visa" });
  await keyDateIn(database, 51, recorded);
  const correct = async (kind: string, change: Partial<KeyDate>) => {
    const row = (await keyDatesOf(db, { applicationId })).find((keyDate) => keyDate.kind === kind);
    if (!row) throw new Error("no key date");
    await db.transaction((tx) => correctKeyDate(tx, row.id, { ...row, ...change }));
  };
  await correct("visa", { isRemindedAnyway: true });
  await correct("permit", { note: "Bring it along." });
  await sendKeyDateReminders(at(0));
  expect((await mails()).map(({ data }) => data.dates.map(({ label }) => label))).toEqual([
    ["Work or residence permit"],
  ]);
  await sendKeyDateReminders(at(20));
  expect((await mails()).at(-1)?.data.dates).toMatchObject([{ label: "Visa", days: 30 }]);
});

test("[X-REMIND-4] all of a case that are due on one day are one mail, the earliest first", async () => {
  const { id, email, number } = await approvedCase(database);
  await keyDateIn(database, 60, { application_id: id, kind: "other", name: "Report to the police" });
  await keyDateIn(database, 30, { application_id: id });
  await keyDateIn(database, 31, { application_id: id, kind: "passport" });
  await sendKeyDateReminders(at(0));
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    kind: "key_date_reminder",
    to: email,
    data: { name: "Maria Santos", applicationNumber: number },
  });
  expect(mail?.data.dates.map(({ label, days }) => [label, days])).toEqual([
    ["Work or residence permit", 30],
    ["Report to the police", 60],
  ]);
});

test("[X-REMIND-8] a corrected day is reminded of at its own days, and nothing more goes out for the former one", async () => {
  const id = await keyDateIn(database, 31, { application_id: (await approvedCase(database)).id });
  await database.query("update key_dates set ends_on = ends_on + 40 where id = $1", [id]);
  for (let day = 0; day <= 71; day++) await sendKeyDateReminders(at(day));
  expect(await sent()).toEqual([[60], [30], [7]]);
});

test("[X-REMIND-8] a day that is corrected after a reminder is reminded of from the beginning", async () => {
  const id = await keyDateIn(database, 30, { application_id: (await approvedCase(database)).id });
  await sendKeyDateReminders(at(0));
  await database.query("update key_dates set ends_on = ends_on + 30 where id = $1", [id]);
  for (const day of [0, 30, 53]) await sendKeyDateReminders(at(day, "09:10"));
  expect(await sent()).toEqual([[30], [60], [30], [7]]);
});

test("[X-REMIND-8] one that was stopped, settled or out of force catches up nothing", async () => {
  for (const column of ["stopped_at", "settled_at", "suspended_at"]) {
    const id = await keyDateIn(database, 50, { application_id: (await approvedCase(database)).id });
    // As recorded twenty days ago: its first reminder was due meanwhile.
    await database.query("update key_dates set reminders_from = reminders_from - 20 where id = $1", [id]);
    const more = column === "settled_at" ? ", settled_as = 'paid', settled_by = 'theo@lucaya.example'" : "";
    await database.query(`update key_dates set ${column} = now()${more} where id = $1`, [id]);
    await sendKeyDateReminders(at(0));
    await database.query(
      `update key_dates set ${column} = null${more ? ", settled_as = null, settled_by = null" : ""} where id = $1`,
      [id],
    );
    await sendKeyDateReminders(at(0, "09:10"));
    expect(await sent(), column).toEqual([]);
  }
  await sendKeyDateReminders(at(20));
  expect(await sent()).toEqual([[30], [30], [30]]);
});

describe("of which none goes out", () => {
  const permit = { kind: "permit" };
  test.each([
    ["settled", { ...permit, settled_as: "renewed", settled_at: new Date(), settled_by: "theo@lucaya.example" }, {}],
    ["stopped", { ...permit, stopped_at: new Date() }, {}],
    ["without a day", { ...permit, ends_on: null }, {}],
    ["left from an earlier approval", { ...permit, suspended_at: new Date() }, {}],
    ["of a case that is not approved", permit, { status: "denied" }],
    ["of a sample", permit, { is_sample: true }],
    ["of an empty address", permit, { user_email: "" }],
    ["a visa of 180 days", { kind: "visa", valid_from: daysAfter(today, 30 - 180) }, {}],
    ["a visa that is valid from an unknown day", { kind: "visa" }, {}],
  ])("[X-REMIND-7, X-REMIND-1] %s", async (_, columns, ofCase) => {
    const { id } = await approvedCase(database, ofCase);
    await keyDateIn(database, 30, { application_id: id, ...columns });
    await sendKeyDateReminders(at(0));
    expect(await sent()).toEqual([]);
  });

  test.each([
    ["a visa of 181 days", { kind: "visa", valid_from: daysAfter(today, 30 - 181) }],
    ["a short visa that staff ticked", { kind: "visa", is_reminded_anyway: true }],
  ])("[X-REMIND-1] but %s is reminded of", async (_, columns) => {
    await keyDateIn(database, 30, { application_id: (await approvedCase(database)).id, ...columns });
    await sendKeyDateReminders(at(0));
    expect(await sent()).toEqual([[30]]);
  });
});

test.each([
  ["draft", ["Passport", "Permit fee"]],
  ["submitted", ["Passport", "Permit fee"]],
  ["denied", ["Passport", "Permit fee", "Work or residence permit"]],
  ["withdrawn", ["Passport", "Permit fee", "Work or residence permit"]],
])("[X-REMIND-7] while a renewal is %s, only what it replaces is left out", async (status, labels) => {
  const { id } = await approvedCase(database);
  for (const kind of ["permit", "passport", "permit_fee"]) await keyDateIn(database, 30, { application_id: id, kind });
  await approvedCase(database, { status, renews_id: id });
  await sendKeyDateReminders(at(0));
  const [mail] = await mails();
  expect(mail?.data.dates.map(({ label }) => label.replace("Pay the permit fee by", "Permit fee")).sort()).toEqual(
    labels,
  );
});

test("[X-REMIND-7] once the renewal was deleted, its case is reminded of again", async () => {
  const { id } = await approvedCase(database);
  await keyDateIn(database, 30, { application_id: id });
  const renewal = await approvedCase(database, { status: "draft", renews_id: id });
  await sendKeyDateReminders(at(0));
  expect(await sent()).toEqual([]);
  await database.query("delete from visa_applications where id = $1", [renewal.id]);
  await sendKeyDateReminders(at(1));
  expect(await sent()).toEqual([[30]]);
});

test("[X-REMIND-1] without any days nothing goes out, and days set later are not caught up", async () => {
  await keyDateIn(database, 60, { application_id: (await approvedCase(database)).id });
  const set = (days: string) =>
    database.query(
      `insert into site_settings (key, value) values ('reminder_days', $1)
         on conflict (key) do update set value = excluded.value, updated_at = now()`,
      [days],
    );
  await set("[]");
  await sendKeyDateReminders(at(0));
  await set("[90, 59]");
  await sendKeyDateReminders(at(0));
  expect(await sent()).toEqual([]);
  await sendKeyDateReminders(at(1));
  expect(await sent()).toEqual([[59]]);
});

test("[X-IMPORT-12, X-IMPORT-10] a client gets them if that was chosen, and not before its import is final", async () => {
  const day = (id: string) => keyDateIn(database, 30, { client_id: id });
  await day(await importedClient(database));
  await day(await importedClient(database, { email: "not@mail.test", is_reminded: false }));
  await day(await importedClient(database, { email: "", phone: "+12425550111" }));
  await day(await importedClient(database, { email: "sample@mail.test", is_sample: true }));
  await day(await importedClient(database, { email: "new@mail.test" }, "0 hours"));
  await sendKeyDateReminders(at(0));
  expect(await mails()).toMatchObject([
    { kind: "client_reminder", to: "natasha@mail.test", data: { clientBefore: today, dates: [{ days: 30 }] } },
  ]);
  // Clients that stay after their import was undone are reminded too; what fell due meanwhile is caught up once.
  await database.query("update client_imports set state = 'undone'");
  await sendKeyDateReminders(at(4));
  expect((await mails()).map(({ to }) => to)).toEqual(["natasha@mail.test", "new@mail.test"]);
});
