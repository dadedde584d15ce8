import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { emptyKeyDate, type KeyDateInput } from "~/key-dates/key-date";
import { insertClient } from "../../test/harness/desk/client-rows";
import { staffMember } from "../../test/harness/in-process/staff";
import { testDatabase } from "../../test/harness/in-process/test-database";
import {
  addClientKeyDate,
  correctClientKeyDate,
  removeClientKeyDate,
  settleClientKeyDate,
  unsettleClientKeyDate,
} from "./change-key-dates.server";
import { clientMessages } from "./client";

const database = testDatabase();
let regular: StaffContext;
let superAdmin: StaffContext;
beforeAll(async () => {
  regular = await staffMember(database, "regular_admin");
  superAdmin = await staffMember(database, "super_admin");
});
let clientId: string;
beforeEach(async () => {
  await database.query("delete from clients");
  clientId = await insertClient(database, { endsOn: "2027-03-01" });
});

const passport: KeyDateInput = { ...emptyKeyDate, kind: "passport", endsOn: "2030-05-17" };
const dates = () =>
  database.query<{
    id: string;
    kind: string;
    day: string | null;
    revision: number;
    settled: string | null;
    by: string | null;
  }>(
    `select id, kind, ends_on::text as day, revision, settled_as as settled, settled_by as by
     from key_dates where client_id = $1 order by created_at, id`,
    [clientId],
  );
const entries = async () =>
  (
    await database.query<{ action: string; by: string; changes: unknown }>(
      `select action_type as action, admin_email as by, details->'changes' as changes from admin_activity_log
       where subject_id = $1 order by created_at, id`,
      [clientId],
    )
  ).map(({ action, by, changes }) => [action, by, changes]);
const isTouched = async () =>
  (await database.query("select 1 from clients where id = $1 and changed_at is not null", [clientId])).length > 0;
const add = (by: StaffContext, keyDate: KeyDateInput, attempt: string = crypto.randomUUID()) =>
  addClientKeyDate(by, { clientId, attempt, input: keyDate });
const permit = async () => {
  const [date] = await dates();
  return { clientId, keyDate: date?.id ?? "", seen: date?.revision ?? -1, attempt: crypto.randomUUID() };
};

