import sharp from "sharp";
import { expect, test } from "vitest";
import { readPage } from "../harness/page";
import { screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

test("each public page has a social image of 1200 by 630, and no image is made for any other path", async () => {
  const seen = new Set<string>();
  const paths = ["/", "/services", "/visa/uk-visitor-visa", "/blog/proof-of-funds-an-officer-can-read", "/apply/start"];
  for (const path of paths) {
    const url = (await readPage(app, path)).meta["og:image"] ?? "";
    const response = await fetch(url);
    expect([response.status, response.headers.get("content-type")], url).toEqual([200, "image/png"]);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width: 1200, height: 630 });
    expect(bytes.length).toBeLessThan(400_000);
    // An empty picture has hardly more than one colour.
    expect((await sharp(bytes).stats()).entropy).toBeGreaterThan(1);
    seen.add(bytes.toString("base64"));
    const again = await fetch(url, { headers: { "if-none-match": response.headers.get("etag") ?? "" } });
    expect(again.status).toBe(304);
  }
  expect(seen.size).toBe(paths.length);
  await app.query("update blog_posts set published = false where slug = 'flying-to-the-us-without-a-visa'");
  for (const path of ["none", "visa/none", "blog/flying-to-the-us-without-a-visa", "apply", "home.png/x"])
    expect((await fetch(`${app.url}/social/${path}.png`)).status, path).toBe(404);
});

test("the pages link to existing icons, a manifest and a feed", async () => {
  const { links } = await readPage(app, "/");
  const wanted = { icon: /^image\//, "apple-touch-icon": /^image\/png/, manifest: /^application\/manifest\+json/ };
  for (const [rel, type] of Object.entries(wanted)) {
    const found = links.filter((link) => link.rel === rel);
    expect(found.length, rel).toBeGreaterThan(0);
    for (const { href } of found) {
      const response = await fetch(app.url + href);
      expect([response.status, type.test(response.headers.get("content-type") ?? "")], href).toEqual([200, true]);
    }
  }
  const manifest = (await (await fetch(`${app.url}/site.webmanifest`)).json()) as {
    name: string;
    icons: { src: string; sizes: string; type: string; purpose: string }[];
  };
  expect(manifest.name).toBe("Lucaya Visa & Immigration");
  expect(new Set(manifest.icons.map(({ purpose }) => purpose))).toEqual(new Set(["any", "maskable"]));
  for (const { src, sizes, type } of manifest.icons.filter((icon) => icon.type === "image/png")) {
    const bytes = Buffer.from(await (await fetch(app.url + src)).arrayBuffer());
    const { width, height, format } = await sharp(bytes).metadata();
    expect([`${width}x${height}`, `image/${format}`], src).toEqual([sizes, type]);
  }
});

test("the feed contains the published posts in full, newest first", async () => {
  const { links } = await readPage(app, "/blog");
  const url = links.find(({ rel, type }) => rel === "alternate" && type === "application/rss+xml")?.href;
  const response = await fetch(`${app.url}${url}`);
  expect(response.headers.get("content-type")).toMatch(/^application\/rss\+xml/);
  const xml = await response.text();
  const posts = await app.query<{ slug: string; content: string }>(
    "select slug, content from blog_posts where published order by published_at desc, slug desc",
  );
  const items = [...xml.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item = ""]) => item);
  expect(items.map((item) => /<guid isPermaLink="true">([^<]+)/.exec(item)?.[1])).toEqual(
    posts.map(({ slug }) => `${app.url}/blog/${slug}`),
  );
  for (const [index, item] of items.entries()) {
    // The feed shows the value of a fact.
    const last = posts[index]?.content.trim().split(/\n+/).at(-1)?.slice(0, 30).split("{")[0] ?? "?";
    expect(item).not.toMatch(/\{[a-z]+[:}]/);
    expect(item).toContain(
      last.replaceAll("&", "&amp;amp;").replaceAll("'", "&amp;apos;").replaceAll('"', "&amp;quot;"),
    );
    expect(item).toMatch(/<pubDate>\w{3}, \d{2} \w{3} \d{4} [\d:]{8} GMT<\/pubDate>/);
  }
});

test("robots.txt excludes private paths and names the sitemap", async () => {
  const text = await (await fetch(`${app.url}/robots.txt`)).text();
  for (const path of ["/admin", "/apply", "/application", "/documents"]) expect(text).toContain(`Disallow: ${path}\n`);
  expect(text).not.toMatch(/^Disallow: \/$/m);
  expect(text).toContain(`Sitemap: ${app.url}/sitemap.xml`);
});

test("[V-PAGE-3] security.txt names the contact of the settings and an existing policy, and has not expired", async () => {
  const text = await (await fetch(`${app.url}/.well-known/security.txt`)).text();
  expect(text).toContain("Contact: mailto:hello@lucaya.example");
  const expires = Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? "");
  const days = (expires - Date.now()) / 86_400_000;
  expect(days > 90 && days < 365).toBe(true);
  const policy = new URL(/^Policy: (\S+)$/m.exec(text)?.[1] ?? "");
  const response = await fetch(`${app.url}${policy.pathname}`);
  expect(response.status).toBe(200);
  expect(screenOf(await response.text()).element.querySelector(policy.hash)?.textContent).toContain(
    "found a security problem",
  );
});
