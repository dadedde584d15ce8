import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type AppServer, admin, startApp } from "../harness/app-server";
import { startMailServer } from "../harness/fakes/mail-server";
import { HttpClient, until } from "../harness/http-client";
import { screenOf } from "../harness/screen";

// `app/mail/smtp.test.ts` and its neighbours test responses of mail servers and reports.
const publicUrl = "http://visa.example";
const secret = "a secret of the mail service, 32 characters";
const email = "waits@mail.test";
let app: AppServer;
let desk: HttpClient;

const addressFor = (password: string) => `smtp://desk:${password}@127.0.0.1:${server.port}`;
async function start(password: string, more: Record<string, string> = {}) {
  app = await startApp({ TRUST_PROXY: "yes", PUBLIC_URL: publicUrl, SMTP_URL: addressFor(password), ...more });
  desk = new HttpClient(app);
  await desk.post("/admin/login", admin, { origin: publicUrl });
}
const server = await startMailServer({ authOptional: false, allowInsecureAuth: true });
await start("wrong");

type Row = { id: string; status: string; error_message: string | null; message_id: string };
const row = async () =>
  (await app.query<Row>("select * from email_notifications where recipient_email = $1", [email]))[0];
const page = async (path: string) => screenOf(await (await desk.get(path)).text());

describe("SMTP_URL", () => {
  test("with a wrong password the log and staff see the error, and the site stays up", async () => {
    const started = { email, terms: "yes", attempt: crypto.randomUUID() };
    expect((await new HttpClient(app).post("/apply", started, { origin: publicUrl })).status).toBe(302);
    const waiting = await until("a try that failed", async () => ((await row())?.error_message ? row() : undefined));
    expect(waiting.status).toBe("pending");
    expect(waiting.error_message).toMatch(/^Fix SMTP_URL: .* name and password \(535 /);
    await until("the log names the setting", () => /"setting":"SMTP_URL"/.test(app.output()));
    expect(app.output()).not.toContain("wrong@");
    expect((await page("/admin/emails")).words).toContain("Fix SMTP_URL: the mail server does not accept");
    expect((await page(`/admin/emails/${waiting.id}`)).words).toContain("Fix SMTP_URL");
    expect((await new HttpClient(app).get("/services")).status).toBe(200);
  });

  test("after SMTP_URL is corrected the queued mails are sent once at the start", async () => {
    const waiting = await row();
    expect(await app.stop()).toBe(0);
    await start("right", { DATA_DIR: app.dataDir, MAIL_WEBHOOK_SECRET: secret });
    await until("the mail is sent", async () => (await row())?.status === "sent");
    expect(server.received.map(({ mail }) => mail.messageId)).toEqual([waiting?.message_id]);
    expect((await page("/admin/emails")).words).not.toContain("Fix SMTP_URL");
  });
});

describe("a webhook report of the mail service", () => {
  const now = () => Math.floor(Date.now() / 1000);
  async function report(body: unknown, { time = now(), key = secret } = {}) {
    const text = JSON.stringify(body);
    const mac = createHmac("sha256", key).update(`evt_1.${time}.${text}`).digest("base64");
    const headers = {
      "content-type": "application/json",
      "webhook-id": "evt_1",
      "webhook-timestamp": String(time),
      "webhook-signature": `v1,${mac}`,
    };
    return (await fetch(`${app.url}/webhooks/mail`, { method: "POST", headers, body: text })).status;
  }
  const about = async (type: string, detail?: string) => ({
    type,
    data: { messageId: (await row())?.message_id, detail },
  });

  test("an unsigned, forged or invalid report changes nothing", async () => {
    const delivery = await about("mail.delivered");
    expect(await report(delivery, { key: "another secret" })).toBe(401);
    // Days, so that no slow machine makes it valid.
    expect(await report(delivery, { time: now() - 86_400 })).toBe(401);
    const unsigned = { method: "POST", body: JSON.stringify(delivery) };
    expect((await fetch(`${app.url}/webhooks/mail`, unsigned)).status).toBe(401);
    expect((await fetch(`${app.url}/webhooks/mail`)).status).toBe(405);
    expect(await report({ type: "mail.opened", data: {} })).toBe(400);
    expect((await row())?.status).toBe("sent");
  });

  test("a report marks the mail as delivered, or as failed after a bounce, and the desk shows both", async () => {
    expect(await report(await about("mail.delivered"))).toBe(204);
    const mail = `/admin/emails/${(await row())?.id}`;
    expect((await page(mail)).getByText("Delivered", { selector: "dt" })).toBeTruthy();
    expect((await page("/admin/emails")).words).toContain("confirmed as delivered");
    expect(await report(await about("mail.bounced", "550 5.2.2 Mailbox full"))).toBe(204);
    expect((await row())?.status).toBe("failed");
    expect((await page(mail)).words).toContain("It came back: 550 5.2.2 Mailbox full");
  });
});
