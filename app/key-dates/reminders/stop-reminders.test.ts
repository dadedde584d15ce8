import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { beforeEach, describe, expect, test } from "vitest";
import { renewalExists } from "~/applications/reapply/renewal-of.server";
import { config } from "~/config.server";
import { nassauDay, nassauInstant } from "~/core/time";
import { db } from "~/db/client.server";
import { registerMail } from "~/mail/deliver.server";
import { privateLink } from "~/mail/links/private-links.server";
import { sendAgain } from "~/mail/outbox.server";
import { runJob } from "../../../test/harness/in-process/jobs";
import { approvedCase, importedClient, keyDateIn } from "../../../test/harness/in-process/key-dates";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { removeKeyDate, restoreKeyDate } from "../change.server";
import { keyDatesOf } from "../key-dates-of.server";
import { recordNotified } from "./desk/record-notified.server";
import { registerKeyDateReminders, sendKeyDateReminders } from "./remind.server";
import { registerRenewals } from "./remindable.server";
import { reminderStates } from "./reminder-states.server";
import { changeReminders, readStopLink } from "./stop-reminders.server";

registerRenewals(renewalExists);
registerMail();
registerKeyDateReminders();
const database = testDatabase();
const now = nassauInstant(nassauDay(), "12:00");

beforeEach(async () => {
  for (const table of [
    "key_dates",
    "clients",
    "client_imports",
    "visa_applications",
    "email_notifications",
    "admin_activity_log",
  ])
    await database.query(`delete from ${table}`);
});

type Row = { id: string; status: string; data: { dates: { id: string }[] } };
const mails = () =>
  database.query<Row>("select id, status, template_data as data from email_notifications order by created_at, id");

/** Runs today's reminders, and returns the last mail. */
async function reminded(): Promise<Row> {
  await sendKeyDateReminders(now);
  const mail = (await mails()).at(-1);
  if (!mail) throw new Error("no reminder");
  return mail;
}
const send = ({ id }: { id: string }) => runJob("mail.send", { mailId: id });

async function received({ id }: { id: string }) {
  const folder = join(config.dataDir, "outbox");
  const [file] = globSync(`*${id}*`, { cwd: folder });
  return file ? PostalMime.parse(readFileSync(join(folder, file))) : undefined;
}
const tokenOf = ({ id }: { id: string }, email: string): string =>
  new URL(privateLink("stopReminders", id, email)).searchParams.get("token") ?? "";

const stop = { intent: "stop", isAll: false, address: "10.0.0.9" } as const;
const isStopped = async (id: string) => {
  const [row] = await database.query<{ at: Date | null }>("select stopped_at as at from key_dates where id = $1", [id]);
  return row?.at !== null;
};

