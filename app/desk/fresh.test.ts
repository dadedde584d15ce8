import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAdmin, setAdminActive, setAdminRole } from "~/accounts/admins/manage-admins.server";
import { readPendingAuthenticator } from "~/accounts/factors/authenticators.server";
import { beginApp, confirmApp, removeApp, replaceRecoveryCodes } from "~/accounts/factors/own-factors.server";
import { resetFactors } from "~/accounts/factors/reset.server";
import { setFactorNeeded } from "~/accounts/factors/set-needed.server";
import { codeOf, stepAt } from "~/accounts/factors/totp.server";
import { inviteAdmin } from "~/accounts/invitations/invite.server";
import { addPasskey, removePasskey } from "~/accounts/passkeys/own-passkeys.server";
import { sendPasswordReset } from "~/accounts/passwords/send-reset.server";
import { endOtherSignIns, endSignIn } from "~/accounts/sign-ins/sign-ins.server";
import type { StaffContext } from "~/accounts/staff.server";
import { exportApplications } from "~/cases/desk/export/export-applications.server";
import { readFilters } from "~/cases/desk/list/filters.server";
import { placeHold, removeHold } from "~/cases/legal-hold/holds.server";
import { revealAnswers } from "~/cases/masked-answers/desk/reveal-answers.server";
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
let superAdmin: StaffContext;
let otherAdmin: StaffContext;
let application = "";
beforeAll(async () => {
  application = await new Applicant(database).ready();
});
beforeEach(async () => {
  await database.query("delete from limit_counts");
  superAdmin = await staffMember(database);
  otherAdmin = await staffMember(database, "regular_admin");
  await leaveStale(database, superAdmin);
});

const notFresh = { ok: false, reason: "fresh", message: "Please confirm that it is you." };
const search = new URLSearchParams();
/** Counts and values that a verb could change. */
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
  "making an admin": () => createAdmin(superAdmin, someone()),
  "inviting an admin": () => inviteAdmin(superAdmin, someone()),
  "changing a role": () => setAdminRole(superAdmin, otherAdmin.staff.adminId, "super_admin"),
  "sending a password reset": () => sendPasswordReset(superAdmin, { adminId: otherAdmin.staff.adminId }),
  "ending their session": () =>
    endSignIn(superAdmin, { adminId: otherAdmin.staff.adminId, signIn: otherAdmin.staff.sessionId }),
  "deactivating an admin": () => setAdminActive(superAdmin, otherAdmin.staff.adminId, false),
  "reactivating an admin": () => setAdminActive(superAdmin, otherAdmin.staff.adminId, true),
};
const reads: Record<string, () => Promise<{ ok: boolean }>> = {
  "inquiries as CSV": () => exportInquiries(superAdmin, readInquiryFilters(search, superAdmin.staff.adminId)),
  "the view of inquiries": () =>
    exportInquiries(superAdmin, readInquiryFilters(search, superAdmin.staff.adminId), { view: true }),
  "applications as CSV": () =>
    exportApplications(superAdmin, readFilters(search, superAdmin.staff.adminId), ["number", "email"]),
  "the view of applications": () =>
    exportApplications(superAdmin, readFilters(search, superAdmin.staff.adminId), "view"),
  "people as CSV": () => exportPeople(superAdmin, readPeopleFilters(search)),
  "the subscribers as CSV": () => exportSubscribers(superAdmin),
  "the activity log as CSV": () => exportActivity(superAdmin, readActivityFilters(search)),
  "a case as ZIP": () =>
    recordDownload(superAdmin, { applicationId: application, number: "BV26-K7QM-4TXP", as: "zip" }),
  "a case as PDF": () =>
    recordDownload(superAdmin, { applicationId: application, number: "BV26-K7QM-4TXP", as: "pdf" }),
};

/** Cancels the body of a started export. */
const closed = async (result: { ok: boolean; body?: ReadableStream }) => {
  await result.body?.cancel();
  return result.ok;
};
async function requiresReauthentication(act: () => Promise<{ ok: boolean }>): Promise<void> {
  const before = await state();
  expect(await act()).toMatchObject(notFresh);
  expect(await state(), "nothing is changed or recorded").toEqual(before);
  await database.query("update session set fresh_at = now() where id = $1", [superAdmin.staff.sessionId]);
  expect(await closed(await act()), "after reauthentication").toBe(true);
  expect(await state()).not.toEqual(before);
}

/** For an action that is refused for another reason after reauthentication. */
async function isRefusedUntilFresh(act: () => Promise<{ ok: boolean }>): Promise<void> {
  const before = await state();
  expect(await act()).toMatchObject(notFresh);
  expect(await state()).toEqual(before);
  await database.query("update session set fresh_at = now() where id = $1", [superAdmin.staff.sessionId]);
  expect(await act()).not.toMatchObject({ reason: "fresh" });
}

