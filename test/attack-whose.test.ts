import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { applicant } from "./applicant";
import { plain, signIn } from "./desk";
import { serviceOf } from "./listed-steps";
import { confirmEmail, continueBy, mailsTo, resumeLinkOf } from "./mails";
import { type Program, removeFolders, startProgram } from "./program";
import { upload } from "./uploads";
import { form, until, Visitor } from "./visitor";

// Somebody starts an application with another person's email and keeps the cookie; that person follows our mail.
let program: Program;
let service: string;
beforeAll(async () => {
  program = await startProgram({ TRUST_PROXY: "yes" });
  service = (await serviceOf(program, "us-travel-b1-b2-visa")).id;
});
afterAll(async () => {
  await program?.stop();
  await removeFolders();
});
beforeEach(() => program.query("delete from limit_counts"));

const chrome =
  "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";
const question = "Did you begin this application?";
const unconfirmed = "This address is not confirmed yet. Use the link that we sent to";
const passport = "RD4471902";
let people = 0;

/** An application that somebody began with an email, and the link that was mailed there. */
async function begun(more: Record<string, string> = {}) {
  const email = `natasha.${++people}@mail.example`;
  const starter = new Visitor(program);
  const attempt = crypto.randomUUID();
  const fields = { email, terms: "yes", attempt, ...more };
  const started = await starter.post("/apply", fields, { "user-agent": chrome });
  const id = started.headers.get("location")?.split("/")[2] ?? "";
  const [welcome] = await mailsTo(program, email, "application_started", 1);
  return { email, starter, attempt, id, welcome, ...resumeLinkOf(welcome) };
}

type Row = {
  email: string;
  confirmed: Date | null;
  refused: string[];
  token: string;
  byLink: boolean;
  status: string;
};
async function rowOf(id: string) {
  const [row] = await program.query<Row>(
    `select user_email as email, email_confirmed_at as confirmed, refused_email_hashes as refused,
     resume_token as token, opens_by_link_only as "byLink", status from visa_applications where id = $1`,
    [id],
  );
  if (!row) throw new Error("There is no such application");
  return row;
}
/** The words of a page; an address may break behind its @, and is one all the same. */
const textOf = async (visitor: Visitor, path: string) =>
  plain((await (await visitor.get(path)).text()).replaceAll("<wbr/>", ""));
const recorded = async (id: string) =>
  (
    await program.query<{ action: string; admin: string | null }>(
      "select action_type as action, admin_email as admin from admin_activity_log where subject_id = $1 order by created_at",
      [id],
    )
  ).map(({ action, admin }) => [action, admin]);

/** What a browser sees of an application: its page, its documents and one of its files. */
async function sees(visitor: Visitor, id: string, document: string) {
  const page = await (await visitor.get(`/apply/${id}`)).text();
  const step = await (await visitor.get(`/apply/${id}?step=passport_info`)).text();
  return {
    passport: `${page}${step}`.includes(passport),
    file: (await visitor.get(`/documents/${document}`)).status,
    documents: (await visitor.get(`/apply/${id}/documents`)).status,
    save: (await visitor.save(id, form("passport_info", "Passport Information"))).status,
  };
}

