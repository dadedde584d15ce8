import type { BrowserContext, Page } from "@playwright/test";
import { afterAll, describe, test } from "vitest";
import { confirmingInput } from "../../app/form-engine/confirmed-part";
import { inYears } from "../../test/harness/applicants/applicant";
import { openSection, wayTo } from "../../test/harness/applicants/sections";
import { cookiesOf, titled } from "../../test/harness/applicants/wizard";
import { expect, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { type Hands, keyboardHands, onScreen, touchHands } from "../../test/harness/browser/page-actions";
import { readSigned } from "../../test/harness/encryption/stored-answers";
import { HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

/** One person in a hurry, and what stood on the screen of each step when it was left. */
class Hurried {
  readonly page: Page;
  readonly hands: Hands;
  readonly seen: Record<string, string> = {};
  constructor(page: Page, hands: Hands) {
    this.page = page;
    this.hands = hands;
  }

  /** On a phone a question may be in a later section. */
  async #come(name: string) {
    while (await wayTo(this.page, name)) await this.goOn();
  }

  async set(answers: Record<string, string>) {
    for (const [name, value] of Object.entries(answers)) {
      await this.#come(name);
      await this.hands.set(name, value);
    }
  }

  async paste(name: string, text: string) {
    await this.#come(name);
    await this.hands.paste(name, text);
  }

  /** Presses what leads on, in the section of a phone or in the step. */
  async #forward() {
    const name = (await this.page.getByRole("button", { name: "Continue", exact: true }).isVisible())
      ? "Continue"
      : "Next Step";
    Object.assign(this.seen, await onScreen(this.page));
    await this.hands.press(name);
  }

  /** Goes on to the next section or step. */
  async goOn() {
    const where = async () => [
      await this.page.getByRole("heading", { level: 1 }).allTextContents(),
      await openSection(this.page).allTextContents(),
    ];
    const before = await where();
    await this.#forward();
    await expect.poll(where, `on from ${before}`).not.toEqual(before);
  }

  /** Signs, with what stands on the screen. */
  async submit() {
    Object.assign(this.seen, await onScreen(this.page));
    await this.hands.press("Submit Application");
  }

  /** Goes on, and is told what is wrong. */
  async refused(...messages: (string | RegExp)[]) {
    await this.#forward();
    await this.isTold(...messages);
  }

  /** The messages, each leading to its answer. */
  async isTold(...messages: (string | RegExp)[]) {
    for (const message of messages)
      await expect(this.page.getByRole("alert").getByRole("link", { name: message }).first()).toBeVisible();
  }

  /** Goes on, is asked whether answers that contradict each other are right, and says so. */
  async asked(key: string, message: string) {
    await this.refused(message);
    await this.hands.set(confirmingInput(key), "on");
  }

  /** Leaves a step, by its further sections on a phone. */
  async leaveTo(title: string) {
    const heading = this.page.getByRole("heading", { level: 1, name: title });
    while (!(await heading.isVisible())) await this.goOn();
  }
}

