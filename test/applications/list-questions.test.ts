import { expect, test } from "vitest";
import { storedStep } from "../harness/applicants/wizard";
import { WizardDriver } from "../harness/applicants/wizard-driver";
import { form, HttpClient } from "../harness/http-client";
import { inside } from "../harness/screen";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

// With JavaScript: e2e/wizard/list-questions.test.ts.
test("[N-LIST-1, N-LIST-3] without JavaScript, Add and a typed entry both set the answer to Yes, and an entry with No is refused", async () => {
  const client = new HttpClient(app);
  const id = await client.start("lists@mail.example");
  const driver = await new WizardDriver(app, client).open(`/apply/${id}`);
  const stored = async () => (await storedStep(app, id, 1)).answers;
  const chosen = () =>
    driver.screen.element.querySelector<HTMLInputElement>("input[name=hasOtherNames]:checked")?.value;
  const entries = () => driver.screen.element.querySelectorAll('input[name$="].name"]').length;

  expect([chosen(), entries()]).toEqual([undefined, 0]);
  await driver.press("Add other name");
  expect([chosen(), entries(), (await stored()).hasOtherNames]).toEqual(["yes", 1, true]);
  await driver.press(/^Remove/);
  expect([chosen(), entries()], "Yes has its first entry open").toEqual(["yes", 1]);

  const { hasOtherNames: _, ...inputs } = form("applicant_info", "Applicant Information");
  const revision = String((await storedStep(app, id, 1)).revision);
  await client.save(id, { ...inputs, revision });
  expect(await stored()).toMatchObject({ hasOtherNames: true, otherNames: [{ type: "maiden", name: "Rolle" }] });

  await driver.open(`/apply/${id}`);
  await driver.press("Next Step", { hasOtherNames: "no" });
  const message = "Other names: you answered No, and there is an entry. Answer Yes, or remove it";
  expect([driver.status, inside(driver.screen.getByRole("alert")).getByRole("link").textContent]).toEqual([
    422,
    message,
  ]);
  expect(inside(driver.screen.getByRole("group", { name: /^Other names/ })).words).toContain(message);
  expect([driver.input("otherNames[0].name").value, chosen()]).toEqual(["Rolle", "no"]);
  expect(await stored()).toMatchObject({ hasOtherNames: false, otherNames: [{ name: "Rolle" }] });
  await driver.press(/^Remove/);
  await driver.press("Next Step");
  expect(driver.title).toBe("Passport Information");
});
