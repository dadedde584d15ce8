import type { Browser, Page } from "@playwright/test";
import { afterEach, beforeAll, beforeEach, describe, test } from "vitest";
import { expect, expectScriptErrors, openPage } from "../../test/harness/browser/browser";
import { close } from "../../test/harness/browser/desk-browser";
import { pressTwice, troubles } from "../../test/harness/browser/troubles";
import { type Case, openAsHolder, submittedCase } from "../../test/harness/case/opened-case";
import type { Program } from "../../test/harness/program";
import { sharedBrowser, sharedProgram } from "../../test/harness/shared";
import { continueBy, mailsTo, resumeLinkOf } from "../../test/harness/stand-ins/mails";
import { Visitor } from "../../test/harness/visitor";

let program: Program;
let browser: Browser;
let opened: Case;
let page: Page;
beforeAll(async () => {
  program = await sharedProgram();
  browser = await sharedBrowser();
});
beforeEach(async () => {
  await program.query("delete from limit_counts");
  opened = await submittedCase(program);
});
afterEach(() => close(page));

describe.each(troubles)("%s, a form on a page of its own stays, and says that it was not sent", (...trouble) => {
  test("as a link is asked for by who does not hold the case", async () => {
    page = await openPage(browser, `${program.url}/apply/${opened.id}`);
    await pressTwice(page, "Send the link", trouble);
    await expect(page.getByText("a fresh link is on its way")).toBeVisible();
  });

  test("as other browsers are ended", async () => {
    const [mail] = await mailsTo(program, opened.email, "application_started", 1);
    await continueBy(new Visitor(program), resumeLinkOf(mail).token);
    page = await openAsHolder(browser, opened);
    await page.goto(`${program.url}/apply/${opened.id}/browsers?end=others`);
    await pressTwice(page, "End all others", trouble);
    await expect(page.getByText("Ended. We have told the address on file")).toBeVisible();
  });

  test("as a draft is removed from this browser", async () => {
    const visitor = new Visitor(program);
    const id = await visitor.start(`draft${opened.email}`);
    page = await openAsHolder(browser, { id, visitor, email: "" });
    await page.goto(`${program.url}/apply/${id}?exit=1`);
    await pressTwice(page, "Yes, remove it from this browser", trouble);
    await expect(page).toHaveURL(`${program.url}/`);
  });

  test("as a draft is deleted", async () => {
    const visitor = new Visitor(program);
    const id = await visitor.start(`deleted${opened.email}`);
    page = await openAsHolder(browser, { id, visitor, email: "" });
    await page.goto(`${program.url}/apply/${id}/delete`);
    await pressTwice(page, "Delete my draft", trouble);
    await expect(page.getByText("Your draft has been deleted")).toBeVisible();
  });

  test("as a draft is deleted from within the wizard", async () => {
    const visitor = new Visitor(program);
    const id = await visitor.start(`asked${opened.email}`);
    page = await openAsHolder(browser, { id, visitor, email: "" }, { width: 1440 });
    await page.getByRole("link", { name: "Delete this draft" }).filter({ visible: true }).click();
    await pressTwice(page, "Delete my draft", trouble, /\.data/);
    await expect(page.getByText("Your draft has been deleted")).toBeVisible();
  });

  test("as the link in a mail is used, and an answer to its question", async () => {
    const email = `asked${opened.email}`;
    await new Visitor(program).start(email);
    const [mail] = await mailsTo(program, email, "application_started", 1);
    page = await openPage(browser, program.url + resumeLinkOf(mail).path);
    const own = page.getByLabel("Yes, keep the other browser");
    await own.check();
    await pressTwice(page, "Continue", trouble);
    await expect(page).toHaveURL(/\/apply\//);
  });

  test("as links to all applications of an address are asked for", async () => {
    page = await openPage(browser, `${program.url}/applications`);
    await page.getByRole("textbox", { name: "Email address" }).fill(opened.email);
    await pressTwice(page, "Send me links to all of mine", trouble);
    await expect(page.getByText("one email with all links is on its way")).toBeVisible();
  });

  test("as a link to an application is asked for by its number", async () => {
    page = await openPage(browser, `${program.url}/apply/start`);
    await page.getByLabel("Email address or application number").fill(opened.email);
    await pressTwice(page, "Send me the link", trouble);
    await expect(page.getByText("a private link is on its way")).toBeVisible();
  });

  test("as the first application is started: what was typed and ticked stays, and one is begun", async () => {
    const email = `first${opened.email}`;
    page = await openPage(browser, `${program.url}/apply?service=bahamian-evisa`);
    // Its form's script is there, and all that follows.
    await expect(page.getByRole("button", { name: "Start Application" })).toBeDisabled();
    await page.waitForLoadState("networkidle");
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel(/I agree to the/).check();
    await pressTwice(page, "Start Application", trouble);
    await expect(page.getByRole("heading", { level: 1, name: "Applicant Information" })).toBeVisible();
    const begun = await program.query("select id from visa_applications where user_email = $1", [email]);
    expect(begun).toHaveLength(1);
  });

  test("[N-BEGIN-3] as a visa that is gone is asked for again: no application is begun, for it or for none", async () => {
    const email = `gone${opened.email}`;
    const isOffered = (offered: boolean) =>
      program.query("update visa_services set is_active = $1 where slug = 'uae-tourist-visa'", [offered]);
    page = await openPage(browser, `${program.url}/apply?service=uae-tourist-visa`);
    await expect(page.getByRole("button", { name: "Start Application" })).toBeDisabled();
    await page.waitForLoadState("networkidle");
    await page.getByLabel("Email address").fill(email);
    await page.getByRole("radio").first().check();
    await page.getByLabel(/I agree to the/).check();
    await isOffered(false);
    try {
      await page.getByRole("button", { name: "Start Application" }).click();
      const gone = page.getByText("This visa is not offered any more");
      await expect(gone).toBeVisible();
      await pressTwice(page, "Start Application", trouble);
      await expect(gone).toBeVisible();
      expect(await program.query("select id from visa_applications where user_email = $1", [email])).toEqual([]);
    } finally {
      await isOffered(true);
    }
  });

  test("as an application for somebody of the family is begun", async () => {
    page = await openAsHolder(browser, opened);
    await page.goto(`${program.url}/apply/${opened.id}/again?for=family`);
    await pressTwice(page, "Begin the application", trouble);
    await expect(page).not.toHaveURL(new RegExp(opened.id));
  });

  test("[N-EMAIL-6] as the link of a change of address is used", async () => {
    const email = `new${opened.email}`;
    await opened.visitor.post(`/apply/${opened.id}/email`, { intent: "change", email });
    const [mail] = await mailsTo(program, email, "email_change", 1);
    page = await openPage(
      browser,
      /https?:\/\/\S+\/application\/email\?token=[\w-]+/.exec(mail?.text ?? "")?.[0] ?? "",
    );
    await pressTwice(page, "Use this address", trouble);
    await expect(page.getByRole("heading", { name: "Your email address is changed" })).toBeVisible();
  });

  test("as the owner of an address refuses an application", async () => {
    const email = `begun${opened.email}`;
    for (const visitor of [new Visitor(program), new Visitor(program)]) await visitor.start(email);
    const [mail] = await mailsTo(program, email, "draft_exists", 1);
    const link = /https?:\/\/\S+\/application\/not-me\?token=[\w-]+/.exec(mail?.text ?? "")?.[0] ?? "";
    page = await openPage(browser, link);
    await pressTwice(page, "This was not me", trouble);
    await expect(page.getByRole("heading", { name: "Thank you for telling us" })).toBeVisible();
  });
});

test("where a script of the next page did not come, that page is opened, and not the form once more", async () => {
  page = await openAsHolder(browser, opened);
  // A part of the error pages, too, which are fetched ahead: it will not be asked for again.
  const part = "**/assets/guilloche-paths-*";
  await page.route(part, (route) => route.abort());
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("guilloche-paths"));
  await page.goto(`${program.url}/apply/${opened.id}/again?for=family`);
  await failed;
  await page.unroute(part);
  await page.getByRole("button", { name: "Begin the application" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Applicant Information" })).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(opened.id));
  expectScriptErrors(/Error loading route module|Failed to fetch dynamically imported module/);
});
