import { describe, expect, test } from "vitest";
import { admin, startApp } from "../harness/app-server";
import { type Answer, description, expectDescribed } from "../harness/described";
import { signIn } from "../harness/desk/desk";
import { mailsTo } from "../harness/fakes/mails";
import { HttpClient } from "../harness/http-client";
import { logged } from "../harness/logged";

const key = "a-key-of-the-server-that-nobody-knows";
const password = "sails over the bank";
const notified = "notices@lucaya.example";
const app = await startApp({ TRUST_PROXY: "yes", FUNCTIONS_KEY: key });
const superAdmin = await signIn(app);
await call(superAdmin, "create-admin-user", { email: "regular@lucaya.example", password, role: "regular_admin" });
let regular = await signIn(app, { email: "regular@lucaya.example", password });
const id = await new HttpClient(app).start("marina@mail.example");
const [row] = await app.query<{ number: string }>(
  "select application_number as number from visa_applications where id = $1",
  [id],
);
const application: { id: string; number: string } = { id, number: row?.number ?? "" };
const [{ id: inquiry } = { id: "" }] = await app.query<{ id: string }>(
  `insert into visa_inquiries (full_name, email, phone, visa_service, nationality, residence_country, passport_expiry_date, travel_date, purpose, privacy_consent)
     values ('Ines', 'ines@mail.example', '+1 242 555 0100', 'UK Transit Visa', 'BS', 'BS', '2030-01-01', '2027-01-01', 'A visit', true) returning id`,
);
await app.query(
  "insert into site_settings (key, value) values ('admin_notification_email', $1) on conflict (key) do update set value = excluded.value",
  [JSON.stringify(notified)],
);

const bearerOf = (client: HttpClient) => `Bearer ${client.cookies.get("lucaya_staff")}`;

/**
 * Calls by cookie, by a bearer token, or anonymously; every response is checked against the description of the
 * functions.
 */
async function call(by: HttpClient | string | null, name: string, body?: unknown, query = ""): Promise<Answer> {
  const client = by instanceof HttpClient ? by : new HttpClient(app);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (typeof by === "string") headers.authorization = by;
  else headers.origin = app.url;
  const sent = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const response = await client.send(`/functions/v1/${name}${query}`, sent);
  const result = { status: response.status, body: (await response.json()) as Record<string, unknown> };
  await expectDescribed(app, name, body === undefined ? "get" : "post", result);
  return result;
}

const admins = () =>
  app.query<{ id: string; email: string; is_active: boolean }>(
    "select id, email, is_active from admin_users order by email",
  );
