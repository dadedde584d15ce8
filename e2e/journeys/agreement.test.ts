import type { Page } from "@playwright/test";
import { expect as same, test } from "vitest";
import { admin } from "../../test/harness/app-server";
import { serviceId } from "../../test/harness/applicants/listed-steps";
import { expect, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, goTo, openDesk } from "../../test/harness/browser/desk-browser";
import { openAsHolder, unfold } from "../../test/harness/case/opened-case";
import { HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();

const again = "The price has changed since you signed. Please sign again.";
const doNotBegin = "Do not begin: the agreement is not signed.";

/** Publishes an agreement in its editor, and chooses it in the editor of a service with prices, as the owner does. */
async function publish(desk: Page): Promise<string> {
  await desk.getByLabel("Name").fill("Journey");
  await desk.getByLabel("Title").fill("Our agreement of the journey");
  await desk.getByLabel("Section 1: Heading").fill("Fees");
  await desk.getByLabel("Section 1: Text").fill("You pay {total} for the {service}.");
  await desk.getByRole("button", { name: "Publish now" }).click();
  await expect(desk.getByRole("status").filter({ hasText: "is public." })).toBeVisible();
  const service = await serviceId(app, "schengen-visitor-visa");
  await goTo(desk, app, `/admin/services/${service}`);
  await desk.getByRole("tab", { name: "Requirements" }).click();
  await desk.getByLabel("Agreement", { exact: true }).selectOption({ label: "Journey" });
  await desk.getByLabel("Offered").selectOption({ label: "After submission" });
  await desk.getByLabel("Work begins once it is signed").check();
  await desk.getByRole("button", { name: "Save changes" }).click();
  await expect(desk.getByRole("alert").filter({ hasText: "Service updated" })).toBeVisible();
  return service;
}

async function sign(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Read and sign" }).click();
  await page.getByRole("checkbox", { name: "I have read this agreement" }).check();
  await page.getByLabel("Electronic signature").fill("Ana Rolle");
  await page.getByRole("button", { name: "Sign agreement" }).click();
  const confirms = page.getByRole("checkbox", { name: "Yes, this is right" });
  const signed = page.getByText("You’ve signed the agreement");
  await expect(confirms.or(signed)).toBeVisible();
  if (await confirms.isVisible()) {
    await confirms.check();
    await page.getByRole("button", { name: "Sign agreement" }).click();
  }
  await expect(signed).toBeVisible();
}

async function countersign(desk: Page): Promise<void> {
  await app.query("update session set fresh_at = now() - interval '10 minutes'");
  await desk.getByRole("button", { name: "Countersign" }).click();
  const dialog = desk.getByRole("dialog", { name: "Confirm that it is you" });
  await dialog.getByLabel("Your password").fill(admin.password);
  await dialog.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(desk.getByText(/^Signed on .+, countersigned on /).first()).toBeVisible();
}

test("[M-AGR-10, M-AGR-12, M-KEEP-2] an agreement is published, offered, signed, countersigned, verified, signed again for another price, withdrawn and ended", async () => {
  const desk = await openDesk(browser, app, "/admin/content/agreements/new", {
    viewport: { width: 1440, height: 900 },
  });
  const service = await publish(desk);
  const client = new HttpClient(app);
  const id = await client.start("agreement-journey@mail.example", { service });
  await client.fillIn(id);
  same((await client.submit(id)).outcome.kind).toBe("submitted");
  const path = `/admin/applications/${id}`;

  // Offered by the submission.
  const page = await openAsHolder(browser, { id, client, email: "" });
  await expect(page.getByRole("region", { name: "Our agreement of the journey" })).toContainText("to sign");
  await expect(page.getByText("An agreement to sign")).toBeVisible();
  await expectAccessibleAtBoth(page);
  await goTo(desk, app, path);
  await expect(desk.getByRole("region", { name: "Whose turn it is" })).toContainText(doNotBegin);
  await desk.getByText("Filed with the authorities?").click();
  await desk.getByLabel("Filed on").fill("2026-11-02");
  await desk.getByRole("region", { name: "Whose turn it is" }).getByRole("button", { name: "Save" }).click();
  await expect(desk.getByRole("alertdialog")).toContainText("The agreement is not signed. File anyway?");
  await desk.getByRole("button", { name: "Don’t file yet" }).click();

  // Signed, countersigned and verified.
  await sign(page);
  await expectAccessibleAtBoth(page);
  await goTo(desk, app, `${path}/agreement`);
  await expect(desk.getByText("You sign this text as")).toBeVisible();
  await expectAccessibleAtBoth(desk);
  await countersign(desk);
  const [signed] = await app.query<{ sha: string; number: string }>(
    `select s.sha256 as sha, a.application_number as number from agreement_signatures s
     join visa_applications a on a.id = s.application_id where a.id = $1`,
    [id],
  );
  await page.goto(`${app.url}/verify`);
  await page.getByLabel("Application number").fill(signed?.number ?? "");
  await page.getByLabel("SHA-256").fill(signed?.sha ?? "");
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText(/^Yes: /)).toBeVisible();

  // Another price.
  await goTo(desk, app, path);
  await desk.getByText(/^Set (the|another) price$/).click();
  const price = desk.getByLabel("Price", { exact: true });
  const now = await price.inputValue();
  const others = await price.locator("option").evaluateAll((all) => all.map((option) => option.getAttribute("value")));
  await price.selectOption(others.find((value) => value !== "" && value !== now) ?? "");
  await desk.getByRole("button", { name: "Set price" }).click();
  await expect(desk.getByText("Price set. The applicant has been emailed.")).toBeVisible();
  await expect(desk.getByRole("region", { name: "Agreement", exact: true })).toContainText(again);
  await page.goto(`${app.url}/apply/${id}`);
  await expect(page.getByText(again)).toBeVisible();
  await sign(page);
  await page.goto(`${app.url}/apply/${id}`);
  await unfold(page);
  await expect(page.getByText(again)).toBeHidden();
  await expect(page.getByRole("link", { name: "Open the agreement" })).toHaveCount(2);
  await expectAccessibleAtBoth(page);

  // Withdrawn by the applicant while staff read it, then offered and signed again, and ended by staff.
  await goTo(desk, app, `${path}/agreement`);
  await page.getByRole("link", { name: "Open the agreement" }).first().click();
  await page.getByText("Withdraw my signature", { exact: true }).click();
  await page.getByRole("button", { name: "Yes, withdraw my signature" }).click();
  await expect(page.getByText("You’ve withdrawn your signature")).toBeVisible();
  await expectAccessibleAtBoth(page);
  await desk.getByRole("button", { name: "Countersign" }).click();
  await expect(desk.getByRole("alert")).toContainText("The applicant has withdrawn this signature.");
  await expect(desk.getByText(/^Withdrawn on /)).toBeVisible();
  await desk.getByRole("button", { name: "Offer the agreement" }).click();
  await expect(desk.getByRole("heading", { name: "Not signed yet" })).toBeVisible();
  await page.goto(`${app.url}/apply/${id}`);
  await sign(page);
  await goTo(desk, app, `${path}/agreement`);
  await countersign(desk);
  await desk.getByText("Record how it ended").click();
  await desk.getByRole("button", { name: "Record the end" }).click();
  await expect(desk.getByText("Say why the agreement ended.")).toBeVisible();
  await expectAccessibleAtBoth(desk);
  await desk.getByLabel("Ended on").fill(await desk.getByLabel("Ended on").getAttribute("max").then(String));
  await desk.getByLabel("Reason").fill("The client has moved.");
  await desk.getByRole("button", { name: "Record the end" }).click();
  await expect(desk.getByText(/^Ended on .+ \d{4}$/)).toBeVisible();
  await goTo(desk, app, path);
  await expect(desk.getByRole("region", { name: "Agreement", exact: true })).toContainText("the agreement has ended.");
  expectNoScriptErrors();
  await close(page);
  await close(desk);
});
