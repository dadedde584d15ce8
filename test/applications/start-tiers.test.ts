import { expect, test } from "vitest";
import { newEmail } from "../harness/applicants/begun";
import { WizardDriver } from "../harness/applicants/wizard-driver";
import { signIn } from "../harness/desk/desk";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

const slug = "schengen-visitor-visa";
const choices = (driver: WizardDriver) =>
  [...driver.screen.getByRole("radiogroup", { name: /Which price applies to you/ }).querySelectorAll("input")].map(
    (input) => ({
      words: input.closest("label")?.textContent?.replace(/\s+/g, " ").trim(),
      value: input.value,
      checked: input.checked,
    }),
  );

test("[N-BEGIN-1, N-BEGIN-2] the start page of a service lists its prices in order, with none chosen", async () => {
  await app.query(
    "update visa_pricing_tiers set display_order = 9 - display_order where service_id = (select id from visa_services where slug = $1)",
    [slug],
  );
  const driver = await new WizardDriver(app).open(`/apply?service=${slug}`);
  const [id] = await app.query<{ id: string }>("select id from visa_services where slug = $1", [slug]);
  expect(driver.input("service").value).toBe(id?.id);
  expect(driver.screen.words).toContain("From $173");
  const options = choices(driver);
  expect(options.map(({ words }) => words)).toEqual([
    expect.stringMatching(/^Child 6–11 \$173 ?\$120 to us \+ \$53 to the consulate ?Children from 6 to 11/),
    expect.stringMatching(/^Adult \$300 ?\$195 to us \+ \$105 to the consulate ?Applicants from the age of 12\.$/),
    expect.stringMatching(/^I am not sure yet/),
  ]);
  expect(options.some(({ checked }) => checked)).toBe(false);
  const untieredDriver = await new WizardDriver(app).open("/apply?service=bahamian-evisa");
  expect(untieredDriver.screen.queryByRole("radiogroup")).toBeNull();
});

test("[N-BEGIN-2, N-BEGIN-6] a refused start keeps the chosen price, and a price of another service is refused at the prices", async () => {
  const driver = await new WizardDriver(app).open(`/apply?service=${slug}`);
  const adult = choices(driver).find(({ words }) => words?.startsWith("Adult"))?.value ?? "";
  await driver.press("Start Application", { email: "nobody", terms: "yes", tier: adult });
  expect([driver.status, choices(driver).find(({ checked }) => checked)?.value]).toEqual([422, adult]);
  const otherDriver = await new WizardDriver(app).open("/apply?service=uae-tourist-visa");
  await driver.press("Start Application", {
    email: newEmail(),
    terms: "yes",
    tier: choices(otherDriver)[0]?.value ?? "",
  });
  expect([driver.status, driver.screen.title]).toEqual([422, expect.stringMatching(/^Error: Apply/)]);
  const link = driver.screen.getByRole("link", { name: "Please choose one of the prices on this page" });
  expect(driver.screen.element.querySelector(link.getAttribute("href") ?? "")?.getAttribute("type")).toBe("radio");
  await driver.press("Start Application", { tier: "not-sure" });
  expect(driver.title).toBe("Applicant Information");
});

test("[N-BEGIN-3] a start of a visa that became unavailable is refused with the reason, also when it is sent again", async () => {
  const serviceQuery = "select id from visa_services where slug = 'uae-tourist-visa'";
  const driver = await new WizardDriver(app).open("/apply?service=uae-tourist-visa");
  const [first] = choices(driver);
  await app.query(`update visa_services set is_active = false where id = (${serviceQuery})`);
  const email = newEmail();
  await driver.press("Start Application", { email, terms: "yes", tier: first?.value ?? "" });
  for (const again of [false, true]) {
    if (again) await driver.press("Start Application");
    expect([driver.status, driver.input("email").value]).toEqual([422, email]);
    expect(driver.screen.getByRole("alert").textContent).toMatch(
      /^We no longer offer this visa, so your application wasn’t started/,
    );
  }
  expect(await app.query("select 1 from visa_applications where user_email = $1", [email])).toEqual([]);

  await app.query(`update visa_services set is_active = true where id = (${serviceQuery})`);
  await app.query(`delete from visa_pricing_tiers where service_id = (${serviceQuery})`);
  await driver.press("Start Application");
  expect(driver.screen.getByRole("alert").textContent).toMatch(/^The prices of this visa have changed/);
  await driver.press("Start Application");
  expect(driver.title).toBe("Applicant Information");
});

test("[N-BEGIN-3] the chosen price is shown in the header's details, on the status page and at the desk", async () => {
  const driver = await new WizardDriver(app).open(`/apply?service=${slug}`);
  const adult = choices(driver).find(({ words }) => words?.startsWith("Adult"))?.value ?? "";
  await driver.press("Start Application", { email: newEmail(), terms: "yes", tier: adult });
  const id = driver.path.split("/")[2] ?? "";
  const details = [...driver.screen.element.querySelectorAll("header dl > div")].map((row) => row.textContent);
  expect(details).toContain("PriceAdult");
  await app.query("delete from visa_pricing_tiers where tier_name = 'Adult'");
  await app.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [id]);
  await driver.open(`/apply/${id}`);
  expect([...driver.screen.element.querySelectorAll("dl > div")].map((row) => row.textContent)).toContain("PriceAdult");

  const desk = new WizardDriver(app, await signIn(app));
  await desk.open(`/admin/applications/${id}`);
  expect(desk.screen.words).toContain("PriceAdult$300: $195 to us + $105 to the consulate");
  const child = [...desk.screen.getByRole("combobox", { name: "Price" }).querySelectorAll("option")].at(-1);
  await desk.press("Set price", { tier: child?.getAttribute("value") ?? "" });
  expect(desk.screen.words).toContain("Price set. The applicant has been emailed.");
  await app.query("update visa_applications set user_email = '', tier_name = null where id = $1", [id]);
  await desk.open(`/admin/applications/${id}`);
  await desk.press("Set price", { tier: child?.getAttribute("value") ?? "" });
  expect(desk.screen.words).toContain("Price set. No email was sent because there’s no address.");
  await driver.open(`/apply/${id}`);
  expect(driver.screen.words).toContain("PriceChild 6–11Fee$173");
});
