import type { Page } from "@playwright/test";
import { afterEach, beforeAll, describe, test } from "vitest";
import { applicant, fillStep } from "../../test/harness/applicants/applicant";
import { misbehave, refusals } from "../../test/harness/applicants/journey-refusals";
import { openWizard, sentIntents, titled } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterEach(expectNoScriptErrors);

const submitButton = (page: Page) => page.getByRole("button", { name: "Submit Application" });
const modal = (page: Page) => page.locator("dialog[open]");

/** On the review with everything filled in: one press away from being submitted. */
async function openReview(options: Parameters<typeof openWizard>[2] = {}) {
  const opened = await openWizard(browser, app, { ...options, step: 8 });
  await fillStep(opened.page, applicant["Review & Certification"] ?? {});
  return { ...opened, intents: sentIntents(opened.page) };
}

async function expectModal(page: Page, title: string, message: string) {
  await expect(modal(page).getByRole("heading")).toHaveText(title);
  await expect(modal(page)).toContainText(message);
}

async function statusOf(id: string) {
  const [row] = await app.query<{ status: string; mails: number; signed: number }>(
    `select status,
       (select count(*)::int from email_notifications where application_id = a.id and email_type <> 'application_started') as mails,
       (select count(*)::int from application_submissions where application_id = a.id) as signed
     from visa_applications a where id = $1`,
    [id],
  );
  return row;
}
const draft = { status: "draft", mails: 0, signed: 0 };
const submitted = { status: "submitted", mails: 2, signed: 1 };

describe("a submission", () => {
  let opened: Awaited<ReturnType<typeof openReview>>;
  beforeAll(async () => {
    opened = await openReview();
  });

  test("[W-SUBMIT-2, W-SUBMIT-16] two clicks submit once, and the button shows the progress", async () => {
    const { page, id, intents } = opened;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/save", async (route) => {
      await released;
      await route.continue();
    });
    await submitButton(page).dblclick({ noWaitAfter: true });
    await expectModal(page, "Submitting Application", "Please wait");
    release();
    await expectModal(page, "Application Submitted", "Thank you.");
    expect(intents.filter((intent) => intent === "submit")).toHaveLength(1);
    expect(await statusOf(id)).toEqual(submitted);
    await page.unroute("**/save");
  });

  test("[W-WIZ-22, W-WIZ-27] the success modal blocks scrolling and is accessible", async () => {
    const { page } = opened;
    const before = await page.evaluate(() => window.scrollY);
    await page.mouse.move(5, 300);
    await page.mouse.wheel(0, before > 200 ? -400 : 400);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe("hidden");
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
    await expectAccessible(page);
  });

  test("[W-SUBMIT-3] closing the success modal leads home, and Back leads to no form", async () => {
    const { page, id } = opened;
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(`${app.url}/`);
    for (let back = 0; back < 2; back++) {
      await page.goBack();
      if (!page.url().includes(id)) break;
      await expect(page.getByRole("main")).toContainText(/It has been (your|our) turn since/);
      await expect(page.locator("form#step")).toHaveCount(0);
    }
    await page.goto(`${app.url}/apply/${id}`);
    await expect(page.getByRole("main")).toContainText(/It has been (your|our) turn since/);
    expect(await statusOf(id)).toEqual(submitted);
  });

  test("[W-SUBMIT-16] a submission whose response was lost is retried with its key: one submission, with the success modal", async () => {
    const { page, id, intents } = await openReview({ clock: true });
    let lost = false;
    await page.route("**/save", async (route) => {
      if (lost) return route.continue();
      lost = true;
      await route.fetch();
      return route.abort();
    });
    const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/save"));
    await submitButton(page).click();
    await failed;
    expect(await statusOf(id)).toEqual(submitted);
    await page.clock.runFor(1_000);
    await expectModal(page, "Application Submitted", "Thank you.");
    expect(intents).toEqual(["submit", "submit"]);
    expect(await statusOf(id)).toEqual(submitted);
  });

  test("[W-SUBMIT-8, W-SUBMIT-17] a submission from a second tab says that the application was submitted, and leads to the status page", async () => {
    const { page, id, context } = await openReview();
    const otherTab = await context.newPage();
    await otherTab.goto(`${app.url}/apply/${id}`);
    await fillStep(otherTab, applicant["Review & Certification"] ?? {});
    await submitButton(page).click();
    await expectModal(page, "Application Submitted", "Thank you.");
    await submitButton(otherTab).click();
    await expectModal(
      otherTab,
      "Already Submitted",
      "This application has already been submitted. Please check your email for confirmation.",
    );
    await otherTab.getByRole("button", { name: "OK", exact: true }).click();
    await expect(otherTab.getByRole("main")).toContainText(/It has been (your|our) turn since/);
    expect(await statusOf(id)).toEqual(submitted);
  });
});

