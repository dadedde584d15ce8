import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { publicSettings } from "~/content/settings/settings.server";
import { db, pool } from "~/db/client.server";
import { loadStarter } from "~/db/seed/starter/load-starter.server";
import { loadSender } from "~/mail/sender.server";
import { visitOf } from "../../../test/harness/in-process/content";
import { openEditor } from "../../../test/harness/in-process/editor";
import { publishNow } from "../../../test/harness/in-process/publish";
import { lastRecord, staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { untilWaiting } from "../../../test/harness/waiting";
import { registerContentSchedule } from "./due.server";
import { wordDiff } from "./history/word-diff";
import { settingsKind } from "./kinds/settings.server";
import { findThing } from "./kinds.server";
import { readOverview } from "./overview.server";
import { handleEditorForm } from "./request.server";
import { restoreVersion } from "./restore.server";
import { saveContent } from "./save-content.server";

registerContentSchedule();
const database = testDatabase();
const item = { kind: "settings", key: "site" };
let superAdmin: StaffContext;
let otherAdmin: StaffContext;
let regular: StaffContext;
beforeAll(async () => {
  [superAdmin, otherAdmin] = [await staffMember(database), await staffMember(database)];
  regular = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  await database.query("truncate content_versions");
  await database.query("delete from site_settings");
  await db.transaction(loadStarter);
});

type FormInput = Record<string, string>;
const save = (rawInput: FormInput, base = 0, by = superAdmin, more: object = {}) =>
  saveContent(by, {
    ...item,
    base,
    typed: Object.fromEntries(Object.entries(rawInput).map(([name, text]) => [name, [text]])),
    ...more,
  });
async function saved(rawInput: FormInput, base = 0, by = superAdmin) {
  const result = await save(rawInput, base, by);
  return result.ok ? result.number : expect.fail(`${result.message} ${JSON.stringify(result.detail)}`);
}
const publish = (number: number, by = superAdmin, more: object = {}) => publishNow(by, { ...item, number, ...more });
const settings = () => publicSettings(visitOf());
const rows = () =>
  database.query("select number, made_by, data, published_at, replaced_at from content_versions order by number");
const newPhone = "+1 242 555 0999";

describe("a draft", () => {
  test("[O-EDIT-2, O-SET-2] a draft changes nothing in public until it is published, and then changes pages and mails", async () => {
    const stored = () => database.query("select key, value, updated_at::text from site_settings order by key");
    const before = await stored();
    const number = await saved({ contact_phone: newPhone });
    expect(await stored()).toEqual(before);
    expect(await publish(number)).toMatchObject({ ok: true, number });
    expect((await settings()).contactPhone).toBe(newPhone);
    expect((await loadSender(db)).phone).toBe(newPhone);
    const after = await stored();
    const otherRows = (rows: typeof before) => rows.filter(({ key }) => key !== "contact_phone");
    expect(otherRows(after)).toEqual(otherRows(before));
  });

  test("[O-EDIT-14] saving and publishing are recorded as one entry each, with old and new values", async () => {
    const number = await saved({ contact_phone: newPhone });
    const change = { field: "Phone", from: "+1 242 555 0142", to: newPhone };
    expect(await lastRecord(database)).toMatchObject({
      ...{ action: "content_saved", by: superAdmin.staff.email, type: "content", details: { changes: [change] } },
    });
    await publish(number);
    expect(await lastRecord(database)).toMatchObject({ action: "content_published", details: { changes: [change] } });
  });

  test("[O-EDIT-5] sending one key twice makes and publishes one version", async () => {
    const by = { ...superAdmin, attempt: crypto.randomUUID() };
    const first = await save({ contact_phone: newPhone }, 0, by);
    expect(await save({ contact_phone: newPhone }, 0, by)).toEqual(first);
    const [one, two] = await Promise.all([publish(2, by), publish(2, by)]);
    expect(one).toEqual(two);
    expect((await rows()).map(({ number }) => number)).toEqual([1, 2]);
    const published = `select 1 from admin_activity_log where action_type = 'content_published'
      and subject_id = (select id::text from content_versions where number = 2)`;
    expect(await database.query(published)).toHaveLength(1);
  });
});

test("[O-EDIT-5] two admins who publish the same version at once publish it once, and both see success", async () => {
  const number = await saved({ contact_phone: newPhone });
  const published = `select 1 from admin_activity_log where action_type = 'content_published'`;
  const before = (await database.query(published)).length;
  const results = await Promise.all([publish(number), publish(number, otherAdmin), publish(number, otherAdmin)]);
  expect(results.map((result) => "changed" in result && result.changed).sort()).toEqual([false, false, true]);
  expect(await database.query(published)).toHaveLength(before + 1);
  expect((await rows()).filter((row) => row.published_at && !row.replaced_at)).toHaveLength(1);
});

const withCode = "Enter a phone number with its country code";
describe("input of the settings", () => {
  test.each([
    ["contact_phone", "555 0142", `${withCode}, such as +1 242 555 0142.`],
    ["contact_phone", "+1 call me now", `${withCode}, such as +1 242 555 0142.`],
    ["whatsapp_phone", "+1 242 555 0142 x1", `${withCode} and no extension, such as +1 242 555 0142.`],
    ["contact_email", "hello at lucaya", "Enter an email address, such as hello@lucaya.example."],
    ["apply_email", "a@b@c.example", "Enter an email address, such as hello@lucaya.example."],
    ["office_latitude", "91", "Latitude is a number from -90 to 90."],
    ["office_latitude", "north", "Latitude is a number from -90 to 90."],
    ["office_longitude", "-180.5", "Longitude is a number from -180 to 180."],
    ["office_longitude", "-77.3", "Enter the latitude as well."],
    ["office_latitude", "25.1", "Enter the longitude as well."],
    ["languages", "", "Name at least one language."],
    ["languages", "English\nenglish", "english is on the list twice."],
    ["languages", "Creole\nFrench", "Choose the default language from the list."],
    ["default_language", "German", "Choose the default language from the list."],
    [
      "profiles",
      "https://a.example/us\njavascript:alert(1)",
      "Addresses must start with https://; javascript:alert(1) doesn’t",
    ],
  ])("[O-SET-3, O-SET-5] %s %j is refused at its field, and nothing is saved", async (name, text, message) => {
    const result = await save({ [name]: text, address_line1: "1 Bay Street" });
    const elsewhere = { "Choose the default": "default_language", "Enter the latitude": "office_latitude" };
    const [, at] = Object.entries({ ...elsewhere, "Enter the longitude": "office_longitude" }).find(([text]) =>
      message.startsWith(text),
    ) ?? ["", name];
    expect(result).toMatchObject({ ok: false, reason: "invalid", detail: { problems: { [at]: message } } });
    expect(await rows()).toEqual([]);
  });

  test("[O-SET-1, O-SET-3] every setting accepts a valid value in its own format", async () => {
    const number = await save(
      {
        ...{
          contact_phone: newPhone,
          office_latitude: "25.0781",
          office_longitude: "-77.3431",
          site_name: "Nassau Visa",
        },
        ...{ languages: "English\nDeutsch", default_language: "Deutsch", copyright_line: "© 2027 {brand}" },
        ...{
          profiles: "https://a.example/us",
          payment_instructions: "By card.\nOr by check.",
          approval_period: "2012–2026",
        },
      },
      0,
      superAdmin,
      {},
    );
    expect(number).toMatchObject({ ok: true, number: 2 });
    const tables = {
      licences: ["CICC", "R500001", "Ann Rolle", "", "", ""],
      "thresholds.annual": ["600,000", "2026-10-01", "https://gov.example/x"],
    };
    expect(await saveContent(superAdmin, { ...item, base: 2, typed: tables })).toMatchObject({ ok: true, number: 3 });
    await publish(3);
    expect(await settings()).toMatchObject({
      ...{ contactPhone: newPhone, latitude: 25.0781, longitude: -77.3431, siteName: "Nassau Visa" },
      ...{ languages: ["English", "Deutsch"], defaultLanguage: "Deutsch", copyrightLine: "© 2027 Nassau Visa" },
      ...{ profiles: ["https://a.example/us"], approvalPeriod: "2012–2026", licences: ["Ann Rolle, CICC R500001"] },
      thresholds: { economic: { text: "$750,000+" }, annual: { text: "$600,000+" } },
    });
  });

  test("[O-SET-4, O-SET-6] an empty setting is deleted, its default is used, and the screen shows which", async () => {
    await publish(await saved({ contact_phone: "", site_name: "" }));
    expect(await database.query("select 1 from site_settings where key in ('contact_phone', 'site_name')")).toEqual([]);
    expect(await settings()).toMatchObject({
      ...{ contactPhone: "+1 242 555 0142", siteName: "Lucaya Visa & Immigration" },
      copyrightLine: "© 2025 Lucaya Visa & Immigration. All rights reserved.",
    });
    const fields = (await openEditor(superAdmin, "settings", "site")).groups.flatMap((group) => group.fields);
    expect(fields.find(({ name }) => name === "contact_phone")).toMatchObject({
      ...{ boxes: [""], instead: "visitors see +1 242 555 0142" },
    });
  });

  test("[O-SET-1] every seeded key of site_settings has a field here or in the hours", async () => {
    const names = settingsKind.fields.map(({ name }) => name.split(".")[0]);
    const keys = await database.query<{ key: string }>("select key from site_settings");
    expect(keys.map(({ key }) => key).filter((key) => !names.includes(key))).toEqual(["office_hours"]);
  });
});

describe("edits of two admins", () => {
  test("[O-EDIT-11] changes of different fields based on one version are both kept", async () => {
    await saved({ contact_phone: newPhone });
    const number = await saved({ contact_phone: "+1 242 555 0142", address_line1: "1 Bay Street" }, 1, otherAdmin);
    expect((await rows()).at(-1)?.data).toMatchObject({ contact_phone: newPhone, address_line1: "1 Bay Street" });
    expect(number).toBe(3);
  });

  test("[O-EDIT-11] a conflicting change of one field overwrites nothing before a choice is made", async () => {
    await saved({ contact_phone: newPhone });
    const changes = { contact_phone: "+1 242 555 0888" };
    expect(await save(changes, 1, otherAdmin)).toMatchObject({
      reason: "conflict",
      detail: {
        ...{ newest: 2, by: superAdmin.staff.email },
        conflicts: [{ name: "contact_phone", mine: "+1 242 555 0888", theirs: newPhone }],
      },
    });
    expect(await rows()).toHaveLength(2);
    const chosen = (choice: string, seen: number) =>
      save(changes, 1, otherAdmin, { seen, choices: { contact_phone: choice } });
    expect(await chosen("mine", 1), "chosen from an older one").toMatchObject({ reason: "conflict" });
    expect(await chosen("theirs", 2)).toMatchObject({ ok: true, number: 2 });
    expect(await chosen("mine", 2)).toMatchObject({ ok: true, number: 3 });
    expect((await rows()).at(-1)?.data).toMatchObject(changes);
  });

  test("[O-EDIT-11] a save equal to the stored version succeeds and makes no version", async () => {
    const number = await saved({ contact_phone: newPhone });
    expect(await saved({ contact_phone: newPhone }, 1, otherAdmin)).toBe(number);
    expect(await rows()).toHaveLength(2);
  });

  test("[O-EDIT-11] a change made outside the editor is not overwritten by an earlier draft", async () => {
    await saved({ address_line1: "1 Bay Street" });
    await database.query(`update site_settings set value = '"+1 242 555 0777"' where key = 'contact_phone'`);
    const number = await saved({ contact_location: "Freeport" }, 2);
    await publish(number);
    expect(await settings()).toMatchObject({
      ...{ contactPhone: "+1 242 555 0777", addressLine1: "1 Bay Street", contactLocation: "Freeport" },
    });
  });
});

/** Sends the editor's form, made from version `base`, with one of its buttons. */
function press(intent: string, rawInput: FormInput, base: number, by = superAdmin) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ intent, base: `${base}` })) form.set(name, value);
  for (const [name, value] of Object.entries(rawInput)) form.set(`f.${name}`, value);
  form.set("day", `${new Date().getUTCFullYear() + 1}-01-15`);
  form.set("time", "09:00");
  return handleEditorForm(by, findThing("settings", "site") ?? expect.fail("no settings"), form, visitOf());
}

