import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAdmin, setAdminActive, setAdminRole } from "~/accounts/admins/manage-admins.server";
import { readPendingAuthenticator } from "~/accounts/factors/authenticators.server";
import { beginApp, confirmApp, removeApp, replaceRecoveryCodes } from "~/accounts/factors/own-factors.server";
import { resetFactors } from "~/accounts/factors/reset.server";
import { setFactorNeeded } from "~/accounts/factors/set-needed.server";
import { codeOf, stepAt } from "~/accounts/factors/totp.server";
import { addPasskey, removePasskey } from "~/accounts/passkeys/own-passkeys.server";
import { sendPasswordReset } from "~/accounts/passwords/send-reset.server";
import { endOtherSignIns, endSignIn } from "~/accounts/sign-ins/sign-ins.server";
import type { StaffContext } from "~/accounts/staff.server";
import { exportApplications } from "~/cases/desk/export/export-applications.server";
import { readFilters } from "~/cases/desk/list/filters.server";
import { placeHold, removeHold } from "~/cases/legal-hold/holds.server";
import { revealAnswers } from "~/cases/masked-answers/reveal-answers.server";
import { recordDownload } from "~/cases/receipt/record-download.server";
import { exportSubscribers } from "~/content/newsletter/desk/subscribers.server";
import { db } from "~/db/client.server";
import { exportInquiries } from "~/inquiries/desk/export-csv.server";
import { readInquiryFilters } from "~/inquiries/desk/list.server";
import { Applicant } from "../../test/harness/applicants/in-process";
import { leaveStale, openSession, sessionsOf, staffMember } from "../../test/harness/in-process/staff";
import { testDatabase } from "../../test/harness/in-process/test-database";
import { readActivityFilters } from "../accounts/activity/read.server";
import { exportActivity } from "./activity/export-activity.server";
import { exportPeople } from "./people/export-people.server";
import { readPeopleFilters } from "./people/list.server";
import { startKeyRotation } from "./privacy/renew-keys.server";

const database = testDatabase();
let boss: StaffContext;
let other: StaffContext;
let application = "";
beforeAll(async () => {
  application = await new Applicant(database).ready();
});
beforeEach(async () => {
  await database.query("delete from limit_counts");
  boss = await staffMember(database);
  other = await staffMember(database, "regular_admin");
  await leaveStale(database, boss);
});

const notFresh = { ok: false, reason: "fresh", message: "Please confirm that it is you." };
const search = new URLSearchParams();
/** Numbers and states that a verb could have changed. */
const state = () =>
  database.query(
    `select (select count(*) from admin_activity_log) as entries, (select count(*) from email_notifications) as mails,
       (select count(*) from pgboss.job) as jobs, (select count(*) from legal_holds where removed_at is null) as holds,
       (select string_agg(id || coalesce(confirmed_at::text, '-'), ' ' order by id) from authenticators) as apps,
       (select count(*) from recovery_codes) as codes, (select count(*) from session) as sessions,
       (select string_agg(email || role || is_active, ' ' order by email) from admin_users) as admins`,
  );

const someone = () => ({ email: `new${Date.now()}@lucaya.example`, password: "sails over it", role: "regular_admin" });
const people: Record<string, () => Promise<{ ok: boolean }>> = {
  "making an admin": () => createAdmin(boss, someone()),
  "changing a role": () => setAdminRole(boss, other.staff.adminId, "super_admin"),
  "sending a password reset": () => sendPasswordReset(boss, { adminId: other.staff.adminId }),
  "ending their session": () => endSignIn(boss, { adminId: other.staff.adminId, signIn: other.staff.sessionId }),
  "deactivating an admin": () => setAdminActive(boss, other.staff.adminId, false),
  "reactivating an admin": () => setAdminActive(boss, other.staff.adminId, true),
};
const reads: Record<string, () => Promise<{ ok: boolean }>> = {
  "inquiries as CSV": () => exportInquiries(boss, readInquiryFilters(search, boss.staff.adminId)),
  "the view of inquiries": () => exportInquiries(boss, readInquiryFilters(search, boss.staff.adminId), { view: true }),
  "applications as CSV": () => exportApplications(boss, readFilters(search, boss.staff.adminId), ["number", "email"]),
  "the view of applications": () => exportApplications(boss, readFilters(search, boss.staff.adminId), "view"),
  "people as CSV": () => exportPeople(boss, readPeopleFilters(search)),
  "the subscribers as CSV": () => exportSubscribers(boss),
  "the record as CSV": () => exportActivity(boss, readActivityFilters(search)),
  "a case as ZIP": () => recordDownload(boss, { applicationId: application, number: "BV26-K7QM-4TXP", as: "zip" }),
  "a case as PDF": () => recordDownload(boss, { applicationId: application, number: "BV26-K7QM-4TXP", as: "pdf" }),
};

