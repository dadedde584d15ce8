import { beforeEach, describe, expect as expectNow, test } from "vitest";
import { applicant } from "../../test/harness/applicants/applicant";
import { pdfFile } from "../../test/harness/applicants/uploads";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { close, expectAccessibleAtBoth } from "../../test/harness/browser/desk-browser";
import { askCorrection } from "../../test/harness/case/asked-correction";
import { type Case, openAsHolder, openAtDesk, submittedCase } from "../../test/harness/case/opened-case";
import { signIn } from "../../test/harness/desk/desk";
import { HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
const staff = await signIn(app);
beforeEach(() => app.query("delete from limit_counts"));

function decide({ id }: Case, fields: Record<string, string>, files: readonly File[] = []) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ attempt: crypto.randomUUID(), sure: "yes", later: "yes", ...fields }))
    form.append(name, value);
  for (const file of files) form.append("documents", file);
  return staff.post(`/admin/applications/${id}/decision`, form);
}
const stateOf = async ({ id }: Case) => {
  const [row] = await app.query(
    `select a.status,
       (select count(*)::int from application_status_history h where h.application_id = a.id) as lines,
       (select count(*)::int from documents d where d.application_id = a.id) as files,
       (select count(*)::int from email_notifications m where m.application_id = a.id and email_type = 'status_update') as mails
     from visa_applications a where a.id = $1`,
    [id],
  );
  return row;
};
const documentsOf = ({ id }: Case) =>
  app.query<{ id: string; name: string; downloads: number }>(
    "select id, document_name as name, downloads from documents where application_id = $1 and decision_id is not null order by created_at",
    [id],
  );