test("[F-APPL-18] without JavaScript the suggested phone is put into its field, and nothing is saved", async () => {
  const result = await press("phone:contact_phone:+1 242 555 0142", { contact_phone: "555-0142" }, 0);
  expect(result).toMatchObject({ data: { sent: { typed: { contact_phone: ["+1 242 555 0142"] } } } });
  expect(await rows()).toEqual([]);
});

describe("[F-EDIT-2] publishing only what the admin saw", () => {
  test.each(["publish", "schedule"])(
    "after a colleague’s save, %s saves both changes, publishes nothing and shows the colleague's change",
    async (intent) => {
      await saved({ contact_phone: newPhone }, 0, otherAdmin);
      const result = await press(intent, { address_line1: "1 Bay Street" }, 0);
      if (result instanceof Response) return expect.fail("It went through");
      expect(result.data.sent).toMatchObject({
        base: 3,
        message: expect.stringContaining(`${otherAdmin.staff.email} changed this since you opened the page.`),
        others: [{ label: "Phone", was: "+1 242 555 0142", is: newPhone }],
      });
      expect(await settings()).toMatchObject({ contactPhone: "+1 242 555 0142" });
      expect((await openEditor(superAdmin, "settings", "site")).scheduled).toEqual([]);
      expect((await rows()).at(-1)?.data).toMatchObject({ contact_phone: newPhone, address_line1: "1 Bay Street" });
      // The form now knows the newer version, so the same button succeeds.
      expect(await press(intent, {}, 3)).toBeInstanceOf(Response);
    },
  );

  test("an admin without changes of their own can't publish a colleague’s unseen draft", async () => {
    await saved({ contact_phone: newPhone }, 0, otherAdmin);
    expect(await press("publish", {}, 0)).not.toBeInstanceOf(Response);
    expect((await settings()).contactPhone).toBe("+1 242 555 0142");
  });

  test("a colleague’s save that was reverted blocks nobody", async () => {
    await saved({ contact_phone: newPhone }, 0, otherAdmin);
    await saved({ contact_phone: "+1 242 555 0142" }, 2, otherAdmin);
    expect(await press("publish", { address_line1: "1 Bay Street" }, 0)).toBeInstanceOf(Response);
  });
});

