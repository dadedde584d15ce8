import type { Browser, Page } from "@playwright/test";
import { beforeAll, describe, test } from "vitest";
import { bahamasApplicant, fillStep } from "../../test/harness/applicants/applicant";
import { expect, expectAccessible, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import type { Program } from "../../test/harness/program";
import { sharedBrowser, sharedProgram } from "../../test/harness/shared";

let program: Program;
let browser: Browser;

beforeAll(async () => {
  program = await sharedProgram();
  browser = await sharedBrowser();
});

const file = (name: string, start: string | Buffer, size = 2048) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.concat([Buffer.from(start), Buffer.alloc(size, " ")]).subarray(0, size),
});
const page1 = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>";
const pdf = (name: string) =>
  file(
    name,
    `%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n3 0 obj ${page1} endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n`,
  );
/** One pixel, followed by nothing that a picture's reader would look at. */
const png = (name: string) =>
  file(
    name,
    Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
      "base64",
    ),
  );

const next = (page: Page) => page.getByRole("button", { name: "Next Step" }).click();
const titled = (page: Page, name: string) => expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
const question = (page: Page, label: string) => page.getByRole("group", { name: label, exact: true });
const letter = "Employment letter";

type Upload = ReturnType<typeof file>;

/** Chooses a file for a question, with script or on the page for it. */
async function upload(page: Page, script: boolean, label: string, chosen: Upload) {
  if (script) {
    await question(page, label).locator('input[type="file"]').setInputFiles(chosen);
    return;
  }
  const button = page.getByRole("button", { name: `Upload: ${label}` });
  if ((await button.count()) > 0) await button.click();
  await page.locator('input[type="file"]').setInputFiles(chosen);
  await page.getByRole("button", { name: "Upload", exact: true }).click();
}

async function stored(id: string) {
  const [row] = await program.query<{
    metadata: Record<string, Record<string, unknown>>;
    status: string;
    total: number;
  }>("select metadata, status, total_steps as total from visa_applications where id = $1", [id]);
  return row;
}

const documentsOf = (id: string) =>
  program.query<{ id: string; type: string; key: string; name: string }>(
    "select id, document_type as type, storage_key as key, document_name as name from documents where application_id = $1 order by created_at",
    [id],
  );

