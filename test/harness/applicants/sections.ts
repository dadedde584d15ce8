import { type Locator, type Page, expect as plain } from "@playwright/test";

// The bench uses this file in plain Node, without Vitest.
const expect = plain.configure({ timeout: 60_000 });

// On a phone a long step shows one section at a time.

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
/** The heading of the open section; none if a step is shown whole. */
export const openSection = (page: Page) => page.locator("[data-section]:visible h2");

/** Clicks `Continue` or `Previous` until the section with this input or list is open. */
export async function toSectionOf(page: Page, input: string): Promise<void> {
  for (;;) {
    const way = await wayTo(page, input);
    if (!way) return;
    const before = await openSection(page).first().textContent();
    await button(page, way).click();
    await expect(openSection(page).first(), `${way}, to ${input}`).not.toHaveText(before ?? "");
  }
}

/** The button that leads towards the section of a hidden input. */
export const wayTo = (page: Page, input: string) =>
  page.evaluate((wanted) => {
    const target = document.querySelector(`[name="${wanted}"], [id="${wanted}"]`)?.closest("[data-section]");
    const sections = [...document.querySelectorAll("[data-section]")];
    const open = sections.findIndex((section) => section.getClientRects().length > 0);
    const index = target ? sections.indexOf(target) : -1;
    if (!target || target.getClientRects().length > 0 || open < 0) return undefined;
    return index > open ? "Continue" : "Previous";
  }, input);

/** Clicks `Continue` in each following section, and then `Next Step`. */
export async function pressNext(page: Page): Promise<void> {
  while (await button(page, "Continue").isVisible()) {
    const before = await openSection(page).first().textContent();
    await button(page, "Continue").click();
    await expect(openSection(page).first()).not.toHaveText(before ?? "");
  }
  await button(page, "Next Step").click();
}

/** Runs `look` in each section of the step; once if it is shown whole. */
export async function inEachSection(page: Page, look: () => Promise<unknown>): Promise<void> {
  const sectionNames = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[data-section]")].flatMap((section) =>
      section.classList.contains("hidden") ? [] : (section.dataset.section ?? []),
    ),
  );
  for (const sectionName of sectionNames) {
    const section = page.locator(`[data-section="${sectionName}"]`);
    const isHidden = await section.isHidden();
    if (isHidden) await reveal(section);
    if (isHidden || sectionName === sectionNames[0]) await look();
  }
}

/** Opens the section of an input directly, as a link to it does, without validation. */
export const openSectionOf = (page: Page, input: string) =>
  reveal(page.locator("[data-section]", { has: page.locator(`[name="${input}"]`) }));

async function reveal(section: Locator): Promise<void> {
  await section.dispatchEvent("reveal", { bubbles: true, cancelable: true });
  await expect(section).toBeVisible();
}
