import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, test } from "vitest";
import { serviceOf } from "../../test/harness/applicants/listed-steps";
import { openSectionOf } from "../../test/harness/applicants/sections";
import { controlled, cookiesOf } from "../../test/harness/applicants/wizard";
import {
  expect,
  expectAccessible,
  expectNoScriptErrors,
  expectToFit,
  openContext,
} from "../../test/harness/browser/browser";
import type { Program } from "../../test/harness/program";
import { sharedBrowser, sharedProgram } from "../../test/harness/shared";
import { Visitor } from "../../test/harness/visitor";

let program: Program;
let browser: Browser;
beforeAll(async () => {
  program = await sharedProgram();
  browser = await sharedBrowser();
});
afterAll(() => expectNoScriptErrors());

describe("the start page", () => {
  let page: Page;
  beforeAll(async () => {
    page = await (await openContext(browser)).newPage();
  });
  afterAll(() => page.context().close());

  /** As it stands, on a phone and on a wide screen. */
  async function accessibleAtBoth() {
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAccessible(page);
    }
  }
  const start = () => page.getByRole("button", { name: "Start Application" });
  const email = () => page.getByLabel("Email address");

  test("[W-WIZ-27] of a service that we do not have says so, and is accessible", async () => {
    await page.goto(`${program.url}/apply?service=none`);
    await expect(page.getByText("We do not offer this visa")).toBeVisible();
    await accessibleAtBoth();
  });

  test("[W-START-7, W-WIZ-27] its button waits for an email and the terms", async () => {
    const { id } = await serviceOf(program, "bahamian-evisa");
    await page.goto(`${program.url}/apply?service=${id}`);
    await expect(start()).toBeDisabled();
    await accessibleAtBoth();
    await email().fill("nobody");
    await expect(start()).toBeDisabled();
    await page.getByLabel(/I agree to the/).check();
    await expect(start()).toBeEnabled();
    await email().fill(" ");
    await expect(start()).toBeDisabled();
  });

  test("[W-START-8, W-WIZ-27, N-BEGIN-6] an address that is none is pointed out, stays as it was typed, and begins nothing", async () => {
    await email().fill("nobody");
    await start().click();
    await expect(page.getByRole("link", { name: "Please enter a valid email address" })).toBeVisible();
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(page).toHaveTitle(/^Error: Apply: /);
    await expect(email()).toHaveValue("nobody");
    await accessibleAtBoth();
    await page.setViewportSize({ width: 320, height: 640 });
    await expectToFit(page);
    expect(await program.query("select 1 from visa_applications")).toEqual([]);
  });
});

describe("details", () => {
  let page: Page;
  let id: string;
  beforeAll(async () => {
    const visitor = new Visitor(program);
    id = await visitor.start("details@mail.example");
    await program.query("update visa_applications set furthest_step = 8 where id = $1", [id]);
    const context = await openContext(browser, { viewport: { width: 360, height: 740 } });
    await context.addCookies(cookiesOf(visitor));
    page = await context.newPage();
  });
  afterAll(() => page.context().close());

  test.each([
    ["[W-S7-23]", "security_questionnaire", "hasVotedUnlawfully", "unlawfulVotingDetails"],
    ["[W-S5-5]", "family_background", "hasSpouse", "spousePlaceOfBirth"],
  ])("%s of %s appear with yes and go with no, and come back as typed", async (_, step, question, details) => {
    await page.goto(`${program.url}/apply/${id}?step=${step}`);
    await controlled(page);
    await openSectionOf(page, question);
    const answer = (value: string) => page.locator(`[name="${question}"][value="${value}"]`);
    const asked = page.locator(`[name="${details}"]`);
    await expect(asked).toBeHidden();
    await answer("yes").check();
    await expect(asked).toBeVisible();
    await asked.fill("In Freeport");
    await answer("no").check();
    await expect(asked).toBeHidden();
    await answer("yes").check();
    await expect(asked).toHaveValue("In Freeport");
  });
});