describe.each([
  { script: true, viewport: { width: 1440, height: 900 } },
  { script: false, viewport: { width: 360, height: 740 } },
])("a Bahamas application, script $script, $viewport.width wide", ({ script, viewport }) => {
  const accessible = (page: Page) => (script ? expectAccessible(page) : Promise.resolve());

  const during: Record<string, (page: Page, id: string) => Promise<void>> = {
    async "Bahamas Employment"(page, id) {
      for (const [name, step] of [
        ["yearsEmployed", "0.5"],
        ["moneyAvailable", "0.01"],
      ]) {
        await expect(page.locator(`[name="${name}"]`)).toHaveAttribute("step", step ?? "");
        await expect(page.locator(`[name="${name}"]`)).toHaveAttribute("min", "0");
      }
      const former = page.getByRole("heading", { name: "Former Employment" });
      if (script) {
        await fillStep(page, { yearsEmployed: "5" });
        await expect(former).toBeHidden();
        await fillStep(page, { yearsEmployed: "4.5" });
      }
      await expect(former).toBeVisible();
      await fillStep(page, { occupation: "Nurse" });

      // Refused in the words of the specification, before anything is sent or after.
      const said = script ? question(page, letter).getByRole("alert") : page.locator("#file-error");
      await upload(page, script, letter, file("letter.exe", "MZ"));
      await expect(said).toContainText("File type .exe is not allowed. Accepted types: pdf, jpg, jpeg, png, doc, docx");
      await upload(page, script, letter, file("letter.pdf", "%PDF-1.4", 1023));
      await expect(said).toContainText("File is too small (minimum 1KB)");
      await upload(page, script, letter, file("letter.pdf", "%PDF-1.4", 10 * 1024 * 1024 + 1));
      await expect(said).toContainText("File size exceeds 10MB limit");
      await upload(page, script, letter, file("letter.pdf", "GIF89a"));
      await expect(said).toContainText("File type .gif is not allowed.");
      await accessible(page);
      expect(await documentsOf(id)).toEqual([]);

      await upload(page, script, letter, pdf("letter.pdf"));
      await expect(question(page, letter).getByRole("link", { name: "letter.pdf" })).toBeVisible();
      await upload(page, script, "Bank reference letter", png("bank.png"));
      const bank = question(page, "Bank reference letter");
      await expect(bank.getByRole("img", { name: "Preview of bank.png" })).toBeVisible();
      await accessible(page);

      // What was typed before is still there, and so is the file after a new visit; then it is taken away.
      await page.goto(`${program.url}/apply/${id}`);
      await expect(page.locator('[name="occupation"]')).toHaveValue("Nurse");
      await expect(bank.getByRole("link", { name: "bank.png" })).toBeVisible();
      await bank.getByRole("button", { name: "Remove bank.png" }).click();
      await expect(bank.getByRole("link", { name: "bank.png" })).toHaveCount(0);
      await expect.poll(async () => (await documentsOf(id)).map(({ name }) => name)).toEqual(["letter.pdf"]);
      expect((await stored(id))?.metadata.step9).not.toHaveProperty("bankReferenceLetterUrl");
    },
    async "Family Relatives"(page) {
      await expect(page.locator('[name="emergencyContactName"]')).toHaveValue("Joseph Rolle");
      const box = (value: string) => page.locator(`[name="relativeStatuses.mother"][value="${value}"]`);
      await box("citizen").check();
      await box("home_owner").check();
      await box("none").check();
      if (!script) return;
      await expect(box("citizen")).not.toBeChecked();
      await expect(box("home_owner")).toBeDisabled();
      await accessible(page);
      await box("none").uncheck();
      await box("citizen").check();
      await box("home_owner").check();
      await expect(box("none")).not.toBeChecked();
    },
    async "Criminal History"(page) {
      await expect(page.locator('[name="hasCriminalConvictions"][value="no"]')).toBeChecked();
      await expect(page.getByText("should be issued within the last 6 months")).toBeVisible();
      await page.locator('[name="hasCriminalConvictions"][value="yes"]').check();
      await next(page);
      const banner = page.getByRole("alert").filter({ hasText: "Please complete all required fields" });
      await expect(banner).toContainText("Police certificate is required");
      await accessible(page);
      await upload(page, script, "Police certificate", file("police.docx", "PK"));
      await expect(page.locator("main")).toContainText(
        "File type .docx is not allowed. Accepted types: pdf, jpg, jpeg, png",
      );
      await upload(page, script, "Police certificate", pdf("police.pdf"));
      await expect(question(page, "Police certificate").getByRole("link", { name: "police.pdf" })).toBeVisible();
    },
    async Accommodation(page) {
      await expect(page.locator('[name="arrivalDate"]')).toHaveValue("2030-03-01");
      const days = page.locator('[name="intendedLengthOfStayDays"]');
      const proposed = await days.inputValue();
      expect(Number(proposed)).toBeGreaterThan(13);
      const note = page.getByText("may need extra documentation or a different visa type");
      await days.fill("366");
      await next(page);
      await expect(page.getByRole("alert").first()).toContainText("Intended length of stay must be between 1 and 365");
      await expect(note).toBeVisible();
      await accessible(page);
      await days.fill("90");
      if (script) await expect(note).toBeHidden();
      await days.fill(proposed);
    },
    async Dependents(page) {
      const { "dependents[0].dateOfBirth": _born, ...others } = bahamasApplicant.Dependents ?? {};
      await fillStep(page, { ...others, "dependents[0].dateOfBirth": "2090-01-01" });
      await next(page);
      await expect(page.getByRole("alert").first()).toContainText("Date of birth cannot be in the future");
      await accessible(page);
      await page.locator('[name="dependents[0].dateOfBirth"]').fill("1999-05-05");
      if (script) await expect(page.getByText("must submit their own applications")).toBeVisible();
    },
    async "Review & Certification"(page) {
      const main = page.locator("main");
      await expect(main).toContainText("Mother: Home owner, Citizen");
      await expect(main).toContainText("letter.pdf");
      await expect(main).toContainText("Driving without insurance.");
      await expect(main).toContainText("Luc Rolle · Child · February 11, 2019 · Yes");
    },
  };

  test("[W-CONF-3, W-CONF-4, W-EMP-1, W-EMP-2, W-EMP-3, W-EMP-5, W-EMP-6, W-EMP-7, W-REL-3, W-REL-4, W-REL-5, W-CRIM-1, W-CRIM-2, W-CRIM-3, W-CRIM-4, W-CRIM-5, W-ACC-1, W-ACC-4, W-ACC-5, W-DEP-1, W-DEP-3, W-DEP-4, W-UPLOAD-1, W-UPLOAD-2, W-UPLOAD-3, W-UPLOAD-4, W-UPLOAD-5, W-UPLOAD-6, W-UPLOAD-7, W-UPLOAD-8, W-UPLOAD-9, W-UPLOAD-10, W-UPLOAD-11, W-UPLOAD-12, W-UPLOAD-15] the whole way", {
    timeout: 300_000,
  }, async () => {
    const context = await openContext(browser, { javaScriptEnabled: script, viewport });
    const page = await context.newPage();
    await page.goto(`${program.url}/visa/bahamian-evisa`);
    await page
      .getByRole("link", { name: /^apply now/i })
      .first()
      .click();
    await expect(page.getByText("13 steps, about")).toBeVisible();
    await page.getByLabel("Email address").fill(`bahamas.${script}@mail.example`);
    await page.getByLabel(/I agree to the/).check();
    await page.getByRole("button", { name: "Start Application" }).click();
    await titled(page, "Applicant Information");
    const id = new URL(page.url()).pathname.split("/")[2] ?? "";

    for (const [place, [title, answers]] of Object.entries(bahamasApplicant).entries()) {
      await titled(page, title);
      await expect(page.getByText(`Step ${place + 1} of 13`)).toBeVisible();
      const special = during[title];
      if (special) {
        await accessible(page);
        if (title === "Bahamas Employment" || title === "Accommodation") {
          await next(page);
          await expect(page.getByRole("alert").first()).toContainText("Please complete all required fields");
          await accessible(page);
        }
        await special(page, id);
      }
      await fillStep(page, answers);
      if (title.startsWith("Review")) await page.getByRole("button", { name: "Submit Application" }).click();
      else await next(page);
    }
    if (script) {
      await expect(page.getByRole("dialog")).toContainText("Application Submitted");
      await page.goto(`${program.url}/apply/${id}`);
    }
    await expect(page.locator("main")).toContainText("What happens next");
    await expect(page.locator("main")).toContainText("police.pdf");

    const row = await stored(id);
    const files = await documentsOf(id);
    expect(row).toMatchObject({ status: "submitted", total: 13 });
    expect(files.map(({ type }) => type)).toEqual(["employment_letter", "police_certificate"]);
    for (const { key, type } of files) expect(key).toMatch(new RegExp(`^${id}/${type}_\\d{13}\\.pdf$`));
    expect(row?.metadata).toMatchObject({
      step9: {
        yearsEmployed: "3.5",
        hasFormerEmployment: true,
        formerOccupation: "Student nurse",
        employmentLetterUrl: `/documents/${files[0]?.id}`,
        employmentLetterFilename: "letter.pdf",
      },
      step10: { relativeStatuses: { father: ["none"], mother: ["home_owner", "citizen"], siblings: ["resident"] } },
      step11: { hasCriminalConvictions: true, policeCertificateFilename: "police.pdf" },
      step12: { accommodationName: "Marie Rolle", arrivalDate: "2030-03-01" },
      step13: { dependents: [{ fullName: "Luc Rolle", isTraveling: true }] },
    });
    const view = await program.query(
      "select document_name, file_url from application_documents where application_id = $1",
      [id],
    );
    expect(view).toContainEqual({ document_name: "letter.pdf", file_url: `/documents/${files[0]?.id}` });

    // The holder opens the file; nobody else does.
    const own = await page.request.get(`${program.url}/documents/${files[0]?.id}`);
    expect([own.status(), own.headers()["content-type"]]).toEqual([200, "application/pdf"]);
    const stranger = await openContext(browser);
    expect((await stranger.request.get(`${program.url}/documents/${files[0]?.id}`)).status()).toBe(404);
    expectNoScriptErrors();
  });
});

