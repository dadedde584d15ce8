import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { publicRules } from "~/content/rules/rules.server";
import { daysAfter, nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { loadStarter } from "~/db/seed/starter/load-starter.server";
import { readRulesToCheck, rulesWithoutService } from "~/desk/today/read-rules.server";
import { openEditor } from "../../../../../test/harness/in-process/editor";
import {
  formOf,
  publishAt,
  publishNow,
  publishThing,
  sendDraft,
  type Typed,
} from "../../../../../test/harness/in-process/publish";
import { staffMember } from "../../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";
import { publishDue, registerContentSchedule } from "../../due.server";
import { readList } from "../../list.server";
import { deleteContent, unpublish } from "../../offline.server";
import { restoreVersion } from "../../restore.server";
import { saveContent } from "../../save-content.server";
import { rulesKind } from "./rules.server";
import { setCheckedToday } from "./set-checked-today.server";

registerContentSchedule();
const database = testDatabase();
const kind = "rules";
let regular: StaffContext;
let superAdmin: StaffContext;
beforeAll(async () => {
  regular = await staffMember(database, "regular_admin");
  superAdmin = await staffMember(database);
});
beforeEach(async () => {
  await database.query("truncate content_versions");
  await database.query("truncate entry_rules cascade");
  await db.transaction(loadStarter);
});

const today = nassauDay();
const serviceId = async (slug: string) =>
  String((await database.query("select id from visa_services where slug = $1", [slug]))[0]?.id);

const serviceIdsOf = async (key: string) =>
  (
    await database.query(
      "select n ->> 'id' as id from entry_rules, jsonb_array_elements(not_needed) n where entry_rules.id = $1",
      [key],
    )
  ).map((row) => String(row.id));

const jamaicans: Typed = {
  ...{ passports: "Jamaica", destination: "GB", purpose: "visit", answer: "required" },
  ...{ source_name: "Immigration Rules, Appendix Visitor", source_url: "https://www.gov.uk/rules" },
  ...{ source_dated: "2026-01-05", checked_on: today, review_days: "90" },
};
const problemsOf = async (rawInputs: Typed, key = "new") => {
  const draft = await sendDraft(regular, kind, key, rawInputs);
  if (!draft.ok) return { saved: false, problems: (draft.detail as { problems: unknown } | undefined)?.problems };
  const done = await publishNow(regular, { kind, key: draft.key, number: draft.number });
  return { saved: true, problems: done.ok ? {} : (done.detail as { problems: unknown } | undefined)?.problems };
};
const publish = (rawInputs: Typed, key = "new") => publishThing(regular, kind, key, rawInputs);
const ofCountry = "select r.id from entry_rules r join countries c on c.id = destination_id where code = $1";
const idTo = async (code: string) => String((await database.query(ofCountry, [code]))[0]?.id);

describe("the delivered rules", () => {
  test("[B-RULE-11] there are exactly three, for passports of the Bahamas and short visits, none of them checked", async () => {
    const rules = [
      ...(await publicRules(db, "US")),
      ...(await publicRules(db, "GB")),
      ...(await publicRules(db, "FR")),
    ];
    expect(await database.query("select count(*)::int as n from entry_rules")).toEqual([{ n: 3 }]);
    const facts = rules.map(({ passports, purpose, answer, otherwise, stay, checkedOn, source }) => ({
      ...{ passports, purpose, answer, otherwise, stay, checkedOn, url: source.url, dated: source.dated },
    }));
    const bahamian = { passports: ["BS"], purpose: "visit", otherwise: null, stay: null, checkedOn: null };
    expect(facts).toEqual([
      {
        ...{ ...bahamian, answer: "depends", otherwise: "required", dated: "2021-09-21" },
        url: "https://bs.usembassy.gov/preclearance/",
      },
      {
        ...{ ...bahamian, answer: "eta", stay: "up to 6 months", dated: "2026-04-29" },
        url: "https://www.gov.uk/guidance/immigration-rules/immigration-rules-appendix-eta-national-list",
      },
      {
        ...{ ...bahamian, answer: "visa_free", stay: "up to 90 days in any 180 days", dated: null },
        url: "https://eur-lex.europa.eu/eli/reg/2018/1806/oj",
      },
    ]);
    expect(rules.map(({ notNeeded }) => notNeeded.map(({ name }) => name))).toEqual([
      [],
      ["UK Visitor Visa"],
      [expect.stringContaining("Schengen")],
    ]);
    expect(rules[0]?.service?.id).toBe(await serviceId("us-travel-b1-b2-visa"));
  });

  test("[B-RULE-11] no later start brings back a rule that staff took offline, or one that was deleted", async () => {
    const key = await idTo("FR");
    expect(await unpublish(regular, { kind, key })).toMatchObject({ ok: true });
    await db.transaction(loadStarter);
    expect(await publicRules(db, "FR")).toEqual([]);
    await database.query("truncate content_versions");
    await database.query("delete from entry_rules where id = $1", [key]);
    await db.transaction(loadStarter);
    expect(await publicRules(db, "FR")).toEqual([]);
  });
});

describe("a rule", () => {
  test("[B-RULE-1] passports are typed by name, alias or code, and everything else of the rule is stored", async () => {
    const official = "https://www.gov.uk/check-uk-visa";
    await publish({
      ...{ ...jamaicans, passports: "jamaica\nUSA\nStateless", stay: "up to 6 months", official_page: official },
      ...{ conditions: ["You have a return ticket.", "You can pay for your stay."], review_days: "30" },
    });
    const rule = (await publicRules(db, "GB")).find(({ answer }) => answer === "required");
    expect(rule).toMatchObject({
      ...{ passports: ["JM", "US", "XXA"], purpose: "visit", stay: "up to 6 months", officialPage: official },
      ...{ conditions: ["You have a return ticket.", "You can pay for your stay."], reviewDays: 30, checkedOn: today },
    });
    expect(await problemsOf({ ...jamaicans, passports: "Jamaca" })).toMatchObject({
      problems: { passports: "Passports: “Jamaca” is not on the list. Did you mean Jamaica?" },
    });
    for (const days of ["6", "366", "soon"])
      expect(await problemsOf({ ...jamaicans, review_days: days })).toMatchObject({
        problems: { review_days: "Enter a number from 7 to 365." },
      });
    expect(await problemsOf({ ...jamaicans, source_url: "http://www.gov.uk" })).toMatchObject({
      problems: { source_url: "Enter an address that begins with https://." },
    });
  });

  test("[B-RULE-2] an answer that depends on the trip needs conditions and the answer otherwise; others are refused", async () => {
    const depends = { ...jamaicans, passports: "Haiti", answer: "depends" };
    expect(await problemsOf(depends)).toEqual({
      saved: true,
      problems: {
        conditions: "Add the conditions that it depends on.",
        otherwise: "Say what applies when the conditions are not met.",
      },
    });
    expect(await problemsOf({ ...jamaicans, answer: "maybe" })).toMatchObject({
      problems: { answer: "Choose one from the list." },
    });
    expect(await problemsOf({ ...depends, otherwise: "depends" })).toMatchObject({ saved: false });
    await expect(database.query("update entry_rules set answer = 'maybe'")).rejects.toThrow(/entry_rules_answer_known/);
  });

  test("[B-RULE-3] conditions keep their order, and one of more than 200 characters is refused with its count", async () => {
    const long = "x".repeat(212);
    const draft = await sendDraft(regular, kind, "new", { ...jamaicans, conditions: ["First.", long] });
    expect(draft).toMatchObject({
      ok: false,
      detail: { problems: { conditions: "Condition 2: 212 of 200 characters" } },
    });
    const most = Array.from({ length: 9 }, (_, index) => `Condition ${index}.`);
    expect(await problemsOf({ ...jamaicans, conditions: most })).toMatchObject({
      problems: { conditions: "There can be at most 8." },
    });
    await publish({ ...jamaicans, conditions: ["Zebra.", "Apple\r\n with pips."] });
    expect((await publicRules(db, "GB")).find(({ passports }) => passports.includes("JM"))?.conditions).toEqual([
      "Zebra.",
      "Apple with pips.",
    ]);
  });

  test("[B-RULE-4] a second public rule for a passport, destination and purpose is refused, by the database too", async () => {
    const first = await publish(jamaicans);
    const message =
      "Jamaica already has a public rule for the United Kingdom, Short visit. Change that one, or take it offline first.";
    expect(await problemsOf({ ...jamaicans, passports: "Haiti\nJamaica" })).toEqual({
      saved: true,
      problems: { passports: message },
    });
    expect(await problemsOf({ ...jamaicans, purpose: "study" })).toEqual({ saved: true, problems: {} });
    const twice = `insert into entry_rule_passports select r.id, r.destination_id, r.purpose, 'JM'
      from entry_rules r join countries c on c.id = destination_id where code = 'GB' and answer = 'eta'`;
    await expect(database.query(twice)).rejects.toThrow(/entry_rule_passports_one_rule/);
    await unpublish(regular, { kind, key: first });
    await database.query(twice);
  });

  test("[B-RULE-4] of two rules scheduled for one trip the second stays a draft that says why", async () => {
    const keys = [];
    for (const by of [regular, superAdmin]) {
      const draft = await sendDraft(by, kind, "new", jamaicans);
      if (!draft.ok) return expect.fail(draft.message);
      const { key, number } = draft;
      const minute = { day: daysAfter(today, 1), time: "09:00" };
      expect(await publishAt(by, { kind, key, number, ...minute })).toMatchObject({ ok: true });
      keys.push(key);
    }
    await database.query("update content_versions set scheduled_for = now() where scheduled_for is not null");
    await publishDue();
    const drafts = await Promise.all(keys.map(async (key) => (await openEditor(regular, kind, key)).draft));
    expect(drafts.filter((draft) => draft === null)).toHaveLength(1);
    expect(drafts.find((draft) => draft !== null)?.notPublished).toContain("Jamaica already has a public rule");
  });

  test("[B-RULE-4] of two admins who publish the same trip at once one is refused", async () => {
    const numbers = await Promise.all(
      [regular, superAdmin].map(async (by) => {
        const draft = await sendDraft(by, kind, "new", jamaicans);
        return draft.ok ? { by, key: draft.key, number: draft.number } : expect.fail(draft.message);
      }),
    );
    const done = await Promise.all(numbers.map(({ by, key, number }) => publishNow(by, { kind, key, number })));
    expect(done.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(done.find(({ ok }) => !ok)).toMatchObject({ reason: "invalid" });
  });
});

describe("publishing a rule", () => {
  test.each(["visa_free", "eta", "on_arrival", "depends"])(
    "[B-RULE-5] a rule for all other passports can't be published as %s",
    async (answer) => {
      const others = { ...jamaicans, passports: "All others", answer, otherwise: "required", conditions: ["So."] };
      expect(await problemsOf(others)).toMatchObject({
        problems: { answer: "A rule for all other passports can only say that something is needed first." },
      });
      for (const allowed of ["evisa", "required", "suspended"]) {
        const key = await publish({ ...others, answer: allowed, otherwise: "" });
        await unpublish(regular, { kind, key });
      }
    },
  );

  test("[B-RULE-6] a regular admin drafts, schedules, takes offline and restores rules, which are listed by destination", async () => {
    const key = await publish(jamaicans);
    const draft = await sendDraft(regular, kind, key, { stay: "up to 3 months" });
    expect(draft.ok).toBe(true);
    expect((await publicRules(db, "GB")).map(({ stay }) => stay)).toContain(null);
    const day = daysAfter(today, 1);
    const number = draft.ok ? draft.number : 0;
    expect(await publishAt(regular, { kind, key, number, day, time: "09:00" })).toMatchObject({ ok: true });
    await database.query("update content_versions set scheduled_for = now() where scheduled_for is not null");
    await publishDue();
    expect((await publicRules(db, "GB")).map(({ stay }) => stay)).toContain("up to 3 months");
    expect(await restoreVersion(regular, { kind, key, number: 1 })).toMatchObject({ ok: true });
    expect(await unpublish(regular, { kind, key })).toMatchObject({ ok: true });
    expect(await database.query("select 1 from entry_rule_passports where rule_id = $1", [key])).toEqual([]);
    if (!rulesKind.many) return expect.fail();
    const { entries } = await readList(regular.staff, rulesKind, rulesKind.many);
    expect(entries.map(({ group, name, state }) => [group, name, state])).toEqual([
      ["France", "Bahamas, Short visit", "public"],
      ["United Kingdom", "Bahamas, Short visit", "public"],
      ["United Kingdom", "Jamaica, Short visit", "offline"],
      ["United States", "Bahamas, Short visit", "public"],
    ]);
  });

  test("[B-RULE-7] a draft needs only a destination; publication says what is missing", async () => {
    expect(await problemsOf({ destination: "" })).toMatchObject({
      problems: { destination: "Choose the destination." },
    });
    expect(await problemsOf({ destination: "CA" })).toEqual({
      saved: true,
      problems: {
        passports: "Choose the passports that it is for.",
        answer: "Choose the answer.",
        source_name: "Name the source and its address.",
        source_dated: "Enter the source’s date, or check that it gives none.",
        checked_on: "Enter the day on which you checked the source.",
      },
    });
    expect(await problemsOf({ ...jamaicans, checked_on: daysAfter(today, 1) })).toMatchObject({
      saved: false,
      problems: { checked_on: "Choose today or an earlier day." },
    });
    const undated = { source_dated: "", source_undated: ["", "yes"] };
    expect(await problemsOf({ ...jamaicans, ...undated })).toEqual({ saved: true, problems: {} });
  });

  test("[B-RULE-8] one press publishes a version that differs in its day of check alone, and keeps a draft", async () => {
    const key = await idTo("GB");
    const shown = async () => (await openEditor(regular, kind, key)).extra as { shown: string };
    const draft = await sendDraft(regular, kind, key, { stay: "up to 5 months" });
    expect(draft.ok).toBe(true);
    const before = await publicRules(db, "GB");
    expect(await setCheckedToday(regular, key, (await shown()).shown, {})).toMatchObject({ ok: true, keeps: false });
    expect(await publicRules(db, "GB")).toEqual(before.map((rule) => ({ ...rule, checkedOn: today })));
    const editor = await openEditor(regular, kind, key);
    const stay = editor.groups.flatMap(({ fields }) => fields).find(({ name }) => name === "stay");
    expect(stay?.boxes).toEqual(["up to 5 months"]);
    const [entry] = await database.query(
      "select action_type, details from admin_activity_log order by created_at desc, id desc limit 1",
    );
    expect(entry).toMatchObject({ action_type: "content_published" });
    expect(JSON.stringify(entry)).toContain("Checked on");
  });

  test("[B-RULE-8] a seeded rule is checked by one press, and a page that shows an older version changes nothing", async () => {
    const key = await idTo("US");
    const { shown: seeded } = (await openEditor(regular, kind, key)).extra as { shown: string };
    expect(await setCheckedToday(regular, key, seeded, {})).toMatchObject({ ok: true });
    expect(await setCheckedToday(superAdmin, key, seeded, {})).toMatchObject({
      ok: false,
      message: "Someone else has changed this. This page shows it as it is now. Nothing was overwritten.",
    });
    await database.query("update entry_rules set checked_on = current_date - 20 where id = $1", [key]);
    const typed = { stay: ["typed and not saved"] };
    const { shown } = (await openEditor(regular, kind, key)).extra as { shown: string };
    expect(await setCheckedToday(regular, key, shown, typed)).toMatchObject({ ok: true, keeps: true });
  });

  test("[B-RULE-9] rules never checked or checked too long ago are listed, the longest overdue first", async () => {
    const name = async () => (await readRulesToCheck({ limit: 10, offset: 0 })).lines.map(({ name }) => name);
    expect(await name()).toEqual(["France", "United Kingdom", "United States"]);
    const check = (code: string, daysAgo: number) =>
      database.query(
        `update entry_rules set checked_on = $2 where destination_id = (select id from countries where code = $1)`,
        [code, daysAfter(today, -daysAgo)],
      );
    await check("FR", 90);
    await check("GB", 95);
    await check("US", 200);
    const { count, lines } = await readRulesToCheck({ limit: 10, offset: 0 });
    expect([count, lines.map(({ name }) => name)]).toEqual([2, ["United States", "United Kingdom"]]);
    expect(lines[0]).toMatchObject({
      to: `/admin/content/rules/${await idTo("US")}`,
      says: expect.stringMatching(/^Bahamas, Short visit · due since /),
    });
    expect((await readRulesToCheck({ limit: 10, offset: 1 })).lines).toHaveLength(1);
  });

  test("[B-RULE-10] a service can't be both needed and not needed, and one that is gone is named at the desk", async () => {
    const id = await serviceId("uk-visitor-visa");
    expect(await problemsOf({ ...jamaicans, service: id, not_needed: ["", id] })).toMatchObject({
      problems: { not_needed: "“UK Visitor Visa” can’t be both needed and not needed." },
    });
    const unknown = "3c5e6f0a-0000-4000-8000-000000000000";
    expect(await problemsOf({ ...jamaicans, service: unknown })).toMatchObject({
      problems: { service: "Choose one from the list." },
    });
    const ids = (await database.query("select id from visa_services limit 11")).map((row) => String(row.id));
    expect(await problemsOf({ ...jamaicans, not_needed: ["", ...ids] })).toMatchObject({
      problems: { not_needed: "Choose at most 10." },
    });
    const key = await publish({ ...jamaicans, service: id, not_needed: ["", await serviceId("uk-transit-visa")] });
    expect(await rulesWithoutService()).toEqual([]);
    await database.query("update visa_services set is_active = false where slug = 'uk-visitor-visa'");
    const named = async () => (await rulesWithoutService()).map(({ to, says }) => [to, says]);
    const own = `/admin/content/rules/${key}`;
    expect((await named()).find(([to]) => to === own)?.[1]).toBe(
      "Jamaica, Short visit · “UK Visitor Visa” is not active. The answer leaves it out.",
    );
    await database.query("delete from visa_services where slug = 'uk-transit-visa'");
    expect((await named()).find(([to]) => to === own)?.[1]).toBe(
      "Jamaica, Short visit · “UK Transit Visa”, “UK Visitor Visa” are not active. The answer leaves it out.",
    );
    expect((await publicRules(db, "GB")).some(({ id }) => id === key)).toBe(true);
    const fields = (await openEditor(regular, kind, key)).groups.flatMap((group) => group.fields);
    const control = fields.find(({ name }) => name === "not_needed")?.control;
    expect(control?.as === "checks" && control.options.map(({ label }) => label)).toContain(
      "UK Transit Visa (no longer exists)",
    );
    const boxes = (await serviceIdsOf(key)).concat(await serviceId("canadian-eta"));
    for (const not_needed of [boxes, boxes.toReversed()])
      expect(await sendDraft(regular, kind, key, { not_needed: ["", ...not_needed] })).toMatchObject({ ok: true });
    await database.query("update visa_services set is_active = true where slug = 'uk-visitor-visa'");
  });

  test("[B-RULE-6] two who change the same rule are shown both versions, and a rule's country can't be deleted", async () => {
    const key = await publish(jamaicans);
    const mine = await formOf(regular, kind, key, { stay: "one" });
    expect(await sendDraft(superAdmin, kind, key, { stay: "two" })).toMatchObject({ ok: true });
    expect(await saveContent(regular, mine)).toMatchObject({ ok: false, reason: "conflict" });
    const [country] = await database.query(
      "insert into countries (name, code, flag_emoji) values ('Haiti', 'HT', '🇭🇹') returning id",
    );
    const ruled = await publish({ ...jamaicans, destination: "HT" });
    const remove = () => deleteContent(superAdmin, { kind: "countries", key: String(country?.id) });
    expect(await remove()).toMatchObject({
      ...{ ok: false, message: "Haiti has 1 public entry rule. Take it offline first, or hide Haiti." },
    });
    expect(await unpublish(regular, { kind, key: ruled })).toMatchObject({ ok: true });
    expect(await remove()).toEqual({ ok: true });
  });
});

test("[B-RULE-6] a draft is listed under the name that staff gave its country, with the public rules", async () => {
  await sendDraft(regular, kind, "new", { destination: "FR" });
  await database.query("update countries set name = 'Schengen area' where code = 'FR'");
  if (!rulesKind.many) return expect.fail();
  const { entries } = await readList(regular.staff, rulesKind, rulesKind.many);
  await database.query("update countries set name = 'France' where code = 'FR'");
  expect(new Set(entries.map(({ group }) => group))).toEqual(
    new Set(["Schengen area", "United Kingdom", "United States"]),
  );
});