/** Steps 1 and 2: a text too long, half a date, a country misspelt, an empty list, pasted dates. */
async function personAndPassport(driver: Hurried) {
  await driver.paste("firstName", "N".repeat(132));
  await driver.set({ lastName: "Rolle", nativeAlphabetNotApplicable: "on" });
  await driver.set({ usesTelecode: "no", hasOtherNames: "yes" });
  await driver.refused(
    "First name can have at most 120 characters; this one has 132",
    "Other names: please add at least one, or answer No",
  );
  await driver.set({ firstName: "Natasha", hasOtherNames: "no", gender: "female", maritalStatus: "married" });
  await driver.set({ "dateOfBirth.day": "31", "dateOfBirth.month": "abril", cityOfBirth: "Nassau" });
  await driver.set({ countryOfBirth: "Bahmas" });
  await driver.refused("Date of birth: the year is missing", /“Bahmas” is not on the list. Did you mean Bahamas\?/);
  await driver.set({ "dateOfBirth.year": "1990", countryOfBirth: "bahamas" });
  await driver.refused("Date of birth: April 1990 has only 30 days");
  await driver.set({ "dateOfBirth.day": "14", "dateOfBirth.month": "mayo" });
  await driver.leaveTo("Passport Information");
  expect(driver.seen).toMatchObject({ dateOfBirth: "May 14, 1990", countryOfBirth: "Bahamas", firstName: "Natasha" });

  await driver.set({ passportNumber: "RD4471902", bookNumberNotApplicable: "on", nationalityCountry: "bs" });
  await driver.set({ issuingCountry: "the bahamas" });
  const [issued] = inYears(-3, "04-25").split("-");
  await driver.paste("issueDate.day", `25.4.${issued}`);
  const [expires] = inYears(6, "05-06").split("-");
  await driver.paste("expirationDate.day", `05/06/${expires}`);
  await expect(driver.page.getByText("Which day is it?")).toBeVisible();
  await driver.hands.press(`May 6, ${expires}`);
  await driver.set({ hasLostStolenPassport: "no", hasOtherNationality: "no", isPermanentResidentElsewhere: "no" });
  await driver.leaveTo("Contact Information");
  expect(driver.seen).toMatchObject({ issueDate: `April 25, ${issued}`, expirationDate: `May 6, ${expires}` });
}

/** Steps 3 to 6: a phone with dots, a month of another language, no spouse, an amount with its currency. */
async function lifeAndTrip(driver: Hurried) {
  await driver.set({ addressLine1: "7 Balls Alley", city: "Miami", postalCode: "33101", country: "usa" });
  await driver.set({ hasDifferentMailingAddress: "no", primaryPhone: "555-0142" });
  await driver.refused(/^Please enter a valid phone number, such as /);
  await driver.set({ primaryPhone: "242.555.0142" });
  await driver.hands.press("Use +1 242 555 0142");
  await driver.leaveTo("Trip Details");
  expect(driver.seen).toMatchObject({ country: "United States of America", primaryPhone: "+1 242 555 0142" });

  const [year = ""] = inYears(1, "03-01").split("-");
  await driver.set({ "intendedArrivalDate.day": "15", "intendedArrivalDate.month": "mars" });
  await driver.set({ "intendedArrivalDate.year": year, purposeOfTrip: "My sister" });
  await driver.set({ "intendedDepartureDate.day": "1", "intendedDepartureDate.month": "3" });
  await driver.set({ "intendedDepartureDate.year": year, numberOfEntries: "single" });
  await driver.refused(/departure/i);
  await driver.set({ "intendedDepartureDate.month": "abril", whoIsPaying: "self" });
  await driver.set({ hasPreviousTravel: "no", hasBeenDeniedVisa: "no" });
  await driver.leaveTo("Family Background");
  await driver.set({ fatherUnknown: "on", motherFirstName: "Rose", motherLastName: "Rolle", hasSpouse: "no" });
  await driver.asked("spouse", noSpouse);
  await driver.leaveTo("Employment/Education");
  await driver.set({
    currentStatus: "employed",
    currentEmployerSchoolName: "Hôpital Général",
    jobTitleCourse: "Nurse",
  });
  await driver.set({ monthlyIncome: "$3,500.00", hasPreviousEmployment: "no" });
  await driver.leaveTo("Security Questions");
  expect(driver.seen).toMatchObject({ monthlyIncome: "3,500.00 USD", intendedDepartureDate: `April 1, ${year}` });
}

/** Step 7: all groups at a press, and the last one is forgotten. */
async function security(driver: Hurried) {
  const groups = driver.page.locator("[data-section]");
  const count = await groups.count();
  const isWhole = (await openSection(driver.page).count()) !== 1;
  for (let group = 1; group < count; group++) {
    await driver.hands.press("No to all of these");
    if (!isWhole) await driver.goOn();
  }
  await driver.refused(/^Please answer Yes or No: /);
  await driver.hands.press("No to all of these");
  await driver.leaveTo("Bahamas Employment");
}

