import { beforeEach, describe, expect, test } from "vitest";
import { admin } from "../harness/app-server";
import { plain, signIn } from "../harness/desk/desk";
import { inquirer, send } from "../harness/desk/inquirer";
import { confirmEmail } from "../harness/fakes/mails";
import { HttpClient, until } from "../harness/http-client";
import { queueIsDone, wake } from "../harness/queue";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
// Excludes the recipients under test.
await app.query(
  "insert into site_settings (key, value) values ('admin_notification_email', '\"office@lucaya.example\"') on conflict (key) do update set value = excluded.value",
);
beforeEach(() => app.query("delete from limit_counts"));

const startOf = (email: string) => ({ email, terms: "yes", attempt: crypto.randomUUID() });

describe("mails that others cause", () => {
  type Row = { id: string; kind: string; status: string; due: Date | null };
  const rowsTo = (email: string) =>
    app.query<Row>(
      "select id, email_type as kind, status, due_at as due from email_notifications where recipient_email = $1 order by due_at, created_at",
      [email],
    );
  const sentOf = (rows: Row[]) => rows.filter((row) => row.status === "sent");
  const atLeast = (email: string, count: number) =>
    until(`${count} mails to ${email} are sent`, async () => {
      await wake(app, "mail.send");
      const rows = await rowsTo(email);
      return sentOf(rows).length >= count ? rows : undefined;
    });
  const waitingJobs = (email: string) =>
    app.query<{ start: Date; due: Date }>(
      `select j.start_after as start, m.due_at as due from pgboss.job j join email_notifications m on m.id::text = j.data->>'mailId'
       where j.name = 'mail.send' and j.state = 'created' and m.recipient_email = $1 and j.start_after > now()`,
      [email],
    );
  const numberOf = async (email: string) =>
    (
      await app.query<{ number: string }>(
        "select application_number as number from visa_applications where user_email = $1 order by created_at",
        [email],
      )
    )[0]?.number ?? "";

  test("[V-ATK-20] of requests of all kinds, each from its own IP, six mails go out, the others wait for their hour, and none is lost", async () => {
    const victim = admin.email;
    await new HttpClient(app).start(victim);
    const number = await numberOf(victim);
    const kinds: [number, () => Promise<unknown>][] = [
      [3, () => send(new HttpClient(app), { ...inquirer, email: victim })],
      [3, () => new HttpClient(app).post("/apply", startOf(victim))],
      [3, () => new HttpClient(app).post("/apply/start", { asked: victim })],
      [2, () => new HttpClient(app).post(`/apply/${number}`, { intent: "send-link" })],
      [1, () => new HttpClient(app).post("/newsletter", { email: victim.toUpperCase() })],
      [1, () => new HttpClient(app).post("/admin/forgot-password", { email: victim })],
    ];
    const requests = kinds.flatMap(([many, ask]) => Array.from({ length: many }, (_, turn) => ({ turn, ask })));
    // All kinds mixed, eight at a time.
    requests.sort((a, b) => a.turn - b.turn);
    while (requests.length > 0) await Promise.all(requests.splice(0, 8).map(({ ask }) => ask()));
    await queueIsDone(app);
    await until("the queue has looked for the admin", async () => {
      const open = "select 1 from pgboss.job where name = 'accounts.password-reset' and state < 'completed' limit 1";
      await wake(app, "accounts.password-reset");
      return (await app.query(open)).length === 0;
    });

    const rows = await atLeast(victim, 6);
    expect(new Set(rows.map((row) => row.kind)).size, "several kinds").toBeGreaterThan(3);
    expect(rows.length).toBeGreaterThan(9);
    const dues = rows.map((row) => row.due?.getTime() ?? 0);
    for (const [index, due] of dues.entries())
      if (index >= 6) expect(due - (dues[index - 6] ?? 0)).toBeGreaterThanOrEqual(3_600_000);
    // A sign-in mail has taken the slot of another one, whose job is queued again.
    const waiting = await until("all others wait", async () => {
      const jobs = await waitingJobs(victim);
      return jobs.length === rows.length - 6 ? jobs : undefined;
    });
    for (const { start, due } of waiting) expect(start.getTime()).toBeLessThanOrEqual(due.getTime());

    // Run too early, they are queued again.
    const woken = "update pgboss.job set start_after = now() where name = 'mail.send' and state = 'created'";
    await app.query(woken);
    await until("all of them wait again", async () => {
      await wake(app, "mail.send");
      return (await waitingJobs(victim)).length === rows.length - 6;
    });
    expect(sentOf(await rowsTo(victim))).toHaveLength(6);

    await app.query("update email_notifications set due_at = due_at - interval '1 week' where recipient_email = $1", [
      victim,
    ]);
    await app.query(woken);
    const all = await atLeast(victim, rows.length);
    expect(all.map((row) => row.id).sort(), "the same mails, each of them").toEqual(rows.map((row) => row.id).sort());
  });

  test("[V-ATK-20] the desk shows until when a mail is delayed and can send it now, a delayed mail is not duplicated, and an application's own mails are not delayed", async () => {
    const email = "waited-for@mail.example";
    const client = new HttpClient(app);
    const id = await client.start(email);
    const number = await numberOf(email);
    await client.fillIn(id);
    for (let round = 1; round <= 5; round++) await new HttpClient(app).post("/apply/start", { asked: email });
    await queueIsDone(app);
    await atLeast(email, 6);
    for (let attempt = 1; attempt <= 4; attempt++)
      await new HttpClient(app).post(`/apply/${number}`, { intent: "send-link" });
    await queueIsDone(app);
    const [waiting, ...otherRows] = (await rowsTo(email)).slice(6);
    expect([waiting?.kind, otherRows]).toEqual(["resume_link", []]);

    await confirmEmail(app, id);
    expect((await client.submit(id)).outcome.kind).toBe("submitted");
    const sent = await atLeast(email, 7);
    expect(sent.find((row) => row.kind === "application_submitted")).toMatchObject({ status: "sent", due: null });
    expect(sent.find((row) => row.id === waiting?.id)?.status).toBe("pending");

    const desk = await signIn(app);
    const clock = new Intl.DateTimeFormat("en-GB", {
      timeZone: "America/Nassau",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }).format(waiting?.due ?? undefined);
    const pattern = new RegExp(`Waits until (\\w+ \\d+, )?${clock}`);
    const page = `/admin/emails/${waiting?.id}`;
    for (const path of ["/admin/emails", page, `/admin/applications/${id}`])
      expect(plain(await (await desk.get(path)).text()), path).toMatch(pattern);
    expect(plain(await (await desk.get(page)).text())).toContain("Send it now");
    expect((await desk.post(page, {})).status).toBe(302);
    await atLeast(email, 8);
    expect(await rowsTo(email), "itself, and no copy").toHaveLength(8);
  });

  test("[V-ATK-20] submitting and withdrawing with an unconfirmed email can't send it more than six mails", async () => {
    const email = "unconfirmed@mail.example";
    const client = new HttpClient(app);
    const id = await client.start(email);
    await client.fillIn(id);
    for (let round = 1; round <= 4; round++) await new HttpClient(app).post("/apply/start", { asked: email });
    await queueIsDone(app);
    await atLeast(email, 5);
    expect((await client.submit(id)).outcome.kind).toBe("submitted");
    await atLeast(email, 6);
    expect((await client.post(`/apply/${id}/withdraw`, { reason: "Never mind" })).status).toBe(302);
    const rows = await rowsTo(email);
    expect(rows.map(({ kind }) => kind)).toEqual([
      "application_started",
      ...Array.from({ length: 4 }, () => "resume_link"),
      "application_submitted",
      "withdrawal_requested",
    ]);
    expect(await waitingJobs(email)).toHaveLength(1);
    // The office is notified at once, as always.
    const office = await app.query(
      "select due_at from email_notifications where application_id = $1 and email_type in ('new_application', 'withdrawal_notification')",
      [id],
    );
    expect(office).toEqual([{ due_at: null }, { due_at: null }]);
  });
});
