import { beforeEach, describe, expect, test } from "vitest";
import { admin } from "../harness/app-server";
import { rowOf, startWithEmail, textOf } from "../harness/applicants/begun";
import { confirmEmail, continueBy, mailsTo } from "../harness/fakes/mails";
import { form, HttpClient, until } from "../harness/http-client";
import { queueIsDone } from "../harness/queue";
import { sharedApp } from "../harness/shared";

// Findings of a second review of access to applications.
const app = await sharedApp();
beforeEach(() => app.query("delete from limit_counts"));

const minutesUntil = async (where: string, value: string) => {
  const rows = await app.query<{ minutes: number | null }>(
    `select extract(epoch from due_at - now())::float / 60 as minutes from email_notifications where ${where} order by created_at desc limit 1`,
    [value],
  );
  return rows[0]?.minutes ?? null;
};

/** Mails requested by others and queued, six an hour, for `hours`. */
async function crowd(email: string, hours: number, application: string | null = null) {
  await app.query("update email_notifications set due_at = null where recipient_email = $1", [email]);
  await app.query(
    `insert into email_notifications (recipient_email, subject, email_type, template_name, status, application_id, message_id, due_at)
     select $1, 'x', 'contact_confirmation', 'x', case when n <= 6 then 'sent' else 'pending' end::mail_status, $3::uuid, gen_random_uuid(),
       now() + (ceil(n / 6.0) - 1) * interval '1 hour' - interval '1 minute'
     from generate_series(1, $2 * 6) n`,
    [email, hours + 1, application],
  );
}

describe("the question of a mailed link", () => {
  test("[V-ATK-12] End answered after another person's Keep leads to ending the other browsers, and doesn't claim that they are ended", async () => {
    const { id, starter, token } = await startWithEmail(app);
    const owner = new HttpClient(app);
    expect((await continueBy(owner, token, "keep")).headers.get("location")).toBe(`/apply/${id}`);
    const late = await continueBy(owner, token, "end");
    expect(late.headers.get("location")).toBe(`/apply/${id}/browsers?end=others`);
    expect(await textOf(owner, `/apply/${id}/browsers?end=others`)).toContain("End all others");
    expect((await owner.post(`/apply/${id}/browsers`, { end: "others" })).status).toBe(302);
    expect((await starter.get(`/apply/${id}/browsers`)).headers.get("location")).toBe(`/apply/${id}`);
  });

  test("[V-ATK-4] This was not me is not read beyond the limit of an IP", async () => {
    const client = new HttpClient(app);
    const answers: number[] = [];
    for (let round = 0; round < 122; round++)
      answers.push((await client.post("/application/not-me", { token: "x" })).status);
    expect([answers[0], answers.at(-1)]).toEqual([400, 429]);
  });
});

