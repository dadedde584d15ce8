import { parse } from "csv-parse/sync";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { insertInquiries } from "../../test/harness/desk/inquiry-rows";
import { entry } from "../../test/harness/desk/verbs";
import { staffMember } from "../../test/harness/in-process/staff";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { exportInquiries } from "./desk/export-csv.server";
import { listInquiries, readInquiryFilters } from "./desk/list.server";

const database = testDatabase();
let regular: StaffContext;
beforeAll(async () => {
  regular = await staffMember(database, "regular_admin");
});
beforeEach(() => database.query("delete from visa_inquiries"));
afterEach(() => {
  vi.useRealTimers();
});

const filters = (search = "") => readInquiryFilters(new URLSearchParams(search));
const list = (search = "") => listInquiries(filters(search));
const people = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => `Person ${from + (from < to ? index : -index)}`);
const namesOf = (rows: { fullName: string }[]) => rows.map(({ fullName }) => fullName);

describe("the list of inquiries", () => {
  test("[A-INQ-4] a hundred inquiries are one page without neighbours; one more is on a second page", async () => {
    await insertInquiries(database, 1, 100);
    const only = await list();
    expect(namesOf(only.rows)).toEqual(people(100, 1));
    expect([only.older, only.newer]).toEqual([null, null]);

    await insertInquiries(database, 101, 101);
    const first = await list();
    expect(namesOf(first.rows)).toEqual(people(101, 2));
    expect([first.older, first.newer]).toEqual([first.rows[99]?.id, null]);
    const second = await list(`before=${first.older}`);
    expect(namesOf(second.rows)).toEqual(["Person 1"]);
    expect([second.older, second.newer]).toEqual([null, second.rows[0]?.id]);
    const back = await list(`after=${second.newer}`);
    expect(namesOf(back.rows)).toEqual(people(101, 2));
    expect(back.newer).toBeNull();
  });

  test("[A-INQ-4] oldest first has the same pages in reverse", async () => {
    await insertInquiries(database, 1, 201);
    const first = await list("sort=oldest");
    expect(namesOf(first.rows)).toEqual(people(1, 100));
    expect(first.older).toBeNull();
    const second = await list(`sort=oldest&after=${first.newer}`);
    expect(namesOf(second.rows)).toEqual(people(101, 200));
    const third = await list(`sort=oldest&after=${second.newer}`);
    expect(namesOf(third.rows)).toEqual(["Person 201"]);
    expect(third.newer).toBeNull();
    expect(namesOf((await list(`sort=oldest&before=${third.older}`)).rows)).toEqual(people(101, 200));
  });

  test("inquiries of the same timestamp are each on exactly one page", async () => {
    await insertInquiries(database, 1, 205);
    await database.query("update visa_inquiries set created_at = '2026-11-01 12:00:00.123456Z'");
    const seen: string[] = [];
    for (let search = ""; ; ) {
      const { rows, older } = await list(search);
      seen.push(...namesOf(rows));
      if (!older) break;
      search = `before=${older}`;
    }
    expect(seen).toHaveLength(205);
    expect(new Set(seen).size).toBe(205);
  });

  test("a page at a deleted inquiry shows the first page", async () => {
    await insertInquiries(database, 1, 3);
    const { rows } = await list(`before=${crypto.randomUUID()}`);
    expect(namesOf(rows)).toEqual(people(3, 1));
    const back = await list(`after=${crypto.randomUUID()}`);
    expect(namesOf(back.rows)).toEqual(people(3, 1));
  });

  test("[A-INQ-6] invalid parameters of the URL are ignored", () => {
    expect(filters("status=draft&priority=1&sort=name&before=x&q=  a ")).toMatchObject({
      q: "a",
      status: [],
      priority: "all",
      sort: "newest",
    });
    expect(filters(`q=${"x".repeat(201)}`).q).toHaveLength(201);
    expect(filters(`q=${"x".repeat(200)}`).q).toHaveLength(200);
  });
});

