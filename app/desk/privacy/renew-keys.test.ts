import { beforeAll, expect, test } from "vitest";
import { registerKeyRotation } from "~/encryption/rotate.server";
import { lastRecord, staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { startKeyRotation } from "./renew-keys.server";

const database = testDatabase();
beforeAll(() => registerKeyRotation());

test("[V-ROT-2] of many simultaneous starts one runs, recorded without a key; another can start when it has finished", async () => {
  const superAdmin = await staffMember(database);
  const results = await Promise.all(Array.from({ length: 5 }, () => startKeyRotation(superAdmin)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(results.filter(({ ok }) => !ok)[0]).toMatchObject({
    reason: "conflict",
    message: "The keys are being renewed already",
  });
  expect(await database.enqueued("encryption.renew")).toHaveLength(1);
  const record = await lastRecord(database);
  expect(record).toMatchObject({
    action: "keys_renewal_started",
    by: superAdmin.staff.email,
    type: "keys",
    details: {},
    address: superAdmin.address,
  });
  expect((await startKeyRotation(await staffMember(database, "regular_admin"))).ok, "a regular admin").toBe(false);
  await database.query("update pgboss.job set state = 'completed'");
  expect(await startKeyRotation(superAdmin)).toEqual({ ok: true });
});
