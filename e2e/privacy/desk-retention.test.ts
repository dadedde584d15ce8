import { expect as same, test } from "vitest";
import { expect } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, openDesk, sized } from "../../test/harness/browser/desk-browser";
import { submittedCase } from "../../test/harness/case/opened-case";
import { signIn } from "../../test/harness/desk/desk";
import { screenOf } from "../../test/harness/screen";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();

/** A case that was decided so long ago that it would go tonight. */
async function overdue() {
  const made = await submittedCase(app);
  await app.query("update visa_applications set status = 'denied' where id = $1", [made.id]);
  await app.query(
    `insert into application_status_history (application_id, from_status, to_status, created_at)
     values ($1, 'submitted', 'denied', now() - interval '8 years')`,
    [made.id],
  );
  const [row] = await app.query<{ number: string }>(
    "select application_number as number from visa_applications where id = $1",
    [made.id],
  );
  return { ...made, number: row?.number ?? "" };
}

test("[V-RET-12] the page lists what tonight's run would delete and what each run deleted, at both widths", async () => {
  const { number, id } = await overdue();
  await app.query(
    `insert into retention_runs (night, started_at, finished_at, counts)
     values ('2026-11-21', '2026-11-21T09:15:00Z', '2026-11-21T09:16:00Z', '{"views": 1204, "drafts": 3}'),
       ('2026-11-22', '2026-11-22T09:15:00Z', '2026-11-22T09:16:00Z', '{"views": 17}')`,
  );
  await app.query(
    "insert into retention_failures (kind, subject, name, reason) values ('drafts', 'x', 'BV26-0000-0000', 'The database refused it (23503).')",
  );
  const page = await openDesk(browser, app, "/admin/privacy", sized(1440));
  const section = page.getByRole("region", { name: "How long things are kept" });
  await expect(section).toContainText("Nov 22, 2026, 04:15");
  const latest = section.getByLabel("What the last run removed");
  await expect(latest.getByText("Views of service pages")).toBeVisible();
  await expect(latest).toContainText("17");
  await section.getByText("Nov 21, 2026, 04:15: 1,207 in all").click();
  await expect(section.getByLabel("What the run of Nov 21, 2026 removed")).toContainText("1,204");
  await expect(section.getByRole("alert")).toContainText("BV26-0000-0000: The database refused it (23503).");
  await section.getByRole("link", { name: "What would be deleted tonight" }).click();
  const tonight = section.getByRole("region", { name: "What would be deleted tonight" });
  await expect(tonight).toContainText(number);
  await expectAccessibleAtBoth(page);
  same(await app.query("select 1 from visa_applications where id = $1", [id])).toHaveLength(1);
  await app.query("delete from retention_runs");
  await app.query("delete from retention_failures");
  await close(page);
});

test("[V-RET-13] a legal hold is placed and removed on the page of a case, also without JavaScript", async () => {
  const made = await overdue();
  const page = await openDesk(browser, app, `/admin/applications/${made.id}`, {
    ...sized(1440),
    javaScriptEnabled: false,
  });
  await page.getByRole("link", { name: "Legal hold" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Legal hold" })).toBeVisible();
  await expect(page.getByText(made.number).first()).toBeVisible();
  await page.getByLabel("Reason for placing it").fill("The Supreme Court asked for the file.");
  await page.getByRole("button", { name: "Place a legal hold" }).click();
  await expect(page.getByText("In place since")).toBeVisible();
  await expect(page.getByText("The Supreme Court asked for the file.")).toBeVisible();
  const withScript = await openDesk(browser, app, `/admin/applications/${made.id}/hold`, sized(1440));
  await expectAccessibleAtBoth(withScript);
  const desk = await signIn(app);
  const privacy = screenOf(await (await desk.get("/admin/privacy?show=tonight")).text());
  same(privacy.getByRole("link", { name: made.number }).getAttribute("href")).toBe(
    `/admin/applications/${made.id}/hold`,
  );
  same(privacy.getByRole("region", { name: "What would be deleted tonight" }).textContent).not.toContain(made.number);
  await page.goto(`${app.url}/admin/applications/${made.id}`);
  await expect(page.getByRole("link", { name: /^Legal hold since / })).toBeVisible();
  await page.getByRole("link", { name: /^Legal hold since / }).click();
  const refused = await desk.post(`/admin/applications/${made.id}/hold`, { intent: "remove", reason: " " });
  same(refused.status).toBe(400);
  same(screenOf(await refused.text()).words).toContain("Enter a reason of at most 500 characters.");
  await page.getByLabel("Reason for removing it").fill("The court has decided.");
  await page.getByRole("button", { name: "Remove the hold" }).click();
  await expect(page.getByRole("region", { name: "Earlier holds" })).toContainText("The court has decided.");
  await withScript.reload();
  await expectAccessibleAtBoth(withScript);
  await close(withScript);
  await app.query("delete from application_status_history where application_id = $1 and to_status = 'denied'", [
    made.id,
  ]);
  await close(page);
});
