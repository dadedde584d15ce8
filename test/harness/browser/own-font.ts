import type { Page } from "@playwright/test";
import { expect } from "./browser";

/**
 * Reloads the page until it uses the site's font. With `font-display: optional` a page that got it late keeps a higher
 * fallback, but a reload has it.
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
