import { describe, expect, test } from "vitest";
import { standardSteps } from "../../app/applications/steps/registry";
import { serviceId } from "../harness/applicants/listed-steps";
import { WizardDriver } from "../harness/applicants/wizard-driver";
import { signIn } from "../harness/desk/desk";
import { form, HttpClient } from "../harness/http-client";
import { inside } from "../harness/screen";
import { sharedApp } from "../harness/shared";

// A visa that the applicant's passport does not need, without script.

const app = await sharedApp();
const service = await serviceId(app, "uk-visitor-visa");

const sentence = "With a passport of the Bahamas you do not need this visa for a short visit.";

describe("the start without script", () => {
  test("[B-GUARD-1, B-GUARD-2] it is filled in from the address, asked about with everything typed kept, and creates nothing", async () => {
    const driver = new WizardDriver(app);
    await driver.open("/apply?service=uk-visitor-visa&nationality=BS");
    const nationality = () => driver.screen.getByLabelText<HTMLSelectElement>("Your nationality (optional)");
    expect(nationality().value).toBe("BS");
    const started = async () =>
      (await app.query("select 1 from visa_applications where visa_service_id = $1", [service])).length;
    const email = "guarded@mail.example";
    await driver.press("Start Application", { email, terms: "yes" });
    expect(driver.status).toBe(422);
    const alert = inside(driver.screen.getByRole("alert"));
    expect(alert.getByText(`We have not checked this yet: ${sentence}`)).toBeDefined();
    expect(driver.screen.getByRole("alert").hasAttribute("autofocus")).toBe(true);
    expect(alert.getByText(/our office has not checked it yet/)).toBeDefined();
    expect(alert.getByRole("link", { name: "Show me what I need" }).getAttribute("href")).toBe(
      "/do-i-need-a-visa?passport=BS&to=GB&for=visit",
    );
    expect([nationality().value, driver.screen.getByLabelText<HTMLInputElement>(/Email address/).value]).toEqual([
      "BS",
      email,
    ]);
    expect(driver.screen.getByLabelText<HTMLInputElement>(/I agree to the/).checked).toBe(true);
    expect(await started()).toBe(0);
    await driver.press("Go on anyway");
    expect(driver.path).toMatch(/^\/apply\/[\da-f-]{36}$/);
    expect(await started()).toBe(1);
    expect(app.output()).not.toContain(email);
  });
});

test("[B-GUARD-3, B-GUARD-4, B-GUARD-5] what was confirmed is on the review and in the signed record, whatever the rule says later", async () => {
  const client = new HttpClient(app);
  const id = await client.start("signed-anyway@mail.example", { service });
  await client.fillIn(id);
  const driver = new WizardDriver(app, client);
  await driver.open(`/apply/${id}?step=passport_info`);
  await driver.press("Next Step", { nationalityCountry: "BS" });
  expect([driver.status, driver.title]).toEqual([422, "Passport Information"]);
  const group = driver.screen.getByRole("group", { name: sentence });
  const input = inside(group).getByLabelText<HTMLInputElement>("Yes, this is right");
  await driver.press("Next Step", { [input.name]: input.value });
  expect(driver.status).toBe(200);
  await driver.open(`/apply/${id}?step=review_certification`);
  const confirmedHere = () =>
    inside(driver.screen.getByRole("heading", { name: "You confirmed" }).parentElement as HTMLElement).getByText(
      sentence,
    );
  expect(confirmedHere()).toBeDefined();
  const { title } = standardSteps[7] ?? { title: "" };
  const { step: _, revision: __, ...ticks } = form("review_certification", title);
  await driver.press("Submit Application", ticks);
  expect(driver.path).toBe(`/apply/${id}?submitted=1`);
  expect(confirmedHere()).toBeDefined();
  await app.query("update entry_rules set published = false where answer = 'eta'");
  await driver.open(`/apply/${id}`);
  expect(confirmedHere()).toBeDefined();
  const admin = await signIn(app);
  const desk = await (await admin.get(`/admin/applications/${id}`)).text();
  expect(desk).toContain(sentence);
});
