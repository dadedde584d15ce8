import type { Page } from "@playwright/test";
import { afterAll, describe, test } from "vitest";
import { type Answers, fieldsOf, type StepDefinition } from "../../app/form-engine/definition";
import { visibleFields } from "../../app/form-engine/relevance";
import { bahamasSteps, startBahamas } from "../../test/harness/applicants/journey-bahamas";
import { inEachSection } from "../../test/harness/applicants/sections";
import { openStep, openWizard, titled } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

/** Answers that cause as many questions as possible to be asked: the chosen value by question. */
function opening(step: StepDefinition): Record<string, string> {
  const chosen: Record<string, string> = {};
  const answers: Answers = {};
  const countShown = () => visibleFields(step, answers).length;
  for (const field of fieldsOf(step)) {
    if (field.kind === "yesno" && !field.compute) {
      answers[field.name] = true;
      chosen[field.name] = "yes";
    } else if (field.kind === "choice") {
      const most = field.options.map(({ value }) => {
        answers[field.name] = value;
        return { value, count: countShown() };
      });
      const best = most.reduce((a, b) => (b.count > a.count ? b : a), { value: "", count: -1 });
      answers[field.name] = best.value;
      // A choice that changes nothing stays unanswered, so that it is reported as missing.
      if (most.some(({ count }) => count !== best.count)) chosen[field.name] = best.value;
    }
  }
  return chosen;
}

