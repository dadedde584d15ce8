import type { Page } from "@playwright/test";
import { expect as same, test } from "vitest";
import { serviceId } from "../../test/harness/applicants/listed-steps";
import { expect, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { close, goTo, openDesk } from "../../test/harness/browser/desk-browser";
import { HttpClient } from "../../test/harness/http-client";
import { inDays } from "../../test/harness/in-days";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
const service = await serviceId(app, "uk-visitor-visa");

let people = 0;
async function submit(): Promise<string> {
  const client = new HttpClient(app);
  const id = await client.start(`task-journey${++people}@mail.example`, { service });
  await client.fillIn(id);
  same((await client.submit(id)).outcome.kind).toBe("submitted");
  return id;
}

const field = (page: Page, task: number, name: string) => page.getByLabel(`Task ${task}: ${name}`);
const publish = async (page: Page) => {
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByRole("status").filter({ hasText: "is public." })).toBeVisible();
};
const tasks = (page: Page) => page.getByRole("region", { name: /^Tasks/ });

test("[X-TASK-9, X-TASK-2, X-TASK-3] a template changed while cases are open: they keep their tasks, and the next case gets the new ones", async () => {
  const page = await openDesk(browser, app, `/admin/content/tasks/${service}`, {
    viewport: { width: 1440, height: 900 },
  });
  await field(page, 1, "What has to be done").fill("Check the papers");
  await field(page, 2, "What has to be done").fill("Ask the authorities");
  await field(page, 2, "Days").fill("5");
  await field(page, 2, "Due").selectOption({ label: "after filing" });
  await publish(page);
  const first = await submit();
  await goTo(page, app, `/admin/applications/${first}`);
  await expect(tasks(page).getByRole("checkbox")).toHaveCount(2);
  await expect(tasks(page)).toContainText("No due date yet: 5 days after filing.");
  await tasks(page).getByRole("checkbox", { name: "Check the papers" }).click();
  await expect(page.getByText("Done: Check the papers")).toBeVisible();

  await goTo(page, app, `/admin/content/tasks/${service}`);
  await field(page, 1, "What has to be done").fill("Check the papers twice");
  await field(page, 2, "Days").fill("9");
  await publish(page);
  await goTo(page, app, `/admin/applications/${first}/filing`);
  await page.getByLabel("Filed on").fill(inDays(0));
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(`${app.url}/admin/applications/${first}`);
  await expect(tasks(page)).not.toContainText("No due date yet");
  same(
    await app.query(
      "select title, due_on::text as due, done_at is not null as done from case_tasks where application_id = $1 order by position",
      [first],
    ),
  ).toEqual([
    { title: "Check the papers", due: null, done: true },
    { title: "Ask the authorities", due: inDays(5), done: false },
  ]);

  const second = await submit();
  await goTo(page, app, `/admin/applications/${second}`);
  await expect(tasks(page).getByRole("checkbox", { name: "Check the papers twice" })).toBeVisible();
  await expect(tasks(page)).toContainText("No due date yet: 9 days after filing.");
  expectNoScriptErrors();
  await close(page);
});
