import type { Page, Route } from "@playwright/test";
import { afterEach, beforeEach, describe, test } from "vitest";
import { expect } from "../../test/harness/browser/browser";
import { close, openDesk, openEditor, scripted, sized } from "../../test/harness/browser/desk-browser";
import { openAsHolder, submittedCase } from "../../test/harness/case/opened-case";
import { inquiryId, inquiryRow, insertInquiries } from "../../test/harness/desk/inquiry-rows";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";
import { cutLine, otherAdmin, signInAs, tryAgain as tryIn } from "./sending";

let page: Page;

const app = await sharedApp();
const browser = await sharedBrowser();
const openedCase = await submittedCase(app);
beforeEach(async () => {
  page = await openDesk(browser, app, casePath(), sized(1440));
  await openEditor(page, "Write a note");
});
afterEach(() => close(page));

const casePath = () => `/admin/applications/${openedCase.id}`;
const textbox = (name: string) => page.getByRole("textbox", { name: new RegExp(`^${name}`), includeHidden: true });
const press = (name: string) => page.getByRole("button", { name, exact: true }).first().click();
const question = () => page.getByRole("alertdialog", { name: "Leave without saving?" });
const recoveryNotice = () =>
  page.getByText(/^You had not sent this yet\. It is from [A-Z][a-z]{2} \d{1,2}, \d{4}, \d\d:\d\d\.$/);
const stored = () => page.evaluate(() => JSON.stringify(localStorage));

/** What is sent reaches the server, and its answer is lost. */
async function loseAnswers(): Promise<() => Promise<void>> {
  const lose = async (route: Route) => {
    if (route.request().method() !== "POST" || route.request().url().endsWith("/admin/session"))
      return route.fallback();
    await route.fetch({ maxRedirects: 0 });
    return route.abort();
  };
  await page.route("**/*", lose);
  return () => page.unroute("**/*", lose);
}
const cutConnection = () => cutLine(page);
const tryAgain = () => tryIn(page);

describe("a send whose response was lost", () => {
  const entries = async (actionType: string) =>
    (
      await app.query("select 1 from admin_activity_log where action_type = $1 and subject_id = $2", [
        actionType,
        openedCase.id,
      ])
    ).length;

  test("[K-KEEP-3] a note sent again after its response was lost is stored once", async () => {
    await textbox("New note").fill("Rang her.");
    const back = await loseAnswers();
    await press("Add note");
    await expect(page.getByRole("alert")).toContainText("Not saved.");
    await back();
    await tryAgain();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.getByRole("listitem").filter({ hasText: "Rang her." })).toHaveCount(1);
    await expect(textbox("New note")).toHaveValue("");
    await expect.poll(() => entries("application_note_added")).toBe(1);
  });

  test("[K-KEEP-3] a status sent again after its response was lost is one change and one mail, even if the page was reopened", async () => {
    const mails = async () =>
      (
        await app.query(
          "select 1 from email_notifications where application_id = $1 and email_type = 'status_update'",
          [openedCase.id],
        )
      ).length;
    await page.getByLabel("New status").selectOption("under_review");
    await textbox("Message to the applicant").fill("We have begun.");
    const back = await loseAnswers();
    await press("Update Status");
    await expect(page.getByRole("alert")).toContainText("Failed to update status. Please try again.");
    await back();
    await page.reload();
    await scripted(page);
    await expect(recoveryNotice()).toBeVisible();
    await expect(textbox("Message to the applicant")).toHaveValue("We have begun.");
    await press("Update Status");
    await expect(page).toHaveURL(`${app.url}/admin/applications`);
    expect([await entries("application_status_updated"), await mails()]).toEqual([1, 1]);
    expect(await stored()).not.toContain("We have begun.");
  });
});

