import type { Browser, BrowserContext, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, test } from "vitest";
import { type Answers, fieldsOf, type StepDefinition } from "../../app/applications/steps/engine/definition";
import { visibleFields } from "../../app/applications/steps/engine/relevance";
import { standardSteps, stepByCode } from "../../app/applications/steps/registry";
import { serviceOf } from "../../test/harness/applicants/listed-steps";
import { openWizard } from "../../test/harness/applicants/wizard";
import {
  expect,
  expectAccessible,
  expectNoScriptErrors,
  openBrowser,
  openContext,
} from "../../test/harness/browser/browser";
import { type Program, removeFolders, startProgram } from "../../test/harness/program";
import { Visitor } from "../../test/harness/visitor";

let program: Program;
let browser: Browser;

beforeAll(async () => {
  program = await startProgram({ TRUST_PROXY: "yes" });
  browser = await openBrowser();
});
afterAll(async () => {
  expectNoScriptErrors();
  await browser?.close();
  await program?.stop();
  await removeFolders();
});

const addOns = ["bahamas_employment", "family_relatives", "criminal_history", "accommodation", "dependents"];
const steps = [...standardSteps, ...addOns.flatMap((code) => stepByCode(code) ?? [])];

/** Answers that cause as many questions as possible to be asked: the chosen value by question. */
function opening(step: StepDefinition): Record<string, string> {
  const chosen: Record<string, string> = {};
  const answers: Answers = {};
  const asked = () => visibleFields(step, answers).length;
  for (const field of fieldsOf(step)) {
    if (field.kind === "yesno" && !field.compute) {
      answers[field.name] = true;
      chosen[field.name] = "yes";
    } else if (field.kind === "choice") {
      const most = field.options.map(({ value }) => {
        answers[field.name] = value;
        return { value, count: asked() };
      });
      const best = most.reduce((one, other) => (other.count > one.count ? other : one), { value: "", count: -1 });
      answers[field.name] = best.value;
      // A choice that changes nothing stays unanswered, so that it is reported as missing.
      if (most.some(({ count }) => count !== best.count)) chosen[field.name] = best.value;
    }
  }
  return chosen;
}

async function openEverything(page: Page, step: StepDefinition) {
  for (const [name, value] of Object.entries(opening(step))) {
    const radio = page.locator(`[name="${name}"][value="${value}"]`);
    if ((await radio.count()) > 0) await radio.check();
    else await page.locator(`select[name="${name}"]`).selectOption(value);
  }
  // A short time in this employment asks for the previous one.
  if (step.code === "bahamas_employment") await page.locator('[name="yearsEmployed"]').fill("1");
  for (const field of fieldsOf(step)) {
    if (field.kind !== "list") continue;
    await page.locator(`button[value="add:${field.name}"]`).click();
    await expect(page.locator(`[name="${field.name}[0].${field.fields[0]?.name}"]`).first()).toBeAttached();
  }
}

describe.each([360, 1440])("%i wide", (width) => {
  let context: BrowserContext;
  let page: Page;
  let id: string;
  beforeAll(async () => {
    const visitor = new Visitor(program);
    id = await visitor.start(`wide.${width}@mail.example`, {
      service: (await serviceOf(program, "bahamian-evisa")).id,
    });
    await program.query("update visa_applications set furthest_step = 13, total_steps = 13 where id = $1", [id]);
    context = await openContext(browser, { viewport: { width, height: 800 } });
    await context.addCookies(
      [...visitor.cookies].map(([name, value]) => ({ name, value, url: program.url, httpOnly: true })),
    );
    page = await context.newPage();
  });
  afterAll(() => context?.close());

  test.each(steps.map((step): [string, StepDefinition] => [step.title, step]))(
    "[W-WIZ-27, W-WIZ-15, W-WIZ-16] %s: clean, and with everything asked and nothing answered",
    async (title, step) => {
      await page.goto(`${program.url}/apply/${id}?step=${step.code}`);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect
        .poll(() => page.evaluate(() => Object.keys(document.getElementById("step") ?? {}).join()))
        .toContain("__reactProps");
      // The wide layout without errors is checked by the tests that fill in an application.
      if (width === 360) await expectAccessible(page);
      await openEverything(page, step);
      await page.locator("main form button:visible", { hasText: /Next Step|Submit Application/ }).click();
      // Relatives need no answer: the step leads on.
      if (step.code === "family_relatives") {
        await expect(page.getByRole("heading", { level: 1, name: "Criminal History" })).toBeVisible();
        return;
      }
      const summary = page.getByRole("alert").filter({ hasText: "Please complete all required fields" });
      await expect(summary).toBeVisible();
      const links = summary.getByRole("link");
      expect(await links.count()).toBeGreaterThan(0);
      // Each message leads to an input that says it too.
      for (const href of await links.evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? "")))
        await expect(page.locator(`[id="${href.slice(1)}"]`), href).toHaveCount(1);
      await expectAccessible(page);
    },
  );
});

test("[W-WIZ-15, W-WIZ-16] a field's mark goes once its answer is right, and comes back when it is not; the summary stays until the next try", async () => {
  const { page } = await openWizard(browser, program);
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

test("[W-WIZ-1, W-WIZ-2, W-WIZ-3] the header keeps its parts apart on the narrowest phone", async () => {
  const { page } = await openWizard(browser, program, { viewport: { width: 320, height: 640 } });
  const boxes = await page
    .locator("header > div")
    .first()
    .evaluate((row) =>
      // The words themselves: a box may be narrower than what is written in it.
      [...row.children].map((part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        const { left, right } = range.getBoundingClientRect();
        return { left, right };
      }),
    );
  for (const [place, { left }] of boxes.entries())
    expect(left, `part ${place}`).toBeGreaterThanOrEqual(boxes[place - 1]?.right ?? 0);
  expect(boxes.at(-1)?.right).toBeLessThanOrEqual(320);
});
