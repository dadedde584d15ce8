import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { describe, expect, test } from "vitest";
import { formIn, textOfHtml } from "../harness/form-fields";
import { form, HttpClient, until } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();

let people = 0;
const newEmail = () => `person${++people}@mail.example`;
/** The mails to an address by kind, from the outbox table. */
const mailsOf = (id: string) =>
  app.query<{ kind: string; count: number }>(
    `select email_type as kind, count(*)::int as count from email_notifications
     where application_id = $1 group by email_type order by email_type::text`,
    [id],
  );
const applicationsOf = (email: string) => app.query("select * from visa_applications where user_email = $1", [email]);
/** Mails in the outbox directory to an address. */
async function lettersTo(address: string) {
  const folder = join(app.dataDir, "outbox");
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const letters = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
  return letters.filter((letter) => letter.to?.some((to) => to.address === address));
}

/** An application that only lacks its review. */
async function filledIn() {
  const client = new HttpClient(app);
  const email = newEmail();
  const id = await client.start(email);
  await client.fillIn(id);
  return { visitor: client, email, id };
}

describe("starting an application", () => {
  test("[W-START-15] one attempt key sent five times at once by one browser starts one application, and each tab gets its response", async () => {
    const email = newEmail();
    const fields = { email, terms: "yes", attempt: crypto.randomUUID() };
    const shown = new HttpClient(app);
    await shown.get("/apply");
    const clients = Array.from({ length: 5 }, () => shown.tab());
    const responses = await Promise.all(clients.map((client) => client.post("/apply", fields)));
    const locations = new Set(responses.map((response) => response.headers.get("location")));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 302));
    expect(locations.size).toBe(1);
    const [application, ...otherApplications] = await applicationsOf(email);
    expect(otherApplications).toEqual([]);
    expect([...locations][0]).toBe(`/apply/${application?.id}`);
    // The lost response is as valid as the received one.
    for (const client of clients)
      expect(
        (await client.save(String(application?.id), { step: "applicant_info", revision: "0", email })).status,
      ).toBe(200);
  });
});

