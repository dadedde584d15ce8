import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { insertApplications } from "../../../../test/harness/applicants/application-rows";
import { deactivated, entry, recordOf, withoutChange } from "../../../../test/harness/desk/verbs";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { addNote, editNote } from "../../case-data/notes.server";
import { revealAnswers } from "../../masked-answers/desk/reveal-answers.server";
import { setStatus } from "../../status/desk/set-status.server";

const database = testDatabase();
let regular: StaffContext;
let superAdmin: StaffContext;
let inactive: StaffContext;
/** A submitted application, and another one. */
let id = "";
let otherId = "";
const number = "T-001";
const unknownId = "00000000-0000-4000-8000-000000000000";
const note = "00000000-0000-4000-8000-000000000001";

beforeAll(async () => {
  regular = await staffMember(database, "regular_admin");
  superAdmin = await staffMember(database, "super_admin");
  inactive = await deactivated(database);
});
beforeEach(async () => {
  for (const table of ["visa_applications", "email_notifications", "limit_counts", "admin_activity_log", "pgboss.job"])
    await database.query(`delete from ${table}`);
  await insertApplications(database, 1, 2);
  await database.query("update visa_applications set metadata = $1", [{ step2: { passportNumber: "RD4471902" } }]);
  const rows = await database.query<{ id: string }>("select id from visa_applications order by application_number");
  [id, otherId] = [rows[0]?.id ?? "", rows[1]?.id ?? ""];
});

const mails = () =>
  database.query<{ id: string }>(
    "select id, email_type, recipient_email, application_id, template_data from email_notifications order by created_at",
  );

type Call = (by: StaffContext) => Promise<{ ok: boolean }>;
const verbs: Record<string, Call> = {
  "a status": (by) => setStatus(by, { applicationId: id, status: "approved", sure: "yes" }),
  "a note": (by) => addNote(by, { applicationId: id, note: crypto.randomUUID(), body: "Called." }),
  "an edit of a note": async (by) => {
    await database.query(
      "insert into application_notes (id, application_id, body, author_email) values ($1, $2, 'Old', 'x@y.example') on conflict do nothing",
      [note, id],
    );
    return editNote(by, { applicationId: id, note, body: `By ${by.staff.email}`, revision: 1 });
  },
  "hidden answers": (by) => revealAnswers(by, { applicationId: id, step: 2 }),
};

describe.each(Object.entries(verbs))("%s", (_name, call) => {
  test("[A-PERM-3] a regular admin can run the verb", async () => {
    expect(await call(regular)).toMatchObject({ ok: true });
  });
  test("[A-PERM-3] a super admin can run the verb", async () => {
    expect(await call(superAdmin)).toMatchObject({ ok: true });
  });
  test("[A-PERM-8] a deactivated admin is refused, and nothing is changed, recorded or mailed", async () => {
    await call(regular);
    expect(await withoutChange(database, () => call(inactive))).toMatchObject({ ok: false, reason: "forbidden" });
  });
});

