import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { admin, freshFolder, type Program, removeFolders, startProgram } from "../harness/program";
import { type MailServer, makeCertificate, startMailServer } from "../harness/stand-ins/mail-server";
import { until, Visitor } from "../harness/visitor";

const publicUrl = "http://visa.example";
const secret = "a secret of the mail service, 32 characters";
const servers: MailServer[] = [];
let dataDir: string;
let tls: ReturnType<typeof makeCertificate>;
let program: Program | undefined;

beforeAll(async () => {
  dataDir = await freshFolder();
  tls = makeCertificate(await freshFolder());
});
afterAll(async () => {
  await program?.stop();
  for (const server of servers) await server.close();
  await removeFolders();
});

/** The same installation, started anew with another mail server. */
async function restart(SMTP_URL: string, more: Record<string, string> = {}): Promise<Program> {
  await program?.stop();
  const env = { DATA_DIR: dataDir, TRUST_PROXY: "yes", PUBLIC_URL: publicUrl, MAIL_WEBHOOK_SECRET: secret, ...more };
  program = await startProgram({ ...env, SMTP_URL });
  return program;
}
const as = async (to: Program) => {
  const desk = new Visitor(to);
  await desk.post("/admin/login", admin, { origin: publicUrl });
  return desk;
};
const cause = (to: Program, email: string) =>
  new Visitor(to)
    .post("/apply", { email, terms: "yes", attempt: crypto.randomUUID() }, { origin: publicUrl })
    .then(({ status }) => expect(status).toBe(302));
type Row = { id: string; status: string; error_message: string | null; message_id: string; delivered_at: Date | null };
async function mailOf(of: Program, address: string): Promise<Row | undefined> {
  const [row] = await of.query<Row>("select * from email_notifications where recipient_email = $1", [address]);
  return row;
}
const waits = (of: Program, address: string) =>
  until("a try that failed", async () => {
    const row = await mailOf(of, address);
    return row?.error_message ? row : undefined;
  });
const reaches = (of: Program, address: string, status: string) =>
  until(`a mail that is ${status}`, async () => {
    const row = await mailOf(of, address);
    return row?.status === status ? row : undefined;
  });

