import type { Browser, Page } from "@playwright/test";
import { beforeAll, expect as same, test } from "vitest";
import {
  beforeScript,
  expect,
  expectAccessible,
  expectNoScriptErrors,
  openContext,
} from "../../test/harness/browser/browser";
import { inquirer, inquiriesOf, pdf } from "../../test/harness/desk/inquirer";
import type { Program } from "../../test/harness/program";
import { sharedBrowser, sharedProgram } from "../../test/harness/shared";

let program: Program;
let browser: Browser;
beforeAll(async () => {
  program = await sharedProgram();
  browser = await sharedBrowser();
});

const success =
  "Inquiry Submitted Successfully! Thank you for your inquiry. Our team will review your information and get back to you within 24 hours.";
const button = (page: Page) => page.locator("form[aria-label=Inquiry] button[type=submit]").last();

async function open(options: Parameters<typeof openContext>[1] = {}) {
  const page = await (await openContext(browser, options)).newPage();
  await page.goto(`${program.url}/contact?service=us-student-f-1-visa`);
  return page;
}

async function fill(page: Page, email: string, scripted = true) {
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

/**
 * A form that is sent within three seconds counts as a machine's and is asked for again. The page's clock goes on by
 * that much, so that nobody waits.
 */
const asSlowAsAPerson = (page: Page) =>
  page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 3000;
  });

const file = (name: string, buffer = pdf()) => ({ name, mimeType: "application/octet-stream", buffer });

test("[P-CONTACT-13, P-CONTACT-16, P-CONTACT-18, P-CONTACT-20, P-CONTACT-21, P-CONTACT-22, P-CONTACT-23, P-CONTACT-14] an inquiry with script", async () => {
  const page = await open({ viewport: { width: 360, height: 800 } });
  await expect(page.locator("select#visaService")).toHaveValue("US Student (F-1) Visa");
  await expect(page.locator("input#nationality")).toBeVisible();
  await expectAccessible(page);
  await page.locator("#purpose").pressSequentially("abc");
  await expect(page.getByText("3/150 characters")).toBeVisible();

  await button(page).click();
  await expect(page.getByText("Please look at these answers again")).toBeVisible();
  await expect(page.getByText("You must accept the privacy policy to submit this form.").first()).toBeVisible();
  await expect(page.locator("#purpose")).toHaveValue("abc");
  await expectAccessible(page);

  let release = () => {};
  const pending = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/contact/upload", async (route) => {
    await pending;
    await route.continue();
  });
  const chooser = page.locator("#files-chooser");
  await chooser.setInputFiles([file("a.pdf"), file("notes.txt"), file("large.pdf", pdf(10_485_761)), file("b.pdf")]);
  await expect(button(page)).toBeDisabled();
  const list = page.getByRole("list", { name: "Your files" });
  await expect(list).toContainText("Invalid file type: notes.txt. Please upload PDF, JPG, JPEG, or PNG files only.");
  await expect(list).toContainText("File too large: large.pdf. Maximum size is 10MB.");
  release();
  await expect(list.getByText("Uploaded")).toHaveCount(2);
  await expect(button(page)).toBeEnabled();

  await fill(page, "script@mail.example");
  let answer = () => {};
  const waits = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/contact/send", async (route) => {
    await waits;
    await route.continue();
  });
  await asSlowAsAPerson(page);
  await button(page).click();
  await expect(button(page)).toHaveText("Submitting...");
  answer();
  await expect(page.getByRole("main")).toContainText(success);
  await expect(page.locator("[name=fullName]")).toHaveValue("");
  await expect(list).toHaveCount(0);
  await expectAccessible(page);
  const [row] = await inquiriesOf(program, "script@mail.example");
  same(row?.uploaded_documents.map(({ name }) => name)).toEqual(["a.pdf", "b.pdf"]);
  expectNoScriptErrors();
  await page.context().close();
});

