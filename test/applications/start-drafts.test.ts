import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AppServer } from "../harness/app-server";
import { newEmail } from "../harness/applicants/begun";
import { serviceOf, withoutTable } from "../harness/applicants/listed-steps";
import { WizardDriver } from "../harness/applicants/wizard-driver";
import { HttpClient } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

let program: AppServer;
let evisa: string;
beforeAll(async () => {
  program = await sharedApp();
  evisa = (await serviceOf(program, "bahamian-evisa")).id;
});
beforeEach(() => program.query("delete from limit_counts"));

const question = "You have a draft for this visa. Continue, or start another?";
const numberOf = async (id: string) =>
  (
    await program.query<{ number: string }>(
      "select application_number as number from visa_applications where id = $1",
      [id],
    )
  )[0]?.number ?? "";

describe("the start page with drafts for the same visa", () => {
  test("[N-BEGIN-4] the start page lists the browser's drafts first, fullest first, with number, percentage and last save, and Continue opens one", async () => {
    const walker = new WizardDriver(program);
    const [one, full] = [
      await walker.visitor.start(newEmail(), { service: evisa }),
      await walker.visitor.start(newEmail(), { service: evisa }),
    ];
    await walker.visitor.start(newEmail(), { service: (await serviceOf(program, "us-travel-b1-b2-visa")).id });
    await program.query(
      "update visa_applications set completion_percentage = 46, last_updated_at = '2026-03-04T15:05:00Z' where id = $1",
      [full],
    );
    await walker.open(`/apply?service=${evisa}`);
    expect(walker.screen.getByRole("region", { name: question })).toBeDefined();
    expect(walker.screen.queryByRole("button", { name: /Start Application/ })).toBeNull();
    const items = walker.screen.getAllByRole("listitem").filter((item) => /% complete/.test(item.textContent ?? ""));
    expect(items.map((item) => item.textContent?.replace(/\s+/g, " "))).toEqual([
      expect.stringMatching(new RegExp(`^${await numberOf(full)}46% complete · last saved Mar(ch)? 4, 2026`)),
      expect.stringMatching(new RegExp(`^${await numberOf(one)}\\d+% complete · last saved`)),
    ]);
    await walker.follow(`Continue with ${await numberOf(full)}`);
    expect([walker.path, walker.title]).toEqual([`/apply/${full}`, "Applicant Information"]);
  });

  test("[N-BEGIN-4] Start another shows the form, and other services and other browsers see no question", async () => {
    const walker = new WizardDriver(program);
    const id = await walker.visitor.start(newEmail(), { service: evisa });
    await walker.open(`/apply?service=${evisa}`);
    await walker.follow("With an empty form");
    await walker.press("Start Application", { email: newEmail(), terms: "yes" });
    expect(walker.title).toBe("Applicant Information");
    for (const path of ["/apply", `/apply?service=${(await serviceOf(program, "us-travel-b1-b2-visa")).id}`])
      expect((await walker.open(path)).screen.words).not.toContain(question);
    const stranger = await new WizardDriver(program).open(`/apply?service=${evisa}`);
    expect(stranger.screen.words).not.toContain(question);
    expect(stranger.screen.words).not.toContain(await numberOf(id));
  });

  test("[F-APPL-9] each draft shows its applicant's name and number, and a draft without a name its start date and number", async () => {
    const walker = new WizardDriver(program);
    const named = await walker.visitor.start(newEmail(), { service: evisa });
    const nameless = await walker.visitor.start(newEmail(), { service: evisa });
    await program.query(
      `update visa_applications set completion_percentage = 30,
         metadata = jsonb_build_object('step1', jsonb_build_object('firstName', 'Ana', 'lastName', 'Bowe')) where id = $1`,
      [named],
    );
    await walker.open(`/apply?service=${evisa}`);
    const items = walker.screen.getAllByRole("listitem").filter((item) => /% complete/.test(item.textContent ?? ""));
    expect(items.map((item) => item.textContent?.replace(/\s+/g, " "))).toEqual([
      expect.stringMatching(new RegExp(`^Ana Bowe${await numberOf(named)}30% complete`)),
      expect.stringMatching(new RegExp(`^${await numberOf(nameless)}\\d+% complete .+ · started `)),
    ]);
    const header = async (id: string) => (await walker.open(`/apply/${id}`)).screen.words;
    expect(await header(named)).toMatch(new RegExp(`${await numberOf(named)}.{0,30}Ana BoweBahamian`));
    expect(await header(nameless)).toMatch(new RegExp(`${await numberOf(nameless)}.{0,30}started [A-Z].+Bahamian`));
    await program.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [
      named,
    ]);
    await walker.open(`/apply/${named}`);
    expect(walker.screen.getByRole("heading", { level: 1 }).textContent?.replace(/\s+/g, " ")).toBe(
      `Application ${await numberOf(named)} for Ana Bowe`,
    );
  });

  test("[F-APPL-10] Start another offers an empty form, or one for a family member with postal address, contacts and trip of the fullest draft", async () => {
    const walker = new WizardDriver(program);
    const id = await walker.visitor.start(newEmail(), { service: evisa });
    await walker.open(`/apply?service=${evisa}`);
    expect(walker.screen.getByRole("link", { name: "With an empty form" })).toBeDefined();
    await walker.follow("For a family member");
    expect([walker.status, walker.path]).toEqual([200, `/apply/${id}/again?for=family`]);
  });

  test("[N-BEGIN-4] the start page ignores drafts without access and submitted applications", async () => {
    const walker = new WizardDriver(program);
    const ids = [newEmail(), newEmail()].map((email) => walker.visitor.start(email, { service: evisa }));
    const [ended, submitted] = [await ids[0], await ids[1]];
    await program.query("update application_holders set expires_at = now() where application_id = $1", [ended]);
    await program.query("update visa_applications set status = 'submitted', submitted_at = now() where id = $1", [
      submitted,
    ]);
    await walker.open(`/apply?service=${evisa}`);
    expect(walker.screen.words).not.toContain(question);
    expect(walker.screen.getByRole("button", { name: /Start Application/ })).toBeDefined();
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
      const walker = new WizardDriver(program, new HttpClient(program));
      await walker.open(`/apply?service=${evisa}`);
      expect(walker.screen.title).not.toContain("Error");
      await walker.press("Start Application", given);
      expect(walker.status).toBe(422);
      expect(walker.screen.title).toMatch(/^Error: Apply: /);
      const alert = walker.screen.getByRole("alert");
      const said = [...alert.querySelectorAll("a")].map(
        (link) => `${link.textContent} to ${link.getAttribute("href")}`,
      );
      expect(said).toEqual(links);
      for (const link of alert.querySelectorAll("a"))
        expect(walker.screen.element.querySelector(link.getAttribute("href") ?? "")?.getAttribute("aria-invalid")).toBe(
          "true",
        );
      expect(walker.input("email").value).toBe(given.email);
      expect(walker.input("terms").checked).toBe("terms" in given);
    },
  );

  test("[N-BEGIN-6] a start that fails without an invalid field keeps the typed values and begins its title with Error", async () => {
    const walker = new WizardDriver(program);
    await walker.open(`/apply?service=${evisa}`);
    await withoutTable(program, "application_holders", async () => {
      await walker.press("Start Application", { email: "later@mail.example", terms: "yes" });
    });
    expect(walker.screen.getByRole("alert").textContent).toContain("Failed to start application. Please try again.");
    expect([walker.status, walker.screen.title]).toEqual([500, expect.stringMatching(/^Error: /)]);
    expect([walker.input("email").value, walker.input("terms").checked]).toEqual(["later@mail.example", true]);
  });
});
