import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { standardSteps } from "../../../app/applications/steps/registry";
import type { AppServer } from "../app-server";
import { expect } from "../browser/browser";
import { reusedPage } from "../browser/reused-page";
import { readMetadata } from "../encryption/stored-answers";
import { form, HttpClient } from "../http-client";

export type Opened = { context: BrowserContext; page: Page; client: HttpClient; id: string; email: string };

let people = 0;

/**
 * The wizard in a new browser, at a standard step (from 1), with the earlier ones completed. `clock`: the test controls
 * the page's time. The next call with these options reuses the page (`reusedPage`).
 */
export async function openWizard(
  browser: Browser,
  app: AppServer,
  { step = 1, ...options }: { step?: number; clock?: boolean } & BrowserContextOptions = {},
): Promise<Opened> {
  const client = new HttpClient(app);
  const email = `wizard.${++people}@mail.example`;
  const id = await client.start(email);
  for (const { code, title } of standardSteps.slice(0, step - 1)) {
    // Another email would request an email change.
    const own = code === "applicant_info" ? { email } : {};
    const { status } = await client.save(id, { ...form(code, title, own), intent: "next" });
    if (status !== 200) throw new Error(`${title} was answered ${status}`);
  }
  const page = await reusedPage(browser, app.url, options);
  const context = page.context();
  await context.addCookies(cookiesOf(client));
  await page.goto(`${app.url}/apply/${id}`);
  await titled(page, standardSteps[step - 1]?.title ?? "");
  if (options.javaScriptEnabled !== false) await controlled(page);
  return { context, page, client, id, email };
}

/** A step of an application with the visitor's cookies, in the page of `reusedPage`. */
export async function openStep(
  browser: Browser,
  { client, id }: { client: HttpClient; id: string },
  step: string,
  options: Parameters<typeof reusedPage>[2] = {},
): Promise<Page> {
  const { url } = client.app;
  const page = await reusedPage(browser, url, options);
  await page.context().addCookies(cookiesOf(client));
  await page.goto(`${url}/apply/${id}?step=${step}`);
  if (options.javaScriptEnabled !== false) await controlled(page);
  return page;
}

/** Waits for hydration: only then React controls the form. */
export async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => Object.keys(document.getElementById("step") ?? {}).some((key) => key.startsWith("__reactProps")),
    undefined,
    { polling: 20 },
  );
}

/** The cookies of a visitor, to continue in a real browser. */
export const cookiesOf = (client: HttpClient) =>
  [...client.cookies].map(([name, value]) => ({ name, value, url: client.app.url, httpOnly: true }));

export const titled = (page: Page, name: string) => expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

/** Follows a mailed link and continues; a browser that didn't start the application is asked who did (V-ATK-12). */
export async function continueByLink(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const keepOther = page.getByRole("radio", { name: /^Yes, keep the other browser/ });
  if ((await keepOther.count()) > 0) await keepOther.check();
  await page.getByRole("button", { name: "Continue" }).click();
}

/** The stored answers of a step, by the number in its key, and its revision. */
export async function storedStep(app: AppServer, id: string, number: number) {
  const metadata = await readMetadata(app, id);
  const [row] = await app.query<{ revision: number | null }>(
    "select (revisions ->> $2)::int as revision from visa_applications where id = $1",
    [id, `step${number}`],
  );
  return { answers: metadata?.[`step${number}`] ?? {}, revision: row?.revision ?? 0 };
}

/** Collects the intents of all forms that the page's script sends. */
export function sentIntents(page: Page): string[] {
  const intents: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/save"))
      intents.push(new URLSearchParams(request.postData() ?? "").get("intent") ?? "");
  });
  return intents;
}

/** Typed values in the tab that are not acknowledged. */
export const unsentInTab = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("unsent ")));