test("[P-FAIL-4, P-FAIL-5, P-CONTACT-24] what fails says so, keeps everything, survives a reload, and goes the second time", async () => {
  const page = await open();
  await expect(page.locator("input#nationality")).toBeVisible();
  await page.route("**/contact/upload", (route) => route.abort());
  await page.locator("#files-chooser").setInputFiles([file("a.pdf")]);
  await expect(page.getByRole("list", { name: "Your files" })).toContainText("Failed to upload files");
  await page.unroute("**/contact/upload");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Uploaded", { exact: false }).first()).toBeVisible();
  await fill(page, "again@mail.example");
  await page.route("**/contact/send", (route) => route.abort());
  await button(page).click();
  await expect(page.getByText("Failed to submit your inquiry. Please try again.")).toBeVisible();
  await expectAccessible(page);
  await page.unroute("**/contact/send");
  await page.reload();
  await expect(page.locator("[name=email]")).toHaveValue("again@mail.example");
  await expect(page.getByRole("list", { name: "Your files" })).toContainText("a.pdf");
  await page.locator("#privacyConsent").check();
  await asSlowAsAPerson(page);
  await button(page).click();
  await expect(page.getByRole("main")).toContainText(success);
  same((await inquiriesOf(program, "again@mail.example"))[0]?.uploaded_documents).toHaveLength(1);
  await page.context().close();
});

