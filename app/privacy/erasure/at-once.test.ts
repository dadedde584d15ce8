import { beforeAll, beforeEach, expect, test } from "vitest";
import type { StaffContext } from "~/accounts/staff.server";
import { placeHold } from "~/cases/legal-hold/holds.server";
import { pool } from "~/db/client.server";
import { Applicant } from "../../../test/harness/applicants/in-process";
import { erasureRequestsOf } from "../../../test/harness/in-process/erasure-requests";
import { runJob } from "../../../test/harness/in-process/jobs";
import { nightsIn } from "../../../test/harness/in-process/nights";
import { restrictedCase } from "../../../test/harness/in-process/restricted";
import { staffMember } from "../../../test/harness/in-process/staff";
import { madeFrom, newInquiry } from "../../../test/harness/in-process/stored-file";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { untilWaiting } from "../../../test/harness/waiting";
import { decideErasure } from "../requests/decide-erasure.server";
import { registerErasure } from "./erase.server";
import { beginErasureList, readErasureList, rememberErasure } from "./erasure-list.server";

const database = testDatabase();
const nights = nightsIn(database);
let applicant: Applicant;
let superAdmin: StaffContext;
beforeAll(async () => {
  registerErasure();
  await beginErasureList();
  superAdmin = await staffMember(database);
});
beforeEach(async () => {
  applicant = new Applicant(database);
  for (const table of ["erasure_requests", "limit_counts"]) await database.query(`delete from ${table}`);
});
const { confirmed, decidedCase } = erasureRequestsOf(database, () => applicant);

/** Starts the actions one after the other while `lock` is taken; `last` runs in the transaction that blocks them. */
async function whileLocked(lock: string, acts: readonly (() => Promise<unknown>)[], last = "select 1") {
  const client = await pool.connect();
  try {
    await client.query(`begin; ${lock}`);
    const pending: Promise<unknown>[] = [];
    for (const act of acts) {
      pending.push(act().catch((err: unknown) => err));
      await untilWaiting(database, null, pending.length);
    }
    const locked = client.query(`${last}; commit`);
    // A refused lock ends the transaction too.
    await locked.finally(() => client.query("rollback"));
    return await Promise.all(pending);
  } finally {
    client.release();
  }
}
const isThere = (table: string, id: string) => nights.isThere(table, id);
const isListed = async (id: string) => (await readErasureList())?.some((entry) => entry.id === id);

test("[V-ERASE-3, V-ERASE-11] a draft that is submitted during its erasure stays, and waits for a decision again", async () => {
  const id = await applicant.ready();
  const requestId = await confirmed(id);
  expect(await decideErasure(superAdmin, { requestId, decision: "erase" })).toEqual({ ok: true });
  await whileLocked(
    `select from visa_applications where id = '${id}' for update`,
    [() => runJob("privacy.erase", { kind: "application", id })],
    `update visa_applications set status = 'submitted', submitted_at = now() where id = '${id}'`,
  );
  expect(await isThere("visa_applications", id)).toBe(true);
  expect(await isListed(id)).toBe(false);
  expect(await database.query("select state from erasure_requests where id = $1", [requestId])).toEqual([
    { state: "open" },
  ]);
});

test("[V-RET-13, V-ERASE-11] a legal hold waits for the inquiry before it locks the case, so that a removal can’t deadlock with it", async () => {
  const [id, inquiry] = [await decidedCase(1), await newInquiry()];
  await madeFrom(inquiry, id);
  const [placed] = await whileLocked(
    `select from visa_inquiries where id = '${inquiry}' for update`,
    [() => placeHold(superAdmin, { applicationId: id, reason: "A court asks." })],
    `select from visa_applications where id = '${id}' for update nowait`,
  );
  expect(placed).toEqual({ ok: true });
  await database.query("update legal_holds set removed_at = now(), removal_reason = 'Over'");
});

/** An old erasable case, its old inquiry, and every way in which either is removed. */
const removals: Record<string, (ids: { id: string; inquiry: string }) => Promise<unknown>> = {
  "the case, asked for": ({ id }) => runJob("privacy.erase", { kind: "application", id }),
  "its inquiry, asked for": ({ inquiry }) => runJob("privacy.erase", { kind: "inquiry", id: inquiry }),
  "both, by the nightly run": () => nights.run(),
};

test.each(Object.keys(removals))(
  "[V-RET-13, V-ERASE-11] a legal hold placed during an erasure keeps what it covers: %s",
  async (name) => {
    const id = await decidedCase(8);
    const inquiry = await newInquiry();
    await madeFrom(inquiry, id);
    await nights.age("visa_inquiries", "created_at", inquiry, "8 years");
    await nights.age("visa_inquiries", "updated_at", inquiry, "8 years");
    const [placed] = await whileLocked("lock table legal_holds in share mode", [
      () => placeHold(superAdmin, { applicationId: id, reason: "A court asks." }),
      () => removals[name]?.({ id, inquiry }) ?? expect.fail(name),
    ]);
    expect(placed).toEqual({ ok: true });
    expect([await isThere("visa_applications", id), await isThere("visa_inquiries", inquiry)]).toEqual([true, true]);
    expect([await isListed(id), await isListed(inquiry)]).toEqual([false, false]);
    await database.query("update legal_holds set removed_at = now(), removal_reason = 'Over'");
    await database.query("delete from visa_applications where id = $1", [id]);
  },
);

test("[V-ERASE-7] an unfinished nightly erasure is not in the list of erasures: a restore keeps its data", async () => {
  const [id, inquiry] = [await decidedCase(8), await newInquiry()];
  await nights.age("visa_inquiries", "created_at", inquiry, "8 years");
  await nights.age("visa_inquiries", "updated_at", inquiry, "8 years");
  const restricted = await restrictedCase(database, "BV19-LIST-2222", "2026-01-01");
  await beginErasureList();
  await rememberErasure({ id: restricted, kind: "restriction", at: "2025-01-01T12:00:00.000Z", until: "2026-01-01" });
  await database.query(`create function break_off() returns trigger language plpgsql as $$
    begin raise exception 'broken off'; end $$`);
  await database.query(
    `create constraint trigger break_off after insert on erasures deferrable initially deferred
     for each row execute function break_off()`,
  );
  await nights.run();
  await database.query("drop trigger break_off on erasures");
  const listed = async () =>
    ((await readErasureList()) ?? []).filter((entry) => [id, inquiry, restricted].includes(entry.id));
  expect(await isThere("visa_applications", id)).toBe(true);
  expect(await listed()).toMatchObject([{ id: restricted, kind: "restriction", until: "2026-01-01" }]);
  await nights.run();
  expect(await isThere("visa_applications", id)).toBe(false);
  expect((await listed()).map(({ kind }) => kind).toSorted()).toEqual(["application", "application", "inquiry"]);
});
