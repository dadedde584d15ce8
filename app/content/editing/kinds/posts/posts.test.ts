import { JSDOM } from "jsdom";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { cardServices } from "~/content/posts/body/card-services.server";
import { plainText } from "~/content/posts/body/text";
import { feedPosts, feedXml } from "~/content/posts/feed.server";
import { postBySlug, presentSlug, relatedPosts, shownPosts } from "~/content/posts/posts.server";
import { sitemapEntries } from "~/content/seo/sitemap.server";
import { db } from "~/db/client.server";
import { loadStarter } from "~/db/seed/starter/load-starter.server";
import { openEditor } from "../../../../../test/harness/in-process/editor";
import { publishNow } from "../../../../../test/harness/in-process/publish";
import { staffMember } from "../../../../../test/harness/in-process/staff";
import { storedPicture } from "../../../../../test/harness/in-process/stored-picture";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";
import { registerContentSchedule } from "../../due.server";
import { readList } from "../../list.server";
import { unpublish } from "../../offline.server";
import { saveContent } from "../../save-content.server";
import { postsKind } from "./posts.server";

registerContentSchedule();
const database = testDatabase();
let editor: StaffContext;
beforeAll(async () => {
  editor = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  await database.query("truncate content_versions");
  await database.query("delete from blog_posts");
  await db.transaction(loadStarter);
});

type FormInput = Record<string, string>;
const bodyOf = (...texts: string[]) =>
  JSON.stringify({
    type: "doc",
    content: texts.map((text) => ({ type: "paragraph", content: [{ type: "text", text, marks: [] }] })),
  });
const whole = {
  ...{ title: "Hiring from abroad", excerpt: "What a permit asks.", category: "Work", author: "Ann Rolle" },
  ...{ tags: "permits\nemployers", body: bodyOf("First a permit.", "Then a flight.") },
};

const save = (rawInput: FormInput, key = "new", base = 0) =>
  saveContent(editor, {
    ...{ kind: "posts", key, base },
    typed: Object.fromEntries(Object.entries(rawInput).map(([name, text]) => [name, [text]])),
  });
async function saved(rawInput: FormInput, key?: string, base?: number) {
  const result = await save(rawInput, key, base);
  return result.ok ? result : expect.fail(`${result.message} ${JSON.stringify(result.detail)}`);
}
async function problemsOf(rawInput: FormInput, key?: string, base?: number) {
  const result = await save(rawInput, key, base);
  return result.ok ? {} : (result.detail as { problems: Record<string, string> }).problems;
}
const publish = (key: string, number: number) => publishNow(editor, { kind: "posts", key, number });
/** Saves and publishes; returns the post's key and version number. */
async function published(rawInput: FormInput, key?: string, base?: number) {
  const draft = await saved(rawInput, key, base);
  const result = await publish(draft.key, draft.number);
  return result.ok ? draft : expect.fail(`${result.message} ${JSON.stringify(result.detail)}`);
}
const slugs = async () => (await shownPosts()).map(({ slug }) => slug);
const stored = async (key: string) =>
  (
    await database.query(
      "select slug, content, body, tags, published_at::text as since, updated_at::text as changed from blog_posts where id = $1",
      [key],
    )
  )[0];

test("[O-POST-1] the public team and earlier authors are suggested as authors", async () => {
  await database.query("delete from team_members");
  await database.query(
    `insert into team_members (name, role, bio, languages, published)
     values ('Zora Deal', 'Consultant', 'She reads.', '{English}', true), ('Yan Gone', 'Consultant', 'He left.', '{English}', false)`,
  );
  const { groups } = await openEditor(editor, "posts", "new");
  const author = groups.flatMap(({ fields }) => fields).find(({ name }) => name === "author");
  const suggested = author?.control.as === "line" ? author.control.suggests : undefined;
  const written = await database.query<{ author: string }>("select distinct author from blog_posts");
  expect(suggested).toEqual(expect.arrayContaining(["Zora Deal", ...written.map((row) => row.author)]));
  expect(suggested).not.toContain("Yan Gone");
});

