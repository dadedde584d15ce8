import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { config } from "~/config.server";
import { lastRecord } from "../../../test/harness/in-process/staff";
import { testDatabase } from "../../../test/harness/in-process/test-database";
import { isPassword } from "../passwords/passwords.server";
import { ensureFirstAdmin } from "./first-admin.server";

const database = testDatabase();
const dataDir = config.dataDir;
const file = () => join(config.dataDir, "first-admin.txt");
let logged: string[];
beforeEach(async () => {
  // A separate folder: the run's folder is shared.
  config.dataDir = join(dataDir, `first-admin-${process.pid}`);
  for (const table of ["admin_activity_log", "admin_users", "account", '"user"'])
    await database.query(`delete from ${table}`);
  logged = [];
  vi.spyOn(console, "log").mockImplementation((words) => logged.push(String(words)));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(config.dataDir, { recursive: true, force: true });
  Object.assign(config, { dataDir, ADMIN_EMAIL: undefined, ADMIN_PASSWORD: undefined });
});

type Admin = { email: string; role: string; is_active: boolean; password: string };
const admins = () =>
  database.query<Admin>("select a.email, role, is_active, password from admin_users a join account using (user_id)");
const passwordFits = async (password: string) => isPassword((await admins())[0]?.password ?? "", password);

test("[A-USERS-22] ADMIN_EMAIL and ADMIN_PASSWORD create the first super admin once, recorded without an admin or IP", async () => {
  Object.assign(config, { ADMIN_EMAIL: "First@Lucaya.example", ADMIN_PASSWORD: "an outgoing tide" });
  await ensureFirstAdmin();
  expect(await admins()).toMatchObject([{ email: "first@lucaya.example", role: "super_admin", is_active: true }]);
  expect(await passwordFits("an outgoing tide")).toBe(true);
  expect([logged.join(), existsSync(file())]).toEqual([expect.not.stringContaining("an outgoing tide"), false]);
  expect(await lastRecord(database)).toMatchObject({
    ...{ action: "first_admin_created", by: null, target: "first@lucaya.example", type: "admin", address: null },
  });
  const before = await admins();
  Object.assign(config, { ADMIN_EMAIL: "second@lucaya.example", ADMIN_PASSWORD: "an incoming tide" });
  await ensureFirstAdmin();
  expect(await admins()).toEqual(before);
});

test("[V-ATK-23] an easily guessed ADMIN_PASSWORD is accepted with a warning in the log", async () => {
  Object.assign(config, { ADMIN_EMAIL: "first@lucaya.example", ADMIN_PASSWORD: "Password123" });
  await ensureFirstAdmin();
  expect(logged.join("\n")).toContain("ADMIN_PASSWORD: This password is easy to guess.");
});

test("[A-USERS-23] without ADMIN_EMAIL and ADMIN_PASSWORD, a random password is written to a file only its owner can read and is never printed", async () => {
  await ensureFirstAdmin();
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  const [, email = "", password = ""] = /^Email: (\S+)\nPassword: (\S+)\n$/.exec(readFileSync(file(), "utf8")) ?? [];
  expect([email, password.length]).toEqual(["admin@lucaya.example", 23]);
  expect(await passwordFits(password)).toBe(true);
  expect(logged.join()).toContain(file());
  expect(logged.join()).not.toContain(password);
});

test("[A-USERS-23] on a terminal, the random password is printed once and written to no file", async () => {
  const isTTY = Object.getOwnPropertyDescriptor(process.stdout, "isTTY");
  Object.defineProperty(process.stdout, "isTTY", { value: true, configurable: true });
  try {
    await ensureFirstAdmin();
    await ensureFirstAdmin();
  } finally {
    if (isTTY) Object.defineProperty(process.stdout, "isTTY", isTTY);
    else Reflect.deleteProperty(process.stdout, "isTTY");
  }
  const [, password = "", ...more] = logged.join().split(/Password: +(\S+)/);
  expect([password.length, more.length, existsSync(file())]).toEqual([23, 1, false]);
  expect(await passwordFits(password)).toBe(true);
});

test("[A-USERS-23] a failed start leaves an earlier start's password file unchanged", async () => {
  await ensureFirstAdmin();
  const text = readFileSync(file(), "utf8");
  await database.query("alter table admin_users rename to admins_elsewhere");
  await expect(ensureFirstAdmin()).rejects.toThrow();
  await database.query("alter table admins_elsewhere rename to admin_users");
  expect(readFileSync(file(), "utf8")).toBe(text);
});

test("[A-USERS-23] a start that fails after writing the password file removes it", async () => {
  await database.query(
    `create function refuse_admin() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
     create constraint trigger refuse_admin after insert on admin_users deferrable initially deferred
       for each row execute function refuse_admin()`,
  );
  await expect(ensureFirstAdmin()).rejects.toThrow();
  expect([await admins(), existsSync(file())]).toEqual([[], false]);
  await database.query("drop trigger refuse_admin on admin_users");
});

test("[A-USERS-22] two simultaneous starts create one first admin", async () => {
  await Promise.all([ensureFirstAdmin(), ensureFirstAdmin()]);
  expect(await admins()).toHaveLength(1);
  expect(await database.query("select 1 from admin_activity_log")).toHaveLength(1);
});
