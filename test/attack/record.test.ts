import { expect, test } from "vitest";
import { admin } from "../harness/app-server";
import { pdfFile } from "../harness/applicants/uploads";
import { plain, signIn } from "../harness/desk/desk";
import { mailsTo } from "../harness/fakes/mails";
import { HttpClient, until } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const app = await sharedApp();
const superAdmin = await signIn(app);

const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const guess = (email: string, by: HttpClient) =>
  by.post("/admin/login", { email, password: "a guess at random" }, { "user-agent": chrome });
type Line = {
  action: string;
  subject: string | null;
  target: string | null;
  address: string;
  browser: string;
  times: number;
};
const lines = (where: string) =>
  app.query<Line>(
    `select action_type as action, subject_id as subject, target_admin_email as target, address, browser,
       (details ->> 'times')::int as times from admin_activity_log where ${where} order by created_at, id`,
  );
const tries = "action_type like 'sign_in_%'";

test("[V-ATK-28] each failed and each refused sign-in is counted in the record, with admin, IP and kind of browser", async () => {
  const [client, otherClient] = [new HttpClient(app), new HttpClient(app)];
  const strange = "private.person@mail.example";
  for (let time = 0; time < 3; time++) expect((await guess(admin.email, client)).status).toBe(401);
  await guess(strange, client);
  await guess("another@mail.example", otherClient);
  await app.query(
    "update limit_counts set count = 20, window_ends = now() + interval '1 day' where key like 'sign-in as %'",
  );
  const all = await Promise.all(Array.from({ length: 8 }, () => guess(admin.email.toUpperCase(), otherClient)));
  expect(all.every(({ status }) => status === 429)).toBe(true);
  const seen = { browser: "Chrome on Windows" };
  const [record] = await app.query<{ id: string }>("select id from admin_users where email = $1", [admin.email]);
  const bosses = { subject: record?.id, target: admin.email };
  const nobodys = { subject: null, target: null };
  expect(await lines(tries)).toEqual([
    { action: "sign_in_refused", ...bosses, address: client.address, ...seen, times: 3 },
    { action: "sign_in_refused", ...nobodys, address: client.address, ...seen, times: 1 },
    { action: "sign_in_refused", ...nobodys, address: otherClient.address, ...seen, times: 1 },
    { action: "sign_in_refused", ...bosses, address: otherClient.address, ...seen, times: 8 },
  ]);
  const whole = JSON.stringify(await app.query("select * from admin_activity_log"));
  expect(whole).not.toContain("mail.example");
  await app.query("delete from limit_counts");
  const page = plain(await (await superAdmin.get("/admin/users")).text());
  for (const text of [
    "Sign-in refused too many tries, 8 times",
    "Chrome on Windows",
    otherClient.address,
    "Sign-in refused wrong password, 3 times",
  ])
    expect(page).toContain(text);
});

test("[V-ATK-28] guesses from very many IPs are combined in one entry, and all are counted", async () => {
  await app.query("delete from admin_activity_log");
  await app.query("delete from limit_counts");
  await app.query(
    "insert into admin_activity_log (action_type, address) select 'sign_in_refused', '192.0.2.' || n from generate_series(1, 299) n",
  );
  for (let time = 0; time < 6; time++) await guess(admin.email, new HttpClient(app));
  const added = await lines(`${tries} and subject_id is not null`);
  expect(added.map(({ address, times }) => [address === null, times])).toEqual([
    [false, 1],
    [true, 5],
  ]);
  await app.query("delete from limit_counts");
});

