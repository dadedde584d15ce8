import { expect, test } from "vitest";
import { WizardDriver } from "../harness/applicants/wizard-driver";
import { signIn } from "../harness/desk/desk";
import { pageThat, textOfElement } from "../harness/page-text";
import { sharedApp } from "../harness/shared";

// Entry rules at the desk, without script.

const app = await sharedApp();
const driver = new WizardDriver(app, await signIn(app));
const [row] = await app.query<{ id: string }>("select id from entry_rules where answer = 'eta'");
const key = row?.id ?? "";

const answer = "/do-i-need-a-visa?passport=BS&to=GB&for=visit";
const text = () => textOfElement(driver.screen.element);

test("[B-RULE-6] a draft is previewed on the real result page, and visitors get nothing of it", async () => {
  await driver.open(`/admin/content/rules/${key}`);
  await driver.press("Preview", { "f.stay": "up to 5 months" });
  expect(driver.path).toMatch(/^\/do-i-need-a-visa\?passport=BS&to=GB&for=visit&preview=[\da-f-]{36}$/);
  expect(text()).toContain("visitors do not see this yet");
  expect(text()).toContain("up to 5 months");
  const visitor = await fetch(app.url + driver.path, { redirect: "manual" });
  expect([visitor.status, visitor.headers.get("location")]).toEqual([301, answer]);
  expect(await (await fetch(app.url + answer)).text()).not.toContain("up to 5 months");
});

test("[B-RULE-8] Checked today, still correct publishes the day alone in one press, and the draft stays", async () => {
  await driver.open(`/admin/content/rules/${key}`);
  await driver.press("Checked today, still correct");
  expect(driver.status).toBe(200);
  expect(text()).toContain("Marked as checked today.");
  const page = await pageThat(app, answer, ({ html }) => html.includes("Checked by our office on"));
  expect(page.html).not.toContain("up to 5 months");
  await driver.open(`/admin/content/rules/${key}`);
  expect(driver.screen.getByLabelText<HTMLInputElement>("Longest stay").value).toBe("up to 5 months");
});

test("[B-RULE-9] Today lists the rules that have to be checked, without the one that was, and so does its own list", async () => {
  await driver.open("/admin");
  expect(text()).toMatch(/Rules to check again 2/);
  await driver.open("/admin/today/rules");
  expect(driver.title).toBe("Rules to check again");
  expect(text()).toContain("2 in all");
  expect(text()).toMatch(/France .*never checked.*United States .*never checked/);
  expect(text()).not.toContain("United Kingdom");
});
