import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { ownerName } from "~/accounts/owners/owned-rows.server";
import { db } from "~/db/client.server";
import { adminUsers } from "~/db/schema/accounts";
import { lastRecord, openSession, sessionsOf, staffMember } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { sendPasswordReset } from "../passwords/send-reset.server";
import { endSignIn, signInsOf } from "../sign-ins/sign-ins.server";
import type { StaffContext } from "../staff.server";
import { readAdminName, setAdminName } from "./admin-name.server";
import { listAssignable, nameAdmins, nameAll, namesByEmail } from "./names.server";
import { setSingleKeys } from "./single-keys.server";

const database = testDatabase();
let superAdmin: StaffContext;
let regular: StaffContext;
beforeAll(async () => {
  superAdmin = await staffMember(database, "super_admin");
  regular = await staffMember(database, "regular_admin");
});

const nameOf = async ({ staff }: StaffContext) =>
  (await database.query("select name from admin_users where id = $1", [staff.adminId]))[0]?.name;
const mails = () =>
  database.query("select email_type as kind, recipient_email as address from email_notifications order by created_at");

describe("the name of an admin", () => {
  test("[K-ADM-1, I-NAME-3] an admin and a super admin can set the admin's name, and each change is recorded; other admins get 403", async () => {
    const own = { adminId: regular.staff.adminId };
    expect(await setAdminName(regular, { ...own, name: "  Anika Thompson " })).toMatchObject({ ok: true });
    expect(await nameOf(regular)).toBe("Anika Thompson");
    expect(await setAdminName(superAdmin, { ...own, name: "Theo Knowles" })).toMatchObject({ ok: true });
    expect(await lastRecord(database)).toMatchObject({
      ...{ action: "admin_name_changed", by: superAdmin.staff.email, target: regular.staff.email },
      details: { changes: [{ field: "Name", from: "Anika Thompson", to: "Theo Knowles" }] },
    });
    expect(await setAdminName(regular, { adminId: superAdmin.staff.adminId, name: "Mallory" })).toMatchObject({
      reason: "forbidden",
    });
    expect(await nameOf(superAdmin)).toBe("");
  });

  test.each(["", "   ", "x".repeat(81), undefined])("[K-ADM-1] %j is refused as a name", async (name) => {
    const before = await nameOf(regular);
    expect(await setAdminName(regular, { adminId: regular.staff.adminId, name })).toMatchObject({
      ...{ ok: false, reason: "invalid", message: "Enter a name of at most 80 characters." },
    });
    expect(await nameOf(regular)).toBe(before);
  });

  test.each(["theo@lucaya.example", "Theo ＠ home"])("[I-NAME-7] %j is refused as a name", async (name) => {
    expect(await setAdminName(regular, { adminId: regular.staff.adminId, name })).toMatchObject({
      ...{ reason: "invalid", message: "Enter a name, not an email address." },
    });
    expect(readAdminName(name)).toEqual({ error: "Enter a name, not an email address." });
  });

  test("[K-ADM-1] an admin without a name is shown by email", async () => {
    const names = await namesByEmail(db, [superAdmin.staff.email, regular.staff.email.toUpperCase()]);
    expect(names.get(superAdmin.staff.email)).toBe(superAdmin.staff.email);
    expect(names.get(regular.staff.email)).toBe("Theo Knowles");
  });
});

test("[I-NAME-8] in choices and as owners, two admins of one name are told apart by their emails", async () => {
  const [one, two, other] = [
    await staffMember(database, "regular_admin"),
    await staffMember(database, "regular_admin"),
    await staffMember(database, "regular_admin"),
  ];
  const name = (who: StaffContext, to: string) =>
    database.query("update admin_users set name = $1 where id = $2", [to, who.staff.adminId]);
  await name(one, "Skye Rolle");
  await name(two, "SKYE ROLLE");
  await name(other, "Tia Bowe");
  const expected = [`Skye Rolle (${one.staff.email})`, `SKYE ROLLE (${two.staff.email})`, "Tia Bowe"];
  const ids = [one, two, other].map(({ staff }) => staff.adminId);
  const shown = async (list: typeof listAssignable) => {
    const all = await list(db);
    return ids.map((id) => all.find((admin) => admin.id === id)?.name);
  };
  expect([await shown(listAssignable), await shown(nameAdmins)]).toEqual([expected, expected]);
  await database.query("update admin_users set is_active = false where id = $1", [two.staff.adminId]);
  const marked = `SKYE ROLLE (${two.staff.email}) (inactive)`;
  expect(await shown(nameAdmins)).toEqual([expected[0], marked, expected[2]]);
  const owner = ownerName(adminUsers.id);
  const { rows } = await db.execute(sql`select ${owner} as owner from admin_users where id = ${two.staff.adminId}`);
  expect(rows).toEqual([{ owner: marked }]);
});

