import type { Browser, Page } from "@playwright/test";
import type { AppServer } from "../app-server";
import { inquirer, pdf } from "../desk/inquirer";
import { openContext } from "./browser";

export const success =
  "Inquiry Submitted Successfully! Thank you for your inquiry. Our team will review your information and get back to you within 24 hours.";
/** The button that sends the form. */
export const button = (page: Page) => page.locator("form[aria-label=Inquiry] button[type=submit]").last();

/** The form of inquiries, as somebody comes to it from a service. */
export async function openInquiry(
  browser: Browser,
  app: AppServer,
  options: Parameters<typeof openContext>[1] = {},
): Promise<Page> {
  const page = await (await openContext(browser, options)).newPage();
  await page.goto(`${app.url}/contact?service=us-student-f-1-visa`);
  return page;
}

/** Opens what is folded in, unless it is open. */
export async function unfold(page: Page): Promise<void> {
  if ((await page.locator("#details").getAttribute("open")) === null) await page.getByText("Add details").click();
}

/** Fills in every field. */
export async function fill(page: Page, email: string, scripted = true): Promise<void> {
  await unfold(page);
  for (const name of ["fullName", "phone", "passportExpiryDate", "travelDate", "purpose"])
    await page.locator(`[name=${name}]`).fill(inquirer[name] ?? "");
  await page.locator("[name=email]").fill(email);
  for (const [name, country] of [
    ["nationality", "Haiti"],
    ["residenceCountry", "Bahamas"],
  ] as const)
    if (scripted) {
      await page.locator(`input#${name}`).fill(country);
      await page.locator(`input#${name}`).press("Enter");
    } else await page.locator(`select#${name}`).selectOption({ label: country });
  await page.locator("#privacyConsent").check();
}

/** A form sent within three seconds counts as automated and must be sent again. Advances the page's clock by that. */
export const asSlowAsAPerson = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 3000;
  });

export const file = (name: string, buffer = pdf()) => ({ name, mimeType: "application/octet-stream", buffer });