describe("the first use of a mailed link in another browser", () => {
  test("[V-ATK-12] who began it with a foreign email reads nothing, once its owner has ended that browser", async () => {
    const { id, email, starter, attempt, path, token } = await begun({ service });
    const victim = new Visitor(program);
    const asked = await (await victim.get(path)).text();
    const words = plain(asked);
    const [found] = await program.query<{ number: string; name: string }>(
      "select a.application_number as number, s.service_name as name from visa_applications a join visa_services s on s.id = visa_service_id where a.id = $1",
      [id],
    );
    for (const said of [question, found?.number, found?.name, "Chrome on Android", "Begun"])
      expect(words).toContain(said);
    for (const said of ["Yes, keep the other browser", "Yes, and end it", "No"]) expect(words).toContain(said);
    expect(asked.match(/type="radio"/g)).toHaveLength(3);
    expect(asked, "nothing is preselected").not.toMatch(/<input[^>]* checked=""/);

    // A scanner, or a button pressed without an answer, opens and confirms nothing; the message stands at the field.
    const unanswered = await victim.post(path, { token });
    expect([unanswered.status, victim.cookies.size]).toEqual([422, 0]);
    expect(await unanswered.text()).toMatch(/id="answer-error".*?Please choose one of the three answers/s);
    for (const answer of ["", "yes", "keep;end"]) expect((await victim.post(path, { token, answer })).status).toBe(422);
    expect((await rowOf(id)).confirmed).toBeNull();

    expect((await continueBy(victim, token, "end")).headers.get("location")).toBe(`/apply/${id}`);
    expect(await rowOf(id)).toMatchObject({ confirmed: expect.any(Date), byLink: true, email });
    await victim.fillIn(id);
    const sent = (await (await upload(victim, id)).json()) as { id: string };
    const [file] = await program.query<{ id: string }>("select id from documents where application_id = $1", [id]);
    expect(sent && file?.id).toBeTruthy();
    const nothing = { passport: false, file: 404, documents: 302, save: 403 };
    expect(await sees(victim, id, file?.id ?? "")).toMatchObject({ passport: true, file: 200, documents: 200 });
    expect(await sees(starter, id, file?.id ?? "")).toEqual(nothing);
    // What the starter knows opens it no more: id and email, nor the key of the start.
    expect((await starter.post(`/apply/${id}`, { intent: "open", email })).status).toBe(400);
    expect(plain(await (await starter.get(`/apply/${id}`)).text())).toContain("by the link in our mail alone");
    const again = await starter.post("/apply", { email, terms: "yes", attempt, service });
    expect(again.headers.get("location")).not.toContain(id);
    expect(await sees(starter, id, file?.id ?? "")).toEqual(nothing);

    expect((await victim.submit(id)).outcome.kind).toBe("submitted");
    const signed = await textOf(starter, `/apply/${id}`);
    for (const secret of [passport, applicant["Contact Information"]?.city ?? "", "passport.pdf", "Ask to withdraw"])
      expect(signed).not.toContain(secret);
    expect(await textOf(victim, `/apply/${id}`)).toContain(passport);
    expect((await starter.post(`/apply/${id}/withdraw`, { reason: "x" })).headers.get("location")).toBe(`/apply/${id}`);
    expect(await recorded(id)).toEqual([["email_confirmed_by_applicant", null]]);
    expect(await program.query("select 1 from visa_applications where withdrawal_requested_at is not null")).toEqual(
      [],
    );
  });

  test("[V-ATK-12] Yes keeps both browsers; nobody is asked twice, nor the browser that began it, nor for one begun at the desk", async () => {
    const kept = await begun();
    const other = new Visitor(program);
    expect((await continueBy(other, kept.token, "keep")).status).toBe(302);
    expect(await rowOf(kept.id)).toMatchObject({ confirmed: expect.any(Date), byLink: false });
    for (const one of [kept.starter, other])
      expect(await textOf(one, `/apply/${kept.id}`)).toContain("Applicant Information");
    const third = new Visitor(program);
    expect(await textOf(third, kept.path)).not.toContain(question);
    expect((await third.post("/application/resume", { token: kept.token })).status).toBe(302);

    const own = await begun();
    expect(await textOf(own.starter, own.path)).not.toContain(question);
    expect((await rowOf(own.id)).confirmed, "shown is not followed").toBeNull();
    expect((await own.starter.post("/application/resume", { token: own.token })).status).toBe(302);
    expect((await rowOf(own.id)).confirmed).not.toBeNull();

    const desk = await begun();
    await program.query("update visa_applications set begun_at_desk = true where id = $1", [desk.id]);
    const applicantOfDesk = new Visitor(program);
    expect(await textOf(applicantOfDesk, desk.path)).not.toContain(question);
    expect((await applicantOfDesk.post("/application/resume", { token: desk.token })).status).toBe(302);
    expect((await rowOf(desk.id)).confirmed).not.toBeNull();
  });

  test("[V-ATK-12] No opens nothing and detaches the address: its links end, waiting mails too; who began it gives another one", async () => {
    const { id, email, starter, path, token } = await begun();
    // Two mails wait, as when the mail server was away; the one to staff is none of the owner's.
    const waiting =
      "insert into email_notifications (recipient_email, subject, email_type, template_name, status, application_id, message_id)";
    await program.query(
      `${waiting} values ($1, 'x', 'resume_link', 'x', 'pending', $2, $3 || 'a'), ($1, 'x', 'new_application', 'x', 'pending', $2, $3 || 'b')`,
      [email.toUpperCase(), id, id],
    );
    const owner = new Visitor(program);
    const before = await rowOf(id);
    const said = await continueBy(owner, token, "no");
    expect(said.headers.get("location")).toBe("/application/not-me?done=1");
    expect(owner.cookies.size).toBe(0);
    expect(await textOf(owner, "/application/not-me?done=1")).toContain("we send no more mail about it to you");
    const row = await rowOf(id);
    expect(row).toMatchObject({ email: "", confirmed: null, refused: [expect.stringMatching(/^[0-9a-f]{64}$/)] });
    expect(row.token).not.toBe(before.token);
    expect(await recorded(id)).toEqual([["email_refused_by_its_owner", null]]);
    const settled = await program.query(
      "select status, error_message as why from email_notifications where message_id like $1 order by message_id",
      [`${id}_`],
    );
    expect(settled).toEqual([
      { status: "failed", why: expect.stringContaining("did not begin this application") },
      { status: "pending", why: null },
    ]);
    expect((await owner.get(path)).status).toBe(404);
    expect((await continueBy(owner, token, "end")).status).toBe(400);
    for (const nobody of ["", " ", email])
      expect((await owner.post(`/apply/${id}`, { intent: "open", email: nobody })).status).toBe(400);
    expect(owner.cookies.size).toBe(0);

    // Staff send the old mail once more: the worker does not.
    const staff = await signIn(program);
    const [old] = await program.query<{ id: string }>(
      "select id from email_notifications where application_id = $1 and status = 'sent'",
      [id],
    );
    await staff.post(`/admin/emails/${old?.id}`, { intent: "resend" });
    const resent = await until("the mail is settled", async () => {
      const rows = await program.query<{ status: string; why: string }>(
        "select status, error_message as why from email_notifications where application_id = $1 and email_type = 'application_started' and id <> $2 and status <> 'pending'",
        [id, old?.id],
      );
      return rows[0];
    });
    expect(resent).toEqual({ status: "failed", why: expect.stringContaining("did not begin this application") });

    // Who began it keeps it, is told on every page, and can't submit it to nobody.
    await starter.fillIn(id);
    for (const page of [`/apply/${id}`, `/apply/${id}/documents`, `/apply/${id}?exit=1`])
      expect(await textOf(starter, page), page).toContain("Give another email address");
    expect((await starter.submit(id)).outcome.kind).toBe("unaddressed");
    const plainly = await starter.post(`/apply/${id}`, {
      ...form("review_certification", "Review & Certification"),
      revision: "1",
      intent: "submit",
      attempt: crypto.randomUUID(),
    });
    expect([plainly.status, plain(await plainly.text())]).toEqual([
      422,
      expect.stringContaining("An email address is needed first"),
    ]);
    expect((await rowOf(id)).status).toBe("draft");
    // Nobody is written to meanwhile, neither on leaving nor on request by number.
    expect((await starter.post(`/apply/${id}`, { intent: "send-link" })).status).toBe(200);
    expect(await program.query("select 1 from email_notifications where recipient_email = ''")).toEqual([]);

    const give = (address: string) => starter.post(`/apply/${id}/email`, { intent: "give", email: address });
    for (const [address, why] of [
      ["nobody", "Please enter a valid email address"],
      ["", "Please enter a valid email address"],
      [` ${email.toUpperCase()}`, "did not begin this application"],
    ] as const) {
      const refused = await give(address);
      expect(refused.status).toBe(422);
      expect(await refused.text()).toMatch(new RegExp(`id="email-error".*?${why}`, "s"));
    }
    expect((await rowOf(id)).email).toBe("");
    const right = `right.${people}@mail.example`;
    expect((await give(right)).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ email: right, confirmed: null });
    const [link] = await mailsTo(program, right, "resume_link", 1);
    const elsewhere = new Visitor(program);
    expect((await continueBy(elsewhere, resumeLinkOf(link).token, "keep")).status).toBe(302);
    expect((await starter.submit(id, crypto.randomUUID(), 2)).outcome.kind).toBe("submitted");
    expect(await mailsTo(program, right, "application_submitted", 1)).toHaveLength(1);
    expect((await mailsTo(program, email, "application_started", 1)).length).toBe(1);
  });

  test("[V-ATK-12] of two answers at once one counts, whichever comes first", async () => {
    for (const pair of [
      ["no", "no"],
      ["end", "no"],
      ["keep", "no"],
      ["end", "end"],
    ] as const) {
      const { id, email, token } = await begun();
      const browsers = pair.map(() => new Visitor(program));
      const answers = await Promise.all(
        pair.map((answer, place) => continueBy(browsers[place] ?? new Visitor(program), token, answer)),
      );
      const places = answers.map((answer) => answer.headers.get("location"));
      const row = await rowOf(id);
      const refused = places.filter((place) => place?.startsWith("/application/not-me")).length;
      const opened = places.filter((place) => place === `/apply/${id}`).length;
      expect([row.email, refused, row.confirmed !== null], pair.join()).toEqual(
        refused ? ["", 1, false] : [email, 0, true],
      );
      expect(opened).toBe(refused ? 0 : pair[1] === "no" ? 1 : 2);
      const late = answers.filter(({ status }) => status !== 302).map(({ status }) => status);
      expect(late).toEqual(pair[1] === "end" ? [] : refused ? [400] : [409]);
      expect(await recorded(id)).toHaveLength(1);
    }
  });

  test("[V-ATK-12] id and email open no draft whose email is not confirmed: nobody is led into a stranger's", async () => {
    const { id, email, path } = await begun();
    const led = new Visitor(program);
    expect(await (await led.get(`/apply/${id}`)).text()).not.toContain('name="email"');
    expect((await led.post(`/apply/${id}`, { intent: "open", email })).status).toBe(400);
    expect(led.cookies.size).toBe(0);
    expect(await textOf(led, path), "and by the link they are asked").toContain(question);
    await confirmEmail(program, id);
    expect(await (await led.get(`/apply/${id}`)).text()).toContain('name="email"');
    expect((await led.post(`/apply/${id}`, { intent: "open", email })).status).toBe(302);
  });

  test("[V-ATK-12] a submitted one asks the same; after No the desk sees that there is no address, and decides without a mail", async () => {
    const { id, email, starter, token, path } = await begun();
    await starter.fillIn(id);
    expect((await starter.submit(id)).outcome.kind, "nothing waits for the confirmation").toBe("submitted");
    const owner = new Visitor(program);
    expect(await textOf(owner, path)).toContain(question);
    expect((await continueBy(owner, token, "no")).status).toBe(302);
    expect(await rowOf(id)).toMatchObject({ email: "", status: "submitted" });
    expect(await textOf(starter, `/apply/${id}`)).toContain("Give another email address");

    const staff = await signIn(program);
    const detail = await textOf(staff, `/admin/applications/${id}`);
    expect(detail).toContain("No address");
    expect(detail).toContain("The owner of its address did not begin it.");
    expect(await textOf(staff, "/admin/applications")).toContain("No address");
    expect(await textOf(staff, "/admin")).toContain("No address");
    const count = async () =>
      (await program.query("select 1 from email_notifications where application_id = $1", [id])).length;
    const before = await count();
    const decided = await staff.post(`/admin/applications/${id}`, {
      intent: "status",
      status: "under_review",
      message: "We read it.",
    });
    expect(decided.status).toBe(302);
    expect(await textOf(staff, "/admin/applications")).toContain("No email was sent");
    expect(await count()).toBe(before);
    expect(await textOf(starter, `/apply/${id}`)).toContain("We read it.");
    // A wish to withdraw is told to staff alone.
    await starter.post(`/apply/${id}/withdraw`, { reason: "Never mind" });
    expect(await count()).toBe(before + 1);
    expect(await program.query("select 1 from email_notifications where recipient_email = ''")).toEqual([]);
    expect((await mailsTo(program, email, "application_submitted", 1)).length).toBe(1);
  });
});

