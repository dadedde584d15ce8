import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectDescribed } from "../harness/described";
import { HttpClient } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const office = "office@lucaya.example";
const app = await sharedApp();
const key = readFileSync(join(app.dataDir, "functions-key"), "utf8").trim();
const id = await new HttpClient(app).start("marina@mail.example");
const [row] = await app.query<{ number: string }>(
  "select application_number as number from visa_applications where id = $1",
  [id],
);
const application: { id: string; number: string } = { id, number: row?.number ?? "" };
const [made] = await app.query<{ id: string }>(
  `insert into visa_inquiries (full_name, email, phone, visa_service, nationality, residence_country, passport_expiry_date, travel_date, purpose, privacy_consent)
     values ('Ines', 'ines@mail.example', '+1 242 555 0100', 'UK Transit Visa', 'BS', 'BS', '2030-01-01', '2027-01-01', 'A visit', true) returning id`,
);
const inquiry: string = made?.id ?? "";
await app.query(
  "insert into site_settings (key, value) values ('admin_notification_email', $1) on conflict (key) do update set value = excluded.value",
  [JSON.stringify(office)],
);

/** A call with the server's own key, checked against the description of the functions. */
async function call(body: unknown) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  const response = await new HttpClient(app).send("/functions/v1/send-email", {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  const result = { status: response.status, body: (await response.json()) as Record<string, unknown> };
  await expectDescribed(app, "send-email", "post", result);
  return result;
}

const mails = () => app.query("select id from email_notifications");
const sender = { name: "Ines", email: "ines@mail.example", message: "A visit", service_interested: "UK Transit Visa" };
const mailOf = (kind: string, change: Record<string, unknown>) => ({
  toName: "Ines",
  templateName: kind,
  emailType: kind,
  ...change,
});
const confirmation = (change: Record<string, unknown> = {}) =>
  mailOf("contact_confirmation", {
    to: sender.email,
    templateData: { ...sender, reference_number: "INQ-TEST-0001" },
    contactInquiryId: inquiry,
    ...change,
  });
/** A mail with a link to Marina's application. */
const withLink = (kind: string, data: Record<string, unknown>) =>
  mailOf(kind, {
    to: "marina@mail.example",
    templateData: { name: "Marina", email: "marina@mail.example", applicationNumber: application.number, ...data },
    applicationId: application.id,
  });

test("[V-ATK-25, A-FN-10, A-FN-11] a call with the server key must name an application or inquiry, can mail only its recipient, and sends no private link", async () => {
  const before = (await mails()).length;
  const elsewhere = "The recipient is not that of the application or inquiry";
  const carries = "This template carries a private link: staff send it, signed in";
  const applicationId = application.id;
  const cases: [number, unknown, string][] = [
    [400, confirmation({ contactInquiryId: undefined }), "Name the application or the inquiry that the mail is about"],
    [403, confirmation({ to: "stranger@mail.example" }), elsewhere],
    [403, confirmation({ to: office }), elsewhere],
    [403, confirmation({ contactInquiryId: undefined, applicationId }), elsewhere],
    [404, confirmation({ contactInquiryId: crypto.randomUUID() }), "Inquiry not found"],
    [403, withLink("application_started", { serviceName: null }), carries],
    [
      403,
      withLink("application_submitted", { visaType: null, applicationId, submittedAt: "2026-11-20T12:00:00Z" }),
      carries,
    ],
    [403, withLink("status_update", { newStatus: "approved", statusMessage: "Yes", applicationId }), carries],
  ];
  for (const [status, body, error] of cases)
    expect(await call(body)).toEqual({ status, body: { success: false, error } });
  expect(await mails()).toHaveLength(before);
  const notice = mailOf("contact_admin_notification", {
    to: office,
    templateData: { ...sender, phone: "1", country: "BS" },
    contactInquiryId: inquiry,
  });
  for (const mail of [confirmation(), notice]) expect((await call(mail)).status).toBe(200);
  expect(await mails()).toHaveLength(before + 2);
});