const idOf = async (email: string) => (await admins()).find((row) => row.email === email)?.id ?? "";
const mails = () => app.query("select id from email_notifications");
describe("manage-admin-user and create-admin-user", () => {
  test("[A-FN-4, A-FN-5, A-SESSION-12] the functions list admins and activity, inactive admins only on request, by cookie and by bearer token", async () => {
    await call(superAdmin, "create-admin-user", { email: "rail@lucaya.example", password, role: "regular_admin" });
    await call(superAdmin, "manage-admin-user", { action: "deactivate", adminId: await idOf("rail@lucaya.example") });
    for (const by of [superAdmin, bearerOf(superAdmin)]) {
      const emails = async (query: string) =>
        ((await call(by, "manage-admin-user", undefined, query)).body.admins as { email: string }[]).map(
          (row) => row.email,
        );
      expect(await emails("?includeInactive=false")).toEqual([admin.email, "regular@lucaya.example"]);
      expect(await emails("")).toEqual([admin.email, "regular@lucaya.example"]);
      expect(await emails("?includeInactive=true")).toEqual([
        admin.email,
        "regular@lucaya.example",
        "rail@lucaya.example",
      ]);
    }
    const { body } = await call(superAdmin, "manage-admin-user");
    const [first] = body.activityLogs as unknown[];
    expect(first).toMatchObject({
      action_type: "admin_deactivated",
      admin: { email: admin.email },
      target_admin: { email: "rail@lucaya.example" },
    });
    const listed = body.admins as { email: string; creator: unknown }[];
    expect(listed[1]).toMatchObject({ creator: { email: admin.email }, role: "regular_admin", is_active: true });
  });

  test("[A-FN-6, A-FN-7] deactivate and reactivate return a message, and anything else returns an error and changes nothing", async () => {
    const adminId = await idOf("regular@lucaya.example");
    const off = await call(superAdmin, "manage-admin-user", { action: "deactivate", adminId });
    expect(off.body.message).toBe("Admin user regular@lucaya.example deactivated successfully");
    const on = await call(superAdmin, "manage-admin-user", { action: "reactivate", adminId });
    expect(on.body.message).toBe("Admin user regular@lucaya.example reactivated successfully");
    const before = await admins();
    for (const [status, body] of [
      [400, { action: "delete", adminId }],
      [400, { action: "deactivate" }],
      [404, { action: "deactivate", adminId: "nobody" }],
      [409, { action: "deactivate", adminId: await idOf(admin.email) }],
      [400, "no object"],
    ] as const)
      expect(await call(superAdmin, "manage-admin-user", body)).toMatchObject({
        status,
        body: { error: expect.any(String) },
      });
    expect(await admins()).toEqual(before);
    regular = await signIn(app, { email: "regular@lucaya.example", password });
  });

  test("[A-FN-8, A-FN-9] a created admin can sign in with the given password, and a failed call creates no admin", async () => {
    const email = "curlew@lucaya.example";
    const made = await call(bearerOf(superAdmin), "create-admin-user", { email, password, role: "super_admin" });
    expect(made).toMatchObject({ status: 201, body: { message: `Admin user ${email} created successfully!` } });
    const curlew = await signIn(app, { email, password });
    expect((await curlew.get("/admin/users")).status).toBe(200);
    const before = await admins();
    for (const [status, body, error] of [
      [
        400,
        { email: "x@lucaya.example", password: "short", role: "regular_admin" },
        "Password must be at least 8 characters long",
      ],
      [400, { email: "x", password, role: "regular_admin" }, "Please enter a valid email address"],
      [400, { email: "x@lucaya.example", password, role: "owner" }, "Role is required: Regular Admin or Super Admin"],
      [409, { email: email.toUpperCase(), password, role: "regular_admin" }, "An admin with this email already exists"],
      [400, [], "Send a JSON object"],
    ] as const)
      expect(await call(superAdmin, "create-admin-user", body)).toEqual({ status, body: { error } });
    expect(await admins()).toEqual(before);
  });

  /** The list, a deactivation and a creation, by this user. */
  const callsOf = async (by: HttpClient | string | null) => [
    await call(by, "manage-admin-user"),
    await call(by, "manage-admin-user", { action: "deactivate", adminId: await idOf(admin.email) }),
    await call(by, "create-admin-user", { email: "y@lucaya.example", password, role: "super_admin" }),
  ];

  test("[A-USERS-21, A-PERM-9] a call without a session gets 401 with an error message, and nothing is returned or changed", async () => {
    const before = await admins();
    const none = { status: 401, body: { error: "No authentication token" } };
    expect(await callsOf(null)).toEqual([none, none, none]);
    expect((await call("Bearer not-a-session", "manage-admin-user")).status).toBe(401);
    expect(await admins()).toEqual(before);
  });

  test("[A-PERM-4, A-PERM-5, A-PERM-6] a regular admin gets 403 instead of the list, and can neither change nor create an admin", async () => {
    const before = await admins();
    const refused = { status: 403, body: { error: "Only super admins can manage admins" } };
    for (const by of [regular, bearerOf(regular)]) expect(await callsOf(by)).toEqual([refused, refused, refused]);
    expect(await admins()).toEqual(before);
  });
});

const about = (change: Record<string, unknown> = {}) => ({
  to: "marina@mail.example",
  toName: "Marina",
  templateName: "status_update",
  templateData: {
    name: "Marina",
    email: "marina@mail.example",
    applicationNumber: application.number,
    newStatus: "under_review",
    statusMessage: "We are reading it.",
    applicationId: application.id,
  },
  emailType: "status_update",
  applicationId: application.id,
  ...change,
});

/** Each template with its subject and its data. */
const everyMail = (): Record<string, Record<string, unknown>> => {
  const person = { name: "Marina", email: "marina@mail.example", applicationNumber: application.number };
  const sender = {
    name: "Ines",
    email: "ines@mail.example",
    message: "A visit",
    service_interested: "UK Transit Visa",
  };
  const ofInquiry = { contactInquiryId: inquiry, applicationId: undefined };
  return {
    contact_confirmation: {
      ...ofInquiry,
      to: sender.email,
      templateData: { ...sender, reference_number: "INQ-TEST-0001" },
    },
    contact_admin_notification: { ...ofInquiry, to: notified, templateData: { ...sender, phone: "1", country: "BS" } },
    application_started: { templateData: { ...person, serviceName: null } },
    application_submitted: {
      templateData: { ...person, visaType: null, applicationId: application.id, submittedAt: "2026-11-20T12:00:00Z" },
    },
    status_update: {},
  };
};

const ofKind = (kind: string) => about({ ...everyMail()[kind], templateName: kind, emailType: kind });

