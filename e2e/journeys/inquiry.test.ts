import type { BrowserContextOptions, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect as same, test } from "vitest";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import {
  asSlowAsAPerson,
  button,
  file,
  fill,
  openInquiry,
  success,
  unfold,
} from "../../test/harness/browser/inquiry-form";
import { inquiriesOf, pdf } from "../../test/harness/desk/inquirer";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
const open = (options?: BrowserContextOptions) => openInquiry(browser, app, options);

/** Holds back what a page sends to an address until the returned function is called. */
async function hold(page: Page, address: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

describe("an inquiry with JavaScript, on a phone", () => {
  let page: Page;
  let finishUpload = () => {};
  const list = () => page.getByRole("list", { name: "Your files" });
  beforeAll(async () => {
    page = await open({ viewport: { width: 360, height: 800 } });
    await expect(page.locator("input#nationality")).toBeAttached();
  });
  afterAll(() => page?.context().close());

  test("the form preselects the service that the visitor came from", async () => {
    await expect(page.locator("select#visaService")).toHaveValue("US Student (F-1) Visa");
  });

  test("[P-CONTACT-13] the purpose field counts characters while they are typed", async () => {
    await page.locator("#purpose").pressSequentially("abc");
    await expect(page.getByText("3/150 characters")).toBeVisible();
  });

  test("a missing answer is reported, and the typed values stay", async () => {
    await button(page).click();
    await expect(page.getByText("Please check these answers")).toBeVisible();
    await expect(page.getByText("You must accept the privacy policy to submit this form.").first()).toBeVisible();
    await expect(page.locator("#purpose")).toHaveValue("abc");
  });

  test("[L-ASK-8, L-HOLD-3] a message about a detail opens the details and links to its field, on a phone and a wide screen", async () => {
    const details = page.locator("#details");
    await unfold(page);
    await page.locator("#numAdults").fill("44");
    await details.locator("summary").click();
    await expect(details).not.toHaveAttribute("open");
    await button(page).click();
    await expect(details).toHaveAttribute("open");
    await page.getByRole("link", { name: "Number of adults must be between 1 and 10" }).click();
    await expect(page.locator("#numAdults")).toBeFocused();
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate(() => scrollTo(0, 0));
      await expectAccessible(page);
    }
    // Closed by hand it stays closed, until the next message about one of them.
    await details.locator("summary").click();
    await page.locator("#purpose").pressSequentially("d");
    await expect(details).not.toHaveAttribute("open");
    await button(page).click();
    await expect(details).toHaveAttribute("open");
    await page.locator("#numAdults").fill("1");
  });

  test("[P-CONTACT-14, P-CONTACT-16, P-CONTACT-18] of several files those of a wrong type or size are refused by name", async () => {
    const release = await hold(page, "**/contact/upload");
    const files = [
      file("a.pdf"),
      file("notes.txt", Buffer.from("Dear office")),
      file("large.pdf", pdf(10_485_761)),
      file("b.pdf"),
    ];
    await page.locator("#files-chooser").setInputFiles(files);
    await expect(list()).toContainText(
      "Invalid file type: notes.txt. Please upload PDF, JPG, JPEG, or PNG files only.",
    );
    await expect(list()).toContainText("File too large: large.pdf. Maximum size is 10MB.");
    // The next test looks at the button while the files are on their way.
    finishUpload = release;
  });

  test("[P-CONTACT-20] the form can't be sent while a file is uploading", async () => {
    await expect(button(page)).toBeDisabled();
    finishUpload();
    await expect(list().getByText("Uploaded")).toHaveCount(2);
    await expect(button(page)).toBeEnabled();
  });

  test("[P-CONTACT-21, P-CONTACT-22] the button shows that the inquiry is being sent, and the page then thanks", async () => {
    await fill(page, "script@mail.example");
    const answer = await hold(page, "**/contact/send");
    await asSlowAsAPerson(page);
    await button(page).click();
    await expect(button(page)).toHaveText("Submitting...");
    answer();
    await expect(page.getByRole("main")).toContainText(success);
    const [row] = await inquiriesOf(app, "script@mail.example");
    same(row?.uploaded_documents.map(({ name }) => name)).toEqual(["a.pdf", "b.pdf"]);
  });

  test("[P-CONTACT-23] after sending, the form and the list of files are empty", async () => {
    await expect(page.locator("[name=fullName]")).toHaveValue("");
    await expect(page.locator("[name=email]")).toHaveValue("");
    await expect(list()).toHaveCount(0);
    await expectAccessible(page);
    expectNoScriptErrors();
  });
});

