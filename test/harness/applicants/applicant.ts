import type { Page } from "@playwright/test";
import { inBoxes } from "./date-boxes.ts";
import { toSectionOf } from "./sections.ts";

/** A day so many years from now, so that answers never become too old for their rules. */
export const inYears = (years: number, day: string) => `${new Date().getUTCFullYear() + years}-${day}`;

/** Every security question answered No. */
export const noToAll: Record<string, string> = Object.fromEntries(
  [
    "hasCommunicableDisease",
    "hasDangerousDisorder",
    "hasDrugAddiction",
    "hasBeenArrested",
    "hasViolatedDrugLaws",
    "hasEngagedInProstitution",
    "hasLaunderedMoney",
    "hasCommittedTrafficking",
    "hasAidedTrafficking",
    "hasBenefitedFromTrafficking",
    "hasEngagedInEspionage",
    "hasTerroristInvolvement",
    "hasFundedTerrorism",
    "isTerroristGroupMember",
    "isTerroristRelative",
    "hasCommittedGenocide",
    "hasCommittedTorture",
    "hasCommittedExtrajudicialKilling",
    "hasUsedChildSoldiers",
    "hasViolatedReligiousFreedom",
    "hasForcedPopulationControl",
    "hasTraffickedOrgans",
    "hasViolatedImmigrationLaws",
    "hasMisrepresentedFacts",
    "hasOverstayed",
    "hasHadVisaCancelled",
    "hasBeenDeported",
    "hasAttendedRemovalHearing",
    "hasWithheldCustody",
    "hasVotedUnlawfully",
    "hasRenouncedForTax",
  ].map((name) => [name, "no"]),
);

/** Consistent answers to the eight steps, by input name, as typed. */
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
    maritalStatus: "divorced",
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
    intendedArrivalDate: inYears(1, "12-01"),
    intendedDepartureDate: inYears(1, "12-15"),
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
  "Security Questions": { ...noToAll, hasOverstayed: "yes", overstayDetails: "Two days in 2019, after a storm." },
  "Review & Certification": {
    certifyAccuracy: "on",
    certifyUnderstanding: "on",
    electronicSignature: "Nadège Ñuñez O'Brien-陳",
  },
};

const { "Review & Certification": review = {}, ...standard } = applicant;
const { "Security Questions": security = {} } = standard;

/** The same person's answers to the thirteen steps of a Bahamas service; repeated questions are prefilled. */
export const bahamasApplicant: Record<string, Record<string, string>> = {
  ...standard,
  "Security Questions": { ...security, hasBeenArrested: "yes", arrestDetails: "Driving without insurance." },
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

/** Types the answers into the open step, with or without JavaScript; on a phone section by section. */
export async function fillStep(page: Page, values: Record<string, string>): Promise<void> {
  const answers = inBoxes(values);
  const known = await inputsOf(page, answers);
  for (const [name, value] of Object.entries(answers)) {
    const input = page.locator(`[name="${name}"]`);
    const { kind, label, combobox } = known[name] ?? (await appearing(page, name, value));
    await toSectionOf(page, name);
    if (kind === "radio" || (kind === "checkbox" && value !== "on"))
      await page.locator(`[name="${name}"][value="${value}"]`).check();
    else if (kind === "checkbox") await input.check();
    else if (combobox) {
      await page.locator(combobox).fill(label);
      await page.locator(combobox).press("Enter");
    } else if (kind === "select") await input.selectOption(value);
    else await input.fill(value);
  }
}

/** `combobox`: with JavaScript, a text input replaces a country's select. */
type Input = { kind: string; label: string; combobox: string | undefined };

/** Finds the inputs of all answers at once. Waits for hydration, after which the page is enhanced in the next frame. */
function inputsOf(page: Page, answers: Record<string, string>): Promise<Record<string, Input>> {
  return page.evaluate(async (wanted) => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    if ("__reactRouterContext" in window) {
      while (history.scrollRestoration !== "manual") await frame();
      await frame();
    }
    const found: Record<string, Input> = {};
    for (const [name, value] of Object.entries(wanted)) {
      const input = document.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`);
      if (!input) continue;
      const select = input instanceof HTMLSelectElement ? input : undefined;
      const label = [...(select?.options ?? [])].find((option) => option.value === value)?.label ?? value;
      const combobox = `input#${name.replaceAll(/[[\].]+/g, "-")}[role="combobox"]`;
      const behind = select && document.querySelector(combobox) ? combobox : undefined;
      found[name] = { kind: select ? "select" : input.type, label, combobox: behind };
    }
    return found;
  }, answers);
}

/** An input shown because of an earlier answer, or added with an entry. */
async function appearing(page: Page, name: string, value: string): Promise<Input> {
  const list = /^(\w+)\[(\d+)\]/.exec(name)?.[1];
  if (list && (await page.locator(`[name="${name}"]`).count()) === 0) {
    await toSectionOf(page, list);
    await page.locator(`button[value="add:${list}"]`).click();
  }
  await page.locator(`[name="${name}"]`).first().waitFor({ state: "attached" });
  const { [name]: input } = await inputsOf(page, { [name]: value });
  if (!input) throw new Error(`No ${name}`);
  return input;
}
