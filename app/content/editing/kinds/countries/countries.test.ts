import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { db } from "~/db/client.server";
import { openEditor } from "../../../../../test/harness/in-process/editor";
import { publishAt, publishNow, publishThing, sendDraft } from "../../../../../test/harness/in-process/publish";
import { staffMember } from "../../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";
import { publishDue } from "../../due.server";
import { findKind } from "../../kinds.server";
import { deleteContent } from "../../offline.server";
import { reorderContent } from "../../order.server";

const database = testDatabase();
let superAdmin: StaffContext;
let regular: StaffContext;
beforeAll(async () => {
  superAdmin = await staffMember(database);
  regular = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  await database.query("truncate content_versions");
  await database.query("delete from countries where code in ('IE', 'NO')");
  await database.query("update countries set display_order = 0, is_hidden = false");
});

const ireland = { name: "Ireland", code: "IE", aliases: "ireland\nirl\neire\nIrl" };
const listed = async (kind: string) => (await findKind(kind)?.many?.list(db)) ?? [];
const names = async (kind: string) => (await listed(kind)).map(({ name }) => name.replace(/^\P{L}*/u, ""));
const idOf = async (table: string, name: string) =>
  (await database.query<{ id: string }>(`select id from ${table} where name = $1`, [name]))[0]?.id ?? "";
const refusedAt = async (rawInput: Record<string, string>, by = superAdmin) => {
  const result = await sendDraft(by, "countries", "new", rawInput);
  return result.ok ? "saved" : result.detail?.problems;
};

describe("a country", () => {
  test("[O-GEO-1] a country is created with name, code, flag, spellings and position, and its draft is not public", async () => {
    const draft = await sendDraft(superAdmin, "countries", "new", ireland);
    expect([draft.ok, await idOf("countries", "Ireland")]).toEqual([true, ""]);
    const key = await publishThing(superAdmin, "countries", "new", { ...ireland, place: "7" });
    const [row] = await database.query(
      "select name, code, flag_emoji as flag, aliases, display_order as place, is_hidden from countries where id = $1",
      [key],
    );
    const aliases = ["IRELAND", "IRL", "EIRE"];
    expect(row).toEqual({ ...{ name: "Ireland", code: "IE", flag: "🇮🇪", aliases, place: 7 }, is_hidden: false });
  });

  test.each([
    ["countries", ireland],
    ["categories", { name: "Racing" }],
    ["questions", { question: "Who is first?", answer: "One of them.", category: "Visas" }],
    ["forms", { title: "Twice", description: "Once.", country: "Ireland", visa_type: "Visitor" }],
  ])(
    "[O-GEO-1, O-GEO-5, O-FORM-1] of three simultaneous new %s with one name, two are refused",
    async (kind, rawInput) => {
      const drafts = await Promise.all([1, 2, 3].map(() => sendDraft(superAdmin, kind, "new", rawInput)));
      const keys = drafts.map((draft) => (draft.ok ? draft.key : expect.fail(draft.message)));
      const results = await Promise.all(keys.map((key) => publishNow(superAdmin, { kind, key, number: 1 })));
      expect(results.map((result) => (result.ok ? "public" : result.reason)).sort()).toEqual([
        ...["invalid", "invalid", "public"],
      ]);
    },
  );

  test("[O-GEO-1] a name, code or spelling that another country has is refused at its field", async () => {
    await publishThing(superAdmin, "countries", "new", ireland);
    const inList = "Ireland is already in the list.";
    expect(await refusedAt({ name: "ireland", code: "NO" })).toEqual({ name: inList });
    expect(await refusedAt({ name: "Eire", code: "IE" })).toEqual({ code: inList });
    const norway = { name: "Norway", code: "NO" };
    expect(await refusedAt({ ...norway, aliases: "NOR\nuk" })).toEqual({
      aliases: "UK already stands for United Kingdom.",
    });
    expect(await refusedAt({ ...norway, aliases: "Canada" })).toEqual({
      aliases: "CANADA already stands for Canada.",
    });
    expect(await refusedAt({ name: "uk", code: "NO" })).toEqual({ name: "uk already stands for United Kingdom." });
    expect(await refusedAt({ code: "ZZ" })).toEqual({
      ...{ name: "Enter the name of the country.", code: "Choose one from the list." },
    });
    expect(await refusedAt({ ...norway, aliases: "NOR" })).toBe("saved");
  });

  test("[O-GEO-4] a scheduled version doesn't bring back a deleted country", async () => {
    const key = await publishThing(superAdmin, "countries", "new", ireland);
    const draft = await sendDraft(superAdmin, "countries", key, { place: "9" });
    const number = draft.ok ? draft.number : 0;
    const minute = { day: `${new Date().getUTCFullYear() + 1}-01-15`, time: "09:00" };
    expect(await publishAt(superAdmin, { kind: "countries", key, number, ...minute })).toMatchObject({ ok: true });
    expect(await deleteContent(superAdmin, { kind: "countries", key })).toEqual({ ok: true });
    await database.query("update content_versions set scheduled_for = now() where scheduled_for is not null");
    await publishDue();
    expect(await idOf("countries", "Ireland")).toBe("");
  });

  test("[O-MAY-2] a regular admin can't create, order or delete countries", async () => {
    const before = await names("countries");
    const forbidden = { ok: false, reason: "forbidden", message: "Only super admins change this." };
    expect(await sendDraft(regular, "countries", "new", ireland)).toMatchObject(forbidden);
    const keys = (await listed("countries")).map(({ key }) => key).reverse();
    expect(await reorderContent(regular, "countries", { keys })).toMatchObject(forbidden);
    const key = await idOf("countries", "Jamaica");
    expect(await deleteContent(regular, { kind: "countries", key })).toMatchObject(forbidden);
    expect(await names("countries")).toEqual(before);
  });
});

