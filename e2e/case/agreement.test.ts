import type { Page } from "@playwright/test";
import { beforeEach, expect as expectNow, test } from "vitest";
import { newEmail } from "../../test/harness/applicants/begun";
import { serviceId } from "../../test/harness/applicants/listed-steps";
import { cookiesOf } from "../../test/harness/applicants/wizard";
import { expect, openContext } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, sized } from "../../test/harness/browser/desk-browser";
import { faultsIn, lookEverywhere } from "../../test/harness/browser/look";
import { publishAgreement } from "../../test/harness/desk/agreements";
import { HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
beforeEach(() => app.query("delete from limit_counts"));

const blocks = [
  { heading: "1. What we do" },
  {
    paragraphs: [
      "{our name} prepares the application of {applicant} for the {service}.",
      "يوافق المتقدم على هذه الاتفاقية وعلى الرسوم المذكورة أدناه.",
      "申請人同意本協議。",
    ],
  },
  { heading: "2. Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" },
  { paragraphs: ["You pay {total}: {our fee} to us and {government fee} to {fee recipient}.", "{refund terms}"] },
];

test("[M-KEEP-2] [M-AGR-7] the page is signed in a browser, and fits and has no axe violation, clean, with errors and signed", async () => {
  const service = await serviceId(app, "uk-visitor-visa");
  await publishAgreement(app, service, { offered: "before", blocks });
  const client = new HttpClient(app);
  const id = await client.start(newEmail(), { service });
  await client.fillIn(id);
  const context = await openContext(browser, sized(360));
  await context.addCookies(cookiesOf(client));
  const page = await context.newPage();
  await page.goto(`${app.url}/apply/${id}?step=review_certification`);
  await page.getByRole("button", { name: "Please read and sign our agreement" }).click();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Please read and sign our agreement");
  await expectAccessibleAtBoth(page);
  expectNow(faultsIn(await lookEverywhere(page))).toEqual([]);

  await page.getByRole("button", { name: "Sign agreement" }).click();
  await expect(page.getByText("Please tick that you agree")).toBeVisible();
  await expect(page.getByText("Electronic signature (full name) is required")).toBeVisible();
  await expectAccessibleAtBoth(page);

  await page.getByRole("checkbox", { name: "I have read this agreement" }).check();
  await page.getByLabel("Electronic signature").fill("Another Person");
  await page.getByRole("button", { name: "Sign agreement" }).click();
  await expect(page.getByText("You signed as “Another Person”")).toBeVisible();
  await expect(page.getByLabel("Electronic signature")).toHaveValue("Another Person");
  await expectAccessibleAtBoth(page);
  expectNow(faultsIn(await lookEverywhere(page))).toEqual([]);

  await page.getByRole("checkbox", { name: "Yes, this is right" }).check();
  await page.getByRole("button", { name: "Sign agreement" }).click();
  await expect(page.getByText("You’ve signed the agreement")).toBeVisible();
  await expect(heading).toHaveText("Our agreement");
  await expectAccessibleAtBoth(page);
  expectNow(faultsIn(await lookEverywhere(page))).toEqual([]);
  expectNow(await app.query("select signature from agreement_signatures where application_id = $1", [id])).toEqual([
    { signature: "Another Person" },
  ]);
  await close(page);
});

test("[M-AGR-6] [M-AGR-7] in two tabs a changed text is shown again, is signed once, and the other tab says so", async () => {
  const service = await serviceId(app, "uk-visitor-visa");
  await publishAgreement(app, service, { offered: "before", blocks });
  const client = new HttpClient(app);
  const id = await client.start(newEmail(), { service });
  await client.fillIn(id);
  const [application] = await app.query<{ name: string }>(
    "select applicant_name as name from visa_applications where id = $1",
    [id],
  );
  const context = await openContext(browser, sized(360));
  await context.addCookies(cookiesOf(client));
  const open = async () => {
    const page = await context.newPage();
    await page.goto(`${app.url}/apply/${id}/agreement`);
    return page;
  };
  const agrees = (page: Page) => page.getByRole("checkbox", { name: "I have read this agreement" });
  async function sign(page: Page) {
    await agrees(page).check();
    await page.getByLabel("Electronic signature").fill(application?.name ?? "");
    await page.getByRole("button", { name: "Sign agreement" }).click();
  }
  const [page, other] = [await open(), await open()];
  await app.query(
    "update visa_applications set total_amount_due = total_amount_due + 7, service_fee = service_fee + 7 where id = $1",
    [id],
  );
  const article = page.getByRole("article");
  const before = await article.textContent();
  await sign(page);
  await expect(page.getByRole("alert")).toContainText("The agreement has changed since you opened it.");
  await expect(article).not.toHaveText(before ?? "");
  await expect(agrees(page)).not.toBeChecked();
  await expect(page.getByLabel("Electronic signature")).toHaveValue(application?.name ?? "");
  await sign(page);
  await expect(page.getByText("You’ve signed the agreement")).toBeVisible();

  await sign(other);
  await expect(other.getByRole("alert")).toContainText("You’ve already signed a newer text of this agreement.");
  await expect(other.getByRole("heading", { name: "The agreement you signed" })).toBeVisible();
  expectNow(await app.query("select from agreement_signatures where application_id = $1", [id])).toHaveLength(1);

  // One tab still says that it is signed when it was withdrawn in the other one.
  await other.getByText("Withdraw my signature", { exact: true }).click();
  await other.getByRole("button", { name: "Yes, withdraw my signature" }).click();
  await expect(other.getByText("You’ve withdrawn your signature")).toBeVisible();
  await page.reload();
  await expect(page.getByText("You’ve signed the agreement")).toBeHidden();
  await expect(page.getByRole("button", { name: "Sign agreement" })).toBeVisible();
  await other.close();
  await close(page);
});