test("[W-UPLOAD-14] the same attempt gives one document, another one takes its place, and a stranger none", async () => {
  const [service] = await program.query<{ id: string }>("select id from visa_services where slug = 'bahamian-evisa'");
  const context = await openContext(browser, { extraHTTPHeaders: { Origin: program.url } });
  const page = await context.newPage();
  await page.goto(`${program.url}/apply?service=${service?.id}`);
  await page.getByLabel("Email address").fill("repeats@mail.example");
  await page.getByLabel(/I agree to the/).check();
  await page.getByRole("button", { name: "Start Application" }).click();
  await titled(page, "Applicant Information");
  const id = new URL(page.url()).pathname.split("/")[2] ?? "";
  const url = `${program.url}/apply/${id}/upload/save?step=bahamas_employment&field=employmentLetterUrl`;
  const send = (attempt: string, from = context, name = "letter.pdf") =>
    from.request.post(url, { multipart: { attempt, file: { ...pdf(name), mimeType: "application/pdf" } } });
  const attempt = crypto.randomUUID();
  // A step that was not reached takes nothing.
  expect((await send(attempt)).status()).toBe(422);
  await program.query("update visa_applications set furthest_step = 8, total_steps = 13 where id = $1", [id]);
  const answers = await Promise.all([send(attempt), send(attempt)]);
  const [one, other] = await Promise.all(answers.map((answer) => answer.json()));
  expect(other).toEqual(one);
  const [first, ...more] = await documentsOf(id);
  expect([one.url, more]).toEqual([`/documents/${first?.id}`, []]);
  expect((await send(crypto.randomUUID(), context, "newer.pdf")).status()).toBe(200);
  expect((await documentsOf(id)).map(({ name }) => name)).toEqual(["newer.pdf"]);
  const stranger = await openContext(browser, { extraHTTPHeaders: { Origin: program.url } });
  expect((await send(crypto.randomUUID(), stranger)).status()).toBe(403);
  const big = { attempt, file: { ...file("letter.pdf", "%PDF", 11 * 1024 * 1024), mimeType: "application/pdf" } };
  expect((await context.request.post(url, { multipart: big })).status()).toBe(413);
  expect((await documentsOf(id)).map(({ name }) => name)).toEqual(["newer.pdf"]);
});