describe("a failing submission", () => {
  test("[W-SUBMIT-12, W-SUBMIT-13, W-SUBMIT-7] a submission without a connection is tried three times, after 1 s and 2 s", async () => {
    const { page, id, intents } = await openReview({ clock: true });
    const tries = () => intents.filter((intent) => intent === "submit").length;
    await page.route("**/save", (route) => route.abort());
    // Not a save of what was typed before.
    const failed = () =>
      page.waitForEvent("requestfailed", (request) => (request.postData() ?? "").includes("intent=submit"));
    // From here on time passes only when it is told to.
    await page.clock.pauseAt(Date.now() + 60_000);
    let next = failed();
    await submitButton(page).click();
    await next;
    expect(tries()).toBe(1);
    for (const [wait, count] of [
      [1_000, 2],
      [2_000, 3],
    ] as const) {
      await page.clock.runFor(wait - 100);
      expect(tries()).toBe(count - 1);
      next = failed();
      await page.clock.runFor(200);
      await next;
      expect(tries()).toBe(count);
    }
    await expectModal(
      page,
      "Network Error",
      "Unable to connect to the server. Please check your internet connection and try again.",
    );
    await page.clock.runFor(60_000);
    expect(tries(), "and then no more").toBe(3);
    expect(await statusOf(id)).toEqual(draft);
    await page.getByRole("button", { name: "OK", exact: true }).click();
    await expect(page.locator('[name="electronicSignature"]')).not.toHaveValue("");
    await page.unroute("**/save");
    await submitButton(page).click();
    await expectModal(page, "Application Submitted", "Thank you.");
  });

  test("[W-SUBMIT-6] a submission while offline is not sent", async () => {
    const { page, context, intents, id } = await openReview();
    await context.setOffline(true);
    await submitButton(page).click();
    await expectModal(page, "No Internet Connection", "Please check your internet connection and try again.");
    expect(intents).not.toContain("submit");
    await context.setOffline(false);
    expect(await statusOf(id)).toEqual(draft);
  });

  test("[W-SUBMIT-5, W-WIZ-21] a submission without the application's id is not sent, and its dialog closes in each way", async () => {
    const { page, intents } = await openReview();
    await page.locator('input[name="application"]').evaluate((input) => input.remove());
    const ways: [string, () => Promise<void>][] = [
      ["the close button", () => page.getByRole("button", { name: "Close", exact: true }).click()],
      ["OK", () => page.getByRole("button", { name: "OK", exact: true }).click()],
      ["the backdrop", () => page.mouse.click(20, 20)],
      ["Escape", () => page.keyboard.press("Escape")],
    ];
    for (const [, close] of ways) {
      await submitButton(page).click();
      await expectModal(page, "Unable to Submit", "Application ID is missing. Please refresh the page and try again.");
      await expect(page.getByRole("alertdialog")).toBeVisible();
      await expect(page.getByRole("button", { name: "OK", exact: true })).toBeFocused();
      await close();
      await expect(modal(page)).toHaveCount(0);
      await expect(submitButton(page), "the focus is where it was").toBeFocused();
    }
    expect(intents).not.toContain("submit");
  });

  describe("error messages by the server's response", () => {
    let opened: Awaited<ReturnType<typeof openReview>>;
    let message = "";
    let unanswered = 0;
    beforeAll(async () => {
      opened = await openReview({ clock: true });
      await opened.page.route("**/save", async (route) => {
        unanswered += 1;
        await route.fulfill({ status: 500, json: { kind: "failed", away: false, message } });
        unanswered -= 1;
      });
    });

    const answers: [string, string, string, string, number][] = [
      ["[W-SUBMIT-7, W-SUBMIT-14]", "fetch failed upstream", "Network Error", "Unable to connect to the server.", 3],
      ["[W-SUBMIT-14]", "connection reset", "Submission Failed", "connection reset", 3],
      ["[W-SUBMIT-14]", "a timeout", "Submission Failed", "a timeout", 3],
      ["[W-SUBMIT-8, W-SUBMIT-15]", "duplicate network key (23505)", "Already Submitted", "already been submitted", 1],
      ["[W-SUBMIT-8, W-SUBMIT-15]", "unique constraint on a connection", "Already Submitted", "check your email", 1],
      ["[W-SUBMIT-9, W-SUBMIT-14]", "The office is closed", "Submission Failed", "The office is closed", 1],
      ["[W-SUBMIT-10, W-SUBMIT-14]", "", "Submission Failed", "Failed to submit application. Please try again.", 1],
    ];
    test.each(answers)("%s with the message “%s”: %s", async (_, sent, title, modalText, tries) => {
      const { page, intents } = opened;
      message = sent;
      intents.length = 0;
      await submitButton(page).click();
      await expect
        .poll(
          async () => {
            // Time that passed while an answer is on its way would be the time after which the page gives it up.
            if (unanswered === 0) await page.clock.runFor(1_000);
            return modal(page).getByRole("heading").textContent();
          },
          { intervals: [20] },
        )
        .toBe(title);
      await expectModal(page, title, modalText);
      expect(intents.filter((intent) => intent === "submit")).toHaveLength(tries);
      await page.getByRole("button", { name: "OK", exact: true }).click();
      await expect(modal(page)).toHaveCount(0);
    });

    test("[W-WIZ-27] the dialog of an error is accessible", async () => {
      const { page } = opened;
      message = "The office is closed";
      await submitButton(page).click();
      await expectModal(page, "Submission Failed", message);
      await expectAccessible(page);
    });
  });
});

