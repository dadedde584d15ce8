import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { insertInquiries, whileRefused } from "../../../test/harness/desk/inquiry-rows";
import { deactivated, entry, recordOf, withoutChange } from "../../../test/harness/desk/verbs";
import { draftOf, submitted } from "../../../test/harness/in-process/draft";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { deleteInquiry } from "./delete-inquiry.server";
import { exportInquiries } from "./export-csv.server";
import { readInquiryFilters } from "./list.server";
import { saveNotes } from "./notes/save-notes.server";
import { setInquiryPriority } from "./set-priority.server";
import { setInquiryStatus } from "./set-status.server";

const database = testDatabase();
let regular: StaffContext;
let superAdmin: StaffContext;
let inactiveAdmin: StaffContext;
let ids: string[] = [];

beforeAll(async () => {
  regular = await staffMember(database, "regular_admin");
  superAdmin = await staffMember(database, "super_admin");
  inactiveAdmin = await deactivated(database);
});
beforeEach(async () => {
  await database.query("delete from visa_inquiries");
  await insertInquiries(database, 1, 3);
  const rows = await database.query<{ id: string }>("select id from visa_inquiries order by created_at");
  ids = rows.map(({ id }) => id);
});

const row = async (id: string) =>
  (
    await database.query(
      "select status, priority, admin_notes, notes_revision, updated_at from visa_inquiries where id = $1",
      [id],
    )
  )[0];
const missingId = "00000000-0000-4000-8000-000000000000";
const filters = readInquiryFilters(new URLSearchParams());

test("[K-KEEP-3] a status repeated after its response was lost is set once, whatever another admin has set since", async () => {
  const attempt = crypto.randomUUID();
  const input = { inquiryIds: [ids[0]], status: "contacted", seen: { [`${ids[0]}`]: "new" } };
  expect(await setInquiryStatus({ ...regular, attempt }, input)).toEqual({ ok: true, changed: 1 });
  await setInquiryStatus(superAdmin, { inquiryIds: [ids[0]], status: "qualified" });
  expect(await setInquiryStatus({ ...regular, attempt }, input)).toEqual({ ok: true, changed: 1 });
  expect(await row(ids[0] ?? "")).toMatchObject({ status: "qualified" });
});

type Call = (by: StaffContext) => Promise<{ ok: boolean }>;
const verbs: Record<string, Call> = {
  status: (by: StaffContext) => setInquiryStatus(by, { inquiryIds: [ids[0]], status: "contacted" }),
  priority: (by: StaffContext) => setInquiryPriority(by, { inquiryId: ids[0], priority: "yes" }),
  notes: (by: StaffContext) => saveNotes(by, { inquiryId: ids[0], notes: "Called.", revision: 0 }),
  export: async (by: StaffContext) => {
    const exported = await exportInquiries(by, filters);
    if (exported.ok) await exported.body.cancel();
    return exported;
  },
  delete: (by: StaffContext) => deleteInquiry(by, { inquiryId: ids[0] }),
};

describe.each(Object.entries(verbs))("%s", (_name, call) => {
  test("[A-PERM-3] an admin of either role can run the verb", async () => {
    expect(await call(regular)).toMatchObject({ ok: true });
    await database.query(
      "update visa_inquiries set status = 'new', priority = false, admin_notes = null, notes_revision = 0",
    );
    expect(await call(superAdmin)).toMatchObject({ ok: true });
  });

  test("[A-PERM-8] a deactivated admin is refused, and nothing is changed or recorded", async () => {
    expect(await withoutChange(database, () => call(inactiveAdmin))).toMatchObject({ ok: false, reason: "forbidden" });
  });
});

