import type { Page } from "@playwright/test";
import { afterEach, beforeEach, expect as expectNow, test } from "vitest";
import { admin } from "../../test/harness/app-server";
import { expect } from "../../test/harness/browser/browser";
import { close, openDesk, openEditor, press, scripted, sized } from "../../test/harness/browser/desk-browser";
import { submittedCase } from "../../test/harness/case/opened-case";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";
import { otherAdmin, recoveryNotice, signInAs, storedIn } from "./sending";

let page: Page;

const app = await sharedApp();
const browser = await sharedBrowser();
const openedCase = await submittedCase(app);
beforeEach(async () => {
  page = await openDesk(browser, app, casePath(), sized(1440));
  await openEditor(page, "Write a note");
});
afterEach(() => close(page));

const casePath = () => `/admin/applications/${openedCase.id}`;
const note = () => page.getByRole("textbox", { name: "New note", includeHidden: true });
const addNote = () => page.getByRole("button", { name: "Add note" }).click();
const notes = () => app.query("select 1 from application_notes where application_id = $1", [openedCase.id]);

test("[K-KEEP-6] an admin who signs in from another tab neither sends nor sees the previous admin's typed text", async () => {
  const colleague = await otherAdmin(browser, app);
  await note().fill("A thought of mine");
  await signInAs(page, app, colleague);
  await addNote();
  await expect(page.getByText(colleague.email).first()).toBeVisible();
  await expect(note()).toHaveValue("");
  expectNow(await notes()).toHaveLength(0);
  expectNow(await storedIn(page)).not.toContain("A thought of mine");
  await openEditor(page, "Write a note");
  await note().fill("A thought of theirs");
  await addNote();
  await expect(page.getByRole("listitem").filter({ hasText: "A thought of theirs" })).toHaveCount(1);
});

test("[K-KEEP-6] unsent text is deleted by Sign Out in the palette and by Sign out everywhere", async () => {
  await note().fill("Before the palette");
  await expect.poll(() => storedIn(page)).toContain("Before the palette");
  await press(page, "Control+k");
  await page.getByRole("combobox", { name: "Find" }).fill("sign out");
  await expect(page.getByRole("option", { name: /^Sign Out/ })).toBeVisible();
  await page.getByRole("option", { name: /^Sign Out/ }).click();
  await page.waitForURL(/login/);
  expectNow(await storedIn(page)).not.toContain("Before the palette");

  await signInAs(page, app, admin);
  await page.goto(app.url + casePath());
  await scripted(page);
  await openEditor(page, "Write a note");
  await note().fill("Before all devices");
  const account = await page.context().newPage();
  await account.goto(`${app.url}/admin/account`);
  await scripted(account);
  expectNow(await storedIn(account)).toContain("Before all devices");
  await account.getByRole("button", { name: "Sign out everywhere" }).click();
  await account.waitForURL(/login/);
  expectNow(await storedIn(account)).not.toContain("Before all devices");
});

test("[K-KEEP-5] text sent after the session ended is restored after the next sign-in", async () => {
  // The page can't ask whether the session is over: it learns that from the answer.
  await page.route("**/admin/session", (route) => route.abort());
  await note().fill("Written too late");
  await page.context().clearCookies();
  await addNote();
  await page.waitForURL(/login/);
  expectNow(await storedIn(page)).toContain("Written too late");
  await signInAs(page, app, admin);
  await page.goto(app.url + casePath());
  await expect(recoveryNotice(page)).toBeVisible();
  await expect(note()).toHaveValue("Written too late");
  await addNote();
  await expect(page.getByRole("listitem").filter({ hasText: "Written too late" })).toHaveCount(1);
  await expect.poll(() => storedIn(page)).not.toContain("Written too late");
});
