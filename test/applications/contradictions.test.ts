import { expect, test } from "vitest";
import { standardSteps } from "../../app/applications/steps/registry";
import { WizardDriver } from "../harness/applicants/wizard-driver";
import { form, HttpClient, ticksOf } from "../harness/http-client";
import { inside, screenOf } from "../harness/screen";
import { sharedApp } from "../harness/shared";

// Answers that contradict each other, without script.

const app = await sharedApp();
const driver = new WizardDriver(app);
const id = await driver.client.start("contradictions@mail.example");
await driver.client.fillIn(id);

const list = () =>
  inside(driver.screen.getByRole("heading", { name: "Please check these answers" }).parentElement as HTMLElement);
const groups = () => list().getAllByRole("group");
const checkboxOf = (group: HTMLElement) => inside(group).getByLabelText<HTMLInputElement>("Yes, this is right");
const checked = (group: HTMLElement) => ({ [checkboxOf(group).name]: checkboxOf(group).value });
const mother = "Your mother would have been 8 years old when you were born.";

test("[N-WARN-1] Next Step stays and lists each contradiction with a link to its question and a checkbox to confirm it", async () => {
  await driver.open(`/apply/${id}?step=family_background`);
  const dates = { motherDateOfBirth: "1980-01-01", fatherDateOfBirth: "1979-02-02" };
  await driver.press("Next Step", dates);
  expect([driver.status, driver.title]).toEqual([422, "Family Background"]);
  expect(groups()).toHaveLength(2);
  const [father, otherGroup] = groups() as [HTMLElement, HTMLElement];
  const way = inside(otherGroup).getByRole("link", { name: mother }).getAttribute("href") ?? "";
  expect(driver.screen.element.querySelector<HTMLInputElement>(way)?.name).toBe("motherDateOfBirth.day");
  expect(checkboxOf(father).checked).toBe(false);

  await driver.press("Next Step", checked(father));
  expect(groups().map((element) => inside(element).getByRole("link").textContent)).toEqual([mother]);
  await driver.press("Next Step", checked(groups()[0] as HTMLElement));
  expect(driver.title).toBe("Employment/Education");
  await driver.open(`/apply/${id}?step=family_background`);
  await driver.press("Next Step");
  expect(driver.title, "it is not asked again").toBe("Employment/Education");
});

test("[N-WARN-3] the review lists open contradictions at the top, each with its checkbox and a link to its step", async () => {
  await driver.open(`/apply/${id}?step=passport_info`);
  await driver.press("Save & Exit", { nameInPassport: "Nadège Nunes" });
  await driver.open(`/apply/${id}?step=review_certification`);
  const sentence = "The passport says Nadège Nunes, and step 1 says Nadège Ñuñez O'Brien-陳.";
  expect(groups()).toHaveLength(1);
  await driver.press(sentence);
  expect([driver.title, driver.path]).toEqual([
    "Passport Information",
    expect.stringContaining("change=nameInPassport"),
  ]);
  await driver.open(`/apply/${id}?step=review_certification`);
  const { title } = standardSteps[7] ?? { title: "" };
  const { electronicSignature: _, step: __, revision: ___, ...ticks } = form("review_certification", title);
  await driver.press("Submit Application", { ...ticks, electronicSignature: "N. Role" });
  expect(driver.status).toBe(422);
  expect(groups().map((element) => element.querySelector("legend")?.textContent)).toEqual([
    sentence,
    "You signed as “N. Role”. The applicant is Nadège Ñuñez O'Brien-陳.",
  ]);
});

test("[N-WARN-2, N-SIGN-2] a confirmed contradiction can be submitted, and `You confirmed` is part of the signed record", async () => {
  const all = Object.assign({}, ...groups().map(checked));
  await driver.press("Submit Application", all);
  expect(driver.path).toBe(`/apply/${id}?submitted=1`);
  const heading = driver.screen.getByRole("heading", { name: "You confirmed" });
  const definitions = inside(heading.parentElement as HTMLElement)
    .getAllByRole("listitem")
    .map((element) => element.textContent);
  expect(definitions).toEqual([
    "The passport says Nadège Nunes, and step 1 says Nadège Ñuñez O'Brien-陳.",
    "Your father would have been 9 years old when you were born.",
    mother,
    "You signed as “N. Role”. The applicant is Nadège Ñuñez O'Brien-陳.",
  ]);
});

test("[W-SAVE-13, N-WARN-2] two versions of the review with different confirmations show what each of them confirms", async () => {
  const client = new HttpClient(app);
  const draft = await client.start("ticks@mail.example");
  await client.fillIn(draft);
  const passport = { ...form("passport_info", "Passport Information"), nameInPassport: "Natasha Role" };
  expect((await client.save(draft, { ...passport, revision: "1" })).outcome.kind).toBe("saved");
  const review = form("review_certification", "Review & Certification");
  const { outcome } = await client.save(draft, { ...review, intent: "submit", attempt: crypto.randomUUID() });
  expect(outcome.kind).toBe("contradicted");
  const confirmedFields = { ...review, ...ticksOf(outcome), revision: String(outcome.revision) };
  expect((await client.save(draft, confirmedFields)).outcome.kind).toBe("saved");
  const stale = await client.post(`/apply/${draft}`, { ...review, intent: "save" });
  expect(stale.status).toBe(409);
  const screen = screenOf(await stale.text());
  const confirmed = inside(screen.getByRole("heading", { name: "You confirmed" }).closest("li") as HTMLElement);
  expect(confirmed.getAllByRole("definition").map((element) => element.textContent)).toEqual([
    "Nothing",
    expect.stringContaining("The passport says Natasha Role"),
  ]);
});