test("[P-FAIL-4, P-FAIL-5, P-CONTACT-24] a failed inquiry says so, keeps all values and files, also over a reload, and can be sent again", async () => {
  const page = await open();
  await expect(page.locator("input#nationality")).toBeAttached();
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
  // What the header covers just now would count as too small to press.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page);
  await page.unroute("**/contact/send");
  await page.reload();
  await expect(page.locator("[name=email]")).toHaveValue("again@mail.example");
  await expect(page.getByRole("list", { name: "Your files" })).toContainText("a.pdf");
  await page.locator("#privacyConsent").check();
  await asSlowAsAPerson(page);
  await button(page).click();
  await expect(page.getByRole("main")).toContainText(success);
  same((await inquiriesOf(app, "again@mail.example"))[0]?.uploaded_documents).toHaveLength(1);
  await page.context().close();
});

test("an inquiry whose response was lost is sent once, even if the page was reloaded in between", async () => {
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
  same(await inquiriesOf(app, "once@mail.example")).toHaveLength(1);
  await page.reload();
  await expect(page.locator("[name=email]")).toHaveValue("once@mail.example");
  await page.locator("#privacyConsent").check();
  await button(page).click();
  await expect(page.getByRole("main")).toContainText(success);
  same(await inquiriesOf(app, "once@mail.example")).toHaveLength(1);
  await page.context().close();
});

test("a repeated refusal is announced again, and choosing a file keeps the focus", async () => {
  const page = await open();
  await fill(page, "foo");
  const summary = page.getByRole("alert").filter({ hasText: "Please check these answers" });
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

test("a file still uploading when the page is left is named when the page is opened again", async () => {
  const page = await open();
  await expect(page.locator("input#nationality")).toBeAttached();
  const list = page.getByRole("list", { name: "Your files" });
  await page.locator("#files-chooser").setInputFiles([file("a.pdf")]);
  await expect(list).toContainText("Uploaded");
  await page.route("**/contact/upload", () => {});
  await page.locator("#files-chooser").setInputFiles([file("b.pdf")]);
  await expect(list.getByRole("progressbar")).toBeVisible();
  await page.locator("#fullName").fill("Siobhán");
  await page.reload();
  await expect(list).toContainText(
    /b\.pdf.*This file hadn’t finished uploading when you left the page. Please choose it again\./,
  );
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

test("[P-CONTACT-30, P-CONTACT-22] a visitor sends an inquiry without JavaScript, after a mistake and with a file", async () => {
  const page = await open({ javaScriptEnabled: false });
  await fill(page, "nobody", false);
  await page.locator("#files-chooser").setInputFiles([file("a.pdf")]);
  await button(page).click();
  await expect(page.getByRole("alert").getByText("Please enter a valid email address")).toBeVisible();
  await expect(page.getByRole("list", { name: "Your files" })).toContainText("a.pdf");
  await page.locator("[name=email]").fill("plain@mail.example");
  await button(page).click();
  await expect(page.getByRole("main")).toContainText(success);
  same((await inquiriesOf(app, "plain@mail.example"))[0]?.uploaded_documents).toHaveLength(1);
  await page.context().close();
});

test("[F-APPL-18] the button next to a refused phone number adds its country code in the field and clears the error", async () => {
  const page = await open({ viewport: { width: 360, height: 800 } });
  await expect(page.locator("input#nationality")).toBeAttached();
  await fill(page, "code@mail.example");
  const phone = page.locator("[name=phone]");
  await phone.fill("555-0142 x12");
  await asSlowAsAPerson(page);
  await button(page).click();
  const alert = page.getByText("Please enter the phone number with its country code");
  await expect(alert.first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use +1 242 555 0142 ext. 12" }).click();
  await expect(phone).toHaveValue("+1 242 555 0142 ext. 12");
  await expect(phone).toBeFocused();
  await expect(alert).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Use / })).toHaveCount(0);
  await button(page).click();
  await expect(page.getByRole("main")).toContainText(success);
  const [row] = await inquiriesOf(app, "code@mail.example");
  same(row?.phone).toBe("+1 242 555 0142 ext. 12");
});
