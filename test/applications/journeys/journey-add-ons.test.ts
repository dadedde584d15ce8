import { describe, expect, test } from "vitest";
import type { Answers } from "../../../app/form-engine/definition";
import { inBoxes } from "../../harness/applicants/date-boxes";
import { documentsOf, policeCertificate, sendFile, startBahamas } from "../../harness/applicants/journey-bahamas";
import { pdf, sizedFile } from "../../harness/applicants/journey-files";
import { storedStep } from "../../harness/applicants/wizard";
import { type Typed, WizardDriver } from "../../harness/applicants/wizard-driver";
import { wordDocx } from "../../harness/fakes/papers";
import { sharedApp } from "../../harness/shared";

// Questions, storage and refusals of the five steps of a Bahamas service, without JavaScript: one draft with all steps
// accessible.

const app = await sharedApp();
const started = await startBahamas(app);
const driver = new WizardDriver(app, started.client);
const id = started.id;

const numbers: Record<string, number> = {
  bahamas_employment: 9,
  family_relatives: 10,
  criminal_history: 11,
  accommodation: 12,
  dependents: 13,
};
const stored = async (step: string): Promise<Answers> => (await storedStep(app, id, numbers[step] ?? 0)).answers;

/** Opens a step, types into it and clicks a button, which saves it. */
async function send(step: string, inputs: Typed, button: "Next Step" | "Save & Exit" = "Save & Exit") {
  // A browser may save 30 times a minute.
  await driver.client.changeBrowser(id);
  await driver.open(`/apply/${id}?step=${step}`);
  await driver.press(button, inputs);
}
const reopen = (step: string) => driver.open(`/apply/${id}?step=${step}`);
const alertText = () => driver.screen.getByRole("alert").textContent;

type AddOnCase = [row: string, step: string, typed: Record<string, string>, kept?: Answers];
const cases: AddOnCase[] = [
  [
    "[W-EMP-1]",
    "bahamas_employment",
    {
      occupation: "Nurse",
      yearsEmployed: "7.5",
      employerName: "Hôpital Général",
      employerAddress: "Rue Monseigneur Guilloux",
      employerPhone: "+509 2812 0100",
      tripSponsor: "employer",
      moneyAvailable: "2500.50",
    },
  ],
  [
    "[W-EMP-2]",
    "bahamas_employment",
    {
      yearsEmployed: "2",
      formerOccupation: "Student nurse",
      formerYears: "1.5",
      formerEmployerName: "Clinique Saint-Marc",
      formerEmployerAddress: "3 Rue Capois",
      formerEmployerPhone: "+509 2812 0101",
    },
    { hasFormerEmployment: true },
  ],
  [
    "[W-REL-5]",
    "family_relatives",
    {
      emergencyContactName: "Joseph Rolle",
      emergencyContactPhone: "+509 2812 0177",
      emergencyContactAddress: "14 Rue Capois",
      emergencyContactApartment: "2B",
    },
  ],
  [
    "[W-CRIM-1]",
    "criminal_history",
    {
      hasCriminalConvictions: "yes",
      convictionDescription: "Driving without insurance.",
      convictionDate: "2012-06-30",
      convictionPlace: "Port-au-Prince",
      convictionPenalty: "A fine",
    },
  ],
  [
    "[W-CRIM-2]",
    "criminal_history",
    { hasTerrorismInvolvement: "yes", terrorismDetails: "I was accused in 2003, and acquitted." },
  ],
  [
    "[W-ACC-1]",
    "accommodation",
    {
      stayingInHotel: "no",
      accommodationName: "Marie Rolle",
      accommodationAddress: "7 Balls Alley, Nassau",
      accommodationPhone: "+1 242 555 0199",
      accommodationEmail: "marie@mail.example",
      intendedLengthOfStayDays: "14",
      arrivalDate: "2031-03-01",
    },
  ],
  [
    "[W-DEP-1]",
    "dependents",
    {
      hasDependents: "yes",
      "dependents[0].fullName": "Luc Rolle",
      "dependents[0].relationship": "child",
      "dependents[0].dateOfBirth": "2019-02-11",
      "dependents[0].isTraveling": "yes",
    },
    {
      dependents: [{ fullName: "Luc Rolle", relationship: "child", dateOfBirth: "2019-02-11", isTraveling: true }],
    },
  ],
];
const booleans: Record<string, boolean> = { yes: true, no: false };

