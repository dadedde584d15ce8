import { expect, test } from "vitest";
import { confirmingInput } from "../../../app/form-engine/confirmed-part";
import { applicant, inYears, noToAll } from "../../harness/applicants/applicant";
import { inBoxes } from "../../harness/applicants/date-boxes";
import { WizardDriver } from "../../harness/applicants/wizard-driver";
import { readSigned } from "../../harness/encryption/stored-answers";
import { sharedApp } from "../../harness/shared";

const app = await sharedApp();

/** A hurried person without JavaScript, and the page of each step as it was left. */
class Hurried extends WizardDriver {
  readonly seen: Record<string, string> = {};

  /** Remembers the reading below each input of the submitted step, or otherwise its value. */
  #look(): void {
    const { element } = this.screen;
    for (const input of element.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      "form#step :is(input, select, textarea)",
    )) {
      const [name = ""] = input.name.split(".");
      if (name === "" || /[[_]/.test(name) || ["checkbox", "hidden", "file"].includes(input.type)) continue;
      if (input.type === "radio" && !("checked" in input && input.checked)) continue;
      const chosen = "selectedOptions" in input ? input.selectedOptions[0]?.label : undefined;
      const inside = input.type === "radio" ? input.labels?.[0]?.textContent?.trim() : (chosen ?? input.value);
      const under = element.querySelector(`[id="${name}-reading"]`)?.textContent?.trim();
      if (input.value !== "" && (under || inside)) this.seen[name] = under || inside || "";
    }
  }

  /** Continues, and expects these messages and the typed values. */
  async refused(inputs: Record<string, string>, ...messages: string[]): Promise<void> {
    await this.press("Next Step", inputs);
    expect([this.status, this.screen.getAllByRole("alert").map(({ textContent }) => textContent)]).toEqual([
      422,
      [expect.stringContaining(messages[0] ?? "")],
    ]);
    const alert = this.screen.getByRole("alert").textContent;
    for (const message of messages) expect(alert).toContain(message);
    // A tick is sent in its own word.
    const words = Object.entries(inputs).filter(([, value]) => value !== "on");
    expect(this.answers()).toMatchObject(inBoxes(Object.fromEntries(words)));
  }

  /** Continues, and looks back at the step. */
  async leaveTo(title: string, inputs: Record<string, string> = {}): Promise<void> {
    const { step } = this.answers();
    const application = this.path.replace(/\?.*/, "");
    await this.press("Next Step", inputs);
    expect([this.status, this.title, this.screen.queryByRole("alert")?.textContent]).toEqual([200, title, undefined]);
    const { path } = this;
    await this.open(`${application}?step=${step}`);
    this.#look();
    await this.open(path);
  }
}

/** Steps 1 to 3: too long a text, half a date, an empty list, a phone without country code. */
async function personAndAddress(driver: Hurried): Promise<void> {
  const { "Applicant Information": person = {}, "Passport Information": passport = {} } = applicant;
  const { dateOfBirth: _, "otherNames[0].type": __, "otherNames[0].name": ___, ...rest } = person;
  await driver.refused(
    { ...rest, firstName: "N".repeat(132), "dateOfBirth.day": "31", "dateOfBirth.month": "abril" },
    "First name can have at most 120 characters; this one has 132",
    "Date of birth: the year is missing",
    "Other names: please add at least one, or answer No",
  );
  await driver.refused({ "dateOfBirth.year": "1990" }, "Date of birth: April 1990 has only 30 days");
  await driver.leaveTo("Passport Information", {
    ...{ firstName: "Natasha", lastName: "Rolle", hasOtherNames: "no", maritalStatus: "married" },
    ...{ "dateOfBirth.day": "14", "dateOfBirth.month": "mayo" },
  });
  expect(driver.seen).toMatchObject({ firstName: "Natasha", dateOfBirth: "May 14, 1990" });

  await driver.refused({ ...passport, "issueDate.month": "13" }, "Date of issue: there is no month 13");
  await driver.leaveTo("Contact Information", { "issueDate.month": "mai" });

  await driver.refused(
    { ...applicant["Contact Information"], country: "BS", primaryPhone: "555-0142" },
    "Please enter a valid phone number, such as +1 242 555 0142",
  );
  await driver.press("Use +1 242 555 0142", { primaryPhone: "242.555.0142" });
  await driver.leaveTo("Trip Details");
  expect(driver.seen).toMatchObject({ country: "Bahamas", primaryPhone: "+1 242 555 0142" });
}

