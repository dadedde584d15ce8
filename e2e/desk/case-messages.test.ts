import type { Page } from "@playwright/test";
import { afterAll, describe, test } from "vitest";
import { cookiesOf } from "../../test/harness/applicants/wizard";
import {
  expect,
  expectAccessible,
  expectNoScriptErrors,
  expectToFit,
  openContext,
} from "../../test/harness/browser/browser";
import { openDesk, openEditor } from "../../test/harness/browser/desk-browser";
import { pagePdf } from "../../test/harness/fakes/papers";
import { HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const holder = new HttpClient(app);
const id = await holder.start("browser.writer@mail.test");
await app.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [id]);
const browser = await sharedBrowser();
const context = await openContext(browser, { viewport: { width: 360, height: 780 } });
await context.addCookies(cookiesOf(holder));
const page = await context.newPage();
await page.goto(`${app.url}/apply/${id}`);
const desk = await openDesk(browser, app, `/admin/applications/${id}`);
afterAll(async () => {
  expectNoScriptErrors();
  await context.close();
  await desk.context().close();
});

const pdf = (name: string) => ({
  name,
  mimeType: "application/pdf",
  buffer: pagePdf(),
});
const exe = { name: "tool.exe", mimeType: "application/octet-stream", buffer: Buffer.alloc(2000) };
const textbox = () => page.getByRole("textbox", { name: "Your message" });
const send = (of: Page) => of.getByRole("button", { name: "Send message" });
const thread = (of: Page) => of.getByRole("list", { name: "Messages, newest first" });

describe("messages with JavaScript", () => {
  test("[C-MSG-2, C-MSG-3, C-BOTH-3] a refused message stays in its form without leaving the page", async () => {
    await expect(page.getByText("No messages yet.")).toBeVisible();
    await send(page).click();
    await expect(page.getByText("Write a message or add a file.")).toBeVisible();
    await textbox().fill("Is this copy good enough?");
    await page.locator('input[type="file"]').setInputFiles([pdf("good.pdf"), exe]);
    await send(page).click();
    await expect(page.getByText(/tool\.exe: File type \.exe is not allowed\./)).toBeVisible();
    await expect(textbox()).toHaveValue("Is this copy good enough?");
    await expect(page.getByRole("button", { name: "Remove good.pdf" })).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
  });

  test("[C-MSG-3, C-BOTH-3] the uploaded file is restored after a reload and sent with the message, which a live region announces", async () => {
    await page.reload();
    await expect(page.getByRole("button", { name: "Remove good.pdf" })).toBeVisible();
    await textbox().fill("Is this copy good enough?");
    await send(page).click();
    await expect(page.getByRole("status").filter({ hasText: "Your message was sent." })).toBeVisible();
    await expect(textbox()).toHaveValue("");
    await expect(thread(page)).toContainText("Is this copy good enough?");
    await expect(thread(page).getByRole("link", { name: "good.pdf" })).toBeVisible();
    await expectAccessible(page);
  });

  test("[C-MSG-10] a saved reply is inserted at the cursor, and staff send it", async () => {
    await app.query(
      "insert into saved_replies (admin_email, title, body) values ('desk@lucaya.example', 'Number', 'Your number is [number].')",
    );
    await desk.reload();
    await openEditor(desk, "Write a message");
    const text = desk.getByRole("textbox", { name: "New message" });
    await text.fill("Good day. Goodbye.");
    await text.evaluate((element) => element instanceof HTMLTextAreaElement && element.setSelectionRange(10, 10));
    await desk.getByRole("button", { name: "Insert" }).click();
    const [row] = await app.query<{ number: string }>(
      "select application_number as number from visa_applications where id = $1",
      [id],
    );
    await expect(text).toHaveValue(`Good day. Your number is ${row?.number}.Goodbye.`);
    await expect(text).toBeFocused();
    await expectAccessible(desk);
    await send(desk).click();
    await expect(thread(desk)).toContainText(`Your number is ${row?.number}.`);
    await expect(desk.getByRole("button", { name: "No answer needed" })).toBeHidden();
    await desk.goto(`${app.url}/admin/replies`);
  });

  test("[C-MSG-3] text and files entered while a message is being sent stay in the form, on both sides", async () => {
    await desk.goto(`${app.url}/admin/applications/${id}`);
    await openEditor(desk, "Write a message");
    for (const [of, name, message] of [
      [page, "Your message", "And a question"],
      [desk, "New message", "And an answer"],
    ] as const) {
      const textbox = of.getByRole("textbox", { name });
      let letThrough = () => {};
      const released = new Promise<void>((resolve) => {
        letThrough = resolve;
      });
      await of.route("**/messages/send", async (route) => {
        await released;
        await route.continue();
      });
      await textbox.fill(`${message}.`);
      await send(of).click();
      await expect(of.getByRole("button", { name: "Sending…" })).toBeVisible();
      await textbox.fill(`${message}, with a file.`);
      await of.locator('input[type="file"]').setInputFiles([pdf("later.pdf")]);
      letThrough();
      await expect(of.getByRole("status").filter({ hasText: "Your message was sent." })).toBeVisible();
      await expect(thread(of)).toContainText(`${message}.`);
      await expect(textbox).toHaveValue(`${message}, with a file.`);
      await of.unroute("**/messages/send");
      await send(of).click();
      await expect(thread(of)).toContainText(`${message}, with a file.`);
      await expect(thread(of).getByRole("link", { name: "later.pdf" }).first()).toBeVisible();
      await expect(textbox).toHaveValue("");
    }
  });

  test("a send without a connection loses no typed text", async () => {
    await textbox().fill("Still here");
    await context.setOffline(true);
    await send(page).click();
    await expect(page.getByText(/You’re offline\./)).toBeVisible();
    await expect(textbox()).toHaveValue("Still here");
    await context.setOffline(false);
    await send(page).click();
    await expect(thread(page)).toContainText("Still here");
  });
});
