import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, describe, expect as same, test } from "vitest";
import { expect, expectAccessible, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { openDesk } from "../../test/harness/browser/desk-browser";
import { type Program, removeFolders, startProgram } from "../../test/harness/program";
import { sharedBrowser } from "../../test/harness/shared";
import { review, startGoogle } from "../../test/harness/stand-ins/google";

let google: Awaited<ReturnType<typeof startGoogle>>;
let program: Program;
let browser: Browser;

beforeAll(async () => {
  google = await startGoogle();
  program = await startProgram(google.env);
  browser = await sharedBrowser();
});
afterAll(async () => {
  await program?.stop();
  await google?.stop();
  await removeFolders();
});
beforeEach(async () => {
  await program.query("delete from limit_counts where key like 'review sync%'");
  await program.query("delete from google_reviews");
  await program.query("delete from reviews_metadata");
  Object.assign(google.google, {
    reviews: [review("a", "FIVE"), review("b", "FOUR")],
    refused: "",
    trouble: () => false,
  });
});

/** Holds Google's answer back until the returned function is called. */
function holdGoogle() {
  const { promise, resolve } = Promise.withResolvers<void>();
  google.google.trouble = (response) => {
    promise.then(() => {
      google.google.trouble = () => false;
      const body = { reviews: google.google.reviews, averageRating: 4.5, totalReviewCount: 2 };
      response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    });
    return true;
  };
  return resolve;
}

const signedIn = () => openDesk(browser, program, "/admin/reviews");

test("[P-REV-5, P-REV-6, P-REV-7] without a review a visitor may sync: the button waits, then the reviews stand on the open page", async () => {
  const page = await (await openContext(browser)).newPage();
  await page.goto(program.url);
  const button = page.getByRole("button", { name: /Sync/ });
  await expect(button).toHaveText("Sync Google Reviews");
  await expectAccessible(page);
  const go = holdGoogle();
  await button.click();
  await expect(button).toHaveText("Syncing Reviews...");
  await expect(button).toBeDisabled();
  go();
  await expect(page.getByText("Words of a")).toBeVisible();
  await expect(page.getByText("Based on 2 verified Google reviews")).toBeVisible();
  await expect(button).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("Words of a")).toBeVisible();
  await expect(button).toHaveCount(0);
  expectNoScriptErrors();
  await page.context().close();
});

test("[P-FAIL-12, A-REV-11] a failed sync leaves the public page as it is, without a message", async () => {
  google.google.refused = "invalid_grant";
  const page = await (await openContext(browser)).newPage();
  await page.goto(program.url);
  const button = page.getByRole("button", { name: /Sync/ });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  // React writes its properties to the button when its script has come; until then the form would be sent as a form.
  await expect
    .poll(() => button.evaluate((element) => Object.keys(element).some((key) => key.startsWith("__react"))))
    .toBe(true);
  const answer = page.waitForResponse(/sync-google-reviews/);
  await button.click();
  same((await answer).status()).toBe(502);
  await expect(button).toHaveText("Sync Google Reviews");
  await expect(button).toBeEnabled();
  await expect(page.getByRole("alert")).toHaveCount(0);
  same(requests.filter((path) => path.endsWith(".data"))).toEqual([]);
  await page.context().close();
});

test("without script the button syncs as well", async () => {
  const page = await (await openContext(browser, { javaScriptEnabled: false })).newPage();
  await page.goto(program.url);
  await page.getByRole("button", { name: "Sync Google Reviews" }).click();
  await expect(page).toHaveURL(`${program.url}/#reviews`);
  await expect(page.getByText("Words of a")).toBeVisible();
  await page.context().close();
});

describe("the desk's sync", () => {
  const syncButton = (page: Page) => page.getByRole("button", { name: /^Sync/ });

  test("[A-REV-7, A-REV-8, A-REV-10] that fails says what to mend, is idle again, and reads nothing anew", async () => {
    google.google.refused = "invalid_grant";
    const page = await signedIn();
    await expect(page.getByRole("heading", { name: "No reviews yet" })).toBeVisible();
    await syncButton(page).click();
    await expect(page.getByRole("alert")).toContainText("Failed to sync reviews");
    await expect(page.getByRole("alert")).toContainText("GOOGLE_BUSINESS_REFRESH_TOKEN");
    await expect(syncButton(page)).toBeEnabled();
    await expect(syncButton(page)).toHaveText("Sync Reviews");
    await expect(page.getByRole("heading", { name: "No reviews yet" })).toBeVisible();
    // The failure is stored; the page, which was not read again, does not know of it yet.
    await expect(page.getByText("Not yet")).toBeVisible();
    await page.context().close();
  });

  test("[A-REV-6, A-REV-9, A-REV-8] that succeeds waits with a button that cannot be pressed again, then lists the reviews", async () => {
    const page = await signedIn();
    const go = holdGoogle();
    await syncButton(page).click();
    await expect(syncButton(page)).toHaveText("Syncing Reviews...");
    await expect(syncButton(page)).toBeDisabled();
    go();
    await expect(page.getByText("Reviews synced successfully!")).toBeVisible();
    await expect(syncButton(page)).toHaveText("Sync Reviews");
    await expect(syncButton(page)).toBeEnabled();
    await expect(page.getByRole("row", { name: /Author of a/ })).toContainText("Visible");
    await expectAccessible(page);
    await page.context().close();
  });

  test("[A-REV-4] a review is hidden and shown by a button of its row", async () => {
    const page = await signedIn();
    await syncButton(page).click();
    await expect(page.getByRole("row", { name: /Author of a/ })).toContainText("Visible");
    await page.getByRole("button", { name: "Hide the review by Author of a" }).click();
    await expect(page.getByRole("row", { name: /Author of a/ })).toContainText("Hidden");
    await expect(page.getByRole("link", { name: "Hidden (1)" })).toBeVisible();
    await page.getByRole("button", { name: "Show the review by Author of a" }).click();
    await expect(page.getByRole("row", { name: /Author of a/ })).toContainText("Visible");
    expectNoScriptErrors();
    await page.context().close();
  });
});
