import { readFileSync } from "node:fs";
import { request } from "node:http";
import { beforeEach, describe, expect, test } from "vitest";
import { admin, startApp } from "../harness/app-server";
import { startMailServer } from "../harness/fakes/mail-server";
import { type Fields, HttpClient, until } from "../harness/http-client";
import { wake } from "../harness/queue";

const publicUrl = "http://visa.example";

beforeEach(() => {
  smtp.manner = "takes";
  smtp.received.splice(0);
});

class Guest extends HttpClient {
  override post(path: string, fields: Fields | FormData | URLSearchParams) {
    return super.post(path, fields, { origin: publicUrl });
  }
}
const smtp = await startMailServer();
const SMTP_URL = `smtp://127.0.0.1:${smtp.port}`;
const app = await startApp({ TRUST_PROXY: "yes", PUBLIC_URL: publicUrl, SMTP_URL });
const desk = new Guest(app);
await desk.post("/admin/login", admin);

type Row = { id: string; status: string; attempts: number; error_message: string | null; message_id: string };
let people = 0;

/** Starts an application, which sends a mail; returns the email. */
async function cause(): Promise<string> {
  const email = `person${++people}@mail.test`;
  await new Guest(app).start(email);
  return email;
}

async function mailOf(address: string): Promise<Row> {
  const [row] = await app.query<Row>("select * from email_notifications where recipient_email = $1", [address]);
  if (!row) throw new Error("no mail");
  return row;
}
const reaches = (address: string, expected: Partial<Row>) =>
  until(`a mail with ${JSON.stringify(expected)}`, async () => {
    const row = await mailOf(address);
    return Object.entries(expected).every(([name, value]) => row[name as keyof Row] === value) ? row : undefined;
  });
const idsFor = (address: string) =>
  smtp.received.filter(({ to }) => to.includes(address)).map(({ mail }) => mail.messageId);
const page = async (path: string) => (await (await desk.get(path)).text()).replaceAll("<!-- -->", "");

/** Ends the wait for the next attempt. */
const waitIsOver = async (row: Row) => {
  await until("a try that waits", async () => {
    const due = await app.query(
      "update pgboss.job set start_after = now() where state = 'retry' and data->>'mailId' = $1 returning id",
      [row.id],
    );
    return due.length > 0 || undefined;
  });
  await wake(app, "mail.send");
};

describe("failing mail servers", () => {
  test("a permanent refusal marks the mail as failed with the server's message, and staff can send it again from the log", async () => {
    smtp.manner = "refuses";
    const address = await cause();
    const failed = await reaches(address, { status: "failed" });
    expect(failed).toMatchObject({ attempts: 1, error_message: `550 5.1.1 <${address}> is unknown here` });
    const html = await page(`/admin/emails/${failed.id}`);
    expect(html).toContain(`550 5.1.1 &lt;${address}&gt; is unknown here`);
    expect(html).toContain("Send again");
    expect(app.output()).not.toContain(address);

    smtp.manner = "takes";
    const again = await desk.post(`/admin/emails/${failed.id}`, {});
    expect(again.status).toBe(302);
    await until("the second mail", () => idsFor(address)[0]);
    expect(idsFor(address)).not.toContain(failed.message_id);
    expect(await mailOf(address)).toMatchObject({ status: "failed" });
  });

  test("a greylisted mail is retried later with the same Message-ID, each with a different delay", async () => {
    smtp.manner = "defers";
    const addresses = await Promise.all([cause(), cause(), cause()]);
    const rows = await Promise.all(addresses.map((address) => reaches(address, { attempts: 1 })));
    for (const row of rows) expect(row).toMatchObject({ status: "pending", error_message: "451 4.7.1 Greylisted" });
    const ids = rows.map(({ id }) => id);
    const waits = await until("three waits", async () => {
      const found = await app.query<{ seconds: number }>(
        `select extract(epoch from start_after - started_on)::float8 as seconds from pgboss.job
         where state = 'retry' and data->>'mailId' = any($1)`,
        [ids],
      );
      return found.length === ids.length ? found.map(({ seconds }) => Math.round(seconds * 100)) : undefined;
    });
    expect(new Set(waits).size).toBeGreaterThan(1);
    for (const wait of waits) expect(wait).toBeGreaterThan(900);
    // A server may defer mail: no setting is wrong.
    expect(await page("/admin/emails")).not.toContain("are waiting to be sent");

    smtp.manner = "takes";
    for (const row of rows) await waitIsOver(row);
    for (const [index, address] of addresses.entries()) {
      await reaches(address, { status: "sent", attempts: 2, error_message: null });
      expect(idsFor(address)).toEqual([rows[index]?.message_id]);
    }
  });

  test("no mail is lost while the mail server is unavailable", async () => {
    await smtp.goAway();
    const address = await cause();
    const row = await reaches(address, { attempts: 1 });
    expect(row.error_message).toMatch(/^Fix SMTP_URL: .*ECONNREFUSED/);
    await until("the log names the setting", () => /"setting":"SMTP_URL"/.test(app.output()));
    await smtp.comeBack();
    await waitIsOver(row);
    await reaches(address, { status: "sent" });
    expect(idsFor(address)).toEqual([row.message_id]);
    expect(await page("/admin/emails")).not.toContain("Fix SMTP_URL");
  });

  test("a server that reports bounces gets the mail's id and is asked not to return the private link", async () => {
    const address = await cause();
    const row = await reaches(address, { status: "sent" });
    const got = smtp.received.find(({ to }) => to.includes(address));
    expect(got).toMatchObject({ envid: row.id, ret: "HDRS" });
  });
});

