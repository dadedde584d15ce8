import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { agreementFacts, textsOf } from "~/content/agreements/agreement-facts";
import { defaultAgreement } from "~/content/agreements/default-agreement";
import { loadAgreementDraft } from "~/content/agreements/load-draft.server";
import { agreementOfService, publishedAgreement } from "~/content/agreements/read.server";
import { publishDue, registerContentSchedule } from "~/content/editing/due.server";
import { readList } from "~/content/editing/list.server";
import { unpublish } from "~/content/editing/offline.server";
import { restoreVersion } from "~/content/editing/restore.server";
import { saveContent } from "~/content/editing/save-content.server";
import { db } from "~/db/client.server";
import { withoutChange } from "../../../../../test/harness/desk/verbs";
import { openEditor } from "../../../../../test/harness/in-process/editor";
import { formOf, publishAt, publishNow, publishThing, sendDraft } from "../../../../../test/harness/in-process/publish";
import { staffMember } from "../../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";
import { agreementsKind } from "./agreements.server";

registerContentSchedule();
const database = testDatabase();
const kind = "agreements";
let owner: StaffContext;
let regular: StaffContext;

beforeAll(async () => {
  owner = await staffMember(database, "super_admin");
  regular = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  await database.query("truncate content_versions");
  await database.query("update visa_services set agreement_id = null");
  await database.query("delete from agreement_templates");
});

/** The inputs of a section. */
const section = (heading: string, text: string, place = "") => [place, heading, text];
const typed = (...sections: string[][]) => ({ name: "Standard", title: "Agreement", blocks: sections.flat() });
const plain = typed(section("Fees", "You pay {total}."));
const publish = (key: string, content = plain) => publishThing(owner, kind, key, content);
const stored = () => database.query("select name, title, blocks, version, is_offline from agreement_templates");
const save = (rawInputs: Record<string, string | string[]>, by = owner) => sendDraft(by, kind, "new", rawInputs);

async function refusal(rawInputs: Record<string, string | string[]>) {
  const result = await withoutChange(database, () => save(rawInputs));
  return result.ok ? expect.fail("it was saved") : result.detail;
}

/** Tries to publish it: the draft stays, and the problems are returned. */
async function publicationRefusal(rawInputs: Record<string, string | string[]>, key = "new") {
  const result = await saveContent(owner, { ...(await formOf(owner, kind, key, rawInputs)), next: "publish" });
  if (!result.ok) return expect.fail(result.message);
  expect(await stored(), "nothing is published").toEqual([]);
  return result.publication;
}