test("[I-NAME-5] a deactivated admin is still shown by name, and an email that is no admin's any longer as it is", async () => {
  const gone = await staffMember(database, "regular_admin");
  await database.query("update admin_users set name = 'Ruth Bain', is_active = false where id = $1", [
    gone.staff.adminId,
  ]);
  const nameOf = await nameAll(db, [gone.staff.email, "erased@lucaya.example"]);
  expect([nameOf(gone.staff.email), nameOf("erased@lucaya.example")]).toEqual(["Ruth Bain", "erased@lucaya.example"]);
});

describe("a password reset sent by a super admin", () => {
  test("[K-ADM-2] a password reset enqueues one mail and records one activity, even when the form is sent twice, and leaves the password unchanged", async () => {
    const attempt = crypto.randomUUID();
    const hash = () => database.query("select password from account where user_id = $1", [regular.staff.userId]);
    const before = await hash();
    for (const _ of [1, 2])
      expect(await sendPasswordReset(superAdmin, { adminId: regular.staff.adminId, attempt })).toMatchObject({
        ok: true,
      });
    expect(await mails()).toEqual([{ kind: "password_reset", address: regular.staff.email }]);
    expect(await hash()).toEqual(before);
    expect(await lastRecord(database)).toMatchObject({
      ...{ action: "password_reset_sent", by: superAdmin.staff.email, target: regular.staff.email, details: null },
    });
    expect(
      await database.query("select 1 from admin_activity_log where action_type = 'password_reset_sent'"),
    ).toHaveLength(1);
  });

  test("[K-ADM-2] an inactive admin gets no reset mail, and a regular admin can't send one", async () => {
    const inactive = await staffMember(database, "regular_admin");
    await database.query("update admin_users set is_active = false where id = $1", [inactive.staff.adminId]);
    const before = await mails();
    expect(await sendPasswordReset(superAdmin, { adminId: inactive.staff.adminId })).toMatchObject({
      message: "This account is inactive. Reactivate it first.",
    });
    expect(await sendPasswordReset(regular, { adminId: superAdmin.staff.adminId })).toMatchObject({
      reason: "forbidden",
    });
    expect(await mails()).toEqual(before);
  });
});

describe("open sign-ins", () => {
  test("[K-ADM-3] the list omits expired sign-ins, and each sign-in can be ended by its admin or a super admin", async () => {
    const open = [await openSession(database, regular.staff.userId), await openSession(database, regular.staff.userId)];
    await openSession(database, regular.staff.userId, -1);
    const own = { adminId: regular.staff.adminId };
    const all = [...open, regular.staff.sessionId ?? ""];
    expect((await signInsOf(own.adminId)).map(({ id }) => id).sort()).toEqual(all.toSorted());
    expect(await endSignIn(regular, { ...own, signIn: open[0] })).toMatchObject({ ok: true });
    expect(await endSignIn(superAdmin, { ...own, signIn: open[1] })).toMatchObject({ ok: true });
    expect((await signInsOf(own.adminId)).map(({ id }) => id)).toEqual([regular.staff.sessionId]);
    expect(await lastRecord(database)).toMatchObject({
      ...{ action: "session_ended", by: superAdmin.staff.email, target: regular.staff.email, subject: own.adminId },
    });
    expect(await endSignIn(superAdmin, { ...own, signIn: open[1] })).toMatchObject({ reason: "not-found" });
  });

  test("[K-ADM-3] a regular admin can't end another admin's sign-in, with that admin's id (forbidden) or the regular admin's own id (not found)", async () => {
    const signIn = await openSession(database, superAdmin.staff.userId);
    expect(await endSignIn(regular, { adminId: superAdmin.staff.adminId, signIn })).toMatchObject({
      reason: "forbidden",
    });
    expect(await endSignIn(regular, { adminId: regular.staff.adminId, signIn })).toMatchObject({
      reason: "not-found",
    });
    expect(await sessionsOf(database, superAdmin.staff.userId)).toEqual([signIn]);
  });

  test.each(["\0", "a\u202eb", "x".repeat(101), "", undefined])(
    "[V-ATK-11] %j is refused as a sign-in id",
    async (signIn) => {
      expect(await endSignIn(superAdmin, { adminId: superAdmin.staff.adminId, signIn })).toMatchObject({
        reason: "invalid",
      });
    },
  );
});

test("[K-ADM-1, K-ADM-2, K-KEY-6] an admin's concurrent changes to their own account all succeed", async () => {
  const runConcurrently = <Result>(run: (n: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: 6 }, (_, n) => run(n)));
  const adminId = superAdmin.staff.adminId;
  const results = [
    ...(await runConcurrently((n) => setAdminName(superAdmin, { adminId, name: `Theo ${n}` }))),
    ...(await runConcurrently((n) => setSingleKeys(superAdmin, n % 2 ? {} : { singleKeys: "yes" }))),
    ...(await runConcurrently(() => sendPasswordReset(superAdmin, { adminId }))),
  ];
  expect(results.map(({ ok }) => ok)).toEqual(results.map(() => true));
});
