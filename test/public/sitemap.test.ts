import { expect, test } from "vitest";
import { startApp } from "../harness/app-server";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

type Entry = { loc: string; lastmod: string; changefreq: string; priority: string };

async function sitemap(path = "/sitemap.xml"): Promise<Entry[]> {
  const response = await fetch(app.url + path);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^application\/xml/);
  const xml = await response.text();
  expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\s*<urlset xmlns="http:\/\/www\.sitemaps\.org/);
  const part = (text: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? "";
  return [...xml.matchAll(/<url>(.*?)<\/url>/gs)].map(([, text = ""]) => ({
    loc: part(text, "loc"),
    lastmod: part(text, "lastmod"),
    changefreq: part(text, "changefreq"),
    priority: part(text, "priority"),
  }));
}

const at = (entries: Entry[], path: string) => entries.find(({ loc }) => loc === app.url + path);

test("[P-MAP-1] both URLs return the same XML", async () => {
  const [xml, page] = await Promise.all(["/sitemap.xml", "/sitemap"].map((path) => fetch(app.url + path)));
  expect(await xml?.text()).toBe(await page?.text());
  expect(xml?.headers.get("content-type")).toBe(page?.headers.get("content-type"));
});

test("[P-MAP-2] stored pages have their own frequency and priority, highest priority first", async () => {
  await app.query(
    `insert into seo_metadata (page_path, title, description, priority, change_frequency, robots) values
       ('/first & foremost', 't', 'd', 0.95, 'daily', 'index, follow'), ('/kept-out', 't', 'd', 0.9, 'daily', 'noindex')`,
  );
  const entries = await sitemap();
  const rows = await app.query<{ page_path: string; priority: string; change_frequency: string }>(
    // The page of free times is listed while some can be booked.
    `select page_path, priority::text, change_frequency from seo_metadata
     where robots not like '%noindex%' and page_path <> '/consultation'`,
  );
  for (const row of rows) {
    const entry = at(entries, encodeURI(row.page_path).replaceAll("&", "&amp;"));
    expect([entry?.changefreq, entry?.priority], row.page_path).toEqual([row.change_frequency, row.priority]);
  }
  const priorities = entries.slice(0, rows.length).map((entry) => Number(entry.priority));
  expect(priorities).toEqual(priorities.toSorted((a, b) => b - a));
  expect(at(entries, "/kept-out")).toBeUndefined();
  expect(at(entries, "/apply/start")).toBeUndefined();
});

test("[P-MAP-3, P-MAP-4, L-SEO-1] published posts and active services are listed, and no others", async () => {
  await app.query("update blog_posts set published = false where slug = 'proof-of-funds-an-officer-can-read'");
  await app.query("update visa_services set is_active = false where slug = 'canadian-eta'");
  const entries = await sitemap();
  const posts = await app.query<{ slug: string }>("select slug from blog_posts where published");
  const services = await app.query<{ slug: string }>("select slug from visa_services where is_active");
  const under = (folder: string) => entries.filter(({ loc }) => loc.startsWith(`${app.url}/${folder}/`));
  expect(under("blog").map(({ loc }) => loc.split("/").at(-1))).toHaveLength(posts.length);
  // The e-visa is listed by its page of its own alone (L-SEO-1).
  expect(under("visa").map(({ loc }) => loc.split("/").at(-1))).toHaveLength(services.length - 1);
  expect(at(entries, "/bahamian-evisa")).toBeDefined();
  for (const { slug } of posts)
    expect(at(entries, `/blog/${slug}`)).toMatchObject({ changefreq: "monthly", priority: "0.6" });
  for (const { slug } of services.filter((service) => service.slug !== "bahamian-evisa"))
    expect(at(entries, `/visa/${slug}`)).toMatchObject({ changefreq: "weekly", priority: "0.8" });
  expect(at(entries, "/blog/proof-of-funds-an-officer-can-read")).toBeUndefined();
  expect(at(entries, "/visa/canadian-eta")).toBeUndefined();
});

test("[P-MAP-5] lastmod is the date of the row's last change", async () => {
  for (const [table, name, value, path] of [
    ["seo_metadata", "page_path", "/about", "/about"],
    ["blog_posts", "slug", "flying-to-the-us-without-a-visa", "/blog/flying-to-the-us-without-a-visa"],
    ["visa_services", "slug", "uk-visitor-visa", "/visa/uk-visitor-visa"],
  ] as const) {
    await app.query(`update ${table} set updated_at = '2026-02-03T12:34:56Z' where ${name} = $1`, [value]);
    expect(at(await sitemap(), path)?.lastmod, table).toBe("2026-02-03");
  }
});

test("[P-MAP-6] every URL starts with PUBLIC_URL", async () => {
  const otherApp = await startApp({ PUBLIC_URL: "https://visas.example" });
  const text = await (await fetch(`${otherApp.url}/sitemap.xml`)).text();
  const addresses = [...text.matchAll(/<loc>([^<]*)/g)].map(([, loc = ""]) => loc);
  expect(addresses.length).toBeGreaterThan(20);
  for (const address of addresses) expect(address).toMatch(/^https:\/\/visas\.example\//);
  const robots = await (await fetch(`${otherApp.url}/robots.txt`)).text();
  expect(robots).toContain("Sitemap: https://visas.example/sitemap.xml");
  await otherApp.stop();
  for (const { loc } of await sitemap()) expect(loc.startsWith(`${app.url}/`)).toBe(true);
});

test("[P-FAIL-13] a sitemap that can't be made gets 500", async () => {
  await app.query("alter table blog_posts rename to blog_posts_away");
  try {
    for (const path of ["/sitemap.xml", "/sitemap"]) {
      const response = await fetch(app.url + path);
      expect([response.status, await response.text()]).toEqual([500, "Failed to generate sitemap"]);
    }
  } finally {
    await app.query("alter table blog_posts_away rename to blog_posts");
  }
});