describe("send-email", () => {
  test("[A-FN-10, A-FN-11, P-MAIL-8] each of the five templates is enqueued and sent, with its application or inquiry", async () => {
    for (const [kind, change] of Object.entries(everyMail())) {
      const mail = ofKind(kind);
      const { status, body } = await call(superAdmin, "send-email", mail);
      expect([kind, status, body]).toEqual([kind, 200, { success: true, id: expect.any(String) }]);
      const [row] = await app.query("select * from email_notifications where id = $1", [body.id]);
      expect(row).toMatchObject({
        email_type: kind,
        template_name: kind,
        recipient_email: mail.to,
        recipient_name: "Marina",
        application_id: mail.applicationId ?? null,
        contact_inquiry_id: "contactInquiryId" in change ? inquiry : null,
      });
      expect(await mailsTo(app, String(mail.to), kind, 1)).not.toHaveLength(0);
    }
    expect(await app.query("select 1 from admin_activity_log where action_type = 'email_sent'")).toHaveLength(5);
  });

  test("[A-FN-13, P-PERM-7] only staff and the server's own key may send mail, and a call of anyone else is refused and sends none", async () => {
    const before = (await mails()).length;
    for (const by of [null, "Bearer not-the-key", `Bearer ${key}x`]) {
      const { status, body } = await call(by, "send-email", about());
      expect([status, body.success]).toEqual([401, false]);
    }
    await app.query("update admin_users set is_active = false where email = 'regular@lucaya.example'");
    expect((await call(regular, "send-email", about())).status).toBe(403);
    await app.query("update admin_users set is_active = true where email = 'regular@lucaya.example'");
    expect(await mails()).toHaveLength(before);
    expect((await call(`Bearer ${key}`, "send-email", ofKind("contact_confirmation"))).status).toBe(200);
    expect((await call(regular, "send-email", about())).status).toBe(200);
    expect((await call(bearerOf(regular), "send-email", about())).status).toBe(200);
    expect(await mails()).toHaveLength(before + 3);
  });

  test("[A-FN-12, A-FAIL-3, P-FAIL-7] a failure is returned as JSON with success false and a specific error message", async () => {
    const before = (await mails()).length;
    const unnamed = { ...ofKind("contact_confirmation"), contactInquiryId: null };
    const elsewhere = "The recipient is not that of the application or inquiry";
    for (const [status, change, error] of [
      [403, { to: "stranger@mail.example" }, elsewhere],
      [403, { contactInquiryId: inquiry }, elsewhere],
      [400, { applicationId: undefined }, "applicationId: this template needs it"],
      [400, unnamed, "Name the application or the inquiry that the mail is about"],
      [404, { applicationId: crypto.randomUUID() }, "Application not found"],
      [400, { templateName: "password_reset", emailType: "password_reset" }, /templateName/],
      [400, { emailType: "application_started" }, "emailType: it is the same as templateName"],
      [400, { templateData: { name: "Marina" } }, /templateData\.applicationNumber/],
      [400, { to: "nobody" }, /^to:/],
    ] as const) {
      const answer = await call(superAdmin, "send-email", about(change));
      expect(answer.status).toBe(status);
      expect(answer.body).toEqual({
        success: false,
        error: typeof error === "string" ? error : expect.stringMatching(error),
      });
    }
    expect(await mails()).toHaveLength(before);
  });

  test("[A-FAIL-4, P-FAIL-6] an outbox that can't be written to returns 'Failed to send email'", async () => {
    await app.query("alter table email_notifications add constraint shut check (false) not valid");
    try {
      const answer = await call(superAdmin, "send-email", about());
      expect(answer).toEqual({ status: 500, body: { success: false, error: "Failed to send email" } });
    } finally {
      await app.query("alter table email_notifications drop constraint shut");
    }
  });

  test("[A-FAIL-5, P-FAIL-6] an unexpected error returns 'Unknown error occurred' and is logged", async () => {
    await app.query("alter table session rename to hidden_sessions");
    try {
      const answer = await call(superAdmin, "send-email", about());
      expect(answer).toEqual({ status: 500, body: { success: false, error: "Unknown error occurred" } });
    } finally {
      await app.query("alter table hidden_sessions rename to session");
    }
    await logged(app, "a mail could not be sent, and nobody knows why");
  });
});

test("[A-FN-1] /functions/v1/ serves exactly the four functions and their description", async () => {
  const { paths } = await description(app);
  expect(Object.keys(paths ?? {}).sort()).toEqual([
    "/create-admin-user",
    "/manage-admin-user",
    "/send-email",
    "/sync-google-reviews",
  ]);
  for (const path of ["/functions/v1/delete-everything", "/functions/v1/send-email/x"])
    for (const by of [superAdmin.get(path), superAdmin.post(path, {})]) {
      const response = await by;
      expect([response.status, response.headers.get("content-type")]).toEqual([404, expect.stringContaining("json")]);
      expect(await response.json()).toHaveProperty("error");
    }
  for (const name of ["create-admin-user", "send-email"])
    expect((await superAdmin.get(`/functions/v1/${name}`)).status).toBe(405);
});