describe("leaving with unsent text", () => {
  const ways: Record<string, () => Promise<unknown>> = {
    "by a link": () => page.getByRole("link", { name: "Inquiries" }).first().click(),
    "by Back": () => page.goBack(),
    "by Escape": async () => {
      await textbox("New note").blur();
      await page.keyboard.press("Escape");
    },
  };
  test.each(Object.keys(ways))(
    "[K-KEEP-4] %s asks for confirmation, and staying keeps text, cursor and scroll position",
    async (way) => {
      // Within the page: by Back of a whole document the browser itself would ask.
      await page.goto(`${app.url}/admin/applications`);
      await scripted(page);
      await page.locator(`a[href="${casePath()}"]`).first().click();
      await expect(page).toHaveURL(app.url + casePath());
      await openEditor(page, "Write a note");
      await textbox("New note").fill("Half a thought");
      await textbox("New note").evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, 6));
      const scrollTop = await page.evaluate(() => window.scrollY);
      await ways[way]?.();
      await expect(question()).toBeVisible();
      await expect(question().getByRole("button", { name: "Stay here" })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(question()).toBeHidden();
      await expect(page).toHaveURL(app.url + casePath());
      await expect(textbox("New note")).toHaveValue("Half a thought");
      const cursor = await textbox("New note").evaluate((area: HTMLTextAreaElement) => [
        area.selectionStart,
        area.selectionEnd,
      ]);
      expect(cursor).toEqual([4, 6]);
      expect(await page.evaluate(() => window.scrollY)).toBe(scrollTop);
      await page.getByRole("link", { name: "Inquiries" }).first().click();
      await question().getByRole("button", { name: "Leave without saving" }).click();
      await expect(page).toHaveURL(`${app.url}/admin/inquiries`);
      expect(await stored()).not.toContain("Half a thought");
    },
  );
});

describe("unsent text", () => {
  async function reload() {
    await page.reload();
    await scripted(page);
  }

  test("[K-KEEP-5, K-KEEP-6] unsent text is restored in a new tab until it is discarded", async () => {
    await textbox("New note").fill("Begun before the crash");
    const otherTab = await page.context().newPage();
    await page.close();
    page = otherTab;
    await page.goto(app.url + casePath());
    await expect(recoveryNotice()).toBeVisible();
    await expect(textbox("New note")).toHaveValue("Begun before the crash");
    await press("Discard it");
    await expect(textbox("New note")).toHaveValue("");
    await expect(recoveryNotice()).toBeHidden();
    expect(await stored()).toBe("{}");
  });

  test("[K-KEEP-5] unsent text doesn't overwrite another admin's newer text, and both are shown to choose from", async () => {
    await app.query("delete from visa_inquiries");
    await insertInquiries(app, 1, 1);
    const id = await inquiryId(app, "Person 1");
    await page.goto(`${app.url}/admin/inquiries/${id}`);
    await scripted(page);
    const notes = page.getByRole("textbox", { name: "Admin Notes" });
    const back = await cutConnection();
    await notes.fill("From me");
    await notes.blur();
    await expect(page.getByRole("alert")).toContainText("Failed to update admin notes");
    await app.query("update visa_inquiries set admin_notes = 'From her', notes_revision = 1 where id = $1", [id]);
    await back();
    await page.route("**/admin/inquiries/*", (route) =>
      route.request().method() === "POST" ? route.abort() : route.fallback(),
    );
    await reload();
    await expect(recoveryNotice()).toBeVisible();
    await expect(notes).toHaveValue("From me");
    await page.unroute("**/admin/inquiries/*");
    await notes.focus();
    await notes.blur();
    await expect(page.getByText("Someone else changed these notes")).toBeVisible();
    await expect(page.getByText("From her")).toBeVisible();
    await expect(notes).toHaveValue("From me");
    expect(await inquiryRow(app, id)).toMatchObject({ admin_notes: "From her" });
    await press("Keep mine");
    await expect.poll(async () => (await inquiryRow(app, id))?.admin_notes).toBe("From me");
  });

  test("[K-KEEP-6] unsent text is deleted after seven days and at Sign Out, and no other admin sees it", async () => {
    await textbox("New note").fill("A secret of mine");
    const colleague = await otherAdmin(browser, app);
    // Kept for its admin alone.
    expect(await stored()).toContain("A secret of mine");
    const cookies = await page.context().cookies();
    await signInAs(page, app, colleague);
    await reload();
    await expect(textbox("New note")).toHaveValue("");
    expect(await stored()).not.toContain("A secret of mine");
    await page.context().clearCookies();
    await page.context().addCookies(cookies);
    await reload();
    await openEditor(page, "Write a note");
    await textbox("New note").fill("Old");
    await page.evaluate(() => {
      for (const [key, text] of Object.entries(localStorage))
        localStorage.setItem(
          key,
          text.replace(/"at":(\d+)/, (_: string, at: string) => `"at":${Number(at) - 7 * 86_400_000 - 1}`),
        );
    });
    await reload();
    await expect(textbox("New note")).toHaveValue("");
    await openEditor(page, "Write a note");
    await textbox("New note").fill("Before leaving");
    await page.getByRole("button", { name: "Sign Out" }).first().click();
    await page.waitForURL(/login/);
    expect(await stored()).not.toContain("Before leaving");
  });

  test("[K-KEEP-6] passwords are never saved in the browser", async () => {
    await page.goto(`${app.url}/admin/users`);
    await scripted(page);
    const form = page.getByRole("region", { name: "Create an admin" });
    await form.getByLabel("Email").fill("kept@lucaya.example");
    await form.getByLabel("Password", { exact: true }).fill("a password never kept");
    await expect.poll(stored).toContain("kept@lucaya.example");
    expect(await stored()).not.toContain("a password never kept");
  });
});

