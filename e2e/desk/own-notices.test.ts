import type { Page } from "@playwright/test";
import { test } from "vitest";
import { expect } from "../../test/harness/browser/browser";
import { goTo } from "../../test/harness/browser/desk-browser";
import { staffBrowsers } from "../../test/harness/browser/session-browser";

declare global {
  interface Window {
    /** Tells the test of a dialog of the browser's own. */
    caught: (kind: string) => void;
  }
}

const { app, fixtures, staff } = await staffBrowsers();

/** A page on which the browser's own dialogs are caught, whoever opens them. */
async function trapped(): Promise<{ page: Page; native: string[] }> {
  const page = await staff.open();
  const native: string[] = [];
  await page.exposeFunction("caught", (kind: string) => native.push(kind));
  await page.addInitScript(() => {
    for (const name of ["alert", "confirm", "prompt"] as const)
      Object.assign(window, { [name]: () => void window.caught(`window.${name}`) });
  });
  page.on("dialog", (dialog) => {
    native.push(dialog.type());
    void dialog.dismiss();
  });
  return { page, native };
}

test("[A-FAIL-1, A-FAIL-2] notices are alerts in the page and confirmations its own alertdialogs, never the browser's dialogs", async () => {
  const { page, native } = await trapped();
  await staff.signIn(page, "/admin");
  const go = (path: string) => goTo(page, app, path);
  const notice = (text: string) => expect(page.getByRole("alert").filter({ hasText: text }).first()).toBeVisible();
  const question = page.getByRole("alertdialog");
  const answer = async (text: string, name: string) => {
    await expect(question).toContainText(text);
    await question
      .getByRole("button", { name, exact: true })
      .or(question.getByRole("link", { name, exact: true }))
      .click();
    await expect(question).toHaveCount(0);
  };

  const application = `/admin/applications/${fixtures.application}`;
  await go(application);
  await page.getByRole("button", { name: "Update Status" }).click();
  await notice("Please select a status.");
  await page.getByLabel("New status").selectOption("under_review");
  await page.getByRole("button", { name: "Update Status" }).click();
  await notice("Status updated successfully! Email notification sent to applicant.");

  const service = await fixtures.service();
  const [row] = await app.query<{ name: string }>("select service_name as name from visa_services where id = $1", [
    service,
  ]);
  await go("/admin/services");
  const open = (word: string) => page.getByRole("link", { name: `${word} ${row?.name}`, exact: true }).click();
  await open("Deactivate");
  await answer("Deactivate this service?", "Cancel");
  await open("Deactivate");
  await answer("Deactivate this service?", "Deactivate");
  await notice("Service deactivated");
  await open("Delete");
  await answer("Are you sure you want to delete this service?", "Cancel");
  expect(native).toEqual([]);
});
