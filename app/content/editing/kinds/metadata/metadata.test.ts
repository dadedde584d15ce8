import { beforeAll, beforeEach, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { registerDefaultMetadata } from "~/content/seo/default-metadata.server";
import { pageHead } from "~/content/seo/page-metadata.server";
import { sitemapEntries } from "~/content/seo/sitemap.server";
import { db } from "~/db/client.server";
import { loadStarter } from "~/db/seed/starter/load-starter.server";
import { visitOf } from "../../../../../test/harness/in-process/content";
import { openEditor } from "../../../../../test/harness/in-process/editor";
import { publishNow } from "../../../../../test/harness/in-process/publish";
import { staffMember } from "../../../../../test/harness/in-process/staff";
import { storedPicture } from "../../../../../test/harness/in-process/stored-picture";
import { testDatabase } from "../../../../../test/harness/in-process/test-database";
import { readList } from "../../list.server";
import { saveContent } from "../../save-content.server";
import { metadataKind } from "./metadata.server";

registerDefaultMetadata(async (path) => ({ title: `The words of ${path}`, description: "As the page says it." }));
const database = testDatabase();
let superAdmin: StaffContext;
let regular: StaffContext;
const small = `/pictures/${"c".repeat(32)}-1199x630.png`;
const first = `/pictures/${"d".repeat(32)}-1200x630.png`;
const second = `/pictures/${"e".repeat(32)}-1600x900.png`;
beforeAll(async () => {
  superAdmin = await staffMember(database);
  regular = await staffMember(database, "regular_admin");
  await storedPicture(database, first);
  await storedPicture(database, second);
});
beforeEach(async () => {
  await database.query("truncate content_versions");
  await database.query("delete from seo_metadata");
  await db.transaction(loadStarter);
  await database.query("update visa_services set is_active = true");
});

type FormInput = Record<string, string>;
const save = (key: string, rawInput: FormInput, base = 1, by = superAdmin) =>
  saveContent(by, {
    ...{ kind: "metadata", key, base },
    typed: Object.fromEntries(Object.entries(rawInput).map(([name, text]) => [name, [text]])),
  });
async function publish(
  key: string,
  rawInput: FormInput,
  { base = 1, answer }: { base?: number; answer?: string } = {},
) {
  const draft = await save(key, rawInput, base);
  if (!draft.ok) return expect.fail(JSON.stringify(draft));
  return publishNow(superAdmin, { kind: "metadata", key, number: draft.number, answer });
}
const inSitemap = async (path: string) => (await sitemapEntries()).some((entry) => entry.path === path);

test("[O-META-1] every public route is listed with its row or its default, and can be edited", async () => {
  await database.query("delete from seo_metadata where page_path in ('/about', '/services/canada')");
  const { entries } = await readList(superAdmin.staff, metadataKind, metadataKind.many ?? expect.fail("not many"));
  const noteOf = (name: string) => entries.find((entry) => entry.name === name)?.note;
  const pages = ["/", "/services", "/contact", "/about", "/blog", "/faqs", "/forms", "/privacy-policy"];
  for (const path of [...pages, "/bahamas-immigration", "/bahamian-evisa", "/apply/start", "/services/canada"])
    expect(noteOf(path), path).toBeTruthy();
  expect(noteOf("/services")).toBe("Visa Services and Prices | Lucaya");
  expect(noteOf("/about")).toBe("Not set. Uses: The words of /about");
  expect(noteOf("/services/canada")).toBe("Not set. Uses: The words of /services/canada");
  const view = await openEditor(superAdmin, "metadata", "services.canada");
  expect(view.extra).toMatchObject({ instead: { title: "The words of /services/canada" } });

  expect(
    await publish("services.canada", { title: "Canada", description: "Visas for it." }, { base: 0 }),
  ).toMatchObject({ ok: true });
  expect(await pageHead(visitOf(), "/services/canada")).toMatchObject({
    ...{ title: "Canada", description: "Visas for it.", robots: "index, follow", ogType: "website" },
  });
});

test("[O-META-1] pages of services and posts are listed with their titles and link to their editors", async () => {
  const { entries } = await readList(superAdmin.staff, metadataKind, metadataKind.many ?? expect.fail("not many"));
  const [service] = await database.query("select id from visa_services where slug = 'bahamian-evisa'");
  const [post] = await database.query("select id, slug, title from blog_posts where published order by slug limit 1");
  const entryOf = (name: string) => entries.find((entry) => entry.name === name);
  expect(entryOf("/visa/bahamian-evisa")).toMatchObject({
    ...{ screen: `/admin/services/${service?.id}`, note: expect.stringMatching(/ · Edited in the service editor$/) },
  });
  expect(entryOf(`/blog/${post?.slug}`)).toMatchObject({ screen: `/admin/content/posts/${post?.id}` });
  const listed = new Set(entries.map(({ name }) => name));
  for (const { path } of await sitemapEntries()) expect(listed, path).toContain(path);
});

const imageOf = async (path: string) => (await pageHead(visitOf(), path)).ogImage;

test("[O-META-4] a page uses its own picture or the generated one, and a replaced picture has another URL", async () => {
  const drawn = "http://localhost/social/about.png";
  expect(await imageOf("/about")).toBe(drawn);
  await save("about", { picture: first });
  expect(await imageOf("/about"), "a draft").toBe(drawn);
  await publish("about", { picture: first }, { base: 2 });
  expect(await imageOf("/about")).toBe(`http://localhost${first}`);
  await publish("about", { picture: second }, { base: 2 });
  expect(await imageOf("/about")).toBe(`http://localhost${second}`);
  const { groups } = await openEditor(superAdmin, "metadata", "about");
  expect(groups.flatMap(({ fields }) => fields).find(({ name }) => name === "picture")?.boxes).toEqual([second, ""]);
  await publish("about", { picture: "" }, { base: 3 });
  expect(await imageOf("/about")).toBe(drawn);
});

test.each([
  [{ picture: small }, "picture", /1199 × 630 pixels/],
  [{ og_image: small }, "picture", /1199 × 630 pixels/],
  [{ picture: "https://other.example/a.png" }, "picture", /^We don’t have this picture/],
  [{ picture: first, og_image: "/social/home.png" }, "og_image", /one picture/],
])("[O-META-4] %j is refused at its field", async (rawInput, name, message) => {
  expect(await save("about", rawInput)).toMatchObject({
    detail: { problems: { [name]: expect.stringMatching(message) } },
  });
});

test("[O-META-4] the URL of one of our pictures selects that picture", async () => {
  await publish("about", { og_image: first });
  expect((await openEditor(superAdmin, "metadata", "about")).groups.flatMap(({ fields }) => fields)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: "picture", boxes: [first, ""] }),
      expect.objectContaining({ name: "og_image", boxes: [""] }),
    ]),
  );
  expect(await imageOf("/about")).toBe(`http://localhost${first}`);
});

