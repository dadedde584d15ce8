import { beforeAll, beforeEach, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { publicTeam } from "~/content/team/team.server";
import { requestContextStorage } from "~/core/request-context-storage.server";
import { db } from "~/db/client.server";
import { loadTeam } from "~/db/seed/starter/team";
import { visitOf } from "../../../../test/harness/in-process/content";
import { publishNow, publishThing } from "../../../../test/harness/in-process/publish";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { storedPicture } from "../../../../test/harness/in-process/stored-picture";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { registerContentSchedule } from "../due.server";
import { unpublish } from "../offline.server";
import { reorderContent } from "../order.server";
import { saveContent } from "../save-content.server";

registerContentSchedule();
const database = testDatabase();
const kind = "team";
let regular: StaffContext;
beforeAll(async () => {
  regular = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  await database.query("truncate content_versions");
  await database.query("truncate team_members");
  await db.transaction(loadTeam);
});

const save = (rawInputs: Record<string, string[]>, key = "new", base = 0) =>
  saveContent(regular, { kind, key, base, typed: rawInputs });
async function publish(rawInputs: Record<string, string[]>, key = "new") {
  const saved = await save(rawInputs, key);
  if (!saved.ok) return expect.fail(JSON.stringify(saved));
  expect(await publishNow(regular, { kind, key: saved.key, number: saved.number })).toMatchObject({ ok: true });
  return saved.key;
}
const team = () => publicTeam(visitOf());
const names = async () => (await team()).members.map(({ name }) => name);
const keyOf = async (name: string) =>
  String((await database.query("select id from team_members where name = $1", [name]))[0]?.id);
const person = { name: ["Ann Rolle"], role: ["Consultant"], bio: ["She reads.\nShe writes."], languages: ["English"] };
const defaultTeam = [
  ...["Desmond Rolle", "Anika Thompson", "Jean-Robert Désir", "Priya Sands", "Lucía Bethel", "Theo Knowles"],
];

test("[O-TEXT-1] the default team is the founder and six members", async () => {
  expect((await team()).founder).toMatchObject({ name: "Marguerite Adderley", languages: ["English", "French"] });
  expect(await names()).toEqual(defaultTeam);
});

test("[O-TEXT-1, O-MAY-1] a regular admin can add, change and order members", async () => {
  const { ok } = await save(person);
  expect(ok).toBe(true);
  expect(await names(), "a draft").toEqual(defaultTeam);
  await publish({ ...person, name: ["Bea Sands"] });
  expect((await team()).members.at(-1)).toMatchObject({ name: "Bea Sands", bio: "She reads.\nShe writes." });
  await publish({ role: ["Head of Clients"] }, await keyOf("Theo Knowles"));
  expect((await team()).members.at(-2)).toMatchObject({ name: "Theo Knowles", role: "Head of Clients" });
  const theo = await keyOf("Theo Knowles");
  const remaining = (await database.query("select id from team_members order by display_order")).map(({ id }) =>
    String(id),
  );
  await reorderContent(regular, kind, { keys: [theo, ...remaining.filter((id) => id !== theo)] });
  expect((await names())[0]).toBe("Theo Knowles");
});

test("[O-TEXT-1] a new founder gets the section and the quote, and without a founder the page omits them", async () => {
  await publish({ is_founder: [""] }, await keyOf("Marguerite Adderley"));
  expect((await team()).founder).toBeNull();
  expect(await names()).toEqual(["Marguerite Adderley", ...defaultTeam]);
  await publish({ is_founder: ["", "yes"] }, await keyOf("Priya Sands"));
  expect((await team()).founder?.name).toBe("Priya Sands");
});

test("[O-TEXT-1, O-EDIT-13] a post keeps the name of an author who has left the team", async () => {
  const [post] = await database.query("select author from blog_posts where published limit 1");
  const author = String(post?.author);
  const posts = () => database.query("select id from blog_posts where author = $1 order by id", [author]);
  const before = await posts();
  expect(await unpublish(regular, { kind, key: await keyOf(author) })).toMatchObject({ ok: true });
  const { founder, members } = await team();
  expect([founder?.name, ...members.map(({ name }) => name)]).not.toContain(author);
  expect(await posts()).toEqual(before);
});

test.each([
  [{ name: [""] }, "name", "Write the name."],
  [{ languages: ["x".repeat(41)] }, "languages", "Write at most 40 characters."],
  [{ bio: ["x".repeat(3001)] }, "bio", "Write at most 3,000 characters."],
])("[O-TEXT-1] %j is refused at its field", async (rawInput, at, message) => {
  expect(await save({ ...person, ...rawInput })).toMatchObject({ detail: { problems: { [at]: message } } });
});

test("[O-TEXT-1, O-EDIT-14] a member can't be published without role, text and a language", async () => {
  const saved = await save({ name: ["Ann Rolle"] });
  if (!saved.ok) return expect.fail(saved.message);
  expect(await publishNow(regular, { kind, key: saved.key, number: 1 })).toMatchObject({
    message: "Not published. Enter a role: it appears below the name.",
    detail: { problems: { role: expect.any(String), bio: expect.any(String), languages: expect.any(String) } },
  });
});

test("[O-TEXT-1] a photograph is shown with its description and size, and a member without one has none", async () => {
  const src = `/pictures/${"a".repeat(32)}-640x800.webp`;
  const photo = { src, alt: "Theo at the counter" };
  await database.query("update team_members set photo = $1 where name = 'Theo Knowles'", [JSON.stringify(photo)]);
  await database.query(`update team_members set photo = '{"src": "https://other.example/a.png", "alt": "A"}'
    where name = 'Priya Sands'`);
  const { members } = await team();
  expect(members.map((member) => member.photo).filter((photo) => photo !== null)).toEqual([
    { ...photo, width: 640, height: 800 },
  ]);
});

test("[O-TEXT-1, O-EDIT-2] a photograph needs a description, is published with the member, and can be removed", async () => {
  const src = `/pictures/${"b".repeat(32)}-640x800.jpg`;
  await storedPicture(database, src);
  const key = await keyOf("Theo Knowles");
  expect(await save({ photo: [src, ""] }, key)).toMatchObject({
    detail: { problems: { photo: "Describe this picture for people who can’t see it." } },
  });
  expect(await save({ photo: ["https://other.example/a.png", "Theo"] }, key)).toMatchObject({ ok: false });
  const photoNow = async () => (await team()).members.find(({ name }) => name === "Theo Knowles")?.photo;
  await save({ photo: [src, "Theo at work"] }, key);
  expect(await photoNow(), "a draft").toBeNull();
  await publishThing(regular, kind, key, { photo: [src, "Theo at the counter"] });
  expect(await photoNow()).toEqual({ src, alt: "Theo at the counter", width: 640, height: 800 });
  await publishThing(regular, kind, key, { photo: ["", ""] });
  expect(await photoNow()).toBeNull();
});

test("[O-EDIT-3] a member's draft is shown in their position to the previewing admin only", async () => {
  const key = await keyOf("Theo Knowles");
  const content = { name: "Theodore", role: null };
  const preview = { number: 2, title: "", thing: { kind, key, content } };
  const seen = await requestContextStorage.run(visitOf({ preview }), team);
  expect(seen.members.at(-1)).toMatchObject({ id: key, name: "Theodore", role: "" });
  expect(await names()).toEqual(defaultTeam);
});
