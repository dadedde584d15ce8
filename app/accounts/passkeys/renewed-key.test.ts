import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "~/db/client.server";
import { replaceRing, ring } from "~/encryption/keyring.server";
import { registerKeyRotation, rotateAll } from "~/encryption/rotate.server";
import { countKeys, usedKeys } from "~/encryption/used-keys.server";
import { firstOf, keyNamed, ringOf } from "../../../test/harness/encryption/data-keys";
import { adminWithPassword, origin, setUpApp } from "../../../test/harness/factors/account";
import { codeAt, standStill } from "../../../test/harness/factors/codes";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { confirmFactor } from "../factors/confirm.server";

const database = testDatabase();
const secret = "the tide comes in twice a day, on every shore";
const [june, july] = [keyNamed("june"), keyNamed("july")];
const before = [...ring];
beforeEach(() => {
  registerKeyRotation();
  standStill();
});
afterEach(() => {
  replaceRing(before);
  vi.useRealTimers();
});

test("[V-ROT-1, V-ROT-3] key rotation includes the secrets of authenticator apps: codes work after the old key was removed", async () => {
  const old = ringOf(june, secret);
  replaceRing(old);
  const who = await adminWithPassword(database);
  const app = await setUpApp(who);
  const confirm = () => confirmFactor(who.staff.userId, { code: codeAt(app.secret) }, origin);
  expect(await usedKeys(db)).toContain(firstOf(old).id);

  const ring = ringOf(`${july},${june}`, secret);
  replaceRing(ring);
  expect(await rotateAll({})).toBe(0);
  expect(await usedKeys(db)).toEqual([firstOf(ring).id]);
  expect((await countKeys(db)).map(({ dataKeys, state }) => [dataKeys, state])).toEqual([
    [1, "writes"],
    [0, "reads"],
    [0, "reads"],
  ]);
  replaceRing(ringOf(july, secret));
  expect(await confirm()).toEqual({ ok: true, way: "code" });
});

test("[V-ROT-3] removing the old key without a rotation makes the app's code fail", async () => {
  replaceRing(ringOf(june, secret));
  const who = await adminWithPassword(database);
  const app = await setUpApp(who);
  replaceRing(ringOf(july, secret));
  await expect(confirmFactor(who.staff.userId, { code: codeAt(app.secret) }, origin)).rejects.toThrow();
});
