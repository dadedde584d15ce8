import { describe, expect, test } from "vitest";
import { matrix } from "../harness/desk/access-matrix";
import { signIn } from "../harness/desk/desk";
import { inquirer, send } from "../harness/desk/inquirer";
import { makeStaffFixtures } from "../harness/desk/staff-fixtures";
import { form, HttpClient } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const email = "regular@lucaya.example";

const app = await sharedApp();
const fixtures = await makeStaffFixtures(app);
const { superAdmin, password } = fixtures;
await superAdmin.post("/admin/users", {
  intent: "create",
  email,
  password,
  confirmation: password,
  role: "regular_admin",
});
const regular = await signIn(app, { email, password });

/** Other people's rows, and every account: out of reach of any form's fields. */
async function makeVictims() {
  const otherClient = new HttpClient(app);
  const application = await otherClient.start("victim@mail.example");
  const [inquiry, service, review, admin] = [
    await fixtures.inquiry(),
    await fixtures.service(),
    await fixtures.review(),
    await fixtures.admin(true),
  ];
  const ids = { application, inquiry, service, review, admin };
  const rows = async () => {
    const [row] = await app.query(
      `select (select md5(a::text) from visa_applications a where id = $1) as application,
         (select md5(i::text) from visa_inquiries i where id = $2) as inquiry,
         (select md5((s.service_name, s.slug, s.is_active)::text) from visa_services s where id = $3) as service,
         (select md5(r::text) from google_reviews r where id = $4) as review,
         (select md5(string_agg((a.id, a.user_id, a.email, a.role, a.is_active, a.created_by)::text, ',' order by a.id)) from admin_users a) as admins,
         (select md5(string_agg(u.id || u.email, ',' order by u.id)) from "user" u) as users`,
      [ids.application, ids.inquiry, ids.service, ids.review],
    );
    return row;
  };
  return { ids, rows };
}

describe("unknown form fields", () => {
  test("every form of the desk ignores unknown fields, so no role, status or id can be set with them", async () => {
    const { ids, rows } = await makeVictims();
    const [own] = await app.query<{ id: string }>("select id from admin_users where email = $1", [email]);
    const extra: Record<string, string> = {
      ...{ id: ids.application, applicationId: ids.application, application_id: ids.application },
      ...{ inquiryId: ids.inquiry, inquiry_id: ids.inquiry, contactInquiryId: ids.inquiry, service_id: ids.service },
      ...{ review_id: ids.review, mailId: ids.application, adminId: own?.id ?? "", admin_id: own?.id ?? "" },
      ...{ userId: "x", user_id: "x", createdBy: "x", isActive: "no", is_active: "false", active: "no" },
      ...{ role: "super_admin", staff: "yes", isSample: "yes", is_sample: "true", userEmail: "mallory@mail.example" },
      ...{ paymentStatus: "paid", payment_status: "paid", status: "withdrawn", adminEmail: "mallory@lucaya.example" },
    };
    const gates = /^admin\/(login|forgot-password|reset-password|invitation|first-sign-in|session|sign-out|account)/;
    for (const [path, entry] of Object.entries(matrix))
      for (const action of entry.actions ?? []) {
        if (gates.test(path) || action.answered.may === "anyone") continue;
        await fixtures.rest();
        const url = `/${(await entry.at?.(fixtures)) ?? path}`;
        const fields: Record<string, unknown> = { ...(await action.fields?.(fixtures)) };
        if (action.intent && !entry.json) fields.intent = action.intent;
        const data = { ...extra, ...fields };
        const before = await rows();
        const response = entry.json
          ? await regular.send(url, {
              method: "POST",
              headers: { origin: app.url, "content-type": "application/json" },
              body: JSON.stringify(data),
            })
          : await regular.post(url, data as Record<string, string>);
        await response.text();
        const name = `${path} ${action.intent}`;
        expect([name, response.status < 500 || response.status === 502]).toEqual([name, true]);
        expect([name, await rows()]).toEqual([name, before]);
      }
    const written = await app.query("select 1 from admin_activity_log where admin_email like 'mallory%'");
    expect(written).toEqual([]);
  });

  test("a new admin gets only the chosen role, whatever other fields are sent", async () => {
    const [own] = await app.query<{ id: string }>("select id from admin_users where email = 'desk@lucaya.example'");
    const { password } = fixtures;
    const chosen = crypto.randomUUID();
    const data = {
      ...{ intent: "create", email: "plain@lucaya.example", password, confirmation: password, role: "regular_admin" },
      ...{ id: chosen, adminId: own?.id ?? "", userId: "x", user_id: "x", isActive: "no", createdBy: chosen },
    };
    expect((await fixtures.superAdmin.post("/admin/users", data)).status).toBe(200);
    const [row] = await app.query<Record<string, unknown>>(
      "select id, user_id, role, is_active, created_by from admin_users where email = 'plain@lucaya.example'",
    );
    expect(row).toMatchObject({ role: "regular_admin", is_active: true, created_by: own?.id });
    expect([row?.id, row?.user_id]).not.toContain(chosen);
    expect(row?.user_id).not.toBe("x");
  });

  test("a start, a save, a submission and an inquiry ignore unknown fields", async () => {
    const client = new HttpClient(app);
    const extra = {
      ...{ status: "approved", applicationNumber: "BV26-0000-0000", application_number: "BV26-0000-0000" },
      ...{ userEmail: "mallory@mail.example", user_email: "mallory@mail.example", isSample: "yes", is_sample: "true" },
      ...{ paymentStatus: "paid", payment_status: "paid", amountPaid: "1", completionPercentage: "100" },
      ...{ submittedAt: "2020-01-01", adminNotes: "x", admin_notes: "x", priority: "yes", role: "super_admin" },
    };
    const id = await client.start("extra@mail.example", extra);
    const saved = await client.save(id, { ...form("applicant_info", "Applicant Information"), ...extra });
    expect(saved.status).toBe(200);
    const [row] = await app.query<Record<string, unknown>>(
      `select status, user_email, payment_status, amount_paid::float as paid, is_sample, submitted_at, application_number as number,
         metadata::text as metadata from visa_applications where id = $1`,
      [id],
    );
    expect(row).toMatchObject({
      status: "draft",
      user_email: "extra@mail.example",
      payment_status: "pending",
      paid: 0,
    });
    expect(row).toMatchObject({ is_sample: false, submitted_at: null });
    expect(row?.number).not.toBe("BV26-0000-0000");
    expect(String(row?.metadata)).not.toMatch(/mallory|super_admin|approved/);
    const sent = await send(new HttpClient(app), { ...inquirer, email: "more@mail.example", ...extra });
    expect(sent.ok).toBe(true);
    const [inquiry] = await app.query(
      "select status, priority, admin_notes, is_sample from visa_inquiries where email = 'more@mail.example'",
    );
    expect(inquiry).toEqual({ status: "new", priority: false, admin_notes: null, is_sample: false });
  });
});