describe("a draft of a post", () => {
  test("[O-POST-1] a draft needs only a title, and publishing asks for missing fields at each of them", async () => {
    const draft = await saved({ title: "Only a title" });
    expect(await publish(draft.key, draft.number)).toMatchObject({
      reason: "invalid",
      detail: {
        problems: {
          excerpt: "Write an excerpt: it appears on the blog’s cards.",
          category: "Choose a category, or write a new one.",
          author: "Enter the author: someone on the team, or another name.",
          body: "Write the text of the post.",
        },
      },
    });
    expect(await slugs()).not.toContain("only-a-title");
    expect(await problemsOf({ title: "" })).toHaveProperty("title");
  });

  test.each([
    ["title", "a".repeat(151), "Write at most 150 characters."],
    ["excerpt", "a".repeat(301), "Write at most 300 characters."],
    ["tags", Array.from({ length: 9 }, (_, index) => `tag ${index}`).join("\n"), "Write at most 8 lines."],
    ["tags", "a".repeat(31), "Write at most 30 characters."],
    ["tags", "Visa\nvisa", "visa is on the list twice."],
    ["slug", "Hiring", "Use small letters, digits and single hyphens."],
    ["slug", "hiring--abroad", "Use small letters, digits and single hyphens."],
    ["slug", "-hiring", "Use small letters, digits and single hyphens."],
    ["slug", "us-visa-interview-in-nassau", "Another post has this address. Choose another."],
    [
      "body",
      "no JSON",
      "This text holds something that can’t be kept: what is no text of the editor. Nothing was saved.",
    ],
    [
      "body",
      '{"type":"doc","content":[{"type":"iframe"}]}',
      "This text holds something that can’t be kept: iframe. Nothing was saved.",
    ],
  ])(
    "[O-POST-1, O-POST-2, O-BODY-5] %s %j is refused at its field, and nothing is saved",
    async (name, text, message) => {
      expect(await problemsOf({ title: "A post", [name]: text })).toEqual({ [name]: message });
      expect(await database.query("select 1 from content_versions")).toEqual([]);
    },
  );

  test("[O-POST-4] a cover has to be one of our pictures of at least 1200 × 630 pixels, with a description", async () => {
    const address = (size: string) => `/pictures/${"ab".repeat(16)}-${size}.jpg`;
    const cover = async (...inputs: string[]) => {
      const rawInputs = { title: ["A post"], cover: inputs };
      const result = await saveContent(editor, { kind: "posts", key: "new", base: 0, typed: rawInputs });
      return result.ok ? "" : (result.detail as { problems: Record<string, string> }).problems.cover;
    };
    const unstored = "This refers to a picture we don’t have. Remove it, or upload the file again.";
    expect(await cover(address("1200x630"), "A beach")).toBe(unstored);
    await storedPicture(database, address("1200x630"));
    expect(await cover(address("1200x630"), "A beach")).toBe("");
    expect(await cover(address("1300x630"), "A beach"), "of another size").toBe(unstored);
    expect(await cover(address("1199x630"), "A beach")).toContain("1199 × 630 pixels");
    expect(await cover(address("1200x629"), "A beach")).toContain("1200 × 629 pixels");
    expect(await cover(address("1200x630"), " ")).toBe("Describe this picture for people who can’t see it.");
    expect(await cover("https://evil.example/a.jpg", "A beach")).toContain("We don’t have this picture");
  });

  test("[O-BODY-2] a picture without a description can be saved in a draft but not published", async () => {
    const attrs = { src: `/pictures/${"cd".repeat(16)}-900x600.png`, alt: "" };
    const body = JSON.stringify({ type: "doc", content: [{ type: "picture", attrs }] });
    expect(await problemsOf({ ...whole, body })).toEqual({ body: expect.stringContaining("a picture we don’t have") });
    await storedPicture(database, attrs.src);
    const draft = await saved({ ...whole, body });
    expect(await publish(draft.key, draft.number)).toMatchObject({
      reason: "invalid",
      detail: { problems: { body: "Describe this picture for people who can’t see it." } },
    });
  });
});