describe("agreement templates", () => {
  test("[M-AGR-1] headings and paragraphs are published in order of place, and a draft changes nothing", async () => {
    const draft = typed(
      section("Fees", "You pay {total}.\nAt once.\n\n \n\nOr later.", "2"),
      section("", "Between us and {applicant}.", "1"),
      section("", ""),
      section("End", "", "3"),
    );
    const saved = await save(draft);
    if (!saved.ok) return expect.fail(saved.message);
    expect(await stored()).toEqual([]);
    await publishNow(owner, { kind, key: saved.key, number: saved.number });
    expect(await stored()).toEqual([
      {
        name: "Standard",
        title: "Agreement",
        version: 1,
        is_offline: false,
        blocks: [
          { paragraphs: ["Between us and {applicant}."] },
          { heading: "Fees" },
          { paragraphs: ["You pay {total}.\nAt once.", "Or later."] },
          { heading: "End" },
        ],
      },
    ]);
    const { groups } = await openEditor(owner, kind, saved.key);
    expect(groups.flatMap(({ fields }) => fields).find(({ name }) => name === "blocks")?.boxes).toEqual([
      ...section("", "Between us and {applicant}.", "1"),
      ...section("Fees", "You pay {total}.\nAt once.\n\nOr later.", "2"),
      ...section("End", "", "3"),
    ]);
  });

  test("[M-AGR-1] an emptied section is left out, and the others stay", async () => {
    const key = await publish("new", typed(section("One", "1"), section("Two", "2"), section("Three", "3")));
    await publish(key, typed(section("One", "1", "1"), section(" ", "\n ", "2"), section("Three", "3", "3")));
    expect(await stored()).toMatchObject([
      { blocks: [{ heading: "One" }, { paragraphs: ["1"] }, { heading: "Three" }, { paragraphs: ["3"] }] },
    ]);
  });

  test("[M-AGR-1] 60 headings and texts with 60,000 characters are stored, and one more of either is refused", async () => {
    const sections = (count: number) => Array.from({ length: count }, () => section("h".repeat(20), "t".repeat(1980)));
    const key = await publish("new", typed(...sections(30)));
    expect(await stored()).toMatchObject([{ blocks: { length: 60 } }]);
    await expect(formOf(owner, kind, key)).resolves.toBeDefined();
    expect(await refusal({ ...typed(...sections(30), section("", "x")), name: "Long" })).toMatchObject({
      problems: { blocks: "An agreement has at most 60 headings and texts. This one has 61." },
    });
    const long = [...sections(29), section("h".repeat(20), "t".repeat(1981))];
    expect(await refusal({ ...typed(...long), name: "Long" })).toMatchObject({
      problems: { blocks: "An agreement has at most 60,000 characters. This one has 60,001." },
    });
  });

  test.each([
    ["no name", { ...plain, name: " " }, { name: "Enter a name." }],
    ["81 characters of a name", { ...plain, name: "n".repeat(81) }, { name: "Write at most 80 characters." }],
    ["151 characters of a title", { ...plain, title: "t".repeat(151) }, { title: "Write at most 150 characters." }],
    [
      "a heading of 151 characters",
      typed(section("Fees", "1"), section("h".repeat(151), "2")),
      { blocks: "Section 2: the heading can have at most 150 characters." },
    ],
    [
      "a place in words",
      typed(section("Fees", "1", "last")),
      { blocks: "Section 1: enter its place as a number, such as 4." },
    ],
  ])("[M-AGR-1] %s is refused, and nothing is saved", async (_what, rawInputs, problems) => {
    expect(await refusal(rawInputs)).toMatchObject({ problems });
  });

  test("[M-AGR-1] a draft without a title or text is saved, and isn’t published before it has both", async () => {
    expect(await publicationRefusal({ name: "Later", title: "", blocks: section("", "") })).toMatchObject({
      detail: { problems: { title: "Write the title.", blocks: "Write the text." } },
    });
  });

  test("[M-AGR-1] 80 characters of a name and 150 of a title are stored, and no other agreement gets the name", async () => {
    const [name, title] = ["N".repeat(80), "t".repeat(150)];
    await publish("new", { ...plain, name, title });
    expect(await stored()).toMatchObject([{ name, title }]);
    expect(await refusal({ ...plain, name: name.toLowerCase() })).toMatchObject({
      problems: { name: "Another agreement has this name. Choose another." },
    });
  });

  test("[M-AGR-1] a restored version is published at its minute, and the applicant’s version is the history’s", async () => {
    const key = await publish("new");
    await publish(key, typed(section("Fees", "You pay {our fee}.")));
    expect(await stored()).toMatchObject([{ version: 2 }]);
    const restored = await restoreVersion(owner, { kind, key, number: 1, attempt: crypto.randomUUID() });
    if (!restored.ok) return expect.fail(restored.message);
    const due = { kind, key, number: restored.number, day: "2099-01-05", time: "09:00" };
    expect(await publishAt(owner, due)).toMatchObject({ ok: true });
    expect(await stored(), "not yet").toMatchObject([{ version: 2 }]);
    await database.query("update content_versions set scheduled_for = now() where scheduled_for is not null");
    await publishDue();
    expect(await stored()).toMatchObject([{ version: 3, blocks: [{}, { paragraphs: ["You pay {total}."] }] }]);
    const { history } = await openEditor(owner, kind, key);
    expect(history.map(({ number, state }) => [number, state])).toEqual([
      [3, "published"],
      [2, "replaced"],
      [1, "replaced"],
    ]);
  });

  test("[M-AGR-1] saving and publishing are recorded with what changed", async () => {
    await publish("new", { ...plain, name: "Recorded" });
    const entries = await database.query(
      "select action_type as what, details from admin_activity_log where subject_name like 'Recorded, version%' order by created_at",
    );
    expect(entries.map(({ what }) => what)).toEqual(["content_saved", "content_published"]);
    expect(JSON.stringify(entries)).toContain("You pay {total}.");
  });

  test("[M-AGR-1, M-KEEP-2] a regular admin reads them and changes nothing", async () => {
    const key = await publish("new");
    const attempt = () => crypto.randomUUID();
    expect(await openEditor(regular, kind, key)).toMatchObject({ mayChange: false, title: "Standard" });
    expect(await readList(regular.staff, agreementsKind, agreementsKind.many ?? expect.fail())).toMatchObject({
      mayChange: false,
      entries: [{ name: "Standard", state: "public" }],
    });
    const form = await formOf(owner, kind, key, { title: "Theirs" });
    const calls: (() => Promise<unknown>)[] = [
      () => saveContent(regular, { ...form, next: "publish" }),
      () => save(plain, regular),
      () => unpublish({ ...regular, attempt: attempt() }, { kind, key }),
      () => restoreVersion(regular, { kind, key, number: 1, attempt: attempt() }),
      () => agreementsKind.acts?.look?.(regular, { key, typed: {}, form: new FormData() }) ?? expect.fail(),
    ];
    for (const call of calls)
      expect(await withoutChange(database, call)).toMatchObject({ ok: false, reason: "forbidden" });
  });

  test("[M-AGR-1] the preview fills in an example, also of what isn’t saved, and saves nothing", async () => {
    const key = await publish("new");
    expect(await openEditor(owner, kind, key)).toMatchObject({
      extra: { isTyped: false, blocks: [{ heading: "Fees" }, { paragraphs: ["You pay $398.00."] }] },
    });
    const look = (typed: Record<string, string[]>) =>
      withoutChange(
        database,
        () => agreementsKind.acts?.look?.(owner, { key, typed, form: new FormData() }) ?? expect.fail(),
      );
    expect(await look({ name: ["N"], title: ["For {applicant}"], blocks: section("", "{our fee}") })).toMatchObject({
      keeps: true,
      extra: { isTyped: true, title: "For Ana Cruz", blocks: [{ paragraphs: ["$250.00"] }] },
    });
    expect(await look({ name: ["N"], title: ["For {interest}"] })).toMatchObject({
      detail: { problems: { title: "This agreement does not know “interest”." } },
    });
  });
});