describe("an address that is not confirmed", () => {
  test("[V-ATK-13] is said on every page and at the desk; the link is sent again, five times an hour, and holds nothing up", async () => {
    const { id, email, starter } = await begun();
    for (const page of [`/apply/${id}`, `/apply/${id}/documents`, `/apply/${id}/email`])
      expect(await textOf(starter, page), page).toContain(`${unconfirmed} ${email}`);
    expect(await (await starter.get(`/apply/${id}`)).text()).toMatch(
      /<button[^>]*value="send-again"[^>]*>.*?Send it again/s,
    );

    // As the wizard sends it without script: what stands on the step is saved on the way.
    const plainly = await starter.post(`/apply/${id}`, {
      ...form("applicant_info", "Applicant Information", { firstName: "Typed" }),
      intent: "send-again",
    });
    expect(plainly.headers.get("location")).toBe(`/apply/${id}/email?said=sent`);
    expect(await textOf(starter, `/apply/${id}/email?said=sent`)).toContain("Sent. Please look into your inbox");
    expect(await (await starter.get(`/apply/${id}`)).text()).toContain('value="Typed"');
    await mailsTo(program, email, "resume_link", 1);
    const again = () => starter.post(`/apply/${id}/email`, { intent: "send-again" });
    const said = await again();
    expect([said.status, plain(await said.text())]).toEqual([200, expect.stringContaining("Sent. Please look")]);
    const mails = await mailsTo(program, email, "resume_link", 2);
    const statuses = [];
    for (let times = 0; times < 4; times++) statuses.push((await again()).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    // Nobody else sends it, and a stranger learns no address.
    const stranger = new Visitor(program);
    expect((await stranger.post(`/apply/${id}/email`, { intent: "send-again" })).headers.get("location")).toBe(
      `/apply/${id}`,
    );
    expect((await stranger.post(`/apply/${id}/email`, { intent: "give", email: "mine@mail.example" })).status).toBe(
      302,
    );
    expect((await rowOf(id)).email).toBe(email);

    const staff = await signIn(program);
    const detail = `/admin/applications/${id}`;
    expect(await textOf(staff, detail)).toContain("This address is not confirmed yet.");
    const byStaff = await staff.post(detail, { intent: "send-link" });
    expect(plain(await byStaff.text())).toContain("Send it again Sent.");
    expect((await recorded(id)).at(-1)).toEqual(["link_sent_by_staff", "desk@lucaya.example"]);

    await starter.fillIn(id, { applicant_info: { revision: "1" } });
    expect((await starter.submit(id)).outcome.kind).toBe("submitted");
    expect(await textOf(starter, `/apply/${id}`)).toContain(`${unconfirmed} ${email}`);
    expect(await textOf(stranger, `/apply/${id}`)).not.toContain(email);
    expect((await continueBy(starter, resumeLinkOf(mails[1]).token)).status).toBe(302);
    for (const [who, page] of [
      [starter, `/apply/${id}`],
      [staff, detail],
    ] as const)
      expect(await textOf(who, page)).not.toContain("not confirmed yet");
  });
});

describe("the mail about an earlier draft", () => {
  const notMe = /\/application\/not-me\?token=([\w.~-]+)/;

  test("[V-ATK-14] says when and with what it was begun; This was not me, by POST alone, takes the address from it", async () => {
    const { id, email, starter, welcome, token } = await begun({ service });
    expect(welcome?.text?.replace(/\s+/g, " ")).toContain("Following it also confirms that this address is yours.");
    await program.query("update visa_applications set created_at = '2026-11-03T19:05:00Z' where id = $1", [id]);
    const owner = new Visitor(program);
    const own = await owner.start(email, { service });
    const [mail] = await mailsTo(program, email, "draft_exists", 1);
    const words = mail?.text?.replace(/\s+/g, " ") ?? "";
    expect(words).toContain("begun on November 3, 2026 at 14:05 in Nassau with Chrome on Android");
    expect(words).toContain("This was not me");
    const [path = "", notMine = ""] = notMe.exec(mail?.text ?? "") ?? [];
    expect(mail?.html).toContain(path);
    // It is a link of its own, which neither opens anything nor is opened by the other one's token.
    expect((await owner.get(`/application/resume?token=${notMine}`)).status).toBe(404);
    expect((await owner.get(`/application/not-me?token=${token}`)).status).toBe(404);
    // Never stored, and marked where staff read the mail.
    const [stored] = await program.query<{ id: string; data: string }>(
      "select id, template_data::text as data from email_notifications where email_type = 'draft_exists' and recipient_email = $1",
      [email],
    );
    expect(stored?.data).not.toContain("token");
    const log = await (await (await signIn(program)).get(`/admin/emails/${stored?.id}`)).text();
    expect(log).toContain("This was not me");
    expect(log).not.toContain("/application/not-me?token=");

    for (let times = 0; times < 3; times++) {
      const scanned = await new Visitor(program).get(path);
      expect([scanned.status, scanned.headers.get("cache-control")]).toEqual([
        200,
        expect.stringContaining("no-store"),
      ]);
    }
    expect((await rowOf(id)).email, "looked at is not pressed").toBe(email);
    const page = await textOf(owner, path);
    for (const said of ["This was not me", "Chrome on Android"]) expect(page).toContain(said);
    const pressed = await owner.post("/application/not-me", { token: notMine });
    expect(pressed.headers.get("location")).toBe("/application/not-me?done=1");
    expect(await rowOf(id)).toMatchObject({ email: "", confirmed: null });
    expect((await rowOf(own)).email, "their own stays theirs").toBe(email);
    expect(await textOf(starter, `/apply/${id}`)).toContain("Give another email address");
    // Used, it says so; and so do links that are older than 30 days, or cut off.
    expect((await owner.post("/application/not-me", { token: notMine })).status).toBe(400);
    const used = await owner.get(path);
    expect([used.status, plain(await used.text())]).toEqual([404, expect.stringContaining("It was used already")]);
    expect((await owner.get("/application/not-me?token=x")).status).toBe(404);
    expect((await owner.post("/application/resume", { token, answer: "keep" })).status).toBe(400);
    expect(await recorded(id)).toEqual([["email_refused_by_its_owner", null]]);
  });

  test("[V-ATK-14] leaves out a browser that is not known", async () => {
    const email = `plain.${++people}@mail.example`;
    await new Visitor(program).start(email, { service });
    await new Visitor(program).start(email, { service });
    const [mail] = await mailsTo(program, email, "draft_exists", 1);
    expect(mail?.text?.replace(/\s+/g, " ")).toMatch(
      /begun on \w+ \d+, \d{4} at \d\d:\d\d in Nassau, which was never submitted/,
    );
  });
});