describe("two forms on one page", () => {
  test("[K-KEEP-7] a note that is sent, fails or is refused keeps the status message that is being typed", async () => {
    await textbox("Message to the applicant").fill("Half a message");
    await textbox("New note").fill("A note");
    const back = await cutConnection();
    await press("Add note");
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(textbox("Message to the applicant")).toHaveValue("Half a message");
    await back();
    await tryAgain();
    await expect(page.getByRole("listitem").filter({ hasText: "A note" })).toHaveCount(1);
    await expect(textbox("Message to the applicant")).toHaveValue("Half a message");
    await textbox("New note").fill(" ");
    await press("Add note");
    await expect(page.getByRole("alert")).toContainText("Write a note");
    await expect(textbox("Message to the applicant")).toHaveValue("Half a message");
  });

  test("[K-KEEP-7] a saved status keeps the unsent note on its page", async () => {
    const { id } = await submittedCase(app);
    await page.goto(`${app.url}/admin/applications/${id}`);
    await scripted(page);
    await openEditor(page, "Write a note");
    await textbox("New note").fill("Still writing");
    await page.getByLabel("New status").selectOption("under_review");
    await textbox("Message to the applicant").fill("Begun.");
    await press("Update Status");
    await expect(page.getByText("Status updated successfully!")).toBeVisible();
    await expect(page).toHaveURL(`${app.url}/admin/applications/${id}`);
    await expect(textbox("New note")).toHaveValue("Still writing");
    await expect(textbox("Message to the applicant")).toHaveValue("");
  });
});

test("[K-KEEP-9] a slow page load is announced, and a fast one is not", async () => {
  const { promise: pending, resolve: go } = Promise.withResolvers<void>();
  await page.clock.install();
  // It stands still until the test moves it.
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.route(/\/admin\/emails.*\.data/, async (route) => {
    await pending;
    await route.continue();
  });
  const pill = page.getByRole("status").filter({ hasText: "Loading…" });
  await page.getByRole("link", { name: "Emails" }).first().click();
  await page.clock.runFor(250);
  await expect(pill).toHaveCount(0);
  await expect(async () => {
    await page.clock.runFor(200);
    await expect(pill).toHaveText("Loading…", { timeout: 500 });
  }).toPass();
  go();
  await expect(page.getByRole("heading", { level: 1, name: "Emails" })).toBeVisible();
  await expect(pill).toHaveCount(0);
});

test("[K-KEEP-1, K-KEEP-2] an applicant who requests withdrawal while offline keeps the typed reason", async () => {
  const otherCase = await submittedCase(app);
  const holder = await openAsHolder(browser, otherCase);
  await holder.goto(`${app.url}/apply/${otherCase.id}/withdraw`);
  const reason = holder.getByRole("textbox", { name: /Why do you want to withdraw/ });
  await reason.fill("I fell ill.");
  await holder.context().setOffline(true);
  await holder.getByRole("button", { name: "Send the request" }).click();
  await expect(holder.getByRole("alert")).toContainText("Not saved.");
  await expect(reason).toHaveValue("I fell ill.");
  await holder.context().setOffline(false);
  await holder.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await expect(holder).toHaveURL(`${app.url}/apply/${otherCase.id}`);
  await holder.context().close();
});
