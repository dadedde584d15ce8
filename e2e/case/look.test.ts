import type { Page } from "@playwright/test";
import { describe, expect, test } from "vitest";
import { expectAccessible } from "../../test/harness/browser/browser";
import { close } from "../../test/harness/browser/desk-browser";
import { faultsIn, lookAt, lookEverywhere, lookWidths } from "../../test/harness/browser/look";
import { busyCase, submittedBahamas } from "../../test/harness/case/busy-case";
import { openAsHolder, openAtDesk, unfold } from "../../test/harness/case/opened-case";
import { screenOf } from "../../test/harness/screen";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
const busy = await busyCase(app);

const isInView = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).evaluate((button) => {
    const { top, bottom } = button.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

describe("the page of a case, folded", () => {
  test.each([
    ["just submitted, of the longest service", () => submittedBahamas(app)],
    ["with 5 open and 6 done items", () => busy],
  ])("[S-LOOK-2] a case %s is at most 6,000 px tall on a phone, and nothing is cut at any width", async (_, make) => {
    const page = await openAsHolder(browser, await make(), { folded: true });
    const looks = await lookEverywhere(page);
    expect(looks[0]?.height).toBeLessThanOrEqual(6_000);
    expect(faultsIn(looks)).toEqual([]);
    await close(page);
  });

  test("[S-LOOK-2, V-COPY-7] each step has one link to report a mistake, and no answer is narrower than 240 px", async () => {
    const page = await openAsHolder(browser, busy);
    const record = page.getByRole("region", { name: "Your answers as you signed them" });
    const links = record.getByRole("link", { name: /^Something is wrong here/ });
    expect(await links.count()).toBe(await record.locator("section").count());
    for (const width of lookWidths) {
      expect(faultsIn([await lookAt(page, width)]), `${width}`).toEqual([]);
      const widths = await record.locator("dl > div > dd[dir]").evaluateAll((all) => all.map((one) => one.clientWidth));
      expect(widths.length).toBeGreaterThan(90);
      expect(Math.min(...widths), `${width}`).toBeGreaterThanOrEqual(240);
    }
    await expectAccessible(page);
    await close(page);
  });

  test("[S-LOOK-2, C-TURN-7] what is new comes first, then what is to be done, what was said, and what was signed", async () => {
    const page = await openAsHolder(browser, busy, { folded: true });
    const order = await page.locator("main h2:visible").allTextContents();
    const own = ["What’s new", "Appointments", "Open", "Done", "Messages", "Fees", "Your answers as you signed them"];
    expect(order.filter((title) => own.includes(title))).toEqual(own);
    await close(page);
  });
});

test("[S-LOOK-2] the unfolded fees are no wider than their card", async () => {
  const owing = await submittedBahamas(app);
  await app.query(
    "insert into ledger_entries (application_id, kind, name, amount, payee) values ($1, 'charge', 'Visa label', 1000, 'through_us')",
    [owing.id],
  );
  const page = await openAsHolder(browser, owing, { width: 1440 });
  const fees = page.getByRole("region", { name: "Fees", exact: true });
  expect(await fees.textContent()).toContain("to be paid");
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const tables = await fees
      .locator("table")
      .evaluateAll((all) =>
        all.map((table) => table.getBoundingClientRect().width - (table.parentElement?.clientWidth ?? 0)),
      );
    expect(Math.max(...tables), `${width}`).toBeLessThan(1);
  }
  await close(page);
});

describe("the open items of a case", () => {
  test.each([true, false])(
    "[S-LOOK-16] all are in one list with one place to send, and the drop zone is in the item that is chosen, JavaScript: %s",
    async (javaScriptEnabled) => {
      const page = await openAsHolder(browser, busy, { folded: true, javaScriptEnabled });
      const open = page.getByRole("region", { name: "Open", exact: true });
      expect(
        await open
          .getByRole("group")
          .filter({ has: page.locator("summary") })
          .count(),
      ).toBeGreaterThanOrEqual(5);
      expect(await open.getByRole("button", { name: "Send", exact: true }).count()).toBe(1);
      expect(await open.locator("input[type=file]").filter({ visible: true }).count()).toBe(0);
      await open.locator("summary", { hasText: "Police certificate" }).click();
      const item = open.getByRole("group", { name: "Police certificate" });
      expect(await item.locator("input[type=file]").filter({ visible: true }).count()).toBe(1);
      expect(await open.locator("input[type=file]").filter({ visible: true }).count()).toBe(1);
      await close(page);
    },
  );

  test("[S-LOOK-16] Send is in view once something is ready, wherever the list is read", async () => {
    const page = await openAsHolder(browser, busy, { folded: true });
    await page.setViewportSize({ width: 360, height: 640 });
    const top = page.getByRole("heading", { name: "Open", exact: true });
    await top.evaluate((heading) => heading.scrollIntoView({ block: "start", behavior: "instant" }));
    expect(await isInView(page, "Send")).toBe(false);
    await page.locator("summary", { hasText: "Where will you stay" }).click();
    await page.getByRole("textbox", { name: "Your answer" }).fill("At my sister’s.");
    for (const heading of [top, page.locator("summary", { hasText: "Passport copy" })]) {
      await heading.evaluate((element) => element.scrollIntoView({ block: "start", behavior: "instant" }));
      expect(await isInView(page, "Send")).toBe(true);
    }
    await unfold(page);
    await expectAccessible(page);
    await close(page);
  });
});

test("[S-LOOK-11] the case names the house, a way to get help and the phone number at all widths", async () => {
  const page = await openAsHolder(browser, busy, { folded: true });
  for (const width of [320, ...lookWidths]) {
    await page.setViewportSize({ width, height: 740 });
    for (const name of [/^Lucaya/, /^Help/, /^\+1 242/])
      expect(await page.getByRole("link", { name }).first().isVisible(), `${width} ${name}`).toBe(true);
  }
  await close(page);
});

test.each(["Asia/Tokyo", "America/Los_Angeles"])(
  "[S-LOOK-5] what happened late in the evening in Nassau has one day, at the desk and for an applicant in %s",
  async (timezoneId) => {
    const late = await submittedBahamas(app);
    const at = "2026-03-05T04:30:00Z";
    await app.query("update visa_applications set created_at = $2, submitted_at = $2 where id = $1", [late.id, at]);
    await app.query("update application_status_history set created_at = $2 where application_id = $1", [late.id, at]);
    const own = await openAsHolder(browser, late, { timezoneId });
    for (const page of [own, await openAtDesk(browser, app, late)]) {
      const text = screenOf(await page.content()).words;
      expect(text.match(/Mar(ch)? 4, (2026|23:30)/g)?.length).toBeGreaterThanOrEqual(2);
      expect(text).not.toMatch(/Mar(ch)? [35]\b/);
      await close(page);
    }
  },
);