// Without script: test/applications/journeys/journey-submission.test.ts.
describe("[W-SUBMIT-9, W-SUBMIT-10, W-SUBMIT-11] a database that refuses the submission", () => {
  let opened: Awaited<ReturnType<typeof openReview>>;
  beforeAll(async () => {
    opened = await openReview();
  });

  test.each(refusals)(
    "$what: $title is shown after one attempt, and the application stays a draft",
    async (refusal) => {
      const { page, id, intents } = opened;
      intents.length = 0;
      const behave = await misbehave(app, id, refusal);
      await submitButton(page).click();
      await expectModal(page, refusal.title, refusal.said);
      await behave();
      await expect(page.locator("body")).not.toContainText("secret inner words");
      // What was typed a moment before may be saved beside it.
      expect(intents.filter((intent) => intent !== "save")).toEqual(["submit"]);
      expect(await statusOf(id)).toEqual(draft);
      await page.getByRole("button", { name: "OK", exact: true }).click();
      // What “Already Submitted” leads to is the draft as it is stored.
      await titled(page, "Review & Certification");
      await fillStep(page, applicant["Review & Certification"] ?? {});
    },
  );

  test("[W-SUBMIT-1] the same review can be submitted once the database works again", async () => {
    const { page, id } = opened;
    await submitButton(page).click();
    await expectModal(page, "Application Submitted", "Thank you.");
    expect(await statusOf(id)).toEqual(submitted);
  });
});
