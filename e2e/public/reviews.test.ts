import type { Page } from "@playwright/test";
import { afterEach, beforeEach, describe, expect as same, test } from "vitest";
import { startApp } from "../../test/harness/app-server";
import { expect, expectAccessible, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { openDesk } from "../../test/harness/browser/desk-browser";
import { review, startGoogle } from "../../test/harness/fakes/google";
import { fetchUncached } from "../../test/harness/page";
import { sharedBrowser } from "../../test/harness/shared";

const google = await startGoogle();
const app = await startApp(google.env);
const browser = await sharedBrowser();
beforeEach(async () => {
  await app.query("delete from limit_counts where key like 'review sync%'");
  await app.query("delete from google_reviews");
  await app.query("delete from reviews_metadata");
  Object.assign(google.google, {
    reviews: [review("a", "FIVE"), review("b", "FOUR")],
    refused: "",
    trouble: () => false,
  });
  await (await fetchUncached(app, "/", {})).arrayBuffer();
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

const signedIn = () => openDesk(browser, app, "/admin/reviews");

test("[P-REV-5, P-REV-6, P-REV-7] without reviews a visitor may sync: the button is busy, then the reviews appear on the open page", async () => {
  const page = await (await openContext(browser)).newPage();
  await page.goto(app.url);
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

test("[P-FAIL-12, A-REV-11] a failed sync leaves the public page unchanged and without a message", async () => {
  google.google.refused = "invalid_grant";
  const page = await (await openContext(browser)).newPage();
  await page.goto(app.url);
  const button = page.getByRole("button", { name: /Sync/ });
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  // Before the script runs, the form would be sent as a form.
  await page.waitForLoadState("networkidle");
  const response = page.waitForResponse(/sync-google-reviews/);
  await button.click();
  same((await response).status()).toBe(502);
  await expect(button).toHaveText("Sync Google Reviews");
  await expect(button).toBeEnabled();
  await expect(page.getByRole("alert")).toHaveCount(0);
  same(requests.filter((path) => path.endsWith(".data"))).toEqual([]);
  await page.context().close();
});

test("the button syncs without JavaScript too", async () => {
  const page = await (await openContext(browser, { javaScriptEnabled: false })).newPage();
  await page.goto(app.url);
  await page.getByRole("button", { name: "Sync Google Reviews" }).click();
  await expect(page).toHaveURL(`${app.url}/#reviews`);
  await expect(page.getByText("Words of a")).toBeVisible();
  await page.context().close();
});

describe("the desk's sync", () => {
  let page: Page;
  // After the reviews of the test before were deleted.
  beforeEach(async () => {
    page = await signedIn();
  });
  afterEach(() => page.context().close());
  const sync = () => page.getByRole("button", { name: /^Sync/ });

  test("[A-REV-7, A-REV-8, A-REV-10] a failed sync says so, leaves the page unchanged, and can be tried again", async () => {
    await expect(page.getByRole("heading", { name: "No reviews yet" })).toBeVisible();

    google.google.refused = "invalid_grant";
    await sync().click();
    await expect(page.getByRole("alert")).toContainText("Failed to sync reviews");
    await expect(page.getByRole("alert")).toContainText("GOOGLE_BUSINESS_REFRESH_TOKEN");
    await expect(sync()).toBeEnabled();
    await expect(page.getByRole("heading", { name: "No reviews yet" })).toBeVisible();
    // The failure is stored; the page, which was not read again, does not know of it yet.
    await expect(page.getByText("Not yet")).toBeVisible();
  });

  test("[A-REV-6, A-REV-7, A-REV-9] a sync shows that it is busy, done and idle again, with the new reviews", async () => {
    const go = holdGoogle();
    await sync().click();
    await expect(sync()).toHaveText("Syncing Reviews...");
    await expect(sync()).toBeDisabled();
    go();
    await expect(page.getByText("Reviews synced successfully!")).toBeVisible();
    await expect(sync()).toHaveText("Sync Reviews");
    await expect(sync()).toBeEnabled();
    await expect(page.getByRole("row", { name: /Author of a/ })).toContainText("Visible");
  });

  test("a review can be hidden and shown again", async () => {
    await sync().click();
    await page.getByRole("button", { name: "Hide the review by Author of a" }).click();
    await expect(page.getByRole("row", { name: /Author of a/ })).toContainText("Hidden");
    await expect(page.getByRole("link", { name: "Hidden (1)" })).toBeVisible();
    await page.getByRole("button", { name: "Show the review by Author of a" }).click();
    await expect(page.getByRole("row", { name: /Author of a/ })).toContainText("Visible");
    expectNoScriptErrors();
  });
});
