import type { Page } from "@playwright/test";
import { afterAll, test } from "vitest";
import { controlled, openWizard, storedStep, titled } from "../../test/harness/applicants/wizard";
import { expect, expectAccessible, expectNoScriptErrors } from "../../test/harness/browser/browser";
import { form, HttpClient } from "../../test/harness/http-client";
import { inside, screenOf } from "../../test/harness/screen";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

const app = await sharedApp();
const browser = await sharedBrowser();
afterAll(expectNoScriptErrors);

/** The box that a country is typed into: only with script, which the page may still wait for, is it an input. */
const comboboxOf = (page: Page, name: string) => page.locator(`input#${name}[role="combobox"]`);

/** What a box and its list show, and what is marked in it. */
async function shown(page: Page, name: string) {
  const combobox = comboboxOf(page, name);
  const options = page.getByRole("listbox", { name: "Countries" }).getByRole("option");
  return {
    value: await combobox.inputValue(),
    open: (await combobox.getAttribute("aria-expanded")) === "true",
    marked: (await combobox.getAttribute("aria-activedescendant")) !== null,
    options: await options.allTextContents(),
  };
}

test("[N-CTRY-3, N-CTRY-5] Enter, Tab and blur choose only the highlighted or exactly typed country, the list announces its count, and Escape restores the choice", async () => {
  const { page, id } = await openWizard(browser, app, { viewport: { width: 360, height: 780 } });
  await page.goto(`${app.url}/apply/${id}?step=applicant_info&section=2`);
  await controlled(page);
  const birth = comboboxOf(page, "countryOfBirth");
  const count = birth.locator("xpath=../*[@aria-live='polite']");
  const sees = () => shown(page, "countryOfBirth");

  await birth.fill("niger");
  expect(await sees()).toEqual({ value: "niger", open: true, marked: false, options: ["Niger", "Nigeria"] });
  await expect(count).toHaveText("2 countries");
  await birth.press("Enter");
  expect(await sees()).toMatchObject({ value: "Niger", open: false });

  await birth.fill("nigeria");
  await expect(count).toHaveText("1 country");
  await birth.press("Escape");
  expect(await sees(), "the earlier choice is back").toMatchObject({ value: "Niger", open: false });

  await birth.fill("england");
  await birth.press("Tab");
  expect(await sees()).toMatchObject({ value: "United Kingdom", open: false });

  // The only country that fits, and yet nobody chose it.
  await birth.fill("jamiaca");
  expect(await sees()).toMatchObject({ options: ["Jamaica"], marked: false });
  await birth.press("Tab");
  expect(await sees()).toMatchObject({ value: "jamiaca" });
  // It opens again at the text in the box, and a second arrow key marks an option.
  await birth.press("ArrowDown");
  expect(await sees()).toMatchObject({ options: ["Jamaica"], marked: false });
  await birth.press("ArrowDown");
  expect((await sees()).marked).toBe(true);
  await birth.press("Tab");
  expect(await sees()).toMatchObject({ value: "Jamaica" });

  await birth.fill("congo");
  await birth.press("Enter");
  expect(await sees()).toMatchObject({ value: "congo", open: false });
  await birth.fill("zzz");
  await expect(count).toHaveText("No country has this name. Try another spelling.");
  await expectAccessible(page);
});

test("[N-CTRY-3] an exactly typed country is chosen when a press ends, also without mouse events, as on touch", async () => {
  const { page, id } = await openWizard(browser, app, { viewport: { width: 360, height: 780 } });
  await page.goto(`${app.url}/apply/${id}?step=applicant_info&section=2`);
  await controlled(page);
  const birth = comboboxOf(page, "countryOfBirth");
  await page.evaluate(() => {
    for (const kind of ["mouseup", "dragend"])
      window.addEventListener(kind, (event) => event.stopImmediatePropagation(), { capture: true });
  });
  await birth.fill("bs");
  await page.getByText("City of birth").hover();
  await page.mouse.down();
  await birth.blur();
  expect((await shown(page, "countryOfBirth")).value, "the press is under way").toBe("bs");
  await page.mouse.up();
  await expect(birth).toHaveValue("Bahamas");
});

