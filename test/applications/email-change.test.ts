import { beforeEach, describe, expect, test } from "vitest";
import { newEmail, rowOf } from "../harness/applicants/begun";
import { WizardDriver } from "../harness/applicants/wizard-driver";
import { signIn } from "../harness/desk/desk";
import { continueBy, mailsTo, resumeLinkOf } from "../harness/fakes/mails";
import { form, HttpClient } from "../harness/http-client";
import { queueIsDone } from "../harness/queue";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
beforeEach(() => app.query("delete from limit_counts"));

const linkIn = (mail: { text?: string | undefined } | undefined) => {
  const [path] = /\/application\/email\?token=[\w-]+/.exec(mail?.text ?? "") ?? [];
  if (!path) throw new Error("There is no link in the mail");
  return path;
};
const waits = (email: string, change: string) =>
  `We write to ${email}. The change to ${change} takes effect once the link that we sent there is used.`;
const endedMessage = "This link no longer works. Your email address was not changed.";
const staffDriver = async () => new WizardDriver(app, await signIn(app));

/** A draft with step 1 typed, in the browser that started it. */
async function startDraft() {
  const client = new HttpClient(app);
  const email = newEmail();
  const id = await client.start(email);
  const [welcome] = await mailsTo(app, email, "application_started", 1);
  return { visitor: client, driver: new WizardDriver(app, client), id, email, link: resumeLinkOf(welcome) };
}

