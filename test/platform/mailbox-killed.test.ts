import { readFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { config } from "~/config.server";
import { replyAddressOf } from "~/mail/reply-address.server";
import { type AppServer, admin, embeddedUrl, emptyDataDir, startApp } from "../harness/app-server";
import { dovecotProgram, needsDebian } from "../harness/debian-packages";
import { type Dovecot, startDovecot } from "../harness/fakes/dovecot";
import { HttpClient, until } from "../harness/http-client";
import { giveBackJobs, runJob } from "../harness/queue";
import { screenOf } from "../harness/screen";
import { signWebhook } from "../harness/sign-webhook";

const isThere = needsDebian(dovecotProgram);
const replyAddress = "replies+{token}@lucaya.example";
const webhookSecret = "a secret of the mail service, 32 characters";
let dovecot: Dovecot;
// In a hook, which `-t` leaves out with the tests: no run ends a Dovecot that its worker leaves.
beforeAll(async () => {
  if (isThere) dovecot = await startDovecot(await emptyDataDir());
});
afterEach(() => {
  config.REPLY_ADDRESS = undefined;
  vi.restoreAllMocks();
});

/** A way to the server that stops passing on at the first command that marks a mail: nothing is acknowledged. */
async function beforeAcknowledging() {
  const sockets = new Set<Socket>();
  const held = Promise.withResolvers<void>();
  const server = createServer((near) => {
    const far = connect(dovecot.port, "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => [near, far].map((one) => one.destroy()));
    }
    far.pipe(near);
    near.on("data", (chunk: Buffer) => {
      if (/ STORE /.test(chunk.toString("latin1"))) held.resolve();
      else far.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    reached: held.promise,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

async function someCase(app: AppServer, name: string) {
  const email = `${name}@mail.example`;
  const [{ id = "" } = {}] = await app.query<{ id: string }>(
    `insert into visa_applications (application_number, user_email, status, submitted_at)
     values ($1, $2, 'submitted', now()) returning id`,
    [`BV26-TEST-${name}`, email],
  );
  vi.spyOn(config, "secret", "get").mockReturnValue(readFileSync(join(app.dataDir, "secret"), "utf8").trim());
  config.REPLY_ADDRESS = replyAddress;
  const address = replyAddressOf({ kind: "case", id, address: email });
  const mail = (text: string) =>
    `From: ${email}\r\nTo: ${address}\r\nSubject: ${text}\r\nMessage-ID: <${name}-${text}@mail.example>\r\n\r\n${text}\r\n`;
  const texts = async (at = app) =>
    (
      await at.query<{ body: string }>("select body from case_messages where application_id = $1 order by created_at", [
        id,
      ])
    ).map(({ body }) => body);
  return { id, mail, texts };
}

test("[R-IN-11, R-IN-12] a kill -9 between storing and acknowledging, two instances and both ways take each mail once", async () => {
  const proxy = await beforeAcknowledging();
  const receiving = { REPLY_ADDRESS: replyAddress, INBOUND_WEBHOOK_SECRET: webhookSecret, TRUST_PROXY: "yes" };
  const app = await startApp({ ...receiving, IMAP_URL: dovecot.url({ port: proxy.port }) });
  const { mail, texts } = await someCase(app, "killed");
  await dovecot.add(mail("one"));
  await dovecot.add(mail("two"));
  await runJob(app, "mail.receive");
  await proxy.reached;
  expect(await texts()).toEqual(["one"]);
  await app.kill();
  const killed = new Date();
  proxy.close();
  expect(await dovecot.list()).toEqual([
    ["one", false],
    ["two", false],
  ]);

  const again = await startApp({ ...receiving, DATA_DIR: app.dataDir, IMAP_URL: dovecot.url() });
  const shared = {
    DATABASE_URL: embeddedUrl(again.dataDir),
    SECRET: readFileSync(join(again.dataDir, "secret"), "utf8").trim(),
  };
  const second = await startApp({ ...receiving, ...shared, IMAP_URL: dovecot.url() });
  await giveBackJobs(again, killed);
  const body = Buffer.from(mail("two"));
  const byWebhook = (to: AppServer) =>
    new HttpClient(to).send("/webhooks/inbound-mail", {
      method: "POST",
      body: new Uint8Array(body),
      headers: { "content-type": "message/rfc822", ...signWebhook(body, webhookSecret) },
    });
  const [, , ...responses] = await Promise.all([
    ...[again, second].map((one) => runJob(one, "mail.receive")),
    ...[again, second, again].map(byWebhook),
  ]);
  expect(responses.map((response) => response instanceof Response && response.status)).toEqual([204, 204, 204]);
  await until("both mails are marked seen", async () => {
    await runJob(again, "mail.receive");
    return (await dovecot.list()).every(([, seen]) => seen);
  });
  expect((await texts(again)).sort()).toEqual(["one", "two"]);
  await second.stop();
  await again.stop();
});

test("[R-IN-12] a wrong password is named at the desk and in Today, other mails are sent, and the right one recovers", async () => {
  const app = await startApp({
    ...{ REPLY_ADDRESS: replyAddress, TRUST_PROXY: "yes", IMAP_URL: dovecot.url({ password: "wrong" }) },
  });
  await runJob(app, "mail.receive");
  const outage = "select 1 from troubles where setting = 'IMAP_URL'";
  await until("the outage is known", async () => (await app.query(outage)).length === 1);
  const desk = new HttpClient(app);
  await desk.post("/admin/login", admin);
  const page = async (path: string) => screenOf(await (await desk.get(path)).text()).words;
  const named = "Fix IMAP_URL: the mail server doesn’t accept user and password";
  for (const path of ["/admin", "/admin/emails", "/admin/applications"]) expect(await page(path)).toContain(named);
  expect(app.output()).not.toMatch(/:wrong@/);
  const started = { email: "sent@mail.example", terms: "yes", attempt: crypto.randomUUID() };
  expect((await new HttpClient(app).post("/apply", started)).status).toBe(302);
  const sent = "select 1 from email_notifications where recipient_email = 'sent@mail.example' and status = 'sent'";
  await until("another mail is sent", async () => (await app.query(sent)).length === 1);
  await app.stop();

  const right = await startApp({ DATA_DIR: app.dataDir, REPLY_ADDRESS: replyAddress, IMAP_URL: dovecot.url() });
  await runJob(right, "mail.receive");
  await until("the outage is over", async () => (await right.query(outage)).length === 0);
  await right.stop();
});
