import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { applicant } from "../../harness/applicants/applicant";
import { bahamasSteps, startBahamas } from "../../harness/applicants/journey-bahamas";
import { storedStep } from "../../harness/applicants/wizard";
import { WizardDriver } from "../../harness/applicants/wizard-driver";
import { confirmEmail, continueBy, mailsTo, resumeLinkOf } from "../../harness/fakes/mails";
import { HttpClient } from "../../harness/http-client";
import { sharedApp } from "../../harness/shared";

const app = await sharedApp();

const refused = "Please complete all required fields before continuing";
const first = applicant["Applicant Information"] ?? {};
const rowOf = async (id: string) => {
  const [row] = await app.query<{ place: number; percent: number }>(
    "select current_step as place, completion_percentage as percent from visa_applications where id = $1",
    [id],
  );
  return row;
};

describe("an empty step", () => {
  let driver: WizardDriver;
  let id: string;
  beforeAll(async () => {
    const started = await startBahamas(app);
    ({ id } = started);
    driver = new WizardDriver(app, started.client);
  });
  // Relatives and security questions are optional.
  const needy = bahamasSteps.filter(({ code }) => code !== "family_relatives" && code !== "security_questionnaire");
  /** Answers that make questions required in a step without any. */
  const opened: Record<string, Record<string, string>> = {
    criminal_history: { hasCriminalConvictions: "yes" },
    dependents: { hasDependents: "yes", "dependents[0].fullName": "" },
  };

  test.each(needy.map(({ title, code }) => [title, code]))(
    "[W-WIZ-13, W-WIZ-15, W-SHARED-6] %s sent empty is refused, and each message is shown in the banner and at its field",
    async (title, code) => {
      await driver.client.changeBrowser(id);
      await driver.open(`/apply/${id}?step=${code}`);
      const cleared = Object.fromEntries(
        Object.keys(driver.answers())
          .filter((name) => !["application", "step", "revision", "attempt", "intent"].includes(name))
          .map((name) => [name, ""]),
      );
      const button = code === "review_certification" ? "Submit Application" : "Next Step";
      await driver.press(button, { ...cleared, ...opened[code] });
      expect([driver.status, driver.title]).toEqual([422, title]);
      const banner = [...driver.screen.element.querySelectorAll('[role="alert"]')].find((alert) =>
        alert.textContent?.includes(refused),
      );
      const links = [...(banner?.querySelectorAll("li a") ?? [])];
      expect(links.length).toBeGreaterThan(0);
      expect(links.length).toBeLessThanOrEqual(7);
      const errors = [...driver.screen.element.querySelectorAll("[id$='-error']")];
      const at = (selector: string) => driver.screen.element.querySelector(selector);
      for (const { id, textContent } of errors) {
        expect(textContent, id).not.toBe("");
        expect(at(`[aria-describedby~="${id}"]`), `${id} describes its field`).not.toBeNull();
      }
      // A line names one message, or a section with the number of its questions.
      let named = 0;
      for (const link of links) {
        const field = link.getAttribute("href")?.slice(1);
        expect(at(`[id="${field}"]`), `${field} is there`).not.toBeNull();
        // A file's input is inside the group of its question.
        const error = at(`[id="${field}-error"], [id="${field}-file-error"]`);
        const text = link.textContent ?? "";
        const [, count] = /^Answer (\d+) questions in /.exec(text) ?? [];
        // The line may add the question, which the field has above its message.
        if (!count) expect(text, field).toContain(error?.textContent?.replace(/^Error: /, "") ?? "its message");
        named += Number(count ?? 1);
      }
      expect(named).toBe(errors.length);
    },
  );
});

