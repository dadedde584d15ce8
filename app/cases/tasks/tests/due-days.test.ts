import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { setStatus } from "~/cases/status/desk/set-status.server";
import { fileCase } from "~/cases/turn/file-case.server";
import { updateTurn } from "~/cases/turn/update-turn.server";
import { daysAfter, nassauDay } from "~/core/time";
import { db } from "~/db/client.server";
import { draftOf } from "../../../../test/harness/in-process/draft";
import { staffMember } from "../../../../test/harness/in-process/staff";
import { testDatabase } from "../../../../test/harness/in-process/test-database";
import { readTasks } from "../desk/read-tasks.server";
import { insertTask, tasksOf } from "./tasks-of";

const database = testDatabase();
let staff: StaffContext;
let id = "";
const today = () => nassauDay();

beforeAll(async () => {
  staff = await staffMember(database, "regular_admin");
});
beforeEach(async () => {
  await database.query("delete from limit_counts");
  // In Nassau it is the evening of March 8, on which the clocks go forward.
  id = (await draftOf(database, { status: "submitted", submitted_at: new Date("2026-03-09T03:30:00Z") })).id;
});

const refresh = (of = id) => db.transaction((tx) => updateTurn(tx, of));
const days = async () => (await tasksOf(database, id)).map(({ dueOn }) => dueOn);
const ruleDay = async () =>
  (
    await database.query<{ day: string | null }>(
      "select rule_due_on::text as day from visa_applications where id = $1",
      [id],
    )
  )[0]?.day;
const set = (column: string, value: unknown) =>
  database.query(`update visa_applications set ${column} = $2 where id = $1`, [id, value]);
const keyDate = (kind: string, day: string | null, more: Record<string, unknown> = {}) => {
  const row = {
    application_id: id,
    kind,
    ends_on: day,
    name: kind === "other" ? "Lease" : null,
    made_by: "staff@lucaya.test",
    ...more,
  };
  const entries = Object.entries(row).filter(([, value]) => value !== null);
  return database.query(
    `insert into key_dates (${entries.map(([name]) => name).join(", ")}) values (${entries.map((_, index) => `$${index + 1}`).join(", ")})`,
    entries.map(([, value]) => value),
  );
};

