import type { Page, Route } from "@playwright/test";
import { afterEach, describe, expect as same, test } from "vitest";
import { beforeScript, expect, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { button, file, fill, success, unfold } from "../../test/harness/browser/inquiry-form";
import { inquiriesOf } from "../../test/harness/desk/inquirer";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

// Pages whose script comes late, or never.
const formScript = /\/assets\/form-[\w-]{8}\.js$/;
const app = await sharedApp();
const browser = await sharedBrowser();
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  expectNoScriptErrors();
});

test("[L-STILL-3] values and files entered before the script has loaded stay, on a first visit and after a reload", async () => {
  const page = await (await openContext(browser)).newPage();
  const early = async (go: () => Promise<unknown>, act: () => Promise<unknown>) => {
    await beforeScript(page, go, act);
    await expect(page.locator("input#residenceCountry")).toBeAttached();
  };
  await early(
    () => page.goto(`${app.url}/contact`, { waitUntil: "commit" }),
    async () => {
      await page.locator("#fullName").fill("Siobhán");
      await page.locator("#purpose").fill("A holiday");
      await page.locator("#files-chooser").setInputFiles([file("a.pdf")]);
      await unfold(page);
      await page.locator("select#nationality").focus();
      await page.locator("select#nationality").selectOption({ label: "Haiti" });
    },
  );
  await expect(page.locator("#nationality")).toBeFocused();
  await expect(page.getByText("9/150 characters")).toBeVisible();
  await expect(page.getByRole("list", { name: "Your files" })).toContainText("Uploaded");
  await page.locator("#phone").focus();
  await expect(page.locator("input#nationality")).toHaveValue("Haiti");
  await early(
    () => page.reload({ waitUntil: "commit" }),
    async () => {
      await page.locator("#fullName").fill("Siobhán Ní Bhriain");
      await page.locator("#files-chooser").setInputFiles([file("b.pdf")]);
      await page.locator("#email").pressSequentially("s");
    },
  );
  await expect(page.locator("#email")).toBeFocused();
  await page.keyboard.type("@mail.example");
  await expect(page.locator("#email")).toHaveValue("s@mail.example");
  await expect(page.locator("#fullName")).toHaveValue("Siobhán Ní Bhriain");
  await expect(page.locator("#purpose")).toHaveValue("A holiday");
  await expect(page.getByRole("list", { name: "Your files" }).getByText("Uploaded")).toHaveCount(2);
  // A link from another service's page replaces the service of the draft and keeps the rest.
  for (const [param, service] of [
    ["uk-transit-visa", "UK Transit Visa"],
    ["us-student-f-1-visa", "US Student (F-1) Visa"],
  ]) {
    await page.goto(`${app.url}/contact?service=${param}`);
    await expect(page.locator("#fullName")).toHaveValue("Siobhán Ní Bhriain");
    await expect(page.locator("#visaService")).toHaveValue(service ?? "");
    await page.locator("#phone").fill("+1 242 555 0100");
  }
  await page.locator("#visaService").selectOption("Permit to Reside");
  await page.reload();
  await expect(page.locator("#phone")).toHaveValue("+1 242 555 0100");
  await expect(page.locator("#visaService")).toHaveValue("Permit to Reside");
});

test("[L-STILL-3] picking a language and copying a number before React has loaded keeps the typed values", async () => {
  const context = await openContext(browser, {
    viewport: { width: 1440, height: 900 },
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  let arrive = () => {};
  const line = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  // All but the module of the frame.
  await page.route(/\/assets\/(?!static-pages-).*\.js$/, (route) => line.then(() => route.continue()));
  await page.goto(`${app.url}/contact`, { waitUntil: "commit" });
  await page.locator("#fullName").fill("Siobhán");
  const picker = page.getByRole("region", { name: "Contact and language" });
  const pick = async (language: string) => {
    await picker.locator("summary").click();
    await picker.getByRole("button", { name: language }).click();
    await expect(picker.locator("summary")).toHaveText(`Language: ${language}`);
  };
  await pick("Español");
  await page.getByRole("button", { name: "Copy the phone number" }).click();
  await expect(page.locator("[data-copied]")).toHaveText("Copied");
  arrive();
  await expect(page.locator("input#residenceCountry")).toBeAttached();
  await expect(page.locator("#fullName")).toHaveValue("Siobhán");
  await expect(picker.locator("summary")).toHaveText("Language: Español");
  await pick("French");
  await expect(page.getByRole("button", { name: "Copy the phone number" })).toBeVisible();
});

test("[L-STILL-3] a start keeps the values entered before the form's script has loaded, and continues with them", async () => {
  const page = await (await openContext(browser)).newPage();
  let arrive = () => {};
  const line = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(formScript, (route) => line.then(() => route.continue()));
  await page.goto(`${app.url}/apply?service=bahamas-work-visa`);
  await page.getByLabel("Email address").fill("early@mail.example");
  await page.getByRole("radio", { name: /Spousal/ }).check();
  await page.getByRole("checkbox", { name: /I agree/ }).check();
  arrive();
  // Only the script counts an address.
  await page.getByLabel("Email address").press("End");
  await page.keyboard.type("x".repeat(250));
  await expect(page.getByText("268 of 254 characters")).toBeVisible();
  await page.getByLabel("Email address").fill("early@mail.example");
  await expect(page.getByRole("radio", { name: /Spousal/ })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: /I agree/ })).toBeChecked();
  await page.getByRole("button", { name: "Start Application" }).click();
  await page.waitForURL(/\/apply\/[0-9a-f-]{36}/);
  const rows = await app.query("select tier_name from visa_applications where metadata::text ~ 'early@mail.example'");
  same(rows).toEqual([{ tier_name: "Spousal" }]);
});

