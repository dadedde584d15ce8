import { beforeAll, expect, test } from "vitest";
import { type ReadPage, readPage } from "../harness/page";
import type { Program } from "../harness/program";
import { faultsOf } from "../harness/schema-org";
import { sharedProgram } from "../harness/shared";

let program: Program;
const site = new Map<string, ReadPage>();
let robots: RegExp[];
let listed: string[];

/** Walks the whole public site once, from its door, along the links that robots may follow. */
beforeAll(async () => {
  program = await sharedProgram();
  const rules = await (await fetch(`${program.url}/robots.txt`)).text();
  robots = [...rules.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = ""]) => new RegExp(`^${path}`));
  const sitemap = await (await fetch(`${program.url}/sitemap.xml`)).text();
  listed = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, address = ""]) => address.replace(program.url, "") || "/");
  const waiting = ["/"];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (site.has(path)) continue;
    const page = await readPage(program, path);
    site.set(path, page);
    waiting.push(
      ...[...page.paths, ...(page.location ? [page.location] : [])].filter(
        (to) => !robots.some((rule) => rule.test(to)),
      ),
    );
  }
});

const isPage = (page: ReadPage) => page.html.startsWith("<!DOCTYPE html>");
const pages = () => [...site].filter(([, page]) => page.status === 200 && isPage(page));
/** Pages as they are found by search engines: one for each address that they name as theirs. */
const own = () => pages().filter(([path, page]) => page.canonical === program.url + path);

test("no link of the site is dead", async () => {
  for (const [path, page] of site) expect([200, 301, 302], path).toContain(page.status);
  for (const [path, page] of site) if (page.location) expect(site.get(page.location)?.status, path).toBe(200);
  // What robots may not follow is there all the same: one of each kind.
  const closed = new Set(
    [...site.values()].flatMap((page) => page.paths).filter((to) => robots.some((r) => r.test(to))),
  );
  const kinds = new Map([...closed].map((to) => [to.replace(/[?].*/, ""), to]));
  expect(kinds.size).toBeGreaterThan(0);
  for (const to of kinds.values()) expect((await readPage(program, to)).status, to).toBe(200);
});

test("[P-SEO-1] every page has a title and a description of its own, a canonical address and one heading", () => {
  expect(own().length).toBeGreaterThan(30);
  const seen = new Map<string, string>();
  for (const [path, page] of pages()) {
    expect(page.headings, path).toHaveLength(1);
    expect(page.title.length, path).toBeGreaterThan(8);
    expect(page.title.length, `${path}: ${page.title}`).toBeLessThanOrEqual(70);
    expect(page.repeated, path).toEqual([]);
    const indexed = !page.meta.robots?.includes("noindex");
    if (!indexed) continue;
    expect(page.meta.description?.length, path).toBeGreaterThan(50);
    expect(page.meta.description?.length, path).toBeLessThanOrEqual(170);
    // A filter's page says whose variant it is.
    expect(page.canonical, path).toBe(program.url + path.replace(/\?.*/, ""));
  }
  for (const [path, page] of own())
    for (const text of [page.title, page.meta.description ?? ""]) {
      expect(seen.get(text), `${path} and ${seen.get(text)} say: ${text}`).toBeUndefined();
      seen.set(text, path);
    }
});

test("the sitemap lists every page that is to be found, each of them is linked, and no other", () => {
  const found = own()
    .filter(([, page]) => !page.meta.robots?.includes("noindex"))
    .map(([path]) => path);
  expect(listed.toSorted()).toEqual(found.toSorted());
  for (const path of listed)
    expect(
      robots.some((rule) => rule.test(path)),
      path,
    ).toBe(false);
});

test("what the pages say to search engines is well formed and complete, and rates nobody", () => {
  const types = new Set<string>();
  for (const [path, page] of own())
    for (const data of page.data) {
      expect(faultsOf(data), path).toEqual([]);
      types.add(data["@type"]);
    }
  const wanted = ["ProfessionalService", "WebSite", "Service", "FAQPage", "BlogPosting", "Blog", "BreadcrumbList"];
  expect([...types]).toEqual(expect.arrayContaining(wanted));
  for (const [path, page] of own()) {
    const trail = page.data.find((data) => data["@type"] === "BreadcrumbList");
    expect(trail !== undefined, path).toBe(path !== "/");
  }
});
