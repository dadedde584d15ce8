import { expect as same, test } from "vitest";
import { expect, openContext, openPage } from "../../test/harness/browser/browser";
import { until } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

// From page to page: what a browser prepares, and what it must not.
const app = await sharedApp();
const browser = await sharedBrowser();

// The shell calls itself headless, as robots do, and a robot's views are not counted.
const person = {
  viewport: { width: 1440, height: 900 },
  userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36",
  extraHTTPHeaders: { "sec-ch-ua": '"Chromium";v="150"' },
};

const open = (path: string) => openPage(browser, app.url + path, person);
/** How often a route was asked for. */
async function countRequests(route: string): Promise<number> {
  const lines = (await app.metrics()).split("\n");
  const counts = lines.filter(
    (line) => line.startsWith("lucaya_http_requests_total") && line.includes(`route="${route}"`),
  );
  return counts.reduce((total, line) => total + Number(line.split(" ").at(-1)), 0);
}
test("[L-NAV-1] static pages name our file of speculation rules, and pages with forms name none", async () => {
  for (const path of ["/", "/services", "/visa/uk-visitor-visa", "/no-such-page", "/newsletter"]) {
    const named = (await fetch(app.url + path)).headers.get("speculation-rules");
    same([path, named]).toEqual([path, '"/speculation-rules.json"']);
  }
  for (const path of ["/contact", "/apply", "/apply/start", "/admin/login"])
    same([path, (await fetch(app.url + path)).headers.get("speculation-rules")]).toEqual([path, null]);
  const rules = await fetch(`${app.url}/speculation-rules.json`);
  same([rules.status, rules.headers.get("content-type")]).toEqual([200, "application/speculationrules+json"]);
});

test("[L-NAV-2] hovering a link that acts, needs React or contains a token sends no request", async () => {
  const page = await open("/forms");
  const routes = [
    "apply",
    "contact",
    "forms/:id/download",
    "newsletter/confirm",
    "newsletter/unsubscribe",
    "apply/start",
  ];
  const counts = () => Promise.all(routes.map(countRequests));
  const before = await counts();
  // Links as pages and mails have them; of these the page itself has no more than three.
  await page.evaluate(() => {
    const paragraph = document.createElement("p");
    paragraph.id = "links";
    paragraph.style.cssText =
      "position:fixed;inset:auto 0 0 0;z-index:99;background:#fff;display:flex;gap:2rem;padding:1rem";
    const download = document.querySelector('a[href$="/download"]')?.getAttribute("href") ?? "";
    const targets = ["/apply?service=uk-visitor-visa", "/contact", "/contact?service=uk-visitor-visa", download];
    for (const href of [...targets, "/newsletter/confirm?token=a", "/newsletter/unsubscribe?token=a", "/apply/start"]) {
      const link = paragraph.appendChild(document.createElement("a"));
      Object.assign(link, { href, textContent: href.slice(0, 24) });
    }
    document.body.append(paragraph);
  });
  const links = page.locator("#links a");
  same(await links.count()).toBe(7);
  const about = await countRequests("about");
  for (const link of await links.all()) {
    await link.hover();
    // Longer than the pointer rests before a page is prepared, which is 200 ms.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
  }
  // One that may be prepared, last: by then the others would have been asked for.
  await page.getByRole("contentinfo").getByRole("link", { name: "About us" }).hover();
  await until("it is prepared", async () => (await countRequests("about")) > about);
  same(await counts()).toEqual(before);
});

test("[L-NAV-6] static pages are linked by a cross-document view transition, except with reduced motion", async () => {
  for (const [reducedMotion, expected] of [
    ["no-preference", true],
    ["reduce", false],
  ] as const) {
    const page = await (await openContext(browser, { ...person, reducedMotion })).newPage();
    await page.addInitScript(() => {
      addEventListener("pagereveal", (event) => Object.assign(window, { moved: event.viewTransition !== null }));
    });
    await page.goto(`${app.url}/about`);
    await page.getByRole("banner").getByRole("link", { name: "Have Questions?" }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${app.url}/faqs`);
    await expect.poll(() => page.evaluate(() => "moved" in window && window.moved)).toBe(expected);
  }
});