describe("SMTP_URL", () => {
  test("with a wrong password: log and staff read its name, the site goes on; mended, the mail goes out at the start", async () => {
    const server = await startMailServer({ authOptional: false, disabledCommands: [], ...tls });
    servers.push(server);
    const trusting = { NODE_EXTRA_CA_CERTS: tls.ca };
    const wrong = await restart(`smtp://desk:wrong@127.0.0.1:${server.port}?requireTLS=true`, trusting);
    await cause(wrong, "waits@mail.test");
    const row = await waits(wrong, "waits@mail.test");
    expect(row.status).toBe("pending");
    expect(row.error_message).toMatch(/^Mend SMTP_URL: .* name and password \(535 /);
    await until("the log names the setting", () => /"setting":"SMTP_URL"/.test(wrong.output()));
    expect(wrong.output()).not.toContain("wrong@");
    const desk = await as(wrong);
    expect(await (await desk.get("/admin/emails")).text()).toContain("Mend SMTP_URL: the mail server does not accept");
    expect(await (await desk.get(`/admin/emails/${row.id}`)).text()).toContain("Mend SMTP_URL");
    expect((await new Visitor(wrong).get("/services")).status).toBe(200);

    const right = await restart(`smtp://desk:right@127.0.0.1:${server.port}?requireTLS=true`, trusting);
    await reaches(right, "waits@mail.test", "sent");
    expect(server.received.map(({ mail }) => mail.messageId)).toEqual([row.message_id]);
    expect(server.received[0]).toMatchObject({ secure: true, user: "desk" });
    // One connection carries what follows.
    for (const at of [1, 2, 3]) await cause(right, `next${at}@mail.test`);
    for (const at of [1, 2, 3]) await reaches(right, `next${at}@mail.test`, "sent");
    expect(server.received.every(({ secure }) => secure)).toBe(true);
  });

  test("with smtps:// and a certificate that nobody vouches for: nothing is sent until it is trusted", async () => {
    const server = await startMailServer({ secure: true, ...tls });
    servers.push(server);
    const url = `smtps://127.0.0.1:${server.port}`;
    const doubting = await restart(url);
    await cause(doubting, "doubted@mail.test");
    const row = await waits(doubting, "doubted@mail.test");
    expect(row.error_message).toMatch(/^Mend SMTP_URL: no trusted encrypted connection .*self-signed/);
    expect(server.received).toEqual([]);
    const trusting = await restart(url, { NODE_EXTRA_CA_CERTS: tls.ca });
    await reaches(trusting, "doubted@mail.test", "sent");
    expect(server.received[0]).toMatchObject({ secure: true, to: ["doubted@mail.test"] });
  });

  test("with requireTLS sends nothing to a server that speaks in the clear", async () => {
    const server = await startMailServer();
    servers.push(server);
    const strict = await restart(`smtp://127.0.0.1:${server.port}?requireTLS=true`);
    await cause(strict, "clear@mail.test");
    expect((await waits(strict, "clear@mail.test")).error_message).toMatch(/^Mend SMTP_URL: no trusted encrypted/);
    expect(server.tried).toEqual([]);
    const plain = await restart(`smtp://127.0.0.1:${server.port}`);
    await reaches(plain, "clear@mail.test", "sent");
  });
});

describe("a report of the mail service", () => {
  let at: Program;
  let row: Row;
  const now = () => Math.floor(Date.now() / 1000);
  async function report(body: unknown, { time = now(), key = secret, signature = "", id = "evt_1" } = {}) {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const mac = createHmac("sha256", key).update(`${id}.${time}.${text}`).digest("base64");
    const headers = {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(time),
      "webhook-signature": signature || `v1,${mac}`,
    };
    return (await fetch(`${at.url}/webhooks/mail`, { method: "POST", headers, body: text })).status;
  }
  const about = (type: string, detail?: string) => ({ type, data: { messageId: row.message_id, detail } });
  const state = async () => (await mailOf(at, "reported@mail.test"))?.status;

  beforeAll(async () => {
    const server = await startMailServer();
    servers.push(server);
    at = await restart(`smtp://127.0.0.1:${server.port}`);
    await cause(at, "reported@mail.test");
    row = await reaches(at, "reported@mail.test", "sent");
  });

  test("that is not signed by the secret, now, changes nothing", async () => {
    const delivered = about("mail.delivered");
    expect(await report(delivered, { key: "another secret" })).toBe(401);
    expect(await report(delivered, { signature: "v1," })).toBe(401);
    expect(await report(delivered, { signature: "garbage" })).toBe(401);
    expect(await report(delivered, { time: now() - 301 })).toBe(401);
    expect(await report(delivered, { time: now() + 301 })).toBe(401);
    expect(await report(delivered, { id: "" })).toBe(401);
    expect((await fetch(`${at.url}/webhooks/mail`, { method: "POST", body: JSON.stringify(delivered) })).status).toBe(
      401,
    );
    expect((await fetch(`${at.url}/webhooks/mail`)).status).toBe(405);
    expect(await report("{")).toBe(400);
    expect(await report({ type: "mail.opened", data: { messageId: row.message_id } })).toBe(400);
    expect(await state()).toBe("sent");
    expect(await report({ type: "mail.delivered", data: { messageId: "<nobody@visa.example>" } })).toBe(204);
    expect(await state()).toBe("sent");
  });

  test("moves the mail to delivered, and to failed when it comes back; played again it changes nothing", async () => {
    const [deliveredAt, bouncedAt] = [now() - 2, now()];
    expect(await report(about("mail.delivered"), { time: deliveredAt })).toBe(204);
    expect(await state()).toBe("delivered");
    const desk = await as(at);
    const html = async () => (await (await desk.get(`/admin/emails/${row.id}`)).text()).replaceAll("<!-- -->", "");
    expect(await html()).toMatch(/<dt[^>]*>Delivered<\/dt>/);
    expect(await (await desk.get("/admin/emails")).text()).toContain("confirmed as delivered");
    expect(await report(about("mail.bounced", "550 5.2.2 Mailbox full"), { time: bouncedAt })).toBe(204);
    expect(await state()).toBe("failed");
    expect(await html()).toContain("It came back: 550 5.2.2 Mailbox full");
    // The same request, letter for letter, sent by somebody who listened.
    expect(await report(about("mail.delivered"), { time: deliveredAt })).toBe(204);
    expect(await report(about("mail.bounced", "550 5.2.2 Mailbox full"), { time: bouncedAt })).toBe(204);
    expect(await state()).toBe("failed");
  });
});
