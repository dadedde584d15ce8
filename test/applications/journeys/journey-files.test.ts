import { beforeEach, describe, expect, test } from "vitest";
import { documentsOf, employmentLetter, sendFile, startBahamas } from "../../harness/applicants/journey-bahamas";
import { asFile, pdf, png, refusedFiles, sizedFile } from "../../harness/applicants/journey-files";
import { storedStep } from "../../harness/applicants/wizard";
import { WizardDriver } from "../../harness/applicants/wizard-driver";
import { signIn } from "../../harness/desk/desk";
import { HttpClient } from "../../harness/http-client";
import { inside } from "../../harness/screen";
import { sharedApp } from "../../harness/shared";

let client: HttpClient;
let driver: WizardDriver;
let id: string;
const app = await sharedApp();
beforeEach(async () => {
  ({ client, id } = await startBahamas(app));
  driver = new WizardDriver(app, client);
});

const names = async () => (await documentsOf(app, id)).map(({ name }) => name);
/** Opens the page that receives a file without JavaScript, by the button of its question. */
async function toUpload(label: string) {
  await driver.open(`/apply/${id}?step=bahamas_employment`);
  await driver.press(`Upload: ${label}`);
  expect(driver.title).toBe(label);
}

describe("a file that answers a question, without JavaScript", () => {
  test.each(refusedFiles)("[%s] %s: the file is refused with this message and not stored", async (_, text, file) => {
    await toUpload("Employment letter");
    await driver.press("Upload", { file: asFile(file) });
    expect(driver.status).toBeGreaterThanOrEqual(400);
    expect(driver.input("file").getAttribute("aria-invalid")).toBe("true");
    expect(driver.screen.element.querySelector("#file-error")?.textContent).toContain(text);
    expect(await documentsOf(app, id)).toEqual([]);
  });

  test("[W-UPLOAD-1] six file types are accepted by default, and the page lists them", async () => {
    await toUpload("Employment letter");
    expect(driver.input("file").accept).toMatch(/^\.pdf,\.jpg,\.jpeg,\.png,\.doc,\.docx,/);
    expect(driver.screen.words).toContain("PDF, JPG, JPEG, PNG, DOC or DOCX");
  });

  test("[W-EMP-3, W-UPLOAD-8] two letters are stored with their names and shown at their questions, and one can be removed", async () => {
    await driver.open(`/apply/${id}?step=bahamas_employment`);
    await driver.press("Upload: Employment letter", { occupation: "Nurse" });
    await driver.press("Upload", { file: asFile(pdf("letter.pdf")) });
    expect(driver.input("occupation").value, "what was typed before").toBe("Nurse");
    await driver.press("Upload: Bank reference letter");
    await driver.press("Upload", { file: asFile(png("bank.png")) });
    const [letter, bank] = await documentsOf(app, id);
    const answers = async () => (await storedStep(app, id, 9)).answers;
    const stored = { employmentLetterUrl: `/documents/${letter?.id}`, employmentLetterFilename: "letter.pdf" };
    expect(await answers()).toEqual({
      ...stored,
      occupation: "Nurse",
      bankReferenceLetterUrl: `/documents/${bank?.id}`,
      bankReferenceLetterFilename: "bank.png",
    });
    const at = (label: string) => driver.screen.getByRole("group", { name: label }).textContent;
    expect(at("Employment letter")).toContain("letter.pdf");
    expect(at("Bank reference letter")).toContain("bank.png");
    await driver.press("Remove bank.png");
    expect(await answers()).toEqual({ ...stored, occupation: "Nurse" });
    expect(await names()).toEqual(["letter.pdf"]);
    expect(driver.screen.queryByRole("link", { name: "bank.png" })).toBeNull();
  });

  test("[W-UPLOAD-7] an image has a preview, a PDF has none", async () => {
    await sendFile(client, id, employmentLetter, pdf("letter.pdf"));
    await sendFile(client, id, ["bahamas_employment", "bankReferenceLetterUrl"], png("bank.png"));
    await driver.open(`/apply/${id}?step=bahamas_employment`);
    const previews = driver.screen.getAllByRole<HTMLImageElement>("img", { name: /^Preview of/ });
    const [, bank] = await documentsOf(app, id);
    expect(previews.map(({ alt }) => alt)).toEqual(["Preview of bank.png"]);
    expect(previews[0]?.getAttribute("src")).toBe(`/documents/${bank?.id}`);
  });
});