describe("a draft without JavaScript", () => {
  let driver: WizardDriver;
  let client: HttpClient;
  let id: string;
  let email: string;
  let people = 0;
  beforeEach(async () => {
    client = new HttpClient(app);
    email = `no.script.${++people}@mail.example`;
    id = await client.start(email);
    driver = await new WizardDriver(app, client).open(`/apply/${id}`);
  });

  test("[W-WIZ-10, W-WIZ-11, W-SAVE-4] Previous saves a step even when it is not valid", async () => {
    const previous = () => driver.screen.getByRole<HTMLButtonElement>("button", { name: "Previous" });
    expect(previous().disabled).toBe(true);
    await driver.press("Next Step", first);
    expect([driver.title, previous().disabled]).toEqual(["Passport Information", false]);
    await driver.press("Previous", { passportNumber: "X1" });
    expect(driver.title).toBe("Applicant Information");
    expect((await storedStep(app, id, 2)).answers).toMatchObject({ passportNumber: "X1" });
  });

  test("[W-WIZ-8, W-WIZ-24] only reached steps can be opened, and the application opens at the step that was left", async () => {
    await driver.press("Next Step", first);
    await driver.press("Previous");
    const step = (name: RegExp) => driver.screen.getAllByRole<HTMLButtonElement>("button", { name })[0];
    expect(step(/Contact Information/)?.disabled).toBe(true);
    // A form that requests it nevertheless stays on its step.
    await client.save(id, { ...driver.answers(), intent: "goto:contact_info" });
    expect((await driver.open(`/apply/${id}`)).title).toBe("Applicant Information");
    await driver.press(/Passport Information/);
    expect(driver.title).toBe("Passport Information");
    expect((await new WizardDriver(app, client).open(`/apply/${id}`)).title).toBe("Passport Information");
  });

  test("[W-SHARED-10] a hidden answer stays stored and is back when its condition is met again", async () => {
    await driver.press("Next Step", first);
    await driver.press("Previous", { hasLostStolenPassport: "yes", lostStolenDetails: "In a taxi" });
    await driver.open(`/apply/${id}?step=passport_info`);
    await driver.press("Previous", { hasLostStolenPassport: "no" });
    await driver.open(`/apply/${id}?step=passport_info`);
    await driver.press("Previous", { hasLostStolenPassport: "yes" });
    expect((await storedStep(app, id, 2)).answers).toMatchObject({ lostStolenDetails: "In a taxi" });
  });

  test("[W-SAVE-5, W-SAVE-6] Save & Exit stores the percentage, says how to come back, and leads to the home page", async () => {
    await driver.press("Save & Exit", { firstName: "Ines" });
    expect(driver.title).toBe("Your application is saved");
    expect(driver.screen.words).toContain("You can resume later through a link sent to your email, ");
    expect(await rowOf(id)).toEqual({ place: 1, percent: 13 });
    await driver.follow("No, it’s mine");
    expect([driver.status, driver.path]).toEqual([200, "/"]);
    // This browser still has access.
    expect((await driver.open(`/apply/${id}`)).input("firstName").value).toBe("Ines");
  });

  test("[W-SAVE-6, W-RESUME-2] removing the application from this browser leads to the home page, and only its email opens it again", async () => {
    await driver.press("Save & Exit", { firstName: "Ines" });
    await driver.press("Yes, remove it from this browser");
    expect([driver.status, driver.path]).toEqual([200, "/"]);
    await confirmEmail(app, id);
    await driver.open(`/apply/${id}`);
    expect(driver.title).toBe("Welcome back");
    expect(driver.screen.words).not.toContain("Ines");
    await driver.press("Open my application", { email: "somebody@mail.example" });
    expect(driver.screen.words).toContain("That’s not the email address we have for this application.");
    await driver.press("Open my application", { email: email.toUpperCase() });
    expect(driver.input("firstName").value).toBe("Ines");
  });

  test("[W-RESUME-4] the holder's browser opens the application by id and by number", async () => {
    const [row] = await app.query<{ number: string }>(
      "select application_number as number from visa_applications where id = $1",
      [id],
    );
    for (const name of [id, row?.number ?? ""])
      expect((await driver.open(`/apply/${name}`)).title).toBe("Applicant Information");
  });

  test.each([
    ["Keep what I typed here", "There"],
    ["Use what was saved elsewhere", "Here"],
  ])("[W-SAVE-13] two tabs with different answers show both versions, and “%s” is saved", async (choice, kept) => {
    const otherDriver = await new WizardDriver(app, client).open(`/apply/${id}`);
    await driver.press("Save & Exit", { firstName: "Here" });
    await otherDriver.press("Save & Exit", { firstName: "There" });
    expect(otherDriver.title).toBe("Two versions of this step");
    const rows = otherDriver.screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(rows.filter((row) => row?.includes("First name"))).toEqual([
      expect.stringMatching(/Typed here\s*There\s*Saved elsewhere\s*Here/),
    ]);
    const nameOf = async () => (await storedStep(app, id, 1)).answers.firstName;
    expect(await nameOf()).toBe("Here");
    if (otherDriver.screen.queryByRole("button", { name: choice })) await otherDriver.press(choice);
    else await otherDriver.follow(choice);
    expect([otherDriver.title, otherDriver.input("firstName").value, await nameOf()]).toEqual([
      "Applicant Information",
      kept,
      kept,
    ]);
  });

  test("a name in any script, with an apostrophe or an accent, is stored exactly as typed", async () => {
    for (const [firstName = "", middleName = "", lastName = ""] of [
      ["D'Angelo", "O’Brien-Nuñez", "Zoë"],
      ["李小龍", "Дмитрий", "محمد"],
      ["Ọláwálé", "ตะวัน", "José María"],
    ]) {
      const names = { firstName, middleName, lastName };
      await driver.open(`/apply/${id}?step=applicant_info`);
      await driver.press("Next Step", { ...first, ...names });
      expect(driver.title).toBe("Passport Information");
      expect((await storedStep(app, id, 1)).answers).toMatchObject(names);
      await driver.open(`/apply/${id}?step=applicant_info`);
      expect(driver.answers()).toMatchObject(names);
    }
  });
});

