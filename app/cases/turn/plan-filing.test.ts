import { beforeEach, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { calendarDate } from "~/core/time";
import { inDays } from "../../../test/harness/in-days";
import { draftOf, submitted } from "../../../test/harness/in-process/draft";
import { staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { readApplication } from "../case-data/case.server";
import { changesOf } from "./changes.server";
import { fileCase } from "./file-case.server";
import { planFiling } from "./plan-filing.server";

const database = testDatabase();
let staff: StaffContext;
let id = "";
beforeEach(async () => {
  staff = await staffMember(database);
  const [service] = await database.query<{ id: string }>(
    "update visa_services set filing_days = 12 where slug = 'uk-transit-visa' returning id",
  );
  ({ id } = await draftOf(database, { ...submitted, visa_service_id: service?.id }));
});

const plan = (plannedOn: string, seen = "") => planFiling(staff, { applicationId: id, plannedOn, seen });
const planned = async () => (await readApplication(id))?.filing;

test("[U-AGE-7] staff plan a filing day from today to a year ahead, recorded, and can take it back", async () => {
  const usual = { plannedOn: null, usualOn: inDays(12) };
  expect(await planned()).toEqual(usual);
  const before = await changesOf(id);
  for (const day of [inDays(-1), inDays(366), "2026-02-30", "soon"])
    expect(await plan(day)).toEqual({
      ...{ ok: false, reason: "invalid", detail: { field: "plannedOn" } },
      message: "Choose today or a later day, at most a year ahead.",
    });
  expect(await changesOf(id)).toBe(before);
  for (const [day, seen] of [
    [inDays(0), ""],
    [inDays(365), inDays(0)],
  ] as const) {
    expect(await plan(day, seen)).toEqual({ ok: true });
    expect(await planned()).toEqual({ ...usual, plannedOn: day });
  }
  // The open pages of both sides follow.
  expect(await changesOf(id)).not.toBe(before);
  expect(await plan("", inDays(365))).toEqual({ ok: true });
  expect(await planned()).toEqual(usual);
  const entries = await database.query(
    "select details -> 'changes' as changes from admin_activity_log where action_type = 'case_filing_planned' and subject_id = $1 order by created_at",
    [id],
  );
  const field = "Planned filing date";
  expect(entries.map(({ changes }) => changes)).toEqual([
    [{ field, from: "", to: calendarDate(inDays(0)) }],
    [{ field, from: calendarDate(inDays(0)), to: calendarDate(inDays(365)) }],
    [{ field, from: calendarDate(inDays(365)), to: "" }],
  ]);
});

test("[U-AGE-7] of two admins who plan at once the second is refused, and a plan that has passed can stay", async () => {
  expect(await plan(inDays(20))).toEqual({ ok: true });
  expect(await plan(inDays(30))).toMatchObject({
    ...{ ok: false, reason: "conflict" },
    message: "Someone else has changed this. This page shows it as it is now. Nothing was overwritten.",
  });
  expect((await planned())?.plannedOn).toBe(inDays(20));
  // The same day by both is no conflict.
  expect(await plan(inDays(20))).toEqual({ ok: true });
  await database.query("update visa_applications set planned_filing_on = $2 where id = $1", [id, inDays(-3)]);
  expect(await plan(inDays(-3), inDays(-3))).toEqual({ ok: true });
});

test("[U-AGE-7] nothing is planned for a filed or closed case", async () => {
  await fileCase(staff, { applicationId: id, filedOn: inDays(0) });
  expect(await plan(inDays(3))).toMatchObject({ reason: "closed", message: "This case has been filed already." });
  await database.query("update visa_applications set status = 'denied', filed_on = null where id = $1", [id]);
  expect(await plan(inDays(3))).toMatchObject({ reason: "closed" });
  expect(await planFiling(staff, { applicationId: crypto.randomUUID(), plannedOn: inDays(3) })).toMatchObject({
    reason: "not-found",
  });
});
