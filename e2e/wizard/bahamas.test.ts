import type { Page } from "@playwright/test";
import { afterAll, beforeAll, describe, test } from "vitest";
import { bahamasApplicant, fillStep, inYears } from "../../test/harness/applicants/applicant";
import { bahamasSteps, documentsOf, startBahamas } from "../../test/harness/applicants/journey-bahamas";
import { type Chosen, pdf, png, refusedFiles, sizedFile } from "../../test/harness/applicants/journey-files";
import { controlled, cookiesOf, storedStep, titled } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { reusedPage } from "../../test/harness/browser/reused-page";
import { readMetadata } from "../../test/harness/encryption/stored-answers";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

// What the steps ask, store and refuse: test/applications/journeys/journey-add-ons.test.ts and journey-files.test.ts.
// The whole way without script: test/applications/journeys/journey-submission.test.ts.

let page: Page;
let id = "";

const wide = { viewport: { width: 1440, height: 900 } };
const next = () => page.getByRole("button", { name: "Next Step" }).click();
const question = (label: string) => page.getByRole("group", { name: label, exact: true });
const choose = (label: string, file: Chosen) => question(label).locator('input[type="file"]').setInputFiles(file);
const input = (name: string) => page.locator(`[name="${name}"]`);
const letter = "Employment letter";

const app = await sharedApp();
afterAll(expectNoScriptErrors);

describe("a Bahamas application typed from the service's page to the submission", () => {
  beforeAll(async () => {
    page = await reusedPage(await sharedBrowser(), app.url, wide);
  });

  test("[W-CONF-3, W-CONF-4] the thirteen steps follow each other", async () => {
    await page.goto(`${app.url}/visa/bahamian-evisa`);
    await page
      .getByRole("link", { name: /^apply now/i })
      .first()
      .click();
    await expect(page.getByText("13 steps, about")).toBeVisible();
    await page.getByLabel("Email address").fill("bahamas.typed@mail.example");
    await page.getByLabel(/I agree to the/).check();
    await page.getByRole("button", { name: "Start Application" }).click();
    // Begun before React had come to the start page, the wizard comes as a document.
    await controlled(page);
    const seen: string[] = [];
    for (const [title, answers] of Object.entries(bahamasApplicant)) {
      await titled(page, title);
      seen.push(`${await page.getByText(/^Step \d+ of \d+/).textContent()} ${title}`);
      if (title.startsWith("Review")) break;
      await fillStep(page, answers);
      for (const [label, file] of [
        [letter, pdf("letter.pdf")],
        ["Police certificate", pdf("police.pdf")],
      ] as const) {
        if ((await question(label).count()) === 0) continue;
        await choose(label, file);
        await expect(question(label).getByRole("link", { name: file.name })).toBeVisible();
      }
      await next();
    }
    id = new URL(page.url()).pathname.split("/")[2] ?? "";
    const headings = bahamasSteps.map(({ title }, index) =>
      expect.stringMatching(new RegExp(`^Step ${index + 1} of 13 .*${title}$`)),
    );
    expect(seen).toEqual(headings);
  });

  test("[W-S8-6, W-EMP-3, W-CRIM-2] the review shows the answers and the files", async () => {
    const main = page.getByRole("main");
    for (const text of [
      "letter.pdf",
      "police.pdf",
      "Driving without insurance.",
      "Father: None",
      "Dependent 1",
      "Luc Rolle",
      "February 11, 2019",
    ])
      await expect(main).toContainText(text);
  });

  test("[W-SUBMIT-1, W-UPLOAD-10] the submission is stored as typed, with both files", async () => {
    await fillStep(page, bahamasApplicant["Review & Certification"] ?? {});
    await page.getByRole("button", { name: "Submit Application" }).click();
    await expect(page.getByRole("dialog")).toContainText("Application Submitted");
    const [row] = await app.query<{ status: string; total: number; percent: number }>(
      `select status, total_steps as total, completion_percentage as percent
       from visa_applications where id = $1`,
      [id],
    );
    expect(row).toMatchObject({ status: "submitted", total: 13, percent: 100 });
    const files = await documentsOf(app, id);
    expect(files.map(({ type }) => type)).toEqual(["employment_letter", "police_certificate"]);
    for (const { key, type } of files) expect(key).toMatch(new RegExp(`^${id}/${type}_\\d{13}\\.pdf$`));
    expect(await readMetadata(app, id)).toMatchObject({
      step9: {
        yearsEmployed: "3.5",
        hasFormerEmployment: true,
        formerOccupation: "Student nurse",
        employmentLetterUrl: `/documents/${files[0]?.id}`,
        employmentLetterFilename: "letter.pdf",
      },
      step10: { relativeStatuses: { father: ["none"], siblings: ["resident"] }, emergencyContactName: "Joseph Rolle" },
      step11: { hasCriminalConvictions: true, policeCertificateFilename: "police.pdf" },
      step12: { accommodationName: "Marie Rolle", arrivalDate: inYears(1, "12-01") },
      step13: { dependents: [{ fullName: "Luc Rolle", isTraveling: true }] },
    });
  });
});