describe("a browser whose access has ended", () => {
  const lines = "No script\u00a0& a “word”";
  let people = 0;
  /** Submits the first step without access: the page asks for the email. */
  async function sentWithout(confirmed: boolean) {
    const client = new HttpClient(app);
    const email = `ended.${++people}@mail.example`;
    const id = await client.start(email);
    const driver = await new WizardDriver(app, client).open(`/apply/${id}`);
    client.cookies.clear();
    if (confirmed) await confirmEmail(app, id);
    await driver.press("Next Step", { firstName: lines, lastName: "Rolle" });
    expect([driver.status, driver.title]).toEqual([403, "Welcome back"]);
    expect(driver.screen.words).toContain("Your latest answers are still here");
    return { walker: driver, visitor: client, id, email };
  }
  /** As the first submission would have done: incomplete, but stored and shown completely. */
  async function expectSaved({ walker: driver, id, email }: Awaited<ReturnType<typeof sentWithout>>) {
    driver.screen.getByRole("link", { name: "Gender is required" });
    expect(driver.input("firstName").value).toBe(lines);
    expect((await storedStep(app, id, 1)).answers).toMatchObject({ firstName: lines, lastName: "Rolle", email });
  }

  test("[W-WIZ-26] a browser whose access has ended keeps the typed values until the right email opens the application, also after a wrong email", async () => {
    const sent = await sentWithout(true);
    const { walker: driver, email } = sent;
    await driver.press("Open my application", { email: "wrong@mail.example" });
    expect(driver.screen.words).toContain("That’s not the email address");
    await driver.press("Open my application", { email });
    expect(driver.title).toBe("It is open again");
    await driver.press("Save and continue");
    await expectSaved(sent);
  });

  test("[W-WIZ-26] a browser whose access has ended keeps the typed values until a link opens the application in another tab", async () => {
    const sent = await sentWithout(false);
    const { walker: driver, visitor: client, email } = sent;
    const [mail] = await mailsTo(app, email, "application_started", 1);
    await continueBy(client, resumeLinkOf(mail).token);
    await driver.press("Save what I typed");
    await expectSaved(sent);
  });
});
