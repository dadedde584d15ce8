import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { signIn } from "../harness/desk/desk";
import { freshFolder, type Program, removeFolders, startProgram } from "../harness/program";
import { until, Visitor } from "../harness/visitor";

afterAll(removeFolders);

const admins = (program: Program) =>
  program.query<{ email: string; role: string; is_active: boolean }>("select email, role, is_active from admin_users");

test("[A-USERS-22] ADMIN_EMAIL and ADMIN_PASSWORD make the first super admin, once", async () => {
  const folder = await freshFolder();
  const first = { ADMIN_EMAIL: "First@Lucaya.example", ADMIN_PASSWORD: "an outgoing tide" };
  const program = await startProgram({ DATA_DIR: folder, ...first });
  const made = [{ email: "first@lucaya.example", role: "super_admin", is_active: true }];
  expect(await admins(program)).toEqual(made);
  const desk = await signIn(program, { email: first.ADMIN_EMAIL, password: first.ADMIN_PASSWORD });
  expect((await desk.get("/admin/users")).status).toBe(200);
  expect(program.output()).not.toContain(first.ADMIN_PASSWORD);
  expect(existsSync(join(folder, "first-admin.txt"))).toBe(false);
  expect(await program.stop()).toBe(0);
  // Another name later changes nothing: there is an admin already.
  const other = { ADMIN_EMAIL: "second@lucaya.example", ADMIN_PASSWORD: "an incoming tide" };
  const again = await startProgram({ DATA_DIR: folder, ...other });
  expect(await admins(again)).toEqual(made);
  const refused = await new Visitor(again).post("/admin/login", {
    email: other.ADMIN_EMAIL,
    password: other.ADMIN_PASSWORD,
  });
  expect(refused.status).toBe(401);
  expect(await again.stop()).toBe(0);
});

const unset = { ADMIN_EMAIL: "", ADMIN_PASSWORD: "" };

test("[A-USERS-23] without them its random password lies in a 0600 file, and is no default", async () => {
  const folder = await freshFolder();
  const file = join(folder, "first-admin.txt");
  const program = await startProgram({ DATA_DIR: folder, ...unset });
  expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
  const [, email = "", password = ""] = /^Email: (\S+)\nPassword: (\S+)\n$/.exec(readFileSync(file, "utf8")) ?? [];
  expect(password.length).toBeGreaterThanOrEqual(20);
  expect(program.output()).toContain(file);
  expect(program.output()).not.toContain(password);
  expect(await admins(program)).toEqual([{ email, role: "super_admin", is_active: true }]);
  for (const guess of ["admin", "password", "lucaya", "changeme"])
    expect((await new Visitor(program).post("/admin/login", { email, password: guess })).status).toBe(401);
  expect((await (await signIn(program, { email, password })).get("/admin/users")).status).toBe(200);
  expect(await program.stop()).toBe(0);
});

test("[A-USERS-23] the file stays where a later start fails", async () => {
  const folder = await freshFolder();
  const file = join(folder, "first-admin.txt");
  const program = await startProgram({ DATA_DIR: folder, ...unset });
  const words = readFileSync(file, "utf8");
  await program.query("alter table admin_users rename to admin_users_elsewhere");
  expect(await program.stop()).toBe(0);
  await expect(startProgram({ DATA_DIR: folder, ...unset })).rejects.toThrow(/ended with 1/);
  expect(readFileSync(file, "utf8")).toBe(words);
});

/** util-linux's: runs a command on a terminal of its own. */
const script = "/usr/bin/script";

test.runIf(existsSync(script))("[A-USERS-23] on a terminal it is printed once, and in no file", async () => {
  const folder = await freshFolder();
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, PORT: "0", HOST: "127.0.0.1", DATA_DIR: folder, SAMPLE_DATA: "no" };
  const command = "echo process $$; exec node_modules/.bin/node build/server/index.js start";
  const child = spawn(script, ["-qfec", command, "/dev/null"], { env, stdio: ["pipe", "pipe", "inherit"] });
  let words = "";
  child.stdout.on("data", (chunk: Buffer) => {
    words += chunk;
  });
  const ended = once(child, "exit");
  await until("it answers", () => /answers on/.test(words), 60);
  process.kill(Number(/process (\d+)/.exec(words)?.[1]), "SIGTERM");
  await ended;
  const [, email = ""] = /Email: +(\S+)/.exec(words) ?? [];
  const [, password = ""] = /Password: +(\S+)/.exec(words) ?? [];
  expect(password.length).toBeGreaterThanOrEqual(20);
  expect(words.split(password)).toHaveLength(2);
  expect(existsSync(join(folder, "first-admin.txt"))).toBe(false);
  // The next start says nothing of it, and makes no other.
  const program = await startProgram({ DATA_DIR: folder, ...unset });
  expect(program.output()).not.toContain("super admin");
  expect(await admins(program)).toHaveLength(1);
  expect((await (await signIn(program, { email, password })).get("/admin/users")).status).toBe(200);
  expect(await program.stop()).toBe(0);
});