describe("submitting an application", () => {
  test("[W-SUBMIT-16] the same key, repeated or simultaneous, gives one submission, one set of mails and the same response", async () => {
    const { visitor: client, email, id } = await filledIn();
    const attempt = crypto.randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => client.submit(id, attempt)));
    for (const response of answers) expect(response).toMatchObject({ status: 200, outcome: { kind: "submitted" } });
    expect(await client.submit(id, attempt)).toMatchObject({ status: 200, outcome: { kind: "submitted" } });
    await expectOneSubmission(id);
    const letters = await until("both letters are written", async () => {
      const all = await lettersTo(email);
      return all.length >= 2 ? all : undefined;
    });
    expect(letters).toHaveLength(2);
  });

  test("[W-SUBMIT-17] two tabs at once with different keys give one submission and one set of mails", async () => {
    const { visitor: client, id } = await filledIn();
    // Save the review first, so that both tabs start from the same revision.
    const saved = await client.save(id, form("review_certification", "Review & Certification"));
    const tabs = [1, 2].map(() => client.submit(id, crypto.randomUUID(), saved.outcome.revision ?? 0));
    const outcomes = (await Promise.all(tabs)).map(({ status, outcome }) => `${status} ${outcome.kind}`).sort();
    expect(outcomes).toEqual(["200 submitted", "409 already"]);
    await expectOneSubmission(id);
  });

  test("[W-RESUME-12] after a submission, another submission and every save get 409 and change nothing", async () => {
    const { visitor: client, id } = await filledIn();
    expect((await client.submit(id)).outcome.kind).toBe("submitted");
    const before = await app.query("select * from visa_applications where id = $1", [id]);
    expect(await client.submit(id)).toMatchObject({ status: 409, outcome: { kind: "already" } });
    const late = form("applicant_info", "Applicant Information", { firstName: "Late", revision: "1" });
    expect(await client.save(id, late)).toMatchObject({ status: 409, outcome: { kind: "already" } });
    const page = await client.post(`/apply/${id}`, { ...late, intent: "save" });
    expect([page.status, (await page.text()).includes("already been submitted")]).toEqual([409, true]);
    expect(await app.query("select * from visa_applications where id = $1", [id])).toEqual(before);
    await expectOneSubmission(id);
  });

  test("[W-SUBMIT-4] an application with an invalid earlier step is refused with the step and its problems, and stays a draft", async () => {
    const { visitor: client, id } = await filledIn();
    const passport = form("passport_info", "Passport Information", {
      passportNumber: "",
      expirationDate: "2020-01-01",
      revision: "1",
    });
    expect((await client.save(id, passport)).status).toBe(200);
    const refused = await client.submit(id);
    expect(refused.status).toBe(422);
    expect(refused.outcome).toMatchObject({
      kind: "incomplete",
      steps: [
        {
          code: "passport_info",
          problems: [
            { name: "passportNumber", message: "Passport number is required" },
            { name: "expirationDate", message: "Passport must be valid (not expired)" },
          ],
        },
      ],
    });
    const [row] = await app.query("select status, submitted_at from visa_applications where id = $1", [id]);
    expect(row).toEqual({ status: "draft", submitted_at: null });
    expect(await app.query("select 1 from application_submissions where application_id = $1", [id])).toEqual([]);
    expect(await mailsOf(id)).toEqual([{ kind: "application_started", count: 1 }]);
  });

  test("[W-SAVE-12] without JavaScript, changes made since the review was opened must be reviewed before signing", async () => {
    const { visitor: client, id } = await filledIn();
    const review = (html: string) => {
      const sent = formIn(html);
      for (const [name, value] of Object.entries(form("review_certification", "Review & Certification")))
        if (name !== "revision") sent.set(name, value);
      sent.set("intent", "submit");
      return sent;
    };
    const page = `/apply/${id}?step=review_certification`;
    const opened = review(await (await client.get(page)).text());
    const phone = client.tab();
    const contact = form("contact_info", "Contact Information", { city: "Freeport", revision: "1" });
    expect((await phone.save(id, contact)).status).toBe(200);
    const refused = await client.post(page, opened);
    const html = await refused.text();
    expect([refused.status, textOfHtml(html)]).toEqual([
      409,
      expect.stringContaining("Your answers have changed since you opened this page. Please review them"),
    ]);
    expect(textOfHtml(html), "the review is read again").toContain("Freeport");
    const again = formIn(html);
    expect(again.get("electronicSignature"), "what is typed is kept").toBe(opened.get("electronicSignature"));
    again.set("intent", "submit");
    const submitted = await client.post(page, again);
    expect([submitted.status, submitted.headers.get("location")]).toEqual([302, `/apply/${id}?submitted=1`]);
    await expectOneSubmission(id);
  });

  test("one attempt key used for a start and a submission works for both", async () => {
    const { visitor: client, id } = await filledIn();
    await client.get("/apply");
    const idempotencyKey = crypto.randomUUID();
    const start = { email: newEmail(), terms: "yes", attempt: idempotencyKey };
    const response = await client.post("/apply", start);
    expect(response.status).toBe(302);
    expect(await client.submit(id, idempotencyKey)).toMatchObject({ status: 200, outcome: { kind: "submitted" } });
    expect((await client.post("/apply", start)).headers.get("location")).toBe(response.headers.get("location"));
    await expectOneSubmission(id);
  });

  test("[W-SUBMIT-18] no form of an applicant can set another status", async () => {
    const { visitor: client, id } = await filledIn();
    const review = form("review_certification", "Review & Certification", { status: "approved", intent: "status" });
    expect((await client.post(`/apply/${id}/save`, review)).status).toBe(400);
    await client.post(`/apply/${id}`, review);
    const staff = await client.post(`/admin/applications/${id}`, {
      intent: "status",
      status: "approved",
      message: "",
    });
    expect(staff.status).toBe(401);
    expect(await staff.text()).toContain("Please sign in again");
    const [row] = await app.query("select status from visa_applications where id = $1", [id]);
    expect(row).toEqual({ status: "draft" });
  });
});

/** One submission, signed as given, one status change, one mail of each kind. */
async function expectOneSubmission(id: string) {
  const rows = await app.query(
    `select a.status, a.completion_percentage as percent, s.electronic_signature as signature,
       (select count(*)::int from application_status_history where application_id = a.id) as changes
     from visa_applications a join application_submissions s on s.application_id = a.id where a.id = $1`,
    [id],
  );
  expect(rows).toEqual([{ status: "submitted", percent: 100, signature: "Nadège Ñuñez O'Brien-陳", changes: 1 }]);
  expect(await mailsOf(id)).toEqual([
    { kind: "application_started", count: 1 },
    { kind: "application_submitted", count: 1 },
    { kind: "new_application", count: 1 },
  ]);
}
