import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plain, signIn } from "../harness/desk/desk";
import { typed } from "../harness/desk/editor-form";
import { inquirer, pdf, send, upload as uploadToInquiry } from "../harness/desk/inquirer";
import { makeStaffFixtures } from "../harness/desk/staff-fixtures";
import { HttpClient, until } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
const fixtures = await makeStaffFixtures(app);
const { superAdmin, password } = fixtures;
const email = "regular@lucaya.example";
await superAdmin.post("/admin/users", {
  intent: "create",
  email,
  password,
  confirmation: password,
  role: "regular_admin",
});
const regular = await signIn(app, { email, password });

/** The links of a part of the dashboard, by text. */
async function linksOf(by: HttpClient, part: string) {
  const html = await (await by.get("/admin")).text();
  const [, inside = ""] = new RegExp(`<nav aria-label="${part}"[^>]*>(.*?)</nav>`, "s").exec(html) ?? [];
  const links = [...inside.matchAll(/<a [^>]*>.*?<\/a>/gs)].map(([link]) => link);
  return links.map((link) => [plain(link).trim(), /href="([^"]+)"/.exec(link)?.[1]]);
}

test("[A-DASH-1] the dashboard's buttons lead to the other screens, which open", async () => {
  const links = await linksOf(fixtures.superAdmin, "Screens");
  expect(links).toEqual([
    ["Inquiries", "/admin/inquiries"],
    ["Applications", "/admin/applications"],
    ["Emails", "/admin/emails"],
    ["Migration", "/admin/migration"],
  ]);
  for (const [name, path = ""] of links) {
    const screen = await fixtures.superAdmin.get(path);
    expect([name, screen.status]).toEqual([name, 200]);
    expect(await screen.text()).toMatch(new RegExp(`<h1[^>]*>${name}`));
  }
});

test("[A-DASH-4, A-DASH-5] a super admin has all tabs, a regular admin all but Admin Users; [K-TODAY-1] Today is the first, and each tab opens", async () => {
  const three = [
    ["Today", "/admin"],
    ["Analytics", "/admin/analytics"],
    ["Visa Services", "/admin/services"],
    ["Google Reviews", "/admin/reviews"],
  ];
  for (const [by, tabs] of [
    [fixtures.superAdmin, [...three, ["Admin Users", "/admin/users"]]],
    [regular, three],
  ] as const) {
    expect(await linksOf(by, "Dashboard")).toEqual(tabs);
    for (const [name, path = ""] of tabs) expect([name, (await by.get(path)).status]).toEqual([name, 200]);
  }
});

test("[A-PERM-13] a changed setting appears on the public pages", async () => {
  const client = new HttpClient(app);
  const shows = async (text: string) => (await (await client.get("/contact")).text()).includes(text);
  const phone = "+1 242 555 0777";
  expect(await shows(phone)).toBe(false);
  await app.query(
    "insert into site_settings (key, value) values ('contact_phone', $1) on conflict (key) do update set value = excluded.value",
    [JSON.stringify(phone)],
  );
  await until("the new number is on the page", () => shows(phone));
});

test("[A-PERM-16] documents of applications and inquiries are served at /documents/{id} to staff, and not to visitors without access", async () => {
  const person = new HttpClient(app);
  const { id } = await uploadToInquiry(person, "letter.pdf", pdf());
  await send(person, { ...inquirer, email: "papers@mail.example" }, [id]);
  const [application] = await app.query<{ url: string }>(
    "select file_url as url from application_documents where application_id = $1",
    [fixtures.application],
  );
  const [inquiry] = await app.query<{ url: string }>(
    "select uploaded_documents->0->>'url' as url from visa_inquiries where email = 'papers@mail.example'",
  );
  expect([application?.url, inquiry?.url]).toEqual([`/documents/${fixtures.document}`, `/documents/${id}`]);
  const neighbour = new HttpClient(app);
  await neighbour.start("neighbour@mail.example");
  for (const url of [application?.url ?? "", inquiry?.url ?? ""]) {
    for (const otherUser of [new HttpClient(app), neighbour, person]) {
      const refused = await otherUser.get(url);
      expect([url, refused.status, (await refused.text()).includes("%PDF")]).toEqual([url, 404, false]);
    }
    for (const by of [regular, fixtures.superAdmin]) {
      const shown = await by.get(url);
      expect([url, shown.status, (await shown.text()).startsWith("%PDF")]).toEqual([url, 200, true]);
    }
  }
});