describe("the export of inquiries", () => {
  async function exported(search = "") {
    const result = await exportInquiries(regular, filters(search));
    if (!result.ok) throw new Error(result.reason);
    const text = await new Response(result.body).text();
    const records: Record<string, string>[] = parse(text, { bom: true, columns: true, record_delimiter: "\r\n" });
    return { fileName: result.fileName, text, records };
  }

  test.each([499, 500, 501, 1000])(
    "[A-INQ-21] the export has %i inquiries, read 500 at a time, each once",
    async (count) => {
      await insertInquiries(database, 1, count);
      const { records, text } = await exported();
      expect(records.map(({ Name }) => Name)).toEqual(people(count, 1));
      expect(text.match(/"Contact Method"/g)).toHaveLength(1);
    },
  );

  test("[A-INQ-20] the export of no inquiries has only the column titles", async () => {
    const { text, records } = await exported();
    expect(records).toEqual([]);
    expect(text.split("\r\n")[0]?.split(",")).toHaveLength(15);
  });

  test("[L-ASK-9] a missing value is an empty cell, in the same columns", async () => {
    await database.query(`insert into visa_inquiries (full_name, email, phone, visa_service, purpose, privacy_consent)
      values ('Ana', '', '+1 242 555 0100', 'Not sure yet', 'A cruise', true)`);
    const { records } = await exported();
    const empty = { Email: "", Nationality: "", Residence: "", "Passport Expiry": "", "Travel Date": "" };
    const columns = { Name: "Ana", Phone: "+1 242 555 0100", "Visa Service": "Not sure yet", Purpose: "A cruise" };
    const otherColumns = { "Contact Method": "Email", Adults: "1", Children: "0", Status: "new", Priority: "No" };
    expect(records).toEqual([{ Date: expect.any(String), ...empty, ...columns, ...otherColumns }]);
  });

  test("[A-INQ-20] days and times are Nassau's, in winter and in summer; a date without time stays", async () => {
    await insertInquiries(database, 1, 2);
    for (const [name, instant] of [
      ["Person 1", "2026-01-01T04:59:59Z"],
      ["Person 2", "2026-07-01T03:59:59Z"],
    ])
      await database.query(
        "update visa_inquiries set created_at = $2, travel_date = '2026-07-01' where full_name = $1",
        [name, instant],
      );
    const { records } = await exported("sort=oldest");
    expect(records.map((record) => [record.Date, record["Travel Date"]])).toEqual([
      ["2025-12-31 23:59", "2026-07-01"],
      ["2026-06-30 23:59", "2026-07-01"],
    ]);
  });

  test.each([
    ["2026-01-01T04:59:59Z", "2025-12-31"],
    ["2026-01-01T05:00:00Z", "2026-01-01"],
    ["2026-07-01T03:59:59Z", "2026-06-30"],
    ["2026-07-01T04:00:00Z", "2026-07-01"],
  ])("[A-INQ-19] at %s the file is named by Nassau's day, %s", async (now, day) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
    expect((await exported()).fileName).toBe(`visa-inquiries-${day}.csv`);
  });

  test("[A-INQ-21] the export is recorded with its filters, without the search text", async () => {
    await exported("q=person&status=qualified&priority=no");
    const [last] = await database.query(
      `select action_type as what, subject_type as about, admin_id as who, admin_email as email, address, details
       from admin_activity_log where action_type = 'inquiries_exported' order by created_at desc limit 1`,
    );
    const columns =
      "Date, Name, Email, Phone, Contact Method, Visa Service, Nationality, Residence, Passport Expiry, Travel Date, Adults, Children, Purpose, Status, Priority";
    const details = { status: "qualified", priority: "no", searched: true, columns, rows: 0 };
    expect(last).toEqual(entry(regular, "inquiries_exported", "inquiries", details));
  });

  test("two exports can run at once, and a third is refused until one ends", async () => {
    // An export that fits into one batch would end before the test continues.
    await insertInquiries(database, 1, 1001);
    const running = [await exportInquiries(regular, filters()), await exportInquiries(regular, filters())];
    expect(await exportInquiries(regular, filters())).toMatchObject({ ok: false, reason: "busy" });
    for (const file of running) if (file.ok) await file.body.cancel();
    for (let time = 0; time < 3; time++) expect((await exported()).records).toHaveLength(1001);
  });

  test("a failed export makes room for the next one", async () => {
    await database.query("alter table visa_inquiries rename column purpose to purpose_away");
    for (let time = 0; time < 3; time++)
      expect(await exportInquiries(regular, filters())).toMatchObject({ ok: false, reason: "failed" });
    await database.query("alter table visa_inquiries rename column purpose_away to purpose");
    expect((await exported()).records).toEqual([]);
  });
});