describe("a change of email", () => {
  test("[N-EMAIL-5, N-EMAIL-6, N-EMAIL-10] an applicant changes the email in step 1, gets a link, and confirms it with the button on the linked page", async () => {
    const { visitor: client, driver, id, email } = await startDraft();
    const otherEmail = newEmail();
    const {
      step: _,
      revision: __,
      ...answers
    } = form("applicant_info", "Applicant Information", { email: otherEmail });
    await driver.open(`/apply/${id}`);
    await driver.press("Next Step", answers);
    expect(driver.title).toBe("Passport Information");
    const [mail] = await mailsTo(app, otherEmail, "email_change", 1);
    expect(mail?.html).toContain(linkIn(mail));
    await driver.open(`/apply/${id}?step=applicant_info`);
    expect(driver.screen.words).toContain(waits(email, otherEmail));
    await driver.press("Send the link again");
    expect(driver.screen.words).toContain("Sent. Please check your inbox");
    const [, again] = await mailsTo(app, otherEmail, "email_change", 2);

    const elsewhere = new WizardDriver(app);
    const page = await elsewhere.client.get(linkIn(mail));
    expect(page.headers.get("cache-control")).toContain("no-store");
    expect(await page.text()).toContain('<meta name="robots" content="noindex"/>');
    await elsewhere.open(linkIn(again));
    for (const text of [otherEmail, "Use this address"]) expect(elsewhere.screen.words).toContain(text);
    expect(elsewhere.screen.words).not.toContain(email);
    expect((await rowOf(app, id)).email).toBe(email);
    await elsewhere.press("Use this address");
    expect([elsewhere.status, elsewhere.title]).toEqual([200, "Your email address is changed"]);
    expect(elsewhere.screen.words, "another browser is told nothing of it").not.toContain(otherEmail);
    expect(await rowOf(app, id)).toMatchObject({ email: otherEmail });
    for (const path of [linkIn(mail), linkIn(again), "/application/email?token=x"]) {
      await elsewhere.open(path);
      expect([elsewhere.status, elsewhere.screen.words]).toEqual([404, expect.stringContaining(endedMessage)]);
      expect(elsewhere.screen.getByRole("link", { name: "Find my application" }).getAttribute("href")).toBe(
        "/apply/start",
      );
    }
    const late = await elsewhere.client.post("/application/email", {
      token: new URL(linkIn(mail), "http://x").searchParams.get("token") ?? "",
    });
    expect([late.status, await late.text()]).toEqual([404, expect.stringContaining(endedMessage)]);
    // The browser that started it keeps access.
    expect((await client.get(`/apply/${id}`)).status).toBe(200);
    expect((await rowOf(app, id)).email).toBe(otherEmail);
  });

  test("[N-EMAIL-8] the old email gets a notice without a link, which masks the new email", async () => {
    const { visitor: client, id, email } = await startDraft();
    const otherEmail = `natasha@reef${crypto.randomUUID().slice(0, 8)}.example`;
    await client.post(`/apply/${id}/email`, { intent: "change", email: otherEmail });
    const [mail] = await mailsTo(app, otherEmail, "email_change", 1);
    await new WizardDriver(app).open(linkIn(mail)).then((owner) => owner.press("Use this address"));
    const [notification] = await mailsTo(app, email, "email_changed", 1);
    const text = notification?.text?.replace(/\s+/g, " ") ?? "";
    const [{ number, phone } = { number: "", phone: "" }] = await app.query<{ number: string; phone: string }>(
      "select application_number as number, (select value #>> '{}' from site_settings where key = 'contact_phone') as phone from visa_applications where id = $1",
      [id],
    );
    for (const expectedText of [number, otherEmail.replace("natasha", "n…a"), `Please call us at once at ${phone}`])
      expect(text).toContain(expectedText);
    for (const part of [notification?.text, notification?.html]) expect(part).not.toMatch(/token=|\/apply\//);
    expect(text).not.toContain(otherEmail);
  });

  test("[N-EMAIL-5, N-EMAIL-10] the holder of a submitted application requests a new email on its page, has the link sent again, and cancels the change", async () => {
    const { visitor: client, driver, id, email } = await startDraft();
    await client.fillIn(id);
    expect((await client.submit(id)).outcome.kind).toBe("submitted");
    const otherEmail = newEmail();
    await driver.open(`/apply/${id}`);
    expect(driver.screen.words).toContain(`Our emails about this application go to ${email}.`);
    expect(driver.screen.getByRole("form", { name: "Change email" })).toBeDefined();
    await driver.press("Change email", { email: "nobody" });
    expect([driver.status, driver.screen.words]).toEqual([422, expect.stringContaining("Please enter a valid email")]);
    await driver.press("Change email", { email: otherEmail });
    expect([driver.path, driver.screen.words]).toEqual([
      `/apply/${id}`,
      expect.stringContaining(waits(email, otherEmail)),
    ]);
    const desk = await (await staffDriver()).open(`/admin/applications/${id}`);
    expect(desk.screen.words).toContain(waits(email, otherEmail));
    const otherDriver = await new WizardDriver(app).open(`/apply/${id}`);
    for (const address of [email, otherEmail]) expect(otherDriver.screen.words).not.toContain(address);
    const [mail] = await mailsTo(app, otherEmail, "email_change", 1);
    await driver.press(`Keep ${email}`);
    expect(driver.screen.words).not.toContain(otherEmail);
    await driver.open(linkIn(mail));
    expect([driver.status, driver.screen.words]).toEqual([404, expect.stringContaining(endedMessage)]);
    expect((await rowOf(app, id)).email).toBe(email);
  });
});

test("[F-APPL-11] while a new email is unconfirmed, a step asks to confirm it, and an applicant without access gets a link there without typing it", async () => {
  const { visitor: client, driver, id, email } = await startDraft();
  const otherEmail = newEmail();
  const { step: _, revision: __, ...answers } = form("applicant_info", "Applicant Information", { email: otherEmail });
  await driver.open(`/apply/${id}`);
  await driver.press("Next Step", answers);
  expect(driver.title).toBe("Passport Information");
  await mailsTo(app, otherEmail, "email_change", 1);
  expect(driver.screen.words).toContain(`Use the link that we sent to ${otherEmail}.`);
  expect(driver.screen.words).not.toContain(`sent to ${email}`);
  client.cookies.clear();
  await driver.press("Next Step", { passportNumber: "R7 001" });
  expect([driver.status, driver.title]).toEqual([403, "Welcome back"]);
  await driver.press("Send the link");
  expect(driver.screen.words).toContain("we’ll email a new link");
  await mailsTo(app, otherEmail, "email_change", 2);
  expect(await mailsTo(app, email, "resume_link", 0)).toEqual([]);
});

describe("finding an application by its email", () => {
  test("[N-EMAIL-12] only the confirmed email finds an application: not the new one before the change, and not the old one after it", async () => {
    const { visitor: client, id, email, link } = await startDraft();
    // While it is unconfirmed, the link goes to the new email (F-APPL-11).
    await continueBy(new HttpClient(app), link.token);
    const otherEmail = newEmail();
    await client.post(`/apply/${id}/email`, { intent: "change", email: otherEmail });
    const [mail] = await mailsTo(app, otherEmail, "email_change", 1);
    const answers: string[] = [];
    const requestLink = async (asked: string) => {
      const finder = await new WizardDriver(app).open("/apply/start");
      await finder.press("Send me the link", { asked });
      answers.push(`${finder.status} ${finder.screen.getByRole("status").textContent}`);
      await queueIsDone(app);
      // A queued link would go to the next email (N-EMAIL-6).
      await queueIsDone(app, "mail.");
    };
    const linksTo = async (address: string) =>
      (
        await app.query("select 1 from email_notifications where email_type = 'resume_link' and recipient_email = $1", [
          address,
        ])
      ).length;
    await requestLink(otherEmail);
    await requestLink(email);
    expect([await linksTo(otherEmail), await linksTo(email)]).toEqual([0, 1]);
    await new WizardDriver(app).open(linkIn(mail)).then((owner) => owner.press("Use this address"));
    await requestLink(otherEmail);
    await requestLink(email);
    expect([await linksTo(otherEmail), await linksTo(email)]).toEqual([1, 1]);
    expect(new Set(answers).size).toBe(1);
  });

  test("[N-EMAIL-11] confirming a new email revokes access of a browser that came by an older link, and that link", async () => {
    const { visitor: client, id, email, link } = await startDraft();
    const otherEmail = newEmail();
    const mailbox = new HttpClient(app);
    await continueBy(mailbox, link.token);
    expect((await mailbox.get(`/apply/${id}/browsers`)).status).toBe(200);
    await client.post(`/apply/${id}/email`, { intent: "change", email: otherEmail });
    const [mail] = await mailsTo(app, otherEmail, "email_change", 1);
    await new WizardDriver(app).open(linkIn(mail)).then((owner) => owner.press("Use this address"));
    expect((await mailbox.get(`/apply/${id}/browsers`)).headers.get("location")).toBe(`/apply/${id}`);
    expect((await continueBy(mailbox, link.token)).status).toBe(400);
    for (const address of [email, otherEmail])
      expect((await mailbox.post(`/apply/${id}`, { intent: "open", email: address })).status).toBe(403);
    expect((await client.get(`/apply/${id}/browsers`)).status, "the one that started it stays").toBe(200);
  });
});

describe("an email corrected at the desk", () => {
  test("[N-EMAIL-13] staff request a new email on the application's page, at most five times an hour, and the applicant's step is saved despite the limit", async () => {
    const { visitor: client, id, email } = await startDraft();
    const desk = await staffDriver();
    const otherEmails = Array.from({ length: 6 }, newEmail);
    const path = `/admin/applications/${id}`;
    for (const otherEmail of otherEmails.slice(0, 5)) {
      await desk.open(path);
      await desk.press("Change email", { email: otherEmail });
      expect([desk.status, desk.screen.words]).toEqual([200, expect.stringContaining(waits(email, otherEmail))]);
    }
    await desk.press("Change email", { email: otherEmails[5] ?? "" });
    const tooMany =
      "Too many changes of the email address were requested for this application. Please try again in an hour.";
    expect([desk.status, desk.screen.words]).toEqual([429, expect.stringContaining(tooMany)]);
    const { status, outcome } = await client.save(id, {
      ...form("applicant_info", "Applicant Information", { email: newEmail(), firstName: "Saved" }),
      intent: "next",
    });
    expect([status, JSON.stringify(outcome)]).toEqual([429, expect.stringContaining(tooMany)]);
    const [row] = await app.query<{ name: string }>(
      "select metadata->'step1'->>'firstName' as name from visa_applications where id = $1",
      [id],
    );
    expect(row?.name).toBe("Saved");
  });
});
