import { beforeAll, describe, expect, test } from "vitest";
import { applicant, bahamasApplicant, inYears } from "../../harness/applicants/applicant";
import { bahamasSteps, documentsOf, startBahamas } from "../../harness/applicants/journey-bahamas";
import { asFile, pdf } from "../../harness/applicants/journey-files";
import { misbehave, refusals } from "../../harness/applicants/journey-refusals";
import { WizardDriver } from "../../harness/applicants/wizard-driver";
import { readMetadata } from "../../harness/encryption/stored-answers";
import { HttpClient } from "../../harness/http-client";
import { sharedApp } from "../../harness/shared";

const app = await sharedApp();

const ticks = { certifyAccuracy: "yes", certifyUnderstanding: "yes" };
const signed: Record<string, string> = { ...applicant["Review & Certification"], ...ticks };

describe("a Bahamas application without JavaScript", () => {
  let driver: WizardDriver;
  let id: string;
  /** The headings and `Step n of 13` in order. */
  const seen: string[] = [];
  beforeAll(async () => {
    const started = await startBahamas(app);
    await app.query("update visa_applications set furthest_step = 1 where id = $1", [started.id]);
    id = started.id;
    driver = await new WizardDriver(app, started.client).open(`/apply/${id}`);
    for (const [title, answers] of Object.entries(bahamasApplicant).slice(0, -1)) {
      seen.push(`${/Step \d+ of \d+/.exec(driver.screen.words)?.[0]}: ${driver.title}`);
      const inputs: Record<string, string> = { ...answers };
      // The form sends the checkbox's value.
      for (const [name, value] of Object.entries(inputs)) if (value === "on") inputs[name] = "yes";
      if (title === "Criminal History") {
        await driver.press("Upload: Police certificate", inputs);
        await driver.press("Upload", { file: asFile(pdf("police.pdf")) });
        await driver.press("Next Step");
      } else await driver.press("Next Step", inputs);
    }
    seen.push(`${/Step \d+ of \d+/.exec(driver.screen.words)?.[0]}: ${driver.title}`);
  });

  test("[W-CONF-3, W-CONF-4, W-WIZ-26] Next Step leads through the thirteen steps in their order", () => {
    expect(seen).toEqual(bahamasSteps.map(({ title }, index) => `Step ${index + 1} of 13: ${title}`));
  });

  test("[W-S8-6] the review shows the answers and the file", () => {
    for (const text of ["Luc Rolle", "February 11, 2019", "Driving without insurance.", "police.pdf"])
      expect(driver.screen.words).toContain(text);
    expect(driver.screen.words).not.toContain("Spouse’s first name");
  });

  test("[W-SUBMIT-1, W-WIZ-26] a submission is stored with every answer, and the page shows whose turn it is", async () => {
    await driver.press("Submit Application", signed);
    expect(driver.screen.words).toMatch(/It has been (your|our) turn since/);
    expect(driver.screen.words).toContain("police.pdf");
    const [row] = await app.query<{ status: string; total: number; percent: number; at: Date }>(
      `select status, total_steps as total, completion_percentage as percent, submitted_at as at
       from visa_applications where id = $1`,
      [id],
    );
    expect(row).toMatchObject({ status: "submitted", total: 13, percent: 100, at: expect.any(Date) });
    const [file] = await documentsOf(app, id);
    expect(await readMetadata(app, id)).toMatchObject({
      step9: { yearsEmployed: "3.5", hasFormerEmployment: true, formerOccupation: "Student nurse" },
      step10: { relativeStatuses: { father: ["none"], siblings: ["resident"] } },
      step11: { policeCertificateUrl: `/documents/${file?.id}`, policeCertificateFilename: "police.pdf" },
      step12: { accommodationName: "Marie Rolle", arrivalDate: inYears(1, "12-01") },
      step13: { dependents: [{ fullName: "Luc Rolle", isTraveling: true }] },
    });
  });
});

describe("a database that refuses the submission, without JavaScript", () => {
  let driver: WizardDriver;
  let id: string;
  beforeAll(async () => {
    const client = new HttpClient(app);
    id = await client.start("refused@mail.example");
    await client.fillIn(id);
    driver = new WizardDriver(app, client);
  });
  const state = async () => {
    const [row] = await app.query<{ status: string; signed: number }>(
      `select status, (select count(*)::int from application_submissions where application_id = a.id) as signed
       from visa_applications a where id = $1`,
      [id],
    );
    return row;
  };

  test.each(refusals)(
    "$what: the page reports the failure, and the application stays a draft with the typed values",
    async (refusal) => {
      const behave = await misbehave(app, id, refusal);
      await driver.open(`/apply/${id}`);
      await driver.press("Submit Application", signed);
      await behave();
      const alert = driver.screen.getAllByRole("alert").find(({ textContent }) => textContent?.includes(refusal.title));
      expect(alert?.textContent).toContain(refusal.said);
      expect(driver.screen.words).not.toContain("secret inner words");
      expect(driver.input("electronicSignature").value).toBe(signed.electronicSignature);
      expect(await state()).toEqual({ status: "draft", signed: 0 });
    },
  );

  test("[W-SUBMIT-1] the same review can be submitted once the database works again", async () => {
    await driver.open(`/apply/${id}`);
    await driver.press("Submit Application", signed);
    expect(driver.screen.words).toMatch(/It has been (your|our) turn since/);
    expect(await state()).toEqual({ status: "submitted", signed: 1 });
  });
});
