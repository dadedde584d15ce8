import { afterAll, test } from "vitest";
import { canContradict } from "../../app/applications/steps/contradictions/asked";
import { applicant, bahamasApplicant, fillStep } from "../../test/harness/applicants/applicant";
import { bahamasSteps, startBahamas } from "../../test/harness/applicants/journey-bahamas";
import { toSectionOf } from "../../test/harness/applicants/sections";
import { controlled, openStep, openWizard, storedStep, titled } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { form } from "../../test/harness/http-client";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

const mother = "Your mother would have been 8 years old when you were born.";
const father = "Your father would have been 9 years old when you were born.";

test("[N-WARN-1, N-WARN-2] the list of contradictions takes the focus, links to its questions, and drops corrected ones", async () => {
  const { page, id } = await openWizard(browser, app, { step: 5, viewport: { width: 360, height: 780 } });
  const next = page.getByRole("button", { name: "Next Step" });
  await fillStep(page, {
    ...{ fatherFirstName: "Jean", fatherLastName: "Ñuñez", motherFirstName: "Rose", motherLastName: "O'Brien" },
    ...{ fatherDateOfBirth: "1979-02-02", motherDateOfBirth: "1980-01-01", hasSpouse: "no" },
  });
  await next.click();
  const heading = page.getByRole("heading", { name: "Please check these answers" });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expectAccessible(page);
  await page.getByRole("link", { name: mother }).click();
  const day = page.locator('[name="motherDateOfBirth.year"]');
  await expect(page.locator('[name="motherDateOfBirth.day"]')).toBeFocused();
  await day.fill("1958");
  await expect(page.getByRole("link", { name: mother })).toBeHidden();
  await expect(day, "typing goes on where it was").toBeFocused();

  // Another answer is another question: the tick was not for it.
  const checkbox = page.getByRole("group", { name: father }).getByLabel("Yes, this is right");
  await checkbox.check();
  await page.getByRole("link", { name: father }).click();
  await page.locator('[name="fatherDateOfBirth.year"]').fill("1980");
  const otherGroup = page.getByRole("group", { name: father.replace("9 years", "8 years") });
  await expect(otherGroup.getByLabel("Yes, this is right")).not.toBeChecked();
  await otherGroup.getByLabel("Yes, this is right").check();
  await toSectionOf(page, "hasSpouse");
  await next.click();
  await titled(page, "Employment/Education");
  expect(Object.keys((await storedStep(app, id, 5)).answers._confirmed as object)).toEqual(["fathersAge"]);

  // The tick goes with every later save of the step.
  await page.getByRole("button", { name: "Previous" }).click();
  await titled(page, "Family Background");
  await fillStep(page, { motherFirstName: "Rosemarie" });
  await toSectionOf(page, "hasSpouse");
  await next.click();
  await titled(page, "Employment/Education");
  expect((await storedStep(app, id, 5)).answers).toMatchObject({
    motherFirstName: "Rosemarie",
    _confirmed: { fathersAge: expect.any(String) },
  });
});

test("[N-WARN-1, N-LINE-4] offline, Next Step asks about the same contradictions, and confirmations are saved later", async () => {
  const { page, id, context } = await openWizard(browser, app, { step: 4 });
  const next = page.getByRole("button", { name: "Next Step" });
  await fillStep(page, { intendedArrivalDate: "2199-01-01", purposeOfTrip: "Holiday", whoIsPaying: "self" });
  await context.setOffline(true);
  await next.click();
  const arrival = page.getByRole("group", { name: "You arrive on January 1, 2199. Is the year right?" });
  await arrival.getByLabel("Yes, this is right").check();
  await page
    .getByRole("group", { name: /^The passport expires on/ })
    .getByLabel("Yes, this is right")
    .check();
  await next.click();
  await titled(page, "Family Background");
  await context.setOffline(false);
  await expect
    .poll(async () => (await storedStep(app, id, 4)).answers)
    .toMatchObject({
      intendedArrivalDate: "2199-01-01",
      _confirmed: { farArrival: expect.any(String), soonExpired: expect.any(String) },
    });
});