describe("filling in a step of a Bahamas service", () => {
  beforeAll(async () => {
    const started = await startBahamas(app);
    ({ id } = started);
    page = await reusedPage(await sharedBrowser(), app.url, wide);
    await page.context().addCookies(cookiesOf(started.client));
  });

  async function at(step: string) {
    await page.goto(`${app.url}/apply/${id}?step=${step}`);
    await controlled(page);
  }

  test("[W-EMP-5] fewer than 5 years employed show the former employment, 5 years hide it", async () => {
    await at("bahamas_employment");
    const former = page.getByRole("heading", { name: "Former Employment" });
    await input("yearsEmployed").fill("5");
    await expect(former).toBeHidden();
    await input("yearsEmployed").fill("4.5");
    await expect(former).toBeVisible();
    await expect(input("formerOccupation")).toBeVisible();
  });

  test.each(refusedFiles)("[%s] a file is refused: %s", async (_, text, file) => {
    await choose(letter, file);
    await expect(question(letter).getByRole("alert")).toContainText(text);
    expect(await documentsOf(app, id)).toEqual([]);
  });

  test("[W-UPLOAD-9] a failed upload shows the server's message or that it failed, and can be tried again", async () => {
    const saved = "**/upload/save?**";
    for (const [message, text] of [
      ["The storage is full", "The storage is full"],
      ["", "Failed to upload file"],
    ] as const) {
      await page.route(saved, (route) =>
        route.fulfill({ status: 503, json: { ok: false, reason: "unavailable", message } }),
      );
      await choose(letter, pdf("letter.pdf"));
      await expect(question(letter).getByRole("alert")).toHaveText(text);
      await page.unroute(saved);
    }
    await expectAccessible(page);
    await question(letter).getByRole("button", { name: "Try again" }).click();
    await expect(question(letter).getByRole("link", { name: "letter.pdf" })).toBeVisible();
  });

  test("[W-UPLOAD-6, W-UPLOAD-7] a picture's status changes from empty to uploading to uploaded, and it has a preview", async () => {
    const bank = question("Bank reference letter");
    const status = bank.getByRole("status").last();
    await expect(status).toHaveText("");
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/upload/save?**", async (route) => {
      await released;
      await route.continue();
    });
    await choose("Bank reference letter", png("bank.png"));
    await expect(status).toHaveText("Uploading…");
    await expect(bank.getByRole("progressbar", { name: "Uploading bank.png" })).toBeVisible();
    release();
    await expect(status).toHaveText(/^Uploaded/);
    await expect(bank.getByRole("img", { name: "Preview of bank.png" })).toBeVisible();
    await page.unroute("**/upload/save?**");
    await expectAccessible(page);
  });

  test("[W-UPLOAD-8] the picture is still there at a later visit and can be removed", async () => {
    await input("occupation").fill("Nurse");
    await at("bahamas_employment");
    await expect(input("occupation"), "what was typed beside it").toHaveValue("Nurse");
    const bank = question("Bank reference letter");
    await expect(bank.getByRole("link", { name: "bank.png" })).toBeVisible();
    await bank.getByRole("button", { name: "Remove bank.png" }).click();
    await expect(bank.getByRole("link", { name: "bank.png" })).toHaveCount(0);
    await expect(bank.locator('input[type="file"]')).toBeAttached();
    expect((await documentsOf(app, id)).map(({ name }) => name)).toEqual(["letter.pdf"]);
    expect((await storedStep(app, id, 9)).answers).not.toHaveProperty("bankReferenceLetterUrl");
  });

  test("[W-REL-3, W-REL-4, F-APPL-12] None clears and disables the other statuses of its category, and is cleared by choosing another", async () => {
    await at("family_relatives");
    const option = (value: string, of = "mother") => page.locator(`[name="relativeStatuses.${of}"][value="${value}"]`);
    await option("citizen").check();
    await option("home_owner").check();
    await option("resident", "father").check();
    await option("none").check();
    for (const value of ["work_permit", "resident", "home_owner", "permanent_resident", "citizen"]) {
      await expect(option(value)).not.toBeChecked();
      await expect(option(value)).toBeDisabled();
    }
    await expect(option("resident", "father"), "another category").toBeChecked();
    await expectAccessible(page);
    await option("none").uncheck();
    // What was ticked comes back with it (F-APPL-12).
    await expect(option("citizen")).toBeChecked();
    await expect(option("home_owner")).toBeChecked();
    await expect(option("work_permit")).not.toBeChecked();
    await expect(option("none")).not.toBeChecked();
  });

  test("[W-CRIM-2] details of terrorism appear with Yes, disappear with No, and return as typed", async () => {
    await at("criminal_history");
    const answer = (value: string) => page.locator(`[name="hasTerrorismInvolvement"][value="${value}"]`);
    await expect(input("terrorismDetails")).toBeHidden();
    await answer("yes").check();
    await input("terrorismDetails").fill("Accused in 2003, and acquitted.");
    await answer("no").check();
    await expect(input("terrorismDetails")).toBeHidden();
    await answer("yes").check();
    await expect(input("terrorismDetails")).toHaveValue("Accused in 2003, and acquitted.");
    await answer("no").check();
    await page.locator('[name="hasCriminalConvictions"][value="no"]').check();
    await next();
    await titled(page, "Accommodation");
    const stored = { hasTerrorismInvolvement: false, terrorismDetails: "Accused in 2003, and acquitted." };
    expect((await storedStep(app, id, 11)).answers).toMatchObject(stored);
  });

  test("[W-CRIM-3] a Word file is refused as a police certificate before it is uploaded", async () => {
    await at("criminal_history");
    await choose("Police certificate", sizedFile("police.docx", "PK"));
    await expect(question("Police certificate").getByRole("alert")).toContainText(
      "File type .docx is not allowed. Accepted types: pdf, jpg, jpeg, png",
    );
  });

  test("[W-ACC-5] a stay of 91 days shows a note as it is typed, and a stay of 90 days shows none", async () => {
    await at("accommodation");
    const note = page.getByText("may need extra documentation or a different visa type");
    await input("intendedLengthOfStayDays").fill("91");
    await expect(note).toBeVisible();
    await expectAccessible(page);
    await input("intendedLengthOfStayDays").fill("90");
    await expect(note).toBeHidden();
  });

  test("[W-DEP-4] a note says that a dependent of 18 or older must apply themselves", async () => {
    await at("dependents");
    const note = page.getByText("must submit their own applications");
    const year = new Date().getUTCFullYear();
    await fillStep(page, { hasDependents: "yes", "dependents[0].dateOfBirth": `${year - 20}-05-05` });
    await expect(note).toBeVisible();
    await expectAccessible(page);
    await fillStep(page, { "dependents[0].dateOfBirth": `${year - 10}-05-05` });
    await expect(note).toBeHidden();
  });
});
