import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formatChange } from "~/accounts/activity/in-words";
import { changesIn } from "~/accounts/activity/lines.server";
import { createAdmin, setAdminActive } from "~/accounts/admins/manage-admins.server";
import { findStaff, isOverdue, type StaffContext } from "~/accounts/staff.server";
import { locks, takeLock } from "~/db/advisory-locks.server";
import { db } from "~/db/client.server";
import type { StoredData } from "~/db/schema/mail";
import { makeLinks } from "~/mail/links/make-links.server";
import { privateLink } from "~/mail/links/private-links.server";
import { nightsIn } from "../../../test/harness/in-process/nights";
import { lastRecord, staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { acceptInvitation, readInvitation } from "./accept.server";
import { cancelInvitation, inviteAdmin, inviteAgain, listInvitations } from "./invite.server";

const database = testDatabase();
const nights = nightsIn(database);
const password = "sails over the bank";
let superAdmin: StaffContext;
let regular: StaffContext;
let made = 0;

beforeAll(async () => {
  superAdmin = await staffMember(database, "super_admin");
  await staffMember(database, "super_admin");
  regular = await staffMember(database, "regular_admin");
  await database.query("update admin_users set name = 'Theo Knowles' where id = $1", [superAdmin.staff.adminId]);
});
beforeEach(async () => {
  for (const table of ["limit_counts", "email_notifications", "admin_invitations"])
    await database.query(`delete from ${table}`);
});

const newEmail = () => `invited${++made}@lucaya.example`;
const mailsTo = (email: string) =>
  database.query<{ kind: string; data: StoredData }>(
    "select email_type as kind, template_data as data from email_notifications where recipient_email = $1 and email_type = 'admin_invitation'",
    [email],
  );
type Row = { id: string; secret: string; sent: Date };
const rowOf = async (email: string): Promise<Row> =>
  (
    await database.query<Row>(
      "select id, secret, sent_at as sent from admin_invitations where email = $1 order by created_at desc limit 1",
      [email],
    )
  )[0] ?? expect.fail(`nobody invited ${email}`);
/** The token of the link that is mailed now. */
async function tokenOf(email: string): Promise<string> {
  const { id, secret, sent } = await rowOf(email);
  return new URL(privateLink("invite", id, secret, sent.getTime())).searchParams.get("token") ?? "";
}
async function invited(role = "regular_admin", by = superAdmin) {
  const email = newEmail();
  expect(await inviteAdmin(by, { email, role })).toMatchObject({ ok: true });
  return { email, ...(await rowOf(email)), token: await tokenOf(email) };
}
const context = {
  request: new Request("http://localhost/admin/invitation"),
  address: "10.0.0.9",
  browser: "Chrome on Windows",
};
const accept = (token: string, change: Record<string, unknown> = {}) =>
  acceptInvitation(context, { token, name: "Anika Thompson", password, confirmation: password, ...change });
const endOf = async (token: unknown) => (await readInvitation(token)).ended;
const adminOf = async (email: string) =>
  (await database.query("select * from admin_users where email = $1", [email]))[0];

describe("inviting an admin", () => {
  test("[I-INV-1, I-INV-4] an invitation sends one mail that names the inviter and is recorded, also when the form is sent twice", async () => {
    const email = newEmail();
    const by = { ...superAdmin, attempt: crypto.randomUUID() };
    for (const _ of [1, 2])
      expect(await inviteAdmin(by, { email: ` ${email.toUpperCase()}`, role: "super_admin" })).toEqual({
        ok: true,
        message: `An invitation is on its way to ${email}.`,
      });
    const { id } = await rowOf(email);
    const data = {
      invitation: id,
      sentAt: expect.any(String),
      email,
      role: "super_admin",
      by: "Theo Knowles",
      byEmail: superAdmin.staff.email,
    };
    expect(await mailsTo(email)).toEqual([{ kind: "admin_invitation", data }]);
    expect(changesIn("admin_invited", { role: "super_admin" }).map(formatChange)).toEqual(["Role: none → Super Admin"]);
    expect(await lastRecord(database)).toMatchObject({
      ...{ action: "admin_invited", by: superAdmin.staff.email, target: email, subject: id },
      details: { role: "super_admin" },
    });
    expect(await listInvitations()).toMatchObject([{ id, email, by: "Theo Knowles", hasExpired: false }]);
  });

  test("[I-INV-1] a regular admin can neither invite, nor send an invitation again, nor cancel one", async () => {
    const { id } = await invited();
    for (const result of [
      await inviteAdmin(regular, { email: newEmail(), role: "super_admin" }),
      await inviteAgain(regular, { invitation: id }),
      await cancelInvitation(regular, { invitation: id }),
    ])
      expect(result).toMatchObject({ reason: "forbidden", message: "Only super admins can manage admins" });
    expect(await listInvitations()).toHaveLength(1);
  });

  test.each([
    [{ email: "nobody", role: "regular_admin" }, { email: "Please enter a valid email address" }],
    [{ email: "", role: "regular_admin" }, { email: "Email is required" }],
    [{ email: "a@mail.example", role: "owner" }, { role: "Role is required: Regular Admin or Super Admin" }],
  ])("[I-INV-2] %j is refused at its field", async (input, detail) => {
    expect(await inviteAdmin(superAdmin, input)).toMatchObject({ reason: "invalid", detail });
    expect(await listInvitations()).toEqual([]);
  });

  test("[I-INV-3] an admin, an inactive admin and an invited person are refused with what to do instead", async () => {
    const inactive = await staffMember(database, "regular_admin");
    await setAdminActive(superAdmin, inactive.staff.adminId, false);
    const { email } = await invited();
    const messages = [];
    for (const address of [regular.staff.email, inactive.staff.email, email]) {
      const result = await inviteAdmin(superAdmin, { email: address, role: "regular_admin" });
      messages.push(result.ok ? "" : (result.detail?.email ?? ""));
    }
    expect(messages).toEqual([
      "This person is an admin already. Change the role or send a password reset on their page.",
      "This person’s account is inactive. Choose “Include inactive” above and reactivate it.",
      "This person is invited already. Send the invitation again in the list of invitations.",
    ]);
    expect(await listInvitations()).toHaveLength(1);
  });
});

describe("accepting an invitation", () => {
  test("[I-INV-5] reading a link uses nothing up, and neither token nor seal is stored", async () => {
    const { email, token } = await invited();
    for (const _ of [1, 2]) expect(await readInvitation(token)).toMatchObject({ ended: null, invitation: { email } });
    const tables = ["admin_invitations", "email_notifications", "admin_activity_log", "pgboss.job"];
    for (const table of tables) {
      const rows = await database.query(`select 1 from ${table} t where t::text like '%' || $1 || '%'`, [token]);
      expect([table, rows]).toEqual([table, []]);
    }
  });

  test("[I-INV-6, I-INV-4] accepting makes an admin with name, role and inviter, signs in, and needs a second factor first", async () => {
    const { email, token } = await invited("regular_admin");
    const result = await accept(token, { name: "  Anika Thompson " });
    expect(result).toMatchObject({ ok: true, isOverdue: true });
    expect(result.ok && result.headers.get("set-cookie")).toContain("lucaya_staff=");
    const admin = await adminOf(email);
    expect(admin).toMatchObject({
      ...{ name: "Anika Thompson", role: "regular_admin", is_active: true, created_by: superAdmin.staff.adminId },
      ...{ password_is_temporary: false, factor_required: true },
    });
    const staff = await findStaff(String(admin?.user_id));
    expect(staff && isOverdue(staff)).toBe(true);
    const facts = { role: "regular_admin", invitedBy: superAdmin.staff.email };
    expect(changesIn("admin_invitation_accepted", facts).map(formatChange)).toEqual([
      "Role: none → Regular Admin",
      `Invited by: none → ${superAdmin.staff.email}`,
    ]);
    const entries = await database.query(
      "select action_type as action, admin_email as by, details from admin_activity_log where target_admin_email = $1 and action_type = 'admin_invitation_accepted'",
      [email],
    );
    expect(entries).toEqual([
      {
        ...{ action: "admin_invitation_accepted", by: email },
        details: facts,
      },
    ]);
  });

  test("[I-INV-7, I-NAME-2] every wrong field is refused at once, nobody becomes an admin, and the link still works", async () => {
    const { email, token } = await invited();
    const wrong = { name: " \u200b\0 ", password: "short", confirmation: "other" };
    expect(await accept(token, wrong)).toMatchObject({
      reason: "invalid",
      detail: {
        name: "Enter a name of at most 80 characters.",
        password: "Password must be at least 8 characters long",
        confirmation: "Passwords do not match",
      },
    });
    expect(await adminOf(email)).toBeUndefined();
    expect(await accept(token)).toMatchObject({ ok: true });
  });

  test("[I-INV-8] a link works once, also when it is used twice at the same time", async () => {
    const { email, token } = await invited();
    const results = await Promise.all([accept(token), accept(token)]);
    expect(results.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(await accept(token)).toMatchObject({ reason: "forbidden" });
    expect(await endOf(token)).toBe("used");
    expect(await database.query("select 1 from admin_users where email = $1", [email])).toHaveLength(1);
  });

  test("[I-INV-9] sending it again ends the earlier link, names the new inviter and lasts 72 hours from then", async () => {
    const { email, id, token } = await invited();
    await database.query("update admin_invitations set sent_at = now() - interval '73 hours' where id = $1", [id]);
    const other = await staffMember(database, "super_admin");
    expect(await inviteAgain(other, { invitation: id })).toMatchObject({ ok: true });
    expect((await mailsTo(email)).map(({ data }) => data.byEmail)).toEqual([superAdmin.staff.email, other.staff.email]);
    expect(await endOf(token)).toBe("replaced");
    expect(await accept(token)).toMatchObject({ reason: "forbidden" });
    const [row] = await listInvitations();
    expect(row).toMatchObject({ hasExpired: false, byEmail: other.staff.email });
    expect((row?.expiresAt.getTime() ?? 0) - (row?.sentAt.getTime() ?? 0)).toBe(72 * 3_600_000);
    expect(await accept(await tokenOf(email))).toMatchObject({ ok: true });
  });

  test("[I-INV-10] a canceled invitation makes nobody an admin, and its email can be invited again", async () => {
    const { email, id, token } = await invited();
    expect(await cancelInvitation(superAdmin, { invitation: id })).toMatchObject({ ok: true });
    expect(await lastRecord(database)).toMatchObject({ action: "admin_invitation_canceled", target: email });
    expect([await endOf(token), await accept(token)]).toMatchObject(["canceled", { reason: "forbidden" }]);
    for (const again of [inviteAgain, cancelInvitation])
      expect(await again(superAdmin, { invitation: id })).toMatchObject({ reason: "conflict" });
    expect(await inviteAdmin(superAdmin, { email, role: "regular_admin" })).toMatchObject({ ok: true });
  });

  test("[I-INV-16] an invite form that the browser sends again after a cancellation invites again, and says so only then", async () => {
    const email = newEmail();
    const by = { ...superAdmin, attempt: crypto.randomUUID() };
    const invite = () => inviteAdmin(by, { email, role: "regular_admin" });
    const first = await invite();
    expect([await invite(), (await mailsTo(email)).length]).toEqual([first, 1]);
    const { id } = await rowOf(email);
    const again = { ...superAdmin, attempt: crypto.randomUUID() };
    expect(await inviteAgain(again, { invitation: id })).toMatchObject({ ok: true });
    expect(await cancelInvitation(superAdmin, { invitation: id })).toMatchObject({ ok: true });
    expect(await inviteAgain(again, { invitation: id })).toMatchObject({ reason: "conflict" });
    expect([await invite(), (await mailsTo(email)).length]).toEqual([first, 3]);
    expect(await accept(await tokenOf(email))).toMatchObject({ ok: true });
    expect(await invite()).toMatchObject({ reason: "conflict", message: expect.stringContaining("an admin already") });
  });

  test("[I-INV-17] a waiting mail is not sent once its invitation is sent again, canceled or accepted, or its sender may no longer invite", async () => {
    const linksOf = async (email: string) => {
      const mails = await mailsTo(email);
      const made = mails.map(({ data }) =>
        makeLinks(["invite"], { recipientEmail: email, templateData: data }, undefined),
      );
      return (await Promise.all(made)).map((links) => (typeof links === "string" ? "not sent" : "sent"));
    };
    const [canceled, accepted] = [await invited(), await invited()];
    await inviteAgain(superAdmin, { invitation: canceled.id });
    expect(await linksOf(canceled.email)).toEqual(["not sent", "sent"]);
    await cancelInvitation(superAdmin, { invitation: canceled.id });
    expect(await linksOf(canceled.email)).toEqual(["not sent", "not sent"]);
    expect(await linksOf(accepted.email)).toEqual(["sent"]);
    await accept(accepted.token);
    expect(await linksOf(accepted.email)).toEqual(["not sent"]);
    const inviter = await staffMember(database, "super_admin");
    const { email } = await invited("regular_admin", inviter);
    await setAdminActive(superAdmin, inviter.staff.adminId, false);
    expect(await linksOf(email)).toEqual(["not sent"]);
  });

  test("[I-INV-18] a form with a foreign or ended link is refused without waiting for staff", async () => {
    const { id, token } = await invited();
    await cancelInvitation(superAdmin, { invitation: id });
    await db.transaction(async (tx) => {
      await takeLock(tx, locks.admins);
      for (const ended of ["no link of ours", token])
        expect(await accept(ended)).toMatchObject({ reason: "forbidden", message: "This link no longer works" });
    });
  });

  test("[I-INV-11] an expired link says so; a foreign, shortened or deleted one is unknown, also while somebody is invited", async () => {
    const { id, secret, token } = await invited();
    const day = 86_400_000;
    const old = new URL(privateLink("invite", id, secret, Date.now() - 3 * day - 1000)).searchParams.get("token");
    const lasting = new URL(privateLink("invite", id, secret, Date.now() - 3 * day + 60_000)).searchParams.get("token");
    const reset = new URL(privateLink("reset", id, secret)).searchParams.get("token");
    const forged = `${token.slice(0, -4)}${token.endsWith("AAAA") ? "BBBB" : "AAAA"}`;
    const ends = [];
    for (const each of [old, lasting, reset, forged, token.slice(0, -1), "", undefined]) ends.push(await endOf(each));
    expect(ends).toEqual(["expired", null, "unknown", "unknown", "unknown", "unknown", "unknown"]);
    await database.query("delete from admin_invitations");
    expect(await endOf(token)).toBe("unknown");
  });

  test.each([
    ["deactivated", "update admin_users set is_active = false where id = $1"],
    ["no longer a super admin", "update admin_users set role = 'regular_admin' where id = $1"],
  ])("[I-INV-12] the link of an inviter who is %s makes nobody an admin", async (_, change) => {
    const inviter = await staffMember(database, "super_admin");
    const { email, token } = await invited("super_admin", inviter);
    await database.query(change, [inviter.staff.adminId]);
    expect([await endOf(token), await accept(token)]).toMatchObject(["canceled", { reason: "forbidden" }]);
    expect(await adminOf(email)).toBeUndefined();
  });

  test("[I-INV-3] an email that became an admin meanwhile is refused with what to do", async () => {
    const { email, token } = await invited();
    await database.query("update admin_users set email = $1 where id = $2", [email, regular.staff.adminId]);
    expect(await accept(token)).toMatchObject({
      reason: "conflict",
      message: `${email} has an account already. Sign in, or ask for a new password there.`,
    });
  });
});

test("[I-INV-3, I-INV-10] the invitation of somebody who becomes an admin by the form ends, and can't be sent again", async () => {
  const { email, id, token } = await invited();
  const fields = { email, password, confirmation: password, role: "regular_admin" };
  expect(await createAdmin(superAdmin, fields)).toMatchObject({ ok: true });
  expect(await listInvitations()).toEqual([]);
  expect(await endOf(token)).toBe("canceled");
  expect(await inviteAgain(superAdmin, { invitation: id })).toMatchObject({ reason: "conflict" });
});

test("[I-INV-12] the list says that the link of an inviter who can't invite now has ended, until somebody sends it again", async () => {
  const inviter = await staffMember(database, "super_admin");
  const { id } = await invited("regular_admin", inviter);
  expect(await listInvitations()).toMatchObject([{ mayInvite: true }]);
  expect(await setAdminActive(superAdmin, inviter.staff.adminId, false)).toMatchObject({ ok: true });
  expect(await listInvitations()).toMatchObject([{ mayInvite: false }]);
  expect(await inviteAgain(superAdmin, { invitation: id })).toMatchObject({ ok: true });
  expect(await listInvitations()).toMatchObject([{ mayInvite: true }]);
});

test("[I-INV-14] an invitation is deleted 30 days after it was last sent, and a newer one stays", async () => {
  const [old, recent] = [await invited(), await invited()];
  await database.query("update admin_invitations set sent_at = now() - interval '31 days' where id = $1", [old.id]);
  await database.query("update admin_invitations set sent_at = now() - interval '29 days' where id = $1", [recent.id]);
  expect(await nights.run()).toMatchObject({ invitations: 1 });
  expect((await listInvitations()).map(({ id }) => id)).toEqual([recent.id]);
});
