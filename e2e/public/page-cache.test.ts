import { afterEach, expect as same, test } from "vitest";
import { expect, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { until } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterEach(expectNoScriptErrors);

const userAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36";
const slug = "us-travel-b1-b2-visa";
const untilCached = (path: string) =>
  until(`${path} is cached`, async () => (await fetch(app.url + path)).headers.get("cache-status") === "lucaya; hit");

test("[L-HOLD-2] the script of a cached page runs under its policy, and so does the next page's", async () => {
  for (const path of ["/", "/about"]) await untilCached(path);
  const page = await (await openContext(browser, { viewport: { width: 1440, height: 900 } })).newPage();
  const response = await page.goto(app.url);
  same(response?.headers()["cache-status"]).toBe("lucaya; hit");
  same(response?.headers()["content-security-policy"]).toMatch(/script-src 'self'( 'sha256-[\w+/=]+')+;/);
  const next = page.waitForResponse(`${app.url}/about`);
  await page.getByRole("banner").getByRole("link", { name: "About", exact: true }).click();
  same((await next).headers()["cache-status"]).toBe("lucaya; hit");
  await page.waitForLoadState();
  const picker = page.getByRole("region", { name: "Contact and language" });
  await picker.locator("summary").click();
  await picker.getByRole("button", { name: "French" }).click();
  await expect(picker.locator("summary")).toHaveText("Language: French");
});

test("[L-STILL-3] a form's page is painted before React is requested, and then hydrates", async () => {
  await untilCached("/contact");
  const page = await (await openContext(browser)).newPage();
  const scripts: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === "script" && !pathname.startsWith("/assets/static-pages-")) scripts.push(pathname);
  });
  let paint = () => {};
  const styled = new Promise<void>((go) => {
    paint = go;
  });
  await page.route("**/*.css", async (route) => {
    await styled;
    await route.continue();
  });
  await page.goto(`${app.url}/contact`, { waitUntil: "commit" });
  await page.locator("footer").waitFor({ state: "attached" });
  same(scripts, "while the style sheet is on its way").toEqual([]);
  paint();
  await until("the page's script has come", () => scripts.some((path) => path.startsWith("/assets/entry.client")));
  // What only React draws: the country is typed instead of chosen.
  await expect(page.locator("input#residenceCountry")).toBeAttached();
});

test("the policy of a cached page blocks an injected script", async () => {
  await untilCached("/about");
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${app.url}/about`);
  const refused = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
        const script = document.createElement("script");
        script.textContent = "window.stolen = true";
        document.body.append(script);
      }),
  );
  same(refused).toBe("script-src-elem");
  same(await page.evaluate(() => "stolen" in window)).toBe(false);
});

test("[L-STILL-5, P-DETAIL-13, P-DETAIL-14] a view is reported once the page is visible, with one session per tab", async () => {
  type Row = { session_id: string; user_agent: string; referrer: string | null; slug: string };
  const views = async (count: number) =>
    until(`${count} views are stored`, async () => {
      const rows = await app.query<Row>(
        "select v.*, s.slug from visa_service_views v join visa_services s on s.id = v.service_id order by viewed_at",
      );
      return rows.length >= count ? rows : undefined;
    });

  // A robot's browser first: it must not be among them.
  const robot = await (await openContext(browser)).newPage();
  await robot.goto(`${app.url}/visa/${slug}`, { waitUntil: "networkidle" });

  // The shell calls itself headless in its hints, as robots do. Views of an address are counted in memory, where those
  // of other files still are.
  const hints = { "sec-ch-ua": '"Chromium";v="150"', "x-forwarded-for": "10.201.1.7" };
  const context = await openContext(browser, { userAgent, extraHTTPHeaders: hints });
  const tab = await context.newPage();
  await tab.goto(`${app.url}/visa/${slug}`);
  const [first] = await views(1);
  same(first).toMatchObject({ slug, user_agent: userAgent, referrer: null });
  const stored = await tab.evaluate(() => Object.values(sessionStorage));
  same(stored).toContain(first?.session_id);

  await tab.getByRole("link", { name: "Visa Services" }).first().click();
  await expect(tab).toHaveURL(`${app.url}/services`);
  await tab.locator('main a[href="/visa/uk-visitor-visa"]').first().click();
  await expect(tab).toHaveURL(`${app.url}/visa/uk-visitor-visa`);
  const [, second] = await views(2);
  same(second).toMatchObject({
    slug: "uk-visitor-visa",
    session_id: first?.session_id,
    referrer: `${app.url}/services`,
  });

  const otherTab = await context.newPage();
  await otherTab.goto(`${app.url}/visa/${slug}`, { referer: "https://www.google.com/search?q=visa" });
  const [, , third, ...more] = await views(3);
  same(third?.session_id).not.toBe(first?.session_id);
  same(third?.referrer).toMatch(/^https:\/\/www\.google\.com\//);
  same(more).toEqual([]);
});

test("[P-FAIL-9] the page works as usual without the views' endpoint", async () => {
  const context = await openContext(browser, { userAgent });
  await context.route("**/services/views", (route) => route.fulfill({ status: 500 }));
  const page = await context.newPage();
  await page.goto(`${app.url}/visa/${slug}`);
  await page
    .getByRole("link", { name: /^Apply/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/apply\?service=/);
});