test("[O-META-1] all published fields of a page appear in its head", async () => {
  const rawInput = {
    ...{ title: "About us", description: "Who we are.", keywords: "visa", og_title: "Us", og_description: "We." },
    ...{ og_type: "profile", og_image: "/social/home.png", canonical_url: "https://lucaya.example/about" },
    ...{ robots: "index, nofollow", priority: "0.3", change_frequency: "yearly" },
    structured_data: `{ "@type": "AboutPage", "name": "Us" }`,
  };
  const draft = await save("about", rawInput);
  expect(draft).toMatchObject({ ok: true });
  expect((await pageHead(visitOf(), "/about")).title, "a draft changes nothing").not.toBe("About us");
  await publish("about", rawInput, { base: 2 });
  expect(await pageHead(visitOf(), "/about")).toMatchObject({
    ...{ title: "About us", description: "Who we are.", keywords: "visa", ogTitle: "Us", ogDescription: "We." },
    ...{ ogType: "profile", ogImage: "http://localhost/social/home.png", canonical: "https://lucaya.example/about" },
    ...{ robots: "index, nofollow", structuredData: [{ "@type": "AboutPage", name: "Us" }] },
  });
  expect((await sitemapEntries()).find(({ path }) => path === "/about")).toMatchObject({
    priority: "0.3",
    frequency: "yearly",
  });
});

test.each([
  ["title", "x".repeat(201), "Write at most 200 characters."],
  ["title", "", "Enter a title."],
  ["description", "x".repeat(501), "Write at most 500 characters."],
  [
    "canonical_url",
    "javascript:alert(1)",
    "Enter a path on this site, such as /services, or an address that starts with https://.",
  ],
  [
    "canonical_url",
    "//evil.example/x",
    "Enter a path on this site, such as /services, or an address that starts with https://.",
  ],
  [
    "og_image",
    "http://pictures.example/a.png",
    "Enter a path on this site, such as /services, or an address that starts with https://.",
  ],
  ["structured_data", `{ "@type": "AboutPage", }`, /^This is not JSON: .+/],
  ["structured_data", `{ "@type": "A", "of": ${"[".repeat(30)}${"]".repeat(30)} }`, /at most 20 nested levels/],
  ["structured_data", `{ "name": "Us" }`, /needs an “@type”/],
  ["structured_data", `[{ "@type": "A" }, 3]`, /needs an “@type”/],
  ["robots", "keep out", /^Use words that search engines know/],
  ["priority", "1.5", "Priority is a number from 0 to 1, such as 0.8."],
])("[O-META-3] %s %j is refused at its field, and nothing is saved", async (name, text, message) => {
  expect(await save("about", { [name]: text })).toMatchObject({
    ...{ ok: false, reason: "invalid" },
    detail: { problems: { [name]: typeof message === "string" ? message : expect.stringMatching(message) } },
  });
  expect(await database.query("select 1 from content_versions where made_by is not null")).toEqual([]);
});

test("[O-META-3] noindex asks for confirmation, and then the page is removed from the sitemap", async () => {
  expect(await publish("about", { robots: "noindex, follow" })).toMatchObject({
    ...{
      ok: false,
      detail: { question: { text: "This page will be removed from search results and the sitemap. Publish it?" } },
    },
  });
  expect(await inSitemap("/about")).toBe(true);
  expect(await publish("about", {}, { base: 2, answer: "no" })).not.toMatchObject({ ok: true, changed: true });
  expect(await inSitemap("/about")).toBe(true);
  expect(await publish("about", {}, { base: 2, answer: "yes" })).toMatchObject({ ok: true });
  expect(await inSitemap("/about")).toBe(false);
  expect((await pageHead(visitOf(), "/about")).robots).toBe("noindex, follow");
});

test("[O-MAY-2] a regular admin can't change metadata", async () => {
  expect(await save("about", { title: "Mine" }, 1, regular)).toMatchObject({ reason: "forbidden" });
  expect((await pageHead(visitOf(), "/about")).title).not.toBe("Mine");
});
