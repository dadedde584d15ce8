import { beforeEach, describe, expect as expectNow, test } from "vitest";
import { expect, expectAccessible } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth, goTo, openDesk, press, sized } from "../../test/harness/browser/desk-browser";
import { type Case, openAsHolder, openAtDesk, submittedCase } from "../../test/harness/case/opened-case";
import { insertInquiries } from "../../test/harness/desk/inquiry-rows";
import { keepUndoOpen, letUndoPass } from "../../test/harness/desk/undo";
import { wake } from "../../test/harness/queue";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
beforeEach(async () => {
  await app.query("delete from limit_counts");
  await app.query("delete from undo_offers");
});

const statusOf = async ({ id }: Case) =>
  (await app.query<{ status: string }>("select status from visa_applications where id = $1", [id]))[0]?.status;
const mailsOf = async ({ id }: Case) =>
  (
    await app.query<{ status: string }>(
      "select status from email_notifications where application_id = $1 and email_type = 'status_update'",
      [id],
    )
  ).map(({ status }) => status);
const numberOf = async ({ id }: Case) =>
  (await app.query<{ n: string }>("select application_number as n from visa_applications where id = $1", [id]))[0]?.n ??
  "";

describe("an undoable change", () => {
  test("[K-UNDO-1, K-UNDO-3] undoing a status shows a notice, and the applicant's page never shows the change", async () => {
    const opened = await submittedCase(app);
    const number = await numberOf(opened);
    const desk = await openAtDesk(browser, app, opened);
    await desk.getByLabel("New status").selectOption("under_review");
    await desk.getByRole("button", { name: "Update Status" }).click();
    const notice = desk.getByRole("status").filter({ hasText: `${number} is now Under Review.` });
    await expect(notice.getByRole("button", { name: "Undo" })).toBeVisible();
    await keepUndoOpen(app);
    await goTo(desk, app, new URL(desk.url()).pathname);
    await expectAccessible(desk);
    const holder = await openAsHolder(browser, opened);
    await expect(holder.getByRole("main")).toContainText("Submitted");
    await expect(holder.getByRole("main")).not.toContainText("Under Review");
    await notice.getByRole("button", { name: "Undo" }).click();
    await expect(desk.getByRole("status").filter({ hasText: "Undone." })).toBeVisible();
    expectNow([await statusOf(opened), await mailsOf(opened)]).toEqual(["submitted", []]);
    await holder.reload();
    await expect(holder.getByRole("main")).not.toContainText("Under Review");
    await close(holder);
    await close(desk);
  });

  test("[K-UNDO-2, K-UNDO-3, K-UNDO-4] without Undo the notice disappears, one mail is sent, and the applicant's open page shows the change", async () => {
    const opened = await submittedCase(app);
    const holder = await openAsHolder(browser, opened);
    const desk = await openAtDesk(browser, app, opened);
    await desk.clock.install();
    // It stands still until the test moves it, also before there is anything to undo.
    await desk.clock.pauseAt(Date.now() + 1_000);
    await desk.getByLabel("New status").selectOption("under_review");
    await desk.getByRole("button", { name: "Update Status" }).click();
    const undo = desk.getByRole("button", { name: "Undo" });
    await expect(undo).toBeVisible();
    const offerId = await desk.locator("input[name=offer]").inputValue();
    expectNow(await mailsOf(opened)).toEqual(["pending"]);
    // Ten seconds are left alone: none is to be waited for, so the page's clock and what is due go on.
    const [offer] = await app.query<{ open: number; more: number }>(
      `select extract(epoch from open_until - o.created_at)::float as open,
         extract(epoch from due_at - open_until)::float as more
       from email_notifications m join undo_offers o on o.id = m.undo_id where application_id = $1`,
      [opened.id],
    );
    expectNow(offer?.open).toBeGreaterThanOrEqual(10);
    // The mail is due a second after the offer is over.
    expectNow(offer?.more).toBeCloseTo(1, 2);
    await desk.clock.runFor(6_000);
    await expect(undo).toBeVisible();
    await desk.clock.runFor(5_000);
    await expect(undo).toHaveCount(0);
    await letUndoPass(app);
    await wake(app, "mail.send");
    await expect.poll(() => mailsOf(opened), { timeout: 60_000 }).toEqual(["sent"]);
    await expect(holder.getByRole("main")).toContainText("Under Review", { timeout: 60_000 });
    const late = await desk.request.post(`${app.url}/admin/undo`, {
      form: { offer: offerId, back: "/admin/applications" },
      headers: { Origin: app.url },
    });
    expectNow(await late.text()).toContain("It is too late to undo this. Please change it again by hand.");
    expectNow([await statusOf(opened), await mailsOf(opened)]).toEqual(["under_review", ["sent"]]);
    await close(holder);
    await close(desk);
  });

  test("[K-UNDO-1, K-UNDO-4] without JavaScript Undo is a button in the page, and a refused undo is a page with a message", async () => {
    const opened = await submittedCase(app);
    const desk = await openAtDesk(browser, app, opened, false);
    const change = async () => {
      await desk.getByLabel("New status").selectOption("under_review");
      await desk.getByRole("button", { name: "Update Status" }).click();
    };
    await change();
    await desk.getByRole("button", { name: "Undo" }).click();
    await expect(desk.getByRole("status").filter({ hasText: "Undone." })).toBeVisible();
    expectNow([await statusOf(opened), await mailsOf(opened)]).toEqual(["submitted", []]);
    await desk.goto(`${app.url}/admin/applications/${opened.id}`);
    await change();
    await expect(desk.getByRole("button", { name: "Undo" })).toBeVisible();
    await app.query("update visa_applications set status = 'denied' where id = $1", [opened.id]);
    await desk.getByRole("button", { name: "Undo" }).click();
    await expect(desk.getByRole("alert")).toContainText("Someone else has changed this");
    expectNow(await statusOf(opened)).toBe("denied");
    await close(desk);
  });

  test("[K-UNDO-1] a final status asks for confirmation, over the case and as a page, and only Yes sets it", async () => {
    for (const scripted of [true, false]) {
      const opened = await submittedCase(app);
      const desk = await openAtDesk(browser, app, opened, scripted);
      await desk.getByLabel("New status").selectOption("approved");
      await desk.getByLabel("Message to the applicant").fill("Welcome.");
      await desk.getByRole("button", { name: "Update Status" }).click();
      const confirmation = scripted ? desk.getByRole("alertdialog") : desk.getByRole("main");
      await expect(confirmation.getByRole("heading")).toHaveText(
        "Change this application to Approved? It can’t be undone.",
      );
      if (scripted) await expectAccessibleAtBoth(desk);
      expectNow(await statusOf(opened)).toBe("submitted");
      await confirmation.getByRole("button", { name: "Yes, change it" }).click();
      await expect(desk).not.toHaveURL(new RegExp(opened.id));
      await expect(desk.getByRole("button", { name: "Undo" })).toHaveCount(0);
      expectNow(await statusOf(opened)).toBe("approved");
      await close(desk);
    }
  });

  test("[K-UNDO-1] the priority of an inquiry can be undone, also by Ctrl-Z", async () => {
    await insertInquiries(app, 1, 1);
    const desk = await openDesk(browser, app, "/admin/inquiries", sized(1440));
    const star = desk.getByRole("button", { name: "Priority of Person 1", exact: true });
    const before = await star.getAttribute("aria-pressed");
    await star.click();
    await expect(desk.getByRole("button", { name: "Undo" })).toBeVisible();
    await press(desk, "Control+z");
    await expect(desk.getByRole("status").filter({ hasText: "Undone." })).toBeVisible();
    await expect(star).toHaveAttribute("aria-pressed", before ?? "");
    await close(desk);
  });
});

