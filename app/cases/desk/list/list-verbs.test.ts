import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { insertApplications } from "../../../../test/harness/applicants/application-rows";
import { deactivated, entry, recordOf, withoutChange } from "../../../../test/harness/desk/verbs";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { countArrivals, readSince } from "./arrivals.server";
import { type Sort, sorts } from "./columns.server";
import { deleteDrafts, readDraftQuestion } from "./delete-drafts.server";
import { listApplications, readFilters } from "./list.server";

const database = testDatabase();
let regular: StaffContext;
let superAdmin: StaffContext;
let inactive: StaffContext;
beforeAll(async () => {
  regular = await staffMember(database, "regular_admin");
  superAdmin = await staffMember(database, "super_admin");
  inactive = await deactivated(database);
});
beforeEach(async () => {
  await database.query("delete from visa_applications");
  await database.query("delete from pgboss.job");
});

const list = (search = "") => listApplications(readFilters(new URLSearchParams(search)));
const numbersOf = (rows: { applicationNumber: string }[]) => rows.map(({ applicationNumber }) => applicationNumber);
const unknownId = "00000000-0000-4000-8000-000000000000";
const idsOf = async (condition = "true") =>
  (
    await database.query<{ id: string }>(
      `select id from visa_applications where ${condition} order by application_number`,
    )
  ).map(({ id }) => id);
const asDrafts = (condition = "true") =>
  database.query(`update visa_applications set status = 'draft', submitted_at = null where ${condition}`);

const orders: Record<Sort, string> = {
  "": "created_at desc, id desc",
  oldest: "created_at, id",
  submitted: "submitted_at desc nulls last, id desc",
  "submitted-oldest": "submitted_at nulls last, id",
  status: "status, created_at, id",
  "status-back": "status desc, created_at desc, id desc",
  number: "application_number",
  "number-back": "application_number desc",
  ends: "ends_on nulls last, id",
};

describe("the list", () => {
  test.each(sorts)(
    "[A-APP-4] sorted by %j, paging reaches every row, and paging back gives the same pages",
    async (sort) => {
      await insertApplications(database, 1, 201);
      // Moments and statuses that many share, and drafts that were never submitted.
      await database.query(
        "update visa_applications set created_at = date_trunc('minute', created_at), submitted_at = date_trunc('hour', submitted_at), status = case when random() < 0.5 then 'denied' else 'approved' end::application_status",
      );
      await asDrafts("application_number > 'T-190'");
      await database.query(
        `insert into key_dates (application_id, kind, ends_on, made_by)
         select id, 'permit', date '2027-03-01' + (random() * 20)::int, 'a@b.example' from visa_applications where random() < 0.5`,
      );
      const rows = await database.query<{ n: string }>(
        `select application_number as n from visa_applications order by ${orders[sort]}`,
      );
      const all = rows.map(({ n }) => n);
      const at = (cursor: string) => list(`sort=${sort}&${cursor}`);
      const first = await at("");
      const second = await at(`before=${first.next}`);
      const third = await at(`before=${second.next}`);
      expect([first, second, third].map((page) => numbersOf(page.rows))).toEqual([
        all.slice(0, 100),
        all.slice(100, 200),
        all.slice(200),
      ]);
      expect([first.previous, third.next]).toEqual([null, null]);
      const back = await at(`after=${third.previous}`);
      expect(numbersOf(back.rows)).toEqual(all.slice(100, 200));
      const start = await at(`after=${back.previous}`);
      expect(numbersOf(start.rows)).toEqual(all.slice(0, 100));
      expect(start.previous).toBeNull();
    },
  );

  test("[A-APP-4] exactly a hundred rows are one page", async () => {
    await insertApplications(database, 1, 100);
    const { rows, next, previous } = await list();
    expect([rows.length, next, previous]).toEqual([100, null, null]);
  });

  test("[A-APP-7] a status filter shows only that status, and invalid parameters are ignored", async () => {
    await insertApplications(database, 1, 4);
    await asDrafts("application_number = 'T-002'");
    expect(numbersOf((await list("status=draft")).rows)).toEqual(["T-002"]);
    expect(numbersOf((await list("status=draft&sort=submitted")).rows)).toEqual(["T-002"]);
    expect(numbersOf((await list("status=nothing&sort=password&before=x")).rows)).toHaveLength(4);
    expect(readFilters(new URLSearchParams({ q: "x".repeat(201) })).q).toHaveLength(201);
  });

  test("[F-TEXT-5] a search longer than any name is returned whole and finds nothing instead of everything", async () => {
    await insertApplications(database, 1, 4);
    expect((await list(`q=${"T-00 ".repeat(60)}`)).rows).toEqual([]);
    expect((await list("q=T-00")).rows).toHaveLength(4);
  });
});