test("[V-ATK-28] opening an application or a document at the desk is recorded once an hour per admin and subject", async () => {
  await app.query("delete from admin_activity_log");
  const applicant = new HttpClient(app);
  const id = await applicant.start("opened@mail.example");
  const [document] = await app.query<{ id: string }>("select id from documents limit 1");
  const file = document?.id ?? (await upload(applicant, id));
  const look = (path: string, by = superAdmin) => by.get(path, { "user-agent": chrome });
  const open = async (by = superAdmin) => {
    const paths = [`/admin/applications/${id}`, `/admin/applications/${id}.data`, `/documents/${file}`];
    const responses = await Promise.all([...paths, ...paths].map((path) => look(path, by)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  };
  await open();
  await open();
  const opened = "action_type like '%_opened'";
  const [first, second, ...rest] = (await lines(opened)).sort((a, b) => a.action.localeCompare(b.action));
  expect(rest).toEqual([]);
  expect(first).toMatchObject({
    action: "application_opened",
    subject: id,
    address: superAdmin.address,
    browser: "Chrome on Windows",
  });
  expect(second).toMatchObject({ action: "document_opened", subject: file });
  await app.query("update limit_counts set window_ends = now() where key like '%opened%'");
  await open();
  expect(await lines(opened)).toHaveLength(4);
  // The applicant's own looks are not the staff's.
  await applicant.get(`/documents/${file}`);
  expect(await lines(opened)).toHaveLength(4);
  expect(plain(await (await superAdmin.get("/admin/users")).text())).toContain("Opened an application");
  const without = await superAdmin.get("/admin/users?action=without-openings");
  expect(plain(await without.text())).toContain("No activity logs available");
});

async function upload(applicant: HttpClient, id: string): Promise<string> {
  const [service] = await app.query<{ id: string }>(
    "select s.id from visa_services s join countries c on c.id = s.country_id where c.code = 'BS' limit 1",
  );
  await app.query("update visa_applications set visa_service_id = $2, furthest_step = 13 where id = $1", [
    id,
    service?.id,
  ]);
  const form = new FormData();
  form.set("attempt", crypto.randomUUID());
  form.set("file", pdfFile("letter.pdf"));
  const path = `/apply/${id}/upload/save?step=bahamas_employment&field=employmentLetterUrl`;
  expect((await applicant.post(path, form)).status).toBe(200);
  const [row] = await app.query<{ id: string }>("select id from documents where application_id = $1", [id]);
  return row?.id ?? "";
}

test("[V-ATK-28] more than 30 reveals in ten minutes by one admin are mailed once to every active super admin", async () => {
  const password = "sails over the bank";
  for (const [email, role] of [
    ["second@lucaya.example", "super_admin"],
    ["former@lucaya.example", "super_admin"],
    ["wren@lucaya.example", "regular_admin"],
  ] as const)
    expect(
      (await superAdmin.post("/admin/users", { intent: "create", email, password, confirmation: password, role }))
        .status,
    ).toBe(200);
  await app.query("update admin_users set is_active = false where email = 'former@lucaya.example'");
  const wren = await signIn(app, { email: "wren@lucaya.example", password });
  const id = await new HttpClient(app).start("revealed@mail.example");
  const reveal = async () => {
    const response = await wren.post(`/admin/applications/${id}`, { intent: "reveal", step: "1" });
    expect(response.status).toBe(200);
  };
  const openings = () =>
    app.query(
      "select recipient_email as to, template_data as data from email_notifications where email_type = 'many_reveals' order by 1",
    );
  for (let time = 0; time < 3; time++) await Promise.all(Array.from({ length: 10 }, reveal));
  expect(await openings()).toEqual([]);
  await Promise.all(Array.from({ length: 6 }, reveal));
  expect(await openings()).toMatchObject([
    { to: admin.email, data: { staffEmail: "wren@lucaya.example", count: 31, minutes: 10 } },
    { to: "second@lucaya.example", data: { count: 31 } },
  ]);
  const [mail] = await mailsTo(app, "second@lucaya.example", "many_reveals", 1);
  expect(mail?.text).toContain("wren@lucaya.example");
  expect(plain(await (await superAdmin.get("/admin/emails")).text())).not.toContain("opened many hidden answers");
  // A new occurrence after the end is recorded again.
  await app.query(
    "update admin_activity_log set created_at = created_at - interval '11 minutes' where action_type = 'sensitive_answers_revealed'",
  );
  await app.query("update limit_counts set window_ends = now() where key like 'many reveals%'");
  await reveal();
  expect(await openings()).toHaveLength(2);
  await until("thirty more", async () => {
    await Promise.all(Array.from({ length: 10 }, reveal));
    return (await openings()).length === 4;
  });
});
