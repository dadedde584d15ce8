import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setAdminActive, setAdminRole } from "~/accounts/admins/manage-admins.server";
import type { StaffContext } from "~/accounts/staff.server";
import { publicSettings } from "~/content/settings/settings.server";
import { visitOf } from "../../../test/harness/in-process/content";
import { openEditor } from "../../../test/harness/in-process/editor";
import { runJob } from "../../../test/harness/in-process/jobs";
import { publishAt, publishNow } from "../../../test/harness/in-process/publish";
import { lastRecord, staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { publishDue, publishDueJob, registerContentSchedule } from "./due.server";
import { findThing } from "./kinds.server";
import { handleEditorForm } from "./request.server";
import { restoreVersion } from "./restore.server";
import { saveContent } from "./save-content.server";
import { cancelSchedule } from "./schedule.server";

registerContentSchedule();
const database = testDatabase();
const item = { kind: "settings", key: "site" };
let superAdmin: StaffContext;
beforeAll(async () => {
  superAdmin = await staffMember(database);
});
beforeEach(async () => {
  await database.query("truncate content_versions");
  await database.query(`update site_settings set value = '"+1 242 555 0142"' where key = 'contact_phone'`);
});

async function draft(phone: string, base = 0) {
  const result = await saveContent(superAdmin, { ...item, base, typed: { contact_phone: [phone] } });
  return result.ok ? result.number : expect.fail(result.message);
}
const at = (number: number, day: string, time: string, more: object = {}) =>
  publishAt(superAdmin, { ...item, number, day, time, ...more });
const publish = (number: number, more: object = {}) => publishNow(superAdmin, { ...item, number, ...more });
const phone = async () => (await publicSettings(visitOf())).contactPhone;
const minuteOf = async (number: number) =>
  (
    await database.query("select scheduled_for as at, published_at as shown from content_versions where number = $1", [
      number,
    ])
  )[0];
/** Makes the minute of all scheduled versions come. */
const makeDue = () =>
  database.query("update content_versions set scheduled_for = now() where scheduled_for is not null");
const year = new Date().getUTCFullYear() + 1;
const [first, second] = ["+1 242 555 0901", "+1 242 555 0902"];

/** A Sunday of next year: Nassau's clocks change on the second one of March and the first one of November. */
function sundayOf(month: number, nth: number): string {
  const first = new Date(Date.UTC(new Date().getUTCFullYear() + 1, month - 1, 1));
  first.setUTCDate(1 + ((7 - first.getUTCDay()) % 7) + 7 * (nth - 1));
  return first.toISOString().slice(0, 10);
}

describe("a version scheduled for a minute in Nassau", () => {
  test("[O-EDIT-6] nothing changes before the minute, and then it is published once, whatever the number of instances", async () => {
    const number = await draft(first);
    expect(await at(number, `${year}-01-15`, "09:00")).toMatchObject({ ok: true, at: `${year}-01-15T14:00:00.000Z` });
    await publishDue();
    expect(await phone()).toBe("+1 242 555 0142");
    await makeDue();
    const before = (await database.query("select 1 from admin_activity_log where action_type = 'content_published'"))
      .length;
    await Promise.all([publishDue(), publishDue(), runJob(publishDueJob.name, {})]);
    expect(await phone()).toBe(first);
    expect(
      await database.query("select 1 from admin_activity_log where action_type = 'content_published'"),
    ).toHaveLength(before + 1);
    expect(await lastRecord(database)).toMatchObject({
      action: "content_published",
      by: null,
      details: { scheduledBy: superAdmin.staff.email },
    });
    expect(await minuteOf(number)).toMatchObject({ at: null, shown: expect.any(Date) });
  });

  test("[O-EDIT-7] a past or skipped minute is refused, and of a repeated one the first counts", async () => {
    const number = await draft(first);
    const refused = (message: string) => ({ reason: "invalid", message, detail: { at: "time" } });
    expect(await at(number, "2026-01-05", "09:00")).toMatchObject(
      refused("This time has passed. Choose a later one, or publish now."),
    );
    expect(await at(number, sundayOf(3, 2), "02:30")).toMatchObject(
      refused("The clocks go forward that night and skip this time. Choose another."),
    );
    expect(await at(number, "", "09:00")).toMatchObject(refused("Enter a date and a time, such as 09:00."));
    expect(await at(number, sundayOf(11, 1), "01:30")).toMatchObject({
      ok: true,
      at: `${sundayOf(11, 1)}T05:30:00.000Z`,
    });
  });

  test("[O-EDIT-8] a schedule can be moved or cancelled until then", async () => {
    const number = await draft(first);
    await at(number, `${year}-01-15`, "09:00");
    expect(await at(number, `${year}-07-15`, "10:30")).toMatchObject({ ok: true, at: `${year}-07-15T14:30:00.000Z` });
    expect(await lastRecord(database)).toMatchObject({
      action: "content_scheduled",
      details: { changes: [{ field: "Published at", from: `Jan 15, ${year}, 09:00`, to: `Jul 15, ${year}, 10:30` }] },
    });
    expect(await cancelSchedule(superAdmin, { ...item, number })).toEqual({ ok: true, number });
    expect(await minuteOf(number)).toEqual({ at: null, shown: null });
    await makeDue();
    await publishDue();
    expect(await phone()).toBe("+1 242 555 0142");
    await at(number, `${year}-01-15`, "09:00");
    await makeDue();
    await publishDue();
    expect(await cancelSchedule(superAdmin, { ...item, number })).toMatchObject({ reason: "conflict" });
  });
});

describe("schedules of an admin who loses permission", () => {
  async function scheduledBy(author: StaffContext) {
    const number = await draft(first);
    expect(await publishAt(author, { ...item, number, day: `${year}-01-15`, time: "09:00" })).toMatchObject({
      ok: true,
    });
    return number;
  }

  test("[F-SAFE-6] deactivating the admin or removing the role cancels their schedules at once, and says how many", async () => {
    for (const lose of [
      (id: string) => setAdminActive(superAdmin, id, false),
      (id: string) => setAdminRole(superAdmin, id, "regular_admin"),
    ]) {
      await database.query("truncate content_versions");
      const author = await staffMember(database);
      const number = await scheduledBy(author);
      expect(await lose(author.staff.adminId)).toMatchObject({
        ...{ ok: true, message: expect.stringContaining("1 scheduled change of theirs is called off") },
      });
      expect(await minuteOf(number)).toEqual({ at: null, shown: null });
      const { scheduled, draft } = await openEditor(superAdmin, "settings", "site");
      expect([scheduled, draft]).toMatchObject([[], { notPublished: expect.stringContaining(author.staff.email) }]);
    }
  });

  test("[F-SAFE-6] schedules stay without a message if the permission remains", async () => {
    const author = await staffMember(database, "regular_admin");
    const number = await scheduledBy(superAdmin);
    const done = await setAdminActive(superAdmin, author.staff.adminId, false);
    expect(done).toMatchObject({ message: expect.not.stringContaining("scheduled") });
    expect(await minuteOf(number)).toMatchObject({ at: expect.any(Date) });
  });
});

describe("cancelling a version whose schedule another version took over", () => {
  /** Version 2 is scheduled; a change by an older release moves its schedule to version 4. */
  async function handedOver() {
    const number = await draft(first);
    await at(number, `${year}-01-15`, "09:00");
    await database.query(`update site_settings set value = '"+1 242 555 0143"' where key = 'contact_phone'`);
    await saveContent(superAdmin, { ...item, base: number, typed: { contact_phone: [first] } });
    return number;
  }
  const message = `Nothing was called off: version 2 is no longer scheduled. Version 4 is scheduled for Jan 15, ${year}, 09:00.`;

  test("[O-EDIT-8] cancelling is refused with the number of the other version, which can be cancelled", async () => {
    const number = await handedOver();
    expect(await cancelSchedule(superAdmin, { ...item, number })).toEqual({ ok: false, reason: "conflict", message });
    expect((await minuteOf(4))?.at).toEqual(expect.any(Date));
    expect(await cancelSchedule(superAdmin, { ...item, number: 4 })).toMatchObject({ ok: true });
    expect(await cancelSchedule(superAdmin, { ...item, number: 4 }), "nothing is scheduled any more").toMatchObject({
      ok: true,
    });
    await makeDue();
    await publishDue();
    expect(await phone()).toBe("+1 242 555 0143");
  });

  test("[O-EDIT-8, O-EDIT-11] the refusal shows the form with the newest version", async () => {
    const form = new FormData();
    form.set("intent", "call-off");
    form.set("number", `${await handedOver()}`);
    const settings = findThing("settings", "site") ?? expect.fail("no settings");
    const result = await handleEditorForm(superAdmin, settings, form, visitOf());
    expect(result).toMatchObject({ init: { status: 409 }, data: { sent: { message, base: null } } });
  });
});

test("[O-EDIT-7] a minute beyond the database's range, and an impossible version number, are refused", async () => {
  const number = await draft(first);
  expect(await at(number, "9999-12-31", "23:59")).toMatchObject({ reason: "invalid", detail: { at: "time" } });
  expect(await at(3_000_000_000, `${year}-01-15`, "09:00")).toMatchObject({ reason: "invalid" });
  expect(await publish(3_000_000_000)).toMatchObject({ reason: "invalid" });
  expect(await restoreVersion(superAdmin, { ...item, number: 3_000_000_000 })).toMatchObject({ reason: "invalid" });
  const rawInputs = { contact_phone: [second] };
  expect(await saveContent(superAdmin, { ...item, base: 3_000_000_000, typed: rawInputs })).toMatchObject({
    reason: "invalid",
  });
});

describe("publishing now while another version is scheduled", () => {
  const question = (number: number, action: string) =>
    `Version ${number} is scheduled for Jan 15, ${year}, 09:00. ${action} calls that off.`;

  test("[O-EDIT-8] publishing asks first, and changes nothing before the choice", async () => {
    const scheduled = await draft(first);
    await at(scheduled, `${year}-01-15`, "09:00");
    const newer = await draft(second, scheduled);
    expect(await publish(newer)).toMatchObject({
      reason: "conflict",
      message: question(scheduled, "Publishing this one now"),
      detail: { scheduled },
    });
    expect(await at(newer, `${year}-01-16`, "09:00")).toMatchObject({
      reason: "conflict",
      message: question(scheduled, "Scheduling this one"),
    });
    expect(await phone()).toBe("+1 242 555 0142");
    expect((await minuteOf(scheduled))?.at).toEqual(expect.any(Date));
  });

  test("[O-EDIT-8] after cancelling, the older version is a draft again and replaces nothing", async () => {
    const scheduled = await draft(first);
    await at(scheduled, `${year}-01-15`, "09:00");
    const newer = await draft(second, scheduled);
    expect(await publish(newer, { scheduled: "call-off" })).toMatchObject({ ok: true });
    await makeDue();
    await publishDue();
    expect(await phone()).toBe(second);
    expect(await publish(scheduled)).toMatchObject({ ok: true, publication: null });
    expect(await phone()).toBe(second);
  });
});

test("[F-EDIT-1] scheduling replaces earlier schedules: exactly the last one remains", async () => {
  const scheduledNow = async () =>
    (await openEditor(superAdmin, "settings", "site")).scheduled.map(({ number, at }) => [number, at]);
  let base = await draft(first);
  await at(base, `${year}-01-15`, "09:00");
  // Rescheduled by itself, to an earlier and a later minute, and replaced by newer versions.
  for (const [day, message] of [
    ["01-10", "Jan 10"],
    ["02-20", "Feb 20"],
  ] as const) {
    await at(base, `${year}-${day}`, "09:00");
    expect(await scheduledNow()).toEqual([[base, `${message}, ${year}, 09:00`]]);
    const newer = await draft(`+1 242 555 09${day.slice(-2)}`, base);
    expect(await at(newer, `${year}-01-12`, "09:00", { scheduled: "call-off" })).toMatchObject({ ok: true });
    expect(await scheduledNow()).toEqual([[newer, `Jan 12, ${year}, 09:00`]]);
    base = newer;
  }
  const published = await draft(second, base);
  expect(await publish(published, { scheduled: "call-off" })).toMatchObject({ ok: true });
  expect(await scheduledNow()).toEqual([]);
  await makeDue();
  await publishDue();
  expect(await phone()).toBe(second);
});

test("[O-EDIT-6] publishing at the minute doesn't revert what an older release changed meanwhile", async () => {
  await at(await draft(first), `${year}-01-15`, "09:00");
  await database.query(`insert into site_settings (key, value) values ('contact_location', '"Freeport"')
    on conflict (key) do update set value = excluded.value`);
  await makeDue();
  await publishDue();
  const { contactPhone, contactLocation } = await publicSettings(visitOf());
  expect([contactPhone, contactLocation]).toEqual([first, "Freeport"]);
  await database.query("delete from site_settings where key = 'contact_location'");
});

test("[O-EDIT-6] a version scheduled by a later release waits for that release", async () => {
  await database.query(`insert into content_versions (kind, key, number, data, scheduled_for)
    values ('banners', 'site', 1, '{}', now())`);
  await publishDue();
  expect((await minuteOf(1))?.at).toEqual(expect.any(Date));
});

describe("scheduled publishing that fails", () => {
  const fails = (state: string) =>
    database.query(`create or replace function fails_now() returns trigger language plpgsql as
      $$ begin raise exception 'not now' using errcode = '${state}'; end $$;
      create or replace trigger fails_now before insert or update on site_settings
      for each row execute function fails_now()`);
  const works = () => database.query("drop trigger if exists fails_now on site_settings");
  afterEach(works);

  test.each(["40P01", "40001", "57014", "55P03"])(
    "[O-EDIT-6] after a transient error (%s), the next minute publishes",
    async (state) => {
      const number = await draft(first);
      await at(number, `${year}-01-15`, "09:00");
      await makeDue();
      await fails(state);
      await publishDue();
      expect(await minuteOf(number)).toEqual({ at: expect.any(Date), shown: null });
      await works();
      await publishDue();
      expect([await phone(), (await minuteOf(number))?.at]).toEqual([first, null]);
    },
  );

  test("[O-EDIT-14] after any other error the version is a draft again, and the screen says so", async () => {
    const number = await draft(first);
    await at(number, `${year}-01-15`, "09:00");
    await makeDue();
    await fails("23514");
    await publishDue();
    expect(await minuteOf(number)).toEqual({ at: null, shown: null });
    expect((await openEditor(superAdmin, "settings", "site")).draft).toMatchObject({
      notPublished: "Something failed on our side.",
    });
  });
});

test("[O-EDIT-14] a version that is invalid when it is due leaves the former one public, and the screen says why", async () => {
  const number = await draft(first);
  await at(number, `${year}-01-15`, "09:00");
  // As stored by a release with fewer checks.
  await database.query("alter table content_versions disable trigger content_versions_kept");
  await database.query(`update content_versions set data = data || '{"contact_phone": "call us"}' where number = $1`, [
    number,
  ]);
  await database.query("alter table content_versions enable trigger content_versions_kept");
  await makeDue();
  await publishDue();
  expect(await phone()).toBe("+1 242 555 0142");
  expect((await openEditor(superAdmin, "settings", "site")).draft).toMatchObject({
    notPublished: "Phone: Enter a phone number with its country code, such as +1 242 555 0142.",
  });
  expect(await lastRecord(database)).toMatchObject({ action: "content_not_published" });
});

describe("[F-SAFE-6] the author's permission at the scheduled minute", () => {
  test.each([
    ["deactivated", "is_active = false", "is no longer active"],
    ["made a regular admin", "role = 'regular_admin'", "is no longer a super admin"],
    ["removed", "email = 'gone-' || email", "is no longer active"],
  ])("a version of an author who was %s is not published, and the screen says why", async (_, change, text) => {
    const author = await staffMember(database);
    const number = await draft(first);
    expect(await publishAt(author, { ...item, number, day: `${year}-01-15`, time: "09:00" })).toMatchObject({
      ok: true,
    });
    await database.query(`update admin_users set ${change} where id = $1`, [author.staff.adminId]);
    await makeDue();
    await publishDue();
    expect(await phone()).toBe("+1 242 555 0142");
    expect(await minuteOf(number)).toEqual({ at: null, shown: null });
    expect((await openEditor(superAdmin, "settings", "site")).draft?.notPublished).toBe(
      `${author.staff.email}, who scheduled it, ${text}.`,
    );
    expect(await lastRecord(database)).toMatchObject({ action: "content_not_published" });
  });

  test("a version of an author who was reactivated before the minute is published", async () => {
    const author = await staffMember(database);
    const number = await draft(first);
    await publishAt(author, { ...item, number, day: `${year}-01-15`, time: "09:00" });
    for (const active of [false, true])
      await database.query("update admin_users set is_active = $2 where id = $1", [author.staff.adminId, active]);
    await makeDue();
    await publishDue();
    expect(await phone()).toBe(first);
  });
});
