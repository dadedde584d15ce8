import { parse } from "csv-parse/sync";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { exportResponse } from "~/accounts/exports/answer-export.server";
import type { StaffContext } from "~/accounts/staff.server";
import { exportApplications } from "~/cases/desk/export/export-applications.server";
import { columns } from "~/cases/desk/list/columns.server";
import { readFilters } from "~/cases/desk/list/filters.server";
import { listApplications } from "~/cases/desk/list/list.server";
import { exportInquiries } from "~/inquiries/desk/export-csv.server";
import { readInquiryFilters } from "~/inquiries/desk/list.server";
import { assignWaiting } from "~/people/waiting.server";
import { insertApplications } from "../../../test/harness/applicants/application-rows";
import { insertInquiries } from "../../../test/harness/desk/inquiry-rows";
import { insertDraft, insertInquiry } from "../../../test/harness/desk/people-rows";
import { lastRecord, staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { exportPeople } from "./export-people.server";
import { readPeopleFilters } from "./list.server";

const database = testDatabase();
let staff: StaffContext;
beforeAll(async () => {
  staff = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  await database.query("delete from visa_applications");
  await database.query("delete from visa_inquiries");
  while (await assignWaiting());
});

type Exported = Awaited<ReturnType<typeof exportApplications>>;
async function fileOf(result: Exported) {
  if (!result.ok) throw new Error(result.reason);
  const bytes = new Uint8Array(await new Response(result.body).arrayBuffer());
  const rows: string[][] = parse(bytes, { bom: true, record_delimiter: "\r\n" });
  expect(result.size, "what the browser is told, for its bar").toBe(bytes.byteLength);
  return { name: result.fileName, bytes, titles: rows[0] ?? [], rows: rows.slice(1) };
}
const applications = (search: string, columns: "view" | string[]) =>
  exportApplications(staff, readFilters(new URLSearchParams(search)), columns);
const inquiries = (search: string) =>
  exportInquiries(staff, readInquiryFilters(new URLSearchParams(search)), { view: true });

test("[K-CSV-1] an export has every application that matches search and filters, in the list's order, with the chosen columns", async () => {
  await insertApplications(database, 1, 999);
  await database.query(
    `update visa_applications set metadata = jsonb_set(metadata, '{step1}', '{"firstName": "=SUM(A1)", "lastName": "Núñez"}')
     where application_number = (select min(application_number) from visa_applications)`,
  );
  const file = await fileOf(await applications("sort=number", ["email", "number", "answers", "notes"]));
  expect(file.name).toMatch(/^visa-applications-\d{4}-\d\d-\d\d\.csv$/);
  expect([...file.bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(file.titles).toEqual(["Application", "Email"]);
  const stored = await database.query<{ n: string }>(
    "select application_number as n from visa_applications order by application_number",
  );
  expect(file.rows.map(([number]) => number)).toEqual(stored.map(({ n }) => n));
  const found = await fileOf(await applications("q=nunez", ["name"]));
  expect(found.rows).toEqual([["'=SUM(A1) Núñez"]]);
  await database.query(
    "update visa_applications set status = 'denied' where application_number in (select application_number from visa_applications limit 2)",
  );
  const page = await listApplications(readFilters(new URLSearchParams("status=denied")));
  const denied = await fileOf(await applications("status=denied", ["number", "status"]));
  expect(denied.rows).toEqual(page.rows.map((row) => [row.applicationNumber, "Denied"]));
});

const spared = [
  "+1 242 555 0142",
  "+1 242 555 0142 ext. 5",
  "+1 (242) 555-0142",
  "(242) 555-0142",
  "+12425550142",
  "-80",
  "1+1",
  "Ana =",
  "",
];
const madeText = [
  ...["=1+1", "=", "@SUM(A1)", "\t=1", "\r=1", "＝1", "＠SUM(A1)", "-2+3", "+1+1", "+A1", "-A1", "+1.5", "-(1)*2"],
  ...["+1 242 555 0142 ext. A1", "+1 ext. 5+A1", "=1 ext. 5", "+1\n=2", "+cmd|' /C calc'!A0", "＋A1", "－A1"],
];
test.each([
  ...spared.map((rawInput) => [rawInput, rawInput]),
  ...madeText.map((rawInput) => [rawInput, `'${rawInput}`]),
])("[F-CSV-1, F-APPL-18] an export writes %j as %j", async (rawInput, written) => {
  await insertInquiries(database, 1, 1);
  await database.query("update visa_inquiries set phone = $1", [rawInput]);
  const result = await exportInquiries(staff, readInquiryFilters(new URLSearchParams()));
  const file = await fileOf(result);
  const [row = []] = file.rows;
  expect(row[file.titles.indexOf("Phone")]).toBe(written);
});

test("[K-CSV-1] an export without a column is refused, and no column has answers, notes or links", async () => {
  expect(await applications("", [])).toMatchObject({ reason: "invalid", message: "Choose at least one column." });
  expect(await applications("", ["metadata", "answers", "notes", "resumeToken", "constructor"])).toMatchObject({
    ok: false,
  });
});

test("[K-CSV-2] the export of a view has the screen's columns for every row", async () => {
  await insertApplications(database, 1, 101);
  const file = await fileOf(await applications("", "view"));
  expect(file.titles).toEqual(Object.values(columns).map(({ title }) => title));
  const chosen = await fileOf(await applications("columns=due,application", "view"));
  expect(chosen.titles).toEqual(["Application", "Due"]);
  expect(file.rows).toHaveLength(101);
  await insertInquiries(database, 1, 101);
  const listed = await fileOf(await inquiries("sort=oldest"));
  expect(listed.titles).toEqual(["Date", "Applicant", "Service", "Travel Date", "Status", "Owner", "Due"]);
  expect(listed.rows.map((row) => row[1])).toEqual(Array.from({ length: 101 }, (_, index) => `Person ${index + 1}`));
  expect(listed.rows[0]?.slice(2, 5)).toEqual(["Canadian eTA", "2027-08-20", "New"]);
});

test("[K-CSV-2] days and times in a file are Nassau's", async () => {
  await insertApplications(database, 1, 1);
  await database.query("update visa_applications set submitted_at = '2026-07-01T03:59:00Z'");
  const view = await fileOf(await applications("", "view"));
  const seen = view.rows[0]?.find((cell) => /^2026-0[67]-/.test(cell));
  const chosen = (await fileOf(await applications("", ["submitted"]))).rows[0]?.[0];
  expect([seen, chosen]).toEqual(["2026-06-30", "2026-06-30 23:59"]);
});

test("[K-CSV-2] the export of people has everyone who matches the search, latest contact first", async () => {
  await insertInquiry(database, { name: "Zoë Núñez", email: "zoe@mail.example", phone: "+1 242 555 0100" });
  await insertDraft(database, { first: "Zoe", last: "Nunez", email: "z@mail.example", phone: "242 555 0100" });
  await insertInquiry(database, { name: "Rosa Rolle" });
  while (await assignWaiting());
  const people = (search: string) => exportPeople(staff, readPeopleFilters(new URLSearchParams(search)));
  const all = await fileOf(await people(""));
  expect(all.titles).toEqual(["Name", "Emails", "Phones", "Inquiries", "Cases", "Latest contact"]);
  expect(all.rows.map(([name]) => name)).toEqual(["Rosa Rolle", "Zoe Nunez"]);
  const found = await fileOf(await people("q=nunez+0100"));
  expect(found.rows.map((row) => row.slice(0, 5))).toEqual(
    [["Zoe Nunez", "z@mail.example, zoe@mail.example", "242 555 0100", "1", "1"]].map((row) =>
      row.map((text) => (/^\d{3} /.test(text) ? expect.stringMatching(/555 0100/) : text)),
    ),
  );
});

test("[K-CSV-3] an export is recorded with list, filters, columns and number of rows, without the search text", async () => {
  await insertApplications(database, 1, 3);
  await fileOf(await applications("q=secretword&status=denied&sort=oldest", ["number", "email"]));
  const last = await lastRecord(database);
  expect(last).toMatchObject({ action: "applications_exported", type: "applications", by: staff.staff.email });
  expect(last?.details).toMatchObject({
    status: "denied",
    sort: "oldest",
    searched: true,
    columns: "Application, Email",
    rows: 0,
  });
  expect(JSON.stringify(last)).not.toContain("secretword");
  await fileOf(await applications("", "view"));
  expect((await lastRecord(database))?.details).toMatchObject({ searched: false, rows: 3 });
});

test("[K-CSV-3] a third simultaneous export is refused, from any list", async () => {
  await insertApplications(database, 1, 999);
  const running = [await applications("", "view"), await applications("", ["email"])];
  const refused = { reason: "busy", message: "Two exports are running already. Please try again in a minute." };
  expect(await inquiries("")).toMatchObject(refused);
  expect(await applications("", "view")).toMatchObject(refused);
  for (const file of running) if (file.ok) await file.body.cancel();
  expect((await fileOf(await applications("", "view"))).rows).toHaveLength(999);
});

test("[T-BYTES-5, K-CSV-1] an export sends its length in bytes for the browser's progress, over many chunks, and is not compressed", async () => {
  await insertApplications(database, 1, 999);
  await database.query(
    "update visa_applications set metadata = jsonb_set(metadata, '{step1}', '{\"lastName\": \"Núñez 山田\"}')",
  );
  const response = exportResponse(await applications("", ["number", "name", "email"]), "/admin/applications");
  const bytes = await response.arrayBuffer();
  expect([response.headers.get("content-length"), bytes.byteLength > 30_000]).toEqual([`${bytes.byteLength}`, true]);
  expect(response.headers.get("cache-control")).toContain("no-transform");
});
