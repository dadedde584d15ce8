import type { Browser, Page, Route } from "@playwright/test";
import { type AppServer, admin } from "../../test/harness/app-server";
import { expect } from "../../test/harness/browser/browser";
import { close, openDesk, scripted, signedInCookies } from "../../test/harness/browser/desk-browser";

/** Nothing that is sent reaches the server. Returns how to end that. */
export async function cutLine(page: Page): Promise<() => Promise<void>> {
  const fail = (route: Route) => (route.request().method() === "POST" ? route.abort() : route.fallback());
  await page.route("**/*", fail);
  return () => page.unroute("**/*", fail);
}

/** The next form that is sent gets no answer. Returns a promise of its having been sent; others are answered. */
export async function holdFirst(page: Page, how: "reaches the server" | "is lost"): Promise<{ sent: Promise<void> }> {
  const { promise: sent, resolve } = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route("**/*", async (route) => {
    const { pathname } = new URL(route.request().url());
    if (!isFirst || route.request().method() !== "POST" || pathname === "/admin/session") return route.fallback();
    isFirst = false;
    if (how === "reaches the server") await route.fetch({ maxRedirects: 0 });
    resolve();
  });
  return { sent };
}

export const tryAgain = (page: Page) => page.getByRole("alert").getByRole("button", { name: "Try again" }).click();

/** What the browser keeps, as one text. */
export const storedIn = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));

export const question = (page: Page) => page.getByRole("alertdialog", { name: "Leave without saving?" });

export const recoveryNotice = (page: Page) => page.getByText(/^You had not sent this yet\./);

export async function reload(page: Page): Promise<void> {
  await page.reload();
  await scripted(page);
}

/** Another admin, made on the page of the admins. */
export async function otherAdmin(browser: Browser, app: AppServer): Promise<{ email: string; password: string }> {
  const colleague = { email: `other.${crypto.randomUUID()}@lucaya.example`, password: admin.password };
  const superAdmin = await openDesk(browser, app, "/admin/users");
  const form = superAdmin.getByRole("region", { name: "Create an admin" });
  await form.getByLabel("Email").fill(colleague.email);
  await form.getByLabel("Password", { exact: true }).fill(colleague.password);
  await form.getByLabel("Confirm password").fill(colleague.password);
  await superAdmin.getByRole("button", { name: "Create Admin" }).click();
  await expect(superAdmin.getByText(`Admin user ${colleague.email} created`).first()).toBeVisible();
  await close(superAdmin);
  return colleague;
}

/** As in another tab: from now on somebody else is signed in in this browser. */
export async function signInAs(page: Page, app: AppServer, who: { email: string; password: string }): Promise<void> {
  await page.context().clearCookies();
  await page.context().addCookies(await signedInCookies(app, who));
}