describe("the order of countries", () => {
  test("[O-GEO-3] countries are sorted by name by default, then as ordered; a new one is last", async () => {
    const byName = [...(await names("countries"))].sort((a, b) => a.localeCompare(b, "en"));
    expect(await names("countries")).toEqual(byName);
    await publishThing(superAdmin, "countries", "new", ireland);
    expect(await names("countries")).toEqual([...byName, "Ireland"].sort((a, b) => a.localeCompare(b, "en")));
    const keys = (await listed("countries")).map(({ key }) => key).reverse();
    expect(await reorderContent(superAdmin, "countries", { keys })).toEqual({ ok: true });
    const turned = [...byName, "Ireland"].sort((a, b) => b.localeCompare(a, "en"));
    expect(await names("countries")).toEqual(turned);
    await publishThing(superAdmin, "countries", "new", { name: "Norway", code: "NO" });
    expect(await names("countries")).toEqual([...turned, "Norway"]);
  });
});

describe("the order of countries while a version is scheduled", () => {
  const minute = { day: `${new Date().getUTCFullYear() + 1}-01-15`, time: "09:00" };
  const positionOf = async (key: string) =>
    (await database.query<{ place: number }>("select display_order as place from countries where id = $1", [key]))[0]
      ?.place;
  async function drafted(key: string, rawInput: Record<string, string>) {
    const draft = await sendDraft(superAdmin, "countries", key, rawInput);
    return draft.ok ? draft.number : expect.fail(draft.message);
  }
  /** Ireland with a scheduled version, and a draft made after it. */
  async function waiting() {
    const key = await publishThing(superAdmin, "countries", "new", ireland);
    const number = await drafted(key, { aliases: "ERIN" });
    expect(await publishAt(superAdmin, { kind: "countries", key, number, ...minute })).toMatchObject({ ok: true });
    return { key, number, draft: await drafted(key, { aliases: "ERIN\nEMERALD ISLE" }) };
  }
  async function turned(key: string) {
    const keys = (await listed("countries")).map((entry) => entry.key).reverse();
    expect(await reorderContent(superAdmin, "countries", { keys })).toEqual({ ok: true });
    return positionOf(key);
  }
  async function publishScheduled() {
    await database.query("update content_versions set scheduled_for = now() where scheduled_for is not null");
    await publishDue();
  }
  const aliasesOf = async (key: string) =>
    (await database.query<{ aliases: string[] }>("select aliases from countries where id = $1", [key]))[0]?.aliases;

  test("[O-EDIT-8, O-GEO-3] a new order survives the scheduled version, even if a newer draft was saved", async () => {
    const { key } = await waiting();
    const position = await turned(key);
    expect(position).not.toBe(0);
    await publishScheduled();
    expect([await aliasesOf(key), await positionOf(key)]).toEqual([["ERIN"], position]);
    const { draft, groups } = await openEditor(superAdmin, "countries", key);
    const inputs = groups.flatMap(({ fields }) => fields).map(({ name, boxes }) => [name, boxes[0]]);
    expect(draft, "still the draft of after it").toMatchObject({ number: expect.any(Number) });
    expect(Object.fromEntries(inputs)).toMatchObject({ aliases: "ERIN\nEMERALD ISLE", place: `${position}` });
  });
});

