import { beforeEach, describe, expect, test } from "vitest";
import { storedStep } from "../../harness/applicants/wizard";
import { WizardDriver } from "../../harness/applicants/wizard-driver";
import { signIn } from "../../harness/desk/desk";
import { continueBy, mailsTo, resumeLinkOf } from "../../harness/fakes/mails";
import { HttpClient } from "../../harness/http-client";
import { sharedApp } from "../../harness/shared";

// Without JavaScript: access and confirmed emails. With it: e2e/access.

let driver: WizardDriver;
let email: string;
let id: string;
let people = 0;
const app = await sharedApp();
beforeEach(async () => {
  const client = new HttpClient(app);
  email = `access.${++people}@mail.example`;
  id = await client.start(email);
  driver = await new WizardDriver(app, client).open(`/apply/${id}`);
});
const count = async () => (await app.query("select 1 from application_holders where application_id = $1", [id])).length;
const answers = async () => (await storedStep(app, id, 1)).answers;

/** Another browser that opened the link of the welcome mail. */
async function another(): Promise<HttpClient> {
  const client = new HttpClient(app);
  await continueBy(client, resumeLinkOf((await mailsTo(app, email, "application_started", 1))[0]).token);
  return client;
}

describe("the browsers of an application", () => {
  const rows = () => driver.screen.getByRole("list", { name: "Browsers" }).querySelectorAll("li");

  test("[V-ATK-15] the page of who can open it saves the open step, ends one browser's access after a confirmation, and then all others'", async () => {
    const [first] = [await another(), await another(), await another()];
    await driver.press("Who can open this application", { firstName: "Typed" });
    expect(driver.title).toBe("Who can open this application");
    expect(await answers()).toMatchObject({ firstName: "Typed" });
    expect(rows()).toHaveLength(4);
    expect(rows()[0]?.textContent).toContain("This browser");
    // Of four links of the same words each says which browser it ends.
    expect(driver.screen.getAllByRole("link", { name: /^End access for \S/ })).toHaveLength(4);

    const last = () => rows()[3]?.querySelector("a")?.getAttribute("href") ?? "";
    await driver.open(last());
    expect(driver.title).toBe("End access for this browser?");
    await driver.follow("Keep access");
    expect(rows()).toHaveLength(4);
    await driver.open(last());
    await driver.press("End access");
    expect(driver.screen.words).toContain("Access ended.");
    expect(rows()).toHaveLength(3);
    await driver.follow("End all others");
    await driver.press("End all others");
    expect(rows()).toHaveLength(1);
    expect(driver.screen.queryByRole("link", { name: "End all others" })).toBeNull();
    expect((await first?.get(`/apply/${id}/browsers`))?.status).toBe(302);
  });

  test("[V-ATK-15] an applicant can end the current browser's access too, as with Save & Exit on a shared device", async () => {
    await driver.press("Who can open this application");
    await driver.follow(/^End access/);
    await driver.press("End access");
    expect(driver.path).toBe("/");
    expect(await count()).toBe(0);
  });
});

describe("the email of an application", () => {
  test("[V-ATK-13] sending the link again keeps the values typed in the step", async () => {
    await driver.press("Send it again", { firstName: "Natasha" });
    expect(driver.screen.words).toContain("Sent. Please check your inbox");
    await driver.follow("Back to the application");
    expect(driver.input("firstName").value).toBe("Natasha");
    await mailsTo(app, email, "resume_link", 1);
  });

  test("[V-ATK-12, V-ATK-14] the mailed link asks who began the application, and after No the holder has to give a different email", async () => {
    const [mail] = await mailsTo(app, email, "application_started", 1);
    const owner = await new WizardDriver(app).open(resumeLinkOf(mail).path);
    const choices = owner.screen
      .getByRole("radiogroup", { name: "Did you begin this application?" })
      .querySelectorAll<HTMLInputElement>('input[type="radio"]');
    expect([...choices].filter(({ checked }) => checked)).toEqual([]);
    const no = [...choices].find(({ labels }) => labels?.[0]?.textContent?.startsWith("No"));
    await owner.press("Continue");
    expect(owner.screen.words).toContain("Please choose one of the three answers");
    await owner.press("Continue", { [no?.name ?? ""]: no?.value ?? "" });
    expect(owner.title).toBe("Thank you for telling us");

    await driver.open(`/apply/${id}`);
    await driver.press("Give another email address", { lastName: "Rolle" });
    expect(driver.title).toBe("Give another email address");
    expect(await answers()).toMatchObject({ lastName: "Rolle" });
    const address = driver.screen.getByLabelText<HTMLInputElement>(/^Email address/).name;
    await driver.press("Use this address", { [address]: email });
    expect(driver.screen.words).toContain("told us this application isn’t theirs. Please enter a different address");
    expect(driver.input(address).value).toBe(email);
    await driver.press("Use this address", { [address]: `right.${email}` });
    expect(driver.screen.words).toContain("Sent. Please check your inbox");
    await driver.follow("Back to the application");
    expect(driver.title).toBe("Applicant Information");
    expect(driver.screen.words).not.toContain("Give another email address");
  });
});

test("[V-ATK-10] staff delete a draft at the desk after a confirmation", async () => {
  const desk = new WizardDriver(app, await signIn(app));
  await desk.open(`/admin/applications/${id}`);
  await desk.follow("Delete this draft");
  desk.screen.getByRole("alertdialog", { name: "Delete 1 draft?" });
  await desk.press("Delete");
  expect(desk.screen.getAllByRole("alert").map(({ textContent }) => textContent)).toContain("1 draft deleted.");
  expect(await app.query("select 1 from visa_applications where id = $1", [id])).toEqual([]);
});
