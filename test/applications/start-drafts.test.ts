import { beforeEach, describe, expect, test } from "vitest";
import { newEmail } from "../harness/applicants/begun";
import { serviceId, withoutTable } from "../harness/applicants/listed-steps";
import { WizardDriver } from "../harness/applicants/wizard-driver";
import { HttpClient } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
const evisa = await serviceId(app, "bahamian-evisa");
beforeEach(() => app.query("delete from limit_counts"));

const question = "You have a draft for this visa. Continue, or start another?";
const numberOf = async (id: string) =>
  (
    await app.query<{ number: string }>("select application_number as number from visa_applications where id = $1", [
      id,
    ])
  )[0]?.number ?? "";

describe("the start page with drafts for the same visa", () => {
  test("[N-BEGIN-4] the start page lists the browser's drafts first, fullest first, with number, percentage and last save, and Continue opens one", async () => {
    const driver = new WizardDriver(app);
    const [partial, full] = [
      await driver.client.start(newEmail(), { service: evisa }),
      await driver.client.start(newEmail(), { service: evisa }),
    ];
    await driver.client.start(newEmail(), { service: await serviceId(app, "us-travel-b1-b2-visa") });
    await app.query(
      "update visa_applications set completion_percentage = 46, last_updated_at = '2026-03-04T15:05:00Z' where id = $1",
      [full],
    );
    await driver.open(`/apply?service=${evisa}`);
    expect(driver.screen.getByRole("region", { name: question })).toBeDefined();
    expect(driver.screen.queryByRole("button", { name: /Start Application/ })).toBeNull();
    const items = driver.screen.getAllByRole("listitem").filter((item) => /% complete/.test(item.textContent ?? ""));
    expect(items.map((item) => item.textContent?.replace(/\s+/g, " "))).toEqual([
      expect.stringMatching(new RegExp(`^${await numberOf(full)}46% complete · last saved Mar(ch)? 4, 2026`)),
      expect.stringMatching(new RegExp(`^${await numberOf(partial)}\\d+% complete · last saved`)),
    ]);
    await driver.follow(`Continue with ${await numberOf(full)}`);
    expect([driver.path, driver.title]).toEqual([`/apply/${full}`, "Applicant Information"]);
  });

  test("[N-BEGIN-4] Start another shows the form, and other services and other browsers see no question", async () => {
    const driver = new WizardDriver(app);
    const id = await driver.client.start(newEmail(), { service: evisa });
    await driver.open(`/apply?service=${evisa}`);
    await driver.follow("With an empty form");
    await driver.press("Start Application", { email: newEmail(), terms: "yes" });
    expect(driver.title).toBe("Applicant Information");
    for (const path of ["/apply", `/apply?service=${await serviceId(app, "us-travel-b1-b2-visa")}`])
      expect((await driver.open(path)).screen.words).not.toContain(question);
    const otherDriver = await new WizardDriver(app).open(`/apply?service=${evisa}`);
    expect(otherDriver.screen.words).not.toContain(question);
    expect(otherDriver.screen.words).not.toContain(await numberOf(id));
  });

  test("[B-GUARD-1] Start another fills in the nationality of the address, which an answer led to", async () => {
    const driver = new WizardDriver(app);
    await driver.client.start(newEmail(), { service: evisa });
    await driver.open(`/apply?service=${evisa}&nationality=jm`);
    await driver.follow("With an empty form");
    expect(driver.screen.getByLabelText<HTMLSelectElement>("Your nationality (optional)").value).toBe("JM");
  });

  test("[F-APPL-9] each draft shows its applicant's name and number, and a draft without a name its start date and number", async () => {
    const driver = new WizardDriver(app);
    const named = await driver.client.start(newEmail(), { service: evisa });
    const nameless = await driver.client.start(newEmail(), { service: evisa });
    await app.query(
      `update visa_applications set completion_percentage = 30,
         metadata = jsonb_build_object('step1', jsonb_build_object('firstName', 'Ana', 'lastName', 'Bowe')) where id = $1`,
      [named],
    );
    await driver.open(`/apply?service=${evisa}`);
    const items = driver.screen.getAllByRole("listitem").filter((item) => /% complete/.test(item.textContent ?? ""));
    expect(items.map((item) => item.textContent?.replace(/\s+/g, " "))).toEqual([
      expect.stringMatching(new RegExp(`^Ana Bowe${await numberOf(named)}30% complete`)),
      expect.stringMatching(new RegExp(`^${await numberOf(nameless)}\\d+% complete .+ · started `)),
    ]);
    const header = async (id: string) => (await driver.open(`/apply/${id}`)).screen.words;
    expect(await header(named)).toMatch(new RegExp(`${await numberOf(named)}.{0,30}Ana BoweBahamian`));
    expect(await header(nameless)).toMatch(new RegExp(`${await numberOf(nameless)}.{0,30}started [A-Z].+Bahamian`));
    await app.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [named]);
    await driver.open(`/apply/${named}`);
    expect(driver.screen.getByRole("heading", { level: 1 }).textContent?.replace(/\s+/g, " ")).toBe(
      `Application ${await numberOf(named)} for Ana Bowe`,
    );
  });

  test("[F-APPL-10] Start another offers an empty form, or one for a family member with postal address, contacts and trip of the fullest draft", async () => {
    const driver = new WizardDriver(app);
    const id = await driver.client.start(newEmail(), { service: evisa });
    await driver.open(`/apply?service=${evisa}`);
    expect(driver.screen.getByRole("link", { name: "With an empty form" })).toBeDefined();
    await driver.follow("For a family member");
    expect([driver.status, driver.path]).toEqual([200, `/apply/${id}/again?for=family`]);
  });

  test("[N-BEGIN-4] the start page ignores drafts without access and submitted applications", async () => {
    const driver = new WizardDriver(app);
    const ids = [newEmail(), newEmail()].map((email) => driver.client.start(email, { service: evisa }));
    const [expired, submitted] = [await ids[0], await ids[1]];
    await app.query("update application_holders set expires_at = now() where application_id = $1", [expired]);
    await app.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [
      submitted,
    ]);
    await driver.open(`/apply?service=${evisa}`);
    expect(driver.screen.words).not.toContain(question);
    expect(driver.screen.getByRole("button", { name: /Start Application/ })).toBeDefined();
  });
});