describe("the status of inquiries", () => {
  test("[A-INQ-10] several inquiries get the status together, each with its own record; others stay", async () => {
    const two = ids.slice(0, 2);
    expect(await setInquiryStatus(regular, { inquiryIds: two, status: "qualified" })).toEqual({ ok: true, changed: 2 });
    for (const id of two) {
      expect(await row(id)).toMatchObject({ status: "qualified", updated_at: expect.any(Date) });
      expect(await recordOf(database, id)).toEqual([
        entry(regular, "inquiry_status_updated", "inquiry", { from: "new", to: "qualified", together: 2 }),
      ]);
    }
    expect(await row(ids[2] ?? "")).toMatchObject({ status: "new", updated_at: null });
    expect(await recordOf(database, ids[2] ?? "")).toEqual([]);
  });

  test("setting the current status succeeds without a record and doesn't count as a change", async () => {
    await setInquiryStatus(regular, { inquiryIds: [ids[0]], status: "converted" });
    expect(await setInquiryStatus(superAdmin, { inquiryIds: ids, status: "converted" })).toEqual({
      ok: true,
      changed: 2,
    });
    expect(await recordOf(database, ids[0] ?? "")).toHaveLength(1);
    const again = () => setInquiryStatus(superAdmin, { inquiryIds: ids, status: "converted" });
    expect(await withoutChange(database, again)).toEqual({ ok: true, changed: 0 });
  });

  test("a status that another admin changed since it was loaded is not overwritten, for any of the inquiries", async () => {
    const [first = "", second = ""] = ids;
    await setInquiryStatus(superAdmin, { inquiryIds: [second], status: "converted" });
    const late = () =>
      setInquiryStatus(regular, {
        inquiryIds: [first, second],
        status: "contacted",
        seen: { [first]: "new", [second]: "new" },
      });
    expect(await withoutChange(database, late)).toMatchObject({ ok: false, reason: "conflict" });
    // An inquiry that has the target status already can't conflict.
    const same = { inquiryIds: [first, second], status: "converted", seen: { [first]: "new", [second]: "new" } };
    expect(await setInquiryStatus(regular, same)).toEqual({ ok: true, changed: 1 });
  });

  test("inquiries deleted meanwhile are left out; if none exists, the change is refused", async () => {
    const input = { inquiryIds: [ids[0], missingId], status: "contacted" };
    expect(await setInquiryStatus(regular, input)).toEqual({ ok: true, changed: 1 });
    const none = () => setInquiryStatus(regular, { inquiryIds: [missingId], status: "contacted" });
    expect(await withoutChange(database, none)).toMatchObject({ ok: false, reason: "not-found" });
  });

  test("[A-INQ-9] an unknown status and an invalid id are refused", async () => {
    for (const status of ["approved", "New", "", undefined])
      expect(
        await withoutChange(database, () => setInquiryStatus(regular, { inquiryIds: [ids[0]], status })),
        String(status),
      ).toMatchObject({ ok: false, reason: "invalid" });
    for (const inquiryIds of [[], ["1"], undefined, ids[0]])
      expect(await setInquiryStatus(regular, { inquiryIds, status: "contacted" })).toMatchObject({ reason: "invalid" });
  });

  test("[A-INQ-4] a whole page of a hundred can be set, and no more", async () => {
    await insertInquiries(database, 4, 101);
    const all = (await database.query<{ id: string }>("select id from visa_inquiries")).map(({ id }) => id);
    const more = () => setInquiryStatus(regular, { inquiryIds: all, status: "contacted" });
    expect(all).toHaveLength(101);
    expect(await withoutChange(database, more)).toMatchObject({ ok: false, reason: "invalid" });
    const page = { inquiryIds: all.slice(0, 100), status: "contacted" };
    expect(await setInquiryStatus(regular, page)).toEqual({ ok: true, changed: 100 });
  });

  test("[A-INQ-22] the status is set for all of them or for none", async () => {
    const call = () => setInquiryStatus(regular, { inquiryIds: ids, status: "contacted" });
    const refused = () =>
      whileRefused(
        database,
        async () => {
          expect(await call()).toMatchObject({ ok: false, reason: "failed" });
        },
        `when (old.id = '${ids[1]}')`,
      );
    await withoutChange(database, refused);
  });
});

