import { beforeAll, beforeEach, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { saveContent } from "./save-content.server";

const database = testDatabase();
const form = { kind: "settings", key: "site", base: 0, typed: { contact_phone: ["+1 242 555 0999"] } };
let superAdmin: StaffContext;
beforeAll(async () => {
  superAdmin = await staffMember(database);
});
beforeEach(async () => {
  await database.query("truncate content_versions");
  await database.query(`update site_settings set value = '"+1 242 555 0142"' where key = 'contact_phone'`);
});

const versions = () =>
  database.query("select number, published_at is not null as published from content_versions order by number");
const publicPhone = async () =>
  (await database.query("select value from site_settings where key = 'contact_phone'"))[0]?.value;
/** The entries of the record about content that were made during `run`, oldest first. */
async function recorded(run: () => Promise<unknown>): Promise<unknown[]> {
  const of = "from admin_activity_log where action_type like 'content%'";
  const before = (await database.query(`select id ${of}`)).map(({ id }) => id);
  await run();
  const rows = await database.query(`select action_type ${of} and not id = any($1) order by created_at, action_type`, [
    before,
  ]);
  return rows.map((row) => row.action_type);
}

test("[F-EDIT-5] one transaction writes the draft, the public value and both entries of the record", async () => {
  const entries = await recorded(async () => {
    expect(await saveContent(superAdmin, { ...form, next: "publish" })).toMatchObject({ publication: { ok: true } });
  });
  expect(entries.toSorted()).toEqual(["content_published", "content_saved"]);
  expect(await publicPhone()).toBe("+1 242 555 0999");
  const moments = await database.query(`select distinct created_at from (select created_at from admin_activity_log
    where action_type like 'content%' order by created_at desc limit 2)`);
  expect(moments, "now() is that of the transaction").toHaveLength(1);
});

test.each(["publish", "schedule"])("[F-EDIT-5] an error of %s leaves no draft and no entry", async (next) => {
  await database.query(`create function break_publication() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$`);
  await database.query(`create trigger break_publication before update of published_at, scheduled_for
    on content_versions for each row execute function break_publication()`);
  try {
    const minute = { day: `${new Date().getUTCFullYear() + 1}-01-15`, time: "09:00" };
    const entries = await recorded(() =>
      expect(saveContent(superAdmin, { ...form, ...minute, next })).rejects.toThrow(),
    );
    expect(entries).toEqual([]);
    expect((await versions()).filter(({ published }) => !published)).toEqual([]);
    expect(await publicPhone()).toBe("+1 242 555 0142");
  } finally {
    await database.query("drop function break_publication cascade");
  }
});

test("[F-EDIT-5] a refused publication leaves the draft, and the same form with a valid minute schedules it", async () => {
  const by = { ...superAdmin, attempt: crypto.randomUUID() };
  const next = { next: "schedule", day: "2020-01-15" };
  expect(await saveContent(by, { ...form, ...next, time: "09:00" })).toMatchObject({
    ok: true,
    publication: { ok: false, reason: "invalid", detail: { at: "time" } },
  });
  expect(await versions()).toEqual([
    { number: 1, published: true },
    { number: 2, published: false },
  ]);
  expect(await saveContent(by, { ...form, ...next, time: "09:00" }), "sent twice").toMatchObject({
    number: 2,
    publication: { ok: false },
  });
  const entries = await recorded(async () => {
    const later = { ...next, day: `${new Date().getUTCFullYear() + 1}-01-15`, time: "09:00" };
    expect(await saveContent(by, { ...form, ...later })).toMatchObject({ number: 2, publication: { ok: true } });
    expect(await saveContent(by, { ...form, ...later }), "sent twice").toMatchObject({ publication: { ok: true } });
  });
  expect(entries).toEqual(["content_scheduled"]);
});