describe("the add-on steps of a Bahamas service", () => {
  test.each(cases)(
    "%s %s: each answer is stored under the name of its input and shown again",
    async (_, step, inputs, storedAnswers = {}) => {
      await reopen(step);
      for (const name of Object.keys(inBoxes(inputs)))
        if (!name.includes("[")) expect(driver.input(name).name).toBe(name);
      await send(step, inputs);
      const plain = Object.entries(inputs).filter(([name]) => !name.includes("["));
      const values = plain.map(([name, value]): [string, unknown] => [name, booleans[value] ?? value]);
      expect(await stored(step)).toMatchObject({ ...Object.fromEntries(values), ...storedAnswers });
      await reopen(step);
      expect(driver.answers()).toMatchObject(inBoxes(inputs));
    },
  );

  test("[W-EMP-1] the money available is in USD", async () => {
    await reopen("bahamas_employment");
    const [input] = driver.screen.getAllByLabelText(/^Money available/);
    expect(input?.parentElement?.textContent).toContain("USD");
  });

  test.each([
    ["[W-EMP-6, N-NUM-4]", "yearsEmployed", "2,25", "Years employed must be a multiple of 0.5"],
    ["[W-EMP-6, N-NUM-4]", "yearsEmployed", "-0.5", "Years employed must be between 0 and 80"],
    ["[W-EMP-7, N-NUM-4]", "moneyAvailable", "2500,005.001", "Money available must be a number, such as 3500.00"],
    ["[W-EMP-7, N-NUM-4]", "moneyAvailable", "0.005", "Money available must be a multiple of 0.01"],
    ["[W-EMP-7, N-NUM-4]", "moneyAvailable", "-0.01", "Money available must be between 0 and 99999999.99"],
  ])("%s %s of %s is refused and shown again as typed", async (_, name, inputs, message) => {
    await send("bahamas_employment", { [name]: inputs }, "Next Step");
    expect([driver.status, alertText()]).toEqual([422, expect.stringContaining(message)]);
    expect(driver.input(name)).toMatchObject({ value: inputs, type: "text" });
  });

  test("[W-EMP-5] fewer than 5 years employed store a former employment, 5 years and more store none", async () => {
    for (const [yearsEmployed, hasFormerEmployment] of [
      ["4.5", true],
      ["5", false],
    ] as const) {
      await send("bahamas_employment", { yearsEmployed: yearsEmployed.replace(".", ",") });
      expect(await stored("bahamas_employment")).toMatchObject({ yearsEmployed, hasFormerEmployment });
    }
  });

  test("[W-REL-1, W-REL-4] each relative can have several statuses, and any other status removes None", async () => {
    await send("family_relatives", {
      "relativeStatuses.father": "none",
      "relativeStatuses.mother": ["none", "citizen"],
      "relativeStatuses.spouse": "work_permit",
      "relativeStatuses.siblings": ["resident", "home_owner"],
      "relativeStatuses.children": "permanent_resident",
    });
    expect(await stored("family_relatives")).toMatchObject({
      relativeStatuses: {
        father: ["none"],
        mother: ["citizen"],
        spouse: ["work_permit"],
        siblings: ["resident", "home_owner"],
        children: ["permanent_resident"],
      },
    });
  });
});

