import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { postgresProcess, startApp } from "../../harness/app-server";
import { until } from "../../harness/http-client";
import { inside, type Screen, screenOf } from "../../harness/screen";

/** The phone of this office, and the one that is shown where the settings can't be read. */
const stored = "+1 242 555 7070";
const app = await startApp();
await app.query(
  "insert into site_settings (key, value) values ('contact_phone', $1) on conflict (key) do update set value = $1",
  [JSON.stringify(stored)],
);
await until("the phone is shown", async () => (await (await fetch(`${app.url}/about`)).text()).includes(stored));

const request = (path: string, init: RequestInit = {}) => fetch(app.url + path, { redirect: "manual", ...init });
const send = (path: string, method = "POST") =>
  request(path, {
    method,
    headers: { origin: app.url, "content-type": "application/x-www-form-urlencoded" },
    body: "name=value",
  });

/** The page of an answer, after what all such pages have in common. */
async function errorPage(response: Response, status: number): Promise<Screen> {
  const html = await response.text();
  const where = `${response.url}: ${html.slice(0, 200)}`;
  expect(response.status, where).toBe(status);
  expect(response.headers.get("cache-control"), where).toMatch(/no-cache|no-store/);
  const screen = screenOf(html);
  expect(screen.title, where).toMatch(/ \| Lucaya$/);
  const robots = screen.element.ownerDocument.querySelector<HTMLMetaElement>("meta[name=robots]");
  expect(robots?.content, where).toMatch(/^noindex/);
  const main = inside(screen.getByRole("main"));
  expect(main.getAllByRole("heading", { level: 1 }), where).toHaveLength(1);
  main.getByRole("navigation", { name: "Breadcrumb" }).remove();
  // Not by its role, which is denied to an empty address: that of the page itself.
  expect(main.element.querySelectorAll("a[href]").length, where).toBeGreaterThan(0);
  return screen;
}

function expectFrame(screen: Screen) {
  expect(inside(screen.getByRole("banner")).getByRole("navigation", { name: "Main" })).toBeTruthy();
  expect(inside(screen.getByRole("contentinfo")).words).toContain(stored);
}

/** With a table out of reach. */
async function without<Result>(table: string, look: () => Promise<Result>): Promise<Result> {
  await app.query(`alter table ${table} rename to hidden_${table}`);
  await app.query("select pg_notify('public_content', 'test')");
  await until("nothing is kept", async () => /lucaya_kept_pages 0/.test(await app.metrics()));
  try {
    return await look();
  } finally {
    await app.query(`alter table hidden_${table} rename to ${table}`);
    await app.query("select pg_notify('public_content', 'test')");
  }
}

const missing = ["/none", "/none/at/all", "/visa/none", "/visa/UP%20CASE", "/blog/none", "/services/atlantis"];
const unknownForm = `/forms/${crypto.randomUUID()}/unavailable`;
/** Read pages, each of which takes nothing. */
const read = ["/", "/services", "/services/canada", "/visa/uk-visitor-visa", "/about", "/blog", "/faqs?q=fee", "/none"];

test("[L-HOLD-1] a missing page says so in the site's layout with links to others", async () => {
  for (const path of [...missing, unknownForm]) {
    const screen = await errorPage(await request(path), 404);
    expectFrame(screen);
    expect((await request(path, { method: "HEAD" })).status, path).toBe(404);
  }
  const { words } = await errorPage(await request("/none"), 404);
  expect(words).toContain("The address may be mistyped, or the page has moved.");
});

test("[L-HOLD-1] a write to a read-only page gets 405 in the site's layout with a link to the page", async () => {
  for (const path of read) {
    const response = await send(path);
    expect(response.headers.get("allow"), path).toBe("GET, HEAD");
    const screen = await errorPage(response, 405);
    expectFrame(screen);
    const main = inside(screen.getByRole("main"));
    expect(main.getByRole("link", { name: "See the page" }).getAttribute("href")).toBe(path);
    expect(main.words).toContain("What you sent wasn’t saved, and nothing was changed.");
  }
  for (const method of ["PUT", "PATCH", "DELETE"]) expectFrame(await errorPage(await send("/about", method), 405));
  // Methods that no form has are refused above the frame; what is no page says it in a line.
  await errorPage(await send("/about", "PROPFIND"), 405);
  for (const path of ["/sitemap.xml", "/robots.txt", "/blog/feed.xml", "/social/home.png"]) {
    const response = await send(path);
    expect([path, response.status, await response.text()]).toEqual([path, 405, "This page doesn’t accept submissions"]);
  }
});

test("[L-HOLD-1] a failing page says so in the site's layout with a request number and links", async () => {
  for (const [table, path] of [
    ["visa_services", "/visa/uk-visitor-visa"],
    ["blog_posts", "/blog/us-visa-interview-in-nassau"],
    ["countries", "/services/canada"],
  ] as const)
    await without(table, async () => {
      const response = await request(path);
      const id = response.headers.get("x-request-id") ?? "";
      const screen = await errorPage(response, 500);
      expectFrame(screen);
      const main = inside(screen.getByRole("main"));
      expect(main.words).toContain(`please include this number: ${id}`);
      expect(main.getByRole("link", { name: "Try again" }).getAttribute("href")).toBe(path);
    });
});

test("[L-HOLD-1] with unreadable settings, error pages use the layout with the settings last read", () =>
  without("site_settings", async () => {
    for (const path of [...missing, unknownForm]) expectFrame(await errorPage(await request(path), 404));
    for (const path of read) expectFrame(await errorPage(await send(path), 405));
    await without("visa_services", async () => {
      expectFrame(await errorPage(await request("/visa/uk-visitor-visa"), 500));
    });
  }));

test("[L-HOLD-1] without a database, pages that need it are shown without the layout and with a retry link", async () => {
  const folder = join(app.dataDir, "postgres");
  const server = postgresProcess(app.dataDir);
  await chmod(folder, 0o000);
  process.kill(server, "SIGKILL");
  try {
    await until("it is noticed", async () => (await request("/visa/uk-visitor-visa")).status === 503);
    for (const path of ["/visa/uk-visitor-visa", "/visa/none", "/services/canada", "/blog", "/faqs?q=fee"]) {
      const response = await request(path);
      expect(response.headers.get("retry-after"), path).toBe("10");
      const screen = await errorPage(response, 503);
      expect(screen.queryByRole("contentinfo"), path).toBeNull();
      expect(inside(screen.getByRole("banner")).getByRole("link").getAttribute("href")).toBe("/");
      expect(inside(screen.getByRole("main")).getByText("Try again").getAttribute("href")).toBe("");
    }
    // What needs no answer of the database is not worse for it.
    expectFrame(await errorPage(await request("/none"), 404));
    expectFrame(await errorPage(await send("/about"), 405));
  } finally {
    await chmod(folder, 0o700);
  }
  await until("the database answers", async () => (await request("/readyz")).status === 200);
});