describe("a stored file", () => {
  test("[W-UPLOAD-10, W-UPLOAD-11] a file is stored under its application and type, and its URL is on this site", async () => {
    const response = await sendFile(client, id, employmentLetter, pdf("letter.pdf"));
    const [file] = await documentsOf(app, id);
    expect(await response.json()).toMatchObject({ url: `/documents/${file?.id}`, name: "letter.pdf" });
    expect(file?.key).toMatch(new RegExp(`^${id}/employment_letter_\\d{13}\\.pdf$`));
    expect((await storedStep(app, id, 9)).answers.employmentLetterUrl).toBe(`/documents/${file?.id}`);
  });

  test("[W-UPLOAD-15] application_documents returns name, type, URL and time of a file", async () => {
    await sendFile(client, id, employmentLetter, pdf("letter.pdf"));
    const [file] = await documentsOf(app, id);
    const rows = await app.query(
      "select document_name, document_type, file_url, created_at from application_documents where application_id = $1",
      [id],
    );
    expect(rows).toEqual([
      {
        document_name: "letter.pdf",
        document_type: "employment_letter",
        file_url: `/documents/${file?.id}`,
        created_at: expect.any(Date),
      },
    ]);
  });

  test("[W-UPLOAD-12] a file is served to its holder and to staff, and strangers and other applicants get 404", async () => {
    await sendFile(client, id, employmentLetter, pdf("letter.pdf"));
    const [file] = await documentsOf(app, id);
    const path = `/documents/${file?.id}`;
    const statusesFor = async (who: HttpClient) => {
      const response = await who.get(path);
      return [response.status, response.headers.get("content-type"), (await response.text()).includes("%PDF-1.4")];
    };
    const served = [200, "application/pdf", true];
    expect(await statusesFor(client)).toEqual(served);
    expect(await statusesFor(await signIn(app))).toEqual(served);
    const otherClient = (await startBahamas(app)).client;
    for (const otherUser of [new HttpClient(app), otherClient]) {
      const [status, , shown] = await statusesFor(otherUser);
      expect([status, shown]).toEqual([404, false]);
    }
  });

  test("[W-UPLOAD-14] the same attempt key stores one document, another key replaces it, and a stranger can store none", async () => {
    const attempt = crypto.randomUUID();
    const send = (key: string, name = "letter.pdf", who = client) =>
      sendFile(who, id, employmentLetter, pdf(name), key);
    const answers = await Promise.all([send(attempt), send(attempt)]);
    const [firstAnswer, second] = await Promise.all(answers.map((response) => response.json()));
    expect(second).toEqual(firstAnswer);
    const [first, ...more] = await documentsOf(app, id);
    expect([firstAnswer.url, more]).toEqual([`/documents/${first?.id}`, []]);
    expect((await send(crypto.randomUUID(), "newer.pdf")).status).toBe(200);
    expect((await send(crypto.randomUUID(), "foreign.pdf", new HttpClient(app))).status).toBe(403);
    const big = sizedFile("letter.pdf", "%PDF", 11 * 1024 * 1024);
    expect((await sendFile(client, id, employmentLetter, big)).status).toBe(413);
    expect(await names()).toEqual(["newer.pdf"]);
  });

  test("a step that was not reached accepts no file", async () => {
    await app.query("update visa_applications set furthest_step = 1 where id = $1", [id]);
    expect((await sendFile(client, id, employmentLetter, pdf("letter.pdf"))).status).toBe(422);
    expect(await documentsOf(app, id)).toEqual([]);
  });
});

describe("the documents of a draft, without JavaScript", () => {
  const fetchRequirements = () =>
    app.query<{ name: string }>(
      `select r.document_name as name from document_requirements r
       join visa_applications a on a.visa_service_id = r.visa_service_id where a.id = $1 order by r.display_order`,
      [id],
    );
  const slotOf = (name: string) => inside(driver.screen.getByRole("region", { name })).words;

  test("[W-CONF-19] the requested documents are listed in their order, and going there saves the open step", async () => {
    await driver.open(`/apply/${id}?step=applicant_info`);
    await driver.press("Documents", { firstName: "Inés" });
    expect(driver.title).toBe("Documents");
    const headings = driver.screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    const requirements = await fetchRequirements();
    expect(requirements.length).toBeGreaterThan(1);
    expect(headings).toEqual([...requirements.map(({ name }) => name), "Anything else"]);
    expect((await storedStep(app, id, 1)).answers).toMatchObject({ firstName: "Inés" });
  });

  test.each(refusedFiles)("[%s] the documents page refuses a file: %s", async (_, text, file) => {
    const [slot] = await fetchRequirements();
    await driver.open(`/apply/${id}/documents`);
    await driver.press(`Upload: ${slot?.name}`, { file: asFile(file) });
    expect(slotOf(slot?.name ?? "")).toContain(text);
    expect(await documentsOf(app, id)).toEqual([]);
  });

  test("[W-UPLOAD-8, W-UPLOAD-10] one requirement takes two files, of which one can be removed", async () => {
    const [slot] = await fetchRequirements();
    await driver.open(`/apply/${id}/documents`);
    for (const file of [pdf("passport.pdf"), png("passport 2.png")])
      await driver.press(`Upload: ${slot?.name}`, { file: asFile(file) });
    expect(driver.screen.words).toMatch(/1 of \d required documents uploaded/);
    driver.screen.getByRole("img", { name: "Preview of passport 2.png" });
    for (const { key, type } of await documentsOf(app, id))
      expect(key).toMatch(new RegExp(`^${id}/${type}_\\d{13}\\.(pdf|png)$`));
    await driver.press("Remove passport 2.png");
    expect(await names()).toEqual(["passport.pdf"]);
    expect(slotOf(slot?.name ?? "")).toContain("passport.pdf");
    expect(slotOf(slot?.name ?? "")).not.toContain("passport 2.png");
  });

  test("deleting the draft after a confirmation deletes its files too", async () => {
    await sendFile(client, id, employmentLetter, pdf("letter.pdf"));
    await driver.open(`/apply/${id}`);
    await driver.follow("Delete this draft");
    expect(driver.title).toBe("Delete this draft?");
    await driver.press("Delete my draft");
    expect(driver.screen.words).toContain("Your draft has been deleted");
    expect(await documentsOf(app, id)).toEqual([]);
  });
});
