import { afterEach, expect as same, test } from "vitest";
import { expect, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, goTo, openDesk } from "../../test/harness/browser/desk-browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";
import { recoveryNotice, reload } from "../form-recovery/sending";

const app = await sharedApp();
const browser = await sharedBrowser();
afterEach(expectNoScriptErrors);

const list = "/admin/content/agreements";

test("[M-AGR-1, M-AGR-2, M-KEEP-2] sections are added, moved and removed, facts inserted, unsent text survives a reload, and no screen has an axe violation", async () => {
  const page = await openDesk(browser, app, list);
  await expectAccessibleAtBoth(page);
  await goTo(page, app, `${list}/new`);
  const field = (section: number, name: string) => page.getByLabel(`Section ${section}: ${name}`);
  await page.getByLabel("Name").fill("By hand");
  await page.getByLabel("Title").fill("Agreement");
  await field(1, "Heading").fill("Refunds");
  await field(1, "Text").fill("None.");
  await field(2, "Heading").fill("Fees");
  await field(2, "Text").fill("You pay ");
  await page.getByRole("button", { name: "{total}" }).click();
  await expect(field(2, "Text")).toHaveValue("You pay {total}");
  await page.getByRole("button", { name: "Add a section" }).click();
  await expect(field(3, "Heading")).toBeFocused();
  await page.keyboard.type("Too much");
  await page.getByRole("button", { name: "Move section 2 up" }).click();
  await page.getByRole("button", { name: "Remove section 3" }).click();
  await expect(field(1, "Heading")).toHaveValue("Fees");
  await expect(field(2, "Heading")).toHaveValue("Refunds");
  await expectAccessibleAtBoth(page);
  await reload(page);
  await expect(recoveryNotice(page)).toBeVisible();
  await expect(field(1, "Text")).toHaveValue("You pay {total}");
  await expect(field(2, "Text")).toHaveValue("None.");
  await field(2, "Text").fill("None, with {interest}.");
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByText("This agreement does not know “interest”.").first()).toBeVisible();
  await expect(field(2, "Text")).toHaveValue("None, with {interest}.");
  await expectAccessibleAtBoth(page);
  await field(2, "Text").fill("None.");
  await page.getByRole("button", { name: "Preview my changes" }).click();
  await expect(page.getByText("You pay $398.00")).toBeVisible();
  same(await app.query("select from agreement_templates where name = 'By hand'")).toEqual([]);
  await page.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByRole("status").filter({ hasText: "is public." })).toBeVisible();
  same(await app.query("select blocks from agreement_templates where name = 'By hand'")).toEqual([
    {
      blocks: [
        { heading: "Fees" },
        { paragraphs: ["You pay {total}"] },
        { heading: "Refunds" },
        { paragraphs: ["None."] },
      ],
    },
  ]);
  await expectAccessibleAtBoth(page);
  await close(page);
});

test("[M-AGR-4, M-KEEP-2] an agreement is chosen in a service’s editor, which has no axe violation, also once that is offline", async () => {
  const [service] = await app.query<{ id: string }>("select id from visa_services order by slug limit 1");
  const path = `/admin/services/${service?.id}`;
  await app.query(
    `insert into agreement_templates (name, title, blocks, version) values ('For this one', 'Agreement', '[{"heading": "Fees"}]', 1)`,
  );
  const page = await openDesk(browser, app, path);
  await page.getByRole("tab", { name: /Requirements/ }).click();
  await page.getByLabel("Agreement", { exact: true }).selectOption({ label: "For this one" });
  await page.getByLabel("Offered").selectOption({ label: "After submission" });
  await page.getByLabel("Work begins once it is signed").check();
  await expectAccessibleAtBoth(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.waitForURL(`${app.url}/admin/services`);
  same(
    await app.query("select agreement_offered, work_begins_signed from visa_services where agreement_id is not null"),
  ).toEqual([{ agreement_offered: "after", work_begins_signed: true }]);
  await app.query("update agreement_templates set is_offline = true");
  await goTo(page, app, path);
  await page.getByRole("tab", { name: /Requirements/ }).click();
  await expect(page.getByText("“For this one” is offline.")).toBeVisible();
  await expectAccessibleAtBoth(page);
  await close(page);
});
