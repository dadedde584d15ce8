import type { Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect as same, test } from "vitest";
import { expect, expectAccessible } from "../../test/harness/browser/browser";
import { close, openDesk } from "../../test/harness/browser/desk-browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();

const signedIn = (javaScriptEnabled = true) => openDesk(browser, app, "/admin/services", { javaScriptEnabled });
const inOrder = async () =>
  (await app.query<{ slug: string }>("select slug from visa_services order by display_order")).map(({ slug }) => slug);

test("a service is picked up, moved and dropped by keyboard, the order is saved, and Escape cancels", async () => {
  const page = await signedIn();
  const before = await inOrder();
  const handle = page.getByRole("button", { name: /^Move Bahamian e-Visa, position/ });
  await handle.focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(handle).toHaveAccessibleName("Move Bahamian e-Visa, position 1");
  for (const key of ["Space", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
  await expect(handle).toBeFocused();
  await page.keyboard.press("Space");
  const [first = "", second = "", third = "", ...rest] = before;
  await expect.poll(inOrder).toEqual([second, third, first, ...rest]);
  await close(page);
});

describe("the editor of a new service", () => {
  let page: Page;
  beforeAll(async () => {
    page = await signedIn();
    await page.getByRole("link", { name: "New service" }).click();
  });
  afterAll(() => page && close(page));

  test("[A-SVC-13] the slug follows the name while it is empty, and stays once it is set", async () => {
    const name = page.getByLabel("Service name");
    await name.pressSequentially("UK  Visitor & Transit!");
    await expect(page.getByLabel("Slug")).toHaveValue("uk-visitor-transit");
    await page.getByLabel("Visa type").fill("Any");
    await name.fill("Another name");
    await expect(page.getByLabel("Slug")).toHaveValue("uk-visitor-transit");
  });

  test("[A-SVC-16] the total follows the fees, and a fee that is no number counts as 0", async () => {
    await page.getByRole("tab", { name: "Pricing" }).click();
    await page.getByLabel("Government fee", { exact: true }).fill("1,299.00");
    await page.getByLabel("Service fee").fill("lots");
    await expect(page.getByLabel("Total price")).toHaveValue("$1,299");
    await expect(page.getByLabel("Total price")).not.toBeEditable();
    await page.getByRole("button", { name: "Add tier" }).click();
    await page.getByRole("group", { name: "Pricing tiers 1" }).getByLabel("Name").fill("Short");
    await expectAccessible(page);
  });

  test("[A-SVC-19, A-SVC-20, A-SVC-21] JSON is validated while it is typed and can't be saved before it is valid", async () => {
    await page.getByRole("tab", { name: "Advanced" }).click();
    await page.getByRole("button", { name: "JSON" }).click();
    const json = page.getByLabel("Processing times as JSON");
    await json.fill("{nope");
    const state = page.getByRole("tabpanel").getByRole("status");
    await expect(state).toContainText("JSON at position");
    await page.getByRole("button", { name: "Create service" }).click();
    await expect(page.getByRole("alert")).toContainText("Error creating service: 1 field needs a correction");
    same(await app.query("select 1 from visa_services where service_name = 'Another name'")).toEqual([]);
    await json.fill('{"Standard": "3 weeks"}');
    await expect(state).toContainText("Valid JSON");
  });

  test("leaving with unsaved changes asks for confirmation, and saved changes are shown again", async () => {
    await page.getByRole("link", { name: "Close" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("Leave without saving?");
    await page.getByRole("button", { name: "Stay here" }).click();
    await page.getByRole("button", { name: "Create service" }).click();
    await expect(page.getByText("Service fee is $0.00.")).toBeVisible();
    await page.getByRole("button", { name: "Save it like this" }).click();
    await expect(page.getByRole("alert")).toHaveText("Service created");
    await page.getByRole("link", { name: "Another name", exact: true }).click();
    await page.getByRole("tab", { name: "Pricing" }).click();
    await expect(page.getByRole("group", { name: "Pricing tiers 1" }).getByLabel("Name")).toHaveValue("Short");
  });
});

test("[O-EDIT-3, O-EDIT-8] a draft is saved in the editor, previewed on its page, scheduled and unscheduled", async () => {
  const page = await signedIn();
  await page.getByRole("link", { name: "Canadian eTA", exact: true }).click();
  await page.getByLabel("Max stay").fill("As long as a draft");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Version 2 is saved as a draft.")).toBeVisible();
  await expect(page.getByLabel("Max stay")).toHaveValue("As long as a draft");
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await page.waitForURL(/\/visa\/canadian-eta\?preview=/);
  await expect(page.getByText("As long as a draft").first()).toBeVisible();
  await page.goBack();
  await page.getByText("Publish later", { exact: true }).first().click();
  await page.getByLabel("Date", { exact: true }).fill("2040-05-05");
  await page.getByLabel("Time in Nassau").fill("09:00");
  await page.getByRole("button", { name: "Publish at" }).click();
  await expect(page.getByText("Version 2 is scheduled for May 5, 2040")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Call it off" }).click();
  await expect(page.getByText("Version 2 is no longer scheduled. It’s a draft again.")).toBeVisible();
  await close(page);
});

test("[A-SVC-3] without JavaScript all five parts are listed one below the other, and saving works", async () => {
  const page = await signedIn(false);
  await page.getByRole("link", { name: "New service" }).click();
  for (const part of ["Basic Info", "Pricing", "Requirements", "Content", "Advanced"])
    await expect(page.getByRole("heading", { level: 2, name: part })).toBeVisible();
  await page.getByLabel("Service name").fill("Plain paper");
  await page.getByLabel("Questions and answers as JSON").fill('[{"question":"Why?","answer":"Because"}]');
  await page.getByRole("button", { name: "Create service" }).click();
  await page.getByRole("button", { name: "Save it like this" }).click();
  await expect(page.getByText("Service created")).toBeVisible();
  await expect(page.getByRole("link", { name: "Plain paper", exact: true })).toBeVisible();
  await page.context().close();
});
