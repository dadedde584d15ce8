import { describe, expect, test } from "vitest";
import { admin } from "../../test/harness/app-server";
import { signIn } from "../../test/harness/desk/desk";
import { HttpClient } from "../../test/harness/http-client";
import { inside, screenOf } from "../../test/harness/screen";
import { sharedApp } from "../../test/harness/shared";

const email = "theo@lucaya.example";
const password = "sails over the reef";
const app = await sharedApp();
const superAdmin = await signIn(app);
const made = { intent: "create", email, password, confirmation: password, role: "regular_admin" };
expect((await superAdmin.post("/admin/users", made)).status).toBe(200);
const regular = await signIn(app, { email, password });

const screen = async (by: HttpClient, path: string) =>
  inside(screenOf(await (await by.get(path)).text()).getByRole("main"));
const idOf = async (address: string) =>
  (await app.query<{ id: string }>("select id from admin_users where email = $1", [address]))[0]?.id ??
  expect.fail("no admin");

describe("the page of an admin", () => {
  test("[K-ADM-1] a name set on the page appears in the record, and a refused name stays in its field with the reason", async () => {
    const path = `/admin/users/${await idOf(email)}`;
    expect((await superAdmin.post(path, { intent: "name", name: "Theo Knowles" })).status).toBe(200);
    const record = await screen(superAdmin, "/admin/activity?kind=admin_name_changed");
    expect(record.words).toContain(`Name: ${email} → Theo Knowles`);
    const refused = await superAdmin.post(path, { intent: "name", name: "x".repeat(81) });
    expect(refused.status).toBe(400);
    const page = inside(screenOf(await refused.text()).getByRole("main"));
    const field = page.getByRole("textbox", { name: /^Name/ });
    expect(field.getAttribute("value")).toBe("x".repeat(81));
    expect(page.words).toContain("Enter a name of at most 80 characters.");
  });

  test("[K-ADM-3] an ended session is signed out at its next request, and the others stay signed in", async () => {
    const path = `/admin/users/${await idOf(email)}`;
    const otherClient = new HttpClient(app);
    await otherClient.post("/admin/login", { email, password });
    expect((await otherClient.get("/admin/account")).status).toBe(200);
    const sessions = await app.query<{ id: string }>(
      "select s.id from session s join admin_users a using (user_id) where a.email = $1 order by s.created_at desc",
      [email],
    );
    const page = await screen(superAdmin, path);
    expect(page.getAllByRole("button", { name: /^End session/ })).toHaveLength(sessions.length);
    expect((await superAdmin.post(path, { intent: "end-sign-in", signIn: sessions[0]?.id ?? "" })).status).toBe(200);
    const ended = await otherClient.get("/admin/account");
    expect([ended.status, ended.headers.get("location")]).toEqual([302, "/admin/login?to=%2Fadmin%2Faccount"]);
    expect((await regular.get("/admin/account")).status).toBe(200);
    expect((await regular.get(path)).status).toBe(403);
  });

  test("[K-ADM-2] the old password still signs in after a reset was sent", async () => {
    const path = `/admin/users/${await idOf(email)}`;
    expect((await superAdmin.post(path, { intent: "password-reset", attempt: crypto.randomUUID() })).status).toBe(200);
    const again = new HttpClient(app);
    expect((await again.post("/admin/login", { email, password })).headers.get("location")).toBe("/admin");
  });
});