describe("an action on admins requires reauthentication", () => {
  test.each(Object.keys(people).filter((name) => !name.startsWith("reactivating")))(
    "[V-FRESH-3, V-FRESH-5] %s is refused until the admin reauthenticates",
    async (name) => requiresReauthentication(people[name] ?? expect.fail(name)),
  );

  test("[V-FRESH-3, V-FRESH-5] reactivating an admin is refused until the admin reauthenticates", async () => {
    await database.query("update admin_users set is_active = false where id = $1", [otherAdmin.staff.adminId]);
    await requiresReauthentication(people["reactivating an admin"] ?? expect.fail());
  });

  test("[V-FRESH-5, V-SESS-1] an admin ends one or all of their other sign-ins without reauthentication, but no other admin's", async () => {
    const [one, two] = [
      await openSession(database, superAdmin.staff.userId),
      await openSession(database, superAdmin.staff.userId),
    ];
    const otherSession = await openSession(database, otherAdmin.staff.userId);
    expect(await endSignIn(superAdmin, { adminId: superAdmin.staff.adminId, signIn: otherSession })).toMatchObject({
      reason: "not-found",
    });
    expect(await endSignIn(superAdmin, { adminId: superAdmin.staff.adminId, signIn: one })).toMatchObject({ ok: true });
    expect(await sessionsOf(database, superAdmin.staff.userId)).toEqual([two]);
    expect(await endOtherSignIns(superAdmin)).toMatchObject({ ok: true });
    const left = await database.query("select id from session where user_id = $1", [superAdmin.staff.userId]);
    expect(left, "the session that ended the others").toEqual([{ id: superAdmin.staff.sessionId }]);
    expect(await sessionsOf(database, otherAdmin.staff.userId)).toEqual([otherSession]);
  });
});

describe("an export of many people's data requires reauthentication", () => {
  test.each(Object.keys(reads))("[V-FRESH-3, V-FRESH-4] %s is refused until the admin reauthenticates", async (name) =>
    requiresReauthentication(reads[name] ?? expect.fail(name)),
  );

  test("[V-FRESH-4] revealing a step requires reauthentication after ten cases within the hour", async () => {
    const reveal = () => revealAnswers(superAdmin, { applicationId: application, step: 2 });
    const revealed = (cases: number, minutes: number) =>
      database.query(
        `insert into admin_activity_log (action_type, admin_id, subject_type, subject_id, created_at)
         select 'sensitive_answers_revealed', $1, 'application', gen_random_uuid(), now() - make_interval(mins => $3)
         from generate_series(1, $2)`,
        [superAdmin.staff.adminId, cases, minutes],
      );
    await revealed(20, 61);
    await revealed(8, 59);
    expect(await reveal()).toMatchObject({ ok: true });
    expect(await reveal(), "the ninth case again").toMatchObject({ ok: true });
    await revealed(1, 0);
    await requiresReauthentication(reveal);
  });
});

describe("an irreversible action requires reauthentication", () => {
  test("[V-FRESH-6] rotating keys is refused until the admin reauthenticates", () =>
    requiresReauthentication(() => startKeyRotation(superAdmin)));

  test("[V-FRESH-6] placing and removing a legal hold is refused until the admin reauthenticates", async () => {
    const applicant = new Applicant(database);
    const applicationId = await applicant.ready();
    await applicant.submit(applicationId);
    await requiresReauthentication(() => placeHold(superAdmin, { applicationId, reason: "A court asks." }));
    await leaveStale(database, superAdmin);
    await requiresReauthentication(() => removeHold(superAdmin, { applicationId, reason: "It was decided." }));
  });

  test("[V-FRESH-6] setting up, adding, removing and renewing one's own factors is refused until the admin reauthenticates", async () => {
    await requiresReauthentication(() => beginApp(superAdmin));
    const code = codeOf(
      (await readPendingAuthenticator(db, superAdmin.staff))?.secret ?? expect.fail("nothing begun"),
      stepAt(Date.now()),
    );
    await leaveStale(database, superAdmin);
    await requiresReauthentication(() => confirmApp(superAdmin, { code }));
    await leaveStale(database, superAdmin);
    await requiresReauthentication(() => replaceRecoveryCodes(superAdmin));
    await leaveStale(database, superAdmin);
    await isRefusedUntilFresh(() => removeApp(superAdmin));
    await leaveStale(database, superAdmin);
    await isRefusedUntilFresh(() =>
      addPasskey({ ...superAdmin, origin: "http://localhost" }, { name: "Key", passkey: "{}" }),
    );
    await leaveStale(database, superAdmin);
    await isRefusedUntilFresh(() => removePasskey(superAdmin, { passkeyId: crypto.randomUUID() }));
  });

  test("[V-FRESH-5] resetting another admin's factors, and setting who needs one, is refused until the admin reauthenticates", async () => {
    await requiresReauthentication(() => resetFactors(superAdmin, { adminId: otherAdmin.staff.adminId }));
    await leaveStale(database, superAdmin);
    await requiresReauthentication(() => setFactorNeeded(superAdmin, { for: "all_admins" }));
    await setFactorNeeded(superAdmin, { for: "super_admins" });
  });
});
