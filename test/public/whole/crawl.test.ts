import { expect, test } from "vitest";
import { until } from "../../harness/http-client";
import { type ReadPage, readPage } from "../../harness/page";
import { faultsOf } from "../../harness/schema-org";
import { inside, screenOf } from "../../harness/screen";
import { sharedApp } from "../../harness/shared";

const site = new Map<string, ReadPage>();

/** Walks the whole public site once, from its door, along the links that robots may follow. */
const app = await sharedApp();
const rules = await (await fetch(`${app.url}/robots.txt`)).text();
const robots = [...rules.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = ""]) => new RegExp(`^${path}`));
const sitemap = await (await fetch(`${app.url}/sitemap.xml`)).text();
const listed = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, address = ""]) => address.replace(app.url, "") || "/");
const waiting = ["/"];
for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
  if (site.has(path)) continue;
  const page = await readPage(app, path);
  site.set(path, page);
  waiting.push(
    ...[...page.paths, ...(page.location ? [page.location] : [])].filter((to) => !robots.some((rule) => rule.test(to))),
  );
}

const isPage = (page: ReadPage) => page.html.startsWith("<!DOCTYPE html>");
const pages = () => [...site].filter(([, page]) => page.status === 200 && isPage(page));
/** Pages as they are found by search engines: one for each address that they name as theirs. */
const own = () => pages().filter(([path, page]) => page.canonical === app.url + path);

/** What the footer may lead to by an address that has moved (P-SHELL-10). */
const moved = ["/services/bahamian-evisa", ...["usa", "canada", "uk"].map((name) => `/services?country=${name}`)];

test("[L-SEO-14] no link of the site is dead, and only four in the footer lead to a redirect", async () => {
  for (const [path, page] of site) expect([path, page.status], path).toEqual([path, moved.includes(path) ? 301 : 200]);
  for (const [path, page] of pages()) {
    const screen = screenOf(page.html);
    screen.getByRole("contentinfo").remove();
    const links = screen.getAllByRole("link").map((link) => link.getAttribute("href") ?? "");
    expect(
      links.filter((to) => moved.includes(to.replace(/#.*$/, ""))),
      path,
    ).toEqual([]);
    for (const to of links.filter((link) => /^\/[^#]*#/.test(link))) {
      const [target = "", id = ""] = to.split("#");
      expect(site.get(target)?.html, `${path} leads to ${to}`).toContain(`id="${id}"`);
    }
  }
  // What robots may not follow is there all the same.
  const closed = [...site.values()].flatMap((page) => page.paths).filter((to) => robots.some((r) => r.test(to)));
  expect(closed.length).toBeGreaterThan(0);
  for (const to of new Set(closed)) expect([to, (await readPage(app, to)).status]).toEqual([to, 200]);
});

test("[L-SEO-5] every title ends with the site's first word, unless it contains it", async () => {
  // A page that was not cached may be rendered before the program has heard of the change.
  const call = async (name: string) => {
    await app.query("update site_settings set value = $1 where key = 'site_name'", [JSON.stringify(name)]);
    await until(`it is called ${name}`, async () =>
      (await readPage(app, "/")).title.includes(name.split(" ")[0] ?? ""),
    );
  };
  await call("Coral Visas");
  const otherPaths = ["/apply", "/apply/start", "/applications", "/newsletter/confirm?token=x", "/none", "/visa/none"];
  try {
    for (const path of [...pages().map(([path]) => path), ...otherPaths]) {
      const { title } = await readPage(app, path);
      expect(title.match(/Coral/g), path).toHaveLength(1);
      expect(title, path).not.toContain("Lucaya");
    }
  } finally {
    await call("Lucaya Visa & Immigration");
  }
  for (const [path, { title }] of pages()) {
    expect(title.match(/Lucaya/g), path).toHaveLength(1);
    if (!/Lucaya [a-z]/i.test(title)) expect(title, path).toMatch(/ \| Lucaya$/);
  }
});

test("[L-SEO-13] every page but home shows its breadcrumbs, the same as in its structured data", async () => {
  const otherPaths = ["/apply", "/apply/start", "/applications", "/newsletter/confirm?token=x", "/none", "/visa/none"];
  const [service] = await app.query<{ id: string }>("select id from visa_services where is_active limit 1");
  const read = await Promise.all(
    [...otherPaths, `/apply?service=${service?.id}`].map(async (path) => [path, await readPage(app, path)] as const),
  );
  const refused = {
    status: 405,
    html: await (await fetch(`${app.url}/about`, { method: "POST", headers: { Origin: app.url } })).text(),
  };
  for (const [path, page] of [...pages(), ...read, ["a form to /about", { ...refused, data: [] }] as const]) {
    const trails = screenOf(page.html).queryAllByRole("navigation", { name: "Breadcrumb" });
    if (path === "/") expect(trails).toEqual([]);
    if (path === "/") continue;
    expect(trails, path).toHaveLength(1);
    const shown = inside(trails[0] ?? new HTMLElement())
      .getAllByRole("listitem")
      .map((item) => [item.textContent, item.querySelector("a")?.getAttribute("href") ?? null]);
    expect([shown[0], shown.length > 1, shown.at(-1)?.[1]], path).toEqual([["Home", "/"], true, null]);
    const breadcrumb = page.data.find((data) => data["@type"] === "BreadcrumbList")?.itemListElement as
      | { name: string; item?: string }[]
      | undefined;
    const entries = breadcrumb?.map(({ name, item }) => [name, item ? item.replace(app.url, "") || "/" : null]);
    expect(entries ?? shown, path).toEqual(shown);
  }
});

test("[P-SEO-1] every page has its own title, description and canonical URL, and one heading", () => {
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
    const canonicalPath = path === "/visa/bahamian-evisa" ? "/bahamian-evisa" : path.replace(/\?.*/, "");
    expect(page.canonical, path).toBe(app.url + canonicalPath);
  }
  for (const [path, page] of own())
    for (const text of [page.title, page.meta.description ?? ""]) {
      expect(seen.get(text), `${path} and ${seen.get(text)} say: ${text}`).toBeUndefined();
      seen.set(text, path);
    }
});

test("the sitemap lists exactly the indexable pages, and each of them is linked", () => {
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

test("the structured data of every page is well formed and complete, and contains no ratings", () => {
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
