import type { Page } from "@playwright/test";
import { afterEach, beforeEach, expect as expectNow, test } from "vitest";
import { expect, expectAccessible, expectScriptErrors } from "../../test/harness/browser/browser";
import { close } from "../../test/harness/browser/desk-browser";
import { type Case, openAsHolder, openAtDesk, submittedCase, unfold } from "../../test/harness/case/opened-case";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

let opened: Case;
let page: Page;
/** As when the reader comes back to the page: it asks at once what has changed, and not only after five seconds. */
const lookAgain = (at: Page) => at.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
const textbox = () => page.getByRole("textbox", { name: "Your answer" });
const app = await sharedApp();
const browser = await sharedBrowser();
beforeEach(async () => {
  await app.query("delete from limit_counts");
  opened = await submittedCase(app);
  await app.query("delete from case_requests where application_id = $1", [opened.id]);
  await app.query(
    `with request as (insert into case_requests (application_id) values ($1) returning id)
     insert into case_request_items (request_id, application_id, position, kind, name, reason)
     select id, $1, 0, 'question', 'Who pays for the trip?', 'You left it open.' from request`,
    [opened.id],
  );
  page = await openAsHolder(browser, opened);
  await textbox().fill("My sister pays for all of it.");
  await expect(page.getByText("Saved. Not sent yet.")).toBeVisible();
});

afterEach(() => close(page));

test("[C-ANS-8] Send without a connection says so, keeps the text in its field, and works once the connection is back", async () => {
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("You’re offline");
  await expect(textbox()).toHaveValue("My sister pays for all of it.");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Sent: 1 of 1." })).toBeVisible();
  await expect(page.getByText("so it wasn’t saved")).toBeHidden();
});

test("[C-ANS-8] while the server is unavailable the page keeps its text, and Send works once it is back", async () => {
  await page.route("**/*", (route) => route.fulfill({ status: 502, contentType: "text/html", body: "Bad gateway" }));
  await textbox().fill("My sister pays for all, and I");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("This couldn’t be sent");
  await expect(textbox()).toHaveValue("My sister pays for all, and I");
  await page.unroute("**/*");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Sent: 1 of 1." })).toBeVisible();
});

test("[C-ANS-8] a browser whose access has ended is told so at Send, and sends its text once the application is opened again", async () => {
  const holders = await app.query<{ id: string; held: object }>(
    "with gone as (delete from application_holders where application_id = $1 returning *) select to_jsonb(gone) as held from gone",
    [opened.id],
  );
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("This browser can no longer open the application");
  await expect(textbox()).toHaveValue("My sister pays for all of it.");
  await expectAccessible(page);
  for (const { held } of holders)
    await app.query(
      "insert into application_holders select * from jsonb_populate_record(null::application_holders, $1)",
      [JSON.stringify(held)],
    );
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Sent: 1 of 1." })).toBeVisible();
});