test("links start with PUBLIC_URL, whatever host the request names", async () => {
  const address = "forged@mail.test";
  const body = new URLSearchParams({ email: address, terms: "yes", attempt: crypto.randomUUID() }).toString();
  const { port } = new URL(app.url);
  const status = await new Promise((resolve, reject) => {
    const headers = {
      host: "evil.test",
      "x-forwarded-host": "evil.test",
      "x-forwarded-proto": "https",
      "x-forwarded-for": "10.9.9.9",
      origin: publicUrl,
      "content-type": "application/x-www-form-urlencoded",
      "content-length": Buffer.byteLength(body),
    };
    request({ host: "127.0.0.1", port, path: "/apply", method: "POST", headers }, (response) =>
      resolve(response.statusCode),
    )
      .on("error", reject)
      .end(body);
  });
  expect(status).toBe(302);
  await reaches(address, { status: "sent" });
  const mail = smtp.received.find(({ to }) => to.includes(address))?.mail;
  expect(mail?.text).toContain(`${publicUrl}/application/resume?token=`);
  expect(`${mail?.text}${mail?.html}`).not.toContain("evil.test");
});

test("a name with mail syntax becomes no header and no second recipient", async () => {
  const names = [
    '"Eve" <eve@evil.test>, all@evil.test',
    "Eve\u2028Bcc: x@evil.test",
    "José 陳 🌊, Ltd.",
    "=?utf-8?q?Bcc?=",
  ];
  const inquiryOf = async (email: string) =>
    (
      await app.query<{ id: string }>(
        `insert into visa_inquiries (full_name, email, phone, visa_service, nationality, residence_country, passport_expiry_date, travel_date, purpose, privacy_consent)
         values ('Eve', $1, '+1 242 555 0100', 'UK Transit Visa', 'BS', 'BS', '2030-01-01', '2027-01-01', 'A visit', true) returning id`,
        [email],
      )
    )[0]?.id;
  const key = readFileSync(`${app.dataDir}/functions-key`, "utf8").trim();
  const call = async (to: string, toName: string) =>
    fetch(`${app.url}/functions/v1/send-email`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({
        to,
        toName,
        templateName: "contact_confirmation",
        emailType: "contact_confirmation",
        templateData: {
          name: toName,
          email: to,
          message: "A visit",
          service_interested: "UK Transit Visa",
          reference_number: "INQ-TEST-0001",
        },
        contactInquiryId: await inquiryOf(to),
      }),
    });
  for (const [index, name] of names.entries()) {
    const address = `named${index}@mail.test`;
    expect((await call(address, name)).status).toBe(200);
    const got = await until(`the mail to ${name}`, () => smtp.received.find(({ to }) => to.includes(address)));
    expect(got.to).toEqual([address]);
    expect(got.mail.to?.map((to) => to.address)).toEqual([address]);
    expect(got.mail.headers.map((header) => header.key)).not.toContain("bcc");
    expect(got.mail.html).not.toMatch(/<eve@evil/);
  }
  const wrong = [
    "a@mail.test, b@evil.test",
    "a@mail.test\r\nBcc: b@evil.test",
    "<a@mail.test>, <b@evil.test>",
    "a b@mail.test",
    '"a\n"@mail.test',
  ];
  for (const address of wrong) expect((await call(address, "Eve")).status, address).toBe(400);
  expect((await call("named@mail.test", "Eve\r\nBcc: x@evil.test")).status).toBe(400);
  // Invisible characters are dropped (F-TEXT-2).
  expect((await call("unseen@mail.test", "Eve\u0007\u202e")).status).toBe(200);
  const unseen = await until("the mail to Eve", () => smtp.received.find(({ to }) => to.includes("unseen@mail.test")));
  expect(unseen.mail.to?.map(({ name }) => name)).toEqual(["Eve"]);
  expect(smtp.tried.filter((address) => address.includes("evil"))).toEqual([]);
});
