import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { deactivated } from "../../../test/harness/desk/verbs";
import { lastRecord, staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { listOpened, rememberOpened } from "./opened.server";
import { readSingleKeys, setSingleKeys } from "./single-keys.server";

const database = testDatabase();
let regular: StaffContext;
let superAdmin: StaffContext;
beforeAll(async () => {
  regular = await staffMember(database, "regular_admin");
  superAdmin = await staffMember(database);
});

test("[K-KEY-6] turning single-key shortcuts off and on affects only that admin, and each change is recorded", async () => {
  expect(await setSingleKeys(regular, {})).toEqual({ ok: true, on: false });
  expect([await readSingleKeys(regular.staff), await readSingleKeys(superAdmin.staff)]).toEqual([false, true]);
  expect(await lastRecord(database)).toMatchObject({
    ...{ action: "single_keys_set", by: regular.staff.email, subject: regular.staff.adminId },
    details: { from: "on", to: "off" },
  });
  const entries = () => database.query("select 1 from admin_activity_log");
  const before = (await entries()).length;
  expect(await setSingleKeys(regular, {})).toEqual({ ok: true, on: false });
  expect(await entries()).toHaveLength(before);
  expect(await setSingleKeys(regular, { singleKeys: "yes" })).toEqual({ ok: true, on: true });
  expect(await lastRecord(database)).toMatchObject({ details: { from: "off", to: "on" } });
});

test("[K-KEY-6] a deactivated admin can't switch single-key shortcuts, and an invalid value changes nothing", async () => {
  expect(await setSingleKeys(await deactivated(database), {})).toMatchObject({ ok: false, reason: "forbidden" });
  expect(await setSingleKeys(regular, { singleKeys: "maybe" })).toMatchObject({ ok: false, reason: "invalid" });
  expect(await readSingleKeys(regular.staff)).toBe(true);
});

test("[K-KEY-4] the list of opened records has at most twenty entries without duplicates, newest first", async () => {
  const ids = Array.from({ length: 25 }, () => randomUUID());
  for (const id of ids) await rememberOpened(regular.staff, "application", id);
  expect((await listOpened(regular.staff)).map(({ id }) => id)).toEqual(ids.slice(5).reverse());
  expect(await database.query("select 1 from opened_records")).toHaveLength(20);
  await rememberOpened(regular.staff, "application", ids[10] ?? "");
  const again = (await listOpened(regular.staff)).map(({ id }) => id);
  expect([again[0], again.length, new Set(again).size]).toEqual([ids[10], 20, 20]);
  await rememberOpened(regular.staff, "inquiry", ids[10] ?? "");
  expect((await listOpened(regular.staff)).slice(0, 2)).toEqual([
    { kind: "inquiry", id: ids[10] },
    { kind: "application", id: ids[10] },
  ]);
  expect(await listOpened(superAdmin.staff)).toEqual([]);
});