/** The steps of a Bahamas service: a comma in a number, an amount that reads in two ways. */
async function bahamas(driver: Hurried) {
  await driver.set({ occupation: "Nurse", yearsEmployed: "2,5", employerName: "Hôpital Général" });
  await driver.set({ employerAddress: "Rue Capois", employerPhone: "+509 2812 0100" });
  await driver.set({ formerOccupation: "Student", formerYears: "2", tripSponsor: "self", moneyAvailable: "3.500" });
  await driver.refused(/^Money available.*: we can’t tell which amount “3.500” is/);
  await driver.set({ moneyAvailable: "3.500,00" });
  await driver.leaveTo("Family Relatives");
  expect(driver.seen).toMatchObject({ yearsEmployed: "2.5 years", moneyAvailable: "3,500.00 USD" });
  await driver.set({ "relativeStatuses.father": "none", emergencyContactPhone: "(242) 555-0177" });
  await driver.leaveTo("Criminal History");
  await driver.leaveTo("Accommodation");
  await driver.set({ stayingInHotel: "no", accommodationName: "Marie Rolle", accommodationAddress: "7 Balls Alley" });
  await driver.leaveTo("Dependents");
  await driver.set({ hasDependents: "no" });
  await driver.leaveTo("Review & Certification");
}

/** The review: one letter as a signature, and then another name. */
async function review(driver: Hurried) {
  await expect(driver.page.getByText(noSpouse)).toBeVisible();
  await driver.set({ certifyAccuracy: "on", certifyUnderstanding: "on", electronicSignature: "N" });
  await driver.submit();
  await driver.isTold("Please type your full name as your signature");
  await driver.set({ electronicSignature: "N. Role" });
  await driver.submit();
  await driver.isTold("You signed as “N. Role”. The applicant is Natasha Rolle.");
  await driver.set({ electronicSignature: "natasha rolle" });
  await driver.submit();
  await expect(driver.page.getByRole("dialog")).toContainText("Application Submitted");
}

const noSpouse = "You are married, but you answered that you have no spouse or partner.";

/** A browser may save 30 times a minute, and hands that never rest would: they go on as another one. */
async function rest(context: BrowserContext, id: string) {
  const client = new HttpClient(app);
  for (const { name, value } of await context.cookies()) client.cookies.set(name, value);
  await client.changeBrowser(id);
  await context.addCookies(cookiesOf(client));
}

describe.each([
  { way: "by keyboard alone", options: { viewport: { width: 1440, height: 900 } }, handsOf: keyboardHands },
  { way: "by touch", options: { viewport: { width: 360, height: 780 }, hasTouch: true }, handsOf: touchHands },
])("an application in a hurry, $way", ({ way, options, handsOf }) => {
  test("[N-NUM-7, N-EMAIL-1, N-DATE-5] every mistake is reported where it was made, and the signed answers are those last shown", async () => {
    const context = await openContext(browser, options);
    const page = await context.newPage();
    const driver = new Hurried(page, handsOf(page));
    const name = `hurried.${way.length}`;
    await page.goto(`${app.url}/apply?service=bahamian-evisa`);
    await driver.set({ email: `${name}@gmial.con`, terms: "yes" });
    await driver.hands.press("Start Application");
    await expect(page.getByRole("button", { name: `Keep ${name}@gmial.con` })).toBeVisible();
    await driver.hands.press(`Use ${name}@gmail.com`);
    await titled(page, "Applicant Information");
    const [, id = ""] = /apply\/([\w-]+)/.exec(page.url()) ?? [];
    await personAndPassport(driver);
    await rest(context, id);
    await lifeAndTrip(driver);
    await rest(context, id);
    await security(driver);
    await rest(context, id);
    await bahamas(driver);
    await review(driver);

    const signed = await readSigned(app, id);
    const answers = Object.fromEntries(
      (signed ?? []).flatMap((step) => step.answers.map(({ name, answer }) => [name, answer])),
    );
    // The day of the signature stands beside the answers.
    const { signatureDate: _, ...seen } = driver.seen;
    expect(answers).toMatchObject(seen);
    expect(Object.keys(seen).length).toBeGreaterThan(70);
    await context.close();
  });
});