describe("Criminal History", () => {
  test("[W-CRIM-2] terrorism is a yes-or-no question with details of any length, which the review leaves out after No", async () => {
    await reopen("criminal_history");
    const terrorism = driver.screen.getByRole("radiogroup", { name: /involved in terrorism/ });
    const choices = [...terrorism.querySelectorAll<HTMLInputElement>('[name="hasTerrorismInvolvement"]')];
    expect(choices.map(({ value }) => value)).toEqual(["yes", "no"]);
    expect(driver.input("terrorismDetails").tagName).toBe("TEXTAREA");
    const terrorismDetails = "Accused, and acquitted. ".repeat(20).trim();
    const onReview = async () => (await reopen("review_certification")).screen.words.includes(terrorismDetails);
    await send("criminal_history", { hasTerrorismInvolvement: "yes", terrorismDetails });
    expect(await stored("criminal_history")).toMatchObject({ hasTerrorismInvolvement: true, terrorismDetails });
    expect(await onReview()).toBe(true);
    await send("criminal_history", { hasTerrorismInvolvement: "no" });
    expect(await onReview()).toBe(false);
  });

  test("[W-SHARED-8] Yes without the optional details advances to the next step", async () => {
    const inputs = { hasCriminalConvictions: "no", hasTerrorismInvolvement: "yes", terrorismDetails: "" };
    await send("criminal_history", inputs, "Next Step");
    expect(driver.title).toBe("Accommodation");
  });

  test("[W-CRIM-5] a note says how old the certificate may be, and no question asks for its date", async () => {
    await reopen("criminal_history");
    const certificate = driver.screen.getByRole("group", { name: "Police certificate" });
    expect(certificate.textContent).toContain("should be issued within the last 6 months");
    expect(certificate.querySelector('[type="date"]')).toBeNull();
  });

  test("[W-CRIM-3] the certificate must be a PDF or a picture", async () => {
    await reopen("criminal_history");
    await driver.press("Upload: Police certificate");
    expect(driver.input("file").accept).toMatch(/^\.pdf,\.jpg,\.jpeg,\.png,/);
    expect(driver.input("file").accept).not.toContain("word");
    const refused = await sendFile(driver.client, id, policeCertificate, {
      ...sizedFile("police.docx", ""),
      buffer: wordDocx(),
    });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      message: "File type .docx is not allowed. Accepted types: pdf, jpg, jpeg, png",
    });
    expect(await documentsOf(app, id)).toEqual([]);
  });

  test("[W-CRIM-2, W-CRIM-4] with a conviction the step is refused until its certificate is uploaded, which is stored with its name", async () => {
    await send("criminal_history", { hasCriminalConvictions: "yes" }, "Next Step");
    expect([driver.status, alertText()]).toEqual([422, expect.stringContaining("Police certificate is required")]);
    expect((await sendFile(driver.client, id, policeCertificate, pdf("police.pdf"))).status).toBe(200);
    const [file] = await documentsOf(app, id);
    expect(await stored("criminal_history")).toMatchObject({
      policeCertificateUrl: `/documents/${file?.id}`,
      policeCertificateFilename: "police.pdf",
    });
    await send("criminal_history", { hasCriminalConvictions: "yes" }, "Next Step");
    expect(driver.title).toBe("Accommodation");
  });
});

describe("Accommodation and Dependents", () => {
  const stay = { accommodationName: "Marie Rolle", accommodationAddress: "7 Balls Alley", arrivalDate: "2031-03-01" };
  const stays = (intendedLengthOfStayDays: string) =>
    send("accommodation", { ...stay, intendedLengthOfStayDays }, "Next Step");

  test.each(["0", "366"])("[W-ACC-4] a stay of %s days is refused", async (days) => {
    await stays(days);
    expect(driver.status).toBe(422);
    expect(alertText()).toContain("Intended length of stay must be between 1 and 365");
  });

  test("[W-ACC-4, F-APPL-3] a stay of 1 day is accepted, and a stay of 365 days after confirming a warning that the visa allows fewer", async () => {
    await stays("1");
    expect(driver.title).toBe("Dependents");
    await stays("365");
    expect([driver.status, driver.title]).toEqual([422, "Accommodation"]);
    expect(alertText()).toContain("You stay for 365 days. This visa allows 90 days at most.");
    const { name, value } = driver.screen.getByLabelText<HTMLInputElement>("Yes, this is right");
    await driver.press("Next Step", { [name]: value });
    expect(driver.title).toBe("Dependents");
  });

  test("[W-ACC-5] a stay of more than 90 days shows a note, and a stay of 90 days shows none", async () => {
    const note = "may need extra documentation or a different visa type";
    await stays("91");
    expect((await reopen("accommodation")).screen.words).toContain(note);
    await stays("90");
    expect((await reopen("accommodation")).screen.words).not.toContain(note);
  });

  const thisYear = new Date().getUTCFullYear();
  const dependent = (dateOfBirth: string) =>
    send(
      "dependents",
      {
        hasDependents: "yes",
        "dependents[0].fullName": "Luc Rolle",
        "dependents[0].relationship": "child",
        "dependents[0].dateOfBirth": dateOfBirth,
      },
      "Next Step",
    );

  test("[W-DEP-3] a date of birth in the future is refused", async () => {
    await dependent(`${thisYear + 2}-01-01`);
    expect(driver.status).toBe(422);
    expect(alertText()).toContain("Date of birth cannot be in the future");
  });

  test("[W-DEP-4] a note says that adult dependents must apply themselves, and is absent for a child", async () => {
    const note = "must submit their own applications";
    await dependent(`${thisYear - 20}-01-01`);
    expect((await reopen("dependents")).screen.words).toContain(note);
    await dependent(`${thisYear - 10}-01-01`);
    expect((await reopen("dependents")).screen.words).not.toContain(note);
  });
});
