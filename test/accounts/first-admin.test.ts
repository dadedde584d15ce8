import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { admin, emptyDataDir, startApp } from "../harness/app-server";
import { signIn } from "../harness/desk/desk";
import { sharedApp } from "../harness/shared";

// `app/accounts/admins/first-admin.test.ts` tests what can prevent it.
const admins = "select email, role, is_active from admin_users";

test("[A-USERS-22] ADMIN_EMAIL and ADMIN_PASSWORD create the first super admin, who can sign in, and no password file", async () => {
  const app = await sharedApp();
  expect(await app.query(admins)).toEqual([{ email: admin.email, role: "super_admin", is_active: true }]);
  expect((await (await signIn(app)).get("/admin/users")).status).toBe(200);
  expect(app.output()).not.toContain(admin.password);
  expect(existsSync(join(app.dataDir, "first-admin.txt"))).toBe(false);
});

test("[A-USERS-23] without ADMIN_EMAIL and ADMIN_PASSWORD a random password is written to a file with mode 0600, and it signs in", async () => {
  const folder = await emptyDataDir();
  const file = join(folder, "first-admin.txt");
  const app = await startApp({ DATA_DIR: folder, ADMIN_EMAIL: "", ADMIN_PASSWORD: "" });
  expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
  const [, email = "", password = ""] = /^Email: (\S+)\nPassword: (\S+)\n$/.exec(readFileSync(file, "utf8")) ?? [];
  expect(password.length).toBeGreaterThanOrEqual(20);
  expect(app.output()).toContain(file);
  expect(app.output()).not.toContain(password);
  expect(await app.query(admins)).toEqual([{ email, role: "super_admin", is_active: true }]);
  expect((await (await signIn(app, { email, password })).get("/admin/users")).status).toBe(200);
  expect(await app.stop()).toBe(0);
});
