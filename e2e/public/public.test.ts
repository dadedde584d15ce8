import { expect as same, test } from "vitest";
import { openContext } from "../../test/harness/browser/browser";
import { cachedPaths } from "../../test/harness/browser/public-paths";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();

test("[P-SHELL-16, P-SHELL-25] every page works with the seed content, and no link on the site is dead", async () => {
  const waiting: string[] = [...cachedPaths];
  const seen = new Map<string, string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    const response = await fetch(app.url + path);
    seen.set(path, `${response.status}`);
    same(response.status, path).toBe(200);
    // A form of the library is a file.
    if (!response.headers.get("content-type")?.startsWith("text/html")) continue;
    const html = await response.text();
    same(html.match(/<h1[\s>]/g)?.length, `h1 of ${path}`).toBe(1);
    same(html, `title of ${path}`).toMatch(/<title>[^<]{8,}<\/title>/);
    for (const [, link = ""] of html.matchAll(/<a[^>]*\shref="(\/[^"#]*)/g)) {
      const target = link.replaceAll("&amp;", "&");
      // Every service has its own start page: one of them is enough here.
      if (!/^\/apply\?service=/.test(target)) waiting.push(target);
    }
  }
  const paths = [...seen.keys()];
  same(paths.filter((path) => path.startsWith("/visa/")).length).toBeGreaterThanOrEqual(13);
  same(paths.filter((path) => path.startsWith("/blog/")).length).toBeGreaterThanOrEqual(8);
});

test("[P-DETAIL-12, P-SHELL-22] a missing page gets 404 in the site's layout", async () => {
  for (const [path, message] of [
    ["/visa/no-such-visa", "Visa Service Not Found"],
    ["/blog/no-such-post", "Post Not Found"],
    ["/no-such-page", "We can’t find this page"],
  ] as const) {
    const response = await fetch(app.url + path);
    same(response.status, path).toBe(404);
    same(await response.text(), path).toContain(message);
  }
});

/** Reads XML as a browser does: text by element path, and what is wrong with it. */
async function parsed(path: string, entry: string) {
  const page = await (await openContext(browser)).newPage();
  const text = await (await fetch(app.url + path)).text();
  const read = await page.evaluate(
    ([xml = "", name = ""]) => {
      const tree = new DOMParser().parseFromString(xml, "application/xml");
      const parts = (element: Element) =>
        [...element.children].map((child): [string, string] => [child.nodeName, child.textContent?.trim() ?? ""]);
      return {
        fault: tree.querySelector("parsererror")?.textContent ?? "",
        root: `${tree.documentElement.nodeName} ${tree.documentElement.namespaceURI ?? ""}`,
        head: parts(tree.querySelector("channel") ?? tree.documentElement).filter(([child]) => child !== name),
        entries: [...tree.querySelectorAll(name)].map(parts),
      };
    },
    [text, entry],
  );
  await page.context().close();
  return read;
}

test("the sitemap can be parsed: each entry follows the protocol, and each URL is listed once and exists", async () => {
  const { fault, root, entries } = await parsed("/sitemap.xml", "url");
  same([fault, root]).toEqual(["", "urlset http://www.sitemaps.org/schemas/sitemap/0.9"]);
  same(entries.length).toBeGreaterThan(30);
  const today = new Date().toISOString().slice(0, 10);
  for (const entry of entries) {
    same(entry.map(([name]) => name)).toEqual(["loc", "lastmod", "changefreq", "priority"]);
    const { loc = "", lastmod = "", changefreq, priority } = Object.fromEntries(entry);
    same(new URL(loc).href.replace(/\/$/, ""), "written as a parser writes it").toBe(loc.replace(/\/$/, ""));
    same([new URL(loc).origin, lastmod <= today, Date.parse(lastmod) > 0]).toEqual([app.url, true, true]);
    same(["always", "hourly", "daily", "weekly", "monthly", "yearly", "never"]).toContain(changefreq);
    same(priority).toMatch(/^(0\.\d{1,2}|1\.0{1,2}|0|1)$/);
    same((await fetch(loc, { redirect: "manual" })).status, loc).toBe(200);
  }
  const addresses = entries.map((entry) => Object.fromEntries(entry).loc);
  same(new Set(addresses).size).toBe(addresses.length);
});

test("the feed can be parsed: it is valid RSS 2.0 with valid dates and well-formed markup", async () => {
  const { fault, root, head, entries } = await parsed("/blog/feed.xml", "item");
  same([fault, root]).toEqual(["", "rss "]);
  const channel = Object.fromEntries(head);
  same([channel.title, channel.link]).toEqual(["Lucaya Visa & Immigration Blog", `${app.url}/blog`]);
  same(channel.description?.length).toBeGreaterThan(20);
  same(Date.parse(channel.lastBuildDate ?? "")).toBeGreaterThan(0);
  same(entries.length).toBeGreaterThan(7);
  for (const entry of entries) {
    const item = Object.fromEntries(entry);
    for (const name of ["title", "link", "guid", "description", "pubDate"]) same(item[name], name).toBeTruthy();
    same(new Date(item.pubDate ?? "").toUTCString()).toBe(item.pubDate);
    const content = item["content:encoded"] ?? "";
    same(content.match(/<p>/g)?.length).toBe(content.match(/<\/p>/g)?.length);
    same((await fetch(item.link ?? "")).status).toBe(200);
  }
  same(new Set(entries.map((entry) => Object.fromEntries(entry).guid)).size).toBe(entries.length);
});
