import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { publishedFaqs } from "~/content/questions/questions.server";
import { requestContextStorage } from "~/core/request-context-storage.server";
import { db } from "~/db/client.server";
import { starterFaqs } from "~/db/seed/starter/faqs";
import { loadStarter } from "~/db/seed/starter/load-starter.server";
import { visitOf } from "../../../../test/harness/in-process/content";
import { openEditor } from "../../../../test/harness/in-process/editor";
import { publishAt, publishNow } from "../../../../test/harness/in-process/publish";
import { lastRecord, staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { publishDue, registerContentSchedule } from "../due.server";
import { readList } from "../list.server";
import { unpublish } from "../offline.server";
import { reorderContent } from "../order.server";
import { readOverview } from "../overview.server";
import { restoreVersion } from "../restore.server";
import { saveContent } from "../save-content.server";
import { questionsKind } from "./questions.server";

registerContentSchedule();
const database = testDatabase();
const kind = "questions";
let regular: StaffContext;
let otherAdmin: StaffContext;
beforeAll(async () => {
  regular = await staffMember(database, "regular_admin");
  otherAdmin = await staffMember(database);
});
beforeEach(async () => {
  await database.query("truncate content_versions");
  await database.query("delete from faqs");
  await db.transaction(loadStarter);
});

type FormInput = Record<string, string>;
const toInputs = (rawInput: FormInput) =>
  Object.fromEntries(Object.entries(rawInput).map(([name, text]) => [name, [text]]));
const save = (rawInput: FormInput, key = "new", base = 0, by = regular) =>
  saveContent(by, { kind, key, base, typed: toInputs(rawInput) });
async function saved(rawInput: FormInput, key = "new", base = 0, by = regular) {
  const result = await save(rawInput, key, base, by);
  return result.ok ? result : expect.fail(`${result.message} ${JSON.stringify(result.detail)}`);
}
const publish = (key: string, number: number, by = regular, more: object = {}) =>
  publishNow(by, { kind, key, number, ...more });
const whole = { question: "May I bring my dog?", answer: "Ask us first.\nIt needs papers.", category: "Animals" };
const publicQuestions = async (limit?: number) => (await publishedFaqs(limit)).map(({ question }) => question);
const rows = () => database.query("select * from faqs order by display_order, question");
const list = () => (questionsKind.many ? readList(regular.staff, questionsKind, questionsKind.many) : expect.fail());
const idOf = async (question: string) =>
  String((await database.query("select id from faqs where question = $1", [question]))[0]?.id);
const firstQuestion = starterFaqs[0]?.question ?? "";

describe("a new question", () => {
  test("[O-EDIT-2, O-FAQ-1, O-MAY-1] a draft is not public, and is last in the list once a regular admin has published it", async () => {
    const before = await rows();
    const { key, number } = await saved(whole);
    expect(await rows()).toEqual(before);
    expect((await list()).entries.at(-1)).toMatchObject({ key, name: whole.question, state: "draft", hasDraft: true });
    expect(await publish(key, number)).toMatchObject({ ok: true, number: 1, changed: true });
    expect((await publishedFaqs()).at(-1)).toMatchObject({ id: key, ...whole, note: null });
    expect((await list()).entries.at(-1)).toMatchObject({ key, state: "public", hasDraft: false });
    expect(await lastRecord(database)).toMatchObject({
      ...{ action: "content_published", by: regular.staff.email, type: "content" },
      details: { changes: expect.arrayContaining([{ field: "Question", from: "", to: whole.question }]) },
    });
  });

  test("[O-EDIT-5] a question sent twice with one key is created and published once", async () => {
    const by = { ...regular, attempt: crypto.randomUUID() };
    const [one, two] = [await saved(whole, "new", 0, by), await saved(whole, "new", 0, by)];
    expect(one).toEqual(two);
    await Promise.all([publish(one.key, 1, by), publish(one.key, 1, by)]);
    expect(await database.query("select 1 from content_versions")).toHaveLength(1);
    expect((await publicQuestions()).filter((question) => question === whole.question)).toHaveLength(1);
  });

  test("[O-EDIT-12, O-EDIT-5] a question that was saved and then refused is saved with its corrected text under the same key", async () => {
    const by = { ...regular, attempt: crypto.randomUUID() };
    const { key } = await saved({ question: "Why?" }, "new", 0, by);
    expect(await publish(key, 1, by)).toMatchObject({ reason: "invalid" });
    const again = await saved({ ...whole, question: "Why?" }, key, 1, by);
    expect(again).toMatchObject({ key, number: 2 });
    expect(await publish(key, 2, by)).toMatchObject({ ok: true });
    expect(await publishedFaqs()).toContainEqual(expect.objectContaining({ question: "Why?", answer: whole.answer }));
  });

  test.each([
    [{}, "question", "Write the question."],
    [{ question: "x".repeat(201) }, "question", "Write at most 200 characters."],
    [{ question: "Why?", answer: "x".repeat(5001) }, "answer", "Write at most 5,000 characters."],
    [{ question: firstQuestion }, "question", "This question is already in the list."],
    [{ question: firstQuestion.toUpperCase() }, "question", "This question is already in the list."],
    [
      { question: "Why?", checked_on: "2026-10-01" },
      "official_source",
      "Enter both the date and the source, or neither.",
    ],
    [
      { question: "Why?", official_source: "javascript:alert(1)" },
      "official_source",
      "Enter an address that begins with https://.",
    ],
  ])("[O-FAQ-1] a question of %j is refused at its field, and nothing is saved", async (rawInput, at, message) => {
    expect(await save({ answer: "So.", ...rawInput })).toMatchObject({
      ok: false,
      detail: { problems: { [at]: message } },
    });
    expect(await database.query("select 1 from content_versions")).toEqual([]);
  });

  test("[O-FAQ-1, O-EDIT-14] a draft needs only the question, and publishing needs answer and category", async () => {
    const { key } = await saved({ question: "Why?" });
    expect(await publish(key, 1)).toMatchObject({
      reason: "invalid",
      message: "Not published. Enter the answer: visitors open the question to read it.",
      detail: { problems: { answer: expect.any(String), category: "Choose a category, or write a new one." } },
    });
    expect(await publicQuestions()).not.toContain("Why?");
  });

  test("[O-EDIT-6] a scheduled question is published at its minute and not before", async () => {
    const { key } = await saved(whole);
    const year = new Date().getUTCFullYear() + 1;
    const at = { kind, key, number: 1, day: `${year}-01-15`, time: "09:00" };
    expect(await publishAt(regular, at)).toMatchObject({ ok: true });
    expect((await list()).entries.at(-1)).toMatchObject({ scheduled: `Jan 15, ${year}, 09:00` });
    await publishDue();
    expect(await publicQuestions()).not.toContain(whole.question);
    await database.query("update content_versions set scheduled_for = now() where scheduled_for is not null");
    await Promise.all([publishDue(), publishDue()]);
    expect(await publicQuestions()).toContain(whole.question);
  });
});

describe("a public question", () => {
  test("[O-FAQ-1, O-EDIT-9] a change keeps its position, and its history begins with the default text", async () => {
    const key = await idOf(firstQuestion);
    const { number } = await saved({ question: "What do you ask first?" }, key);
    await publish(key, number);
    expect((await publicQuestions(5))[0]).toBe("What do you ask first?");
    const { history, title } = await openEditor(regular, kind, key);
    expect(title).toBe("What do you ask first?");
    expect(history.map(({ state, by }) => [state, by])).toEqual([
      ["published", regular.staff.email],
      ["replaced", "Original version"],
    ]);
  });

  test("[O-EDIT-3, O-EDIT-4] a question's draft is shown in its position to the previewing admin only", async () => {
    const key = await idOf(firstQuestion);
    const content = { question: "Drafted?", answer: "Yes.", category: "Drafts", names_rules: false };
    const seen = (of: string) =>
      requestContextStorage.run(visitOf({ preview: { number: 2, title: "", thing: { kind, key: of, content } } }), () =>
        publicQuestions(5),
      );
    expect((await seen(key))[0]).toBe("Drafted?");
    expect(await seen(key)).toHaveLength(5);
    expect(await seen(crypto.randomUUID())).toEqual(["Drafted?", ...(await publicQuestions(4))]);
    expect(await publicQuestions()).not.toContain("Drafted?");
  });

  test("[O-EDIT-13] unpublishing a question removes it from every list and keeps its history; publishing returns it to its position", async () => {
    const key = await idOf(firstQuestion);
    const before = await publicQuestions();
    expect(await unpublish(regular, { kind, key })).toMatchObject({ ok: true });
    expect(await lastRecord(database)).toMatchObject({ action: "content_offline", type: "content" });
    expect(await publicQuestions()).toEqual(before.slice(1));
    expect((await list()).entries[0]).toMatchObject({ key, state: "offline" });
    expect(await openEditor(regular, kind, key)).toMatchObject({
      ...{ isOffline: true, isPublic: false, can: { offline: false } },
      history: [{ number: 1, state: "offline" }],
    });
    expect(await unpublish(regular, { kind, key })).toMatchObject({ reason: "conflict" });
    const again = await Promise.all([publish(key, 1), publish(key, 1, otherAdmin)]);
    expect(again.map((result) => result.ok && [result.number, "changed" in result && result.changed]).sort()).toEqual([
      [2, false],
      [2, true],
    ]);
    expect(await publicQuestions()).toEqual(before);
  });

  test("[O-EDIT-10, O-EDIT-13] an unpublished question can be restored to an older text, and is public once that is published", async () => {
    const key = await idOf(firstQuestion);
    await publish(key, (await saved({ question: "Newer?" }, key)).number);
    await unpublish(regular, { kind, key });
    expect(await restoreVersion(regular, { kind, key, number: 1 })).toMatchObject({ ok: true, number: 3 });
    expect(await publicQuestions()).not.toContain(firstQuestion);
    await publish(key, 3);
    expect((await publicQuestions())[0]).toBe(firstQuestion);
  });

  test("[O-EDIT-16] a changed or unpublished question is not seeded again at the next start", async () => {
    const key = await idOf(firstQuestion);
    await publish(key, (await saved({ question: "Newer?" }, key)).number);
    await unpublish(regular, { kind, key: await idOf(starterFaqs[1]?.question ?? "") });
    const before = await publicQuestions();
    await db.transaction(loadStarter);
    expect(await publicQuestions()).toEqual(before);
    expect(await rows()).toHaveLength(starterFaqs.length);
  });

  test("[O-EDIT-11] changes are merged field by field, and a question that another one now has is refused", async () => {
    const key = await idOf(firstQuestion);
    await saved({ category: "One" }, key);
    await saved({ answer: "Two." }, key, 1, otherAdmin);
    const [draft] = await database.query("select data from content_versions order by number desc limit 1");
    expect(draft?.data).toMatchObject({ category: "One", answer: "Two.", question: firstQuestion });
    const { key: ownKey } = await saved({ ...whole });
    const { key: otherKey } = await saved({ ...whole }, "new", 0, otherAdmin);
    await publish(otherKey, 1, otherAdmin);
    expect(await publish(ownKey, 1)).toMatchObject({
      detail: { problems: { question: "This question is already in the list." } },
    });
  });
});

describe("the order of questions", () => {
  const order = (keys: string[], by = regular) => reorderContent(by, kind, { keys });
  const keys = async () => (await rows()).map(({ id }) => String(id));

  test("[O-FAQ-2, O-MAY-1] the list's order applies on the home page too, and the record says what moved", async () => {
    const [one = "", two = "", ...rest] = await keys();
    const [first, second] = await publicQuestions();
    expect(await order([two, one, ...rest])).toEqual({ ok: true });
    expect((await publicQuestions(5)).slice(0, 2)).toEqual([second, first]);
    expect(await lastRecord(database)).toMatchObject({
      action: "content_ordered",
      details: {
        changes: [
          { field: first, from: "1", to: "2" },
          { field: second, from: "2", to: "1" },
        ],
      },
    });
  });

  test("[O-FAQ-2] of two simultaneous orders one is stored completely", async () => {
    const stored = await keys();
    const [mine, theirs] = [stored.toReversed(), [...stored.slice(3), ...stored.slice(0, 3)]];
    await Promise.all([order(mine), order(theirs, otherAdmin), order(mine), order(theirs, otherAdmin)]);
    expect([mine, theirs]).toContainEqual(await keys());
  });

  test("[O-FAQ-2] an order keeps questions added meanwhile and ignores unknown ids", async () => {
    const stored = await keys();
    const { key } = await saved(whole);
    await publish(key, 1);
    expect(await order([crypto.randomUUID(), ...stored.toReversed(), stored[0] ?? ""])).toEqual({ ok: true });
    expect(await keys()).toEqual([...stored.toReversed(), key]);
  });
});

test("[O-EDIT-1] the overview counts questions, and offers to write the first if there are none", async () => {
  const of = async () => (await readOverview()).find((entry) => entry.kind === kind);
  await saved(whole);
  await unpublish(regular, { kind, key: await idOf(firstQuestion) });
  expect(await of()).toMatchObject({ published: starterFaqs.length - 1, drafts: 1, first: null });
  await database.query("truncate content_versions");
  await database.query("delete from faqs");
  expect(await of()).toMatchObject({ published: 0, drafts: 0, first: "No questions yet. Write the first one." });
  expect((await list()).entries).toEqual([]);
});

test("[O-MAY-3] an unknown id is not found, and an inactive admin can't change a question", async () => {
  const nothing = { reason: "not-found" };
  for (const key of [crypto.randomUUID(), "../settings", ""]) {
    expect(await save(whole, key)).toMatchObject(nothing);
    expect(await publish(key, 1)).toMatchObject(nothing);
    expect(await unpublish(regular, { kind, key })).toMatchObject(nothing);
  }
  const inactiveAdmin = await staffMember(database, "regular_admin");
  await database.query("update admin_users set is_active = false where id = $1", [inactiveAdmin.staff.adminId]);
  expect(await save(whole, "new", 0, inactiveAdmin)).toMatchObject({ reason: "forbidden" });
  expect(await reorderContent(inactiveAdmin, kind, { keys: [] })).toMatchObject({ reason: "forbidden" });
  expect(await database.query("select 1 from content_versions")).toEqual([]);
});
