import { afterEach, expect, test, vi } from "vitest";
import { lastRecord, openSession, sessionsOf } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { isPassword } from "../passwords/passwords.server";
import { adminCommand } from "./command.server";

const database = testDatabase();
afterEach(() => vi.restoreAllMocks());

/** Runs the command: its status, and what it printed to each stream. */
async function run(...args: string[]) {
  vi.restoreAllMocks();
  const [out, err] = [vi.spyOn(console, "log"), vi.spyOn(console, "error")].map((spy) =>
    spy.mockImplementation(() => undefined),
  );
  const status = await adminCommand(args);
  const words = (spy = out) => (spy?.mock.calls ?? []).flat().join("\n");
  return { status, out: words(), err: words(err) };
}
const passwordIn = (out: string) => /^Password: (\S+) {3}\(shown this once\)$/m.exec(out)?.[1] ?? "";
type Admin = { id: string; user_id: string; role: string; temporary: boolean; password: string };
const adminOf = async (email: string) =>
  (
    await database.query<Admin>(
      "select a.id, a.user_id, a.role, a.password_is_temporary as temporary, c.password from admin_users a join account c using (user_id) where a.email = $1",
      [email],
    )
  )[0] ?? expect.fail("no such admin");

test("[I-PASS-1] create adds a super admin with the printed password, which has to be changed, and records that the command did it", async () => {
  const { status, out } = await run("create", " Heron@Lucaya.example ");
  expect([status, out]).toEqual([0, expect.stringContaining("heron@lucaya.example is a super admin now.")]);
  const made = await adminOf("heron@lucaya.example");
  expect([made.role, made.temporary, out]).toEqual([
    "super_admin",
    true,
    expect.stringContaining("It has to be changed at the next sign-in."),
  ]);
  expect(await isPassword(made.password, passwordIn(out))).toBe(true);
  expect(await lastRecord(database)).toMatchObject({
    ...{ action: "admin_created", by: null, target: "heron@lucaya.example", subject: made.id },
    details: { by: "command" },
  });
  expect(await run("create", "HERON@lucaya.example")).toMatchObject({ status: 1, out: "" });
});

test("[I-PASS-1] reset sets a new password, which has to be changed, ends all sessions, clears the backoff of wrong guesses, and is recorded", async () => {
  await run("create", "gull@lucaya.example");
  await database.query("update admin_users set password_is_temporary = false where email = 'gull@lucaya.example'");
  const before = await adminOf("gull@lucaya.example");
  await openSession(database, before.user_id);
  await database.query("insert into limit_counts (key, count, window_ends) values ('x', 1, now() + interval '1 day')");
  const { signInLimitKey } = await import("../sign-in/sign-in.server");
  await database.query("update limit_counts set key = $1", [signInLimitKey("gull@lucaya.example")]);
  const { status, out } = await run("reset", "Gull@lucaya.example");
  expect([status, out]).toEqual([0, expect.stringContaining("has a new password; all sessions ended.")]);
  const now = await adminOf("gull@lucaya.example");
  expect(await isPassword(now.password, passwordIn(out))).toBe(true);
  expect(now.password).not.toBe(before.password);
  expect([before.temporary, now.temporary]).toEqual([false, true]);
  expect(await sessionsOf(database, before.user_id)).toEqual([]);
  expect(await database.query("select 1 from limit_counts")).toEqual([]);
  expect(await lastRecord(database)).toMatchObject({
    ...{ action: "password_reset", by: null, target: "gull@lucaya.example", subject: before.id },
    details: { by: "command" },
  });
});

test("resetting a deactivated admin prints that the account stays deactivated", async () => {
  await run("create", "coot@lucaya.example");
  await database.query("update admin_users set is_active = false where email = 'coot@lucaya.example'");
  expect((await run("reset", "coot@lucaya.example")).out).toContain("The account is deactivated");
});

test.each([
  [["reset", "nobody@lucaya.example"], 1, "There is no admin nobody@lucaya.example."],
  [["create", "no address"], 2, "'no address' is not an email address."],
  [["create"], 2, "npm run admin -- create EMAIL"],
  [["remove", "x@lucaya.example"], 2, "npm run admin -- create EMAIL"],
  [["create", "x@lucaya.example", "more"], 2, "npm run admin -- create EMAIL"],
])("%j is refused and creates no admin", async (args, status, text) => {
  const count = () => database.query("select count(*) from admin_users");
  const before = await count();
  expect(await run(...args)).toEqual({ status, out: "", err: expect.stringContaining(text) });
  expect(await count()).toEqual(before);
});
