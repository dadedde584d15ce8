import { beforeAll, beforeEach, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { registerForgetting } from "~/accounts/undo/offer.server";
import { readOpenOffer } from "~/accounts/undo/open-offer.server";
import { undo } from "~/accounts/undo/undo.server";
import { pool } from "~/db/client.server";
import { insertInquiries } from "../../../test/harness/desk/inquiry-rows";
import { recordOf, withoutChange } from "../../../test/harness/desk/verbs";
import { runJob } from "../../../test/harness/in-process/jobs";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { deleteInquiry } from "./delete-inquiry.server";
import { setInquiryPriority } from "./set-priority.server";
import { setInquiryStatus } from "./set-status.server";
import { registerInquiryUndo } from "./undo.server";

const database = testDatabase();
let staff: StaffContext;
let ids: string[] = [];

beforeAll(async () => {
  registerInquiryUndo();
  registerForgetting();
  staff = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  for (const table of ["visa_inquiries", "admin_activity_log", "undo_offers"])
    await database.query(`delete from ${table}`);
  await insertInquiries(database, 1, 3);
  ids = (await database.query<{ id: string }>("select id from visa_inquiries order by id")).map(({ id }) => id);
  await database.query("update visa_inquiries set status = 'qualified' where id = $1", [ids[2]]);
});

const statuses = async () =>
  (await database.query<{ status: string }>("select status from visa_inquiries order by id")).map(
    ({ status }) => status,
  );
const undoIt = async () => undo(staff, { offer: (await readOpenOffer(staff.staff))?.id });

test("[K-UNDO-1] undoing a change of several statuses restores each of them and is recorded", async () => {
  const before = await statuses();
  await setInquiryStatus(staff, { inquiryIds: ids, status: "contacted" });
  expect(await statuses()).toEqual(["contacted", "contacted", "contacted"]);
  expect(await readOpenOffer(staff.staff)).toMatchObject({ words: "3 inquiries are now Contacted.", undone: false });
  expect(await undoIt()).toEqual({ ok: true });
  expect(await statuses()).toEqual(before);
  expect((await recordOf(database, ids[2] ?? "")).at(-1)).toMatchObject({
    what: "inquiry_status_undone",
    details: { from: "contacted", to: "qualified" },
  });
});

test("[K-UNDO-4] undoing changes nothing if another admin has changed one of several since", async () => {
  await setInquiryStatus(staff, { inquiryIds: ids, status: "contacted" });
  await database.query("update visa_inquiries set status = 'converted' where id = $1", [ids[1]]);
  expect(await withoutChange(database, undoIt)).toMatchObject({ ok: false, reason: "conflict" });
});

test("[K-UNDO-1] undoing restores a priority", async () => {
  const input = { inquiryId: ids[0], priority: "yes" };
  expect(await setInquiryPriority(staff, input)).toMatchObject({ ok: true });
  expect(await undoIt()).toEqual({ ok: true });
  const rows = await database.query("select priority from visa_inquiries where id = $1", [ids[0]]);
  expect(rows).toEqual([{ priority: false }]);
  // Nothing changed, nothing to undo.
  await database.query("delete from undo_offers");
  await setInquiryPriority(staff, { ...input, priority: "no" });
  expect(await readOpenOffer(staff.staff)).toBeNull();
});

const forgotten = (id: string) => ({ id, before: {}, after: {}, forgotten: true });
const contacted = (id: string) => ({ id, before: { status: "new" }, after: { status: "contacted" } });
const undoOffers = () => database.query<{ records: unknown }>("select records from undo_offers");

test("[K-UNDO-4] deleting an inquiry deletes its undo data", async () => {
  const [first = "", second = ""] = ids;
  const input = { inquiryId: first, priority: "yes" };
  expect(await setInquiryPriority(staff, input)).toMatchObject({ ok: true });
  await setInquiryStatus(staff, { inquiryIds: [first, second], status: "contacted" });
  expect(await undoOffers()).toHaveLength(2);
  expect(await deleteInquiry(staff, { inquiryId: first })).toEqual({ ok: true });
  expect(await undoOffers()).toEqual([{ records: [forgotten(first), contacted(second)] }]);
  expect(await withoutChange(database, undoIt)).toMatchObject({ ok: false, reason: "conflict" });
  expect(await deleteInquiry(staff, { inquiryId: second })).toEqual({ ok: true });
  expect(JSON.stringify(await undoOffers())).not.toContain("contacted");
});

test("[K-UNDO-4] if an inquiry is deleted during an undo, a job deletes its undo data afterwards", async () => {
  const [first = "", second = ""] = ids;
  await setInquiryPriority(staff, { inquiryId: first, priority: "yes" });
  await setInquiryStatus(staff, { inquiryIds: [first, second], status: "contacted" });
  const undoing = await pool.connect();
  try {
    await undoing.query("begin");
    await undoing.query("select 1 from undo_offers for update");
    expect(await deleteInquiry(staff, { inquiryId: first })).toEqual({ ok: true });
    expect(await undoOffers()).toHaveLength(2);
  } finally {
    await undoing.query("rollback");
    undoing.release();
  }
  const jobs = await database.enqueued("undo.forget");
  expect(jobs).toEqual([{ id: first }]);
  for (const job of jobs) await runJob("undo.forget", job);
  expect(await undoOffers()).toEqual([{ records: [forgotten(first), contacted(second)] }]);
});
