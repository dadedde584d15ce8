import { type Browser, expect, type Page } from "@playwright/test";
import { openContext } from "./browser";
import { admin, type Program } from "./program";

/** A page of the desk in a browser of its own, signed in through the form. */
export async function openDesk(
  browser: Browser,
  program: Program,
  path = "/admin",
  { who = admin, ...options }: { who?: { email: string; password: string } } & Parameters<typeof openContext>[1] = {},
): Promise<Page> {
  const page = await (await openContext(browser, options)).newPage();
  await page.goto(`${program.url}/admin/login?to=${encodeURIComponent(path)}`);
  await page.getByLabel("Email").fill(who.email);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname + url.search === path);
  if (options.javaScriptEnabled !== false) await scripted(page);
  return page;
}

/** Until the page's script runs: from then on keys and forms are its own. */
export async function scripted(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => Object.keys(document.getElementById("main") ?? {}).join()))
    .toContain("__reactProps");
}
