import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formatPromise } from "~/content/settings/hours";
import { startApp } from "../harness/app-server";
import { inquirer, inquiriesOf, send, sendPage } from "../harness/desk/inquirer";
import { type MailServer, startMailServer } from "../harness/fakes/mail-server";
import { type Fields, HttpClient, until } from "../harness/http-client";

const publicUrl = "http://visa.example";
const smtp = await startMailServer();
const env = { TRUST_PROXY: "yes", PUBLIC_URL: publicUrl, SMTP_URL: `smtp://127.0.0.1:${smtp.port}` };
const app = await startApp(env);
await app.query(`update site_settings set value = '"notify@mail.test"' where key = 'admin_notification_email'`);
beforeEach(() => {
  smtp.manner = "takes";
  smtp.received.splice(0);
});

/** A visitor of the public origin. */
class Guest extends HttpClient {
  override post(path: string, fields: Fields | FormData | URLSearchParams) {
    return super.post(path, fields, { origin: publicUrl });
  }
}
const guest = () => new Guest(app);
const { fullName = "", phone = "", visaService = "", purpose = "" } = inquirer;
const typed = { ...inquirer, fullName, phone, visaService, purpose };
let people = 0;
const someone = () => ({ ...typed, email: `person${++people}@mail.test` });
const both = () => until("two mails", () => (smtp.received.length >= 2 ? smtp.received : undefined));

describe("the mails of an inquiry", () => {
  const fields = someone();
  const expected = [fields.fullName, fields.email, "A degree in nursing,", fields.visaService];
  let inquiry: { id: string } | undefined;
  let reference = "";
  let mails: MailServer["received"] = [];
  let rows: { email_type: string; template_data: Fields }[] = [];
  const to = (address: string) => mails.find((mail) => mail.to.includes(address))?.mail;
  beforeAll(async () => {
    expect((await send(guest(), fields)).ok).toBe(true);
    mails = [...(await both())];
    [inquiry] = await inquiriesOf(app, fields.email);
    reference = inquiry?.id.slice(0, 12).toUpperCase() ?? "";
    rows = await app.query(
      "select email_type, template_data from email_notifications where contact_inquiry_id = $1 order by email_type desc",
      [inquiry?.id],
    );
  });

  test("[P-MAIL-1] an inquiry sends one mail to the visitor and one to the office", () => {
    expect(rows.map(({ email_type }) => email_type)).toEqual(["contact_confirmation", "contact_admin_notification"]);
    expect(mails.flatMap((mail) => mail.to).sort()).toEqual(["notify@mail.test", fields.email].sort());
  });

  test("[P-MAIL-3, P-MAIL-4] the visitor's mail repeats the inquiry and its reference", () => {
    const confirmation = to(fields.email);
    for (const text of [...expected, reference]) {
      expect(confirmation?.text).toContain(text);
      expect(confirmation?.html?.replaceAll("&#x27;", "'")).toContain(text);
    }
    expect(rows[0]?.template_data).toEqual({
      name: fields.fullName,
      email: fields.email,
      message: fields.purpose,
      service_interested: fields.visaService,
      reference_number: reference,
      promised_by: expect.any(String),
      by_staff: false,
    });
  });

  test("[L-FACT-12] both mails state the same reply time as the page", async () => {
    const [{ at } = { at: new Date() }] = await app.query<{ at: Date }>(
      "select promised_by as at from visa_inquiries where email = $1",
      [fields.email],
    );
    const promised = formatPromise(at);
    expect(rows.map(({ template_data }) => template_data.promised_by)).toEqual([promised, promised]);
    const textTo = (email: string) => to(email)?.text?.replace(/\s+/g, " ");
    expect(textTo(fields.email)).toContain(`gets back to you by ${promised} in Nassau.`);
    expect(textTo("notify@mail.test")).toContain(`was promised an answer by ${promised}.`);
  });

  test("[P-MAIL-5, P-MAIL-6] the office's mail goes to the email of the setting and has everything needed to reply", () => {
    const notification = to("notify@mail.test");
    for (const text of [...expected, fields.phone, "Bahamas"]) expect(notification?.text).toContain(text);
    expect(notification?.replyTo).toEqual([{ name: fields.fullName, address: fields.email }]);
    expect(rows[1]?.template_data).toMatchObject({
      name: fields.fullName,
      email: fields.email,
      phone: fields.phone,
      country: "Bahamas",
      service_interested: fields.visaService,
      message: fields.purpose,
    });
  });
});

test("[P-MAIL-6] without the setting the notification goes to the default email", async () => {
  const [setting] = await app.query<{ value: string }>(
    "delete from site_settings where key = 'admin_notification_email' returning value",
  );
  const fields = someone();
  await send(guest(), fields);
  const [row] = await app.query<{ recipient_email: string }>(
    `select recipient_email from email_notifications n join visa_inquiries i on i.id = n.contact_inquiry_id
     where i.email = $1 and n.email_type = 'contact_admin_notification'`,
    [fields.email],
  );
  expect(row?.recipient_email).toBe("hello@lucaya.example");
  await app.query("insert into site_settings (key, value) values ('admin_notification_email', $1)", [
    JSON.stringify(setting?.value),
  ]);
});