/** Steps 4 to 6: back before arrival, married without a spouse, an ambiguous amount. */
async function tripAndFamily(driver: Hurried): Promise<void> {
  const { "Trip Details": trip = {}, "Family Background": family = {}, "Employment/Education": work = {} } = applicant;
  await driver.press("Next Step", { ...trip, intendedDepartureDate: inYears(1, "11-01") });
  expect([driver.status, driver.screen.getByRole("alert").textContent]).toEqual([
    422,
    expect.stringMatching(/departure/i),
  ]);
  await driver.leaveTo("Family Background", {
    "intendedDepartureDate.day": "20",
    "intendedDepartureDate.month": "DIC",
  });

  const { fatherFirstName: _, fatherLastName: __, ...mother } = family;
  await driver.press("Next Step", { ...mother, fatherUnknown: "on" });
  expect([driver.status, driver.screen.getByRole("alert").textContent]).toEqual([
    422,
    expect.stringContaining(noSpouse),
  ]);
  await driver.leaveTo("Employment/Education", {
    [confirmingInput("spouse")]: driver.input(confirmingInput("spouse")).value,
  });

  await driver.refused(
    { ...work, monthlyIncome: "3.500" },
    "we can’t tell which amount “3.500” is. Write it like 3500 or 3,500.00",
  );
  await driver.leaveTo("Security Questions", { monthlyIncome: "3.500,00" });
  expect(driver.seen).toMatchObject({ monthlyIncome: "3,500.00 USD" });
}

const noSpouse = "You are married, but you answered that you have no spouse or partner.";

test("[N-NUM-7, N-WARN-1, N-SEC-1] a hurried applicant without JavaScript is told every mistake, loses no typed text, and signs what the page showed last", async () => {
  const driver = new Hurried(app);
  await driver.open("/apply");
  await driver.press("Start Application", { email: "hurried@gmial.con", terms: "yes" });
  await driver.press("Use hurried@gmail.com");
  const [, id = ""] = /apply\/([\w-]+)/.exec(driver.path) ?? [];
  expect(driver.title).toBe("Applicant Information");
  await personAndAddress(driver);
  await driver.client.changeBrowser(id);
  await tripAndFamily(driver);

  const [open = "", ...otherNames] = Object.keys(noToAll);
  await driver.refused(Object.fromEntries(otherNames.map((name) => [name, "no"])), "Please answer Yes or No: ");
  await driver.leaveTo("Review & Certification", { [open]: "no" });
  expect(driver.screen.words).toContain(noSpouse);
  const signature = { certifyAccuracy: "on", certifyUnderstanding: "on" };
  await driver.press("Submit Application", { ...signature, electronicSignature: "aaaa" });
  expect([driver.status, driver.screen.getAllByRole("alert")[0]?.textContent]).toEqual([
    422,
    expect.stringContaining("Please type your full name as your signature"),
  ]);
  await driver.press("Submit Application", { ...signature, electronicSignature: "rolle natasha" });
  expect(driver.screen.words).toContain("Your answers as you signed them");

  const signed = (await readSigned(app, id)) ?? [];
  const answers = Object.fromEntries(
    signed.flatMap((step) => step.answers.map(({ name, answer }): [string, unknown] => [name, answer])),
  );
  expect(answers).toMatchObject({ ...driver.seen, electronicSignature: "rolle natasha" });
  expect(Object.keys(driver.seen).length).toBeGreaterThan(60);
});
