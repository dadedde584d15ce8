import { beforeEach, describe, expect as expectNow, test } from "vitest";
import { calendarLongDate } from "../../app/core/time";
import { expect, expectAccessible } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth } from "../../test/harness/browser/desk-browser";
import { openAsHolder, openAtDesk, submittedCase } from "../../test/harness/case/opened-case";
import { HttpClient } from "../../test/harness/http-client";
import { inDays } from "../../test/harness/in-days";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
beforeEach(() => app.query("delete from limit_counts"));

describe("the turn of a case", () => {
  test("[C-TURN-1, C-TURN-7, C-TURN-10] page and desk show the turn first, and the timeline names sides and time zones", async () => {
    const opened = await submittedCase(app);
    const page = await openAsHolder(browser, opened);
    const turn = page.getByRole("region", { name: "Whose turn it is" });
    await expect(turn).toContainText(
      /^It has been our turn since .+: we work on your application, and most are decided/,
    );
    await expect(page.getByRole("main")).toContainText("Submitted");
    const line = page.getByRole("region", { name: "What’s new" }).getByRole("listitem").first();
    await expect(line).toContainText(/^You/);
    await expect(line).toContainText(/\d:\d\d [AP]M Nassau time/);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1440, height: 900 });

    const desk = await openAtDesk(browser, app, opened);
    const bar = desk.getByRole("region", { name: "Whose turn it is" });
    await expect(bar).toContainText(/^It has been our turn since/);
    await bar.getByText("Filed with the authorities?").click();
    const expectedBy = inDays(300);
    await bar.getByLabel("Decision expected by").fill(expectedBy);
    await bar.getByRole("button", { name: "Save" }).click();
    await expect(bar.getByLabel("Filed on")).toHaveAccessibleDescription(/Enter the filing date/);
    await expect(bar.getByLabel("Decision expected by")).toHaveValue(expectedBy);
    await expectAccessibleAtBoth(desk);
    await bar.getByLabel("Filed on").fill("2026-11-02");
    await bar.getByRole("button", { name: "Save" }).click();
    await expect(bar).toContainText(/^It has been with .+ since/);
    // The open page follows by itself.
    await expect(turn).toContainText(`we expect the decision by ${calendarLongDate(expectedBy)}`);
    await close(page);
    await close(desk);
  });

  test("[C-BOTH-2] the other side's changes appear by themselves without moving the focus or the typed text", async () => {
    const opened = await submittedCase(app);
    const desk = await openAtDesk(browser, app, opened);
    const message = desk.getByLabel("Message to the applicant");
    await message.pressSequentially("We have read your");
    await opened.client.post(`/apply/${opened.id}/withdraw`, { reason: "No trip" });
    await expect(desk.getByText("The applicant asks to withdraw", { exact: true })).toBeVisible();
    await expect(message).toBeFocused();
    await message.pressSequentially(" answers");
    await expect(message).toHaveValue("We have read your answers");

    const page = await openAsHolder(browser, opened);
    await expect(page.getByRole("button", { name: "Take back my request" })).toBeVisible();
    await page.getByRole("button", { name: "Take back my request" }).click();
    await expect(page.getByText("You took back the request to withdraw.")).toBeVisible();
    await expect(desk.getByText("The applicant asks to withdraw", { exact: true })).toBeHidden();
    await expect(message).toHaveValue("We have read your answers");
    await desk.getByLabel("New status").selectOption("approved");
    await desk.getByRole("button", { name: "Update Status" }).click();
    await desk.getByRole("button", { name: "Yes, change it" }).click();
    await expect(page.getByRole("region", { name: "Whose turn it is" })).toContainText("Approved.");
    await expectAccessible(page);
    await close(desk);
    await close(page);
  });

  test("[K-UNDO-6] leaving a final status asks once, and without JavaScript the confirmation is a page", async () => {
    const opened = await submittedCase(app);
    await app.query("update visa_applications set status = 'approved' where id = $1", [opened.id]);
    for (const scripted of [true, false]) {
      const desk = await openAtDesk(browser, app, opened, scripted);
      await desk.getByLabel("New status").selectOption(scripted ? "under_review" : "denied");
      await desk.getByLabel("Message to the applicant").fill("We were wrong.");
      await desk.getByRole("button", { name: "Update Status" }).click();
      const question = `This application is Approved. Change it to ${scripted ? "Under Review" : "Denied"}?`;
      const confirmation = scripted ? desk.getByRole("alertdialog") : desk.getByRole("main");
      await expect(confirmation.getByRole("heading")).toHaveText(question);
      if (scripted) {
        await expectAccessibleAtBoth(desk);
        await confirmation.getByRole("button", { name: "No, leave it" }).click();
        await expect(desk.getByLabel("Message to the applicant")).toHaveValue("We were wrong.");
        await close(desk);
        continue;
      }
      await confirmation.getByRole("button", { name: "Yes, change it" }).click();
      await expect(desk).not.toHaveURL(new RegExp(opened.id));
      await close(desk);
    }
    const [row] = await app.query("select status from visa_applications where id = $1", [opened.id]);
    expectNow(row).toEqual({ status: "denied" });
  });

  test("[C-WD-2] taking back a request that was already answered shows a message", async () => {
    const opened = await submittedCase(app);
    const page = await openAsHolder(browser, opened, { javaScriptEnabled: false });
    await opened.client.post(`/apply/${opened.id}/withdraw`, { reason: "" });
    await page.reload();
    await app.query("update visa_applications set withdrawal_requested_at = null where id = $1", [opened.id]);
    await page.getByRole("button", { name: "Take back my request" }).click();
    await expect(page.getByRole("alert")).toContainText("We have answered your request already; the page shows how.");
    await close(page);
  });
});

test("[C-BOTH-4] a stranger and the holder of another case see neither changes nor the turn, and can change nothing by script", async () => {
  const opened = await submittedCase(app);
  const otherCase = await submittedCase(app);
  for (const client of [new HttpClient(app), otherCase.client]) {
    expectNow((await client.get(`/apply/${opened.id}/changes`)).status).toBe(403);
    for (const form of ["withdraw/take-back", "email/change", "data/copy"])
      expectNow([form, (await client.post(`/apply/${opened.id}/${form}`, {})).status]).toEqual([form, 403]);
    expectNow(await (await client.get(`/apply/${opened.id}`)).text()).not.toContain("It has been our turn");
  }
});