test("[A-CONST-1] the copyright year in the footer of the public pages is 2025", async () => {
  for (const path of ["/", "/services", "/faqs"])
    expect(plain(await (await new HttpClient(app).get(path)).text())).toMatch(/© 2025 /);
});

test("[A-CONST-3] a document is stored in the bucket visa-documents under its row's key", async () => {
  const [row] = await app.query<{ storage_key: string; sha256: string }>(
    "select storage_key, sha256 from documents where id = $1",
    [fixtures.document],
  );
  const path = join(app.dataDir, "documents", "visa-documents", row?.storage_key ?? "");
  const stored = readFileSync(path);
  const read = () => fixtures.superAdmin.get(`/documents/${fixtures.document}`);
  const served = Buffer.from(await (await read()).arrayBuffer());
  // Encryption adds a header of 8 bytes, and 16 per chunk of 64 KB.
  expect(stored.length).toBe(served.length + 8 + 16 * Math.ceil(served.length / 65_536));
  renameSync(path, `${path}.away`);
  expect((await read()).status).toBe(404);
  renameSync(`${path}.away`, path);
  expect((await read()).status).toBe(200);
});

test("[A-CONST-6] every amount of money is numeric(10,2) with cents, in US dollars", async () => {
  const columns = await app.query<{ name: string; type: string }>(
    `select table_name || '.' || column_name as name, data_type || '(' || numeric_precision || ',' || numeric_scale || ')' as type
     from information_schema.columns where table_schema = 'public' and column_name ~ '(fee|price|amount)'
     and column_name <> 'date_amount' and data_type not in ('jsonb', 'text', 'boolean') order by 1`,
  );
  expect(columns.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "visa_applications.amount_paid",
      "visa_applications.total_amount_due",
      "visa_services.government_fee",
      "visa_services.service_fee",
      "visa_services.total_price",
    ]),
  );
  // The sum of a month's payments can be longer than each of them.
  const payments = columns.filter(({ name }) => name !== "report_figures.amount");
  for (const { name, type } of payments) expect([name, type]).toEqual([name, "numeric(10,2)"]);

  const id = await fixtures.service();
  const path = `/admin/services/${id}`;
  const fees = await typed(fixtures.superAdmin, path, { governmentFee: "1299.5", serviceFee: "0.05" });
  expect((await fixtures.superAdmin.post(path, fees)).status).toBe(302);
  const [row] = await app.query<{ total: string; slug: string }>(
    "select total_price::text as total, slug from visa_services where id = $1",
    [id],
  );
  expect(row?.total).toBe("1299.55");
  const page = await (await new HttpClient(app).get(`/visa/${row?.slug}`)).text();
  expect(page).toContain("$1,299.55");
  expect(page).toContain('"priceCurrency":"USD"');
});

test("[A-CONST-7] every instant is a timestamptz and reads the same in any time zone", async () => {
  const columns = await app.query<{ name: string; type: string }>(
    `select table_name || '.' || column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and (data_type like 'timestamp%' or column_name ~ '_at$')`,
  );
  const names = columns.map(({ name }) => name);
  for (const name of ["visa_applications.created_at", "visa_applications.submitted_at", "admin_users.last_login_at"])
    expect(names).toContain(name);
  for (const { name, type } of columns) expect([name, type]).toEqual([name, "timestamp with time zone"]);
  const [row] = await app.query<{ submitted: Date; signed: Date }>(
    `select submitted_at as submitted, (select max(last_login_at) from admin_users) as signed
     from visa_applications where id = $1`,
    [fixtures.application],
  );
  // These are instants: read as local time they would be off by Nassau's offset.
  for (const moment of [row?.submitted, row?.signed]) {
    const age = Date.now() - (moment?.getTime() ?? 0);
    expect(age).toBeGreaterThan(-60_000);
    expect(age).toBeLessThan(3_600_000);
  }
});
