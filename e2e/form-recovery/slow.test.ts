import { afterEach, expect as same, test } from "vitest";
import { expect } from "../../test/harness/browser/browser";
import { close, openDesk, openEditor } from "../../test/harness/browser/desk-browser";
import { submittedCase } from "../../test/harness/case/opened-case";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";
import { holdFirst, storedIn } from "./sending";

let page: Awaited<ReturnType<typeof openDesk>>;
afterEach(() => close(page));

/** One form that the router sends, and one that its own script sends. */
test.each([
  ["a note of a case", "Write a note", "New note", "Rang him.", "Add note"],
  ["a message", "Write a message", "New message", "Good day.", "Send message"],
])(
  "[F-DESK-12] %s without a response for 5 and for 20 seconds says so in the form and keeps its text",
  async (_, title, label, text, button) => {
    const app = await sharedApp();
    const { id } = await submittedCase(app);
    page = await openDesk(await sharedBrowser(), app, `/admin/applications/${id}`);
    await openEditor(page, title);
    await page.clock.install();
    const { sent } = await holdFirst(page, "is lost");
    const input = page.getByLabel(label).first();
    await input.fill(text);
    await page.getByRole("button", { name: button, exact: true }).first().click();
    await sent;
    const slow = page.getByText("Still saving. Your text is kept on this device.");
    await page.clock.runFor(4_000);
    await expect(slow).toHaveCount(0);
    await page.clock.runFor(2_000);
    await expect(slow).toBeVisible();
    await page.clock.runFor(15_000);
    await expect(slow).toHaveCount(0);
    await expect(
      page.getByText("The server does not answer. We’re still waiting for it. Your text is kept on this device."),
    ).toBeVisible();
    await expect(input).toHaveValue(text);
    same(await storedIn(page)).toContain(text);
  },
);