describe("the status in a row", () => {
  test("[K-KEY-7] the status is saved by Enter or a click on an option and not while arrow keys move, and Escape restores it", async () => {
    const opened = await submittedCase(app);
    const number = await numberOf(opened);
    const desk = await openDesk(browser, app, `/admin/applications?q=${number}`, sized(1440));
    const select = desk.getByLabel(`Status of ${number}`);
    await select.focus();
    await press(desk, "ArrowDown");
    await expect(select).toHaveValue("under_review");
    // This browser without a window does not choose by letters itself.
    await select.dispatchEvent("keydown", { key: "i" });
    await select.selectOption("interview_scheduled");
    await expect(select).toHaveValue("interview_scheduled");
    await press(desk, "Escape");
    await expect(select).toHaveValue("submitted");
    await press(desk, "ArrowDown");
    // Leaving it saves nothing either.
    await press(desk, "Tab");
    await expect(select).toHaveValue("submitted");
    expectNow(await statusOf(opened)).toBe("submitted");
    await select.focus();
    await press(desk, "ArrowDown", "Enter");
    await expect(desk.getByRole("button", { name: "Undo" })).toBeVisible();
    expectNow(await statusOf(opened)).toBe("under_review");
    await select.selectOption("submitted");
    await expect.poll(() => statusOf(opened)).toBe("submitted");
    await close(desk);
  });

  test("[K-KEY-8, K-UNDO-1] two actions give a case its next status, and a final one asks for confirmation in the list", async () => {
    const opened = await submittedCase(app);
    const number = await numberOf(opened);
    const desk = await openDesk(browser, app, `/admin/applications?q=${number}`, sized(1440));
    const select = desk.getByLabel(`Status of ${number}`);
    await select.click();
    await select.selectOption("under_review");
    await expect.poll(() => statusOf(opened)).toBe("under_review");
    await select.selectOption("approved");
    const confirmation = desk.getByRole("alertdialog");
    await expect(confirmation.getByRole("heading")).toHaveText(
      "Change this application to Approved? It can’t be undone.",
    );
    // A click on the words is none on the row under them.
    await confirmation.getByRole("heading").click();
    await confirmation.getByRole("button", { name: "No, leave it" }).click();
    await expect(select).toHaveValue("under_review");
    await expect(desk).toHaveURL(/\/admin\/applications\?q=/);
    await select.selectOption("additional_info_required");
    await expect(desk.getByRole("alert").filter({ hasText: "Say what you need" })).toBeVisible();
    await expect(select).toHaveValue("under_review");
    await select.selectOption("approved");
    await confirmation.getByRole("button", { name: "Yes, change it" }).click();
    await expect.poll(() => statusOf(opened)).toBe("approved");
    await close(desk);
  });

  test("[K-UNDO-1] Yes in the list doesn't answer a withdrawal request that arrived after the confirmation opened", async () => {
    const opened = await submittedCase(app);
    const number = await numberOf(opened);
    const desk = await openDesk(browser, app, `/admin/applications?q=${number}`, sized(1440));
    const confirmation = desk.getByRole("alertdialog");
    const arrived = Promise.withResolvers<void>();
    await desk.route(/\/admin\/applications\.data/, async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await desk.getByLabel(`Status of ${number}`).selectOption("approved");
    await expect(confirmation.getByRole("heading")).toHaveText(
      "Change this application to Approved? It can’t be undone.",
    );
    await app.query("update visa_applications set withdrawal_requested_at = now() where id = $1", [opened.id]);
    arrived.resolve();
    await expect(desk.getByText("Asks to withdraw", { exact: true })).toBeAttached();
    await confirmation.getByRole("button", { name: "Yes, change it" }).click();
    await expect(desk.getByRole("alert").filter({ hasText: "has just asked to withdraw" })).toBeVisible();
    expectNow(await statusOf(opened)).toBe("submitted");
    await close(desk);
  });

  test("[K-KEY-7] without JavaScript a button saves, and the confirmation of a final status is a page", async () => {
    const opened = await submittedCase(app);
    const number = await numberOf(opened);
    const desk = await openDesk(browser, app, `/admin/applications?q=${number}`, { javaScriptEnabled: false });
    await desk.getByLabel(`Status of ${number}`).selectOption("denied");
    await desk.getByRole("button", { name: `Save the status of ${number}` }).click();
    await expect(desk.getByRole("heading", { level: 1 })).toHaveText(
      "Change this application to Denied? It can’t be undone.",
    );
    await desk.getByRole("button", { name: "Yes, change it" }).click();
    await expect(desk).toHaveURL(new RegExp(`q=${number}`));
    expectNow(await statusOf(opened)).toBe("denied");
    await close(desk);
  });
});
