import { afterAll, describe, expect as expectNow, test } from "vitest";
import { pdf } from "../../test/harness/applicants/journey-files";
import { serviceId } from "../../test/harness/applicants/listed-steps";
import { cookiesOf } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { expectAccessibleAtBoth, openDesk, scripted } from "../../test/harness/browser/desk-browser";
import { unfold } from "../../test/harness/case/opened-case";
import { HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

// Without script: test/applications/requests.test.ts.

const app = await sharedApp();
const browser = await sharedBrowser();
const client = new HttpClient(app);
const service = await serviceId(app, "canadian-eta");
const id = await client.start("requests@mail.example", { service });
await app.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [id]);
const phone = await openContext(browser, { viewport: { width: 360, height: 740 } });
await phone.addCookies(cookiesOf(client));
const page = await phone.newPage();
const desk = await openDesk(browser, app, `/admin/applications/${id}/requests`);
afterAll(async () => {
  expectNoScriptErrors();
  await desk.context().close();
  await phone.close();
});

const letter = "Letter of your employer";
const question = "Who pays for the trip?";
const item = (name: string) => page.getByRole("group", { name });
const send = () => page.getByRole("button", { name: "Send", exact: true }).click();
const outcome = (text: string) => expect(page.getByRole("status").filter({ hasText: text })).toBeVisible();
/** The entry of an item at the desk. */
const entry = (name: string) =>
  desk.getByRole("region", { name: "Requests" }).getByRole("listitem").filter({ hasText: name }).first();

