import type { Page } from "@playwright/test";
import { afterEach, expect as same, test } from "vitest";
import { bahamasSteps, startBahamas } from "../../test/harness/applicants/journey-bahamas";
import { serviceOf } from "../../test/harness/applicants/listed-steps";
import { cookiesOf, storedStep } from "../../test/harness/applicants/wizard";
import { beforeScript, expect, expectNoScriptErrors, openContext } from "../../test/harness/browser/browser";
import { asSlowAsAPerson, button, fill, unfold } from "../../test/harness/browser/inquiry-form";
import { isStillAsSent, translate } from "../../test/harness/browser/translator";
import { submittedCase } from "../../test/harness/case/opened-case";
import { inquirer, inquiriesOf } from "../../test/harness/desk/inquirer";
import { sharedApp, sharedBrowser } from "../../test/harness/shared";

// Pages that somebody else changes: a browser's translation, a password manager.
const app = await sharedApp();
const browser = await sharedBrowser();
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  expectNoScriptErrors();
});

/** What React says when it has to draw a page again. */
function drawnAgain(page: Page): string[] {
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning" && /react|hydrat/i.test(message.text())) warnings.push(message.text());
  });
  return warnings;
}

async function translatedPage(): Promise<{ page: Page; said: string[] }> {
  const page = await (await openContext(browser, { viewport: { width: 1280, height: 900 } })).newPage();
  await translate(page);
  return { page, said: drawnAgain(page) };
}

test("[F-APPL-23] a translated contact form can be sent, and stores what was typed and chosen", async () => {
  const { page, said } = await translatedPage();
  await page.goto(`${app.url}/contact?service=us-student-f-1-visa`);
  same(await isStillAsSent(page)).toBe(true);
  await fill(page, "translated@mail.example");
  await asSlowAsAPerson(page);
  await button(page).click();
  await expect(page.getByText(/Inquiry Submitted Successfully/i)).toBeVisible();
  same(await inquiriesOf(app, "translated@mail.example")).toMatchObject([
    { full_name: inquirer.fullName, nationality: "HT", residence_country: "BS", purpose: inquirer.purpose },
  ]);
  same(said).toEqual([]);
});

test("[F-APPL-23] a translated start page starts an application, whose first step is saved and left", async () => {
  const { page, said } = await translatedPage();
  const { id } = await serviceOf(app, "bahamian-evisa");
  await page.goto(`${app.url}/apply?service=${id}`);
  same(await isStillAsSent(page)).toBe(true);
  await page.locator("[name=email]").fill("translated.start@mail.example");
  await page.getByLabel(/I agree to the/i).check();
  await page.getByRole("button", { name: "Start Application" }).click();
  await expect(page.locator("form#step [name=firstName]")).toBeVisible();
  await page.locator("[name=firstName]").fill("Nadège");
  await page.getByRole("button", { name: "Save & Exit" }).click();
  await expect(page.getByText(/your application is saved/i)).toBeVisible();
  const [draft] = await app.query<{ id: string }>(
    "select id from visa_applications where user_email = 'translated.start@mail.example'",
  );
  same((await storedStep(app, draft?.id ?? "", 1)).answers).toMatchObject({ firstName: "Nadège" });
  same(said).toEqual([]);
});

/** Chooses this answer of every question that has it, the questions that come by it too. */
const chooseEverywhere = (page: Page, value: string) =>
  page.evaluate(async (wanted) => {
    const next = () => document.querySelector<HTMLInputElement>(`form#step [value="${wanted}"]:not(:checked)`);
    for (let turns = 0, button = next(); button && turns < 100; turns++, button = next()) {
      button.click();
      await new Promise(requestAnimationFrame);
    }
  }, value);

