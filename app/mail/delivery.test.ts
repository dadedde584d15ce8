import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { eq, sql } from "drizzle-orm";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { untilWaiting } from "../../test/harness/waiting";
import type { NewMail } from "./outbox.server";

// In the folder of the run, which goes with it also where `-t` leaves all of these tests out.
const dataDir = mkdtempSync(join(process.env.DATA_DIR ?? tmpdir(), "own-"));
vi.stubEnv("DATA_DIR", dataDir);
vi.stubEnv("SMTP_URL", "");

// Everything that reads the environment is loaded once it is set.
const { config } = await import("~/config.server");
const { db } = await import("~/db/client.server");
const { visaApplications } = await import("~/db/schema/applications");
const { emailNotifications } = await import("~/db/schema/mail");
const { testDatabase } = await import("../../test/harness/in-process/test-database");
const { registerMail } = await import("./deliver.server");
const { enqueueMail } = await import("./outbox.server");
const { renderPreview } = await import("./preview.server");
const { readPrivateLink } = await import("./links/private-links.server");

let application: { id: string; resumeToken: string };
const received: { id: string | undefined; to: string | undefined }[] = [];
let refusals = 0;
let refusal = 451;
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onRcptTo(_address, _session, done) {
    done(refusals-- > 0 ? Object.assign(new Error("busy"), { responseCode: refusal }) : null);
  },
  onData(stream, _session, done) {
    buffer(stream)
      .then((bytes) => PostalMime.parse(bytes))
      .then(({ messageId, to }) => {
        received.push({ id: messageId, to: to?.[0]?.address });
        done();
      }, done);
  },
});

registerMail();
const database = testDatabase({ work: true });
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  const values = { applicationNumber: "BV26-7K3M-9QXD", userEmail: "maria@mail.test" };
  const [row] = await db.insert(visaApplications).values(values).returning();
  if (!row) throw new Error("no application");
  application = row;
});

afterEach(() => {
  config.SMTP_URL = undefined;
  received.length = 0;
});

