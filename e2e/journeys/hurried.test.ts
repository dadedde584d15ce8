import type { Browser, BrowserContext, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, test } from "vitest";
import { confirmingInput } from "../../app/form-engine/confirmed-part";
import type { AppServer } from "../../test/harness/app-server";
import { inYears } from "../../test/harness/applicants/applicant";
import { openSection, wayTo } from "../../test/harness/applicants/sections";
import { cookiesOf, titled } from "../../test/harness/applicants/wizard";
import { expect, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { type Hands, keyboardHands, onScreen, touchHands } from "../../test/harness/browser/page-actions";
import { readSigned } from "../../test/harness/encryption/stored-answers";
import { HttpClient } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

let app: AppServer;
let browser: Browser;
beforeAll(async () => {
  app = await sharedApp();
  browser = await sharedBrowser();
});
afterAll(() => expectNoScriptErrors());

/** One person in a hurry, and what stood on the screen of each step when it was left. */
class Hurried {
  readonly page: Page;
  readonly hands: Hands;
  readonly seen: Record<string, string> = {};
  constructor(page: Page, hands: Hands) {
    this.page = page;
    this.hands = hands;
  }

  /** On a phone a question may stand in a section that follows. */
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
async function personAndPassport(one: Hurried) {
  await one.paste("firstName", "N".repeat(132));
  await one.set({ lastName: "Rolle", nativeAlphabetNotApplicable: "on" });
  await one.set({ usesTelecode: "no", hasOtherNames: "yes" });
  await one.refused(
    "First name can have at most 120 characters; this one has 132",
    "Other names: please add at least one, or answer No",
  );
  await one.set({ firstName: "Natasha", hasOtherNames: "no", gender: "female", maritalStatus: "married" });
  await one.set({ "dateOfBirth.day": "31", "dateOfBirth.month": "abril", cityOfBirth: "Nassau" });
  await one.set({ countryOfBirth: "Bahmas" });
  await one.refused("Date of birth: the year is missing", /“Bahmas” is not on the list. Did you mean Bahamas\?/);
  await one.set({ "dateOfBirth.year": "1990", countryOfBirth: "bahamas" });
  await one.refused("Date of birth: April 1990 has only 30 days");
  await one.set({ "dateOfBirth.day": "14", "dateOfBirth.month": "mayo" });
  await one.leaveTo("Passport Information");
  expect(one.seen).toMatchObject({ dateOfBirth: "May 14, 1990", countryOfBirth: "Bahamas", firstName: "Natasha" });

  await one.set({ passportNumber: "RD4471902", bookNumberNotApplicable: "on", nationalityCountry: "bs" });
  await one.set({ issuingCountry: "the bahamas" });
  const [issued] = inYears(-3, "04-25").split("-");
  await one.paste("issueDate.day", `25.4.${issued}`);
  const [expires] = inYears(6, "05-06").split("-");
  await one.paste("expirationDate.day", `05/06/${expires}`);
  await expect(one.page.getByText("Which day is it?")).toBeVisible();
  await one.hands.press(`May 6, ${expires}`);
  await one.set({ hasLostStolenPassport: "no", hasOtherNationality: "no", isPermanentResidentElsewhere: "no" });
  await one.leaveTo("Contact Information");
  expect(one.seen).toMatchObject({ issueDate: `April 25, ${issued}`, expirationDate: `May 6, ${expires}` });
}

/** Steps 3 to 6: a phone with dots, a month of another language, no spouse, an amount with its currency. */
async function lifeAndTrip(one: Hurried) {
  await one.set({ addressLine1: "7 Balls Alley", city: "Miami", postalCode: "33101", country: "usa" });
  await one.set({ hasDifferentMailingAddress: "no", primaryPhone: "555-0142" });
  await one.refused(/^Please enter a valid phone number, such as /);
  await one.set({ primaryPhone: "242.555.0142" });
  await one.hands.press("Use +1 242 555 0142");
  await one.leaveTo("Trip Details");
  expect(one.seen).toMatchObject({ country: "United States of America", primaryPhone: "+1 242 555 0142" });

  const [year = ""] = inYears(1, "03-01").split("-");
  await one.set({ "intendedArrivalDate.day": "15", "intendedArrivalDate.month": "mars" });
  await one.set({ "intendedArrivalDate.year": year, purposeOfTrip: "My sister" });
  await one.set({ "intendedDepartureDate.day": "1", "intendedDepartureDate.month": "3" });
  await one.set({ "intendedDepartureDate.year": year, numberOfEntries: "single" });
  await one.refused(/departure/i);
  await one.set({ "intendedDepartureDate.month": "abril", whoIsPaying: "self" });
  await one.set({ hasPreviousTravel: "no", hasBeenDeniedVisa: "no" });
  await one.leaveTo("Family Background");
  await one.set({ fatherUnknown: "on", motherFirstName: "Rose", motherLastName: "Rolle", hasSpouse: "no" });
  await one.asked("spouse", noSpouse);
  await one.leaveTo("Employment/Education");
  await one.set({ currentStatus: "employed", currentEmployerSchoolName: "Hôpital Général", jobTitleCourse: "Nurse" });
  await one.set({ monthlyIncome: "$3,500.00", hasPreviousEmployment: "no" });
  await one.leaveTo("Security Questions");
  expect(one.seen).toMatchObject({ monthlyIncome: "3,500.00 USD", intendedDepartureDate: `April 1, ${year}` });
}

/** Step 7: all groups at a press, and the last one is forgotten. */
async function security(one: Hurried) {
  const groups = one.page.locator("[data-section]");
  const count = await groups.count();
  const isWhole = (await openSection(one.page).count()) !== 1;
  for (let group = 1; group < count; group++) {
    await one.hands.press("No to all of these");
    if (!isWhole) await one.goOn();
  }
  await one.refused(/^Please answer Yes or No: /);
  await one.hands.press("No to all of these");
  await one.leaveTo("Bahamas Employment");
}

/** The steps of a Bahamas service: a comma in a number, an amount that reads in two ways. */
async function bahamas(one: Hurried) {
  await one.set({ occupation: "Nurse", yearsEmployed: "2,5", employerName: "Hôpital Général" });
  await one.set({ employerAddress: "Rue Capois", employerPhone: "+509 2812 0100" });
  await one.set({ formerOccupation: "Student", formerYears: "2", tripSponsor: "self", moneyAvailable: "3.500" });
  await one.refused(/^Money available.*: we can’t tell which amount “3.500” is/);
  await one.set({ moneyAvailable: "3.500,00" });
  await one.leaveTo("Family Relatives");
  expect(one.seen).toMatchObject({ yearsEmployed: "2.5 years", moneyAvailable: "3,500.00 USD" });
  await one.set({ "relativeStatuses.father": "none", emergencyContactPhone: "(242) 555-0177" });
  await one.leaveTo("Criminal History");
  await one.leaveTo("Accommodation");
  await one.set({ stayingInHotel: "no", accommodationName: "Marie Rolle", accommodationAddress: "7 Balls Alley" });
  await one.leaveTo("Dependents");
  await one.set({ hasDependents: "no" });
  await one.leaveTo("Review & Certification");
}

/** The review: one letter as a signature, and then another name. */
async function review(one: Hurried) {
  await expect(one.page.getByText(noSpouse)).toBeVisible();
  await one.set({ certifyAccuracy: "on", certifyUnderstanding: "on", electronicSignature: "N" });
  await one.submit();
  await one.isTold("Please type your full name as your signature");
  await one.set({ electronicSignature: "N. Role" });
  await one.submit();
  await one.isTold("You signed as “N. Role”. The applicant is Natasha Rolle.");
  await one.set({ electronicSignature: "natasha rolle" });
  await one.submit();
  await expect(one.page.getByRole("dialog")).toContainText("Application Submitted");
}

const noSpouse = "You are married, and you answered that you have no spouse or partner.";

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
    const one = new Hurried(page, handsOf(page));
    const name = `hurried.${way.length}`;
    await page.goto(`${app.url}/apply?service=bahamian-evisa`);
    await one.set({ email: `${name}@gmial.con`, terms: "yes" });
    await one.hands.press("Start Application");
    await expect(page.getByRole("button", { name: `Keep ${name}@gmial.con` })).toBeVisible();
    await one.hands.press(`Use ${name}@gmail.com`);
    await titled(page, "Applicant Information");
    const [, id = ""] = /apply\/([\w-]+)/.exec(page.url()) ?? [];
    await personAndPassport(one);
    await rest(context, id);
    await lifeAndTrip(one);
    await rest(context, id);
    await security(one);
    await rest(context, id);
    await bahamas(one);
    await review(one);

    const signed = await readSigned(app, id);
    const answers = Object.fromEntries(
      (signed ?? []).flatMap((step) => step.answers.map(({ name, answer }) => [name, answer])),
    );
    // The day of the signature stands beside the answers.
    const { signatureDate: _, ...seen } = one.seen;
    expect(answers).toMatchObject(seen);
    expect(Object.keys(seen).length).toBeGreaterThan(70);
    await context.close();
  });
});