test("[N-CTRY-4] text that names no country replaces the choice in the draft, after a reload and in a refused step, and unfinished text survives closing the tab", async () => {
  const { page, id } = await openWizard(browser, app);
  const birth = comboboxOf(page, "countryOfBirth");
  const stored = async () => (await storedStep(app, id, 1)).answers.countryOfBirth;
  const next = page.getByRole("button", { name: "Next Step" });
  await birth.fill("Haiti");
  await next.click();
  await expect(page.getByRole("link", { name: "First name is required" })).toBeVisible();
  expect(await stored()).toBe("HT");

  await birth.fill("Bahmas");
  await next.click();
  const message = "Country of birth: “Bahmas” is not on the list. Did you mean Bahamas?";
  await expect(page.getByRole("link", { name: message })).toBeVisible();
  await expect(birth).toHaveAccessibleDescription(`Error: ${message}`);
  expect(await stored()).toBe("Bahmas");
  await page.reload();
  await expect(birth).toHaveValue("Bahmas");
  await birth.fill("Bahamas");
  await next.click();
  await expect(page.getByRole("link", { name: "First name is required" })).toBeVisible();
  await expect(page.getByRole("link", { name: message })).toHaveCount(0);
  expect(await stored()).toBe("BS");

  // The box has the focus, and the page goes.
  await birth.fill("Atlan");
  await page.reload();
  await expect(birth).toHaveValue("Atlan");
});

test("[N-CTRY-4, N-CTRY-7] without JavaScript such text stays in the list until a country is chosen, names are understood, and stateless is a nationality", async () => {
  const client = new HttpClient(app);
  const id = await client.start("countries@mail.example");
  const sent = { ...form("applicant_info", "Applicant Information"), intent: "next", countryOfBirth: "Atlantis" };
  const refused = await client.post(`/apply/${id}`, sent);
  expect(refused.status).toBe(422);
  const chosen = (html: string, name: string) => {
    const select = screenOf(html).element.querySelector<HTMLSelectElement>(`select#${name}`);
    return {
      value: select?.value,
      words: select?.selectedOptions[0]?.text,
      last: [...(select?.options ?? [])].at(-1)?.text,
    };
  };
  const html = await refused.text();
  const message = "Country of birth: “Atlantis” is not on the list. Please choose a country.";
  expect(inside(screenOf(html).getByRole("main")).getAllByText(message).length).toBeGreaterThan(0);
  expect(chosen(html, "countryOfBirth")).toMatchObject({ value: "Atlantis", words: "Atlantis" });
  const again = await (await client.get(`/apply/${id}`)).text();
  expect(chosen(again, "countryOfBirth")).toMatchObject({ value: "Atlantis" });

  const { status } = await client.save(id, { ...sent, revision: "1", countryOfBirth: "ayiti" });
  expect([status, (await storedStep(app, id, 1)).answers.countryOfBirth]).toEqual([200, "HT"]);
  const passport = { ...form("passport_info", "Passport Information"), intent: "next" };
  const nationality = await client.save(id, { ...passport, nationalityCountry: "XXA", issuingCountry: "AQ" });
  expect(nationality.outcome.problems).toEqual([
    { name: "issuingCountry", message: "Issuing country: choose a country of the list" },
  ]);
  const page = await (await client.get(`/apply/${id}?step=passport_info`)).text();
  expect(chosen(page, "nationalityCountry")).toEqual({ value: "XXA", words: "Stateless", last: "Stateless" });
  expect(chosen(page, "issuingCountry")).toMatchObject({ last: "Zimbabwe" });
});

test("[N-CTRY-6] a place without nationals is offered as a place of birth and not as a nationality", async () => {
  const { page } = await openWizard(browser, app);
  await comboboxOf(page, "countryOfBirth").fill("antarctica");
  expect((await shown(page, "countryOfBirth")).options).toEqual(["Antarctica"]);
  const second = await openWizard(browser, app, { step: 2 });
  await titled(second.page, "Passport Information");
  await comboboxOf(second.page, "nationalityCountry").fill("antarctica");
  expect((await shown(second.page, "nationalityCountry")).options).toEqual([
    "No country has this name. Try another spelling.",
  ]);
  await comboboxOf(second.page, "nationalityCountry").fill("stateless");
  await second.page.keyboard.press("Enter");
  expect((await shown(second.page, "nationalityCountry")).value).toBe("Stateless");
});
