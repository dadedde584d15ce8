import { beforeEach, describe, expect, test } from "vitest";
import { applicant } from "../harness/applicants/applicant";
import { recorded, rowOf, startWithEmail, textOf } from "../harness/applicants/begun";
import { serviceId } from "../harness/applicants/listed-steps";
import { upload } from "../harness/applicants/uploads";
import { plain, signIn } from "../harness/desk/desk";
import { letUndoPass } from "../harness/desk/undo";
import { confirmEmail, continueBy, mailsTo, resumeLinkOf } from "../harness/fakes/mails";
import { form, HttpClient, until } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

// An attacker starts an application with another person's email and keeps the cookie; that person follows our mail.
const app = await sharedApp();
const service = await serviceId(app, "us-travel-b1-b2-visa");
beforeEach(() => app.query("delete from limit_counts"));

const question = "Did you begin this application?";
const passport = "RD4471902";

/** What a browser sees of an application: its page, its documents and a file. */
async function sees(client: HttpClient, id: string, document: string) {
  const page = await (await client.get(`/apply/${id}`)).text();
  const step = await (await client.get(`/apply/${id}?step=passport_info`)).text();
  return {
    passport: `${page}${step}`.includes(passport),
    file: (await client.get(`/documents/${document}`)).status,
    documents: (await client.get(`/apply/${id}/documents`)).status,
    readings: (await client.get(`/apply/${id}/documents/state`)).status,
    save: (await client.save(id, form("passport_info", "Passport Information"))).status,
  };
}