describe("new arrivals since a time", () => {
  test("[A-APP-8] started and submitted applications since the time are counted separately", async () => {
    await insertApplications(database, 1, 3);
    await database.query(
      "update visa_applications set created_at = '2026-03-01T12:00:00Z', submitted_at = '2026-03-01T12:00:00Z'",
    );
    const since = new Date("2026-03-01T13:00:00Z");
    const none = readFilters(new URLSearchParams());
    const counted = async () => {
      const { started, submitted } = await countArrivals(none, since);
      return [started, submitted];
    };
    expect(await counted()).toEqual([0, 0]);
    await database.query("update visa_applications set submitted_at = $1 where application_number = 'T-001'", [since]);
    expect(await counted()).toEqual([0, 0]);
    await database.query(
      "update visa_applications set submitted_at = '2026-03-01T13:00:00.001Z' where application_number = 'T-001'",
    );
    expect(await counted()).toEqual([0, 1]);
    await database.query(
      "update visa_applications set created_at = '2026-03-01T13:00:01Z', submitted_at = '2026-03-01T13:00:02Z' where application_number = 'T-002'",
    );
    expect(await counted()).toEqual([1, 1]);
    expect(await countArrivals({ ...none, q: "person1@" }, since)).toEqual({
      since: since.toISOString(),
      started: 0,
      submitted: 1,
    });
  });

  test("more than a thousand arrivals are reported as a thousand", async () => {
    await database.query(
      "insert into visa_applications (application_number, user_email) select 'M-' || n, 'm' || n || '@mail.example' from generate_series(1, 1001) n",
    );
    expect(await countArrivals(readFilters(new URLSearchParams()), new Date(0))).toMatchObject({ started: 1000 });
  });

  test.each(["yesterday", "", "2026-03-01", "2026-03-01T12:00:00"])("%j is ignored as a time", (since) => {
    expect(readSince(new URLSearchParams({ since }))).toBeNull();
  });
});

describe("deleting drafts", () => {
  beforeEach(async () => {
    await insertApplications(database, 1, 4);
    await asDrafts("application_number < 'T-003'");
  });

  test.each([
    ["regular admin", () => regular],
    ["super admin", () => superAdmin],
  ])(
    "[V-ATK-10] a %s can delete drafts; each is recorded with its number and files, whose bytes are removed later",
    async (_who, by) => {
      const drafts = await idsOf("status = 'draft'");
      const [first = "", second = ""] = drafts;
      await database.query(
        `insert into documents (application_id, document_type, document_name, storage_key, content_type, byte_size, sha256)
       values ($1, 'letter', 'a.pdf', 'drafts/a.pdf', 'application/pdf', 9, repeat('0', 64))`,
        [first],
      );
      expect(await deleteDrafts(by(), drafts)).toEqual({ ok: true, deleted: 2, untouched: 0 });
      expect(await idsOf()).toHaveLength(2);
      expect(await database.query("select 1 from documents where application_id is not null")).toEqual([]);
      expect(await database.enqueued("documents.remove-bytes")).toEqual([{ storageKey: "drafts/a.pdf" }]);
      const deletionEntry = (number: string, files: number) =>
        entry(by(), "draft_deleted", "application", { number, files, together: 2 });
      expect(await recordOf(database, first)).toEqual([deletionEntry("T-001", 1)]);
      expect(await recordOf(database, second)).toEqual([deletionEntry("T-002", 0)]);
    },
  );

  test("[A-PERM-8] a deactivated admin can't delete drafts", async () => {
    const drafts = await idsOf("status = 'draft'");
    expect(await withoutChange(database, () => deleteDrafts(inactive, drafts))).toMatchObject({ reason: "forbidden" });
  });

  test("[V-ATK-10] submitted and withdrawn applications are left and counted", async () => {
    await database.query(
      "update visa_applications set status = 'withdrawn' where application_number in ('T-001', 'T-004')",
    );
    expect(await deleteDrafts(regular, [...(await idsOf()), unknownId])).toEqual({
      ok: true,
      deleted: 1,
      untouched: 3,
    });
    expect(numbersOf((await list("sort=number")).rows)).toEqual(["T-001", "T-003", "T-004"]);
    const remaining = await idsOf();
    expect(await withoutChange(database, () => deleteDrafts(regular, remaining))).toEqual({
      ok: true,
      deleted: 0,
      untouched: 3,
    });
    expect(await withoutChange(database, () => deleteDrafts(regular, [unknownId]))).toEqual({
      ok: true,
      deleted: 0,
      untouched: 0,
    });
  });

  test("[V-ATK-10] one to a hundred drafts can be deleted at once", async () => {
    await insertApplications(database, 5, 101);
    await asDrafts();
    const all = await idsOf();
    for (const chosen of [all, [], ["1"], undefined])
      expect(await withoutChange(database, () => deleteDrafts(regular, chosen))).toMatchObject({ reason: "invalid" });
    expect(await deleteDrafts(regular, all.slice(0, 100))).toEqual({ ok: true, deleted: 100, untouched: 0 });
  });

  test("the confirmation lists only the drafts among the selected rows", async () => {
    const questionOf = async (ids: string[], from = "") => {
      const search = new URLSearchParams({ ask: "delete", from });
      for (const id of ids) search.append("draft", id);
      return readDraftQuestion(search);
    };
    const all = await idsOf();
    expect(await questionOf(all, "draft")).toMatchObject({
      drafts: [{ number: "T-001" }, { number: "T-002" }],
      others: 2,
      from: all[0],
    });
    expect(await questionOf([])).toEqual({ drafts: [], others: 0, from: null });
    expect(await readDraftQuestion(new URLSearchParams())).toBeNull();
  });
});