describe("a rejected email", () => {
  test("[V-ATK-14] a new link requested by the starter doesn't invalidate This was not me", async () => {
    const { id, email, starter } = await startWithEmail(app);
    await new HttpClient(app).start(email);
    const [mail] = await mailsTo(app, email, "draft_exists", 1);
    const token = /\/application\/not-me\?token=([\w.~-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
    const renewed = await starter.post(`/apply/${id}/browsers`, { end: "links" });
    expect(renewed.headers.get("location")).toContain("done=renewed");
    const owner = new HttpClient(app);
    expect((await owner.get(`/application/not-me?token=${token}`)).status).toBe(200);
    expect((await owner.post("/application/not-me", { token })).status).toBe(302);
    expect((await rowOf(app, id)).email).toBe("");
    // Another email belongs to another person, who wasn't asked.
    expect((await starter.post(`/apply/${id}/email`, { intent: "give", email: `other.${email}` })).status).toBe(200);
    expect((await owner.post("/application/not-me", { token })).status).toBe(400);
    expect((await rowOf(app, id)).email).toBe(`other.${email}`);
  });

  test("[V-ATK-14] a rejected email is refused with another +tag too", async () => {
    const { id, email, starter, token } = await startWithEmail(app);
    await continueBy(new HttpClient(app), token, "no");
    for (const same of [email, email.replace("@", "+1@"), email.replace("@", "+a+b@").toUpperCase()])
      expect((await starter.post(`/apply/${id}/email`, { intent: "give", email: same })).status, same).toBe(422);
    expect((await rowOf(app, id)).email).toBe("");
    expect(
      (await starter.post(`/apply/${id}/email`, { intent: "give", email: email.replace("@", "1+x@") })).status,
    ).toBe(200);
  });
});

describe("an ended browser", () => {
  test("[V-ATK-15] a browser that is ended while its save waits for a lock saves nothing and learns nothing", async () => {
    const { id, starter } = await startWithEmail(app);
    const save = (name: string) => ({ ...form("applicant_info", "Applicant Information"), firstName: name });
    expect((await starter.save(id, save("Earlier employment"))).status).toBe(200);
    const ending = app.query(
      `do $$ begin
         perform 1 from visa_applications where id = '${id}' for update;
         for turn in 1..3000 loop
           exit when exists (select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%application_holders h%');
           perform pg_sleep(0.01);
           perform pg_stat_clear_snapshot();
         end loop;
         delete from application_holders where application_id = '${id}';
         update visa_applications set opens_by_link_only = true, metadata = jsonb_set(metadata, '{step1,firstName}', '"Secret"') where id = '${id}';
       end $$`,
    );
    await until("the row is held", async () => {
      const sleeping = "select 1 from pg_stat_activity where query like 'do $$%' and wait_event = 'PgSleep'";
      return (await app.query(sleeping)).length > 0;
    });
    const saved = await starter.save(id, { ...save("After"), revision: "1" });
    await ending;
    expect(saved).toMatchObject({ status: 403, outcome: { kind: "refused" } });
    expect(JSON.stringify(saved)).not.toContain("Secret");
    const [row] = await app.query<{ name: string }>(
      "select metadata->'step1'->>'firstName' as name from visa_applications where id = $1",
      [id],
    );
    expect(row?.name).toBe("Secret");
  });
});

describe("an email with many requests", () => {
  test("[V-ATK-20] a resume link is delayed by an hour at most, however many mails are queued before it", async () => {
    const { id, email } = await startWithEmail(app);
    await confirmEmail(app, id);
    await crowd(email, 30);
    await new HttpClient(app).post(`/apply/${id}`, { intent: "send-link" });
    await queueIsDone(app);
    const link = await minutesUntil("email_type = 'resume_link' and recipient_email = $1", email);
    expect(link).toBeGreaterThan(30);
    expect(link).toBeLessThan(60);
    const rows = await app.query<{ due: Date }>(
      "select due_at as due from email_notifications where recipient_email = $1 and due_at is not null order by due_at",
      [email],
    );
    const dues = rows.map(({ due }) => due.getTime());
    for (const [index, due] of dues.entries())
      if (index >= 6)
        expect(due - (dues[index - 6] ?? 0), "six an hour all the same").toBeGreaterThanOrEqual(3_590_000);

    await crowd(admin.email, 30);
    await new HttpClient(app).post("/admin/forgot-password", { email: admin.email });
    const reset = await until("the mail is written", () =>
      minutesUntil("email_type = 'password_reset' and recipient_email = $1", admin.email),
    );
    expect(reset).toBeLessThan(60);
  });

  test("[V-ATK-16] [V-ATK-20] after ending all links the new one is sent at once if the email is confirmed", async () => {
    const { id, email, starter } = await startWithEmail(app);
    await confirmEmail(app, id);
    await crowd(email, 2);
    expect((await starter.post(`/apply/${id}/browsers`, { end: "links" })).status).toBe(302);
    expect(await minutesUntil("email_type = 'resume_link' and recipient_email = $1", email)).toBeNull();
  });

  test("[V-ATK-20] mails of a rejected application delay no other mail", async () => {
    const { id, email, token } = await startWithEmail(app);
    await crowd(email, 3, id);
    await continueBy(new HttpClient(app), token, "no");
    expect((await rowOf(app, id)).email).toBe("");
    await app.query(
      "update email_notifications set due_at = due_at - interval '1 hour' where recipient_email = $1 and status = 'sent'",
      [email],
    );
    await new HttpClient(app).start(email);
    expect(await minutesUntil("email_type = 'application_started' and recipient_email = $1", email)).toBeLessThan(1);
  });
});
