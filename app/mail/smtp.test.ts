import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { config } from "~/config.server";
import { db } from "~/db/client.server";
import { registered } from "~/jobs/registry.server";
import { type MailServer, makeCertificate, startMailServer } from "../../test/harness/fakes/mail-server";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { registerMail } from "./deliver.server";
import { enqueueMail } from "./outbox.server";
import { closeSmtp } from "./smtp.server";
import { handOver } from "./transport.server";

const database = testDatabase();
registerMail();

const folder = mkdtempSync(join(process.env.DATA_DIR ?? tmpdir(), "lucaya-test-"));
chmodSync(folder, 0o755);
const servers: MailServer[] = [];
const trusted = getCACertificates("default");
let tls: ReturnType<typeof makeCertificate>;
beforeAll(() => {
  tls = makeCertificate(folder);
});
afterEach(() => {
  closeSmtp();
  config.SMTP_URL = undefined;
  setDefaultCACertificates(trusted);
});
afterAll(async () => {
  for (const server of servers) await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A mail server, and the setting with which mails go there; `query` is what its address says more. */
async function use(scheme: "smtp" | "smtps", settings = {}, { user = "", query = "" } = {}): Promise<MailServer> {
  const server = await startMailServer(settings);
  servers.push(server);
  config.SMTP_URL = `${scheme}://${user}127.0.0.1:${server.port}?${query}`;
  return server;
}
const trust = () => setDefaultCACertificates([...trusted, readFileSync(tls.ca, "utf8")]);

type Row = { id: string; status: string; attempts: number; error_message: string | null; message_id: string };
let people = 0;
const rowOf = async (id: string) =>
  (await database.query<Row>("select * from email_notifications where id = $1", [id]))[0] ?? expect.fail("no mail");

/** A mail to somebody, and its state after an attempt. */
async function write(): Promise<string> {
  const to = `person${++people}@mail.test`;
  const data = { email: to, at: new Date().toISOString() };
  return (await db.transaction((tx) => enqueueMail(tx, { kind: "sign_in_slowed", to, toName: "", data }))) ?? "";
}
async function tried(mailId: string): Promise<Row> {
  const run = { attempt: 1, last: false, signal: new AbortController().signal };
  await registered
    .get("mail.send")
    ?.run({ mailId }, run)
    .catch(() => undefined);
  return rowOf(mailId);
}
const giveUp = (mailId: string) => registered.get("mail.send")?.giveUp?.({ mailId });

test("a wrong password keeps the mail queued, and the log names the setting, never the password", async () => {
  const server = await use(
    "smtp",
    { authOptional: false, disabledCommands: [], ...tls },
    { user: "desk:wrong@", query: "requireTLS=true" },
  );
  trust();
  const mail = await write();
  const row = await tried(mail);
  expect(row).toMatchObject({ status: "pending", attempts: 1 });
  expect(row.error_message).toMatch(/^Fix SMTP_URL: the mail server does not accept our name and password \(535 /);
  expect(row.error_message).not.toContain("wrong");
  config.SMTP_URL = config.SMTP_URL?.replace("wrong", "right");
  expect(await tried(mail)).toMatchObject({ status: "sent", attempts: 2, error_message: null });
  expect(server.received).toMatchObject([{ secure: true, user: "desk", mail: { messageId: row.message_id } }]);
});

test("with smtps:// and an untrusted certificate nothing is sent until it is trusted", async () => {
  const server = await use("smtps", { secure: true, ...tls });
  const mail = await write();
  const row = await tried(mail);
  expect(row.error_message).toMatch(/^Fix SMTP_URL: no trusted encrypted connection .*self-signed/);
  expect([row.status, server.received]).toEqual(["pending", []]);
  closeSmtp();
  trust();
  expect(await tried(mail)).toMatchObject({ status: "sent" });
  expect(server.received).toMatchObject([{ secure: true }]);
});

test("with requireTLS nothing is sent to a server without TLS", async () => {
  const server = await use("smtp", {}, { query: "requireTLS=true" });
  const mail = await write();
  expect((await tried(mail)).error_message).toMatch(/^Fix SMTP_URL: no trusted encrypted/);
  expect(server.tried).toEqual([]);
  config.SMTP_URL = `smtp://127.0.0.1:${server.port}`;
  expect(await tried(mail)).toMatchObject({ status: "sent" });
});

test("a stalling server times out, and the mail is sent once it responds", async () => {
  const server = await use("smtp", {}, { query: "socketTimeout=300&greetingTimeout=300" });
  server.manner = "stalls";
  const mail = await write();
  const row = await tried(mail);
  expect([row.status, row.error_message]).toEqual([
    "pending",
    expect.stringContaining("Fix SMTP_URL: the mail server did not answer in time"),
  ]);
  server.manner = "takes";
  server.release();
  config.SMTP_URL = `smtp://127.0.0.1:${server.port}`;
  expect(await tried(mail)).toMatchObject({ status: "sent", message_id: row.message_id });
});

test("a connection lost within the message sends nothing of it; later the whole is sent once", async () => {
  const server = await use("smtp");
  server.manner = "cuts";
  const mail = await write();
  const row = await tried(mail);
  expect([row.status, row.error_message]).toEqual([
    "pending",
    expect.stringContaining("Fix SMTP_URL: the connection to the mail server failed or broke off"),
  ]);
  expect(server.received).toEqual([]);
  server.manner = "takes";
  expect(await tried(mail)).toMatchObject({ status: "sent" });
  expect(server.received.map((message) => message.mail.messageId)).toEqual([row.message_id]);
  expect(server.received[0]?.mail.html).toContain("</html>");
});

test("an unavailable or deferring server keeps the mail queued; a permanent refusal fails it at once", async () => {
  const server = await use("smtp");
  await server.goAway();
  const mail = await write();
  expect((await tried(mail)).error_message).toMatch(/^Fix SMTP_URL: .*ECONNREFUSED/);
  await server.comeBack();
  server.manner = "defers";
  expect(await tried(mail)).toMatchObject({ status: "pending", attempts: 2, error_message: "451 4.7.1 Greylisted" });
  server.manner = "refuses";
  const failed = await tried(mail);
  expect(failed).toMatchObject({
    status: "failed",
    attempts: 3,
    error_message: expect.stringMatching(/^550 5\.1\.1 .* unknown here$/),
  });
  server.manner = "takes";
  expect(await tried(mail), "what failed is not tried again").toEqual(failed);
  expect(server.received).toEqual([]);
});

test("after its last try a mail fails with that try's error; a sent mail stays sent", async () => {
  const server = await use("smtp");
  const [waits, sent, untried] = [await write(), await write(), await write()];
  server.manner = "defers";
  await tried(waits);
  server.manner = "takes";
  await tried(sent);
  for (const mail of [waits, sent, untried]) await giveUp(mail);
  expect(await rowOf(waits)).toMatchObject({ status: "failed", error_message: "451 4.7.1 Greylisted" });
  expect(await rowOf(sent)).toMatchObject({ status: "sent", error_message: null });
  expect(await rowOf(untried)).toMatchObject({
    status: "failed",
    error_message: "The program was stopped while sending.",
  });
});

test.each([0, 1, 2])("[F-RUN-2] a mail with %i calendar files and a file contains all of them", async (count) => {
  const server = await use("smtp");
  const calendars = Array.from({ length: count }, (_, index) => ({
    method: "REQUEST" as const,
    content: `BEGIN:VCALENDAR X-AT:${index}`,
  }));
  const office = { name: "Lucaya", address: "hello@lucaya.example" };
  await handOver({
    ...{ id: crypto.randomUUID(), kind: "appointment", createdAt: new Date(), messageId: "<one@lucaya.example>" },
    ...{ from: office, to: { name: "Ana", address: "ana@mail.test" }, replyTo: office, unsubscribe: "" },
    ...{ subject: "Your appointment", html: "<p>Come</p>", text: "Come", calendars },
    attachments: [{ filename: "receipt.pdf", contentType: "application/pdf", content: Buffer.from("%PDF-1.7") }],
  });
  const files = server.received[0]?.mail.attachments.map(({ filename, content }) => [
    filename,
    typeof content === "string" ? content : Buffer.from(new Uint8Array(content)).toString(),
  ]);
  for (const [position, { content }] of calendars.entries())
    expect(files).toContainEqual([
      `appointment${position > 0 ? `-${position + 1}` : ""}.ics`,
      expect.stringContaining(content),
    ]);
  expect(files).toContainEqual(["receipt.pdf", "%PDF-1.7"]);
});
