import { beforeEach, describe, expect, test } from "vitest";
import { insertDraft, insertInquiry } from "../../test/harness/desk/people-rows";
import { staffMember } from "../../test/harness/in-process/staff";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { joinPeople, separateRecord } from "./join-people.server";
import { personOf } from "./person-of.server";
import { recordsJoined } from "./records-joined.server";
import { assignWaiting } from "./waiting.server";

const database = testDatabase();
beforeEach(async () => {
  await database.query("delete from visa_applications");
  await database.query("delete from visa_inquiries");
  await assigned();
});

async function assigned() {
  while (await assignWaiting());
}

type Draft = Parameters<typeof insertDraft>[1];
const phone = "242 555 0102";
/** Digests as they are stored: of the number, and of it with its country. */
const passport = (country: string, number = "123456789") =>
  country === "" ? ["key:k", number] : ["key:k", number, `${country}:${number}`];

/** The persons of some drafts, as the places of those that are one: `[0, 0, 1]`. */
async function indexesOf(ids: readonly string[]): Promise<number[]> {
  await assigned();
  const persons = await Promise.all(ids.map(async (id) => (await personOf("application", id))?.id ?? id));
  const distinct = [...new Set(persons)];
  return persons.map((person) => distinct.indexOf(person));
}
async function drafts(list: readonly Draft[]): Promise<string[]> {
  const ids: string[] = [];
  for (const draft of list) ids.push(await insertDraft(database, draft));
  return ids;
}
const suggested = () =>
  database.query<{ same: string[] }>("select same from person_pairs where declared_at is null order by same");

describe("two records", () => {
  test.each<[string, Draft, Draft, string[][]]>([
    ["equal passport numbers of two countries", { passport: passport("GB") }, { passport: passport("RO") }, []],
    [
      "one passport and two dates of birth",
      { passport: passport("GB"), born: "1970-01-02" },
      { passport: passport("GB"), born: "1990-05-17" },
      [["passport"]],
    ],
    [
      "one passport and two names",
      { passport: passport("GB") },
      { passport: passport("GB"), first: "Tasha", last: "Knowles" },
      [["passport"]],
    ],
    [
      "one name and phone, as of father and son",
      { phone, born: "1960-01-02" },
      { phone, born: "1990-05-17" },
      [["phone"]],
    ],
    [
      "one name and phone, and two passports of one country",
      { phone, passport: passport("BS", "A1") },
      { phone, passport: passport("BS", "A2") },
      [["phone"]],
    ],
    [
      "one name and phone, and other months of birth",
      { phone, born: "1965-03" },
      { phone, born: "1965-04-04" },
      [["phone"]],
    ],
    ["a passport number without its country", { passport: passport("") }, { passport: passport("") }, []],
  ])("[F-NAME-3, F-DATE-1] records with %s stay two persons", async (_, first, second, same) => {
    const ids = await drafts([first, second]);
    expect(await indexesOf(ids)).toEqual([0, 1]);
    expect((await suggested()).map((pair) => pair.same)).toEqual(same);
  });

  test.each<[string, Draft, Draft]>([
    ["one passport of one country", { passport: passport("GB") }, { passport: passport("GB") }],
    [
      "one passport, and a middle name",
      { passport: passport("GB") },
      { passport: passport("GB"), first: "Natasha Marie" },
    ],
    [
      "one passport, and a name in another spelling",
      { passport: passport("GB"), last: "O’Brien-Núñez" },
      { passport: passport("GB"), last: "OBrien Nunez" },
    ],
    [
      "one name and phone, and passports of two countries",
      { phone, passport: passport("BS") },
      { phone, passport: passport("HT", "X2") },
    ],
    ["one name and phone, and one date of birth", { phone, born: "1990-05-17" }, { phone, born: "1990-05-17" }],
    ["one name and phone, and a year of birth alone", { phone, born: "1965" }, { phone, born: "1965-03-04" }],
    ["one name and phone, and one date of birth unknown", { phone, born: "1990-05-17" }, { phone }],
  ])("[F-NAME-3, F-DATE-1] records with %s are one person", async (_, first, second) => {
    const ids = await drafts([first, second]);
    expect(await indexesOf(ids)).toEqual([0, 0]);
    expect(await suggested()).toEqual([]);
  });

  test("[F-NAME-3] records split once their dates of birth differ, and merge once that is corrected", async () => {
    const ids = await drafts([{ phone, born: "1990-05-17" }, { phone }]);
    const bear = (born: string) =>
      database.query(
        "update visa_applications set metadata = jsonb_set(metadata, '{step1,dateOfBirth}', $2) where id = $1",
        [ids[1], JSON.stringify(born)],
      );
    expect(await indexesOf(ids)).toEqual([0, 0]);
    await bear("1960-01-02");
    expect(await indexesOf(ids)).toEqual([0, 1]);
    await bear("1990-05-17");
    expect(await indexesOf(ids)).toEqual([0, 0]);
  });
});

