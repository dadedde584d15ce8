import pg from "pg";
import { expect, test } from "vitest";
import { type AppServer, embeddedUrl, startApp } from "../harness/app-server";
import { plain, signIn } from "../harness/desk/desk";
import { type HttpClient, until } from "../harness/http-client";
import { inDays } from "../harness/in-days";
import { untilWaiting } from "../harness/waiting";

const path = "/admin/people/import";
const state = async (app: AppServer) => {
  const [row] = await app.query<{ state: string; created: number; failed: number; removed: number; cursor: number }>(
    "select state, created, failed, removed, cursor from client_imports",
  );
  return row;
};
const numbered = (index: number) => String(index).padStart(5, "0");
const csv = (count: number) =>
  [
    "Name;Email;Phone;Permit expires;Notes",
    ...Array.from({ length: count }, (_, index) => {
      const number = numbered(index);
      return `Client Number${number};c${number}@mail.example;+1 242 55${number};${inDays(200)};=1+1`;
    }),
    "Without Date;w@mail.example;;soon;=cmd",
  ].join("\r\n");

async function upload(desk: HttpClient, count: number): Promise<string> {
  const form = new FormData();
  form.set("file", new File([csv(count)], "Old clients.csv", { type: "text/csv" }));
  const begun = await desk.post(path, form);
  expect(begun.status).toBe(302);
  return begun.headers.get("location") ?? "";
}

const settings = (more: Record<string, string> = {}) => {
  const form = new URLSearchParams({
    ...{ intent: "check", encoding: "utf-8", separator: ";", dateFormat: "iso", basis: "contract" },
    ...{ source: "Spreadsheet of 2025", ...more },
  });
  for (const field of ["name", "email", "phone", "permitExpires", ""]) form.append("column", field);
  return form;
};

test("[X-IMPORT-7, X-IMPORT-9, X-IMPORT-10] without script a file is checked and imported, continues after SIGKILL, and is undone", async () => {
  let app = await startApp({ TRUST_PROXY: "yes" });
  const { dataDir } = app;
  let desk = await signIn(app);
  const count = 650;
  const page = await upload(desk, count);
  const first = plain(await (await desk.get(page)).text());
  expect(first).toContain(`The first date, in line 2, is “${inDays(200)}”.`);
  expect(first).toContain("651 lines, 5 columns.");

  const refused = await desk.post(page, settings({ source: "", dateFormat: "" }));
  expect(refused.status).toBe(400);
  const again = plain(await refused.text());
  expect(again).toContain("Say on what legal basis you hold these data, and where they come from.");
  expect(again).toContain("Choose how the dates of this file are written.");

  expect((await desk.post(page, settings())).headers.get("location")).toBe(`${page}#result`);
  const found = plain(await (await desk.get(page)).text());
  expect(found).toContain("Import 650 clients");
  expect(found).toContain("Line 652: “soon” is no date in the chosen format.");
  const file = await (await desk.post(`${page}/errors.csv`, {})).text();
  expect(file).toContain(
    `"Without Date","w@mail.example","","soon","'=cmd","Line 652: Permit expires: “soon” is no date in the chosen format."`,
  );
  const asked = await desk.post(page, { intent: "import" });
  expect(asked.headers.get("location")).toBe(`${page}?confirm=import`);
  const question = plain(await (await desk.get(`${page}?confirm=import`)).text());
  expect(question).toContain("Import 650 clients?");
  expect(question).toContain("1 line with errors will be left out.");

  // The third chunk waits for this lock.
  await app.query(`create function wait_for_test() returns trigger language plpgsql as $$
    begin if new.line = 502 then perform pg_advisory_xact_lock(77001); end if; return new; end $$`);
  await app.query(
    "create trigger wait_for_test before insert on clients for each row execute function wait_for_test()",
  );
  const holder = new pg.Client({ connectionString: embeddedUrl(dataDir) });
  await holder.connect();
  await holder.query("select pg_advisory_lock(77001)");
  expect((await desk.post(page, { intent: "import", confirmed: "yes" })).status).toBe(302);
  await until("two chunks are in", async () => (await state(app))?.created === 400);
  await untilWaiting(app, "clients");
  expect(plain(await (await desk.get(page)).text())).toContain("400 of 651");
  const second = new FormData();
  second.set("file", new File([csv(1)], "b.csv"));
  const conflict = await desk.post(path, second);
  expect(conflict.status).toBe(409);
  expect(plain(await conflict.text())).toContain("Another import is running. Please wait until it is done.");
  await app.kill();
  await holder.end();

  app = await startApp({ TRUST_PROXY: "yes", DATA_DIR: dataDir });
  // The queue detects the crash by a missed heartbeat: make this one old.
  await app.query("update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'");
  await until("it continues by itself", async () => (await state(app))?.state === "done", 120);
  expect(await state(app)).toMatchObject({ created: count, failed: 1 });
  expect(await app.query("select count(*)::int as n, count(distinct email)::int as emails from clients")).toEqual([
    { n: count, emails: count },
  ]);

  desk = await signIn(app);
  const undo = plain(await (await desk.get(`${page}?confirm=undo`)).text());
  expect(undo).toContain("650 clients and 650 key dates will be removed.");
  expect((await desk.post(page, { intent: "undo", confirmed: "yes" })).status).toBe(302);
  await until("it is undone", async () => (await state(app))?.state === "undone");
  expect(await app.query("select 1 from clients union all select 1 from key_dates")).toEqual([]);
  expect(plain(await (await desk.get(page)).text())).toContain("650 clients removed again.");
  await app.stop();
});

test("[X-IMPORT-1, X-IMPORT-2] the template is for super admins, and a regular admin reads who imports", async () => {
  const app = await startApp({ TRUST_PROXY: "yes" });
  const desk = await signIn(app);
  const template = await desk.get(`${path}/template.csv`);
  expect(template.headers.get("content-disposition")).toContain("clients-template.csv");
  const bytes = Buffer.from(await template.arrayBuffer());
  const [heads, line, end] = bytes.toString().split("\r\n");
  expect(heads).toBe(
    "\uFEFFName,Email,Phone,Nationality,Service,Your reference,Visa expires,Permit expires,Entry permission expires,Passport expires,Permit fee due",
  );
  expect(line?.split(",")).toHaveLength(11);
  expect(end).toBe("");

  await app.query("update admin_users set role = 'regular_admin'");
  const closed = await desk.get(path);
  expect(closed.status).toBe(403);
  expect(plain(await closed.text())).toContain("Only super admins import clients.");
  const form = new FormData();
  form.set("file", new File([csv(1)], "a.csv"));
  const refused = await desk.post(path, form);
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain("Only super admins import clients.");
  expect((await desk.get(`${path}/template.csv`)).status).toBe(403);
  expect(await app.query("select 1 from client_imports")).toEqual([]);
  await app.stop();
});