describe("a refused start of an application", () => {
  test.each([
    [
      { email: "" },
      ["Please enter your email address to #email", "Please agree to the terms and the privacy policy to #terms"],
    ],
    [{ email: "kept@mail.example" }, ["Please agree to the terms and the privacy policy to #terms"]],
    [{ email: "nobody", terms: "yes" }, ["Please enter a valid email address to #email"]],
  ])(
    "[N-BEGIN-6] a refused start links each error to its field, keeps the typed values, and begins its title with Error: %j",
    async (given, links) => {
      const driver = new WizardDriver(app, new HttpClient(app));
      await driver.open(`/apply?service=${evisa}`);
      expect(driver.screen.title).not.toContain("Error");
      await driver.press("Start Application", given);
      expect(driver.status).toBe(422);
      expect(driver.screen.title).toMatch(/^Error: Apply: /);
      const alert = driver.screen.getByRole("alert");
      const linkTexts = [...alert.querySelectorAll("a")].map(
        (link) => `${link.textContent} to ${link.getAttribute("href")}`,
      );
      expect(linkTexts).toEqual(links);
      for (const link of alert.querySelectorAll("a"))
        expect(driver.screen.element.querySelector(link.getAttribute("href") ?? "")?.getAttribute("aria-invalid")).toBe(
          "true",
        );
      expect(driver.input("email").value).toBe(given.email);
      expect(driver.input("terms").checked).toBe("terms" in given);
    },
  );

  test("[N-BEGIN-6] a start that fails without an invalid field keeps the typed values and begins its title with Error", async () => {
    const driver = new WizardDriver(app);
    await driver.open(`/apply?service=${evisa}`);
    await withoutTable(app, "application_holders", async () => {
      await driver.press("Start Application", { email: "later@mail.example", terms: "yes" });
    });
    expect(driver.screen.getByRole("alert").textContent).toContain("Failed to start application. Please try again.");
    expect([driver.status, driver.screen.title]).toEqual([500, expect.stringMatching(/^Error: /)]);
    expect([driver.input("email").value, driver.input("terms").checked]).toEqual(["later@mail.example", true]);
  });
});
