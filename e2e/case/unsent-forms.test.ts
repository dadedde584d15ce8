import type { Browser, Page } from "@playwright/test";
import { afterEach, beforeAll, beforeEach, describe, test } from "vitest";
import { expect } from "../../test/harness/browser/browser";
import { close } from "../../test/harness/browser/desk-browser";
import { pressTwice, type Trouble, troubles } from "../../test/harness/browser/troubles";
import { type Case, openAsHolder, submittedCase } from "../../test/harness/case/opened-case";
import type { Program } from "../../test/harness/program";
import { sharedBrowser, sharedProgram } from "../../test/harness/shared";

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

/** What was typed elsewhere on the case's page stays, both times. */
async function press(button: string, trouble: Trouble, done: string) {
  const message = page.getByLabel("Your message");
  await message.fill("I come on Monday.");
  await pressTwice(page, button, trouble);
  await expect(page.getByText(done)).toBeVisible();
  await expect(message).toHaveValue("I come on Monday.");
}

describe.each(troubles)(
  "%s, what is typed on the page of a case stays, and it is said that nothing was sent",
  (...trouble) => {
    test("[C-WD-1] as a request to withdraw is taken back", async () => {
      await opened.visitor.post(`/apply/${opened.id}/withdraw`, { reason: "No trip" });
      page = await openAsHolder(browser, opened);
      await press("Take back my request", trouble, "You took back the request to withdraw.");
    });

    test("[N-EMAIL-5] as another address is asked for, which stays in its box", async () => {
      page = await openAsHolder(browser, opened);
      await page.getByText("Change email").first().click();
      const box = page.getByLabel("New email address");
      await box.fill("other@mail.example");
      await press("Change email", trouble, "waits for the link that we sent there");
      await expect(box).toHaveValue("");
    });

    test("[N-EMAIL-10] as the address in force is kept", async () => {
      await opened.visitor.post(`/apply/${opened.id}/email`, { intent: "change", email: "other@mail.example" });
      page = await openAsHolder(browser, opened);
      await press(`Keep ${opened.email}`, trouble, "Our emails about this application go to");
      await expect(page.getByText("waits for the link that we sent there")).toHaveCount(0);
    });

    test("[V-COPY-1] as a copy of everything is asked for", async () => {
      page = await openAsHolder(browser, opened);
      await press("Ask for a copy of my data", trouble, "We write to you when it is ready");
    });
  },
);