describe("a request from asking to acceptance", () => {
  test("[C-REQ-1, C-REQ-4, C-BOTH-3] staff send a request, and an invalid one shows its error at the field and keeps the typed values", async () => {
    const fill = async (index: number, kind: string, name: string) => {
      await desk.getByLabel("What do you need?").nth(index).selectOption(kind);
      await desk.locator(`#name-${index}`).fill(name);
    };
    await fill(0, "document", letter);
    await desk.locator("#name-0").press("Enter");
    expectNow(await desk.getByLabel("What do you need?").count(), "Enter adds nothing").toBe(1);
    await desk.getByRole("button", { name: "Add another item" }).click();
    await fill(1, "question", question);
    await desk.locator("#reason-1").fill("You left it open.");
    await desk.getByRole("button", { name: "Ask the applicant" }).click();
    await expect(desk.getByRole("alert").getByText("Say why you need it: the applicant reads this.")).toBeVisible();
    await expect(desk.locator("#name-0")).toHaveValue(letter);
    await desk.locator("#reason-0").fill("It shows that you are on leave.");
    await desk.getByRole("button", { name: "Ask the applicant" }).click();
    await expect(desk.getByRole("heading", { name: "Open (2)" })).toBeVisible();
    await expectAccessibleAtBoth(desk);
  });

  test("[C-ANS-1, C-ANS-2, C-ANS-6] on a phone files show their progress, and a text is saved automatically", async () => {
    await page.goto(`${app.url}/apply/${id}`);
    await unfold(page);
    await expect(item(letter)).toContainText("It shows that you are on leave.");
    const chooser = item(letter).locator('input[type="file"]');
    expect(await chooser.getAttribute("capture")).toBe(null);
    expect(await chooser.getAttribute("accept")).toContain(".jpg");
    await chooser.setInputFiles([pdf("front.pdf"), pdf("back.pdf")]);
    await expect(item(letter).getByRole("link", { name: "back.pdf" })).toBeVisible();
    await item(question).getByLabel("Your answer").fill("My sister");
    await expect(item(question).getByRole("status")).toHaveText("Saved. Not sent yet.");
    await page.goto(page.url());
    await expect(item(question).getByLabel("Your answer")).toHaveValue("My sister");
    await item(question).getByLabel("Your answer").fill("");
    await expect(item(question).getByRole("status")).toHaveText("Saved. Not sent yet.");
    await expectAccessible(page);
  });

  test("[C-ANS-8, C-TURN-8, C-TURN-9] Send sends the complete items and names the others", async () => {
    await send();
    await outcome(`Sent: 1 of 2. Still open: ${question}.`);
    await expect(item(letter)).toHaveCount(0);
    await send();
    await expect(page.getByRole("alert")).toContainText("Nothing is complete yet.");
    await item(question).getByLabel("Your answer").fill("My sister");
    await send();
    await outcome("Sent: 1 of 1.");
    await expect(page.getByText("Nothing is open. We’ll write to you as soon as we need something.")).toBeVisible();
    await expectAccessible(page);
  });

  test("[C-CHK-1, C-CHK-2, C-CHK-3] staff accept one item and ask again for another with a reason", async () => {
    await desk.goto(`${app.url}/admin/applications/${id}`);
    await scripted(desk);
    await entry(question).getByRole("button", { name: "Accept" }).click();
    await expect(entry(question)).toContainText("Accepted");
    await entry(letter).getByText("Ask again").first().click();
    await entry(letter).getByRole("button", { name: "Ask again" }).click();
    await expect(entry(letter)).toContainText("Say what is wrong with it: the applicant reads this.");
    await expectAccessibleAtBoth(desk);
    await entry(letter).getByLabel("What is wrong with it").fill("The signature is cut off.");
    await entry(letter).getByRole("button", { name: "Ask again" }).click();
    await expect(desk.getByRole("heading", { name: "Open (1)" })).toBeVisible();
  });

  test("[C-CHK-4, C-ANS-13] a refused file stays listed, its chooser is empty, and a new file replaces it", async () => {
    await page.goto(page.url());
    await expect(item(letter)).toContainText("Not accepted: The signature is cut off.");
    await expect(item(letter).getByRole("link", { name: "front.pdf" })).toBeVisible();
    await expectAccessible(page);
    await item(letter).locator('input[type="file"]').setInputFiles(pdf("whole.pdf"));
    await expect(item(letter).getByRole("button", { name: "Remove whole.pdf" })).toBeVisible();
    await send();
    await outcome("Sent: 1 of 1.");
    await desk.reload();
    await scripted(desk);
    await entry(letter).getByRole("button", { name: "Accept" }).click();
    await expect(desk.getByRole("heading", { name: "Done (2)" })).toBeVisible();
    await page.goto(page.url());
    await expect(page.getByRole("region", { name: "Done" }).getByText("Accepted", { exact: true })).toHaveCount(2);
  });

  test("[C-BOTH-6, C-BOTH-2] a file uploading while staff take its item back becomes a message, and the page says so", async () => {
    const hotel = "Hotel booking";
    const flight = "Which flight?";
    await desk.goto(`${app.url}/admin/applications/${id}/requests`);
    await scripted(desk);
    await desk.getByLabel("What do you need?").selectOption("document");
    await desk.locator("#name-0").fill(hotel);
    await desk.locator("#reason-0").fill("You named none.");
    await desk.getByRole("button", { name: "Add another item" }).click();
    await desk.getByLabel("What do you need?").nth(1).selectOption("question");
    await desk.locator("#name-1").fill(flight);
    await desk.locator("#reason-1").fill("You named none.");
    await desk.getByRole("button", { name: "Ask the applicant" }).click();
    await expect(desk.getByRole("heading", { name: "Open (2)" })).toBeVisible();
    await page.goto(page.url());
    await unfold(page);
    const line = Promise.withResolvers<void>();
    await page.route("**/requests/save", async (route) => {
      await line.promise;
      await route.continue();
    });
    await item(hotel).locator('input[type="file"]').setInputFiles(pdf("booking.pdf"));
    await expect(page.getByRole("button", { name: "Uploading…" })).toBeVisible();
    await entry(hotel).getByText("Change or cancel").click();
    await entry(hotel).getByLabel("Why it is no longer needed").fill("We have it.");
    await entry(hotel).getByRole("button", { name: "Cancel this item" }).click();
    await expect(item(hotel), "what the desk does appears by itself").toHaveCount(0);
    await expect(page.getByRole("button", { name: "Send", exact: true })).toBeVisible();
    line.resolve();
    await outcome("We closed this request before your answer arrived, so we’ve added your answer to the messages.");
    await expect(page.getByRole("region", { name: "Messages" })).toContainText("booking.pdf");
  });

  test("[C-REQ-1] Enter in a field of a full form sends no request", async () => {
    await desk.goto(`${app.url}/admin/applications/${id}/requests`);
    await scripted(desk);
    for (let more = 1; more < 20; more++) await desk.getByRole("button", { name: "Add another item" }).click();
    await expect(desk.getByText("You can ask for up to 20 items at once.")).toBeVisible();
    await desk.getByLabel("What do you need?").first().selectOption("document");
    await desk.locator("#name-0").fill("Bank statement");
    await desk.locator("#reason-0").fill("It shows who pays.");
    await desk.evaluate(() => addEventListener("submit", () => document.body.setAttribute("data-sent", ""), true));
    await desk.locator("#name-0").press("Enter");
    expectNow(await desk.locator("body").getAttribute("data-sent")).toBe(null);
  });
});