afterAll(async () => {
  smtp.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function useSmtp() {
  const address = smtp.server.address();
  if (!address || typeof address === "string") throw new Error("no port");
  config.SMTP_URL = `smtp://127.0.0.1:${address.port}`;
}

function welcome(to = "maria@mail.test"): NewMail {
  const data = { name: "maria", email: to, applicationNumber: "BV26-7K3M-9QXD", serviceName: "Bahamian e-Visa" };
  return { kind: "application_started", to, toName: "maria", applicationId: application.id, data };
}

async function send(mail: NewMail): Promise<string> {
  const id = await db.transaction((tx) => enqueueMail(tx, mail));
  if (!id) throw new Error("Nobody was written to");
  return id;
}

async function find(id: string) {
  const [row] = await db.select().from(emailNotifications).where(eq(emailNotifications.id, id));
  if (!row) throw new Error("no mail");
  return row;
}

const inForce = (userEmail: string) =>
  db.update(visaApplications).set({ userEmail }).where(eq(visaApplications.id, application.id));

const reaches = (id: string, status: string) =>
  vi.waitFor(async () => expect((await find(id)).status).toBe(status), { timeout: 60_000, interval: 50 });

test("[A-MAILLOG-13] without SMTP_URL a mail is a file only its owner can read, and the log shows it without its link", async () => {
  await inForce("maria@people.example");
  const id = await send(welcome("maria@people.example"));
  await reaches(id, "sent");
  await inForce("maria@mail.test");
  const folder = join(dataDir, "outbox");
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const [name = "", ...otherFiles] = readdirSync(folder);
  expect(otherFiles).toEqual([]);
  expect(name).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\dT[\\d.-]+Z-application_started-${id}\\.eml$`));
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);

  const row = await find(id);
  const mail = await PostalMime.parse(readFileSync(join(folder, name)));
  expect(mail).toMatchObject({ messageId: row.messageId, subject: row.subject });
  const token = /\/application\/resume\?token=(\S+)/.exec(mail.text ?? "")?.[1] ?? "";
  expect(mail.html).toContain(token);
  const read = readPrivateLink("resume", token);
  expect(read?.id).toBe(application.id);
  expect(read?.verify(application.resumeToken)).toBe(true);
  expect(JSON.stringify(row)).not.toContain(application.resumeToken);
  const preview = await renderPreview(row);
  expect(preview?.text).toContain("[private link]");
  expect(`${preview?.text}${preview?.html}`).not.toContain("token=");
});

test("[O-NEWS-4] a personal mail overtakes queued mails of an issue", async () => {
  useSmtp();
  const data = { title: "A calm month", excerpt: "Quiet", slug: "calm", paragraphs: ["All is well."], isWhole: true };
  await db.execute(sql`insert into newsletter_subscribers (email, confirmed_at)
    select 'reader' || i || '@mail.test', now() from generate_series(0, 19) i`);
  await db.transaction(async (tx) => {
    for (let i = 0; i < 20; i++)
      await enqueueMail(tx, { kind: "newsletter_issue", to: `reader${i}@mail.test`, toName: "", data });
    await enqueueMail(tx, welcome());
  });
  await vi.waitFor(() => expect(received).toHaveLength(21), { timeout: 60_000, interval: 50 });
  // Not the last, nor near it: others overtake it only while it is rendered.
  expect(received.slice(0, 10).map(({ to }) => to)).toContain("maria@mail.test");
});

test("[W-MAIL-9] a rolled-back transaction sends no mail", async () => {
  useSmtp();
  const jobs = () => database.query("select id from pgboss.job where name = 'mail.send' order by id");
  const before = await jobs();
  const failed = db.transaction(async (tx) => {
    await enqueueMail(tx, welcome("nobody@mail.test"));
    throw new Error("the cause failed");
  });
  await expect(failed).rejects.toThrow("the cause failed");
  expect(await jobs()).toEqual(before);
  const rows = await db
    .select()
    .from(emailNotifications)
    .where(eq(emailNotifications.recipientEmail, "nobody@mail.test"));
  expect(rows).toEqual([]);
  expect(received).toEqual([]);
});

test("a refused mail is retried and arrives under its one Message-ID; the next one is picked up within a second", async () => {
  useSmtp();
  refusals = 1;
  const id = await send(welcome());
  await vi.waitFor(async () => expect((await find(id)).attempts).toBe(1), { timeout: 60_000 });
  expect(await find(id)).toMatchObject({ status: "pending", errorMessage: expect.stringContaining("451 busy") });
  await vi.waitFor(
    async () => {
      const due = await database.query("update pgboss.job set start_after = now() where state = 'retry' returning id");
      expect(due).toHaveLength(1);
    },
    { timeout: 60_000 },
  );
  await reaches(id, "sent");
  const row = await find(id);
  expect(row).toMatchObject({ attempts: 2, errorMessage: null });
  expect(received.map((mail) => mail.id)).toEqual([row.messageId]);

  const second = await send(welcome());
  await reaches(second, "sent");
  const rows = await database.query(
    "select started_on - created_on < interval '1 second' as soon from pgboss.job where data ->> 'mailId' = $1",
    [second],
  );
  expect(rows).toEqual([{ soon: true }]);
});

test("sample people get no mail", async () => {
  useSmtp();
  const id = await send(welcome("someone@people.example"));
  await reaches(id, "failed");
  expect((await find(id)).errorMessage).toMatch(/^Not sent: /);
  expect(received).toHaveLength(0);
});

test("a mail of a deleted application fails instead of being sent with a dead link", async () => {
  useSmtp();
  const id = await db.transaction(async (tx) => {
    const mail = (await enqueueMail(tx, welcome())) ?? "";
    await tx.update(emailNotifications).set({ applicationId: null }).where(eq(emailNotifications.id, mail));
    return mail;
  });
  await reaches(id, "failed");
  expect((await find(id)).errorMessage).toContain("no longer exists");
});

test("[N-EMAIL-11] a mail that would give the old email access is not sent to it", async () => {
  useSmtp();
  await inForce("new@mail.test");
  const id = await send(welcome());
  await reaches(id, "failed");
  await inForce("maria@mail.test");
  expect((await find(id)).errorMessage).toBe("Not sent: the application now has a different email address.");
  expect(received).toHaveLength(0);
});

test("[N-EMAIL-6, N-EMAIL-11] a queued mail whose email changed is sent to the new one, even if it was read with the old one", async () => {
  useSmtp();
  const id = await db.transaction(async (tx) => {
    const mail = (await enqueueMail(tx, welcome())) ?? "";
    await tx.execute(sql`update pgboss.job set start_after = now() + interval '1 day' where data->>'mailId' = ${mail}`);
    return mail;
  });
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table visa_applications in access exclusive mode`);
    await database.query("update pgboss.job set start_after = now() where data->>'mailId' = $1", [id]);
    // The delivery has read its mail, and waits to read its application.
    await untilWaiting(database, "visa_applications");
    await tx.update(emailNotifications).set({ recipientEmail: "new@mail.test" }).where(eq(emailNotifications.id, id));
    await tx
      .update(visaApplications)
      .set({ userEmail: "new@mail.test" })
      .where(eq(visaApplications.id, application.id));
  });
  await reaches(id, "sent");
  await inForce("maria@mail.test");
  expect(await find(id)).toMatchObject({ recipientEmail: "new@mail.test", errorMessage: null });
});

test("[N-EMAIL-14] a mail that the recipient's server refuses permanently counts as bounced", async () => {
  useSmtp();
  refusals = 1;
  refusal = 550;
  const id = await send(welcome());
  await reaches(id, "failed");
  expect((await find(id)).bouncedAt).not.toBeNull();
});

test("[N-EMAIL-5] a link to an email that is no longer pending is not sent", async () => {
  useSmtp();
  const data = { applicationNumber: "BV26-7K3M-9QXD", email: "other@mail.test", by: "applicant" as const };
  const to = { to: "other@mail.test", toName: "", applicationId: application.id };
  const id = await send({ kind: "email_change", ...to, data });
  await reaches(id, "failed");
  expect((await find(id)).errorMessage).toContain("this address change is no longer pending");
});
