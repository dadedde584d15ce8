import type { Page } from "@playwright/test";

/** A day of a year that is this many after the present one, so that no answer grows too old for its rule. */
export const inYears = (years: number, day: string) => `${new Date().getUTCFullYear() + years}-${day}`;

/** An applicant's answers to the eight steps, by input name: what a person types, step by step. */
export const applicant: Record<string, Record<string, string>> = {
  "Applicant Information": {
    firstName: "Nadège",
    lastName: "Ñuñez O'Brien-陳",
    nativeAlphabetNotApplicable: "on",
    usesTelecode: "no",
    hasOtherNames: "yes",
    "otherNames[0].type": "maiden",
    "otherNames[0].name": "Rolle",
    gender: "female",
    maritalStatus: "married",
    dateOfBirth: "1988-04-17",
    cityOfBirth: "Port-au-Prince",
    countryOfBirth: "HT",
  },
  "Passport Information": {
    passportType: "regular",
    passportNumber: "RD4471902",
    bookNumberNotApplicable: "on",
    nationalityCountry: "HT",
    issuingCountry: "HT",
    issueDate: inYears(-3, "05-02"),
    expirationDate: inYears(7, "05-01"),
    hasLostStolenPassport: "no",
    hasOtherNationality: "no",
    isPermanentResidentElsewhere: "no",
  },
  "Contact Information": {
    addressLine1: "14 Rue Capois",
    city: "Port-au-Prince",
    postalCode: "HT6110",
    country: "HT",
    hasDifferentMailingAddress: "no",
    primaryPhone: "+509 2812 0142",
    emergencyContactName: "Joseph Rolle",
  },
  "Trip Details": {
    intendedArrivalDate: inYears(4, "03-01"),
    intendedDepartureDate: inYears(4, "03-15"),
    purposeOfTrip: "Two weeks with my sister's family in Nassau.",
    numberOfEntries: "single",
    whoIsPaying: "sponsor",
    payerName: "Marie Rolle",
    payerRelationship: "Sister",
    hasPreviousTravel: "no",
    hasBeenDeniedVisa: "no",
  },
  "Family Background": {
    fatherFirstName: "Jean",
    fatherLastName: "Ñuñez",
    motherFirstName: "Rose",
    motherLastName: "O'Brien",
    hasSpouse: "no",
  },
  "Employment/Education": {
    currentStatus: "employed",
    currentEmployerSchoolName: "Hôpital Général",
    jobTitleCourse: "Nurse",
    monthlyIncome: "1,850.50",
    hasPreviousEmployment: "no",
  },
  "Security Questions": {
    hasBeenArrested: "no",
    hasOverstayed: "yes",
    overstayDetails: "Two days in 2019, after a storm.",
  },
  "Review & Certification": {
    certifyAccuracy: "on",
    certifyUnderstanding: "on",
    electronicSignature: "Nadège Ñuñez O'Brien-陳",
  },
};

const { "Review & Certification": review = {}, ...standard } = applicant;

/** The same person's answers to the thirteen steps of a Bahamas service; what is asked twice is filled in already. */
export const bahamasApplicant: Record<string, Record<string, string>> = {
  ...standard,
  "Bahamas Employment": {
    occupation: "Nurse",
    yearsEmployed: "3.5",
    employerName: "Hôpital Général",
    employerAddress: "Rue Monseigneur Guilloux, Port-au-Prince",
    employerPhone: "+509 2812 0100",
    formerOccupation: "Student nurse",
    formerYears: "2",
    tripSponsor: "family",
    moneyAvailable: "2500.50",
  },
  "Family Relatives": {
    "relativeStatuses.father": "none",
    "relativeStatuses.siblings": "resident",
    emergencyContactPhone: "+509 2812 0177",
    emergencyContactAddress: "14 Rue Capois, Port-au-Prince",
    emergencyContactApartment: "2B",
  },
  "Criminal History": {
    hasCriminalConvictions: "yes",
    convictionDescription: "Driving without insurance.",
    convictionDate: "2012-06-30",
    convictionPlace: "Port-au-Prince",
    convictionPenalty: "A fine",
    hasTerrorismInvolvement: "no",
  },
  Accommodation: {
    stayingInHotel: "no",
    accommodationName: "Marie Rolle",
    accommodationAddress: "7 Balls Alley, Nassau",
    accommodationPhone: "+1 242 555 0199",
  },
  Dependents: {
    hasDependents: "yes",
    "dependents[0].fullName": "Luc Rolle",
    "dependents[0].relationship": "child",
    "dependents[0].dateOfBirth": "2019-02-11",
    "dependents[0].isTraveling": "yes",
  },
  "Review & Certification": review,
};

/** Types the answers into the open step, with script or without. */
export async function fillStep(page: Page, answers: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(answers)) {
    const entry = /^(\w+)\[(\d+)\]/.exec(name);
    const input = page.locator(`[name="${name}"]`);
    if (entry && (await input.count()) === 0) await addEntry(page, entry[1] ?? "", name);
    const kind = await input
      .first()
      .evaluate((element) => (element instanceof HTMLSelectElement ? "select" : element.getAttribute("type")));
    if (kind === "radio") await page.locator(`[name="${name}"][value="${value}"]`).check();
    else if (kind === "checkbox")
      await (value === "on" ? input : page.locator(`[name="${name}"][value="${value}"]`)).check();
    else if (kind === "select") await choose(page, name, value);
    else await input.fill(value);
  }
}

async function addEntry(page: Page, list: string, name: string) {
  await page.locator(`button[value="add:${list}"]`).click();
  await page.locator(`[name="${name}"]`).waitFor({ state: "attached" });
}

/** A country's select steps behind a text input once script is there; the others stay what they are. */
async function choose(page: Page, name: string, value: string) {
  const select = page.locator(`select[name="${name}"]`);
  const label = await select.evaluate(
    (element: HTMLSelectElement, wanted) => [...element.options].find((option) => option.value === wanted)?.label,
    value,
  );
  const id = name.replaceAll(/[[\].]+/g, "-");
  const combobox = page.locator(`input#${id}[role="combobox"]`);
  if ((await combobox.count()) === 0) {
    await select.selectOption(value);
    return;
  }
  await combobox.fill(label ?? value);
  await combobox.press("Enter");
}