describe("the first use of a mailed link in another browser", () => {
  test("[V-ATK-12] a starter who used a foreign email can read nothing after its owner ended that browser", async () => {
    const { id, email, starter, attempt, path, token } = await startWithEmail(app, { service });
    const victim = new HttpClient(app);
    const html = await (await victim.get(path)).text();
    const pageText = plain(html);
    const [found] = await app.query<{ number: string; name: string }>(
      "select a.application_number as number, s.service_name as name from visa_applications a join visa_services s on s.id = visa_service_id where a.id = $1",
      [id],
    );
    for (const text of [question, found?.number, found?.name, "Chrome on Android", "Started"])
      expect(pageText).toContain(text);
    for (const text of ["Yes, keep the other browser", "Yes, but end the other browser’s access", "No"])
      expect(pageText).toContain(text);
    expect(html.match(/type="radio"/g)).toHaveLength(3);
    expect(html, "nothing is preselected").not.toMatch(/<input[^>]* checked=""/);

    // A scanner, or a click without a choice, opens and confirms nothing; the message is at the field.
    const unanswered = await victim.post(path, { token });
    expect([unanswered.status, victim.cookies.size]).toEqual([422, 0]);
    expect(await unanswered.text()).toMatch(/id="answer-error".*?Please choose one of the three answers/s);
    for (const answer of ["", "yes", "keep;end"]) expect((await victim.post(path, { token, answer })).status).toBe(422);
    expect((await rowOf(app, id)).confirmed).toBeNull();

    expect((await continueBy(victim, token, "end")).headers.get("location")).toBe(`/apply/${id}`);
    expect(await rowOf(app, id)).toMatchObject({ confirmed: expect.any(Date), byLink: true, email });
    await victim.fillIn(id);
    const sent = (await (await upload(victim, id)).json()) as { id: string };
    const [file] = await app.query<{ id: string }>("select id from documents where application_id = $1", [id]);
    expect(sent && file?.id).toBeTruthy();
    const nothing = { passport: false, file: 404, documents: 302, readings: 403, save: 403 };
    expect(await sees(victim, id, file?.id ?? "")).toMatchObject({
      passport: true,
      file: 200,
      documents: 200,
      readings: 200,
    });
    expect(await sees(starter, id, file?.id ?? "")).toEqual(nothing);
    // What the starter knows no longer opens it: neither id and email, nor the start's key.
    expect((await starter.post(`/apply/${id}`, { intent: "open", email })).status).toBe(403);
    expect(plain(await (await starter.get(`/apply/${id}`)).text())).toContain(
      "To open this application here, use a link from our emails",
    );
    const again = await starter.post("/apply", { email, terms: "yes", attempt, service });
    expect(again.headers.get("location")).not.toContain(id);
    expect(await sees(starter, id, file?.id ?? "")).toEqual(nothing);

    expect((await victim.submit(id)).outcome.kind).toBe("submitted");
    const signed = await textOf(starter, `/apply/${id}`);
    for (const secret of [passport, applicant["Contact Information"]?.city ?? "", "passport.pdf", "Ask to withdraw"])
      expect(signed).not.toContain(secret);
    expect(await textOf(victim, `/apply/${id}`)).toContain(passport);
    expect((await starter.post(`/apply/${id}/withdraw`, { reason: "x" })).headers.get("location")).toBe(`/apply/${id}`);
    expect(await recorded(app, id)).toEqual([["email_confirmed_by_applicant", null]]);
    expect(await app.query("select 1 from visa_applications where withdrawal_requested_at is not null")).toEqual([]);
  });

  test("[V-ATK-12] Yes keeps both browsers, and later browsers, the starting browser and applicants of drafts begun at the desk are not asked", async () => {
    const otherDraft = await startWithEmail(app);
    const otherClient = new HttpClient(app);
    expect(await textOf(otherClient, otherDraft.path)).toContain(question);
    expect((await continueBy(otherClient, otherDraft.token, "keep")).status).toBe(302);
    expect(await rowOf(app, otherDraft.id)).toMatchObject({ confirmed: expect.any(Date), byLink: false });
    for (const client of [otherDraft.starter, otherClient])
      expect(await textOf(client, `/apply/${otherDraft.id}`)).toContain("Applicant Information");
    const third = new HttpClient(app);
    expect(await textOf(third, otherDraft.path)).not.toContain(question);
    expect((await third.post("/application/resume", { token: otherDraft.token })).status).toBe(302);

    const own = await startWithEmail(app);
    expect(await textOf(own.starter, own.path)).not.toContain(question);
    expect((await rowOf(app, own.id)).confirmed, "shown is not followed").toBeNull();
    expect((await own.starter.post("/application/resume", { token: own.token })).status).toBe(302);
    expect((await rowOf(app, own.id)).confirmed).not.toBeNull();

    const desk = await startWithEmail(app);
    await app.query("update visa_applications set begun_at_desk = true where id = $1", [desk.id]);
    const applicantOfDesk = new HttpClient(app);
    expect(await textOf(applicantOfDesk, desk.path)).not.toContain(question);
    expect((await applicantOfDesk.post("/application/resume", { token: desk.token })).status).toBe(302);
    expect((await rowOf(app, desk.id)).confirmed).not.toBeNull();
  });

  test("[V-ATK-12] No opens nothing and detaches the email: its links and queued mails end, and the starter gives another email", async () => {
    const { id, email, starter, path, token } = await startWithEmail(app);
    // Two queued mails, as if the mail server was unavailable; the one to staff isn't the owner's.
    const waiting =
      "insert into email_notifications (recipient_email, subject, email_type, template_name, status, application_id, message_id)";
    await app.query(
      `${waiting} values ($1, 'x', 'resume_link', 'x', 'pending', $2, $3 || 'a'), ($1, 'x', 'new_application', 'x', 'pending', $2, $3 || 'b')`,
      [email.toUpperCase(), id, id],
    );
    const owner = new HttpClient(app);
    const before = await rowOf(app, id);
    const response = await continueBy(owner, token, "no");
    expect(response.headers.get("location")).toBe("/application/not-me?done=1");
    expect(owner.cookies.size).toBe(0);
    expect(await textOf(owner, "/application/not-me?done=1")).toContain("we won’t email you about it again");
    const row = await rowOf(app, id);
    expect(row).toMatchObject({ email: "", confirmed: null, refused: [expect.stringMatching(/^[0-9a-f]{64}$/)] });
    expect(row.token).not.toBe(before.token);
    expect(await recorded(app, id)).toEqual([["email_refused_by_its_owner", null]]);
    const settled = await app.query(
      "select status, error_message as why from email_notifications where message_id like $1 order by message_id",
      [`${id}_`],
    );
    expect(settled).toEqual([
      { status: "failed", why: expect.stringContaining("isn’t theirs") },
      { status: "pending", why: null },
    ]);
    expect((await owner.get(path)).status).toBe(404);
    expect((await continueBy(owner, token, "end")).status).toBe(400);
    for (const wrongEmail of ["", " ", email])
      expect((await owner.post(`/apply/${id}`, { intent: "open", email: wrongEmail })).status).toBe(403);
    expect(owner.cookies.size).toBe(0);

    // Staff resend the old mail; the worker refuses.
    const staff = await signIn(app);
    const [old] = await app.query<{ id: string }>(
      "select id from email_notifications where application_id = $1 and status = 'sent'",
      [id],
    );
    await staff.post(`/admin/emails/${old?.id}`, { intent: "resend" });
    const resent = await until("the mail is settled", async () => {
      const rows = await app.query<{ status: string; why: string }>(
        "select status, error_message as why from email_notifications where application_id = $1 and email_type = 'application_started' and id <> $2 and status <> 'pending'",
        [id, old?.id],
      );
      return rows[0];
    });
    expect(resent).toEqual({ status: "failed", why: expect.stringContaining("isn’t theirs") });

    // The starter keeps access, sees a notice on every page, and can't submit it.
    await starter.fillIn(id);
    for (const page of [`/apply/${id}`, `/apply/${id}/documents`, `/apply/${id}?exit=1`])
      expect(await textOf(starter, page), page).toContain("Give another email address");
    expect((await starter.submit(id)).outcome.kind).toBe("unaddressed");
    const plainly = await starter.post(`/apply/${id}`, {
      ...(await starter.reviewed(id)),
      ...form("review_certification", "Review & Certification"),
      revision: "1",
      intent: "submit",
      attempt: crypto.randomUUID(),
    });
    expect([plainly.status, plain(await plainly.text())]).toEqual([
      422,
      expect.stringContaining("An email address is needed first"),
    ]);
    expect((await rowOf(app, id)).status).toBe("draft");
    // Meanwhile nobody gets mail, neither on leaving nor on request by number.
    expect((await starter.post(`/apply/${id}`, { intent: "send-link" })).status).toBe(200);
    expect(await app.query("select 1 from email_notifications where recipient_email = ''")).toEqual([]);

    const give = (email: string) => starter.post(`/apply/${id}/email`, { intent: "give", email });
    for (const [address, why] of [
      ["nobody", "Please enter a valid email address"],
      ["", "Please enter a valid email address"],
      [` ${email.toUpperCase()}`, "isn’t theirs"],
    ] as const) {
      const refused = await give(address);
      expect(refused.status).toBe(422);
      expect(await refused.text()).toMatch(new RegExp(`id="email-error".*?${why}`, "s"));
    }
    expect((await rowOf(app, id)).email).toBe("");
    const right = `right.${email}`;
    expect((await give(right)).status).toBe(200);
    expect(await rowOf(app, id)).toMatchObject({ email: right, confirmed: null });
    const [link] = await mailsTo(app, right, "resume_link", 1);
    const elsewhere = new HttpClient(app);
    expect((await continueBy(elsewhere, resumeLinkOf(link).token, "keep")).status).toBe(302);
    expect((await starter.submit(id, crypto.randomUUID(), 2)).outcome.kind).toBe("submitted");
    expect(await mailsTo(app, right, "application_submitted", 1)).toHaveLength(1);
    expect((await mailsTo(app, email, "application_started", 1)).length).toBe(1);
  });

  test("[V-ATK-12] of two simultaneous answers exactly one counts, whichever comes first", async () => {
    for (const pair of [
      ["no", "no"],
      ["end", "no"],
      ["keep", "no"],
      ["end", "end"],
    ] as const) {
      const { id, email, token } = await startWithEmail(app);
      const browsers = pair.map(() => new HttpClient(app));
      const responses = await Promise.all(
        pair.map((answer, index) => continueBy(browsers[index] ?? new HttpClient(app), token, answer)),
      );
      const locations = responses.map((response) => response.headers.get("location"));
      const row = await rowOf(app, id);
      const refused = locations.filter((location) => location?.startsWith("/application/not-me")).length;
      const opened = locations.filter((location) => location?.startsWith(`/apply/${id}`)).length;
      expect([row.email, refused, row.confirmed !== null], pair.join()).toEqual(
        refused ? ["", 1, false] : [email, 0, true],
      );
      expect(opened).toBe(refused ? 0 : pair[1] === "no" ? 1 : 2);
      const late = responses.filter(({ status }) => status !== 302).map(({ status }) => status);
      expect(late).toEqual(pair[1] === "end" ? [] : refused ? [400] : [409]);
      expect(await recorded(app, id)).toHaveLength(1);
    }
  });

  test("[V-ATK-12] id and email don't open a draft with an unconfirmed email, so a visitor can't be led into a stranger's draft", async () => {
    const { id, email, path } = await startWithEmail(app);
    const led = new HttpClient(app);
    expect(await (await led.get(`/apply/${id}`)).text()).not.toContain('name="email"');
    expect((await led.post(`/apply/${id}`, { intent: "open", email })).status).toBe(403);
    expect(led.cookies.size).toBe(0);
    expect(await textOf(led, path), "and by the link they are asked").toContain(question);
    await confirmEmail(app, id);
    expect(await (await led.get(`/apply/${id}`)).text()).toContain('name="email"');
    expect((await led.post(`/apply/${id}`, { intent: "open", email })).status).toBe(302);
  });

  test("[V-ATK-12] a submitted application asks the same question, and after No the desk shows that it has no email and decides without a mail", async () => {
    const { id, email, starter, token, path } = await startWithEmail(app);
    await starter.fillIn(id);
    expect((await starter.submit(id)).outcome.kind, "nothing waits for the confirmation").toBe("submitted");
    // Before the answer: mails still queued then aren't sent.
    await mailsTo(app, email, "application_submitted", 1);
    const owner = new HttpClient(app);
    expect(await textOf(owner, path)).toContain(question);
    expect((await continueBy(owner, token, "no")).status).toBe(302);
    expect(await rowOf(app, id)).toMatchObject({ email: "", status: "submitted" });
    expect(await textOf(starter, `/apply/${id}`)).toContain("Give another email address");

    const staff = await signIn(app);
    const detail = await textOf(staff, `/admin/applications/${id}`);
    expect(detail).toContain("No address");
    expect(detail).toContain("The owner of this email address says the application isn’t theirs.");
    expect(await textOf(staff, "/admin/applications")).toContain("No address");
    expect(await textOf(staff, "/admin/analytics")).toContain("No address");
    const count = async () =>
      (await app.query("select 1 from email_notifications where application_id = $1", [id])).length;
    const before = await count();
    const decided = await staff.post(`/admin/applications/${id}`, {
      intent: "status",
      status: "under_review",
      message: "We read it.",
    });
    expect(decided.status).toBe(302);
    expect(await textOf(staff, "/admin/applications")).toContain("No email was sent");
    expect(await count()).toBe(before);
    // Once it can't be undone (K-UNDO-3).
    expect(await textOf(starter, `/apply/${id}`)).not.toContain("We read it.");
    await letUndoPass(app);
    expect(await textOf(starter, `/apply/${id}`)).toContain("We read it.");
    // Only staff are notified of a withdrawal request.
    await starter.post(`/apply/${id}/withdraw`, { reason: "Never mind" });
    expect(await count()).toBe(before + 1);
    expect(await app.query("select 1 from email_notifications where recipient_email = ''")).toEqual([]);
    expect((await mailsTo(app, email, "application_submitted", 1)).length).toBe(1);
  });
});