describe("a decision", () => {
  test("[C-DEC-1] a decision with one refused document changes nothing and names the file and the reason", async () => {
    const opened = await submittedCase(app);
    const before = await stateOf(opened);
    const small = new File(["%PDF-1.7 tiny"], "tiny.pdf", { type: "application/pdf" });
    const refused = await decide(opened, { status: "approved", nextSteps: "Collect it" }, [pdfFile("visa.pdf"), small]);
    expectNow(refused.status).toBe(400);
    const page = await refused.text();
    expectNow(page).toContain("tiny.pdf: File is too small (minimum 1KB)");
    expectNow(page).toContain("Collect it");
    const manyFiles = Array.from({ length: 11 }, (_, n) => pdfFile(`page-${n}.pdf`));
    expectNow(await (await decide(opened, { status: "approved" }, manyFiles)).text()).toContain(
      "A decision can have 10 documents.",
    );
    expectNow(page).toContain(
      "Please choose the documents again, or they won’t be sent: <bdi>visa.pdf, tiny.pdf</bdi>",
    );
    expectNow((await decide(opened, { status: "under_review" }, [pdfFile("visa.pdf")])).status).toBe(400);
    expectNow((await decide(opened, { status: "approved", nextSteps: "x".repeat(2001) })).status).toBe(400);
    expectNow(await stateOf(opened)).toEqual(before);
  });

  test("[C-DEC-2, C-DEC-3] the mail names the documents, the holder downloads them, and each download is counted", async () => {
    const opened = await submittedCase(app);
    const done = await decide(opened, { status: "approved", nextSteps: "Collect it on Bay Street." }, [
      pdfFile("visa.pdf"),
      pdfFile("letter.pdf"),
    ]);
    expectNow(done.status).toBe(302);
    expectNow(await stateOf(opened)).toMatchObject({ status: "approved", files: 2, mails: 1 });
    const [mail] = await app.query<{ data: Record<string, string> }>(
      "select template_data as data from email_notifications where application_id = $1 and email_type = 'status_update'",
      [opened.id],
    );
    expectNow(mail?.data).toMatchObject({ nextSteps: "Collect it on Bay Street.", documents: "visa.pdf\nletter.pdf" });
    const [visa, letter] = await documentsOf(opened);
    const path = `/documents/${visa?.id}`;
    await opened.client.send(path, { method: "HEAD" });
    expectNow((await staff.get(path)).status).toBe(200);
    expectNow((await documentsOf(opened)).map(({ downloads }) => downloads)).toEqual([0, 0]);
    for (let time = 0; time < 2; time++) expectNow((await opened.client.get(path)).status).toBe(200);
    expectNow((await documentsOf(opened)).map(({ downloads }) => downloads)).toEqual([2, 0]);
    const records = await app.query(
      "select 1 from admin_activity_log where action_type = 'decision_downloaded_by_applicant' and subject_id = $1",
      [opened.id],
    );
    expectNow(records).toHaveLength(2);
    const otherResponse = await new HttpClient(app).get(`/documents/${letter?.id}`);
    const otherCase = await submittedCase(app);
    expectNow([otherResponse.status, (await otherCase.client.get(path)).status]).toEqual([404, 404]);

    const desk = await openAtDesk(browser, app, opened);
    const list = desk.getByRole("region", { name: "Decision", exact: true });
    await expect(list.getByRole("listitem").first()).toContainText(/visa\.pdf.*Downloaded 2 times: first .+, last /);
    await expect(list.getByRole("listitem").last()).toContainText("Not downloaded yet");
    const page = await openAsHolder(browser, opened);
    const decision = page.getByRole("region", { name: "The decision" });
    await expect(decision).toContainText("Collect it on Bay Street.");
    await expect(decision.getByRole("link")).toHaveCount(2);
    await expectAccessible(page);
    await close(desk);
    await close(page);
  });

  test("[C-DEC-5, C-DEC-6] a revoked decision is announced, and its documents are removed for the holder and stay for staff", async () => {
    const opened = await submittedCase(app);
    await decide(opened, { status: "approved" }, [pdfFile("visa.pdf")]);
    const [visa] = await documentsOf(opened);
    const response = await decide(opened, { status: "denied", sure: "" });
    expectNow([response.status, await response.text()]).toEqual([
      409,
      expectNow.stringContaining("This application is Approved. Change it to Denied?"),
    ]);
    expectNow((await decide(opened, { status: "denied" }, [pdfFile("refusal.pdf")])).status).toBe(302);
    const goneResponse = await opened.client.get(`/documents/${visa?.id}`);
    expectNow([goneResponse.status, await goneResponse.text()]).toEqual([
      410,
      expectNow.stringMatching(/^This document was withdrawn on \w+ \d+, \d{4}\.\n$/),
    ]);
    expectNow((await staff.get(`/documents/${visa?.id}`)).status).toBe(200);
    const page = await openAsHolder(browser, opened, { javaScriptEnabled: false });
    await expect(page.getByRole("region", { name: "The decision" }).getByRole("link")).toHaveText(/refusal\.pdf/);
    await expect(page.getByRole("region", { name: "What’s new" })).toContainText(
      /The decision of .+ \(Approved\) no longer applies\. The status is now Denied\./,
    );
    await close(page);
  });

  test("[C-DEC-1] staff decide in the browser, and a refused decision keeps the typed values with the error at its field", async () => {
    const opened = await submittedCase(app);
    const desk = await openAtDesk(browser, app, opened);
    await desk.getByRole("link", { name: "Decide with documents" }).click();
    const small = { name: "tiny.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 tiny") };
    await desk.getByLabel("Decision").selectOption("approved");
    await desk.getByLabel("I will add it later").check();
    await desk.getByLabel("Next steps").fill("Bring your passport.");
    await desk.getByLabel("Documents").setInputFiles([small]);
    await desk.getByRole("button", { name: "Decide and notify applicant" }).click();
    await expect(desk.getByLabel("Documents")).toHaveAccessibleDescription(/tiny\.pdf: File is too small/);
    await expect(desk.getByLabel("Next steps")).toHaveValue("Bring your passport.");
    await expectAccessibleAtBoth(desk);
    const whole = {
      name: "visa.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from(await pdfFile("visa.pdf").arrayBuffer()),
    };
    await desk.getByLabel("Documents").setInputFiles([whole]);
    await desk.getByRole("button", { name: "Decide and notify applicant" }).click();
    const dialog = desk.getByRole("alertdialog", { name: "Change this application to Approved? It can’t be undone." });
    await dialog.getByRole("button", { name: "Yes, decide" }).click();
    await expect(desk.getByRole("region", { name: "Decision", exact: true })).toContainText("visa.pdf");
    await close(desk);
  });

  test.each([true, false])(
    "[C-DEC-8] the holder of a denied case applies again from its page, with JavaScript %s",
    async (javaScriptEnabled) => {
      const opened = await submittedCase(app);
      await decide(opened, { status: "denied", message: "The bank statement is missing." });
      const page = await openAsHolder(browser, opened, { javaScriptEnabled });
      await page.getByRole("link", { name: "Apply again with these answers" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Apply again");
      if (javaScriptEnabled) await expectAccessibleAtBoth(page);
      await page.getByRole("button", { name: "Apply again with these answers" }).click();
      await page.waitForURL(
        (url) => /^\/apply\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.includes(opened.id),
      );
      await expect(page.getByLabel("City of birth")).toHaveValue(applicant["Applicant Information"]?.cityOfBirth ?? "");
      expectNoScriptErrors();
    },
  );
});

test("[F-APPL-1] an unchecked correction of a passport number is shown before the final status, and accepted with it", async () => {
  const opened = await submittedCase(app);
  const questions = { passportNumber: "Passport number" };
  await askCorrection(app, opened, { step: "passport_info", name: "Passport Information", questions });
  const page = await openAsHolder(browser, opened);
  await page.getByRole("textbox", { name: "Passport number", exact: true }).fill("RD9990001");
  await page.getByRole("checkbox", { name: /^I certify/ }).check();
  await page.getByRole("textbox", { name: "Electronic signature" }).fill("Nadège Ñuñez O'Brien-陳");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Sent: 1 of 1." })).toBeVisible();

  // Without script the decision's page says it, sure or not, and shows what was sent.
  const refused = await decide(opened, { status: "approved" });
  expectNow(refused.status).toBe(409);
  expectNow(await refused.text()).toContain("sent a new passport number that nobody has checked.");

  const desk = await openAtDesk(browser, app, opened);
  const form = desk.getByRole("region", { name: "Update status" });
  await form.getByLabel("New status").selectOption("denied");
  await form.getByRole("button", { name: "Update Status" }).click();
  const dialog = desk.getByRole("alertdialog", { name: /sent a new passport number that nobody has checked\.$/ });
  await expect(dialog).toContainText("Correction of Passport Information");
  await dialog.getByRole("button", { name: /^Reveal/ }).click();
  await expect(dialog).toContainText("RD9990001");
  await expectAccessibleAtBoth(desk);
  await expectAccessibleAtBoth(desk);
  await dialog.getByRole("button", { name: "Accept and change" }).click();
  await desk.waitForURL((url) => url.pathname === "/admin/applications");
  const outcome = "select outcome from case_item_answers where application_id = $1";
  expectNow(await app.query(outcome, [opened.id])).toEqual([{ outcome: "accepted" }]);
  expectNow(await stateOf(opened)).toMatchObject({ status: "denied", mails: 1 });
  await close(desk);
  await close(page);
});