/** Consumes the body of a started export. */
const closed = async (answer: { ok: boolean; body?: ReadableStream }) => {
  await answer.body?.cancel();
  return answer.ok;
};
async function waits(act: () => Promise<{ ok: boolean }>): Promise<void> {
  const before = await state();
  expect(await act()).toMatchObject(notFresh);
  expect(await state(), "nothing is changed or recorded").toEqual(before);
  await database.query("update session set fresh_at = now() where id = $1", [boss.staff.sessionId]);
  expect(await closed(await act()), "once it is confirmed").toBe(true);
  expect(await state()).not.toEqual(before);
}

/** For an action that is refused for another reason after reauthentication. */
async function waitsAlone(act: () => Promise<{ ok: boolean }>): Promise<void> {
  const before = await state();
  expect(await act()).toMatchObject(notFresh);
  expect(await state()).toEqual(before);
  await database.query("update session set fresh_at = now() where id = $1", [boss.staff.sessionId]);
  expect(await act()).not.toMatchObject({ reason: "fresh" });
}

describe("an act on admins waits for a confirmation:", () => {
  test.each(Object.keys(people).filter((name) => !name.startsWith("reactivating")))(
    "[V-FRESH-3, V-FRESH-5] %s",
    async (name) => waits(people[name] ?? expect.fail(name)),
  );

  test("[V-FRESH-3, V-FRESH-5] reactivating an admin", async () => {
    await database.query("update admin_users set is_active = false where id = $1", [other.staff.adminId]);
    await waits(people["reactivating an admin"] ?? expect.fail());
  });

  test("[V-FRESH-5, V-SESS-1] ending sign-ins of one's own takes none, one or all others; never another person's", async () => {
    const [one, two] = [await openSession(database, boss.staff.userId), await openSession(database, boss.staff.userId)];
    const theirs = await openSession(database, other.staff.userId);
    expect(await endSignIn(boss, { adminId: boss.staff.adminId, signIn: theirs })).toMatchObject({
      reason: "not-found",
    });
    expect(await endSignIn(boss, { adminId: boss.staff.adminId, signIn: one })).toMatchObject({ ok: true });
    expect(await sessionsOf(database, boss.staff.userId)).toEqual([two]);
    expect(await endOtherSignIns(boss)).toMatchObject({ ok: true });
    const left = await database.query("select id from session where user_id = $1", [boss.staff.userId]);
    expect(left, "the one that asked").toEqual([{ id: boss.staff.sessionId }]);
    expect(await sessionsOf(database, other.staff.userId)).toEqual([theirs]);
  });
});

describe("what takes many people's data out waits for a confirmation:", () => {
  test.each(Object.keys(reads))("[V-FRESH-3, V-FRESH-4] %s", async (name) => waits(reads[name] ?? expect.fail(name)));

  test("[V-FRESH-4] a step is revealed without one until those of ten cases were within the hour", async () => {
    const reveal = () => revealAnswers(boss, { applicationId: application, step: 2 });
    const revealed = (cases: number, minutes: number) =>
      database.query(
        `insert into admin_activity_log (action_type, admin_id, subject_type, subject_id, created_at)
         select 'sensitive_answers_revealed', $1, 'application', gen_random_uuid(), now() - make_interval(mins => $3)
         from generate_series(1, $2)`,
        [boss.staff.adminId, cases, minutes],
      );
    await revealed(20, 61);
    await revealed(8, 59);
    expect(await reveal()).toMatchObject({ ok: true });
    expect(await reveal(), "the ninth case again").toMatchObject({ ok: true });
    await revealed(1, 0);
    await waits(reveal);
  });
});

describe("what can't be taken back waits for a confirmation:", () => {
  test("[V-FRESH-6] renewing keys", () => waits(() => startKeyRotation(boss)));

  test("[V-FRESH-6] placing and removing a legal hold", async () => {
    const applicant = new Applicant(database);
    const applicationId = await applicant.ready();
    await applicant.submit(applicationId);
    await waits(() => placeHold(boss, { applicationId, reason: "A court asks." }));
    await leaveStale(database, boss);
    await waits(() => removeHold(boss, { applicationId, reason: "It was decided." }));
  });

  test("[V-FRESH-6] beginning one's own factor, and adding, removing and renewing what there is", async () => {
    await waits(() => beginApp(boss));
    const code = codeOf(
      (await readPendingAuthenticator(db, boss.staff))?.secret ?? expect.fail("nothing begun"),
      stepAt(Date.now()),
    );
    await leaveStale(database, boss);
    await waits(() => confirmApp(boss, { code }));
    await leaveStale(database, boss);
    await waits(() => replaceRecoveryCodes(boss));
    await leaveStale(database, boss);
    await waitsAlone(() => removeApp(boss));
    await leaveStale(database, boss);
    await waitsAlone(() => addPasskey({ ...boss, origin: "http://localhost" }, { name: "Key", passkey: "{}" }));
    await leaveStale(database, boss);
    await waitsAlone(() => removePasskey(boss, { passkeyId: crypto.randomUUID() }));
  });

  test("[V-FRESH-5] resetting another person's factors, and who needs one", async () => {
    await waits(() => resetFactors(boss, { adminId: other.staff.adminId }));
    await leaveStale(database, boss);
    await waits(() => setFactorNeeded(boss, { for: "all_admins" }));
    await setFactorNeeded(boss, { for: "super_admins" });
  });
});