describe("the priority of an inquiry", () => {
  test("[A-INQ-11] setting and removing it is recorded; repeating it is not", async () => {
    const [id = ""] = ids;
    const give = (priority: string) => setInquiryPriority(regular, { inquiryId: id, priority });
    expect(await give("yes")).toEqual({ ok: true, changed: 1 });
    expect(await row(id)).toMatchObject({ priority: true, updated_at: expect.any(Date) });
    expect(await withoutChange(database, () => give("yes"))).toEqual({ ok: true, changed: 0 });
    expect(await give("no")).toEqual({ ok: true, changed: 1 });
    expect(await row(id)).toMatchObject({ priority: false });
    expect(await recordOf(database, id)).toEqual(
      [true, false].map((priority) => entry(regular, "inquiry_priority_updated", "inquiry", { priority })),
    );
  });

  test.each([
    [{ priority: "maybe" }, "invalid"],
    [{ priority: undefined }, "invalid"],
    [{ inquiryId: "1" }, "invalid"],
    [{ inquiryId: missingId }, "not-found"],
  ])("a priority is refused with %j", async (change, reason) => {
    const call = () => setInquiryPriority(regular, { inquiryId: ids[0], priority: "yes", ...change });
    expect(await withoutChange(database, call)).toMatchObject({ ok: false, reason });
  });
});

describe("the notes of an inquiry", () => {
  test("[A-INQ-16] notes are saved and recorded with their length, without their text", async () => {
    const [id = ""] = ids;
    expect(await saveNotes(regular, { inquiryId: id, notes: "Called.", revision: 0 })).toEqual({
      ok: true,
      revision: 1,
    });
    expect(await row(id)).toMatchObject({ admin_notes: "Called.", notes_revision: 1, updated_at: expect.any(Date) });
    expect(await saveNotes(superAdmin, { inquiryId: id, notes: "", revision: 1 })).toEqual({ ok: true, revision: 2 });
    expect(await row(id)).toMatchObject({ admin_notes: null, notes_revision: 2 });
    expect(await recordOf(database, id)).toEqual([
      entry(regular, "inquiry_notes_updated", "inquiry", { revision: 1, characters: 7 }),
      entry(superAdmin, "inquiry_notes_updated", "inquiry", { revision: 2, characters: 0 }),
    ]);
  });

  test("notes based on an old revision overwrite nothing, and the refusal has the stored notes and their author", async () => {
    const [id = ""] = ids;
    await saveNotes(regular, { inquiryId: id, notes: "First", revision: 0 });
    await saveNotes(superAdmin, { inquiryId: id, notes: "Second", revision: 1 });
    for (const revision of [0, 1, 3]) {
      const late = () => saveNotes(regular, { inquiryId: id, notes: "Third", revision });
      expect(await withoutChange(database, late)).toEqual({
        ok: false,
        reason: "conflict",
        message: "",
        detail: { stored: "Second", revision: 2, by: superAdmin.staff.email, byEmail: superAdmin.staff.email },
      });
    }
    const equal = () => saveNotes(regular, { inquiryId: id, notes: "Second", revision: 0 });
    expect(await withoutChange(database, equal)).toEqual({ ok: true, revision: 2 });
  });

  test("[K-KEEP-6] notes that a page sends while closing are not saved as those of another admin who has signed in since", async () => {
    const input = { inquiryId: ids[0], notes: "A thought of mine", revision: 0, writer: regular.staff.adminId };
    expect(await withoutChange(database, () => saveNotes(superAdmin, input))).toMatchObject({ reason: "forbidden" });
    expect(await saveNotes(regular, input)).toEqual({ ok: true, revision: 1 });
  });

  test("notes can have exactly 10,000 characters", async () => {
    const [id = ""] = ids;
    const save = (length: number) => saveNotes(regular, { inquiryId: id, notes: "n".repeat(length), revision: 0 });
    expect(await withoutChange(database, () => save(10_001))).toMatchObject({ ok: false, reason: "invalid" });
    expect(await save(10_000)).toEqual({ ok: true, revision: 1 });
  });

  test.each([
    [{ revision: -1 }, "invalid"],
    [{ revision: "x" }, "invalid"],
    [{ inquiryId: "1" }, "invalid"],
    [{ inquiryId: missingId }, "not-found"],
  ])("notes are refused with %j", async (change, reason) => {
    const call = () => saveNotes(regular, { inquiryId: ids[0], notes: "Called.", revision: 0, ...change });
    expect(await withoutChange(database, call)).toMatchObject({ ok: false, reason });
  });
});