test("[N-WARN-1, N-WARN-3] the page asks about a contradiction with a step that it hasn't loaded as the server does", async () => {
  const { page, id, client } = await openWizard(browser, app);
  const next = page.getByRole("button", { name: "Next Step" });
  const checkboxFor = (printed: string) =>
    page.getByRole("group", { name: `The passport says ${printed}, and step 1 says` }).getByLabel("Yes, this is right");
  await fillStep(page, applicant["Applicant Information"] ?? {});
  await next.click();
  await titled(page, "Passport Information");
  // Left before its answers are saved: the page of step 1 is loaded without them.
  await page.locator('[name="nameInPassport"]').fill("Natasha Role");
  await page.goBack();
  await titled(page, "Applicant Information");
  await next.click();
  await checkboxFor("Natasha Role").check();

  // Another device saves what this page never learns.
  const { revision } = await storedStep(app, id, 2);
  const elsewhere = { ...form("passport_info", "Passport Information"), nameInPassport: "Natalie Role" };
  expect((await client.save(id, { ...elsewhere, revision: String(revision) })).outcome.kind).toBe("saved");
  await next.click();
  await expect(checkboxFor("Natalie Role")).not.toBeChecked();
  await checkboxFor("Natalie Role").check();
  await next.click();
  await titled(page, "Passport Information");
});

test("[N-WARN-1, N-LINE-5] a contradiction in a step left while offline is asked about when the step is opened", async () => {
  const { page, id, client, context } = await openWizard(browser, app, { step: 6 });
  await page.goto(`${app.url}/apply/${id}?step=applicant_info`);
  await titled(page, "Applicant Information");
  const elsewhere = { ...form("family_background", "Family Background"), motherDateOfBirth: "1980-01-01" };
  expect((await client.save(id, { ...elsewhere, revision: "1" })).outcome.kind).toBe("saved");
  await context.setOffline(true);
  await fillStep(page, { cityOfBirth: "Jacmel" });
  await page.getByRole("button", { name: "Next Step" }).click();
  await titled(page, "Passport Information");
  await context.setOffline(false);
  const later = page.getByRole("alert").filter({ hasText: "A step needs your attention" });
  await later.getByRole("link", { name: "Applicant Information" }).click();
  await titled(page, "Applicant Information");
  await page.getByRole("group", { name: mother }).getByLabel("Yes, this is right").check();
  await page.getByRole("button", { name: "Next Step" }).click();
  await titled(page, "Passport Information");
});

test("[N-WARN-2] confirmations alone cause no conflict between two devices", async () => {
  const { page, id, client } = await openWizard(browser, app, { step: 3 });
  await page.goto(`${app.url}/apply/${id}?step=passport_info`);
  await titled(page, "Passport Information");
  await controlled(page);
  const { revision } = await storedStep(app, id, 2);
  const passport = { ...form("passport_info", "Passport Information"), "_confirmed.nameInPassport": "1a" };
  const elsewhere = await client.save(id, { ...passport, revision: String(revision) });
  expect(elsewhere.outcome).toMatchObject({ kind: "saved", revision: revision + 1 });
  await page.getByRole("button", { name: "Next Step" }).click();
  await titled(page, "Contact Information");
});

test("[N-WARN-1, N-EVERY-5] axe finds nothing in the steps that ask about a contradiction, on a phone and a wide screen", async () => {
  const { client, id } = await startBahamas(app);
  const contradicting: Record<string, Record<string, string>> = {
    applicant_info: { maritalStatus: "married" },
    passport_info: { nameInPassport: "Somebody Else", issueDate: "1980-01-01" },
    trip_details: { intendedArrivalDate: "2199-01-01", intendedDepartureDate: "2199-01-15" },
    family_background: { motherDateOfBirth: "1980-01-01", fatherDateOfBirth: "1979-02-02" },
    security_questionnaire: { hasBeenArrested: "no" },
    criminal_history: { policeCertificateLater: "yes" },
    accommodation: { arrivalDate: "2199-01-01", intendedLengthOfStayDays: "120" },
  };
  for (const { code, title } of bahamasSteps.slice(0, -1))
    await client.save(id, form(code, title, { ...bahamasApplicant[title], ...contradicting[code] }));
  const sizes = [
    { width: 360, height: 780 },
    { width: 1440, height: 900 },
  ];
  const page = await openStep(browser, { client, id }, "dependents");
  const steps = page.getByRole("navigation", { name: "Steps of the application" });
  // More steps would come to the limit of saves in a minute.
  const asking = bahamasSteps.filter(({ code }) => code in contradicting || code === "review_certification");
  expect(asking.every(canContradict)).toBe(true);
  for (const { code, title } of asking) {
    await steps.getByRole("button", { name: title }).filter({ visible: true }).click();
    await titled(page, title);
    if (code !== "review_certification") await page.getByRole("button", { name: "Next Step" }).click();
    await expect(page.getByRole("heading", { name: "Please check these answers" }), title).toBeVisible();
    for (const size of sizes) {
      await page.setViewportSize(size);
      await expectAccessible(page);
    }
  }
});