test("an inquiry whose answer was lost is sent once, even when the page was loaded again in between", async () => {
  const page = await open();
  await fill(page, "once@mail.example");
  await asSlowAsAPerson(page);
  await page.route("**/contact/send", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await button(page).click();
  await expect(page.getByText("Failed to submit your inquiry. Please try again.")).toBeVisible();
  await page.unroute("**/contact/send");
  same(await inquiriesOf(program, "once@mail.example")).toHaveLength(1);
  await page.reload();
  await expect(page.locator("[name=email]")).toHaveValue("once@mail.example");
  await page.locator("#privacyConsent").check();
  await button(page).click();
  await expect(page.getByRole("main")).toContainText(success);
  same(await inquiriesOf(program, "once@mail.example")).toHaveLength(1);
  await page.context().close();
});

test("the same refusal twice is said twice, and a chosen file keeps the focus where it was", async () => {
  const page = await open();
  await fill(page, "foo");
  const summary = page.getByRole("alert").filter({ hasText: "Please look at these answers again" });
  for (const email of ["foo", "foo@bar"]) {
    await page.locator("#email").fill(email);
    await button(page).click();
    await expect(summary).toBeFocused();
    await expect(summary).toContainText("Please enter a valid email address");
  }
  await page.locator("#files-chooser").focus();
  await page.locator("#files-chooser").setInputFiles([file("a.pdf")]);
  await expect(page.getByRole("list", { name: "Your files" })).toContainText("a.pdf");
  await expect(page.locator("#files-chooser")).toBeFocused();
  await page.context().close();
});

test("a file that is still on its way when the page is left is named when it is there again", async () => {
  const page = await open();
  await expect(page.locator("input#nationality")).toBeVisible();
  const list = page.getByRole("list", { name: "Your files" });
  await page.locator("#files-chooser").setInputFiles([file("a.pdf")]);
  await expect(list).toContainText("Uploaded");
  await page.route("**/contact/upload", () => {});
  await page.locator("#files-chooser").setInputFiles([file("b.pdf")]);
  await expect(list.getByRole("progressbar")).toBeVisible();
  await page.locator("#fullName").fill("Siobhán");
  await page.reload();
  await expect(list).toContainText(/b\.pdf.*Not uploaded yet when this page was left. Please choose it again\./);
  await expect(list.getByText("· Uploaded")).toHaveCount(1);
  await expect(page.locator("#fullName")).toHaveValue("Siobhán");
  await expectAccessible(page);
  await page.unroute("**/contact/upload");
  await page.locator("#files-chooser").setInputFiles([file("b.pdf")]);
  await expect(list.getByText("· Uploaded")).toHaveCount(2);
  await expect(list).not.toContainText("choose it again");
  await page.reload();
  await expect(list.getByText("· Uploaded")).toHaveCount(2);
  await expect(list.getByRole("listitem")).toHaveCount(2);
  expectNoScriptErrors();
  await page.context().close();
});

test("[P-CONTACT-30, P-CONTACT-22] an inquiry without script, with a mistake and a file", async () => {
  const page = await open({ javaScriptEnabled: false });
  await fill(page, "nobody", false);
  await page.locator("#files-chooser").setInputFiles([file("a.pdf")]);
  await button(page).click();
  await expect(page.getByRole("alert").getByText("Please enter a valid email address")).toBeVisible();
  await expect(page.getByRole("list", { name: "Your files" })).toContainText("a.pdf");
  await page.locator("[name=email]").fill("plain@mail.example");
  await button(page).click();
  await expect(page.getByRole("main")).toContainText(success);
  same((await inquiriesOf(program, "plain@mail.example"))[0]?.uploaded_documents).toHaveLength(1);
  await page.context().close();
});

test("what is typed, chosen and attached before the script is there stays, on a first visit and after a reload", async () => {
  const page = await (await openContext(browser)).newPage();
  const early = async (go: () => Promise<unknown>, act: () => Promise<unknown>) => {
    await beforeScript(page, go, act);
    await expect(page.locator("input#residenceCountry")).toBeVisible();
  };
  await early(
    () => page.goto(`${program.url}/contact`, { waitUntil: "commit" }),
    async () => {
      await page.locator("#fullName").fill("Siobhán");
      await page.locator("#purpose").fill("A holiday");
      await page.locator("#files-chooser").setInputFiles([file("a.pdf")]);
      await page.locator("select#nationality").focus();
      await page.locator("select#nationality").selectOption({ label: "Haiti" });
    },
  );
  await expect(page.locator("#nationality")).toBeFocused();
  await expect(page.getByText("9/150 characters")).toBeVisible();
  await expect(page.getByRole("list", { name: "Your files" })).toContainText("Uploaded");
  await page.locator("#phone").focus();
  await expect(page.locator("input#nationality")).toHaveValue("Haiti");
  await early(
    () => page.reload({ waitUntil: "commit" }),
    async () => {
      await page.locator("#fullName").fill("Siobhán Ní Bhriain");
      await page.locator("#files-chooser").setInputFiles([file("b.pdf")]);
      await page.locator("#email").pressSequentially("s");
    },
  );
  await expect(page.locator("#email")).toBeFocused();
  await page.keyboard.type("@mail.example");
  await expect(page.locator("#email")).toHaveValue("s@mail.example");
  await expect(page.locator("#fullName")).toHaveValue("Siobhán Ní Bhriain");
  await expect(page.locator("#purpose")).toHaveValue("A holiday");
  await expect(page.getByRole("list", { name: "Your files" }).getByText("Uploaded")).toHaveCount(2);
  // A link from another service's page replaces the service of the draft and keeps the rest.
  for (const [param, service] of [
    ["uk-transit-visa", "UK Transit Visa"],
    ["us-student-f-1-visa", "US Student (F-1) Visa"],
  ]) {
    await page.goto(`${program.url}/contact?service=${param}`);
    await expect(page.locator("#fullName")).toHaveValue("Siobhán Ní Bhriain");
    await expect(page.locator("#visaService")).toHaveValue(service ?? "");
    await page.locator("#phone").fill("+1 242 555 0100");
  }
  await page.locator("#visaService").selectOption("Permit to Reside");
  await page.reload();
  await expect(page.locator("#phone")).toHaveValue("+1 242 555 0100");
  await expect(page.locator("#visaService")).toHaveValue("Permit to Reside");
  expectNoScriptErrors();
  await page.context().close();
});

test("a part of a page whose script is lost on the way stays as the server drew it, and its form can be sent", async () => {
  const page = await (await openContext(browser)).newPage();
  const lost = new Set<string>();
  await page.route(/\/assets\/(inquiry-form|all-services|questions|reviews-block-(?!later)).*\.js$/, (route) => {
    lost.add(route.request().url());
    return route.abort();
  });
  /**
   * Until the page has tried for the last time. Chromium before 154 keeps a failure for as long as the page lives, later
   * ones request the script again: in both, what the page asked for earlier is answered before what is asked for here.
   */
  async function givenUp(count: number) {
    await expect.poll(() => lost.size).toBe(count);
    for (const wait of [500, 2000, 8000]) {
      await page.evaluate((urls) => Promise.allSettled(urls.map((url) => import(url))), [...lost]);
      await page.clock.runFor(wait);
    }
    await page.evaluate((urls) => Promise.allSettled(urls.map((url) => import(url))), [...lost]);
  }
  await page.clock.install();
  await page.goto(`${program.url}/contact?service=us-student-f-1-visa`);
  await fill(page, "lost@mail.example", false);
  await givenUp(1);
  await expect(page.locator("[name=email]")).toHaveValue("lost@mail.example");
  await button(page).click();
  await expect(page.getByRole("main")).toContainText(success);
  same(await inquiriesOf(program, "lost@mail.example")).toHaveLength(1);
  lost.clear();
  await page.goto(program.url);
  await givenUp(3);
  for (const name of ["all-services", "questions", "reviews"]) await expect(page.locator(`#${name}`)).toBeVisible();
  expectNoScriptErrors();
  await page.context().close();
});