describe("deleting a country", () => {
  test("[O-GEO-4] a country with services can't be deleted, naming their number; one without can", async () => {
    const key = await publishThing(superAdmin, "countries", "new", ireland);
    const canada = await idOf("countries", "Canada");
    await database.query("update visa_services set country_id = $1 where country_id = $2", [key, canada]);
    const them = "Ireland has 2 services. Move them to another country first, or hide Ireland.";
    const remove = () => deleteContent(superAdmin, { kind: "countries", key });
    expect(await remove()).toMatchObject({ ok: false, reason: "conflict", message: them });
    await database.query("update visa_services set country_id = $1 where slug = 'canadian-eta'", [canada]);
    expect(await remove()).toMatchObject({
      message: "Ireland has 1 service. Move it to another country first, or hide Ireland.",
    });
    await database.query("update visa_services set country_id = $1 where country_id = $2", [canada, key]);
    expect(await remove()).toEqual({ ok: true });
    expect(await idOf("countries", "Ireland")).toBe("");
  });

  test("[O-GEO-4, O-GEO-5] categories are created, renamed, ordered, hidden and deleted by the same rules", async () => {
    const visitor = await idOf("service_categories", "Visitor");
    const [{ n = 0 } = {}] = await database.query<{ n: number }>(
      "select count(*)::int as n from visa_services where category_id = $1",
      [visitor],
    );
    expect(await deleteContent(superAdmin, { kind: "categories", key: visitor })).toMatchObject({
      message: `Visitor has ${n} services. Move them to another category first, or hide Visitor.`,
    });
    const key = await publishThing(superAdmin, "categories", "new", { name: "Family" });
    expect((await names("categories")).at(-1)).toBe("Family");
    const duplicate = await sendDraft(superAdmin, "categories", "new", { name: "family" });
    expect(duplicate).toMatchObject({ detail: { problems: { name: "Family is already in the list." } } });
    await publishThing(superAdmin, "categories", key, { name: "Families", hidden: ["", "yes"] });
    const keys = (await listed("categories")).map((entry) => entry.key);
    expect(await reorderContent(superAdmin, "categories", { keys: [key, ...keys] })).toEqual({ ok: true });
    expect((await listed("categories"))[0]).toMatchObject({ name: "Families", note: "0 services · hidden" });
    expect(await deleteContent(superAdmin, { kind: "categories", key })).toEqual({ ok: true });
    expect(await names("categories")).not.toContain("Families");
  });
});

test("[O-EDIT-3] the preview of a country's or category's draft is the page of services", async () => {
  for (const [kind, rawInput] of [
    ["countries", ireland],
    ["categories", { name: "Retirement" }],
  ] as const) {
    const draft = await sendDraft(superAdmin, kind, "new", rawInput);
    if (!draft.ok) return expect.fail(draft.message);
    const { previews } = await openEditor(superAdmin, kind, draft.key);
    expect(previews[0]?.path).toBe(`/services?preview=${draft.id}`);
  }
});