describe("a reminder that waits in the outbox", () => {
  const changes = {
    corrected: "update key_dates set ends_on = ends_on + 1",
    removed: "delete from key_dates",
    settled: "update key_dates set settled_as = 'paid', settled_at = now(), settled_by = 'theo@lucaya.example'",
    stopped: "update key_dates set stopped_at = now()",
    "out of force": "update visa_applications set status = 'denied'",
    erased: "delete from visa_applications",
  };
  test.each(Object.entries(changes))("[X-REMIND-8] is not sent once its key date is %s", async (_, change) => {
    await keyDateIn(database, 30, { application_id: (await approvedCase(database)).id });
    const mail = await reminded();
    await database.query(change);
    await send(mail);
    expect(await received(mail)).toBeUndefined();
    // Nobody has to look after it: it is no failed mail.
    expect(await mails()).toEqual([]);
    expect(await database.query("select 1 from key_date_reminders")).toEqual([]);
  });

  test("[X-REMIND-8] names those of its dates that are still to be reminded of, and the log shows what was sent", async () => {
    const { id } = await approvedCase(database);
    const settled = await keyDateIn(database, 30, { application_id: id });
    const passport = await keyDateIn(database, 60, { application_id: id, kind: "passport" });
    const mail = await reminded();
    await database.query("update key_dates set stopped_at = now() where id = $1", [settled]);
    await send(mail);
    const { text = "" } = (await received(mail)) ?? {};
    expect(text).toContain("Passport");
    expect(text).not.toContain("permit ");
    expect(await mails()).toMatchObject([{ status: "sent", data: { dates: [{ id: passport }] } }]);
  });

  test("[X-REMIND-3] is sent in a later run if its key date counts again on the same day, and once", async () => {
    const id = await keyDateIn(database, 30, { application_id: (await approvedCase(database)).id });
    const settle = (as: string | null) =>
      database.query("update key_dates set settled_as = $2, settled_at = $3, settled_by = $2 where id = $1", [
        ...[id, as, as && new Date()],
      ]);
    const mail = await reminded();
    await settle("renewed");
    await send(mail);
    await sendKeyDateReminders(now);
    expect(await mails()).toEqual([]);
    await settle(null);
    await send(await reminded());
    await sendKeyDateReminders(now);
    expect(await mails()).toMatchObject([{ status: "sent", data: { dates: [{ id }] } }]);
  });

  test("[X-TERM-4] is sent once, in a later run, if the removal that withheld it is undone", async () => {
    const { id: applicationId } = await approvedCase(database);
    await keyDateIn(database, 30, { application_id: applicationId });
    const removeAndUndo = async (meanwhile: () => Promise<unknown>) => {
      const [row] = await keyDatesOf(db, { applicationId });
      if (!row) throw new Error("no key date");
      const reminders = await db.transaction((tx) => removeKeyDate(tx, row.id));
      await meanwhile();
      await db.transaction((tx) => restoreKeyDate(tx, row, reminders));
    };
    const mail = await reminded();
    await removeAndUndo(() => send(mail));
    expect(await mails()).toEqual([]);
    await send(await reminded());
    await removeAndUndo(() => sendKeyDateReminders(now));
    await sendKeyDateReminders(now);
    expect(await mails()).toMatchObject([{ status: "sent" }]);
  });

  test("[X-REMIND-2] goes to a client's present email once the email was corrected, and never to the former", async () => {
    const client_id = await importedClient(database);
    const id = await keyDateIn(database, 30, { client_id });
    const former = await reminded();
    await database.query("update clients set email = 'rolle@mail.test'");
    await send(former);
    expect(await received(former)).toBeUndefined();
    const mail = await reminded();
    await send(mail);
    expect((await received(mail))?.to).toMatchObject([{ address: "rolle@mail.test" }]);
    expect(await mails()).toMatchObject([{ id: mail.id, status: "sent", data: { dates: [{ id }] } }]);
  });

  test("[X-REMIND-4] its mail has the days, the private link, the fixed sentence and the stop link, and no answer", async () => {
    const { id, number } = await approvedCase(database);
    await keyDateIn(database, 30, { application_id: id, note: "Ask for Mr Rolle." });
    const mail = await reminded();
    await send(mail);
    const { subject, text = "", headers = [], attachments = [] } = (await received(mail)) ?? {};
    expect(subject).toMatch(
      new RegExp(`^Reminder for ${number} \\(Maria Santos\\): Work or residence permit ends in 30 days, on `),
    );
    const words = text.replace(/\s+/g, " ");
    expect(words).toContain("This is a reminder. Renewing or paying in time remains your responsibility.");
    expect(words).toMatch(/, in 30 days/);
    expect(words).toMatch(/View my application: http:\S+\/application\/resume\?token=/);
    expect(words).toMatch(/Stop these reminders: http:\S+\/reminders\?token=/);
    const calendars = attachments.map(({ content }) =>
      typeof content === "string" ? content : new TextDecoder().decode(content),
    );
    expect(calendars[0]).toMatch(/METHOD:PUBLISH.*DTSTART;VALUE=DATE:\d{8}/s);
    const header = new Map(headers.map(({ key, value }) => [key, value]));
    expect(header.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(header.get("list-unsubscribe")).toMatch(/^<http:\S+\/reminders\?token=[\w-]+>$/);
  });

  test("[X-IMPORT-12] a client’s has no private link, says why it comes, and leads to the stop link and /your-data", async () => {
    await keyDateIn(database, 30, { client_id: await importedClient(database) });
    const mail = await reminded();
    await send(mail);
    const { text = "", subject } = (await received(mail)) ?? {};
    const words = text.replace(/\s+/g, " ");
    expect(subject).toMatch(/^Reminder: Work or residence permit ends in 30 days, on /);
    expect(words).toMatch(
      /Hello Natasha Rolle, You are receiving this because you were a client of ours before \w+ \d+, \d{4}\./,
    );
    expect(words).toContain("This is a reminder. Renewing or paying in time remains your responsibility.");
    expect(words).toMatch(/Stop these reminders: http:\S+\/reminders\?token=/);
    expect(words).toMatch(/Your data and your rights: http:\S+\/your-data/);
    expect(words).not.toContain("resume");
  });
});

describe("the stop link", () => {
  test("[X-REMIND-6] stops the dates of its mail alone, or all of the case, until it is taken back", async () => {
    const { id, email } = await approvedCase(database);
    const permit = await keyDateIn(database, 30, { application_id: id });
    const later = await keyDateIn(database, 90, { application_id: id, kind: "passport" });
    const token = tokenOf(await reminded(), email);
    expect(await readStopLink(token)).toMatchObject({
      dates: [{ id: permit, isStopped: false }],
      others: { active: 1, stopped: 0 },
    });
    expect(await isStopped(permit)).toBe(false);
    expect(await changeReminders(token, stop)).toBe(true);
    expect([await isStopped(permit), await isStopped(later)]).toEqual([true, false]);
    expect(await changeReminders(token, { ...stop, isAll: true })).toBe(true);
    expect([await isStopped(permit), await isStopped(later)]).toEqual([true, true]);
    expect(await changeReminders(token, { ...stop, intent: "resume" })).toBe(true);
    expect([await isStopped(permit), await isStopped(later)]).toEqual([false, true]);
    expect(await readStopLink(token)).toMatchObject({
      dates: [{ isStopped: false }],
      others: { active: 0, stopped: 1 },
    });
    const recorded = await database.query(
      `select action_type as action, details, address, admin_email as admin from admin_activity_log
       where subject_id = $1 order by created_at`,
      [id],
    );
    const by = { address: "10.0.0.9", admin: null, details: { count: 1 } };
    expect(recorded).toEqual([
      { action: "key_date_reminders_stopped", ...by },
      { action: "key_date_reminders_stopped", ...by },
      { action: "key_date_reminders_resumed", ...by },
    ]);
  });

  test("[X-REMIND-6] pressed twice it changes and records nothing more, and no other case", async () => {
    const [own, other] = [await approvedCase(database), await approvedCase(database)];
    const dates = [
      await keyDateIn(database, 30, { application_id: own.id }),
      await keyDateIn(database, 30, { application_id: other.id }),
    ];
    await sendKeyDateReminders(now);
    const mail = (await mails()).find(({ data }) => data.dates[0]?.id === dates[0]);
    const token = tokenOf(mail ?? { id: "" }, own.email);
    await Promise.all(Array.from({ length: 5 }, () => changeReminders(token, { ...stop, isAll: true })));
    expect(await Promise.all(dates.map(isStopped))).toEqual([true, false]);
    expect(await database.query("select 1 from admin_activity_log")).toHaveLength(1);
  });

  test("[X-REMIND-6] a forged one, one to a former email and one of removed dates do nothing", async () => {
    const { id, email } = await approvedCase(database);
    const permit = await keyDateIn(database, 30, { application_id: id });
    const mail = await reminded();
    const token = tokenOf(mail, email);
    const doesNothing = async (wrong: string) => {
      expect(await readStopLink(wrong)).toBeUndefined();
      expect(await changeReminders(wrong, stop)).toBe(false);
    };
    for (const wrong of ["", "x", `${token.slice(0, -4)}AAAA`, tokenOf(mail, "other@mail.test")])
      await doesNothing(wrong);
    expect(await isStopped(permit)).toBe(false);
    // As the email of the application, in any case.
    expect(await readStopLink(tokenOf(mail, email.toUpperCase()))).toBeDefined();
    await database.query("update visa_applications set user_email = 'new@mail.test' where id = $1", [id]);
    await doesNothing(token);
    await database.query("delete from key_dates");
    await doesNothing(tokenOf(mail, "new@mail.test"));
  });

  test("[X-REMIND-6] stays stopped if staff undo a change that they made before", async () => {
    const { id, email } = await approvedCase(database);
    const permit = await keyDateIn(database, 30, { application_id: id });
    const token = tokenOf(await reminded(), email);
    const [before] = await keyDatesOf(db, { applicationId: id });
    if (!before) throw new Error("no key date");
    expect(await changeReminders(token, stop)).toBe(true);
    await db.transaction((tx) => restoreKeyDate(tx, before));
    expect(await isStopped(permit)).toBe(true);
  });

  test("[X-REMIND-6] a mail that is sent again has the same link", async () => {
    const { id, email } = await approvedCase(database);
    await keyDateIn(database, 30, { application_id: id });
    const first = await reminded();
    await send(first);
    const again = await db.transaction((tx) => sendAgain(tx, first.id));
    if (!again.ok) throw new Error(again.message);
    await send({ id: again.mailId });
    const { text = "" } = (await received({ id: again.mailId })) ?? {};
    expect(text).toContain(`/reminders?token=${tokenOf(first, email)}`);
  });
});

describe("what the desk says of a reminder", () => {
  const state = async (id: string) => (await reminderStates(db, [id])).get(id);

  test("[X-REMIND-9] one that failed was not delivered, a bounce names the email, until staff told them", async () => {
    const staff = await staffMember(database, "regular_admin");
    const { id: application_id, email } = await approvedCase(database);
    const id = await keyDateIn(database, 30, { application_id });
    expect(await state(id)).toEqual({ latest: null, sent: 0, problem: null, told: null });
    const mail = await reminded();
    await send(mail);
    expect(await state(id)).toMatchObject({ latest: 30, sent: 1, problem: null });
    await database.query("update email_notifications set status = 'failed'");
    expect(await state(id)).toMatchObject({ problem: { is: "failed" } });
    await database.query("update email_notifications set bounced_at = now()");
    expect(await state(id)).toMatchObject({ problem: { is: "bounced", email } });
    const told = { id, way: "Phone", day: nassauDay() };
    expect(await recordNotified(staff, { id, way: "Pigeon", day: "2026-02-30" })).toMatchObject({
      detail: { way: "Choose how you told them.", day: "Choose a date." },
    });
    expect(await recordNotified(staff, { ...told, day: "2199-01-01" })).toMatchObject({
      detail: { day: "Choose today or an earlier date." },
    });
    expect(await recordNotified(staff, told)).toEqual({ ok: true });
    expect(await recordNotified(staff, told)).toEqual({ ok: true });
    expect(await state(id)).toMatchObject({ problem: null, told: { as: "Phone", on: nassauDay() } });
    expect(await recordNotified(staff, { ...told, way: "Email" })).toMatchObject({ reason: "conflict" });
    const recorded = await database.query(
      "select action_type as action, subject_id as of, details from admin_activity_log",
    );
    expect(recorded).toEqual([
      { action: "key_date_reminder_told", of: application_id, details: { by: "Phone", days: 30 } },
    ]);
  });

  test("[X-REMIND-9] one that was sent again and arrived is no longer shown as not delivered", async () => {
    const { id: application_id } = await approvedCase(database);
    const id = await keyDateIn(database, 30, { application_id });
    const first = await reminded();
    await database.query("update email_notifications set status = 'failed'");
    expect(await state(id)).toMatchObject({ problem: { is: "failed" } });
    await db.transaction((tx) => sendAgain(tx, first.id));
    expect(await state(id)).toMatchObject({ latest: 30, problem: null });
  });

  test("[X-REMIND-9] one that failed is shown although a reminder of another date of the case arrived since", async () => {
    const { id: application_id } = await approvedCase(database);
    const id = await keyDateIn(database, 30, { application_id });
    await reminded();
    await database.query("update email_notifications set status = 'failed'");
    const other = await keyDateIn(database, 60, { application_id, kind: "passport" });
    await send(await reminded());
    expect(await state(other)).toMatchObject({ sent: 1, problem: null });
    expect(await state(id)).toMatchObject({ problem: { is: "failed" } });
  });
});