describe("the record", () => {
  test("[K-LOG-1] [K-LOG-5] an entry links to its subject and marks a deleted one", async () => {
    const [service] = await app.query<{ id: string }>(
      "insert into visa_services (service_name, slug, display_order) values ('Passing Visa', 'passing-visa', 900) returning id",
    );
    const serviceId = service?.id ?? "";
    await superAdmin.post("/admin/services", { intent: "active", serviceId, active: "no" });
    const about = async () => {
      const page = await screen(superAdmin, "/admin/activity?subject=passing+visa");
      return page.getAllByRole("row").slice(1);
    };
    const [entry = expect.fail("no entry")] = await about();
    expect(inside(entry).words).toContain("Deactivated a service");
    expect(inside(entry).getByRole("link", { name: "Passing Visa" }).getAttribute("href")).toBe(
      `/admin/services/${serviceId}`,
    );
    await superAdmin.post("/admin/services", { intent: "delete", serviceId });
    const rows = await about();
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(inside(row).words).toContain("Passing Visa");
      expect(inside(row).words).toContain("deleted");
      expect(inside(row).queryByRole("link")).toBeNull();
    }
  });

  test("[K-LOG-1] [K-LOG-2] a case and an inquiry show their own entries with the changes", async () => {
    const [inquiry] = await app.query<{ id: string }>(
      `insert into visa_inquiries (full_name, email, phone, visa_service, purpose, privacy_consent)
       values ('Rosa Rolle', 'rosa@mail.example', '', 'UK Transit Visa', 'x', true) returning id`,
    );
    const [application] = await app.query<{ id: string }>(
      `insert into visa_applications (application_number, user_email, status, submitted_at)
       values ('BV26-OWNE-NTRY', 'rosa@mail.example', 'submitted', now()) returning id`,
    );
    const [case_, inquiryPath] = [`/admin/applications/${application?.id}`, `/admin/inquiries/${inquiry?.id}`];
    await superAdmin.post(inquiryPath, { intent: "priority", priority: "yes" });
    await superAdmin.post(case_, { intent: "add-note", note: crypto.randomUUID(), body: "Zephyrine rang" });
    await superAdmin.post(case_, {
      intent: "status",
      status: "under_review",
      message: "",
      attempt: crypto.randomUUID(),
    });
    const own = async (path: string) =>
      inside((await screen(regular, path)).getByRole("region", { name: "Activity" })).words;
    expect(await own(inquiryPath)).toContain("Priority: no → yes");
    const ofCase = await own(case_);
    expect(ofCase).toContain("Status: Submitted → Under Review");
    expect(ofCase).toContain("Wrote a note");
    expect(ofCase).not.toContain("Zephyrine");
  });

  test("[K-LOG-3] the filters are in the URL and in their fields, and an empty result says so", async () => {
    const page = await screen(superAdmin, "/admin/activity?kind=services&from=2020-01-01&to=2020-01-02&subject=x");
    expect(page.words).toContain("No activity matches these filters.");
    expect(page.getByLabelText("From").getAttribute("value")).toBe("2020-01-01");
    expect(page.getByLabelText("To").getAttribute("value")).toBe("2020-01-02");
  });

  test("[K-LOG-4] a regular admin sees no sign-ins, no admin accounts and no export", async () => {
    const page = await screen(regular, "/admin/activity");
    expect(page.words).not.toContain("Signed in");
    expect(page.words).not.toContain("Created an admin");
    expect(page.queryByRole("button", { name: "Export CSV" })).toBeNull();
    expect((await screen(superAdmin, "/admin/activity")).words).toContain("Signed in");
    const refused = await regular.post("/admin/activity/export", {});
    expect(refused.status).toBe(403);
  });

  test("[K-LOG-4] a super admin exports the filtered entries, and the export is recorded", async () => {
    const response = await superAdmin.post("/admin/activity/export?kind=services&subject=passing", {});
    expect(response.status).toBe(200);
    expect(response.headers.get("content-disposition")).toMatch(/filename="activity-\d{4}-\d\d-\d\d\.csv"/);
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
    const lines = text.split("\r\n");
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe('\uFEFF"When","Who","What","Changed","About","Address","Browser"');
    expect(lines[1]).toContain(`"${admin.email}","Deleted a service","","Passing Visa"`);
    const record = await screen(superAdmin, "/admin/activity?kind=exports");
    expect(record.words).toContain("Exported the activity");
  });
});

describe("the reports", () => {
  test("[K-REP-1] [K-REP-4] reports are tables without JavaScript and without names, emails or numbers, and an empty period says so", async () => {
    await app.query(
      `insert into visa_applications (application_number, user_email, created_at)
       values ('BV26-REPO-RTED', 'reported@mail.example', '2025-02-03T12:00:00Z')`,
    );
    const page = await screen(regular, "/admin/reports?from=2025-01&to=2025-03");
    const table = inside(page.getByRole("table", { name: "By month and service" }));
    const row = table.getAllByRole("row").find((row) => inside(row).words.startsWith("Feb 2025"));
    expect(inside(row ?? expect.fail("no February")).words).toBe("Feb 2025 by serviceAll services01000———$0.00");
    for (const picture of ["Inquiries", "Starts", "Submissions", "Approvals", "Denials", "Revenue in USD"])
      expect(page.getByRole("table", { name: `${picture} as a table` })).toBeTruthy();
    expect(page.words).not.toMatch(/BV26-REPO-RTED|reported@mail|@/);
    const empty = await screen(regular, "/admin/reports?from=2001-01&to=2001-02");
    expect(empty.words).toContain("Nothing happened in this time. Choose a longer one.");
  });
});