describe("a published post", () => {
  test("[O-POST-5, O-POST-2] a published post appears in the blog, the feed, the sitemap and among related posts, under a path from its title", async () => {
    const draft = await saved(whole);
    expect(await slugs()).not.toContain("hiring-from-abroad");
    await publish(draft.key, draft.number);
    expect((await slugs())[0]).toBe("hiring-from-abroad");
    const feed = feedXml(await feedPosts(), { siteName: "Lucaya", origin: "https://lucaya.example" });
    expect(feed).toContain("https://lucaya.example/blog/hiring-from-abroad");
    expect(feed).toContain("&lt;p&gt;First a permit.&lt;/p&gt;");
    expect((await sitemapEntries()).map(({ path }) => path)).toContain("/blog/hiring-from-abroad");
    await published({ ...whole, title: "Another of work" });
    expect((await relatedPosts("another-of-work")).posts.map(({ slug }) => slug)).toContain("hiring-from-abroad");
  });

  test("[O-BODY-7] markup in its excerpt is escaped for feed readers that interpret descriptions as HTML", async () => {
    const excerpt = "<img src=x onerror=alert(1)> & <b>more</b>";
    await published({ ...whole, excerpt });
    const feed = feedXml(await feedPosts(), { siteName: "Lucaya", origin: "https://lucaya.example" });
    const { window } = new JSDOM(feed, { contentType: "application/xml" });
    const html = window.document.querySelector("item description")?.textContent ?? "";
    expect(JSDOM.fragment(html).textContent).toBe(excerpt);
  });

  test("[O-POST-5, O-POST-7] a later version changes the plain text and the modification date, not the publication date", async () => {
    const { key, number } = await published(whole);
    const before = await stored(key);
    expect(before?.content).toBe("First a permit.\n\nThen a flight.");
    await published({ body: bodyOf("Only a flight.") }, key, number);
    const after = await stored(key);
    expect(after).toMatchObject({ content: "Only a flight.", since: before?.since });
    expect(after?.changed).not.toBe(before?.changed);
    expect(await database.query("select number from content_versions order by number"), "no others").toHaveLength(2);
  });

  test("[O-POST-3] all former paths of a post redirect to the current one, and no other post can take one of them", async () => {
    const { key, number } = await published(whole);
    await published({ slug: "hiring" }, key, number);
    await published({ slug: "work-permits" }, key, number + 1);
    expect(await presentSlug("hiring-from-abroad")).toBe("work-permits");
    expect(await presentSlug("hiring")).toBe("work-permits");
    expect(await problemsOf({ title: "Another", slug: "hiring" })).toEqual({
      slug: "This address leads to “Hiring from abroad”. Choose another.",
    });
    await published({ slug: "hiring" }, key, number + 2);
    expect(await presentSlug("hiring")).toBeUndefined();
    expect(await presentSlug("work-permits")).toBe("hiring");
  });

  test("[F-FEED-1] a post's feed entry keeps its guid while its path changes and changes back", async () => {
    const entry = async () => {
      const feed = feedXml(await feedPosts(), { siteName: "Lucaya", origin: "https://lucaya.example" });
      const { window } = new JSDOM(feed, { contentType: "application/xml" });
      const item = [...window.document.querySelectorAll("item")].find(
        (svg) => svg.querySelector("title")?.textContent === whole.title,
      );
      const guid = item?.querySelector("guid");
      const link = item?.querySelector("link")?.textContent?.split("/blog/")[1];
      return [link, guid?.textContent, guid?.getAttribute("isPermaLink")];
    };
    const first = "https://lucaya.example/blog/hiring-from-abroad";
    const { key, number } = await published(whole);
    expect(await entry()).toEqual(["hiring-from-abroad", first, "true"]);
    for (const [index, slug] of ["hiring", "work-permits", "hiring-from-abroad", "hiring"].entries()) {
      await published({ slug }, key, number + index);
      expect(await entry()).toEqual([slug, first, String(slug === "hiring-from-abroad")]);
    }
  });

  test("[O-POST-2, O-POST-3] of two posts that take one path at once, one is refused", async () => {
    const drafts = [await saved(whole), await saved({ ...whole, slug: "hiring-from-abroad" })];
    const results = await Promise.all(drafts.map(({ key, number }) => publish(key, number)));
    expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });

  test("[O-POST-6] the post is listed under its tags", async () => {
    await published(whole);
    const tagged = (await shownPosts()).filter(({ tags }) => tags.includes("permits"));
    expect(tagged.map(({ slug }) => slug)).toEqual(["hiring-from-abroad"]);
  });

  test("[O-EDIT-13] an unpublished post is in no list, and publishing it again keeps its first publication date", async () => {
    const { key, number } = await published(whole);
    const before = await stored(key);
    expect(await unpublish(editor, { kind: "posts", key })).toMatchObject({ ok: true });
    expect(await slugs()).not.toContain("hiring-from-abroad");
    expect(await postBySlug("hiring-from-abroad")).toBeUndefined();
    expect((await sitemapEntries()).map(({ path }) => path)).not.toContain("/blog/hiring-from-abroad");
    expect(await publish(key, number)).toMatchObject({ ok: true });
    expect(await slugs()).toContain("hiring-from-abroad");
    expect((await stored(key))?.since).toBe(before?.since);
  });
});

