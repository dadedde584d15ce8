import { beforeEach, describe, expect, test } from "vitest";
import { newEmail, recorded, rowOf, startWithEmail, textOf } from "../harness/applicants/begun";
import { serviceId } from "../harness/applicants/listed-steps";
import { plain, signIn } from "../harness/desk/desk";
import { continueBy, mailsTo, resumeLinkOf } from "../harness/fakes/mails";
import { form, HttpClient } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

// Unconfirmed emails, and emails whose owner didn't start the application.
const app = await sharedApp();
const service = await serviceId(app, "us-travel-b1-b2-visa");
beforeEach(() => app.query("delete from limit_counts"));

const unconfirmed = "This address is not confirmed yet. Use the link that we sent to";

describe("an unconfirmed email", () => {
  test("[V-ATK-13] every page and the desk show that the email is unconfirmed, and the link can be sent again five times an hour", async () => {
    const { id, email, starter } = await startWithEmail(app);
    for (const page of [`/apply/${id}`, `/apply/${id}/documents`, `/apply/${id}/email`])
      expect(await textOf(starter, page), page).toContain(`${unconfirmed} ${email}`);
    expect(await (await starter.get(`/apply/${id}`)).text()).toMatch(
      /<button[^>]*value="send-again"[^>]*>.*?Send it again/s,
    );

    // As the wizard without JavaScript: saves the step's values on the way.
    const plainly = await starter.post(`/apply/${id}`, {
      ...form("applicant_info", "Applicant Information", { firstName: "Typed" }),
      intent: "send-again",
    });
    expect(plainly.headers.get("location")).toBe(`/apply/${id}/email?said=sent`);
    expect(await textOf(starter, `/apply/${id}/email?said=sent`)).toContain("Sent. Please check your inbox");
    expect(await (await starter.get(`/apply/${id}`)).text()).toContain('value="Typed"');
    await mailsTo(app, email, "resume_link", 1);
    const again = () => starter.post(`/apply/${id}/email`, { intent: "send-again" });
    const response = await again();
    expect([response.status, plain(await response.text())]).toEqual([
      200,
      expect.stringContaining("Sent. Please check"),
    ]);
    const mails = await mailsTo(app, email, "resume_link", 2);
    const statuses = [];
    for (let times = 0; times < 4; times++) statuses.push((await again()).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const byScript = await starter.post(`/apply/${id}/email/again`, {});
    expect([byScript.status, await byScript.json()]).toEqual([
      429,
      { message: "Too many links were requested for this application. Please try again in an hour." },
    ]);
    // No other user can send it, or learns the email.
    const otherUser = new HttpClient(app);
    expect((await otherUser.post(`/apply/${id}/email/again`, {})).status).toBe(403);
    expect((await otherUser.post(`/apply/${id}/email`, { intent: "send-again" })).headers.get("location")).toBe(
      `/apply/${id}`,
    );
    expect((await otherUser.post(`/apply/${id}/email`, { intent: "give", email: "mine@mail.example" })).status).toBe(
      302,
    );
    expect((await rowOf(app, id)).email).toBe(email);

    const staff = await signIn(app);
    const detail = `/admin/applications/${id}`;
    expect(await textOf(staff, detail)).toContain("This address isn’t confirmed yet");
    const byStaff = await staff.post(detail, { intent: "send-link" });
    expect(plain(await byStaff.text())).toContain("Send it again Sent.");
    expect((await recorded(app, id)).at(-1)).toEqual(["link_sent_by_staff", "desk@lucaya.example"]);

    await starter.fillIn(id, { applicant_info: { revision: "1" } });
    expect((await starter.submit(id)).outcome.kind).toBe("submitted");
    expect(await textOf(starter, `/apply/${id}`)).toContain(`${unconfirmed} ${email}`);
    expect(await textOf(otherUser, `/apply/${id}`)).not.toContain(email);
    expect((await continueBy(starter, resumeLinkOf(mails[1]).token)).status).toBe(302);
    for (const [who, page] of [
      [starter, `/apply/${id}`],
      [staff, detail],
    ] as const)
      expect(await textOf(who, page)).not.toContain("isn’t confirmed yet");
  });
});

describe("the mail about an earlier draft", () => {
  const notMe = /\/application\/not-me\?token=([\w.~-]+)/;

  test("[V-ATK-14] the mail says when and with which browser the draft was begun, and This was not me, by POST only, removes the email from it", async () => {
    const { id, email, starter, welcome, token } = await startWithEmail(app, { service });
    expect(welcome?.text?.replace(/\s+/g, " ")).toContain("Following it also confirms that this address is yours.");
    await app.query("update visa_applications set created_at = '2026-11-03T19:05:00Z' where id = $1", [id]);
    const owner = new HttpClient(app);
    const own = await owner.start(email, { service });
    const [mail] = await mailsTo(app, email, "draft_exists", 1);
    const mailText = mail?.text?.replace(/\s+/g, " ") ?? "";
    expect(mailText).toContain("started on November 3, 2026 at 2:05 PM Nassau time with Chrome on Android");
    expect(mailText).toContain("This was not me");
    const [path = "", notMine = ""] = notMe.exec(mail?.text ?? "") ?? [];
    expect(mail?.html).toContain(path);
    // A separate link: it opens nothing, and the other one's token doesn't open it.
    expect((await owner.get(`/application/resume?token=${notMine}`)).status).toBe(404);
    expect((await owner.get(`/application/not-me?token=${token}`)).status).toBe(404);
    // Never stored, and masked where staff read the mail.
    const [stored] = await app.query<{ id: string; data: string }>(
      "select id, template_data::text as data from email_notifications where email_type = 'draft_exists' and recipient_email = $1",
      [email],
    );
    expect(stored?.data).not.toContain("token");
    const log = await (await (await signIn(app)).get(`/admin/emails/${stored?.id}`)).text();
    expect(log).toContain("This was not me");
    expect(log).not.toContain("/application/not-me?token=");

    for (let times = 0; times < 3; times++) {
      const scanned = await new HttpClient(app).get(path);
      expect([scanned.status, scanned.headers.get("cache-control")]).toEqual([
        200,
        expect.stringContaining("no-store"),
      ]);
    }
    expect((await rowOf(app, id)).email, "looked at is not pressed").toBe(email);
    const page = await textOf(owner, path);
    for (const text of ["This was not me", "Chrome on Android"]) expect(page).toContain(text);
    const response = await owner.post("/application/not-me", { token: notMine });
    expect(response.headers.get("location")).toBe("/application/not-me?done=1");
    expect(await rowOf(app, id)).toMatchObject({ email: "", confirmed: null });
    expect((await rowOf(app, own)).email, "their own stays theirs").toBe(email);
    expect(await textOf(starter, `/apply/${id}`)).toContain("Give another email address");
    // Used, expired after 30 days, or truncated links say so.
    expect((await owner.post("/application/not-me", { token: notMine })).status).toBe(400);
    const used = await owner.get(path);
    expect([used.status, plain(await used.text())]).toEqual([404, expect.stringContaining("It has already been used")]);
    expect((await owner.get("/application/not-me?token=x")).status).toBe(404);
    expect((await owner.post("/application/resume", { token, answer: "keep" })).status).toBe(400);
    expect(await recorded(app, id)).toEqual([["email_refused_by_its_owner", null]]);
  });

  test("[V-ATK-14] the mail leaves out an unknown browser", async () => {
    const email = newEmail();
    await new HttpClient(app).start(email, { service });
    await new HttpClient(app).start(email, { service });
    const [mail] = await mailsTo(app, email, "draft_exists", 1);
    expect(mail?.text?.replace(/\s+/g, " ")).toMatch(
      /started on \w+ \d+, \d{4} at \d+:\d\d [AP]M Nassau time, that you haven’t submitted/,
    );
  });
});