describe("the due day of a task", () => {
  test("[X-TASK-3] after the submission is its day in Nassau plus the days, across a change of clocks", async () => {
    await insertTask(database, id, { event: "submission", days: 0 });
    await insertTask(database, id, { event: "submission", days: 240 });
    await refresh();
    expect(await days()).toEqual(["2026-03-08", "2026-11-03"]);
  });

  test("[X-TASK-3] after filing is unknown until the case is filed, moves with it, and goes with it", async () => {
    await insertTask(database, id, { event: "filing", days: 5 });
    await insertTask(database, id, { event: "expected_decision", days: 3, position: 1 });
    await refresh();
    expect(await days()).toEqual([null, null]);
    const file = (filedOn: string, expectedBy = "") => fileCase(staff, { applicationId: id, filedOn, expectedBy });
    expect(await file("2026-02-26", "2027-03-01")).toMatchObject({ ok: true });
    expect(await days()).toEqual(["2026-03-03", "2027-02-26"]);
    expect(await file("2026-02-20", "2027-03-10")).toMatchObject({ ok: true });
    expect(await days()).toEqual(["2026-02-25", "2027-03-07"]);
    expect(await file("")).toMatchObject({ ok: true });
    expect(await days()).toEqual([null, null]);
  });

  test("[X-TASK-3] after the approval is known with it, counted from the latest one, and gone when it is taken back", async () => {
    await insertTask(database, id, { event: "approval", days: 2 });
    const decide = (status: string) => setStatus(staff, { applicationId: id, status, sure: "yes" });
    expect(await decide("approved")).toMatchObject({ ok: true });
    expect(await days()).toEqual([daysAfter(today(), 2)]);
    expect(await decide("under_review")).toMatchObject({ ok: true });
    expect(await days()).toEqual([null]);
    await database.query(
      "update application_status_history set created_at = created_at - interval '40 days' where application_id = $1",
      [id],
    );
    expect(await decide("approved")).toMatchObject({ ok: true });
    expect(await days(), "of the second approval").toEqual([daysAfter(today(), 2)]);
    // Half past ten or eleven in the evening before, in Nassau.
    await database.query(
      "update application_status_history set created_at = $2 where application_id = $1 and created_at = (select max(created_at) from application_status_history where application_id = $1)",
      [id, `${daysAfter(today(), -5)}T03:30:00Z`],
    );
    await refresh();
    expect(await days(), "the day in Nassau").toEqual([daysAfter(today(), -4)]);
  });

  test("[X-TASK-3] before the expiration follows the earliest visa, permit or entry permission that is in force and not settled", async () => {
    await insertTask(database, id, { event: "expiration", days: 30 });
    await set("status", "approved");
    const seen = async () => {
      await refresh();
      return (await days())[0];
    };
    expect(await seen()).toBeNull();
    await keyDate("passport", "2027-01-01");
    await keyDate("permit_fee", "2027-01-02");
    await keyDate("other", "2027-01-03");
    await keyDate("visa", null);
    expect(await seen(), "none of these").toBeNull();
    await keyDate("permit", "2028-03-30");
    expect(await seen()).toBe("2028-02-29");
    await keyDate("entry_permission", "2028-02-10");
    await keyDate("visa", "2028-01-31", {
      settled_as: "renewed",
      settled_at: new Date(),
      settled_by: "staff@lucaya.test",
    });
    await keyDate("visa", "2028-01-30", { suspended_at: new Date() });
    expect(await seen()).toBe("2028-01-11");
    await set("status", "under_review");
    expect(await seen(), "not approved").toBeNull();
  });

  test("[X-TASK-3] stays once the task is done or was dated by hand", async () => {
    const done = { done_at: new Date(), done_by: "staff@lucaya.test" };
    await insertTask(database, id, { event: "filing", days: 5, due_on: "2026-04-01", ...done });
    await insertTask(database, id, {
      event: "filing",
      days: 5,
      due_on: "2026-05-01",
      is_dated_by_hand: true,
      position: 1,
    });
    await insertTask(database, id, { due_on: "2026-06-01", is_dated_by_hand: true, position: 2 });
    await set("filed_on", "2026-02-01");
    await refresh();
    expect(await days()).toEqual(["2026-04-01", "2026-05-01", "2026-06-01"]);
  });

  test("[X-TASK-3] that is unknown says what it waits for", async () => {
    await insertTask(database, id, { event: "filing", days: 5 });
    await insertTask(database, id, { event: "approval", days: 1, position: 1 });
    await insertTask(database, id, { event: "expiration", days: 0, position: 2 });
    await insertTask(database, id, { event: "filing", days: 5, is_dated_by_hand: true, position: 3 });
    const tasks = await readTasks({ id, status: "submitted", submittedAt: new Date() });
    expect(tasks?.open.map(({ waitsFor }) => waitsFor)).toEqual([
      ...["5 days after filing", "1 day after the approval", "on the day of the expiration", null],
    ]);
  });
});

describe("the due day of a case", () => {
  test("[X-TASK-8] is the earliest of its open tasks, requests and appointments, without one set by hand", async () => {
    await insertTask(database, id, { due_on: "2099-03-02", is_dated_by_hand: true });
    await insertTask(database, id, {
      due_on: "2099-03-01",
      is_dated_by_hand: true,
      done_at: new Date(),
      done_by: "x@y.zz",
    });
    await refresh();
    expect(await ruleDay()).toBe("2099-03-02");
    await database.query(
      `with request as (insert into case_requests (application_id) values ($1) returning id)
       insert into case_request_items (request_id, application_id, position, kind, name, reason, due_on)
       select id, $1, 0, 'question', 'Who pays?', 'We need it', '2099-02-28' from request`,
      [id],
    );
    await refresh();
    expect(await ruleDay()).toBe("2099-02-28");
    await set("due_on", "2099-12-31");
    expect(await database.query("select due_day::text as day from visa_applications where id = $1", [id])).toEqual([
      { day: "2099-12-31" },
    ]);
  });

  test("[X-TASK-8] counts tasks after the approval, and none of a case that was denied or withdrawn until it is opened again", async () => {
    await insertTask(database, id, { due_on: "2099-03-02", is_dated_by_hand: true });
    const read = async (status: "approved" | "denied" | "withdrawn" | "under_review") => {
      await set("status", status);
      await refresh();
      const tasks = await readTasks({ id, status, submittedAt: new Date() });
      return [await ruleDay(), tasks?.open.length, tasks?.isClosed];
    };
    expect(await read("approved")).toEqual(["2099-03-02", 1, false]);
    expect(await read("denied")).toEqual([null, 1, true]);
    expect(await read("withdrawn")).toEqual([null, 1, true]);
    expect(await read("under_review")).toEqual(["2099-03-02", 1, false]);
  });
});