test("[F-EDIT-3] if two admins open content without a version, the second keeps the first one's fields or sees the conflict", async () => {
  await database.query("delete from seo_metadata where page_path = '/about'");
  const send = (rawInput: FormInput, by: StaffContext) =>
    saveContent(by, {
      ...{ kind: "metadata", key: "about", base: 0 },
      typed: Object.fromEntries(Object.entries(rawInput).map(([name, text]) => [name, [text]])),
    });
  const blank = (await openEditor(superAdmin, "metadata", "about")).groups.flatMap((group) => group.fields);
  const form = Object.fromEntries(blank.map(({ name, boxes }) => [name, boxes.join("")]));
  expect(
    await send({ ...form, title: "About our office", description: "Who we are and what we do." }, superAdmin),
  ).toMatchObject({
    ok: true,
  });
  const second = await send({ ...form, title: "About us", description: "Who we are and what we do." }, otherAdmin);
  expect(second).toMatchObject({
    ok: false,
    reason: "conflict",
    detail: { conflicts: [{ name: "title", mine: "About us", theirs: "About our office" }] },
  });
});

test("[F-EDIT-4] the editor reads the public state and the newest version from one snapshot", async () => {
  const number = await saved({ contact_phone: newPhone });
  const holder = await pool.connect();
  try {
    await holder.query("begin");
    await holder.query("lock table site_settings in access exclusive mode");
    const reading = openEditor(superAdmin, "settings", "site");
    await untilWaiting(database, "site_settings");
    await holder.query(
      `insert into content_versions (kind, key, number, data, made_by)
       select kind, key, number + 1, data || '{"contact_phone": "+1 242 555 0777"}', 'colleague' from content_versions where number = $1`,
      [number],
    );
    await holder.query("commit");
    const view = await reading;
    expect(view.base).toBe(number);
    const phone = view.groups.flatMap(({ fields }) => fields).find(({ name }) => name === "contact_phone");
    expect(phone?.boxes).toEqual([newPhone]);
  } finally {
    holder.release();
  }
});