describe("key dates of a client", () => {
  test("[X-IMPORT-11, X-TERM-1] both roles add, correct and remove them, each recorded with from and to", async () => {
    expect(await isTouched()).toBe(false);
    expect(await add(regular, { ...passport, note: "A new one is on its way" })).toEqual({ ok: true });
    expect(await isTouched()).toBe(true);
    const corrected = {
      ...emptyKeyDate,
      kind: "permit",
      endsOn: "2028-03-01",
      validFrom: "2027-03-01",
      note: "Ask for the card",
    };
    expect(await correctClientKeyDate(superAdmin, { ...(await permit()), input: corrected })).toEqual({ ok: true });
    expect(await dates()).toMatchObject([
      { kind: "permit", day: "2028-03-01", revision: 1 },
      { kind: "passport", day: "2030-05-17", revision: 0 },
    ]);
    expect(await removeClientKeyDate(regular, await permit())).toEqual({ ok: true });
    expect(await dates()).toMatchObject([{ kind: "passport" }]);
    expect(await entries()).toEqual([
      ["client_key_date_added", regular.staff.email, [{ field: "Passport", from: "", to: "expires May 17, 2030" }]],
      [
        "client_key_date_changed",
        superAdmin.staff.email,
        [
          { field: "Work or residence permit", from: "ends March 1, 2027", to: "ends March 1, 2028" },
          { field: "Valid from", from: "", to: "2027-03-01" },
          { field: "Note", hidden: true },
        ],
      ],
      [
        "client_key_date_removed",
        regular.staff.email,
        [{ field: "Work or residence permit", from: "ends March 1, 2028", to: "" }],
      ],
    ]);
  });

  test("[X-IMPORT-11, X-TERM-2] what is wrong is refused with its message, and nothing is changed", async () => {
    expect(await add(regular, { ...passport, endsOn: "2030-02-30" })).toMatchObject({
      ...{ reason: "invalid", detail: { endsOn: "Enter a day such as March 1, 2028." } },
    });
    const again = { ...emptyKeyDate, kind: "permit", endsOn: "2027-03-01" };
    expect(await add(regular, again)).toMatchObject({ detail: { endsOn: "This date is recorded already." } });
    await add(regular, passport);
    expect(await correctClientKeyDate(regular, { ...(await permit()), input: passport })).toMatchObject({
      detail: { endsOn: "This date is recorded already." },
    });
    await database.query(
      `insert into key_dates (client_id, kind, name, ends_on, made_by)
       select $1, 'other', 'Date ' || n, '2027-01-01', 'boss@lucaya.example' from generate_series(1, 8) n`,
      [clientId],
    );
    expect(await add(regular, { ...passport, endsOn: "2031-01-01" })).toMatchObject({
      message: "A client has 10 key dates at most.",
    });
    expect(await dates()).toHaveLength(10);
    expect(await entries()).toHaveLength(1);
  });

  test("[X-IMPORT-11, X-TERM-9] one is marked as settled, by whom, and taken back at any time", async () => {
    expect(await settleClientKeyDate(regular, { ...(await permit()), settledAs: "" })).toMatchObject({
      message: "Choose how it was settled.",
    });
    expect(await settleClientKeyDate(regular, { ...(await permit()), settledAs: "renewed" })).toEqual({ ok: true });
    expect(await dates()).toMatchObject([{ settled: "renewed", by: regular.staff.email }]);
    expect(await unsettleClientKeyDate(superAdmin, await permit())).toEqual({ ok: true });
    expect(await dates()).toMatchObject([{ settled: null, by: null }]);
    const name = "Work or residence permit";
    expect(await entries()).toEqual([
      ["client_key_date_settled", regular.staff.email, [{ field: name, from: "", to: "Renewed" }]],
      ["client_key_date_unsettled", superAdmin.staff.email, [{ field: name, from: "Renewed", to: "" }]],
    ]);
  });

  test("[X-IMPORT-11, X-TERM-9] of two admins who change one at once the second is told, and 50 equal requests make one", async () => {
    const asked = await permit();
    const settle = (by: StaffContext, settledAs: string) =>
      settleClientKeyDate(by, { ...asked, attempt: crypto.randomUUID(), settledAs });
    const both = await Promise.all([settle(regular, "renewed"), settle(superAdmin, "left_country")]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both).toContainEqual(expect.objectContaining({ reason: "conflict", message: clientMessages.stale }));
    const attempt = crypto.randomUUID();
    const results = await Promise.all(Array.from({ length: 50 }, () => add(regular, passport, attempt)));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(await dates()).toHaveLength(2);
  });

  test("[X-IMPORT-11] one is removed by the form that corrected it, sent with the same attempt key", async () => {
    const form = { ...(await permit()), input: { ...emptyKeyDate, kind: "permit", endsOn: "2028-03-01" } };
    expect(await correctClientKeyDate(regular, form)).toEqual({ ok: true });
    const [corrected] = await dates();
    expect(await removeClientKeyDate(regular, { ...form, seen: corrected?.revision })).toEqual({ ok: true });
    expect(await dates()).toEqual([]);
  });

  test("[X-IMPORT-11] those of a client that is gone, or of another one, are not changed", async () => {
    const other = await insertClient(database, { name: "Rosa Rolle" });
    expect(await removeClientKeyDate(regular, { ...(await permit()), clientId: other })).toMatchObject({
      reason: "conflict",
    });
    const asked = { ...(await permit()), settledAs: "paid" };
    await database.query("delete from clients where id = $1", [clientId]);
    expect(await settleClientKeyDate(regular, asked)).toMatchObject({ reason: "not-found" });
    expect(await add(regular, passport)).toMatchObject({ reason: "not-found", message: clientMessages.gone });
  });
});
