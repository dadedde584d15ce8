import type { Browser, BrowserContext, Page } from "@playwright/test";
import { afterEach } from "vitest";
import { type AppServer, admin } from "../app-server";
import { cookiesOf } from "../applicants/wizard";
import { signIn } from "../desk/desk";
import { makeStaffFixtures, type StaffFixtures } from "../desk/staff-fixtures";
import { until } from "../http-client";
import { sharedApp, sharedBrowser } from "../shared";
import { expectNoScriptErrors, openContext } from "./browser";

declare global {
  interface Window {
    /** The page's session requests and timeouts, in milliseconds. */
    sessionLog: { requests: [method: string, at: number][]; answered: number; waits: number[] };
  }
}

/** Browsers of staff, each with its own cookies. */
export class StaffBrowser {
  readonly #app: AppServer;
  readonly #browser: Browser;
  readonly #opened: BrowserContext[] = [];

  constructor(app: AppServer, browser: Browser) {
    this.#app = app;
    this.#browser = browser;
  }

  async open(): Promise<Page> {
    const context = await openContext(this.#browser);
    this.#opened.push(context);
    return context.newPage();
  }

  async signIn(page: Page, path: string, who: { email: string; password: string } = admin): Promise<void> {
    await page.goto(`${this.#app.url}/admin/login?to=${encodeURIComponent(path)}`);
    await page.getByLabel("Email").fill(who.email);
    await page.getByLabel("Password", { exact: true }).fill(who.password);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await page.waitForURL(this.#app.url + path);
  }

  /** A desk page that checks its session, with a clock that only the test moves. */
  async at(path: string, who?: { email: string; password: string }): Promise<Page> {
    const page = await this.open();
    // Not through the form, which would load two more pages.
    await page.context().addCookies(cookiesOf(await signIn(this.#app, who)));
    await page.clock.install();
    await page.addInitScript(watch);
    await page.goto(this.#app.url + path);
    await waits(page, 30_000);
    await page.clock.pauseAt(Date.now() + 10_000);
    return page;
  }

  async close(): Promise<void> {
    for (const context of this.#opened.splice(0)) await context.close();
    // The next test signs in as often.
    await this.#app.query("delete from limit_counts");
  }
}

/** For the top of a test file: an app with fixtures and its staff's browsers, which fail on script errors. */
export async function staffBrowsers(): Promise<{ app: AppServer; fixtures: StaffFixtures; staff: StaffBrowser }> {
  const app = await sharedApp();
  const fixtures = await makeStaffFixtures(app);
  const staff = new StaffBrowser(app, await sharedBrowser());
  afterEach(async () => {
    await staff.close();
    expectNoScriptErrors();
  });
  return { app, fixtures, staff };
}

function watch() {
  window.sessionLog = { requests: [], answered: 0, waits: [] };
  const { fetch: send, setInterval: every, setTimeout: after } = window;
  window.fetch = async (input, init) => {
    const path = new URL(input instanceof Request ? input.url : String(input), location.href).pathname;
    if (path !== "/admin/session") return send(input, init);
    window.sessionLog.requests.push([init?.method ?? "GET", Date.now()]);
    const response = await send(input, init);
    await response.clone().text();
    window.sessionLog.answered += 1;
    return response;
  };
  const recordWait =
    (set: typeof every | typeof after) =>
    (...args: Parameters<typeof every>) => {
      window.sessionLog.waits.push(Number(args[1]));
      return set(...args);
    };
  Object.assign(window, { setInterval: recordWait(every), setTimeout: recordWait(after) });
}

/** Waits until the page has set a timeout of so many milliseconds. */
export async function waits(page: Page, ms: number): Promise<void> {
  await page.waitForFunction((wait) => window.sessionLog.waits.includes(wait), ms);
}

export function sessionRequests(page: Page, count: number) {
  return until(`${count} answers about the session`, async () => {
    const log = await page.evaluate(() => window.sessionLog);
    return log.answered >= count ? log.requests : null;
  });
}