describe("the facts of a template", () => {
  test("[M-AGR-2] every fact can be named in title and text, and the editor lists them with an example", async () => {
    const all = agreementFacts.map((fact) => `{${fact}}`);
    await publish("new", {
      ...plain,
      title: "For {applicant} in {case number}",
      blocks: section("{service}", all.join(" ")),
    });
    const [template] = await database.query<{ id: string }>("select id from agreement_templates");
    const { facts, extra } = await openEditor(owner, kind, template?.id ?? "");
    expect(facts.flatMap(({ chips }) => chips.map(({ chip }) => chip)).sort()).toEqual([...all].sort());
    expect(facts.flatMap(({ chips }) => chips).every(({ now }) => /^Such as: ./.test(now))).toBe(true);
    expect(JSON.stringify(extra)).not.toMatch(/\{[a-z]/);
  });

  test.each([
    [{ title: "With {interest}" }, { title: "This agreement does not know “interest”." }],
    [{ blocks: section("{Rate}", "") }, { blocks: "This agreement does not know “Rate”." }],
    [
      { blocks: section("", "You pay {total} and { late fee }.") },
      { blocks: "This agreement does not know “late fee”." },
    ],
    [
      { blocks: section("", "{price:uk-visitor-visa}") },
      { blocks: "This agreement does not know “price:uk-visitor-visa”." },
    ],
  ])("[M-AGR-2] %o is refused, and nothing is saved", async (rawInputs, problems) => {
    expect(await refusal({ ...plain, ...rawInputs })).toMatchObject({ problems });
  });
});

describe("the agreement that comes with the product", () => {
  const read = "Remove the line “Draft: have a lawyer read this …” once a lawyer has read the text.";
  const sentence = "Draft: have a lawyer read this before you publish it.";
  const drafts = () =>
    database.query<{ key: string; data: object }>("select key, data from content_versions where kind = $1", [kind]);

  test("[M-AGR-3] is a draft that is offered to nobody, begins with the sentence, and comes once", async () => {
    await db.transaction(loadAgreementDraft);
    await db.transaction(loadAgreementDraft);
    const [draft, ...more] = await drafts();
    expect(more).toEqual([]);
    expect(draft?.data).toEqual({ ...defaultAgreement });
    expect(defaultAgreement).toMatchObject({ name: "Engagement agreement" });
    expect(textsOf({ ...defaultAgreement, title: "" })[1]).toBe(sentence);
    expect(await stored()).toEqual([]);
    expect(await readList(owner.staff, agreementsKind, agreementsKind.many ?? expect.fail())).toMatchObject({
      entries: [{ name: "Engagement agreement", state: "draft", hasDraft: true }],
    });
  });

  test("[M-AGR-3] is published once its sentence is removed, and not before", async () => {
    await db.transaction(loadAgreementDraft);
    const [{ key = "" } = {}] = await drafts();
    expect(await publicationRefusal({}, key)).toMatchObject({
      ok: false,
      message: `Not published. ${read}`,
      detail: { problems: { blocks: read } },
    });
    const { typed } = await formOf(owner, kind, key);
    const blocks = (typed.blocks ?? []).map((text) => text.replace(`${sentence}\n\n`, ""));
    await publish(key, { name: "Engagement agreement", title: "Engagement agreement", blocks });
    expect(await stored()).toMatchObject([
      {
        name: "Engagement agreement",
        version: 2,
        blocks: defaultAgreement.blocks.with(0, { paragraphs: expect.not.arrayContaining([sentence]) }),
      },
    ]);
  });

  test.each([
    ["in another template", section("", `Read me. ${sentence} Then sign.`), {}],
    ["as a heading", section(sentence, "Text"), {}],
    [
      "with other spaces, capitals and no stop",
      section("", "draft:  have a Lawyer read\nthis before you publish it"),
      {},
    ],
  ])("[M-AGR-3] the sentence %s is refused now and at a minute", async (_where, blocks) => {
    expect(await publicationRefusal({ ...plain, blocks })).toMatchObject({ detail: { problems: { blocks: read } } });
    const [{ key = "" } = {}] = await drafts();
    const later = { kind, key, number: 1, day: "2099-01-05", time: "09:00" };
    expect(await publishAt(owner, later)).toMatchObject({ ok: false, detail: { problems: { blocks: read } } });
  });

  test("[M-AGR-3] the sentence in the title is refused at the title", async () => {
    expect(await publicationRefusal({ ...plain, title: sentence })).toMatchObject({
      detail: { problems: { title: read } },
    });
  });
});

describe("the agreement of a service", () => {
  const offer = (template: string) =>
    database.query(
      `update visa_services set agreement_id = $1, agreement_offered = 'after', work_begins_signed = true
       where id = (select id from visa_services order by slug limit 1) returning id`,
      [template],
    );

  test("[M-AGR-4] a service offers its published template, and nothing once that is taken offline", async () => {
    const key = await publish("new");
    const [service] = await offer(key);
    const template = { id: key, name: "Standard", title: "Agreement", version: 1, publishedAt: expect.any(Date) };
    expect(await publishedAgreement(db, key)).toMatchObject(template);
    expect(await agreementOfService(db, String(service?.id))).toMatchObject({
      ...{ template, offered: "after", workBeginsSigned: true },
    });
    expect(await unpublish({ ...owner, attempt: crypto.randomUUID() }, { kind, key })).toMatchObject({ ok: true });
    expect(await publishedAgreement(db, key)).toBeNull();
    expect(await agreementOfService(db, String(service?.id))).toBeNull();
    expect(await openEditor(owner, kind, key)).toMatchObject({ isOffline: true });
    const { base } = await openEditor(owner, kind, key);
    expect(await publishNow(owner, { kind, key, number: base })).toMatchObject({ ok: true });
    expect(await agreementOfService(db, String(service?.id))).toMatchObject({ template: { version: 2 } });
  });

  test("[M-AGR-4] a service without one, a deleted one and an unpublished template offer nothing", async () => {
    const [{ id = "" } = {}] = await database.query<{ id: string }>("select id from visa_services limit 1");
    expect(await agreementOfService(db, id)).toBeNull();
    expect(await agreementOfService(db, crypto.randomUUID())).toBeNull();
    expect(await publishedAgreement(db, crypto.randomUUID())).toBeNull();
  });
});
