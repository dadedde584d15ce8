import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { plain, signIn } from "../harness/desk/desk";
import { inquiryId, insertInquiries } from "../harness/desk/inquiry-rows";
import { until } from "../harness/http-client";
import { sharedApp } from "../harness/shared";

const path = "/admin/inquiries/export";
const columns = [
  "Date",
  "Name",
  "Email",
  "Phone",
  "Contact Method",
  "Visa Service",
  "Nationality",
  "Residence",
  "Passport Expiry",
  "Travel Date",
  "Adults",
  "Children",
  "Purpose",
  "Status",
  "Priority",
];

const app = await sharedApp();
const desk = await signIn(app);
await insertInquiries(app, 1, 1234);

async function exported(search = "") {
  const response = await desk.post(`${path}${search}`, {});
  const bytes = new Uint8Array(await response.arrayBuffer());
  const records: Record<string, string>[] = parse(bytes, { bom: true, columns: true, record_delimiter: "\r\n" });
  return { response, bytes, records, names: records.map(({ Name }) => Name) };
}

test("[A-INQ-19] the file is named by the day in Nassau and is read as UTF-8 by spreadsheets", async () => {
  const { response, bytes } = await exported();
  const { day } = (
    await app.query<{ day: string }>("select (now() at time zone 'America/Nassau')::date::text as day")
  )[0] ?? { day: "" };
  expect(response.headers.get("content-disposition")).toContain(`attachment; filename="visa-inquiries-${day}.csv"`);
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = new TextDecoder().decode(bytes);
  expect(text.split("\r\n")[0]).toBe(columns.map((column) => `"${column}"`).join(","));
  expect(text.endsWith('"No"\r\n')).toBe(true);
});

test("[A-INQ-20] the fifteen columns contain the inquiry's values, including quotes, line breaks and other scripts", async () => {
  const purpose = 'He said "yes", then;\nwrote 陳 and Ñ.';
  await app.query(
    `update visa_inquiries set purpose = $1, nationality = 'HT', num_adults = 3, num_children = 2, preferred_contact_method = 'WhatsApp',
       status = 'in_review', priority = true, phone = '242 555 0005', created_at = '2026-11-02T03:30:00Z' where full_name = 'Person 5'`,
    [purpose],
  );
  const { records } = await exported("?q=person5%40");
  expect(Object.keys(records[0] ?? {})).toEqual(columns);
  expect(records).toEqual([
    {
      Date: "2026-11-01 22:30",
      Name: "Person 5",
      Email: "person5@mail.example",
      Phone: "242 555 0005",
      "Contact Method": "WhatsApp",
      "Visa Service": "Canadian eTA",
      Nationality: "Haiti",
      Residence: "Bahamas",
      "Passport Expiry": "2031-05-01",
      "Travel Date": "2027-08-20",
      Adults: "3",
      Children: "2",
      Purpose: purpose,
      Status: "in_review",
      Priority: "Yes",
    },
  ]);
});

test("[A-INQ-21] the export contains every inquiry that matches search and filters, in the order of the screen", async () => {
  const all = await exported();
  const rest = Array.from({ length: 1234 }, (_, index) => `Person ${1234 - index}`).filter(
    (name) => name !== "Person 5",
  );
  expect(all.names).toEqual(["Person 5", ...rest]);
  const thousands = Array.from({ length: 235 }, (_, index) => `Person ${1000 + index}`);
  expect((await exported("?q=person1&sort=oldest")).names.filter((name) => /\d{4}/.test(name ?? ""))).toEqual(
    thousands,
  );
  expect((await exported("?q=person1&sort=oldest")).names).toHaveLength(1 + 10 + 100 + 235);
  expect((await exported("?status=in_review")).names).toEqual(["Person 5"]);
  expect((await exported("?priority=yes&status=new")).names).toEqual([]);
  const after = await inquiryId(app, "Person 600");
  expect((await exported(`?before=${after}`)).names).toHaveLength(1234);
  await app.query("update visa_inquiries set visa_service = 'Permit to Reside' where full_name = 'Person 9'");
  expect((await exported("?q=permit")).names).toEqual(["Person 9"]);
});

test("an export is recorded without the search text, and a link to it exports nothing", async () => {
  await exported("?q=person77&status=new");
  const [last] = await app.query<{ admin_email: string; details: object }>(
    "select admin_email, details from admin_activity_log where action_type = 'inquiries_exported' order by created_at desc limit 1",
  );
  expect(last).toEqual({
    admin_email: "desk@lucaya.example",
    details: {
      ...{ status: "new", searched: true },
      ...{ columns: columns.join(", "), rows: expect.any(Number) },
    },
  });
  const read = await desk.get(path);
  expect([read.status, read.headers.get("location")]).toEqual([302, "/admin/inquiries"]);
});

test("an export that can't be read is reported on the list, and aborted downloads free their slot", async () => {
  await app.query("alter table visa_inquiries rename column purpose to purpose_away");
  try {
    const failed = await desk.post(`${path}?status=new`, {});
    expect([failed.status, failed.headers.get("location")]).toEqual([302, "/admin/inquiries?status=new"]);
  } finally {
    await app.query("alter table visa_inquiries rename column purpose_away to purpose");
  }
  expect(plain(await (await desk.get("/admin/inquiries")).text())).toContain("The inquiries could not be exported.");
  for (let time = 0; time < 4; time++)
    await until("room for another", async () => {
      const response = await desk.post(path, {});
      await response.body?.cancel();
      return response.status === 200;
    });
  await until("a whole one", async () => (await exported()).names.length === 1234);
});