/** Chooses all of these in the page itself, one after the other: an answer may bring the next question. */
function choose(page: Page, chosen: Record<string, string>, lists: string[]) {
  return page.evaluate(
    async ([answers, added]) => {
      const find = async <Item extends Element>(selector: string) => {
        for (;;) {
          const found = document.querySelector<Item>(selector);
          if (found) return found;
          await new Promise(requestAnimationFrame);
        }
      };
      for (const [name, value] of Object.entries(answers)) {
        const input = await find<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`);
        if (input instanceof HTMLSelectElement) {
          input.value = value;
          input.dispatchEvent(new Event("change", { bubbles: true }));
        } else document.querySelector<HTMLInputElement>(`[name="${name}"][value="${value}"]`)?.click();
      }
      for (const list of added) {
        (await find<HTMLButtonElement>(`button[value="add:${list}"]`)).click();
        await find(`[name^="${list}[0]."]`);
      }
    },
    [chosen, lists] as const,
  );
}

async function openEverything(page: Page, step: StepDefinition) {
  const lists = fieldsOf(step).filter(({ kind }) => kind === "list");
  await choose(
    page,
    opening(step),
    lists.map(({ name }) => name),
  );
  // A short time in this employment asks for the previous one.
  if (step.code === "bahamas_employment") await page.locator('[name="yearsEmployed"]').fill("1");
}

/**
 * Answers that are refused, in every box on the page: days that do not exist, countries that are none, texts too long,
 * numbers that are none (N-EVERY-5).
 */
async function answerWrongly(page: Page, step: StepDefinition) {
  await page.evaluate(() => {
    const wrong: Record<string, string> = { day: "31", month: "Febr.", year: "1990" };
    for (const input of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      "form#step :is(input, textarea):not([type=hidden], [type=radio], [type=checkbox], [type=file], [role=combobox])",
    )) {
      const part = /\.(day|month|year)$/.exec(input.name)?.[1] ?? "";
      input.value = wrong[part] ?? "n ".repeat(input instanceof HTMLTextAreaElement ? 1_010 : 130);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
  for (const field of fieldsOf(step)) {
    const combobox = page.locator(`input[role="combobox"][id="${field.name}"]`);
    if (field.kind !== "country" || !(await combobox.isVisible())) continue;
    await combobox.fill("Atlantis");
    await combobox.press("Tab");
  }
}

/**
 * What the summary of errors says that its fields do not say as well, and what fields say that it doesn't count. A
 * field leaves out the question, which is above its message.
 */
function unmatched(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wrong: string[] = [];
    const links = [...document.querySelectorAll<HTMLAnchorElement>('[role="alert"] li a[href^="#"]')];
    const errors = [...document.querySelectorAll("[id$='-error']")].filter((error) => error.checkVisibility());
    let counted = 0;
    if (links.length > 7) wrong.push(`${links.length} lines`);
    for (const link of links) {
      const [, count] = /^Answer (\d+) questions in /.exec(link.textContent) ?? [];
      counted += Number(count ?? 1);
      const id = link.hash.slice(1);
      // A file's input is inside the group of its question.
      const error = errors.find((candidate) => candidate.id === `${id}-error` || candidate.id === `${id}-file-error`);
      if (!document.getElementById(id)) wrong.push(`${id} is not there`);
      const own = link.textContent.replace(/^(Please answer Yes or No|Details are required): .*/s, "$1");
      if (!error || (!count && !error.textContent.includes(own))) wrong.push(`${id} does not say: ${own}`);
      else if (!document.querySelector(`[aria-describedby~="${error.id}"]`)) wrong.push(`${id} is not described`);
    }
    if (errors.length !== counted) wrong.push(`${errors.length} errors, ${counted} in the list`);
    if (links.length === 0) wrong.push("no error");
    return wrong;
  });
}

const narrow = { width: 360, height: 800 };
const wide = { width: 1440, height: 900 };

describe("each step of a Bahamas service", () => {
  test.each(bahamasSteps.map((step): [string, StepDefinition] => [step.title, step]))(
    "[S-LOOK-6, W-WIZ-16, N-EVERY-5] %s is accessible empty, with every question shown and with refused answers, on a phone and a wide screen",
    async (title, step) => {
      // One application for all of them would be saved too often within a minute.
      const page = await openStep(browser, await startBahamas(app), step.code, { viewport: narrow });
      await titled(page, title);
      await expectAccessible(page);
      // A phone shows a long step section by section (N-PART-1).
      await page.setViewportSize(wide);
      await openEverything(page, step);
      const onward = page.locator("main form button:visible", { hasText: /Next Step|Submit Application/ });
      const summary = page.getByRole("alert").filter({ hasText: "Please complete all required fields" });
      // Relatives need no answer.
      if (step.code !== "family_relatives") {
        await onward.click();
        await expect(summary).toBeVisible();
        expect(await unmatched(page)).toEqual([]);
        await expectAccessible(page);
      }
      await answerWrongly(page, step);
      await onward.click();
      await expect(summary).toContainText(
        / can have at most |there is no day|has only 2|is not on the list|Answer \d+ questions/,
      );
      await expectAccessible(page);
      await page.setViewportSize(narrow);
      await inEachSection(page, () => expectAccessible(page));
    },
  );
});

test("[W-WIZ-15, W-WIZ-16] a field's error disappears once its answer is valid and returns when it is not, and the summary stays until the next attempt", async () => {
  const { page } = await openWizard(browser, app);
  const input = (name: string) => page.locator(`[name="${name}"]`).first();
  await page.getByRole("button", { name: "Next Step" }).click();
  const summary = page.getByRole("alert").filter({ hasText: "Please complete all required fields" });
  const first = summary.getByRole("link", { name: "First name is required" });
  await expect(first).toBeVisible();
  const marked = page.locator('main form [aria-invalid="true"]');
  const before = await marked.count();
  await expect(input("firstName")).toHaveAttribute("aria-invalid", "true");
  await input("firstName").fill("Nadège");
  await expect(input("firstName")).not.toHaveAttribute("aria-invalid", "true");
  expect(await marked.count()).toBe(before - 1);
  await expect(first, "what was said is still there to be read").toBeVisible();
  // Emptied again, the field is marked again; a field that had no error is not marked while it is typed in.
  await input("firstName").fill("");
  await expect(input("firstName")).toHaveAttribute("aria-invalid", "true");
  await input("email").fill("half an addr");
  await expect(input("email")).not.toHaveAttribute("aria-invalid", "true");
  await input("firstName").fill("Nadège");
  await page.getByRole("button", { name: "Next Step" }).click();
  await expect(first).toBeHidden();
  await expect(summary.getByRole("link", { name: "Please enter a valid email address" })).toBeVisible();
  await expect(input("email")).toHaveAttribute("aria-invalid", "true");
});

test("[W-WIZ-1, W-WIZ-2, W-WIZ-3] the header's parts don't overlap on the narrowest phone", async () => {
  const { page } = await openWizard(browser, app, { viewport: { width: 320, height: 640 } });
  const bounds = await page
    .locator("header > div")
    .first()
    .evaluate((row) =>
      // The words themselves: a box may be narrower than what is written in it.
      [...row.children].map((part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        return { left, right, top, bottom };
      }),
    );
  for (const [index, bound] of bounds.entries()) {
    expect(bound.right, `part ${index}`).toBeLessThanOrEqual(320);
    const besides = bounds.slice(index + 1).filter(({ top, bottom }) => top < bound.bottom && bottom > bound.top);
    for (const otherBound of besides)
      expect(otherBound.left >= bound.right || otherBound.right <= bound.left, `part ${index}`).toBe(true);
  }
});