/** Loses a script of the page for good; what it returns waits until the page has tried for the last time. */
async function lose(page: Page, script: RegExp) {
  const lost = new Set<string>();
  await page.route(script, (route) => {
    lost.add(route.request().url());
    return route.abort();
  });
  await page.clock.install();
  /**
   * Chromium 153 keeps a failure for as long as the page lives, 156 asks for the script again: in both, what the page
   * asked for earlier is answered before what is asked for here.
   */
  return async () => {
    await expect.poll(() => lost.size).toBeGreaterThan(0);
    // As text: the test runner would rewrite an import.
    const failed = () => page.evaluate(`Promise.allSettled(${JSON.stringify([...lost])}.map((url) => import(url)))`);
    for (const wait of [500, 2000, 8000]) {
      await failed();
      await page.clock.runFor(wait);
    }
    await failed();
  };
}

describe("a page that fails in the browser", () => {
  type Failure = { without?: RegExp; as?: (route: Route) => Promise<void> };
  /** Sends the form of a page, after which nothing answers any more: the page can't be read anew. */
  async function failed({ without, as = (route) => route.abort() }: Failure = {}): Promise<Page> {
    const page = await (await browser.newContext()).newPage();
    if (without) await page.route(without, (route) => route.abort());
    const errorPages = page.waitForEvent("request", (request) => /\/error-pages-/.test(request.url()));
    await page.goto(`${app.url}/applications`);
    // With all that it imports, unless it is lost. As text: the test runner would rewrite an import.
    await page.evaluate(`import(${JSON.stringify((await errorPages).url())}).catch(() => undefined)`);
    // The router takes over scrolling once the page is hydrated.
    await page.waitForFunction(() => history.scrollRestoration === "manual");
    await page.waitForLoadState("networkidle");
    await page.route("**/*", (route) => (route.request().method() === "POST" ? route.continue() : as(route)));
    await page.getByRole("textbox", { name: "Email address" }).fill("me@mail.example");
    await page.getByRole("button", { name: "Email me my links" }).click();
    return page;
  }

  test("[L-STILL-3] an offline failure shows the error page, whose script was loaded in advance", async () => {
    const page = await failed();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You’re offline, or we can’t be reached");
    // Still no line: it asks, and says so again, not in a page of the browser's own.
    // The page of the error asks for drawings meanwhile, which fail too.
    const failedRequest = page.waitForEvent("requestfailed", (request) => request.url().includes("applications"));
    await page.getByRole("link", { name: "Try again" }).click();
    await failedRequest;
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("You’re offline, or we can’t be reached");
    await page.unrouteAll();
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("textbox", { name: "Email address" })).toBeVisible();
  });

  test("[L-STILL-3] a failing response shows that the error is ours", async () => {
    const page = await failed({ as: (route) => route.fulfill({ status: 500, body: "" }) });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Something went wrong on our side");
    await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
  });

  test("[L-STILL-3] without the error page's script a plain message is shown, and the page reloads once the connection is back", async () => {
    const page = await failed({ without: /\/error-pages-/ });
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1 })).toHaveText("Something went wrong");
    await page.unrouteAll();
    await main.getByRole("button", { name: "Reload the page" }).click();
    await expect(page.getByRole("textbox", { name: "Email address" })).toBeVisible();
  });
});

test("a part of a page whose script fails to load stays as the server rendered it, and its form can be sent", async () => {
  const page = await (await openContext(browser)).newPage();
  const waitForLoss = await lose(page, /\/assets\/inquiry-form.*\.js$/);
  await page.goto(`${app.url}/contact?service=us-student-f-1-visa`);
  await fill(page, "lost@mail.example", false);
  await waitForLoss();
  await expect(page.locator("[name=email]")).toHaveValue("lost@mail.example");
  await button(page).click();
  await expect(page.getByRole("main")).toContainText(success);
  same(await inquiriesOf(app, "lost@mail.example")).toHaveLength(1);
});

test("a start whose form's script fails to load can be sent", async () => {
  const page = await (await openContext(browser)).newPage();
  const waitForLoss = await lose(page, formScript);
  await page.goto(`${app.url}/apply?service=uk-visitor-visa`);
  await page.getByLabel("Email address").fill("lost@mail.example");
  await page.getByRole("checkbox", { name: /I agree/ }).check();
  await waitForLoss();
  await expect(page.getByLabel("Email address")).toHaveValue("lost@mail.example");
  await page.getByRole("button", { name: "Start Application" }).click();
  await page.waitForURL(/\/apply\/[0-9a-f-]{36}/);
});
