import { test } from "vitest";
import { daysAfter, nassauDay } from "../../app/core/time";
import { openDesk, sized } from "../../test/harness/browser/desk-browser";
import { openAsHolder, submittedCase } from "../../test/harness/case/opened-case";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const inDays = (d: number) => daysAfter(nassauDay(), d);
test("shots", async () => {
  const app = await sharedApp();
  const browser = await sharedBrowser();
  const opened = await submittedCase(app);
  const { id } = opened;
  for (const width of [360, 1440]) {
    const d = await openDesk(browser, app, `/admin/applications/${id}/decision`, {
      ...sized(width),
      javaScriptEnabled: false,
    });
    await d.getByLabel("Decision").selectOption("approved");
    await d.getByRole("button", { name: "Decide and notify applicant" }).click();
    await d.getByText("Add a second date").click();
    await d.screenshot({ path: `/tmp/T-decision-${width}.png`, fullPage: true });
  }
  await app.query("update visa_applications set status = 'approved' where id = $1", [id]);
  await app.query("update passport_information set expiration_date = $2 where application_id = $1", [id, inDays(900)]);
  await app.query(
    `insert into key_dates (application_id, kind, name, ends_on, valid_from, note, made_by, settled_as, settled_at, settled_by, suspended_at) values
    ($1,'permit','',$2,$3,'Bring the old card to Bay Street.','regular@lucaya.example',null,null,null,null),
    ($1,'permit_fee','',$4,null,'','regular@lucaya.example',null,null,null,null),
    ($1,'other','Report to the police station',$5,null,'','regular@lucaya.example',null,null,null,null),
    ($1,'visa','',$6,null,'','regular@lucaya.example','renewed',now(),'regular@lucaya.example',null),
    ($1,'entry_permission','',null,null,'','regular@lucaya.example',null,null,null,now())`,
    [id, inDays(42), inDays(-300), inDays(0), inDays(-3), inDays(9)],
  );
  for (const width of [360, 1440]) {
    const page = await openAsHolder(browser, opened, { width, folded: true });
    await page.screenshot({ path: `/tmp/T-page-${width}.png`, fullPage: true });
    const d = await openDesk(browser, app, `/admin/applications/${id}/key-dates?add=yes`, {
      ...sized(width),
      javaScriptEnabled: false,
    });
    await d.getByRole("button", { name: "Add key date" }).click();
    await d
      .locator("summary")
      .filter({ hasText: /^Mark as settled/ })
      .first()
      .click();
    await d.screenshot({ path: `/tmp/T-desk-${width}.png`, fullPage: true });
    const c = await openDesk(browser, app, `/admin/applications/${id}`, sized(width));
    await c.locator("#key-dates").screenshot({ path: `/tmp/T-case-${width}.png` });
  }
});