test("[P-MAIL-3, P-MAIL-5] typed text becomes no header, no markup and no other recipient", async () => {
  const fields = {
    ...someone(),
    fullName: 'Eve" Bcc: all@evil.test <b>Boss</b>',
    purpose: '<img src="https://evil.test/x.png">\r\n.\r\nQUIT',
  };
  // Names are single-line: one with a line break is invalid.
  const lines = await send(guest(), { ...fields, fullName: 'Eve"\r\nBcc: all@evil.test' });
  expect(lines.problems?.map(({ name }) => name)).toEqual(["fullName"]);
  expect((await send(guest(), fields)).ok).toBe(true);
  await until("the visitor's mail", () => smtp.received.some(({ to }) => to.includes(fields.email)));
  const mails = await until("both mails", () => {
    const own = smtp.received.filter(({ mail }) => mail.text?.includes("QUIT"));
    return own.length >= 2 ? own : undefined;
  });
  expect(mails.flatMap(({ to }) => to).sort()).toEqual(["notify@mail.test", fields.email].sort());
  for (const { mail } of mails) {
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(mail.html).not.toContain('<img src="https://evil');
    expect(mail.html).not.toContain("<b>Boss</b>");
    expect(mail.text).toContain("QUIT");
  }
});

test("[P-MAIL-2, P-FAIL-4, P-CONTACT-24] an inquiry that can't be stored sends no mail, and its form keeps the typed values", async () => {
  // Fails at commit, after the mails were written to the outbox.
  await app.query(`
    create function refuse_inquiry() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
    create constraint trigger full_disk after insert on visa_inquiries deferrable initially deferred
      for each row execute function refuse_inquiry();`);
  const before = await app.query("select id from email_notifications order by id");
  const fields = someone();
  expect(await send(guest(), fields)).toMatchObject({ status: 500, reason: "failed" });
  const page = await sendPage(guest(), fields);
  expect(page.status).toBe(500);
  const html = await page.text();
  expect(html).toContain("Failed to submit your inquiry. Please try again.");
  expect(html).toContain(fields.email);
  expect(html).toContain("A degree in nursing,");
  await app.query("drop trigger full_disk on visa_inquiries");
  expect(await inquiriesOf(app, fields.email)).toEqual([]);
  expect(await app.query("select id from email_notifications order by id")).toEqual(before);
  expect((await send(guest(), fields)).ok).toBe(true);
});

test("[P-FAIL-8] a refusing mail server is logged, and the visitor sees success", async () => {
  smtp.manner = "refuses";
  const fields = someone();
  const page = await sendPage(guest(), fields);
  expect(await page.text()).toContain("Inquiry Submitted Successfully!");
  const failed = () =>
    app.query(
      `select error_message from email_notifications n join visa_inquiries i on i.id = n.contact_inquiry_id
       where i.email = $1 and n.error_message like '%is unknown here%'`,
      [fields.email],
    );
  await until("both mails have failed once", async () => (await failed()).length === 2);
  await until("the log says so", () => app.output().includes("a mail was refused for good"));
  expect(app.output()).not.toContain(fields.email);
});

test("[P-MAIL-7] the response doesn't wait for an unresponsive mail server", async () => {
  smtp.manner = "stalls";
  const fields = someone();
  const sent = await send(guest(), fields);
  expect(sent).toMatchObject({ status: 200, ok: true });
  await until("the mail server is asked", () => smtp.held.length > 0);
  const [row] = await app.query<{ count: number }>(
    `select count(*)::int from email_notifications n join visa_inquiries i on i.id = n.contact_inquiry_id
     where i.email = $1 and n.status = 'pending'`,
    [fields.email],
  );
  expect(row?.count).toBe(2);
  smtp.manner = "takes";
  smtp.release();
  await both();
});

test("[P-MAIL-10] the mail of a started application contains its number and the link to it", async () => {
  const applicant = guest();
  const id = await applicant.start("starts@mail.test");
  const [application] = await app.query<{ application_number: string }>(
    "select application_number from visa_applications where id = $1",
    [id],
  );
  const started = await until("the welcome mail", () =>
    smtp.received.find(({ to }) => to.includes("starts@mail.test")),
  );
  expect(started.mail.text).toContain(application?.application_number);
  const link = /(\S+\/application\/resume\?token=\S+)/.exec(started.mail.text ?? "")?.[1] ?? "";
  expect(link.startsWith(`${publicUrl}/application/resume?token=`)).toBe(true);
  const opened = await guest().get(link.slice(publicUrl.length));
  expect(opened.status).toBe(200);
  expect(await opened.text()).toContain(application?.application_number);
});