test("[C-BOTH-6] an answer in flight while the case is closed becomes a message, and the page says so and removes its form", async () => {
  const line = Promise.withResolvers<void>();
  await page.route("**/requests/save", async (route) => {
    await line.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("button", { name: "Sending…" })).toBeVisible();
  const desk = await openAtDesk(browser, app, opened, false);
  await desk.getByLabel("New status").selectOption("denied");
  await desk.getByRole("button", { name: "Update Status" }).click();
  await desk.getByRole("button", { name: "Yes, change it" }).click();
  await expect(desk).not.toHaveURL(new RegExp(opened.id));
  await close(desk);
  await lookAgain(page);
  await expect(textbox()).toHaveCount(0);
  line.resolve();
  await expect(page.getByRole("status").filter({ hasText: "added your answer to the messages" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Messages, newest first" })).toContainText(
    "My sister pays for all of it.",
  );
  await expectAccessible(page);
});

test("[N-EMAIL-5] an email that can't be sent to an unavailable server stays in its field and is sent once it is back", async () => {
  await page.goto(`${app.url}/apply/${opened.id}/email`);
  const address = page.getByLabel("New email address");
  await address.fill("other@mail.example");
  await page.route("**/*", (route) => route.fulfill({ status: 502, contentType: "text/html", body: "Bad gateway" }));
  await address.press("Enter");
  await expect(page.getByRole("alert")).toContainText("This couldn’t be sent");
  await expect(address).toHaveValue("other@mail.example");
  await page.unroute("**/*");
  await address.press("Enter");
  await expect(page.getByText("takes effect once the link that we sent there is used")).toBeVisible();
});

test("[V-ATK-13] requesting the link again without a connection keeps the typed text", async () => {
  await app.query("update visa_applications set email_confirmed_at = null where id = $1", [opened.id]);
  await page.reload();
  const message = page.getByLabel("Your message");
  const again = page.getByRole("button", { name: "Send it again" });
  await message.fill("I come on Monday.");
  await page.context().setOffline(true);
  await again.click();
  await expect(page.getByText(/You seem to be offline|couldn’t reach us/)).toBeVisible();
  await page.context().setOffline(false);
  await again.click();
  await expect(page.getByText("Sent. Please check your inbox")).toBeVisible();
  await expect(message).toHaveValue("I come on Monday.");
});

test("a new page of the case for which a proxy returns errors opens by itself once the server is back", async () => {
  const iconResponse = page.waitForResponse(/favicon\.svg/);
  // All but what the router reads of the page: its script does not come.
  const nonDataRequests = /^(?!.*\.data)/;
  await page.route(nonDataRequests, (route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "Bad gateway" }),
  );
  await page.getByRole("link", { name: "Ask to withdraw" }).click();
  await iconResponse;
  await expect(page.getByText(/couldn’t reach us/)).toBeVisible();
  await page.unroute(nonDataRequests);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ask to withdraw");
  expectScriptErrors(/route module|dynamically imported module/);
});

test("a new page of the case opened offline says so, and opens by itself once the connection is back", async () => {
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Ask to withdraw" }).click();
  await expect(page.getByText(/couldn’t reach us/)).toBeVisible();
  await expectAccessible(page);
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ask to withdraw");
  expectScriptErrors(/route module|dynamically imported module|Failed to fetch/);
});

test("[C-BOTH-6] an answer edited after a Send whose response was lost becomes a message", async () => {
  await page.route(/\/requests(\.data|\/save)/, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText(/please try again/i);
  await page.unroute(/\/requests(\.data|\/save)/);
  await textbox().fill("My sister pays for half of it.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "added your answer to the messages" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Messages, newest first" })).toContainText(
    "My sister pays for half of it.",
  );
});

test("[C-BOTH-2] text typed while an answer is being sent stays on the page", async () => {
  let letThrough = () => {};
  const released = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/\/requests(\.data|\/save)/, async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("button", { name: "Sending…" })).toBeVisible();
  await textbox().fill("My sister pays for half of it.");
  letThrough();
  await expect(page.getByRole("status").filter({ hasText: "Sent: 1 of 1." })).toBeVisible();
  await expect(textbox()).toBeHidden();
  await expect(page.getByText("My sister pays for half of it.")).toBeVisible();
});

test("[C-BOTH-2] text typed for a request that staff take back stays on the page", async () => {
  await app.query(
    "update case_request_items set state = 'taken_back', state_reason = 'We have it.', state_at = now() where application_id = $1",
    [opened.id],
  );
  await lookAgain(page);
  await expect(page.getByText("No longer needed")).toHaveCount(1);
  await unfold(page);
  await expect(page.getByText("No longer needed")).toBeVisible();
  await expect(textbox()).toBeHidden();
  await expect(page.getByText("My sister pays for all of it.")).toBeVisible();
  await expectAccessible(page);
});

test("[C-BOTH-2, C-MSG-9] reading a message by opening the case doesn't reload the staff's own page", async () => {
  await app.query("insert into case_messages (application_id, side, body) values ($1, 'applicant', 'When?')", [
    opened.id,
  ]);
  const desk = await openAtDesk(browser, app, opened);
  const loads: string[] = [];
  desk.on("request", (request) => void (request.url().includes(".data") && loads.push(request.url())));
  for (let times = 0; times < 2; times++) {
    const answered = desk.waitForResponse((response) => response.url().endsWith("/changes"));
    await lookAgain(desk);
    await (await answered).finished();
  }
  await desk.waitForLoadState("networkidle");
  expectNow(loads.filter((url) => url.includes(opened.id))).toEqual([]);
  await close(desk);
});
