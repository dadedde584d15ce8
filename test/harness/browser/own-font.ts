import type { Page } from "@playwright/test";
import { expect } from "./browser";

/**
 * Loads the page again until it is drawn in the site's font. It is optional: a page to which it came late keeps another
 * one, which is higher, and has it when it is loaded again.
 */
export async function inItsFont(page: Page): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    if (!(await hasItsFont(page))) await page.reload();
    expect(await hasItsFont(page)).toBe(true);
  }).toPass();
}

const hasItsFont = (page: Page) =>
  page.evaluate(() => {
    const pen = document.createElement("canvas").getContext("2d");
    const width = (font: string) => {
      Object.assign(pen ?? {}, { font: `16px ${font}` });
      return pen?.measureText("Applications and inquiries").width;
    };
    return width('"Figtree Variable", "Figtree Fallback", system-ui') !== width('"Figtree Fallback", system-ui');
  });