describe("deleting an inquiry", () => {
  const addFiles = (inquiryId: string) =>
    database.query(
      `insert into documents (inquiry_id, document_type, document_name, storage_key, content_type, byte_size, sha256)
       select $1::uuid, 'inquiry', n || '.pdf', $1::text || '/' || n, 'application/pdf', 9, repeat('0', 64) from generate_series(1, 2) n`,
      [inquiryId],
    );

  test("[A-INQ-17] deleting removes the row and its files, enqueues the deletion of their bytes, and is recorded", async () => {
    const [id = "", otherId = ""] = ids;
    await addFiles(id);
    await addFiles(otherId);
    await setInquiryStatus(superAdmin, { inquiryIds: [id], status: "not_qualified" });
    expect(await deleteInquiry(regular, { inquiryId: id })).toEqual({ ok: true });
    expect(await row(id)).toBeUndefined();
    expect(await database.query("select distinct inquiry_id as id from documents")).toEqual([{ id: otherId }]);
    const removed = await database.enqueued("documents.remove-bytes");
    expect(removed.map((data) => JSON.stringify(data)).sort()).toEqual(
      [1, 2].map((n) => JSON.stringify({ storageKey: `${id}/${n}` })),
    );
    expect((await recordOf(database, id)).at(-1)).toEqual(
      entry(regular, "inquiry_deleted", "inquiry", {
        reference: id.slice(0, 12).toUpperCase(),
        status: "not_qualified",
        files: 2,
      }),
    );
  });

  test("[A-INQ-17, V-RET-13] an inquiry whose case is under legal hold can't be deleted", async () => {
    const [id = ""] = ids;
    const made = await draftOf(database, { ...submitted, inquiry_id: id });
    const insertHold = "insert into legal_holds (application_id, reason, placed_by) values ($1, 'A claim', 'a@b.c')";
    await database.query(insertHold, [made.id]);
    const refused = await withoutChange(database, () => deleteInquiry(superAdmin, { inquiryId: id }));
    expect(refused).toMatchObject({
      reason: "conflict",
      message: "The case made from this inquiry has a legal hold, so the inquiry can’t be deleted.",
    });
    await database.query("update legal_holds set removed_at = now(), removal_reason = 'Over'");
    expect(await deleteInquiry(superAdmin, { inquiryId: id })).toEqual({ ok: true });
    expect(await row(id)).toBeUndefined();
  });

  test("[A-INQ-25] a failed deletion leaves the row, its files and their bytes", async () => {
    const [id = ""] = ids;
    await addFiles(id);
    const failed = () =>
      whileRefused(database, async () => {
        expect(await deleteInquiry(regular, { inquiryId: id })).toMatchObject({ ok: false, reason: "failed" });
      });
    await withoutChange(database, failed);
  });

  test("deleting a deleted inquiry succeeds without a record, and an invalid id is refused", async () => {
    expect(await withoutChange(database, () => deleteInquiry(regular, { inquiryId: missingId }))).toEqual({ ok: true });
    expect(await deleteInquiry(regular, { inquiryId: "all" })).toMatchObject({ ok: false, reason: "invalid" });
  });
});