describe("a post stored as plain text", () => {
  const old = async () =>
    (
      await database.query<{ id: string; content: string; slug: string }>(
        "select id, content, slug from blog_posts order by slug limit 1",
      )
    )[0] ?? expect.fail("There is none");

  test("[P-POST-2] the editor opens it with its text, and changing only the title doesn't rewrite the text", async () => {
    const { id, content, slug } = await old();
    const view = await openEditor(editor, "posts", id);
    const body = view.groups.flatMap(({ fields }) => fields).find(({ name }) => name === "body")?.boxes[0] ?? "";
    await published({ title: "A new title", body }, id, view.base);
    expect(await stored(id)).toMatchObject({ content, body: null });
    expect((await postBySlug(slug))?.title).toBe("A new title");
    expect(plainText((await postBySlug(slug))?.body ?? expect.fail())).toBe(content.trim());
  });

  test("saving it unchanged makes no version", async () => {
    const { id } = await old();
    const view = await openEditor(editor, "posts", id);
    const fields = view.groups.flatMap(({ fields }) => fields).filter(({ control }) => control.as !== "picture");
    const rawInputs = Object.fromEntries(fields.map(({ name, boxes }) => [name, boxes]));
    await saveContent(editor, { kind: "posts", key: id, base: view.base, typed: rawInputs });
    expect((await openEditor(editor, "posts", id)).draft).toBeNull();
  });
});

describe("a service card in a post", () => {
  const withCard = (service: string) =>
    JSON.stringify({ type: "doc", content: [{ type: "serviceCard", attrs: { service } }, { type: "paragraph" }] });
  const { many = expect.fail("There are many posts") } = postsKind;
  const noteOf = async (key: string) =>
    (await readList(editor.staff, postsKind, many)).entries.find((entry) => entry.key === key)?.note;

  test("[O-BODY-3] the card shows the current service; an inactive one is left out, and the desk names the post", async () => {
    const [service] = await database.query<{ id: string }>("select id from visa_services where slug = 'canadian-eta'");
    const id = service?.id ?? "";
    const { key } = await published({ ...whole, body: withCard(id) });
    expect(await cardServices([id])).toMatchObject([{ name: "Canadian eTA", slug: "canadian-eta" }]);
    await database.query("update visa_services set service_name = 'eTA of Canada' where id = $1", [id]);
    expect(await cardServices([id])).toMatchObject([{ name: "eTA of Canada", country: { name: "Canada" } }]);
    expect(await noteOf(key)).toBe("Work");
    await database.query("update visa_services set is_active = false where id = $1", [id]);
    expect(await cardServices([id])).toEqual([]);
    expect(await noteOf(key)).toContain("Not shown: card for “eTA of Canada” is not active");
    await database.query("update visa_services set is_active = true, service_name = 'Canadian eTA' where id = $1", [
      id,
    ]);
  });
});
