import type { Page } from "@playwright/test";
import { afterAll, expect as expectValue, test } from "vitest";
import { daysAfter, nassauDay } from "../../app/core/time";
import { datePartsOf } from "../../app/form-engine/typed/dates";
import { startBahamas } from "../../test/harness/applicants/journey-bahamas";
import { pdf } from "../../test/harness/applicants/journey-files";
import { cookiesOf } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

const today = nassauDay();

/** The documents page of a new draft, whose photograph must be at most six months old. */
async function open(javaScriptEnabled: boolean) {
  const { id, client } = await startBahamas(app);
  const context = await openContext(browser, { viewport: { width: 360, height: 800 }, javaScriptEnabled });
  await context.addCookies(cookiesOf(client));
  const page = await context.newPage();
  await page.goto(`${app.url}/apply/${id}/documents`);
  const slot = page.getByRole("region", { name: "Photograph", exact: true });
  await expect(slot).toContainText("It must be issued at most 6 months before you submit your application.");
  return { id, context, page, slot };
}

const issuedOn = async (id: string) =>
  (
    await app.query<{ day: string | null }>("select issued_on::text as day from documents where application_id = $1", [
      id,
    ])
  )[0]?.day;

async function type(page: Page, day: string) {
  const parts = datePartsOf(day);
  const boxes = page.getByRole("group", { name: /^Date of issue/ });
  await boxes.getByLabel("Day").fill(parts.day);
  await boxes.getByLabel("Month").fill(parts.month);
  await boxes.getByLabel("Year").fill(parts.year);
  return boxes;
}

test("[U-AGE-4, U-AGE-6] with script a date is saved as its boxes are left, and the file says what follows from it", async () => {
  const { id, context, page, slot } = await open(true);
  await slot.locator('input[type="file"]').setInputFiles([pdf("photo.pdf")]);
  const asked = "Please give the date of issue: we need it to tell whether this is recent enough.";
  await expect(slot.locator("li")).toContainText(asked);
  await expect(slot.getByRole("status").filter({ hasText: `photo.pdf: ${asked}` })).toHaveCount(1);
  await expectAccessible(page);
  const boxes = await type(page, daysAfter(today, -300));
  expectValue(await issuedOn(id)).toBeNull();
  await boxes.getByLabel("Year").press("Tab");
  await expect(slot.locator("li")).toContainText("Too old: it was issued on");
  await expect(slot.getByRole("status").filter({ hasText: "photo.pdf: Too old" })).toHaveCount(1);
  expectValue(await issuedOn(id)).toBe(daysAfter(today, -300));
  await boxes.getByLabel("Year").fill("");
  await boxes.getByLabel("Year").press("Tab");
  await expect(boxes).toContainText("Date of issue: the year is missing");
  await expect(boxes.getByLabel("Year")).toHaveValue("");
  await expectAccessible(page);
  expectValue(await issuedOn(id)).toBe(daysAfter(today, -300));
  await (await type(page, today)).getByLabel("Year").press("Tab");
  await expect(slot.locator("li")).toContainText("Good until");
  await expect(boxes).not.toContainText("is missing");
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
  }
  await context.close();
});

test("[U-AGE-4, U-AGE-5] without script a button saves the date, and a refused one is still in its boxes", async () => {
  const { id, context, page, slot } = await open(false);
  await slot.locator('input[type="file"]').setInputFiles([pdf("photo.pdf")]);
  await slot.getByRole("button", { name: "Upload: Photograph" }).click();
  await type(page, daysAfter(today, -10));
  await page.getByRole("button", { name: "Save the date of photo.pdf" }).click();
  await expect(slot.locator("li")).toContainText("Good until");
  const boxes = page.getByRole("group", { name: /^Date of issue/ });
  await boxes.getByLabel("Month").fill("Foo");
  await page.getByRole("button", { name: "Save the date of photo.pdf" }).click();
  await expect(boxes).toContainText("Date of issue: we can’t read the month “Foo”. Write it like 5 or May");
  await expect(boxes.getByLabel("Month")).toHaveValue("Foo");
  await expect(slot.locator("li")).toContainText("Good until");
  expectValue(await issuedOn(id)).toBe(daysAfter(today, -10));
  await context.close();
});

test("[U-AGE-4] a date that another tab saved appears in the boxes, and the earlier one can be typed again", async () => {
  const { id, context, page, slot } = await open(true);
  const [before, after] = [daysAfter(today, -300), daysAfter(today, -3)];
  const boxes = page.getByRole("group", { name: /^Date of issue/ });
  const save = async (of: Page, day: string) => {
    await (await type(of, day)).getByLabel("Year").press("Tab");
    await expect.poll(() => issuedOn(id)).toBe(day);
  };
  await slot.locator('input[type="file"]').setInputFiles([pdf("photo.pdf")]);
  await save(page, before);
  await expect(slot.locator("li")).toContainText("Too old");
  const other = await context.newPage();
  await other.goto(page.url());
  await save(other, after);
  // Another upload makes the page read its data again.
  const { day, month, year } = datePartsOf(after);
  await page
    .getByRole("region", { name: "Anything else" })
    .locator('input[type="file"]')
    .setInputFiles([pdf("letter.pdf")]);
  await expect(slot.locator("li")).toContainText("Good until");
  await expect(boxes.getByLabel("Day")).toHaveValue(day);
  await expect(boxes.getByLabel("Month")).toHaveValue(month);
  await expect(boxes.getByLabel("Year")).toHaveValue(year);
  await save(page, before);
  await context.close();
});