describe("the version history", () => {
  test("[O-EDIT-9] the history lists versions newest first, with their states and a word diff", async () => {
    const first = await saved({ address_line1: "14 Parliament Street" });
    await publish(first);
    await saved({ address_line1: "14 Bay Street" }, first, otherAdmin);
    const { history } = await openEditor(superAdmin, "settings", "site");
    expect(history.map(({ number, state, by }) => [number, state, by])).toEqual([
      [3, "draft", otherAdmin.staff.email],
      [2, "published", superAdmin.staff.email],
      [1, "replaced", "Original version"],
    ]);
    expect(history[0]?.changes).toEqual([
      {
        label: "Address, line 1",
        parts: [
          { is: "same", words: "14 " },
          { is: "gone", words: "Parliament " },
          { is: "new", words: "Bay " },
          { is: "same", words: "Street" },
        ],
      },
    ]);
  });

  test("[O-EDIT-10] restoring makes a new version with the old content, and no version is changed or deleted", async () => {
    await publish(await saved({ address_line1: "1 Bay Street" }));
    expect(await restoreVersion(superAdmin, { ...item, number: 1 })).toMatchObject({ ok: true, number: 3 });
    expect((await settings()).addressLine1).toBe("1 Bay Street");
    await publish(3);
    expect((await settings()).addressLine1).toBe("12 Parliament Street");
    for (const text of [
      "update content_versions set data = '{}'",
      "update content_versions set number = number + 9",
      "delete from content_versions",
    ])
      await expect(database.query(text)).rejects.toThrow("versions of the content are kept as they are");
    expect(await publish(2), "from the form of an older one").toMatchObject({ ok: true, publication: null });
  });

  test("[O-EDIT-1] the overview shows counts and who changed the content last", async () => {
    await publish(await saved({ address_line1: "1 Bay Street" }));
    await saved({ address_line1: "2 Bay Street" }, 2, otherAdmin);
    const of = (await readOverview()).find(({ kind }) => kind === "settings");
    expect(of).toMatchObject({ published: 1, drafts: 1, scheduled: 0, last: { byEmail: otherAdmin.staff.email } });
  });

  test("[O-EDIT-9] the diff compares word by word, even when texts begin differently", () => {
    expect(wordDiff("", "a b")).toEqual([{ is: "new", words: "a b" }]);
    expect(wordDiff("a b", "")).toEqual([{ is: "gone", words: "a b" }]);
    expect(wordDiff("a", "a")).toEqual([{ is: "same", words: "a" }]);
    const long = "word ".repeat(5000);
    const parts = wordDiff(`${long}old ${long}`, `${long}new ${long}`);
    expect(parts.map(({ is, words }) => (is === "same" ? is : words))).toEqual(["same", "old ", "new ", "same"]);
  });
});

test("[O-MAY-2] a regular admin gets 403 from every verb, and nothing changes", async () => {
  await saved({ contact_phone: newPhone });
  const forbidden = { reason: "forbidden", message: "Only super admins change this." };
  expect(await save({ contact_phone: "+1 242 555 0888" }, 2, regular)).toMatchObject(forbidden);
  expect(await publish(2, regular)).toMatchObject(forbidden);
  expect(await restoreVersion(regular, { ...item, number: 1 })).toMatchObject(forbidden);
  expect(await rows()).toHaveLength(2);
  expect((await settings()).contactPhone).toBe("+1 242 555 0142");
});

test("[O-EDIT-16] seeded content that was emptied is not seeded again", async () => {
  await publish(await saved({ contact_phone: "", approval_period: "" }));
  await db.transaction(loadStarter);
  expect(await database.query("select 1 from site_settings where key in ('contact_phone', 'approval_period')")).toEqual(
    [],
  );
});