test("[F-APPL-23] every translated step accepts answers, names missing ones, and can be left", async () => {
  const { page, said } = await translatedPage();
  const { client, id } = await startBahamas(app);
  await page.context().addCookies(cookiesOf(client));
  for (const step of bahamasSteps) {
    await page.goto(`${app.url}/apply/${id}?step=${step.code}`);
    same(await isStillAsSent(page), step.code).toBe(true);
    // Every yes and every choice adds questions; pressing on adds the errors.
    for (const value of ["yes", "no"]) await chooseEverywhere(page, value);
    const text = page.locator("form#step input[type=text]:not([role=combobox]):visible, form#step textarea:visible");
    if ((await text.count()) > 0) await text.first().fill("Typed in a translated page");
    await page.getByRole("button", { name: /next step|submit application/i }).click();
    await expect(
      page
        .getByRole("alert")
        .or(page.locator(`form#step:not([data-step="${step.code}"])`))
        .first(),
    ).toBeVisible();
    same(await page.locator("form#step, h1").count(), step.code).toBeGreaterThan(0);
  }
  same(said).toEqual([]);
});

test("[F-APPL-23] a message can be written and sent on the translated page of a case", async () => {
  const { page, said } = await translatedPage();
  const { id, client } = await submittedCase(app);
  await page.context().addCookies(cookiesOf(client));
  await page.goto(`${app.url}/apply/${id}`);
  same(await isStillAsSent(page)).toBe(true);
  await page.locator("textarea[name=text]").first().fill("Do you need my old passport?");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("main")).toContainText("DO YOU NEED MY OLD PASSPORT?");
  const sent = await app.query("select 1 from case_messages where application_id = $1", [id]);
  same(sent).toHaveLength(1);
  same(said).toEqual([]);
});

test("[F-APPL-23] React's changes to a translated text are applied to its translation", async () => {
  const page = await (await openContext(browser)).newPage();
  await page.goto(`${app.url}/contact`);
  const drawnTexts = await page.evaluate(async () => {
    const container = document.body.appendChild(document.createElement("div"));
    const texts = ["one", "two", "three"].map((word) => container.appendChild(document.createTextNode(word)));
    const [one, two, three] = texts as [Text, Text, Text];
    const observed = () => new Promise((resolve) => setTimeout(resolve));
    const translateText = (text: Text, word: string) => {
      const font = document.createElement("font");
      font.textContent = word;
      text.replaceWith(font);
    };
    const steps: string[] = [];
    for (const [text, word] of [
      [one, "un"],
      [two, "deux"],
      [three, "trois"],
    ] as const)
      translateText(text, word);
    await observed();
    container.insertBefore(document.createTextNode("zero "), one);
    steps.push(container.textContent);
    container.removeChild(two);
    steps.push(container.textContent);
    three.data = "four";
    await observed();
    steps.push(container.textContent);
    container.removeChild(three);
    steps.push(container.textContent);
    container.remove();
    return steps;
  });
  same(drawnTexts).toEqual(["zero undeuxtrois", "zero untrois", "zero unfour", "zero un"]);
});

test("[F-TEXT-7] values typed before the script runs stay when React renders the page again because of foreign elements", async () => {
  const page = await (await openContext(browser)).newPage();
  const redrawn = drawnAgain(page);
  await page.addInitScript(() => {
    // As the document is read: before anything records who changes it.
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes)
          if (node instanceof HTMLInputElement && node.type !== "hidden") node.after(document.createElement("span"));
    }).observe(document, { childList: true, subtree: true });
  });
  await beforeScript(
    page,
    () => page.goto(`${app.url}/contact`, { waitUntil: "commit" }),
    async () => {
      await page.locator("#fullName").fill("Siobhán");
      await unfold(page);
      await page.locator("#purpose").fill("A holiday");
      await page.locator("select#nationality").selectOption({ label: "Haiti" });
      await page.locator("#privacyConsent").check();
      await page.locator("#email").pressSequentially("s");
    },
  );
  await expect(page.locator("input#residenceCountry")).toBeAttached();
  await expect(page.locator("#fullName")).toHaveValue("Siobhán");
  await expect(page.locator("#purpose")).toHaveValue("A holiday");
  await expect(page.locator("input#nationality")).toHaveValue("Haiti");
  await expect(page.locator("#privacyConsent")).toBeChecked();
  await expect(page.locator("#email")).toBeFocused();
  await page.keyboard.type("@mail.example");
  await expect(page.locator("#email")).toHaveValue("s@mail.example");
  // The test is of a page that was drawn again.
  same(redrawn.length).toBeGreaterThan(0);
});