test("[F-NAME-3] a record that matches two persons belongs to neither until staff decide", async () => {
  const family = await drafts([
    { phone, born: "1960-01-02" },
    { phone, born: "1990-05-17" },
    { phone, born: "1990-05-17" },
  ]);
  const call = await insertInquiry(database, { phone });
  expect(await indexesOf(family)).toEqual([0, 1, 1]);
  const caller = (await personOf("inquiry", call))?.id;
  const others = await Promise.all(family.map(async (id) => (await personOf("application", id))?.id));
  expect(others).not.toContain(caller);
  expect(await suggested()).toHaveLength(3);
});

test("[F-NAME-3] persons merged before passports’ countries were compared are split", async () => {
  const ids = await drafts([{ passport: passport("GB") }, { passport: passport("RO") }]);
  await assigned();
  // As the earlier release stored it.
  await database.query(
    "update person_records set person_id = (select min(person_id::text)::uuid from person_records), keys = '{passport:key:k 123456789}'",
  );
  await database.query("insert into people_waiting (application_id) values ($1)", [ids[0]]);
  expect(await indexesOf(ids)).toEqual([0, 1]);
});

describe("a record that was matched automatically", () => {
  const later = (id: string) =>
    database.query("update visa_applications set submitted_at = now(), status = 'submitted' where id = $1", [id]);

  test("[F-NAME-4] staff can remove it from its person permanently, whatever it has in common", async () => {
    const staff = await staffMember(database, "regular_admin");
    const same = { passport: passport("GB"), phone };
    const ids = await drafts([same, same, same]);
    const [first = "", second = "", third = ""] = ids;
    expect(await indexesOf(ids)).toEqual([0, 0, 0]);
    const person = (await personOf("application", first))?.id ?? "";
    expect((await recordsJoined(person)).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    const part = () => separateRecord(staff, { personId: person, recordId: second });
    expect(await part()).toEqual({ ok: true, changed: true });
    expect(await part()).toEqual({ ok: true, changed: false });
    expect(await indexesOf(ids)).toEqual([0, 1, 0]);
    expect(await suggested()).toEqual([]);
    // Whatever changes later.
    for (const id of ids) await later(id);
    expect(await indexesOf(ids)).toEqual([0, 1, 0]);
    await database.query("update visa_applications set passport_digests = '{}' where id = $1", [third]);
    expect(await indexesOf(ids)).toEqual([0, 1, 0]);
    expect(await suggested()).toEqual([]);
    const record = await database.query(
      "select subject_id, admin_email from admin_activity_log where action_type = 'people_told_apart'",
    );
    expect(record).toEqual([{ subject_id: person, admin_email: staff.staff.email }]);
  });

  test("[F-NAME-4] only staff can add it again, and a person's only record can't be removed", async () => {
    const staff = await staffMember(database, "regular_admin");
    const ids = await drafts([{ phone }, { phone }]);
    await assigned();
    const person = (await personOf("application", ids[0] ?? ""))?.id ?? "";
    await separateRecord(staff, { personId: person, recordId: ids[0] });
    const [first = "", second = ""] = await Promise.all(
      ids.map(async (id) => (await personOf("application", id))?.id ?? ""),
    );
    expect(first).not.toBe(second);
    for (const [personId, recordId] of [
      [first, ids[0]],
      [second, ids[1]],
    ])
      expect(await separateRecord(staff, { personId, recordId })).toEqual({ ok: true, changed: false });
    expect(await recordsJoined(first)).toEqual([]);
    await joinPeople(staff, { personId: first, otherId: second });
    expect(await indexesOf(ids)).toEqual([0, 0]);
    // Both are joined by staff, so that `Separate again` is the way back.
    expect(await recordsJoined(first)).toEqual([]);
    const missingId = "00000000-0000-4000-8000-000000000000";
    expect(await separateRecord(staff, { personId: first, recordId: missingId })).toMatchObject({
      reason: "not-found",
    });
  });
});
