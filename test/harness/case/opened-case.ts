import type { Browser, Page } from "@playwright/test";
import type { AppServer } from "../app-server";
import { cookiesOf } from "../applicants/wizard";
import { openContext } from "../browser/browser";
import { openDesk, sized } from "../browser/desk-browser";
import { HttpClient } from "../http-client";

/** A submitted application, and a browser with access. */
export type Case = { id: string; client: HttpClient; email: string };

let people = 0;

export async function submittedCase(app: AppServer, email = `case${++people}@mail.example`): Promise<Case> {
  const client = new HttpClient(app);
  const id = await client.start(email);
  await client.fillIn(id);
  const { outcome } = await client.submit(id);
  if (outcome.kind !== "submitted") throw new Error(`It was not submitted: ${outcome.kind}`);
  return { id, client, email };
}

/** Unfolds every part of the case's page. */
export const unfold = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const fold of document.querySelectorAll<HTMLDetailsElement>("details.fold")) fold.open = true;
  });

/** The case's page as its holder sees it, on a phone, with everything unfolded unless `folded`. */
export async function openAsHolder(
  browser: Browser,
  { id, client }: Case,
  {
    width = 360,
    folded = false,
    ...options
  }: { width?: number; folded?: boolean; javaScriptEnabled?: boolean; timezoneId?: string } = {},
): Promise<Page> {
  const context = await openContext(browser, { ...sized(width), ...options });
  await context.addCookies(cookiesOf(client));
  const page = await context.newPage();
  await page.goto(`${client.app.url}/apply/${id}`);
  if (!folded) await unfold(page);
  return page;
}

export const openAtDesk = (browser: Browser, app: AppServer, { id }: Case, javaScriptEnabled = true): Promise<Page> =>
  openDesk(browser, app, `/admin/applications/${id}`, { ...sized(1440), javaScriptEnabled });