describe("a note", () => {
  const add = (change: object = {}) => addNote(regular, { applicationId: id, note, body: "  Called.  ", ...change });
  const stored = () =>
    database.query("select application_id, body, revision, author_email, edited_by from application_notes");

  test("a note is stored once with its author and recorded without its text", async () => {
    expect(await add()).toEqual({ ok: true });
    expect(await withoutChange(database, add)).toEqual({ ok: true });
    expect(await stored()).toEqual([
      { application_id: id, body: "Called.", revision: 1, author_email: regular.staff.email, edited_by: null },
    ]);
    expect(await recordOf(database, id)).toEqual([entry(regular, "application_note_added", "application", { number })]);
  });

  test("any admin can edit a note, recorded, and only from its current revision", async () => {
    await add();
    const edit = (body: string, revision: number, change: object = {}) =>
      editNote(superAdmin, { applicationId: id, note, body, revision, ...change });
    expect(await edit("Wrote.", 1)).toEqual({ ok: true });
    expect(await withoutChange(database, () => edit("Wrote.", 1))).toEqual({ ok: true });
    for (const stale of [1, 3])
      expect(await withoutChange(database, () => edit("Late.", stale))).toMatchObject({ reason: "conflict" });
    const elsewhere = () => edit("Elsewhere.", 2, { applicationId: otherId });
    expect(await withoutChange(database, elsewhere)).toMatchObject({ reason: "not-found" });
    expect(await withoutChange(database, () => edit("None.", 2, { note: unknownId }))).toMatchObject({
      reason: "not-found",
    });
    expect(await stored()).toEqual([
      {
        application_id: id,
        body: "Wrote.",
        revision: 2,
        author_email: regular.staff.email,
        edited_by: superAdmin.staff.email,
      },
    ]);
    expect((await recordOf(database, id)).at(-1)).toEqual(
      entry(superAdmin, "application_note_edited", "application", { number }),
    );
  });

  test.each([
    [{ body: "   " }, "invalid"],
    [{ body: "n".repeat(4001) }, "invalid"],
    [{ body: "\u0000\u202e" }, "invalid"],
    [{ note: "1" }, "invalid"],
    [{ applicationId: unknownId }, "not-found"],
  ])("a note is refused with %j", async (change, reason) => {
    expect(await withoutChange(database, () => add(change))).toMatchObject({ ok: false, reason });
  });

  test("a note can have 4,000 characters", async () => {
    expect(await add({ body: "n".repeat(4000) })).toEqual({ ok: true });
  });
});

describe("hidden answers", () => {
  const reveal = (by = regular, step: unknown = 2, applicationId = id) => revealAnswers(by, { applicationId, step });

  test("[V-ATK-28] revealing returns the answers of one step and records only their names", async () => {
    expect(await reveal({ ...regular, browser: "Firefox on Windows" })).toEqual({
      ok: true,
      step: 2,
      amendments: {},
      answers: { passportNumber: "RD4471902" },
    });
    const details = { number, step: "passport_info", fields: "passportNumber" };
    expect(await recordOf(database, id)).toEqual([
      entry(regular, "sensitive_answers_revealed", "application", details),
    ]);
    expect(await database.query("select browser from admin_activity_log")).toEqual([{ browser: "Firefox on Windows" }]);
  });

  test.each([
    [2, unknownId],
    [99, undefined],
    ["x", undefined],
  ])("revealing step %j of application %j is refused as not found", async (step, applicationId) => {
    const call = () => reveal(regular, step, applicationId);
    expect(await withoutChange(database, call)).toMatchObject({ ok: false, reason: "not-found" });
  });

  test("[V-ATK-28] thirty reveals in ten minutes notify nobody; the next mails each active super admin once", async () => {
    await database.query(
      `insert into admin_activity_log (action_type, admin_id, created_at)
       select 'sensitive_answers_revealed', $1, now() - interval '9 minutes' from generate_series(1, 29)`,
      [regular.staff.adminId],
    );
    await database.query(
      "insert into admin_activity_log (action_type, admin_id, created_at) values ('sensitive_answers_revealed', $1, now() - interval '11 minutes')",
      [regular.staff.adminId],
    );
    await reveal();
    await reveal(superAdmin);
    expect(await mails()).toEqual([]);
    await reveal();
    await reveal();
    const supers = await database.query<{ email: string }>(
      "select email from admin_users where role = 'super_admin' and is_active",
    );
    expect((await mails()).map((mail) => mail)).toEqual(
      expect.arrayContaining(
        supers.map(({ email }) => expect.objectContaining({ email_type: "many_reveals", recipient_email: email })),
      ),
    );
    expect(await mails()).toHaveLength(supers.length);
    expect((await mails())[0]).toMatchObject({
      template_data: { staffEmail: regular.staff.email, count: 31, minutes: 10 },
    });
  });
});
